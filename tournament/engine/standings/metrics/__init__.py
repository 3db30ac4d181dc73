"""Metrics, one per file; the file name is the key."""
