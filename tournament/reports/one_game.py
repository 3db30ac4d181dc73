"""Elements shared by the reports on a single game: the heading, the line count and the rulings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.models import Game, Ruling, SheetRuling
from scoring.queries.disputes import GameDispute
from scoring.wording.phrases import format_points
from tournament.models import Event, Pairing
from tournament.reports.figures import date_and_time
from tournament.reports.report import Report, Text

SEAT_LABELS = (_lazy("First"), _lazy("Second"), _lazy("Third"), _lazy("Fourth"))
"""Labels for the starting order of the players, for use in the head of the page."""


@dataclass(frozen=True, slots=True)
class GameHeading:
    """The heading of a report on a game: the event, division, round and board.

    `event` may also contain the whole heading, such as the title of a game outside events. `event_slug`
    is for file names.
    """

    event: str
    event_slug: str
    division: str = ""
    round_number: int | None = None
    board: str = ""

    def report(self, key: str, title: str, printed_at: datetime, **rest: Any) -> Report:
        """Return a report on the game; `rest` contains the report's other fields."""
        return Report(
            key=key,
            title=title,
            event=self.event,
            event_slug=self.event_slug,
            printed_at=printed_at,
            division=self.division,
            round_number=self.round_number,
            board=self.board,
            **rest,
        )

    @classmethod
    def of_pairing(cls, event: Event, pairing: Pairing) -> GameHeading:
        """Return the heading for the board of a pairing whose round and division are loaded."""
        round_ = pairing.round
        return cls(event.name, event.slug, round_.division.name, round_.number, str(pairing.board))

    @classmethod
    def of_game(cls, game: Game) -> GameHeading:
        """Return the heading with the game's board in words, in the current language, or with the game's title.

        The title is used if the game belongs to no event.
        """
        pairing = Pairing.objects.select_related("round__division__event").filter(game=game).first()
        if pairing is None:
            return cls(game.title or _("Game outside events"), f"game-{game.pk}")
        round_ = pairing.round
        place = _("{event}, division {division}, round {round}, board {board}").format(
            event=round_.division.event,
            division=round_.division.name,
            round=round_.number,
            board=pairing.board,
        )
        return cls(place, f"game-{game.pk}")


def line_count(texts: Iterable[Text], letters: int) -> int:
    """Return the estimated number of lines that texts with headings take at `letters` characters per line."""
    heading = 3
    return sum(
        heading + sum(1 + len(sentence) // letters for sentence in text.paragraphs)
        for text in texts
    )


def ruling_sentence(number: int | None, ruling: Ruling) -> str:
    """Return the sentence about a ruling, with its turn, reason, person and time.

    ``Turn 2. 26 announced, 24 correct: the correct score counts. Recounted. Ruled by Ann, 3 May 2026, 14:05.``
    `number` is None if the turn has since been removed.
    """
    turn = (
        _("Turn {number}.").format(number=number)
        if number
        else _("This turn has since been removed.")
    )
    return _with_ruling_details(_("{turn} {ruling}.").format(turn=turn, ruling=ruling), ruling)


def row_ruling_sentences(dispute: GameDispute) -> tuple[str, ...]:
    """Return every ruling on the final scores and on rows of players' sheets, such as ``Row 3 of Ann: 38 counts.``."""
    return tuple(
        _with_ruling_details(
            _row_ruling_sentence(ruling, dispute.sheet.names[ruling.seat - 1]), ruling
        )
        for ruling in dispute.all_row_rulings
    )


def _row_ruling_sentence(ruling: SheetRuling, name: str) -> str:
    points = format_points(ruling.points)
    if ruling.row == SheetRuling.FINAL:
        return _("The agreed final score of {name} is {points}.").format(name=name, points=points)
    counts = _("{name}’s score in row {row} is {points}.").format(
        row=ruling.row, name=name, points=points
    )
    return f"{counts} {ruling.play}." if ruling.play else counts


def _with_ruling_details(sentence: str, ruling: Ruling | SheetRuling) -> str:
    """Return the sentence with the ruling's reason, person, time and a note if it is superseded.

    Reason and person are left out if unknown.
    """
    reason = ruling.reason.strip()
    if reason and not reason.endswith((".", "!", "?", "…")):
        reason += "."
    when = date_and_time(timezone.localtime(ruling.ruled_at))
    if ruling.ruled_by:
        ruled = _("Ruled by {person}, {when}.").format(person=ruling.ruled_by, when=when)
    else:
        ruled = _("Ruled, {when}.").format(when=when)
    superseded = _("Superseded later.") if ruling.superseded_at else ""
    return " ".join(filter(None, [sentence, reason, ruled, superseded]))
