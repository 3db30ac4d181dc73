"""Faults put into the engines on purpose, and how many the tests notice."""
