"""Invalid values of settings, which are reported with their lines and ignored."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.dates import possible_dates
from tournament.engine.interchange import Remark
from tournament.engine.pairing.event_plan import MAX_ROUNDS
from tournament.exchange.tsh.config import Config, is_rating_system

MAX_SPREAD = 9_999
"""The largest valid spread in points, far larger than in any real game."""
_WHOLE = re.compile(r"-?\d{1,9}", re.ASCII)
HOLDS = _lazy("The value is not used; the rules chosen for the event apply.")


def drop_invalid_settings(config: Config) -> None:
    """Remove the invalid values from `config.values`, and add a remark for each; the lines themselves are kept."""
    for key in list(config.values):
        if sentence := "".join(_invalid_value_messages(key[0], config.values[key])):
            shown = str(config.values.pop(key))[:40]
            name = f"{key[0]}{{{key[1].upper()}}}" if key[1] else key[0]
            config.remarks.append(
                Remark(
                    config.file,
                    config.at.get(key, 0),
                    _("{name} is “{shown}”: {why}").format(name=name, shown=shown, why=sentence),
                )
            )


def _invalid_value_messages(key: str, value: Any) -> Iterator[str]:
    """Yield a message that says why a value is invalid and what happens instead; nothing for a valid or empty value."""
    if value is None or value == "":
        return
    if key == "bye_spread" and not _is_within(value, -MAX_SPREAD // 10, MAX_SPREAD // 10):
        yield _("a bye must give a whole number of points up to {most}. {holds}").format(
            most=MAX_SPREAD // 10, holds=HOLDS
        )
    elif key == "max_rounds" and not _is_within(value, 0, MAX_ROUNDS):
        yield (
            _(
                "an event has 1 to {most_rounds} rounds. The value is not used; set the rounds "
                "of each division by hand."
            ).format(most_rounds=MAX_ROUNDS)
        )
    elif key in ("spread_cap", "gibson_spread"):
        listed = value if isinstance(value, list) else [value]
        if not all(_is_within(spread or 0, 0, MAX_SPREAD) for spread in listed):
            yield _("only whole numbers from 0 to {most} are allowed. {holds}").format(
                most=MAX_SPREAD, holds=HOLDS
            )
    elif key == "rating_system" and not is_rating_system(value):
        yield _("there is no rating system of that name here. {holds}").format(holds=HOLDS)
    elif key == "event_date" and not possible_dates(str(value)):
        yield (
            _(
                "that is not a date. Write it as “February 14-16, 2026” or 2026-02-14, or "
                "set it under “Details and closing”."
            )
        )


def _is_within(value: Any, least: int, most: int) -> bool:
    """Return whether the value is a whole number from `least` to `most`; a string or float may represent it."""
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return isinstance(value, int) and least <= value <= most
