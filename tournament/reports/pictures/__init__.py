"""Pictures: where each line, bar, square and label of a drawing stands, computed once for every format."""
