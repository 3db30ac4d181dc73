"""The parts of the COP method: odds from simulated futures, constraints and weights."""
