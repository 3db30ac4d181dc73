"""Award prizes with pure functions: given definitions and results, return the winners and the reasons."""
