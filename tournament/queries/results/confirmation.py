"""The confirmation of an entered result: names, winner, spread, new records, and a loss on time."""

from dataclasses import dataclass

from scoring.queries.finishes import finish_of
from scoring.queries.sheets import sheet
from scoring.wording.phrases import comma_list, format_signed
from tournament.engine.results import Outcome
from tournament.models import Pairing, ResultEntry
from tournament.models.results import ResultSource, ResultStatus
from tournament.queries.standings.standings import records_of
from tournament.wording.results import result_wording


@dataclass(frozen=True, slots=True)
class Confirmation:
    """The confirmation of one result.

    `contradicts` is true if another result counts and this one is only stored beside it.
    """

    board: int | None
    result: str
    """The board with both names and scores, as a sentence."""
    outcome: str
    """The winner, or the reason why there is none, as a sentence.

    A contradicting result has a sentence that says so instead.
    """
    records: str
    """The new record of each player, as a sentence; empty if the result does not count."""
    contradicts: bool
    corrected: str = ""
    """The previous and the new result, as a sentence; empty if there was none before, or both read the same."""

    def __str__(self) -> str:
        parts = (self.result, self.outcome, self.corrected, self.records)
        return " ".join(part for part in parts if part)


def confirmation_of(pairing: Pairing, entry: ResultEntry) -> Confirmation:
    """Return the confirmation of a result. Two queries, none if it contradicts another.

    A contradicting result has no records and no correction. If a recorded game names the winner,
    its score sheet is read too.
    """
    first, second = pairing.first, pairing.second
    place = result_wording("board", board=pairing.board) if pairing.board else str(pairing.round)
    if second is None:
        result = result_wording("alone", place=place, first=first.name)
    elif not entry.is_game:
        result = result_wording("no_game", place=place, first=first.name, second=second.name)
    elif entry.spread_only:
        result = result_wording(
            "spread_only",
            place=place,
            first=first.name,
            second=second.name,
            spread=format_signed(entry.first_score),
        )
    else:
        result = result_wording(
            "scores",
            place=place,
            first=first.name,
            first_score=entry.first_score,
            second=second.name,
            second_score=entry.second_score,
        )
    if entry.standing == ResultStatus.BESIDE:
        contradicts = result_wording("contradicts")
        return Confirmation(pairing.board, result, contradicts, "", contradicts=True)
    people = [first] if second is None else [first, second]
    records = records_of(pairing.round.division, [person.number for person in people])
    new_records = comma_list(f"{person.name} {records[person.number]}" for person in people)
    return Confirmation(
        pairing.board,
        result,
        outcome_sentence(pairing, entry),
        result_wording("new_records", records=new_records),
        contradicts=False,
        corrected=correction_sentence(pairing, entry),
    )


def correction_sentence(pairing: Pairing, entry: ResultEntry) -> str:
    """Return a sentence with the previous and the new result.

    Return an empty string if nothing was corrected, the result is contested, or both results read
    the same.
    """
    if entry.corrects is None or entry.standing == ResultStatus.BESIDE:
        return ""
    before, after = (
        row.label_for_players(pairing.first.name, pairing.second.name)
        if pairing.second
        else row.label_without_opponent
        for row in (entry.corrects, entry)
    )
    if before == after:
        return ""
    return result_wording("corrected", before=before, after=after)


def outcome_sentence(pairing: Pairing, entry: ResultEntry) -> str:
    """Return the outcome of a result as a sentence, such as ``Ben Okafor by 22.`` or that the game is void."""
    first, second = pairing.first, pairing.second
    if len(entry.winners) > 1:
        return result_wording("tie")
    winner = second if entry.winners == (1,) else first
    if entry.winner_label and winner is not None:
        if is_lost_on_time(pairing, entry):
            return result_wording("wins_on_time", winner=winner.name)
        return result_wording("wins_whatever", winner=winner.name)
    if entry.is_game and winner is not None:
        return result_wording("wins_by", winner=winner.name, margin=abs(entry.margin))
    if entry.outcome == Outcome.FIRST_FORFEITS and second is None:
        return result_wording("forfeits", player=first.name)
    if entry.outcome == Outcome.FIRST_FORFEITS and second is not None:
        return result_wording("loser_forfeits", loser=first.name, winner=second.name)
    if entry.outcome == Outcome.SECOND_FORFEITS:
        loser = second.name if second else ""
        return result_wording("loser_forfeits", loser=loser, winner=first.name)
    return {
        Outcome.BOTH_FORFEIT: result_wording("both_forfeit"),
        Outcome.VOID: result_wording("void"),
        Outcome.BYE: result_wording("bye"),
        Outcome.HALF_BYE: result_wording("half_bye"),
    }.get(Outcome(entry.outcome), "")


def is_lost_on_time(pairing: Pairing, entry: ResultEntry) -> bool:
    """Return whether the recorded game was lost by exceeding the time limit.

    This takes no query if the scores decide or the game was not recorded, else the queries that read
    the score sheet.
    """
    if not entry.winner_label or entry.source != ResultSource.RECORDED or pairing.game is None:
        return False
    end = finish_of(sheet(pairing.game))
    return end is not None and end.by_time
