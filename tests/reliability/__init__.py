"""What goes wrong on bad days, done on purpose: `python -m tests.reliability` runs all of it and prints figures."""
