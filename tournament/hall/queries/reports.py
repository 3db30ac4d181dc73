"""Reported results: their effect on a player's record and place, unless withheld, and their boards."""

from dataclasses import dataclass

from django.db.models import Q

from scoring.wording.phrases import format_signed, ordinal
from tournament.engine.results import Outcome, Result, result_values
from tournament.engine.standings import standings
from tournament.models import Entry, Event, Pairing
from tournament.models.rounds import Phase
from tournament.queries.people.entries import division_field, public_name
from tournament.queries.rounds.rounds import Board, boards_with_results
from tournament.queries.standings.standings import penalties_of, results_of
from tournament.wording.results import result_wording


@dataclass(frozen=True, slots=True)
class ReportInWords:
    """A result from a player's point of view: the winner, and the resulting record."""

    outcome: str
    """The outcome as a sentence, such as “You lost to Ben Okafor by 23.”"""
    record: str
    """The record as a sentence, such as “You are 5-2 +310, 4th.”; empty while withheld."""

    def __str__(self) -> str:
        return f"{self.outcome} {self.record}".strip()


def report_in_words(pairing: Pairing, number: int, first: int, second: int) -> ReportInWords:
    """Return a result as the entry with this number sees it, without the record if it is withheld.

    Three queries, or none if withheld. Scores are in points. The round, its division and both
    players must be loaded.
    """
    division, round_number = pairing.round.division, pairing.round.number
    assert pairing.second is not None
    is_first = pairing.first.number == number
    opponent = public_name(pairing.second if is_first else pairing.first)
    share = result_values(Outcome.PLAYED, first, second)[0 if is_first else 1]
    won = ("you_lost", "you_tied", "you_won")[share.half_points or 0]
    outcome = result_wording(won, opponent=opponent, margin=abs(share.spread))
    held = division.held_back_from
    if held is not None and round_number >= held:
        return ReportInWords(outcome, "")
    reported = Result(
        round_number, pairing.first.number, pairing.second.number, first, second, Outcome.PLAYED
    )
    results = [
        row
        for row in results_of(division)
        if (row.round, row.first) != (round_number, reported.first)
    ]
    results.append(reported)
    results.sort(key=lambda row: row.round)
    after = max(row.round for row in results)
    if held is not None:
        after = min(after, held - 1)
    table = standings(
        division_field(division).entrants,
        results,
        after=after,
        keys=division.ranking_keys_after(after),
        cap=division.event.rules.spread_cap,
        penalties=penalties_of(division),
        start_rules=division.start_rules,
    )
    line = table.line(number)
    return ReportInWords(
        outcome,
        result_wording(
            "you_are",
            record=line.record_text(ties_apart=division.event.rules.ties_apart),
            spread=format_signed(line.spread),
            place=ordinal(line.rank),
        ),
    )


def boards_of_player(entry: Entry) -> list[Board]:
    """Return the boards of an entry in current rounds, latest first, with results and reports.

    This takes two queries.
    """
    pairings = Pairing.objects.filter(
        Q(first=entry) | Q(second=entry),
        replaced_at=None,
        round__phase__in=(Phase.PUBLISHED, Phase.PLAYING),
    ).select_related("round")
    boards = boards_with_results(pairings)
    for board in boards:
        board.pairing.round.division = entry.division
    return sorted(boards, key=lambda board: -board.pairing.round.number)


def boards_with_open_reports(event: Event) -> list[Board]:
    """Return the boards of current rounds with a report and without a confirmed result. This takes two queries."""
    pairings = Pairing.objects.filter(
        round__division__event=event,
        replaced_at=None,
        round__phase__in=(Phase.PUBLISHED, Phase.PLAYING),
        reports__replaced_at=None,
        reports__isnull=False,
    )
    boards = boards_with_results(pairings.select_related("round__division").distinct())
    for board in boards:
        board.pairing.round.division.event = event
    open_ = [board for board in boards if board.is_unconfirmed or board.result is None]
    return sorted(
        open_,
        key=lambda board: (
            board.pairing.round.division.position,
            board.pairing.round.number,
            board.pairing.board or 0,
        ),
    )
