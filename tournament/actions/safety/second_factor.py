"""Set up, check and end second factors of accounts, with RFC 6238 codes: six digits, 30 seconds."""

from __future__ import annotations

import hashlib
import math
import secrets
from datetime import datetime, timedelta
from typing import NoReturn

import pyotp
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor, log
from tournament.actions.act import Refused
from tournament.actions.people.accounts import PASSWORD_CHARACTERS
from tournament.models.membership import RecoveryCode, SecondFactor
from tournament.wording.log import say

STEP_SECONDS = 30
"""The number of seconds for which a code is shown."""
ALLOWED_DRIFT_STEPS = 1
"""The number of steps by which a phone's clock may be off."""
MAX_WRONG_CODES = 5
LOCKOUT_TIME = timedelta(minutes=5)
MAX_DOUBLINGS = 4
"""The maximum number of times that the wait doubles, so that it is at most 80 minutes.

Three codes are valid at a time, so constant guessing succeeds about once in 18,000 days.
"""
RECOVERY_CODE_COUNT = 10
RECOVERY_CODE_LENGTH = 10
"""The number of characters in a recovery code; with 31 characters to choose from, that is 49 bits."""


def begin_second_factor(user: User) -> SecondFactor:
    """Return the second factor being set up for an account; it stays the same until it is confirmed.

    Raise `Refused` if one is in force.
    """
    with transaction.atomic():
        factor, _made = SecondFactor.objects.get_or_create(
            user=user, defaults={"secret": pyotp.random_base32()}
        )
    if factor.confirmed_at is not None:
        raise Refused(_("The second factor is already on."))
    return factor


def confirm_second_factor(actor: Actor, user: User, typed: str) -> list[str]:
    """Activate the second factor with a first code, and return the recovery codes.

    Raise `Refused` for a wrong code, after too many wrong codes, or if none is being set up.
    """
    codes: list[str] = []
    with transaction.atomic():
        if factor := _verify_code(actor, user, typed, confirmed=False):
            factor.confirmed_at = timezone.now()
            factor.save(update_fields=["confirmed_at"])
            codes = _create_recovery_codes(factor)
            log(actor, "set_second_factor", say("set_second_factor", name=user.get_username()))
    return codes or _refuse_code()


def check_second_factor(actor: Actor, user: User, typed: str) -> None:
    """Accept a code from the authenticator app or a recovery code; each works only once.

    Raise `Refused` for any other code, after too many wrong codes, or if no second factor is in force.
    """
    with transaction.atomic():
        factor = _verify_code(actor, user, typed)
    if factor is None:
        _refuse_code()


def renew_recovery_codes(actor: Actor, user: User, typed: str) -> list[str]:
    """Return new recovery codes, which replace the old ones. Raise `Refused` unless `typed` is a valid code."""
    codes: list[str] = []
    with transaction.atomic():
        if factor := _verify_code(actor, user, typed):
            codes = _create_recovery_codes(factor)
            done = say("renew_recovery_codes", name=user.get_username())
            log(actor, "renew_recovery_codes", done)
    return codes or _refuse_code()


def end_second_factor(actor: Actor, user: User, typed: str) -> None:
    """Remove the second factor. Raise `Refused` unless `typed` is a valid code."""
    with transaction.atomic():
        factor = _verify_code(actor, user, typed)
        if factor:
            reset_second_factor(actor, user)
    if factor is None:
        _refuse_code()


def reset_second_factor(actor: Actor, user: User) -> bool:
    """Remove a lost second factor, or one being set up; return whether one was in force."""
    with transaction.atomic():
        there = SecondFactor.objects.filter(user=user, confirmed_at__isnull=False).exists()
        SecondFactor.objects.filter(user=user).delete()
        if there:
            log(actor, "end_second_factor", say("end_second_factor", name=user.get_username()))
    return there


def digits_of_code(typed: str) -> str:
    """Return the six digits of a typed code, ignoring spaces, or an empty string."""
    digits = "".join(typed.split())
    return digits if len(digits) == 6 and digits.isascii() and digits.isdecimal() else ""


def _verify_code(
    actor: Actor, user: User, typed: str, *, confirmed: bool = True
) -> SecondFactor | None:
    """Return the second factor if the code is valid; otherwise count a wrong code and return None.

    This runs in the caller's transaction. The row is locked meanwhile, so that simultaneous codes are
    checked one after the other. Raise `Refused` if there is no second factor, or after too many wrong codes.
    """
    rows = SecondFactor.objects.select_for_update().filter(user=user)
    factor = rows.filter(confirmed_at__isnull=not confirmed).first()
    if factor is None:
        raise Refused(_("No second factor is being set up. Start again."))
    now = timezone.now()
    if factor.held_until is not None and factor.held_until > now:
        minutes = math.ceil((factor.held_until - now).total_seconds() / 60)
        raise Refused(
            ngettext(
                "Too many wrong codes. Wait {count} minute, then type the code shown in the app.",
                "Too many wrong codes. Wait {count} minutes, then type the code shown in the app.",
                minutes,
            ).format(count=minutes)
        )
    step = _time_step_of(factor, digits_of_code(typed), now)
    if step is not None:
        factor.last_step = step
    elif not (confirmed and _use_recovery_code(actor, factor, typed)):
        _count_wrong_code(actor, factor, now)
        return None
    factor.wrong, factor.held_until = 0, None
    factor.save(update_fields=["last_step", "wrong", "held_until"])
    return factor


def _time_step_of(factor: SecondFactor, digits: str, now: datetime) -> int | None:
    """Return the time step for which the code is valid, or None if no step near the present one fits.

    A step is `STEP_SECONDS` seconds, counted from the Unix epoch. The code of the last used step, or of one
    before it, is not accepted.
    """
    totp, present = pyotp.TOTP(factor.secret), int(now.timestamp()) // STEP_SECONDS
    for step in range(present - ALLOWED_DRIFT_STEPS, present + ALLOWED_DRIFT_STEPS + 1):
        if step > factor.last_step and secrets.compare_digest(totp.generate_otp(step), digits):
            return step
    return None


def _use_recovery_code(actor: Actor, factor: SecondFactor, typed: str) -> bool:
    unused = factor.recovery_codes.filter(used_at=None)
    if not unused.filter(digest=_digest(typed)).update(used_at=timezone.now()):
        return False
    done = say("use_recovery_code", name=factor.user.get_username(), left=unused.count())
    log(actor, "use_recovery_code", done)
    return True


def _count_wrong_code(actor: Actor, factor: SecondFactor, now: datetime) -> None:
    """Count a wrong code; from the fifth on, each blocks further codes for longer, up to a limit."""
    factor.wrong += 1
    if factor.wrong >= MAX_WRONG_CODES:
        doublings = min(factor.wrong - MAX_WRONG_CODES, MAX_DOUBLINGS)
        factor.held_until = now + LOCKOUT_TIME * 2**doublings
        done = say("hold_second_factor", name=factor.user.get_username(), wrong=factor.wrong)
        log(actor, "hold_second_factor", done)
    factor.save(update_fields=["wrong", "held_until"])


def _refuse_code() -> NoReturn:
    raise Refused(
        _("That code is not valid. Type the six digits the app shows now, or a recovery code.")
    )


def _create_recovery_codes(factor: SecondFactor) -> list[str]:
    codes = [
        "".join(secrets.choice(PASSWORD_CHARACTERS) for _ in range(RECOVERY_CODE_LENGTH))
        for _ in range(RECOVERY_CODE_COUNT)
    ]
    factor.recovery_codes.all().delete()
    RecoveryCode.objects.bulk_create(
        RecoveryCode(factor=factor, digest=_digest(code)) for code in codes
    )
    return [f"{code[:5]}-{code[5:]}" for code in codes]


def _digest(typed: str) -> str:
    letters = "".join(letter for letter in typed.lower() if letter.isalnum())
    return hashlib.sha256(letters.encode()).hexdigest()
