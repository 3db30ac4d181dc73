"""Pair a round with pure functions that turn a request and a method into a checked plan."""
