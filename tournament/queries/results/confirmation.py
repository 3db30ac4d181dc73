"""What is confirmed after a result was entered: names, winner, spread, new records, and a loss on time."""

from dataclasses import dataclass

from scoring.queries.finishes import finish
from scoring.queries.sheets import sheet
from tournament.engine.results import Outcome
from tournament.engine.standings import signed
from tournament.models import Pairing, ResultEntry
from tournament.models.results import ResultSource, Standing
from tournament.queries.standings.standings import records_of


@dataclass(frozen=True, slots=True)
class Confirmation:
    """One result said back. `contradicts` when it stands beside another and does not count."""

    board: int | None
    said: str
    outcome: str
    now: str
    contradicts: bool

    def __str__(self) -> str:
        return f"{self.said} {self.outcome} {self.now}"


CONTRADICTS = (
    "This contradicts the result there is. Both are kept; "
    "decide on the board's page which one counts."
)


def confirmation_of(pairing: Pairing, entry: ResultEntry) -> Confirmation:
    """The result said back. Two queries, none where it contradicts another.

    Where a recorded game names the winner its score sheet is read besides.
    """
    first, second = pairing.first, pairing.second
    where = f"Board {pairing.board}" if pairing.board else str(pairing.round)
    if not entry.is_game or second is None:
        names = f"{first.name} – {second.name}" if second else first.name
        said = f"{where}: {names}."
    elif entry.spread_only:
        said = f"{where}: {first.name} – {second.name}, spread {signed(entry.first_score)}."
    else:
        said = f"{where}: {first.name} {entry.first_score}, {second.name} {entry.second_score}."
    if entry.standing == Standing.BESIDE:
        return Confirmation(pairing.board, said, CONTRADICTS, "", contradicts=True)
    people = [first] if second is None else [first, second]
    records = records_of(pairing.round.division, [person.number for person in people])
    now = ", ".join(f"{person.name} {records[person.number]}" for person in people)
    return Confirmation(
        pairing.board, said, outcome_sentence(pairing, entry), f"Now {now}.", contradicts=False
    )


def outcome_sentence(pairing: Pairing, entry: ResultEntry) -> str:
    """Who wins by a result, as a sentence: ``Ben Okafor by 22.``"""
    first, second = pairing.first, pairing.second
    if len(entry.winners) > 1:
        return "A tie."
    winner = second if entry.winners == (1,) else first
    if entry.winner_label and winner is not None:
        why = " on time" if lost_on_time(pairing, entry) else ", whatever the scores"
        return f"{winner.name} wins{why}."
    if entry.is_game and winner is not None:
        return f"{winner.name} by {abs(entry.margin)}."
    against = f", {second.name} wins" if second else ""
    return {
        Outcome.FIRST_FORFEITS: f"{first.name} forfeits{against}.",
        Outcome.SECOND_FORFEITS: f"{second.name if second else ''} forfeits, {first.name} wins.",
        Outcome.BOTH_FORFEIT: "Both forfeit.",
        Outcome.VOID: "Void: the round counts for nothing.",
        Outcome.BYE: "A bye.",
    }.get(Outcome(entry.outcome), "")


def lost_on_time(pairing: Pairing, entry: ResultEntry) -> bool:
    """Whether the recorded game ended by more time than the rules allow.

    No query where the scores decide or where nothing was recorded, else those of the score sheet.
    """
    if not entry.winner_label or entry.source != ResultSource.RECORDED or pairing.game is None:
        return False
    end = finish(sheet(pairing.game))
    return end is not None and end.by_time
