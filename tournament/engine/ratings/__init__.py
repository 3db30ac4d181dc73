"""Ratings as pure functions: players before an event and its games in, players after it out."""
