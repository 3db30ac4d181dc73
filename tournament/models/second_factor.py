"""A second factor of an account: a secret shared with an app that shows codes, and codes for when it is lost."""

from django.conf import settings
from django.db import models


class SecondFactor(models.Model):
    """The secret an account shares with its owner's app; in force once a code of it was typed."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_factor"
    )
    secret = models.CharField(max_length=64)
    """As apps read it, in base 32."""
    confirmed_at = models.DateTimeField(null=True)
    """From when on it is asked for; null while it is being set up."""
    last_step = models.PositiveBigIntegerField(default=0)
    """The step of time (30 s) of the latest code that was taken: neither it nor an earlier one is taken again."""
    wrong = models.PositiveSmallIntegerField(default=0)
    """Wrong codes since the last right one."""
    held_until = models.DateTimeField(null=True)
    """Until when no code is looked at, after too many wrong ones."""

    def __str__(self) -> str:
        return f"{self.user}"


class RecoveryCode(models.Model):
    """One of the codes that work once, without the app. Only its hash is kept."""

    factor = models.ForeignKey(
        SecondFactor, on_delete=models.CASCADE, related_name="recovery_codes"
    )
    digest = models.CharField(max_length=64)
    """SHA-256 of the code without its hyphens: 50 bits by chance need no slower hash."""
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.digest[:8]
