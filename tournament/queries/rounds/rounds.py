"""Rounds and boards as the director sees them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import (
    Case,
    Count,
    Exists,
    Min,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    When,
)
from django.db.models.functions import JSONObject
from django.utils.dateparse import parse_datetime

from tournament.engine.message import messages_from_json
from tournament.engine.pairing.method import all_methods
from tournament.engine.pairing.plan import public_reasons
from tournament.engine.pairing.round_robin_tables import rounds_in_cycle
from tournament.engine.results import GAMES
from tournament.models import Division, Entry, Pairing, PlayerReport, ResultEntry, Round
from tournament.models.results import ResultSource, ResultStatus
from tournament.models.rounds import Phase
from tournament.wording.methods import pairing_in_words
from tournament.wording.results import result_wording
from tournament.wording.sentences import known_sentences

MIN_BOARDS_SHARING_REASONS = 3
"""The minimum number of boards for which shared reasons are shown only once."""


@dataclass(frozen=True, slots=True)
class ReportedScores:
    """A player's report: both scores in the order of the board's players, and its time (ISO 8601)."""

    pk: int
    first: int
    second: int
    at: str
    at_kiosk: bool

    @property
    def scores(self) -> tuple[int, int]:
        """Both scores, the first player's before the second's."""
        return self.first, self.second

    @property
    def time(self) -> datetime | None:
        """The time of the report."""
        return parse_datetime(self.at)


@dataclass(frozen=True)
class Board:
    """One pairing with its results so far."""

    pairing: Pairing
    result: ResultEntry | None
    beside: tuple[ResultEntry, ...]
    """Undecided further results that contradict the one that counts."""

    turns: int = 0
    """Number of turns recorded on the score pad."""
    names: Mapping[int, str] = field(default_factory=dict)
    """The names, by number, of the division's players on all boards that were read together."""
    by_first: ReportedScores | None = None
    """The first player's report, or None."""
    by_second: ReportedScores | None = None

    @property
    def reports(self) -> tuple[ReportedScores, ...]:
        """The players' reports."""
        return tuple(report for report in (self.by_first, self.by_second) if report is not None)

    @property
    def reports_differ(self) -> bool:
        """Whether the two reports differ while no result counts."""
        return self.result is None and len({report.scores for report in self.reports}) > 1

    @property
    def is_unconfirmed(self) -> bool:
        """Whether the result counts provisionally because only one player has reported it."""
        return self.result is not None and is_provisional(
            self.result, [report.scores for report in self.reports]
        )

    @property
    def is_recording(self) -> bool:
        """Whether the board's game is being recorded and is not finished."""
        game = self.pairing.game
        return game is not None and game.finished_at is None

    @property
    def state(self) -> str:
        """The state: `reported` (by one player only), `disputed`, `in`, `recording` or `missing`."""
        if self.is_unconfirmed or (self.result is None and len(self.reports) == 1):
            return "reported"
        if self.beside or self.reports_differ:
            return "disputed"
        if self.result is not None:
            return "in"
        return "recording" if self.is_recording else "missing"

    @property
    def first_wins(self) -> bool:
        """Whether the result that counts is a game won by the first player."""
        return self._winner_is(0)

    @property
    def second_wins(self) -> bool:
        """Whether the result that counts is a game won by the second player."""
        return self._winner_is(1)

    def _winner_is(self, seat: int) -> bool:
        result = self.result
        return result is not None and result.is_game and tuple(result.winners) == (seat,)

    @property
    def spread(self) -> int | None:
        """The winner's margin in points, or None if no game was won."""
        result = self.result
        if result is None or not (self.first_wins or self.second_wins):
            return None
        return result.margin if self.first_wins else result.opponent_margin

    @property
    def outcome(self) -> str:
        """The winner, a tie, or why no game was played; empty if there is no result."""
        result, second = self.result, self.pairing.second
        if result is None:
            return ""
        if second is None:
            return result.label_without_opponent
        if not result.is_game:
            return result.label_for_players(self.pairing.first.name, second.name)
        if len(result.winners) > 1:
            return result_wording("a_tie")
        winner = second if result.winners == (1,) else self.pairing.first
        return result_wording("wins", winner=winner.name)

    @property
    def reasons(self) -> tuple[str, ...]:
        """The public reasons for this pairing."""
        return known_sentences(public_reasons(messages_from_json(self.pairing.reasons)), self.names)

    @property
    def is_missing(self) -> bool:
        """Whether the board has no result."""
        return self.result is None


def is_provisional(result: ResultEntry, reported: Sequence[tuple[int, int]]) -> bool:
    """Return whether a result counts only because one of the two players reported it.

    `reported` are the scores in the players' current reports.
    """
    own = result.source == ResultSource.REPORTED and result.entered_by_id is None
    return own and reported.count((result.first_score, result.second_score)) < 2


@dataclass(frozen=True)
class RoundSummary:
    """A round, and how many boards and results it has; byes are not boards."""

    round: Round
    boards: int
    results: int
    contested_board: int | None = None
    """The first board with a second, undecided result, or None."""

    @property
    def missing(self) -> int:
        """Number of missing results."""
        return self.boards - self.results

    @property
    def pairing_description(self) -> str:
        """A description of how the round was paired."""
        return pairing_in_words(self.round.method, self.round.options, self.round.source_round)


def round_summaries(division: Division) -> list[RoundSummary]:
    """Return a summary of every round that has pairings, in order. One query."""
    live = Q(pairings__replaced_at=None)
    games = live & Q(pairings__second__isnull=False)
    counted = games & Q(pairings__results__standing=ResultStatus.COUNTS)
    beside = Q(pairings__replaced_at=None, pairings__results__standing=ResultStatus.BESIDE)
    rounds = (
        Round.objects.filter(division=division)
        .annotate(
            in_it=Count("pairings", filter=live, distinct=True),
            boards=Count("pairings", filter=games, distinct=True),
            entered=Count("pairings", filter=counted, distinct=True),
            contested=Min("pairings__board", filter=beside),
        )
        .filter(in_it__gt=0)
        .order_by("number")
    )
    summaries = []
    for row in rounds:
        row.division = division
        summaries.append(RoundSummary(row, row.boards, row.entered, row.contested))
    return summaries


def boards_of(round_: Round, only: Pairing | None = None) -> list[Board]:
    """Return every current pairing of a round, or only the pairing `only`, in board order, byes last. Two queries."""
    pairings = current_pairings(round_)
    boards = boards_with_results(pairings if only is None else pairings.filter(pk=only.pk))
    for board in boards:
        board.pairing.round = round_
    return sorted(boards, key=lambda b: (b.pairing.board is None, b.pairing.board or 0))


def boards_with_results(
    pairings: QuerySet[Pairing], people: Mapping[int, Entry] | None = None
) -> list[Board]:
    """Return these pairings with their results and players' reports, unordered. Two queries.

    `people` maps keys to entries, so that players are not read again; the users who entered the
    results then take one more query.
    """
    standing = ResultEntry.objects.exclude(standing=ResultStatus.SUPERSEDED)
    if people is None:
        pairings = pairings.select_related("first__player", "second__player")
        standing = standing.select_related("entered_by")
    else:
        standing = standing.prefetch_related("entered_by")
    rows = (
        pairings.select_related("game")
        .annotate(
            turns=Count(
                "game__entries", filter=Q(game__entries__superseded_at=None), distinct=True
            ),
            by_first=_report_subquery("first"),
            by_second=_report_subquery("second"),
        )
        .prefetch_related(Prefetch("results", queryset=standing, to_attr="not_superseded"))
    )
    if people is not None:
        for pairing in rows:
            pairing.first = people[pairing.first_id]
            pairing.second = people[pairing.second_id] if pairing.second_id else None
    names: dict[int, dict[int, str]] = defaultdict(dict)
    for pairing in rows:
        for entry in filter(None, (pairing.first, pairing.second)):
            names[entry.division_id][entry.number] = entry.name
    boards = []
    for pairing in rows:
        entries = pairing.not_superseded
        counts = next((entry for entry in entries if entry.standing == ResultStatus.COUNTS), None)
        beside = tuple(entry for entry in entries if entry is not counts)
        reports = [
            ReportedScores(**report) if report else None
            for report in (pairing.by_first, pairing.by_second)
        ]
        own_names = names[pairing.first.division_id]
        boards.append(Board(pairing, counts, beside, pairing.turns, own_names, *reports))
    return boards


def _report_subquery(seat: str) -> Subquery:
    """Return a subquery for the report of the player in this seat, as JSON."""
    live = PlayerReport.objects.filter(
        pairing=OuterRef("pk"), entry=OuterRef(seat), replaced_at=None
    )
    return Subquery(
        live.values(
            report=JSONObject(
                pk="pk", first="first_score", second="second_score", at="at", at_kiosk="at_kiosk"
            )
        )[:1]
    )


@dataclass(frozen=True, slots=True)
class OpenBoards:
    """The boards of a round that have no result, and those that wait for a decision (`contested_filter`), in order."""

    missing: tuple[int, ...] = ()
    contested: tuple[int, ...] = ()


def missing_result_count(division: Division, number: int) -> int:
    """Return the number of boards without a result in round `number`, 0 for a draft. One query."""
    boards = Pairing.objects.filter(
        round__division=division, round__number=number, replaced_at=None, second__isnull=False
    ).exclude(round__phase=Phase.DRAFT)
    return boards.exclude(results__standing=ResultStatus.COUNTS).count()


def open_boards(round_: Round) -> OpenBoards:
    """Return the missing and contested boards of a round. One query."""
    rows = (
        current_pairings(round_)
        .filter(board__isnull=False)
        .annotate(
            is_missing=Case(When(missing_result_filter(), then=True), default=False),
            is_contested=Case(When(contested_filter(), then=True), default=False),
        )
        .values_list("board", "is_missing", "is_contested")
    )
    return OpenBoards(
        tuple(board for board, missing, _contested in rows if missing),
        tuple(board for board, _missing, contested in rows if contested),
    )


def missing_result_filter() -> Q:
    """Return a filter for pairings without a result that counts."""
    return Q(~_has_result(ResultStatus.COUNTS))


def contested_filter() -> Q:
    """Return a filter for pairings with a second, undecided result, or with differing reports and no result."""
    live = PlayerReport.objects.filter(replaced_at=None)
    other = live.filter(pairing=OuterRef("pairing")).exclude(
        first_score=OuterRef("first_score"), second_score=OuterRef("second_score")
    )
    differing = live.filter(Exists(other), pairing=OuterRef("pk"))
    return Q(_has_result(ResultStatus.BESIDE)) | (missing_result_filter() & Q(Exists(differing)))


def _has_result(standing: ResultStatus) -> Exists:
    return Exists(ResultEntry.objects.filter(pairing=OuterRef("pk"), standing=standing))


def board_with_same_scores(pairing: Pairing, one: int, other: int) -> int | None:
    """Return the number of another board of the round with these two scores, in either order, or None. One query."""
    return (
        ResultEntry.objects.filter(
            Q(first_score=one, second_score=other) | Q(first_score=other, second_score=one),
            pairing__round=pairing.round_id,
            pairing__replaced_at=None,
            outcome__in=GAMES,
            standing=ResultStatus.COUNTS,
        )
        .exclude(pairing=pairing)
        .values_list("pairing__board", flat=True)
        .first()
    )


def shared_reasons(reasons: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Return the reasons shared by all boards that have reasons, in the order of the first such board.

    The result is empty for fewer than three such boards.
    """
    boards = [row for row in reasons if row]
    if len(boards) < MIN_BOARDS_SHARING_REASONS:
        return ()
    return tuple(reason for reason in boards[0] if all(reason in row for row in boards))


def current_pairings(round_: Round) -> Any:
    """Return the pairings of a round that have not been replaced, in board order."""
    return Pairing.objects.filter(round=round_, replaced_at=None).order_by("board", "id")


def next_round_number(division: Division) -> int:
    """Return the number of the first unpublished round, the next to pair. One query."""
    settled = Round.objects.filter(division=division).exclude(phase=Phase.DRAFT)
    return max(settled.values_list("number", flat=True), default=0) + 1


def result_history(pairing: Pairing) -> list[ResultEntry]:
    """Return every result ever entered for a pairing, oldest first. One query."""
    return list(
        ResultEntry.objects.filter(pairing=pairing).select_related("entered_by").order_by("id")
    )


def current_results(pairing: Pairing) -> list[ResultEntry]:
    """Return the results of a pairing that are not superseded, oldest first. One query."""
    return [
        *ResultEntry.objects.filter(pairing=pairing)
        .exclude(standing=ResultStatus.SUPERSEDED)
        .select_related("entered_by")
        .order_by("id")
    ]


def round_robin_options(division: Division, number: int) -> dict[str, Any] | None:
    """Return the options of a round robin that continues with round `number`, or None. One query."""
    rows = Round.objects.filter(division=division, number=number - 1)
    before = rows.exclude(phase=Phase.DRAFT).first()
    if before is None or before.method != "round_robin":
        return None
    # A round from an archive may lack these options; without players the table cannot continue.
    options = asdict(all_methods()[before.method].Options()) | before.options
    length = rounds_in_cycle(len(options["field"])) * options["cycles"] if options["field"] else 0
    return options if length and number < options["start_round"] + length else None
