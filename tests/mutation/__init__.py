"""Faults put into the program on purpose, and how many the tests notice."""
