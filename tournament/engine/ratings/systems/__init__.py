"""Rating systems, one per file; the file name is the key, and the class docstring is its explanation."""
