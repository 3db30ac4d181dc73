"""Codes by chance that people type or carry: the letters they are made of, and how many."""

import secrets

CODE_LETTERS = "BCDFGHJKMNPRSTWXYZ"
"""What codes are made of: no letters that read alike (I and L, O and Q, U and V), no vowels, so no words."""
REGISTRATION_LETTERS = 12


def letters_by_chance(count: int) -> str:
    """Return so many of the letters, each drawn by chance."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(count))


def new_token() -> str:
    """Return 128 bits by chance, as 22 characters that stand in an address."""
    return secrets.token_urlsafe(16)


def new_letters() -> str:
    """Return the four letters of a player's code."""
    return letters_by_chance(4)


def new_code() -> str:
    """Return the twelve letters, 50 bits, by which a registration is changed and withdrawn."""
    return letters_by_chance(REGISTRATION_LETTERS)
