"""One file per file format read or written; the file's name is the key."""
