"""What goes wrong on bad days, done on purpose: `make reliability` runs all of it and prints figures."""
