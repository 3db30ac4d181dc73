"""Failures on purpose: `make reliability` runs all of them and prints figures."""
