"""The column for the account that did something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def account_key(*, blank: bool = False) -> models.ForeignKey[User | None, User | None]:
    """Return a column for an account, null where something was done without one. Accounts in it cannot be deleted."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=blank, related_name="+"
    )
