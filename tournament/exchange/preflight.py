"""What whoever gets a file will miss: looked for before it is written, one sentence each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from tournament.engine.interchange import Division, Event, Meeting, missing_results
from tournament.engine.ratings.system import all_systems
from tournament.engine.results import GAMES, Outcome
from tournament.engine.standings import signed

MOST_NAMES = 12
_OF_THE_FILE = ("rank", "newr", "perfr", "excwins")
"""Words in the names of tags by which another program told how somebody stood."""


def for_own_lines(event: Event) -> Iterator[str]:
    """For files with a line a player: boards without a result, odd awards, missing numbers."""
    yield from missing_results(event)
    for division, number, meeting in every_meeting(event):
        if meeting.outcome == Outcome.BYE and meeting.first_score == 0:
            where = f"Division {division.name}, round {number}"
            one = division.name_of(meeting.first)
            yield f"{where}: the bye of {one} counts 0 and is written as a round not played."
    yield from awards_that_do_not_fit(event)
    yield from without_member_number(event)
    yield from told_by_the_file(event)


def awards_that_do_not_fit(event: Event) -> Iterator[str]:
    """Results that a line of opponents and scores says otherwise, or only nearly."""
    for division, number, meeting in every_meeting(event):
        where = f"Division {division.name}, round {number}"
        one = division.name_of(meeting.first)
        if meeting.alone:
            continue
        other = division.name_of(meeting.second)
        if meeting.outcome == Outcome.VOID:
            yield f"{where}: {one} and {other} have a void round; written without an opponent."
        elif winner := _named_winner(division, meeting):
            yield f"{where}: {winner} wins whatever the scores; who goes by the scores counts it otherwise."
        elif meeting.outcome != Outcome.PLAYED:
            yield f"{where}: {one} and {other} have a forfeit; written without an opponent."
        elif meeting.spread_only:
            yield f"{where}: {one} and {other} has a spread only; written as the winner's score."


def caps_in_words(caps: Sequence[int] | None) -> str:
    """The caps on spreads round by round, such as `350, then 300`; empty without any."""
    left = list(caps or ())
    while len(left) > 1 and left[-1] == left[-2]:
        left.pop()
    return ", then ".join(str(cap) if cap else "none" for cap in left) if any(left) else ""


def caps_left_out(event: Event) -> Iterator[str]:
    """The cap on spreads, for a format that has no place for it."""
    if caps := caps_in_words(event.spread_caps):
        yield f"The spread cap ({caps}) has no place there: who ranks from the file counts whole spreads."


def without_member_number(event: Event) -> Iterator[str]:
    """Who has no number at the rating body, in one sentence, and numbers that two people have.

    Said for bodies that ask for numbers, and wherever somebody has one.
    """
    entrants = [entrant for division in event.divisions for entrant in division.entrants]
    names = [entrant.name for entrant in entrants if not entrant.member]
    system = all_systems().get(event.rating_system)
    asked = system is not None and system.asks_for_numbers
    if names and (asked or len(names) < len(entrants)):
        yield f"Without a member number ({len(names)}): {listed(names)}."
    holders: dict[str, set[str]] = defaultdict(set)
    for entrant in entrants:
        holders[entrant.member].add(entrant.name)
    for number, people in holders.items():
        if number and len(people) > 1:
            yield f"{' and '.join(sorted(people))} have the same member number {number}."


def told_by_the_file(event: Event) -> Iterator[str]:
    """That ranks and ratings round by round come from the imported file, which knows no correction."""
    kept = {
        name
        for division in event.divisions
        for entrant in division.entrants
        for name, _ in entrant.kept.get("tags", [])
        if any(word in name for word in _OF_THE_FILE)
    }
    if kept:
        yield (
            f"Ranks and ratings round by round ({', '.join(sorted(kept))}) are written as the imported "
            "file had them; what was corrected or played since is not in them."
        )


def long_names(event: Event, most: int) -> Iterator[str]:
    """The names that are cut because a column has so many letters."""
    for division in event.divisions:
        for entrant in division.entrants:
            if len(entrant.name) > most:
                yield f"The name {entrant.name} is cut to “{entrant.name[:most].strip()}”."


def penalties_left_out(event: Event) -> Iterator[str]:
    """The penalties in force, for a format that has no place for them."""
    for division in event.divisions:
        for entrant in division.entrants:
            for each in entrant.penalties:
                yield (
                    f"Division {division.name}, round {each.round}: the penalty of {entrant.name} "
                    f"({signed(each.spread)}) has no place there."
                )


def forfeits(event: Event) -> Iterator[str]:
    """Forfeits and void rounds, which a list of games leaves out, and wins against the scores."""
    idle: dict[tuple[str, str], list[int]] = defaultdict(list)
    for division, number, meeting in every_meeting(event):
        if meeting.alone and meeting.outcome == Outcome.VOID:
            idle[division.name, division.name_of(meeting.first)].append(number)
            continue
        if winner := _named_winner(division, meeting):
            yield f"Division {division.name}, round {number}: {winner} is listed as the winner, whatever the scores."
        if meeting.outcome in GAMES or meeting.outcome == Outcome.BYE:
            continue
        names = division.name_of(meeting.first)
        if not meeting.alone:
            names += f" and {division.name_of(meeting.second)}"
        what = "a void round" if meeting.outcome == Outcome.VOID else "a forfeit"
        have = "has" if meeting.alone else "have"
        yield f"Division {division.name}, round {number}: {names} {have} {what}, and no game is listed."
    for (where, name), rounds in idle.items():
        told = f"round{'s' * (len(rounds) > 1)} {in_a_row(rounds)}"
        yield f"Division {where}: {name} has no game in {told}, and none is listed."


def _named_winner(division: Division, meeting: Meeting) -> str:
    """Who wins a game that its scores do not decide; empty for any other."""
    if meeting.outcome not in (Outcome.FIRST_WINS, Outcome.SECOND_WINS):
        return ""
    first = meeting.outcome == Outcome.FIRST_WINS
    return division.name_of(meeting.first if first else meeting.second)


def listed(names: list[str]) -> str:
    """The first of the names, and how many more there are."""
    more = len(names) - MOST_NAMES
    return ", ".join(names[:MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def in_a_row(rounds: list[int]) -> str:
    """The rounds as people write them: `1-9, 12`."""
    runs: list[list[int]] = []
    for number in sorted(rounds):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def every_meeting(event: Event) -> Iterator[tuple[Division, int, Meeting]]:
    """Division, round and meeting, of every round."""
    for division in event.divisions:
        for round_ in division.rounds:
            for meeting in round_.meetings:
                yield division, round_.number, meeting
