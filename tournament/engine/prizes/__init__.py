"""Prizes as a pure function: what was defined and what was played in, who has won what and why out."""
