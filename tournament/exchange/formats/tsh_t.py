"""tsh's file of one division, with one player per line."""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.interchange import PortableDivision, PortableEvent, Remark
from tournament.exchange.event_files import EventFormat, NamedFile
from tournament.exchange.preflight import (
    LINE_HOLDS,
    Detail,
    caps_in_words,
    details_of_kind,
    imported_figures,
    player_line_details,
)
from tournament.exchange.tsh.bundle import division_files, division_from_file
from tournament.exchange.tsh.text import encode_text
from tournament.exchange.tsh.writing import division_text, refusals_of

NEUTRAL_SUFFIXES = ("", ".txt", ".text", ".bak")
PLAYER = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s*#.*\s)*[^;\r\n]{2,80}\s\d[\d\s]*;[-\d\s]*(?:;|\r|\n)")


class TshDivision(EventFormat):
    """One division in tsh's format (`a.t`): players, opponents, own scores, boards, who went first.

    Data that Ninetimer does not recognise on a line is kept and written back. Several divisions are written
    as a zip of such files. Passwords are never written.
    """

    label = _lazy("tsh division (.t)")
    is_part = True
    holds = LINE_HOLDS

    def recognises(self, file: NamedFile) -> bool:
        """Return whether the extension is `.t`, or is a neutral one and the first line describes a player."""
        ending = PurePath(file.name).suffix.casefold()
        if ending in NEUTRAL_SUFFIXES:
            return bool(PLAYER.match(file.content[:2000]))
        return ending == ".t"

    def read(self, files: Sequence[NamedFile]) -> PortableEvent:
        """Return the divisions of these files, in the order of their names. Raise `Unreadable` if one is not text."""
        divisions: list[PortableDivision] = []
        remarks: list[Remark] = []
        for file in sorted(files, key=lambda other: other.name):
            stem = file.stem
            shown = stem.upper() if len(stem) <= 2 else stem[:40]
            division, more = division_from_file(file.name, file.content, shown)
            divisions.append(division)
            remarks += more
        return PortableEvent("", tuple(divisions), remarks=tuple(remarks))

    def details(self, event: PortableEvent) -> Iterator[Detail]:
        """Yield messages on missing results and numbers, unusual awards, imported figures, and omitted rules."""
        yield from player_line_details(event)
        yield from details_of_kind("figures_from_file", imported_figures(event))
        yield from details_of_kind("caps", _rules_left_out(event))

    def refusals(self, event: PortableEvent) -> tuple[str, ...]:
        """Return messages about results missing before later results and about names that do not fit, or ()."""
        return refusals_of(event)

    def write(self, event: PortableEvent) -> tuple[NamedFile, ...]:
        """Return a file for each division. Raise `Unwritable` if `refusals` gives reasons."""
        names = division_files(event)
        return tuple(
            NamedFile(names[division.name], encode_text(division_text(division)))
            for division in event.divisions
        )


def _rules_left_out(event: PortableEvent) -> Iterator[str]:
    """Yield a message on the spread cap and the bye's spread, which only a configuration can contain."""
    caps = caps_in_words(event.spread_caps)
    if caps and event.bye_spread is not None:
        text = _(
            "The file cannot store the spread cap ({caps}) and the spread of a bye "
            "({bye_spread}); “tsh event” also writes config.tsh, which has both."
        )
    elif caps:
        text = _(
            "The file cannot store the spread cap ({caps}); “tsh event” also writes config.tsh, "
            "which has it."
        )
    elif event.bye_spread is not None:
        text = _(
            "The file cannot store the spread of a bye ({bye_spread}); “tsh event” also writes "
            "config.tsh, which has it."
        )
    else:
        return
    yield text.format(caps=caps, bye_spread=event.bye_spread)
