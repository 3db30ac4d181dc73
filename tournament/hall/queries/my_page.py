"""A player's own page: board, record, prospects, reports and requests.

It reveals no secrets: everything about other players comes from `public_division`.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from scoring.wording.phrases import ordinal
from tournament.engine.results import NOBODY
from tournament.engine.standings.prospects import Prospect, SecuredPlace
from tournament.hall.models import PlayerCode, PlayerRequest
from tournament.hall.queries.meetings import HeadToHeadGame, games_between
from tournament.hall.queries.public import PublicDivision, PublicRound, public_division
from tournament.hall.queries.reports import boards_of_player
from tournament.models import Division, Entry, Event
from tournament.queries.cache import cache_reads
from tournament.queries.people.entries import public_name
from tournament.queries.rounds.rounds import Board, ReportedScores
from tournament.queries.standings.prospects import needs_in_game, prospects_of
from tournament.queries.standings.rating_preview import OwnRating, own_rating


@dataclass(frozen=True)
class MyBoard:
    """A board of the player in a current round, from the player's point of view."""

    board: Board
    is_first: bool
    opponent: Entry | None
    meetings: tuple[HeadToHeadGame, ...] = ()
    """Earlier games against the opponent."""

    @property
    def opponent_name(self) -> str:
        """Return the public name of the opponent; empty for a bye."""
        return public_name(self.opponent) if self.opponent else ""

    @property
    def round_number(self) -> int:
        """Return the round number."""
        return self.board.pairing.round.number

    @property
    def my_report(self) -> ReportedScores | None:
        """Return the player's current report, or None if there is none."""
        return self.board.by_first if self.is_first else self.board.by_second

    @property
    def their_report(self) -> ReportedScores | None:
        """Return the opponent's current report, or None if there is none."""
        return self.board.by_second if self.is_first else self.board.by_first

    @property
    def is_open(self) -> bool:
        """Return whether there is no confirmed result."""
        return self.board.result is None or self.board.is_unconfirmed

    @property
    def scores(self) -> tuple[int, int] | None:
        """Return the scores of the result that counts, the player's own first.

        Return None if there is no such result or it has no scores.
        """
        result = self.board.result
        if result is None or not result.is_game or result.spread_only:
            return None
        return self.own_score_first(result.first_score, result.second_score)

    @property
    def my_scores(self) -> tuple[int, int] | None:
        """Return the scores reported by the player, the player's own first; None if there is no report."""
        return self.own_score_first(*self.my_report.scores) if self.my_report else None

    @property
    def their_scores(self) -> tuple[int, int] | None:
        """Return the scores reported by the opponent, the player's own first; None if there is no report."""
        return self.own_score_first(*self.their_report.scores) if self.their_report else None

    def own_score_first(self, first: int, second: int) -> tuple[int, int]:
        """Return the scores with the player's own first."""
        return (first, second) if self.is_first else (second, first)


@dataclass(frozen=True)
class MyPage:
    """The content of a player's page."""

    state: PublicDivision
    entry: Entry
    boards: tuple[MyBoard, ...]
    record: str
    """Wins, losses and spread; empty before the first result and while withheld."""
    place: str
    """The place, such as “4th”; empty whenever `record` is."""
    prospect: Prospect | None
    """The possible final places if they are known and exclude some places, else None."""
    needs: tuple[SecuredPlace, ...]
    """The places that a win in the next game would secure, with the margins needed."""
    rating: OwnRating | None
    """The rating that the player would have if the event ended now, and how the next game would change it.

    None if the player is not rated.
    """
    firsts: int
    seconds: int
    lines: tuple[PublicRound, ...]
    requests: tuple[PlayerRequest, ...]
    """The open requests to the director and the last settled one, latest first."""


def my_page(code: PlayerCode) -> MyPage:
    """Return the page of the player with this code. This takes at most 25 queries, whatever the number of players."""
    entry = code.entry
    division, number = entry.division, entry.number
    with cache_reads():
        state = public_division(division)
        boards = []
        for board in boards_of_player(entry):
            pairing = board.pairing
            is_first = pairing.first_id == entry.pk
            opponent = pairing.second if is_first else pairing.first
            earlier = tuple(
                meeting
                for meeting in (games_between(state, number, opponent.number) if opponent else ())
                if (meeting.event.pk, meeting.round) != (division.event_id, pairing.round.number)
            )
            boards.append(MyBoard(board, is_first, opponent, earlier))
        shown = state.standings
        known = prospects_of(shown, [number])
        needs: tuple[SecuredPlace, ...] = ()
        open_ = next((row for row in boards if row.is_open and row.opponent is not None), None)
        if known is not None and open_ is not None and open_.opponent is not None:
            needs = needs_in_game(shown, number, open_.opponent.number, open_.round_number)
        rating = own_rating(
            division,
            shown.after,
            number,
            open_.opponent.number if open_ and open_.opponent else None,
            open_.round_number if open_ else 0,
        )
    steps = [step for step in state.games.steps[number] if step.opponent != NOBODY]
    prospect = known.by_number.get(number) if known else None
    rank = state.ranks.get(number)
    says_something = prospect is not None and (prospect.best, prospect.worst) != (
        1,
        len(shown.rows),
    )
    return MyPage(
        state,
        entry,
        tuple(boards),
        state.record(number),
        ordinal(rank) if rank else "",
        prospect if says_something else None,
        tuple(need for need in needs if prospect is None or need.place < prospect.worst),
        rating,
        sum(step.goes_first is True for step in steps),
        sum(step.goes_first is False for step in steps),
        tuple(line for line in state.rounds_of(number) if line.result),
        tuple(_requests_to_show(entry)),
    )


def open_requests_of(event: Event, division: Division | None = None) -> list[PlayerRequest]:
    """Return the open requests of the event or a division, oldest first. This takes one query."""
    rows = PlayerRequest.objects.filter(entry__division__event=event, settled_at=None)
    if division is not None:
        rows = rows.filter(entry__division=division)
    return list(rows.select_related("entry__player", "entry__division").order_by("pk"))


def calls_from_other_divisions(event: Event, division: str) -> list[PlayerRequest]:
    """Return the open calls from boards of the other divisions. This takes one query.

    `division` is the slug of the division to omit.
    """
    return [
        row
        for row in open_requests_of(event)
        if not row.needs_decision and row.entry.division.slug != division
    ]


def _requests_to_show(entry: Entry) -> QuerySet[PlayerRequest]:
    """Return the open requests of an entry and the one settled last, latest first. This takes one query.

    A request that the player replaced has no answer, so it is not shown.
    """
    own = PlayerRequest.objects.filter(entry=entry)
    answered = own.filter(accepted__isnull=False).order_by("-settled_at", "-pk")
    return own.filter(Q(settled_at=None) | Q(pk__in=answered.values("pk")[:1])).order_by("-pk")
