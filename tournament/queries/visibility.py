"""The rule for how much of a game recorded turn by turn is public, decided in this one place.

Every public view of a game (the site with its pictures, screens, stream sources, the API,
files for the web) uses it and sees the released turns as if there were no others. A
game is over when its record is finished, a result counts at its board, or its round or
event is closed; then all its turns are released. While it is live, the event's rules
decide: nothing until it is over, all but the latest turns, or every turn at once. Drafts
and rounds that are held back are never released.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Case, Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, When

from scoring.models import Game, Ruling, TurnEntry
from scoring.queries.sheets import GameSheet, SheetRow
from tournament.engine.event_rules import ENDED, EVERY_TURN, EventRules
from tournament.engine.naming import FULL, initials_of
from tournament.models import Division, Pairing, ResultEntry
from tournament.models.results import ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.people.entries import name_form_of, public_name

_COUNTING_RESULTS = ResultEntry.objects.filter(pairing=OuterRef("pk"), standing=ResultStatus.COUNTS)
_CURRENT_TURNS = TurnEntry.objects.filter(game=OuterRef("game"), superseded_at=None)
LIVE_GAME_FILTER = (
    Q(game__finished_at=None, round__division__event__closed_at=None)
    & ~Q(round__phase=Phase.CLOSED)
    & ~Exists(_COUNTING_RESULTS)
)
"""A filter for boards whose recorded game is live."""
ENDED_GAME_FILTER = ~LIVE_GAME_FILTER & (
    Q(game__finished_at__isnull=False) | Exists(_CURRENT_TURNS)
)
"""A filter for boards whose game is over and has a record."""


@dataclass(frozen=True)
class PublicGame:
    """A recorded game as the public may see it."""

    pairing: Pairing
    """The pairing with its round, division and entries loaded."""
    game: Game
    sheet: GameSheet
    """The released turns, replayed, without any knowledge of later ones."""
    is_live: bool
    """Whether the game is live."""
    shows_differences: bool
    """Whether announced scores and rulings may be shown beside the scores that count."""
    names: Mapping[str, str]
    hides_full_name: bool
    """Whether one of the two players is not shown by their full name."""

    @cached_property
    def result(self) -> ResultEntry | None:
        """The result that counts for an ended game whose record stops before its end, else None. At most one query."""
        if self.is_live or self.game.finished_at is not None:
            return None
        return ResultEntry.objects.filter(
            pairing=self.pairing, standing=ResultStatus.COUNTS
        ).first()

    @property
    def round(self) -> int:
        """The number of the game's round."""
        return self.pairing.round.number

    @property
    def board(self) -> int | None:
        """The number of the game's board."""
        return self.pairing.board

    def public_name(self, name: str) -> str:
        """Return the public form of a name in the record.

        A name that neither player bears any more is shortened if one of the two is not shown in
        full.
        """
        return self.names.get(name, initials_of(name) if self.hides_full_name else name)

    @property
    def players(self) -> list[str]:
        """The public names in the order of seats."""
        return [self.public_name(name) for name in self.sheet.names]

    def announced(self, row: SheetRow) -> int | None:
        """Return the announced score of a row; None if it may not be shown or was not recorded."""
        return row.announced if self.shows_differences else None

    def ruling(self, row: SheetRow) -> Ruling | None:
        """Return the ruling on a row, or None if there is none or it may not be shown."""
        return row.ruling if self.shows_differences else None


def public_turn_count(rules: EventRules, entries: int) -> int:
    """Return the number of recorded turns of a live game that are public, out of `entries`."""
    if rules.live_boards == EVERY_TURN:
        return entries
    return 0 if rules.live_boards == ENDED else max(0, entries - rules.live_turns)


def public_game(division: Division, number: int, board: int) -> PublicGame | None:
    """Return the public game at a board of a round, or None if no part of it is released. Four queries."""
    return next(iter(_public_games_at(_boards(division, number).filter(board=board))), None)


def public_games(
    division: Division, number: int | None = None, *, live: bool | None = None
) -> list[PublicGame]:
    """Return the public games of a division or of one round, in order. Four queries.

    `live` limits them to live games (True) or to games that are over (False).
    """
    boards = _boards(division, number)
    if live is not None:
        boards = boards.filter(LIVE_GAME_FILTER if live else ENDED_GAME_FILTER)
    return list(_public_games_at(boards))


def ended_games(division: Division) -> frozenset[tuple[int, int | None]]:
    """Return the round and board of every recorded public game that is over. One query."""
    boards = _boards(division, None).filter(ENDED_GAME_FILTER)
    return frozenset(boards.values_list("round__number", "board"))


def ended_games_of(divisions: Collection[Division]) -> frozenset[tuple[int, str, int, int | None]]:
    """Return (event key, division name, round, board) of each ended public game in several divisions. One query."""
    boards = _recorded_pairings(Pairing.objects.filter(round__division__in=divisions)).filter(
        Q(round__division__held_back_from=None)
        | Q(round__number__lt=F("round__division__held_back_from")),
        ENDED_GAME_FILTER,
    )
    return frozenset(
        boards.values_list(
            "round__division__event", "round__division__name", "round__number", "board"
        )
    )


def live_boards(division: Division) -> list[tuple[int, int | None]]:
    """Return the round and board of every live game with released turns, in order. One query."""
    if division.event.rules.live_boards == ENDED:
        return []
    begun = (
        _boards(division, None)
        .filter(LIVE_GAME_FILTER)
        .annotate(turns=Count("game__entries", filter=Q(game__entries__superseded_at=None)))
        .values_list("round__number", "board", "turns")
    )
    rules = division.event.rules
    return [(number, board) for number, board, turns in begun if public_turn_count(rules, turns)]


def _boards(division: Division, number: int | None) -> QuerySet[Pairing]:
    """Return the boards with a record in public rounds, in order; all rounds if `number` is None.

    Rounds that are held back are left out, and so are live games of which nothing is public.
    """
    boards = _recorded_pairings(Pairing.objects.filter(round__division=division)).order_by(
        "round__number", "board"
    )
    if number is not None:
        boards = boards.filter(round__number=number)
    if division.held_back_from is not None:
        boards = boards.filter(round__number__lt=division.held_back_from)
    if division.event.rules.live_boards == ENDED:
        boards = boards.filter(ENDED_GAME_FILTER)
    return boards


def _recorded_pairings(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """Return pairings of two players with a record, outside drafts."""
    return pairings.filter(replaced_at=None, game__isnull=False, second__isnull=False).exclude(
        round__phase=Phase.DRAFT
    )


def _public_games_at(boards: QuerySet[Pairing]) -> Iterable[PublicGame]:
    """Yield the games at these boards with their released turns, leaving out games that have none.

    A finished game, and a live one with every turn public, are included even without turns.
    """
    turns = TurnEntry.objects.filter(superseded_at=None).prefetch_related(
        Prefetch("rulings", Ruling.objects.select_related("ruled_by"))
    )
    for pairing in (
        boards.annotate(is_live=Case(When(LIVE_GAME_FILTER, then=True), default=False))
        .select_related("game", "round__division__event", "first__player", "second__player")
        .prefetch_related("game__players", Prefetch("game__entries", turns, to_attr="standing"))
    ):
        game = pairing.game
        assert game is not None  # only boards with a record
        rules = pairing.round.division.event.rules
        entries = list(game.standing)  # type: ignore[attr-defined]
        is_live: bool = pairing.is_live
        if is_live:
            entries = entries[: public_turn_count(rules, len(entries))]
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
            any(name_form_of(entry) != FULL for entry in two),
        )
