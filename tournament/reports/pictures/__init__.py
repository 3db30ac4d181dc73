"""Pictures: the positions of lines, bars, squares and labels, computed once for all formats."""
