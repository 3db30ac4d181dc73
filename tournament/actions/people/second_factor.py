"""Second factors of accounts: set up, asked for, ended. The codes are those of RFC 6238: six digits, 30 seconds."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta

import pyotp
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from tournament.actions.act import Refused
from tournament.actions.people.accounts import LETTERS
from tournament.models.second_factor import RecoveryCode, SecondFactor
from tournament.wording.log import say

STEP = 30
"""Seconds for which a code is shown."""
SLACK = 1
"""Steps by which the clock of a phone may be ahead or behind."""
MOST_WRONG = 5
HELD_FOR = timedelta(minutes=5)
RECOVERY_CODES = 10
LENGTH = 10
"""Letters of a recovery code: with 31 to choose from 49 bits."""


class WrongCode(Refused):
    """The code is not one that counts now."""


class TooManyCodes(Refused):
    """After too many wrong codes none is looked at for some minutes."""


def begin_second_factor(user: User) -> SecondFactor:
    """Return the second factor of an account that is being set up; the same until it is in force.

    Raises `Refused` where one is in force.
    """
    with transaction.atomic():
        factor, _made = SecondFactor.objects.get_or_create(
            user=user, defaults={"secret": pyotp.random_base32()}
        )
    if factor.confirmed_at is not None:
        raise Refused(_("The second factor is on already."))
    return factor


def confirm_second_factor(actor: Actor, user: User, typed: str) -> list[str]:
    """Let the second factor be asked for from now on, and return the recovery codes.

    Raises `WrongCode`, `TooManyCodes`, and `Refused` where none is being set up.
    """
    factor = _checked(user, typed, confirmed=False)
    with transaction.atomic():
        factor.confirmed_at = timezone.now()
        factor.save(update_fields=["confirmed_at"])
        codes = _new_codes(factor)
        log(actor, "set_second_factor", say("set_second_factor", name=user.get_username()))
    return codes


def check_second_factor(actor: Actor, user: User, typed: str) -> None:
    """Take a code of the app or a recovery code, each once. Raises `WrongCode` and `TooManyCodes`."""
    if typed_digits(typed):
        _checked(user, typed)
        return
    factor = _held(user)
    digest = _digest(typed)
    with transaction.atomic():
        codes = RecoveryCode.objects.filter(factor=factor, digest=digest, used_at=None)
        taken = codes.update(used_at=timezone.now())
        if taken:
            _note_right(factor)
            left = factor.recovery_codes.filter(used_at=None).count()
            say_used = say("use_recovery_code", name=user.get_username(), left=left)
            log(actor, "use_recovery_code", say_used)
    if not taken:
        _note_wrong(factor)


def renew_recovery_codes(actor: Actor, user: User, typed: str) -> list[str]:
    """Make new recovery codes, the old ones end; asks for a code. Raises `WrongCode` and `TooManyCodes`."""
    check_second_factor(actor, user, typed)
    with transaction.atomic():
        codes = _new_codes(SecondFactor.objects.get(user=user))
        log(actor, "renew_recovery_codes", say("renew_recovery_codes", name=user.get_username()))
    return codes


def end_second_factor(actor: Actor, user: User, typed: str) -> None:
    """Ask for it no longer; asks for a code. Raises `WrongCode` and `TooManyCodes`."""
    check_second_factor(actor, user, typed)
    reset_second_factor(actor, user)


def reset_second_factor(actor: Actor, user: User) -> bool:
    """End the second factor of somebody who lost it; False where there is none."""
    with transaction.atomic():
        there = SecondFactor.objects.filter(user=user, confirmed_at__isnull=False).exists()
        SecondFactor.objects.filter(user=user).delete()
        if there:
            log(actor, "end_second_factor", say("end_second_factor", name=user.get_username()))
    return there


def typed_digits(typed: str) -> str:
    """The six digits of a code as somebody types it, with spaces or not; empty for anything else."""
    digits = "".join(typed.split())
    return digits if len(digits) == 6 and digits.isascii() and digits.isdecimal() else ""


def _checked(user: User, typed: str, *, confirmed: bool = True) -> SecondFactor:
    """The factor of the account, whose code this is. Raises `WrongCode`, `TooManyCodes`, `Refused`."""
    factor = _held(user, confirmed=confirmed)
    step = _step_of(factor, typed_digits(typed), timezone.now())
    # Whoever types the same code at the same moment finds the step taken.
    same = SecondFactor.objects.filter(pk=factor.pk, last_step__lt=step or 0)
    if step is None or not same.update(last_step=step):
        _note_wrong(factor)
    _note_right(factor)
    return factor


def _step_of(factor: SecondFactor, digits: str, now: datetime) -> int | None:
    """The step of time whose code this is, among those around now; None for a wrong code."""
    totp, present = pyotp.TOTP(factor.secret), int(now.timestamp()) // STEP
    for step in range(present - SLACK, present + SLACK + 1):
        if step > factor.last_step and secrets.compare_digest(totp.generate_otp(step), digits):
            return step
    return None


def _held(user: User, *, confirmed: bool = True) -> SecondFactor:
    factor = SecondFactor.objects.filter(user=user, confirmed_at__isnull=not confirmed).first()
    if factor is None:
        raise Refused(_("No second factor is being set up. Begin again."))
    if factor.held_until is not None and factor.held_until > timezone.now():
        raise TooManyCodes(
            _("Too many wrong codes. Wait five minutes, then type the code the app shows then.")
        )
    return factor


def _note_wrong(factor: SecondFactor) -> None:
    with transaction.atomic():
        now = SecondFactor.objects.select_for_update().get(pk=factor.pk)
        now.wrong += 1
        if now.wrong >= MOST_WRONG:
            now.wrong, now.held_until = 0, timezone.now() + HELD_FOR
        now.save(update_fields=["wrong", "held_until"])
    raise WrongCode(
        _("That code does not count. Type the six digits the app shows now, or a recovery code.")
    )


def _note_right(factor: SecondFactor) -> None:
    SecondFactor.objects.filter(pk=factor.pk).update(wrong=0, held_until=None)


def _new_codes(factor: SecondFactor) -> list[str]:
    codes = ["".join(secrets.choice(LETTERS) for _ in range(LENGTH)) for _ in range(RECOVERY_CODES)]
    factor.recovery_codes.all().delete()
    RecoveryCode.objects.bulk_create(
        RecoveryCode(factor=factor, digest=_digest(code)) for code in codes
    )
    return [f"{code[:5]}-{code[5:]}" for code in codes]


def _digest(typed: str) -> str:
    letters = "".join(letter for letter in typed.lower() if letter.isalnum())
    return hashlib.sha256(letters.encode()).hexdigest()
