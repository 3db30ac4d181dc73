"""The lists of results a director works with."""

from __future__ import annotations

from collections.abc import Sequence

import django_tables2 as tables
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.wording.phrases import signed
from tournament.queries.rounds.rounds import Board
from tournament.web.tables import FigureColumn, Filter, ListTable, TextColumn

STATES = (
    ("missing", _lazy("missing")),
    ("recording", _lazy("being recorded")),
    ("two", _lazy("two results")),
    ("typed", _lazy("entered")),
    ("recorded", _lazy("recorded")),
)


def state_of(board: Board) -> str:
    """How the board stands: the key of a choice of `STATES`."""
    if board.beside:
        return "two"
    if board.result is None:
        return "recording" if board.is_recording else "missing"
    return "recorded" if board.result.source == "recorded" else "typed"


def _board_address(record: Board) -> str | None:
    pairing = record.pairing
    division = pairing.round.division
    if pairing.board is None:
        return None
    names = [division.event.slug, division.slug, pairing.round.number, pairing.board]
    return reverse("board", args=names)


class ResultsTable(ListTable):
    """Every board of every published round of an event."""

    key = "results"
    searched = ("pairing__first__player__name", "pairing__second__player__name", "pairing__board")
    always = ("round", "board")
    at_first_hidden = ("entered_by", "entered_at")

    division = TextColumn(verbose_name=_lazy("Division"), accessor="pairing__round__division__name")
    round = FigureColumn(verbose_name=_lazy("Round"), accessor="pairing__round__number")
    board = FigureColumn(
        verbose_name=_lazy("Board"), accessor="pairing__board", linkify=_board_address
    )
    first = TextColumn(
        verbose_name=_lazy("First"),
        accessor="pairing__first__player__name",
        order_by="pairing__first__player__sort_name",
    )
    first_score = FigureColumn(verbose_name=_lazy("Score"), accessor="result__first_score")
    second_score = FigureColumn(
        verbose_name=_lazy("Score of the second"), accessor="result__second_score"
    )
    second = TextColumn(
        verbose_name=_lazy("Second"),
        accessor="pairing__second__player__name",
        order_by="pairing__second__player__sort_name",
    )
    spread = FigureColumn(verbose_name=_lazy("Spread"), accessor="result__margin")
    outcome = TextColumn(verbose_name=_lazy("Result"))
    state = tables.Column(verbose_name=_lazy("State"), empty_values=(), orderable=False)
    entered_by = TextColumn(
        verbose_name=_lazy("Entered by"), accessor="result__entered_by__username"
    )
    entered_at = tables.DateTimeColumn(
        verbose_name=_lazy("Entered at"),
        accessor="result__entered_at",
        format="j M H:i",
        default="",
    )

    def render_first_score(self, record: Board, value: int) -> str:
        """The score; nothing where no game was played, or only its spread is known."""
        return str(value) if _has_scores(record) else ""

    def render_second_score(self, record: Board, value: int) -> str:
        """The score of who goes second, as `render_first_score`."""
        return str(value) if _has_scores(record) else ""

    def value_first_score(self, record: Board, value: int) -> int | None:
        """The score as a figure, for a file."""
        return value if _has_scores(record) else None

    def value_second_score(self, record: Board, value: int) -> int | None:
        """The score of who goes second as a figure, for a file."""
        return value if _has_scores(record) else None

    def render_spread(self, value: int) -> str:
        """The spread of who goes first, with its sign."""
        return signed(value)

    def value_spread(self, value: int) -> int:
        """The spread of who goes first as a figure, for a file."""
        return value

    def render_state(self, record: Board) -> str:
        """How the board stands, in words."""
        return str(dict(STATES)[state_of(record)])


def _has_scores(board: Board) -> bool:
    return bool(board.result and board.result.is_game and not board.result.spread_only)


def result_filters(boards: Sequence[Board]) -> list[Filter]:
    """What narrows the list of results, as far as there is something to choose between."""
    divisions = {
        board.pairing.round.division.slug: board.pairing.round.division for board in boards
    }
    rounds = sorted({board.pairing.round.number for board in boards})
    filters = []
    if len(divisions) > 1:
        choices = [(slug, division.name) for slug, division in divisions.items()]
        filters.append(
            Filter(
                "division",
                _("Division"),
                choices,
                lambda row, key: row.pairing.round.division.slug == key,
            )
        )
    if len(rounds) > 1:
        numbers = [(str(number), str(number)) for number in rounds]
        filters.append(
            Filter(
                "round", _("Round"), numbers, lambda row, key: str(row.pairing.round.number) == key
            )
        )
    filters.append(Filter("state", _("State"), STATES, lambda row, key: state_of(row) == key))
    return filters
