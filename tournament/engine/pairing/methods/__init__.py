"""Pairing methods, one per file; the file name is the key."""
