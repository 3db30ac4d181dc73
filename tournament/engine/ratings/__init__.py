"""Rate events with pure functions: given players and games, return the players' new ratings."""
