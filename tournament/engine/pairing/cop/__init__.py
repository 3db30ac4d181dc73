"""What the method COP is made of: hopes from simulated futures, demands, weights."""
