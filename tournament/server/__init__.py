"""The program as a server: what listens, who is answered when, and how the hall is let in."""
