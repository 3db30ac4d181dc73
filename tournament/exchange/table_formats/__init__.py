"""Readable kinds of tables, one per file; the file name is the key."""
