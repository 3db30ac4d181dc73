"""One file per kind of table read; the file's name is the key."""
