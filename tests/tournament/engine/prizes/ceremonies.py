"""Parse small events from a few lines, and write their awards in the same notation."""

import re
import tomllib
from pathlib import Path

from tests.tournament.engine.in_words import in_words
from tournament.engine.entrants import Entrant, seeds_by_number
from tournament.engine.prizes import contest
from tournament.engine.prizes.award import PrizeDefinition, award_prizes
from tournament.engine.prizes.kind import all_kinds
from tournament.engine.prizes.pasted_prizes import read_prizes
from tournament.engine.results import NOBODY, Outcome, Result
from tournament.engine.standings import DEFAULT_PRECEDENCE, standings
from tournament.wording.sentences import sentences

CASES = Path(__file__).parent / "cases"
KEYS = DEFAULT_PRECEDENCE


def cases():
    """Yield every case of every file as (name, event, case)."""
    for path in sorted(CASES.glob("*.toml")):
        event = tomllib.loads(path.read_text(encoding="utf-8"))
        for case in event["case"]:
            yield case["name"], event, case


def contestant(n, row, rating, seed):
    """Return the player of a line: name, rating, class and team."""
    row = [*row, *[""] * 4]
    return contest.Contestant(n, row[0], seed, rating, row[2].replace("-", ""), row[3])


def section(players, games, plays="", division="A", withdrawn=()):
    """Return the division that these lines describe."""
    rows = [line.split() for line in players.strip().splitlines()]
    ratings = [(n, int(row[1]) if len(row) > 1 else None) for n, row in enumerate(rows, start=1)]
    seeds = seeds_by_number(ratings)
    people = {n: contestant(n, rows[n - 1], rating, seeds[n]) for n, rating in ratings}
    number = {person.name: person.number for person in people.values()}
    played, results = [], []
    for line in games.strip().splitlines():
        round_, rest = line.split(":")
        words = rest.split()
        if words[1] == "bye":
            results.append(Result(int(round_), number[words[0]], NOBODY, 50, 0, Outcome.BYE))
            continue
        one, score, other, opposite = words
        row = (int(round_), number[one], number[other], int(score), int(opposite))
        played.append(contest.ContestGame(*row))
        results.append(Result(*row))
    after = max((result.round for result in results), default=0)
    entrants = [
        Entrant(n, seeds[n], rating, after - 1 if people[n].name in withdrawn else None)
        for n, rating in ratings
    ]
    table = standings(entrants, results, after=after, keys=KEYS)
    recorded = [
        contest.ContestPlay(int(round_), number[name], word, square, int(score))
        for round_, name, word, square, score in map(str.split, plays.strip().splitlines())
    ]
    return contest.ContestDivision(
        division, after, KEYS, table.lines, people, tuple(played), tuple(recorded),
        seeds=contest.shared_seeds(list(people.values())),
    )  # fmt: skip


def prizes_of(text, sections):
    """Parse a pasted list of prizes, with `! Name reason` after those set by hand.

    A line that begins with `not exclusive` or `exclusive` sets the option.
    """
    classes = {s.division: {p.rating_class for p in s.people.values()} for s in sections}
    who = {
        p.name: contest.PlayerRef(s.division, p.number) for s in sections for p in s.people.values()
    }
    lines = []
    for line in text.strip().splitlines():
        parts = re.match(r"(not exclusive|exclusive)?\s*([^!]*)(?:!\s*(\S+)\s*(.*))?$", line)
        (read,) = read_prizes(parts[2], [s.division for s in sections], classes)
        assert read.is_valid, in_words(read.problem)
        exclusive = parts[1] == "exclusive" if parts[1] else all_kinds()[read.kind].exclusive
        winner = (who[parts[3]] if parts[3] else None, parts[4] or "")
        lines += [
            PrizeDefinition(
                len(lines) + at, read.kind, read.options, read.division, place, read.name,
                read.value, exclusive, *winner,
            )
            for at, place in enumerate(read.places, start=1)
        ]  # fmt: skip
    return lines


def ceremony(prizes, sections):
    """Return the awards in the notation of the case files."""
    lines = []
    for awarded in award_prizes(prizes, sections):
        names = [f"{winner.name} {winner.money or ''}".strip() for winner in awarded.winners]
        merits = [f"({in_words(w.achievement)})" for w in awarded.winners if w.achievement]
        title = f"{in_words(awarded.title)}: {', '.join(names) or 'nobody'}"
        lines.append((title, " ".join(dict.fromkeys(merits))))
        lines += [(f"    {sentence}", "") for sentence in sentences(awarded.notes)]
    return lines
