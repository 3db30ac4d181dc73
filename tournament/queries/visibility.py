"""What everybody may see of a game recorded turn by turn: the one place that decides it.

Every public reader of a game (the site with its pictures, screens, stream sources, the API, files for the web) asks
here and sees the turns that are released, as if no other had been played. A game is over when its record is finished,
when a result counts at its board, or when its round or event is closed; all its turns are released then. While it is
live the event's rules decide: nothing until it is over, all but the latest turns, or every turn at once. Nothing of a
draft or of a round held back is released.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Case, Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, When

from scoring.models import Game, Ruling, TurnEntry
from scoring.queries.sheets import GameSheet, Row
from tournament.engine.event_rules import ENDED, EVERY_TURN, EventRules
from tournament.engine.naming import FULL, initials_of
from tournament.models import Division, Pairing, ResultEntry
from tournament.models.results import Standing
from tournament.models.rounds import Phase
from tournament.queries.people.entries import public_name, way_of

_COUNTS = ResultEntry.objects.filter(pairing=OuterRef("pk"), standing=Standing.COUNTS)
_TURNS = TurnEntry.objects.filter(game=OuterRef("game"), superseded_at=None)
LIVE = (
    Q(game__finished_at=None, round__division__event__closed_at=None)
    & ~Q(round__phase=Phase.CLOSED)
    & ~Exists(_COUNTS)
)
"""The boards whose recorded game goes on."""
OVER = ~LIVE & (Q(game__finished_at__isnull=False) | Exists(_TURNS))
"""The boards whose game is over and of which something is recorded."""


@dataclass(frozen=True)
class PublicGame:
    """A recorded game as everybody may see it."""

    pairing: Pairing
    """With its round, division and entries loaded."""
    game: Game
    sheet: GameSheet
    """The turns that are released, replayed; nothing in it knows of a later one."""
    is_live: bool
    """Whether the game goes on."""
    shows_differences: bool
    """Whether announced scores and rulings may be shown, or what counts alone."""
    names: Mapping[str, str]
    hides: bool
    """Whether one of the two is not shown by the whole name."""

    @cached_property
    def result(self) -> ResultEntry | None:
        """The result that counts where the record stops before the end of the game, else None. One query at most."""
        if self.is_live or self.game.finished_at is not None:
            return None
        return ResultEntry.objects.filter(pairing=self.pairing, standing=Standing.COUNTS).first()

    @property
    def round(self) -> int:
        """The number of its round."""
        return self.pairing.round.number

    @property
    def board(self) -> int | None:
        """The number of its board."""
        return self.pairing.board

    def shown(self, name: str) -> str:
        """A name of the record as everybody may see it; a name that was corrected since is cut where one is."""
        return self.names.get(name, initials_of(name) if self.hides else name)

    @property
    def players(self) -> list[str]:
        """The names as everybody may see them, in the order of the seats."""
        return [self.shown(name) for name in self.sheet.names]

    def announced(self, row: Row) -> int | None:
        """What was announced on a line; None where it may not be shown, or nobody wrote it down."""
        return row.announced if self.shows_differences else None

    def ruling(self, row: Row) -> Ruling | None:
        """The ruling on a line; None where there is none or it may not be shown."""
        return row.ruling if self.shows_differences else None


def public_turns(rules: EventRules, entries: int) -> int:
    """How many of the turns recorded of a game that goes on everybody may see."""
    if rules.live_boards == EVERY_TURN:
        return entries
    return 0 if rules.live_boards == ENDED else max(0, entries - rules.live_turns)


def public_game(division: Division, number: int, board: int) -> PublicGame | None:
    """Return the game at a board of a round; None where nobody may see one. Four queries."""
    return next(iter(_released(_boards(division, number).filter(board=board))), None)


def public_games(
    division: Division, number: int | None = None, *, live: bool | None = None
) -> list[PublicGame]:
    """Return the games of a division or one round of it that everybody may see, in order. Four queries.

    `live` asks for those that go on (True) or are over (False) alone.
    """
    boards = _boards(division, number)
    if live is not None:
        boards = boards.filter(LIVE if live else OVER)
    return list(_released(boards))


def ended_games(division: Division) -> frozenset[tuple[int, int | None]]:
    """Return round and board of every recorded game that is over and that everybody may see. One query."""
    boards = _boards(division, None).filter(OVER)
    return frozenset(boards.values_list("round__number", "board"))


def ended_games_of(
    divisions: Collection[Division],
) -> frozenset[tuple[int, str, int, int | None]]:
    """The same for several divisions: the key of the event, the division's name, round and board. One query."""
    boards = _shown(Pairing.objects.filter(round__division__in=divisions)).filter(
        Q(round__division__held_back_from=None)
        | Q(round__number__lt=F("round__division__held_back_from")),
        OVER,
    )
    return frozenset(
        boards.values_list(
            "round__division__event", "round__division__name", "round__number", "board"
        )
    )


def live_boards(division: Division) -> list[tuple[int, int | None]]:
    """Return round and board of every live game of which something is released, in order. One query."""
    if division.event.rules.live_boards == ENDED:
        return []
    begun = (
        _boards(division, None)
        .filter(LIVE)
        .annotate(turns=Count("game__entries", filter=Q(game__entries__superseded_at=None)))
        .values_list("round__number", "board", "turns")
    )
    rules = division.event.rules
    return [(number, board) for number, board, turns in begun if public_turns(rules, turns)]


def _boards(division: Division, number: int | None) -> QuerySet[Pairing]:
    """The boards with a record in rounds of which something may be seen, in order."""
    boards = _shown(Pairing.objects.filter(round__division=division)).order_by(
        "round__number", "board"
    )
    if number is not None:
        boards = boards.filter(round__number=number)
    if division.held_back_from is not None:
        boards = boards.filter(round__number__lt=division.held_back_from)
    if division.event.rules.live_boards == ENDED:
        boards = boards.filter(OVER)
    return boards


def _shown(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """Those of two players with a record, and of a round that is no draft."""
    return pairings.filter(replaced_at=None, game__isnull=False, second__isnull=False).exclude(
        round__phase=Phase.DRAFT
    )


def _released(boards: QuerySet[Pairing]) -> Iterable[PublicGame]:
    """The games at these boards, each with what of it is released."""
    turns = TurnEntry.objects.filter(superseded_at=None).prefetch_related(
        Prefetch("rulings", Ruling.objects.select_related("ruled_by"))
    )
    for pairing in (
        boards.annotate(is_live=Case(When(LIVE, then=True), default=False))
        .select_related("game", "round__division__event", "first__player", "second__player")
        .prefetch_related("game__players", Prefetch("game__entries", turns, to_attr="standing"))
    ):
        game = pairing.game
        assert game is not None  # only boards with a record are asked for
        rules = pairing.round.division.event.rules
        entries = list(game.standing)  # type: ignore[attr-defined]
        is_live: bool = pairing.is_live
        if is_live:
            entries = entries[: public_turns(rules, len(entries))]
        begun = entries or game.finished_at is not None
        if not begun and not (is_live and rules.live_boards == EVERY_TURN):
            continue
        two = [entry for entry in (pairing.first, pairing.second) if entry is not None]
        for entry in two:
            entry.division = pairing.round.division
        yield PublicGame(
            pairing,
            game,
            GameSheet(game, entries, [player.name for player in game.players.all()]),
            is_live,
            rules.live_rulings,
            {entry.name: public_name(entry) for entry in two},
            any(way_of(entry) != FULL for entry in two),
        )
