"""Random codes that people type or receive: their letters and lengths."""

import secrets

CODE_LETTERS = "BCDFGHJKMNPRSTWXYZ"
"""The letters of codes: consonants only, without those that look alike (I and L, O and Q, U and V)."""
REGISTRATION_CODE_LENGTH = 12


def random_letters(count: int) -> str:
    """Return the given number of random letters."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(count))


def new_token() -> str:
    """Return 128 random bits as 22 URL-safe characters."""
    return secrets.token_urlsafe(16)


def new_player_code() -> str:
    """Return the four letters of a player's code."""
    return random_letters(4)


def new_registration_code() -> str:
    """Return the twelve letters (50 bits) that authorize changes to a registration."""
    return random_letters(REGISTRATION_CODE_LENGTH)
