"""Mutation testing: deliberate faults in the program, and the share that the tests detect."""
