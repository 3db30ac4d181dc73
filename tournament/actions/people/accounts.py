"""Accounts of the people who run an event."""

import secrets

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log, log_facts
from scoring.models import Activity
from scoring.models.facts import FACT_KINDS, SHARED_PREFIX
from tournament.actions.act import Refused
from tournament.wording.log import say

PASSWORD_CHARACTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""The characters of passwords, without letters and digits that look alike, such as l and 1."""

ACCOUNT_KIND = f"{SHARED_PREFIX}account"
"""The kind under which the log stores facts about accounts."""


def make_director(name: str) -> tuple[User, str]:
    """Return the account called `name`; if there is none, create a director's account with a new password.

    The password is an empty string for an existing account.
    """
    with transaction.atomic():
        user = User.objects.filter(username=name).first()
        if user is not None:
            return user, ""
        password = _new_password()
        user = User.objects.create_superuser(name, password=password)
        log(Actor.for_user(user), "make_director", say("make_director", name=name))
    return user, password


def make_first_account(name: str, password: str) -> User:
    """Create the first account, when the program is set up. Raise `Refused` if there already is an account."""
    with transaction.atomic():
        user = User.objects.create_superuser(name, password=password)
        if User.objects.exclude(pk=user.pk).exists():
            raise Refused(_("An account already exists. Log in with it."))
        log(Actor.for_user(user), "make_director", say("make_director", name=name))
    return user


def log_account(key: int, name: str) -> None:
    """Log the account's current state unless the last log entry about it has that state.

    An account may change outside the program's actions, for example through `createsuperuser`.
    """
    row = f"{ACCOUNT_KIND}:{key}"
    stored = FACT_KINDS[ACCOUNT_KIND].read_facts(Q(pk=key)).get(row)
    entry = Activity.objects.filter(facts__has_key=row, carried=False).order_by("-pk").first()
    if stored != (entry.facts or {})[row] if entry else stored is not None:
        with transaction.atomic():
            log_facts(
                Actor("manage.py"),
                "hold_account",
                say("hold_account", name=name),
                scope="",
                facts={row: stored},
            )


def setup_code() -> str:
    """Return the code that allows another computer to create the first account.

    It is derived from the secret key of the installation, so it stays the same. It consists of three
    groups of four hexadecimal digits; 48 bits are too many to guess from the local network.
    """
    digest = salted_hmac("ninetimer.first_account", "code").hexdigest()
    return "-".join((digest[:4], digest[4:8], digest[8:12]))


def reset_password(actor: Actor, user: User) -> str:
    """Set a new password for an account and return it."""
    password = _new_password()
    with transaction.atomic():
        user.set_password(password)
        user.save(update_fields=["password"])
        log(actor, "reset_password", say("reset_password", name=user.get_username()))
    return password


def _new_password() -> str:
    """Return a new password: four groups of four characters, easy to type, with 79 bits of entropy."""
    return "-".join(
        "".join(secrets.choice(PASSWORD_CHARACTERS) for _ in range(4)) for _ in range(4)
    )


def login_session_keys(account: int | None, *, but: str | None) -> list[str]:
    """Return the keys of the account's unexpired log-in sessions, except `but`. One query."""
    sessions = Session.objects.filter(expire_date__gt=timezone.now()).exclude(pk=but)
    return [row.pk for row in sessions if row.get_decoded().get(SESSION_KEY) == str(account)]


def end_login_sessions(account: int | None, *, but: str | None) -> int:
    """End the account's sessions except `but`, and return the number of sessions ended."""
    keys = login_session_keys(account, but=but)
    Session.objects.filter(pk__in=keys).delete()
    return len(keys)
