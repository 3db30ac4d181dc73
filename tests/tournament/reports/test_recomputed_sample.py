"""Reports on a real division of 38 players and 18 rounds from its file by a plain script, in all five formats.

Ranks and ratings are those that another program wrote into the file. The functions below know nothing of the program.
"""

import re

import pytest

from tests.samples import TSH
from tests.tournament.reports.test_recomputed import with_half, with_sign
from tests.tournament.reports.test_recomputed_more import assert_the_same_in_every_format
from tests.tournament.reports.test_recomputed_turns import Half, Spread, rounded, row
from tests.tournament.test_sample_events import imported
from tournament.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.full]


def players():
    """Number, name, opponents, scores, and the other lists of every line of the file."""
    for number, line in enumerate((TSH / "a.t").read_text("utf-8").splitlines(), start=1):
        head, scores, *rest = line.split(";")
        name, met = re.split(r"\s{2,}", head, maxsplit=1)
        tags = {words[0]: words[1:] for words in map(str.split, rest) if words}
        yield (
            number,
            name,
            [int(n) for n in met.split()[1:]],
            [int(n) for n in scores.split()],
            tags,
        )


FIELD = {number: line for number, *line in players()}
NAMES = {number: name for number, (name, *_) in FIELD.items()}
ROUNDS = range(1, 19)


def rounds_of(number):
    """Round, opponent (0 for none), own score and the opponent's of every round."""
    _, met, scores, _ = FIELD[number]
    for round_, other, own in zip(ROUNDS, met, scores, strict=True):
        yield round_, other, own, FIELD[other][2][round_ - 1] if other else 0


SIDES = [
    (round_, number, other, own, theirs)
    for number in FIELD
    for round_, other, own, theirs in rounds_of(number)
    if other
]


def board(number, round_):
    return int(FIELD[number][3]["board"][round_ - 1])


def letter(other, own, theirs):
    """A seat without an opponent is a bye by a positive score, a forfeit by a negative one, or void."""
    if not other:
        return "B" if own > 0 else "F" if own < 0 else "V"
    return "W" if own > theirs else "L" if own < theirs else "T"


def so_far(number, last):
    """Wins, losses, ties and spread after a round, uncapped."""
    rounds = [line for line in rounds_of(number) if line[0] <= last]
    letters = [letter(*line[1:]) for line in rounds]
    ties = letters.count("T")
    wins = sum(one in "WB" for one in letters) + ties / 2
    losses = sum(one in "LF" for one in letters) + ties / 2
    return wins, losses, ties, sum(own - theirs for _, _, own, theirs in rounds)


def mean(figures):
    return sum(figures) / len(figures)


def wall_chart():
    for number, name in NAMES.items():
        for round_, other, own, theirs in rounds_of(number):
            if other:
                lead = [number, name, round_, other, letter(other, own, theirs), own, theirs]
                *wlt, total = so_far(number, round_)
                record = f"{with_half(wlt[0])}-{with_half(wlt[1])}"
                line = f"{lead[4]} v {other} {record} {own}–{theirs} {with_sign(total)}"
                yield row(*lead, own - theirs, *wlt, total, line=line)


def scorecards():
    """Who goes first is not in the file."""
    for number, name in NAMES.items():
        for round_, other, own, theirs in rounds_of(number):
            if other:
                done = letter(other, own, theirs)
                wins, losses, _, total = so_far(number, round_)
                record = f"{with_half(wins)}-{with_half(losses)} {with_sign(total)}"
                figures = f"{own} {theirs} {with_sign(own - theirs)}"
                line = f"{other} {NAMES[other]} {done} {figures} {record}"
                yield row(name, round_, board(number, round_), line=line)


def standings():
    """In the order that the file has; what counts of a spread is 200 in the first round, 700 later."""
    ranks = {number: int(line[3]["rcrank"][18]) for number, line in FIELD.items()}
    for number in sorted(FIELD, key=ranks.get):
        wins, losses, ties, spread = so_far(number, 18)
        counted = sum(
            max(-cap, min(cap, own - theirs))
            for round_, _, own, theirs in rounds_of(number)
            for cap in [200 if round_ == 1 else 700]
        )
        figures = [Half(wins), Half(losses), ties, Spread(spread), Spread(counted)]
        yield row(ranks[number], number, NAMES[number], *figures)


def averages():
    for number, name in NAMES.items():
        own, theirs = ([side[at] for side in SIDES if side[1] == number] for at in (3, 4))
        if own:
            figures = [rounded(mean(own)), rounded(mean(theirs))]
            yield row(number, name, len(own), *figures, max(own), min(own))


def best(lines):
    """The first twenty, and who is level with the last of them."""
    lines = sorted(lines, key=lambda line: -line[0])
    for line in lines:
        rank = 1 + sum(other[0] > line[0] for other in lines)
        if rank <= 20:
            yield row(rank, *line)


def high(wanted):
    def rows():
        words = {"W": "won", "L": "lost", "T": "tied"}
        rows_of_all = best(
            (own, NAMES[number], words[done], theirs, NAMES[other], Spread(own - theirs), round_)
            for round_, number, other, own, theirs in SIDES
            for done in [letter(other, own, theirs)]
            if done in wanted
        )
        for cells, _, line in rows_of_all:
            word = "" if len(wanted) > 1 else f" {cells[3]}"  # where all are wins the title says it
            yield cells, cells, line.replace(word, "", 1)

    return rows


def high_spread():
    return best(
        (
            Spread(own - theirs),
            NAMES[number],
            own,
            theirs,
            NAMES[other],
            round_,
            board(number, round_),
        )
        for round_, number, other, own, theirs in SIDES
        if own > theirs
    )


def high_combined():
    return best(
        (own + theirs, NAMES[number], own, NAMES[other], theirs, round_, board(number, round_))
        for round_, number, other, own, theirs in SIDES
        if own > theirs
    )


def spread_by_round():
    for number, name in NAMES.items():
        yield row(number, name, *(Spread(so_far(number, last)[3]) for last in ROUNDS))


def rank_by_round():
    for number, (name, *_, tags) in FIELD.items():
        ranks = [int(rank) for rank in tags["rcrank"]]
        yield row(ranks[18], number, name, *ranks[1:19])


def round_by_round():
    for round_ in ROUNDS:
        games = [
            (own, theirs)
            for at, number, other, own, theirs in SIDES
            if at == round_ and (own > theirs or (own == theirs and number < other))
        ]
        margins = [own - theirs for own, theirs in games]
        high, low = ([game[at] for game in games] for at in (0, 1))
        figures = [rounded(mean(one)) for one in (high, low, margins)]
        yield row(round_, len(games), *figures, min(margins), max(margins), max(high))


def lucky():
    for sign in (1, -1):
        totals = []
        for number, name in NAMES.items():
            closest = sorted(
                (own - theirs) * sign
                for _, who, _, own, theirs in SIDES
                if who == number and (own - theirs) * sign > 0
            )[:3]
            if len(closest) == 3:
                totals.append((-sum(closest), name, ", ".join(map(str, closest))))
        for cells, *_ in best(totals):
            rank, total, name, margins = cells
            yield row(rank, name, -total, margins)


def ratings():
    """After the last round as the file has it; nobody came with a rating."""
    for number, (name, *_, tags) in FIELD.items():
        games = [(own, theirs) for _, who, _, own, theirs in SIDES if who == number]
        if games:
            wins = sum((own > theirs) + (own == theirs) / 2 for own, theirs in games)
            yield row(number, name, None, int(tags["newr"][17]), None, len(games), Half(wins))


REPORTS = {
    "wall_chart": wall_chart,
    "scorecards": scorecards,
    "standings": standings,
    "averages": averages,
    "high_games": high("WLT"),
    "high_wins": high("W"),
    "high_losses": high("L"),
    "high_spread": high_spread,
    "high_combined": high_combined,
    "spread_by_round": spread_by_round,
    "rank_by_round": rank_by_round,
    "round_by_round": round_by_round,
    "lucky": lucky,
    "ratings": ratings,
}


@pytest.mark.parametrize("key", REPORTS)
def test_a_report_on_a_real_division_is_that_of_its_file_in_every_format(key):
    event = imported("a.t", "config.tsh")
    assert_the_same_in_every_format(Event.objects.get(pk=event.pk), key, list(REPORTS[key]()))
