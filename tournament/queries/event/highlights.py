"""Highlights of a division or a round, as shown on the site, on screens, in streams and on paper."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _lazy

from scoring.wording.phrases import format_signed, scores_line
from tournament.engine.highlights import Highlight, HighlightKind, highlights
from tournament.engine.prizes.contest import ContestDivision
from tournament.engine.results import NOBODY
from tournament.models import Division
from tournament.queries.standings.prizes import prize_sections
from tournament.queries.standings.standings import DivisionStandings, division_standings
from tournament.queries.standings.standings import standings_by_round as tables_by_round
from tournament.wording.event import event_wording

LABELS = {
    HighlightKind.HIGH_PLAY: _lazy("Highest play"),
    HighlightKind.MOST_BINGOS: _lazy("Most bingos"),
    HighlightKind.HIGH_GAME: _lazy("Highest game"),
    HighlightKind.HIGH_COMBINED: _lazy("Highest combined score"),
    HighlightKind.CLOSEST: _lazy("Closest game"),
    HighlightKind.LONGEST: _lazy("Longest game"),
    HighlightKind.OUT_BY_BINGO: _lazy("Game ended by a bingo"),
    HighlightKind.LOW_COMBINED: _lazy("Most defensive game"),
    HighlightKind.UPSET: _lazy("Largest upset"),
}


@dataclass(frozen=True, slots=True)
class ShownHighlight:
    """One highlight in words: its label, its figure and its player."""

    kind: str
    label: str
    figure: str
    who: str
    round: int
    board: int | None


@dataclass(frozen=True, slots=True)
class RoundLeaders:
    """The leader after a round, or up to three tied leaders, with their record at that time."""

    round: int
    names: tuple[str, ...]
    record: str


@dataclass(frozen=True)
class DivisionHighlights:
    """The highlights of a division or of one of its rounds."""

    division: Division
    number: int | None
    """The number of the round, or None for all rounds."""
    rounds: tuple[int, ...]
    """The rounds that have highlights."""
    rows: tuple[ShownHighlight, ...]
    leaders: tuple[RoundLeaders, ...]
    standings: DivisionStandings
    section: ContestDivision
    best: tuple[Highlight, ...]
    """The highlights as computed, before they are put into words."""


def division_highlights(
    division: Division, number: int | None = None, *, public: bool = True
) -> DivisionHighlights:
    """Return the highlights of a division so far, or of one round, with a fixed number of queries.

    With `public`, rounds that are held back are left out and names are shown in their public form.
    """
    (section,) = prize_sections(division.event, [division], public=public)
    table = division_standings(division, public=public)
    rounds = tuple(sorted({game.round for game in section.games}))
    best = tuple(highlights(section, number))
    return DivisionHighlights(
        division,
        number,
        rounds,
        tuple(highlight_in_words(row, section) for row in best),
        tuple(
            row for row in _leaders(division, section, public=public) if number in (None, row.round)
        ),
        table,
        section,
        best,
    )


def highlight_in_words(row: Highlight, section: ContestDivision) -> ShownHighlight:
    """Return a highlight in words."""
    opponent = section.name(row.opponent) if row.opponent != NOBODY else ""
    who = event_wording("player_against", player=section.name(row.number), opponent=opponent)
    return ShownHighlight(
        row.kind, str(LABELS[row.kind]), _figure_in_words(row), who, row.round, row.board
    )


def _figure_in_words(row: Highlight) -> str:
    scores = scores_line(list(row.scores))
    match row.kind:
        case HighlightKind.HIGH_PLAY | HighlightKind.OUT_BY_BINGO:
            return f"{row.value} {row.word} {row.square}".strip()
        case HighlightKind.MOST_BINGOS:
            return event_wording("bingos", count=row.value)
        case HighlightKind.LONGEST:
            return event_wording("turns", count=row.value)
        case HighlightKind.HIGH_GAME:
            return scores
        case HighlightKind.HIGH_COMBINED | HighlightKind.LOW_COMBINED:
            return f"{row.value} ({scores})"
        case HighlightKind.CLOSEST:
            return scores or format_signed(row.value)
        case HighlightKind.UPSET:
            return (
                event_wording("rating_points_with_scores", points=row.value, scores=scores)
                if scores
                else event_wording("rating_points", points=row.value)
            )


def _leaders(division: Division, section: ContestDivision, *, public: bool) -> list[RoundLeaders]:
    """Return the leaders after each round, leaving out rounds after which more than three were tied."""
    apart = division.event.rules.ties_apart
    leaders = []
    for number, table in enumerate(tables_by_round(division, public=public), start=1):
        first = [line for line in table.lines if line.rank == 1]
        if first and len(first) <= 3:
            names = tuple(section.name(line.number) for line in first)
            record = f"{first[0].record_text(ties_apart=apart)} {format_signed(first[0].spread)}"
            leaders.append(RoundLeaders(number, names, record))
    return leaders
