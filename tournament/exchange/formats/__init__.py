"""Formats of whole events, one per file; the file name is the key."""
