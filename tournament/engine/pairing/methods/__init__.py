"""One file per pairing method; the file's name is the key."""
