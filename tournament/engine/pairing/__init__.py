"""Pairing as a pure function: a request and a method in, a checked plan out."""
