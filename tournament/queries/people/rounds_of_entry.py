"""The rounds that an entry has played or missed, and statistics of its games."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, Q

from tournament.models import Entry, Pairing, ResultEntry
from tournament.models.results import ResultStatus
from tournament.models.rounds import Phase


@dataclass(frozen=True)
class EntryRound:
    """One round of an entry: the pairing, the opponent and the counting result."""

    pairing: Pairing
    opponent: Entry | None
    is_first: bool
    goes_first: bool | None
    """Like `is_first`, but None if it is unknown who went first."""
    result: ResultEntry | None

    @property
    def number(self) -> int:
        """The round's number."""
        return self.pairing.round.number

    @property
    def spread(self) -> int | None:
        """The entry's own spread, or None if there is no result."""
        if self.result is None:
            return None
        return self.result.margin if self.is_first else self.result.opponent_margin

    @property
    def outcome_code(self) -> str:
        """The outcome of the game for the entry: `won`, `lost` or `tied`; empty if there is no game or result."""
        winners = self.result.winners if self.result else ()
        if len(winners) == 2:
            return "tied"
        return ("won" if winners == (0 if self.is_first else 1,) else "lost") if winners else ""

    @property
    def unplayed_reason(self) -> str:
        """The reason why two paired players played no game.

        It is an empty string for a game or a bye, or if there is no result.
        """
        if self.result is None or self.opponent is None or self.result.is_game:
            return ""
        assert self.pairing.second is not None, "an opponent sits on the other side"
        return self.result.label_for_players(self.pairing.first.name, self.pairing.second.name)

    @property
    def scores(self) -> str:
        """The entry's score and the opponent's, such as `412-380`; an empty string if they are unknown."""
        if self.result is None or not self.result.is_game or self.result.spread_only:
            return ""
        own = (self.result.first_score, self.result.second_score)
        return "-".join(str(score) for score in (own if self.is_first else own[::-1]))


def rounds_of_entry(entry: Entry) -> list[EntryRound]:
    """Return every round past its draft in which the entry is paired, in order. Two queries."""
    counting = ResultEntry.objects.filter(standing=ResultStatus.COUNTS)
    rows = (
        Pairing.objects.filter(Q(first=entry) | Q(second=entry), replaced_at=None)
        .exclude(round__phase=Phase.DRAFT)
        .select_related("round", "first__player", "second__player")
        .prefetch_related(Prefetch("results", queryset=counting, to_attr="counting"))
        .order_by("round__number")
    )
    unknown = entry.division.start_rules.unknown
    rounds = []
    for row in rows:
        first = row.first_id == entry.pk
        known = (row.round.number, row.first.number) not in unknown
        rounds.append(
            EntryRound(
                row,
                row.second if first else row.first,
                first,
                first if known else None,
                next(iter(row.counting), None),
            )
        )
    return rounds


@dataclass(frozen=True, slots=True)
class EntryStatistics:
    """Statistics of an entry's games; scores are in points.

    `firsts` and `seconds` count all the entry's pairings with an opponent for which it is known who
    went first.
    """

    games: int
    average: float
    opponent_average: float
    highest: int
    firsts: int
    seconds: int


def entry_statistics(rounds: Sequence[EntryRound]) -> EntryStatistics | None:
    """Return statistics of the games with both scores, or None if there are none."""
    scores = []
    for row in rounds:
        if row.result and row.result.is_game and not row.result.spread_only:
            own = (row.result.first_score or 0, row.result.second_score or 0)
            scores.append(own if row.is_first else own[::-1])
    if not scores:
        return None
    return EntryStatistics(
        len(scores),
        sum(own for own, _ in scores) / len(scores),
        sum(theirs for _, theirs in scores) / len(scores),
        max(own for own, _ in scores),
        sum(row.goes_first is True for row in rounds if row.opponent),
        sum(row.goes_first is False for row in rounds if row.opponent),
    )
