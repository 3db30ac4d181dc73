"""The lists of results and of recorded games."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import django_tables2 as tables
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.models import Game
from scoring.tables import FigureColumn, ListFilter, ListTable, MomentColumn, TextColumn
from scoring.wording.phrases import format_signed, scores_line
from tournament.models import Round
from tournament.queries.rounds.rounds import Board
from tournament.web.access import Permission, has_page_permission
from tournament.web.tables import NameColumn

STATES = (
    ("missing", _lazy("missing")),
    ("recording", _lazy("being recorded")),
    ("reported", _lazy("reported, not confirmed")),
    ("two", _lazy("two results")),
    ("typed", _lazy("entered")),
    ("recorded", _lazy("recorded")),
)


def state_of(board: Board) -> str:
    """Return the state of the board as a key of `STATES`.

    Contradictions come first, then reports, missing or running games, and the source of the
    result.
    """
    if board.beside or board.reports_differ:
        return "two"
    if board.state == "reported":
        return "reported"
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
    """All boards of the published rounds of an event."""

    key = "results"
    searched = ("pairing__first__player__name", "pairing__second__player__name", "pairing__board")
    always = ("round", "board")
    at_first_hidden = ("entered_by", "entered_at")

    division = TextColumn(verbose_name=_lazy("Division"), accessor="pairing__round__division__name")
    round = FigureColumn(verbose_name=_lazy("Round"), accessor="pairing__round__number")
    board = FigureColumn(
        verbose_name=_lazy("Board"), accessor="pairing__board", linkify=_board_address
    )
    first = NameColumn(
        plain=True, verbose_name=_lazy("First"), listed="pairing__first__player__name"
    )
    first_score = FigureColumn(
        plain=True, verbose_name=_lazy("Score"), accessor="result__first_score"
    )
    second_score = FigureColumn(
        plain=True, verbose_name=_lazy("Second player’s score"), accessor="result__second_score"
    )
    second = NameColumn(
        plain=True, verbose_name=_lazy("Second"), listed="pairing__second__player__name"
    )
    spread = FigureColumn(verbose_name=_lazy("Spread"), accessor="result__margin")
    outcome = tables.Column(  # paper has the scores, and names need the room
        verbose_name=_lazy("Result"),
        default="",
        attrs={"th": {"class": "screen-only"}, "td": {"class": "words plain screen-only"}},
    )
    state = tables.Column(verbose_name=_lazy("State"), empty_values=(), orderable=False)
    entered_by = TextColumn(
        verbose_name=_lazy("Entered by"), accessor="result__entered_by__username"
    )
    entered_at = MomentColumn(
        verbose_name=_lazy("Entered at"), accessor="result__entered_at", format="j M, H:i"
    )

    def checkbox_value(self, record: Board) -> str:
        """Return the division, round and board as in a.2.5, or an empty string for a pairing without a board."""
        pairing = record.pairing
        if pairing.board is None:
            return ""
        return f"{pairing.round.division.slug}.{pairing.round.number}.{pairing.board}"

    def checkbox_label(self, record: Board) -> str:
        """Return the accessible label of the board's checkbox."""
        pairing = record.pairing
        return _("Select division {division}, round {round}, board {board}").format(
            division=pairing.round.division, round=pairing.round.number, board=pairing.board
        )

    def render_first_score(self, record: Board, value: int) -> str:
        """Return the score, or an empty string if no game was played or only its spread is known."""
        return str(value) if _has_scores(record) else ""

    def render_second_score(self, record: Board, value: int) -> str:
        """Return the second player's score like `render_first_score`."""
        return str(value) if _has_scores(record) else ""

    def value_first_score(self, record: Board, value: int) -> int | None:
        """Return the score as a number for a file, or None where `render_first_score` is empty."""
        return value if _has_scores(record) else None

    def value_second_score(self, record: Board, value: int) -> int | None:
        """Return the second player's score as a number for a file, or None where `render_second_score` is empty."""
        return value if _has_scores(record) else None

    def render_spread(self, value: int) -> str:
        """Return the first player's spread with its sign."""
        return format_signed(value)

    def value_spread(self, value: int) -> int:
        """Return the first player's spread as a number, for a file."""
        return value

    def render_state(self, record: Board) -> str:
        """Return the state of the board in words, or an empty string for a typed result."""
        state = state_of(record)
        return "" if state == "typed" else str(dict(STATES)[state])


class GamesTable(ListTable):
    """Recorded games, newest first."""

    key = "games"
    always = ("players",)
    per_page = 50

    created_at = MomentColumn(verbose_name=_lazy("Date"), format="j M Y")
    players = TextColumn(
        verbose_name=_lazy("Players"),
        empty_values=(),
        order_by="summary__players",
        linkify=lambda record: record.get_absolute_url(),
    )
    finals = TextColumn(verbose_name=_lazy("Result"), empty_values=(), orderable=False)
    where = TextColumn(
        verbose_name=_lazy("Place"),
        empty_values=(),
        order_by=("pairing__round__division__event__name", "title"),
        linkify=lambda record: _event_or_title(record)[1],
    )
    round = FigureColumn(verbose_name=_lazy("Round"), accessor="pairing__round__number")
    bingos = FigureColumn(verbose_name=_lazy("Bingos"), accessor="summary__bingos")
    differences = FigureColumn(verbose_name=_lazy("Differences"), accessor="summary__differences")
    rulings = FigureColumn(verbose_name=_lazy("Rulings"), accessor="summary__rulings")
    more = tables.Column(
        verbose_name=_lazy("File"), empty_values=(), orderable=False, exclude_from_export=True
    )

    def render_players(self, record: Game) -> str:
        """Return the players in the order of play."""
        return " – ".join(_player_names(record))

    def render_finals(self, record: Game) -> str:
        """Return the final scores, or “open” for an unfinished game."""
        finals = _final_scores(record)
        return scores_line(finals) if finals else _("open")

    def render_where(self, record: Game) -> str:
        """Return the event, or the title of a game outside events."""
        return _event_or_title(record)[0]

    def render_more(self, record: Game) -> str:
        """Return the link to the game's files and, for readers who may copy the game, a button for copying it."""
        return render_to_string(
            "tournament/results/_library_actions.html",
            {"game": record, "directs": self.directs, "csrf_token": self.csrf_token},
        )

    @cached_property
    def directs(self) -> bool:
        """Whether the reader may copy a game."""
        return has_page_permission(self.request, Permission.DIRECT)

    @cached_property
    def csrf_token(self) -> str:
        """The CSRF token of the forms in the rows, computed once."""
        return get_token(self.request)

    def checkbox_label(self, record: Game) -> str:
        """Return the accessible label of the game's checkbox."""
        return _("Select {game}").format(game=" – ".join(_player_names(record)))


def _player_names(game: Game) -> list[str]:
    return [player.name for player in game.players.all()]


def _final_scores(game: Game) -> list[int]:
    summary = getattr(game, "summary", None)
    return summary.finals if summary is not None else []


def _event_or_title(game: Game) -> tuple[str, str | None]:
    """Return the event and its address, or the title and None for a game outside events."""
    pairing = getattr(game, "pairing", None)
    if pairing is None:
        return game.title, None
    event = pairing.round.division.event
    return str(event), event.get_absolute_url()


def _has_scores(board: Board) -> bool:
    return bool(board.result and board.result.is_game and not board.result.spread_only)


def result_filters(rounds_listed: Iterable[Round]) -> list[ListFilter]:
    """Return the filters by state and, if they offer a choice, by division and round."""
    by_place = sorted(rounds_listed, key=lambda row: (row.division.position, row.division.pk))
    divisions = {row.division.slug: row.division for row in by_place}
    rounds = sorted({row.number for row in by_place})
    filters = []
    if len(divisions) > 1:
        choices = [(slug, division.name) for slug, division in divisions.items()]
        filters.append(
            ListFilter(
                "division",
                _("Division"),
                choices,
                lambda row, key: row.pairing.round.division.slug == key,
            )
        )
    if len(rounds) > 1:
        numbers = [(str(number), str(number)) for number in rounds]
        filters.append(
            ListFilter(
                "round", _("Round"), numbers, lambda row, key: str(row.pairing.round.number) == key
            )
        )
    filters.append(ListFilter("state", _("State"), STATES, lambda row, key: state_of(row) == key))
    return filters
