"""One file per rating system; the key is the file's name, the class docstring its explanation."""
