"""By what a player is known who has no account: the token of a QR, and four letters to type."""

import secrets

from django.db import models

from tournament.models.people import Entry

LETTERS = "BCDFGHJKMNPRSTWXYZ"
"""What codes are made of: no letters that read alike (I and L, O and Q, U and V), no vowels, so no words."""
LENGTH = 4


def new_token() -> str:
    """128 bits by chance, as 22 characters that stand in an address."""
    return secrets.token_urlsafe(16)


def new_letters() -> str:
    """Four letters by chance."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


class PlayerCode(models.Model):
    """The code of one entry. A code that is renewed leaves nothing of the old one."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="code")
    token = models.CharField(max_length=32, unique=True, default=new_token)
    letters = models.CharField(max_length=LENGTH, default=new_letters)
    made_at = models.DateTimeField()
    reports = models.BooleanField(default=True)
    """Whether the player may report results; the director can shut it off."""
    no_phone = models.BooleanField(default=False)
    """Whether the player goes without a phone; nothing is expected from theirs."""

    class Meta:
        ordering = ["entry__number"]

    def __str__(self) -> str:
        return f"{self.entry.number} {self.letters}"
