"""The parts of the COP method: chances from simulated futures, demands and weights."""
