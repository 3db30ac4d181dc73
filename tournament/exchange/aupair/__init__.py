"""Reading and writing the lines of AUPAIR files."""
