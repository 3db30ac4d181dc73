"""AUPAIR's .TOU files, which WESPA and others use for rating."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import PurePath

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.dates import leading_date
from tournament.engine.interchange import PortableEvent, Remark, UnreadableEvent, UnwritableEvent
from tournament.exchange.aupair.reading import LAST, divisions_from_lines
from tournament.exchange.aupair.writing import (
    MAX_NAME_LENGTH,
    ambiguous_names,
    awards_without_spread,
    encode_latin,
    oversized_divisions,
    player_lines,
    players_without_game,
    replaced_letters,
    scores_out_of_range,
)
from tournament.exchange.event_files import EventFormat, NamedFile
from tournament.exchange.preflight import (
    Detail,
    details_of_kind,
    long_names,
    missing_results,
    unsupported_awards,
    unsupported_caps,
    unsupported_penalties,
)
from tournament.exchange.tsh.text import decode_text, lines_of

NO_YEAR = 1900
"""Dates up to this year are ignored: programs write 1900 if the date is unknown."""
PLACEHOLDER = " " * 38 + "0"


class Tou(EventFormat):
    """AUPAIR's `.TOU`, sent to WESPA and other rating bodies: names, scores, who went first.

    Only complete rounds can be written, and scores of 1000 or more do not fit. A bye is written as a game against
    oneself, and its spread is lost. Players without a game or a bye are left out; names are cut to 20 characters;
    ratings, boards and penalties are not included.
    """

    label = _lazy("AUPAIR file (.TOU)")
    holds = frozenset({"name", "date"})
    preset_read = "wespa"

    def recognises(self, file: NamedFile) -> bool:
        """Return whether the file has the extension, or begins with `*M` and a date."""
        return PurePath(file.name).suffix.casefold() == ".tou" or bool(
            re.match(rb"\*M\s*[\dA-Z]", file.content[:20])
        )

    def read(self, files: Sequence[NamedFile]) -> PortableEvent:
        """Return the event. Raise `Unreadable` if the first line does not begin with `*M`, or the file is not text.

        Names are read from the first 20 columns; lines with other column widths are read word by word.
        """
        file = files[0]
        text, odd = decode_text(file.name, file.content)
        lines = lines_of(text)
        head = lines[0].strip() if lines else ""
        if not head.upper().startswith("*M"):
            sentence = _(
                "The first line is not “*M” with the date, such as “*M25.05.2020 Spring Open”."
            )
            raise UnreadableEvent(Remark(file.name, 1, sentence, True))
        divisions, remarks = divisions_from_lines(file.name, lines)
        written, days, name = leading_date(head[2:].strip())
        days = tuple(day for day in days if int(day[:4]) > NO_YEAR)
        if not days:
            sentence = _(
                "“{day}” cannot be the day of an event. It is left out; set the first day under "
                "“Details and closing”."
            ).format(day=written or head[:40])
            remarks.append(Remark(file.name, 1, sentence))
        return PortableEvent(
            name[:120],
            tuple(divisions),
            date=days[0] if len(days) == 1 else "",
            date_choices=days if len(days) > 1 else (),
            precedence=("wins", "losses", "spread"),
            preset="wespa",
            remarks=(*odd, *remarks),
        )

    def details(self, event: PortableEvent) -> Iterator[Detail]:
        """Yield messages on everything missing, cut, left out or written differently, the most important first."""
        yield from details_of_kind("day_missing", _missing_date_messages(event))
        yield from details_of_kind("missing_results", missing_results(event))
        yield from details_of_kind("large_scores", scores_out_of_range(event))
        yield from details_of_kind("names_alike", ambiguous_names(event))
        yield from details_of_kind("awards", unsupported_awards(event))
        yield from details_of_kind("award_spreads", awards_without_spread(event))
        yield from details_of_kind("penalties", unsupported_penalties(event))
        yield from details_of_kind("left_out_players", players_without_game(event))
        yield from details_of_kind("long_names", long_names(event, MAX_NAME_LENGTH))
        yield from details_of_kind("letters", replaced_letters(event))
        yield from details_of_kind("caps", unsupported_caps(event))

    def refusals(self, event: PortableEvent) -> tuple[str, ...]:
        """Return the problems with the date, results, scores, names and number of players, and advice; () if none."""
        reasons = [
            *_missing_date_messages(event),
            *missing_results(event),
            *scores_out_of_range(event),
        ]
        if not (reasons := [*reasons, *oversized_divisions(event), *ambiguous_names(event)]):
            return ()
        if any(scores_out_of_range(event)):
            advice = _(
                "Enter or correct these first. If such a score is right, this format cannot store "
                "it. Use another format, such as tsh's .t or CoCo's results, and tell the rating "
                "body why."
            )
        else:
            advice = _("Enter or correct these first.")
        return (*reasons, advice)

    def write(self, event: PortableEvent) -> tuple[NamedFile, ...]:
        """Return the file. Raise `Unwritable` if `refusals` gives reasons."""
        if reasons := self.refusals(event):
            raise UnwritableEvent(*reasons)
        when = date.fromisoformat(event.date).strftime("%d.%m.%Y")
        lines = [f"*M{when} {event.name}"]
        for division in event.divisions:
            lines += [f"*{division.name}", PLACEHOLDER, *player_lines(division)]
        text = "".join(f"{line}\r\n" for line in [*lines, LAST])
        stem = re.sub(r"\W+", "-", event.name).strip("-").lower() or "event"
        return (NamedFile(f"{stem}.TOU", encode_latin(text)),)


def _missing_date_messages(event: PortableEvent) -> list[str]:
    """Return a message that asks for the event's date, which the first line needs; [] if it has one."""
    if event.date:
        return []
    return [
        _(
            "The event has no date, which the first line of the file needs. Set it under “Details "
            "and closing” first."
        )
    ]
