"""The other reports of results, of prizes and of who plays, from raw results by a plain script, in all five formats.

Each report has a function below that works its rows out from `GAMES`; it knows nothing of the program.
"""

from math import exp

import pytest

from tests.tournament.reports.test_recomputed import GAMES, NAMES, PRINTED, with_half, with_sign
from tests.tournament.reports.test_recomputed import played as _played
from tests.tournament.reports.test_recomputed_more import (
    LAST_FIRST,
    LETTERS,
    RATINGS,
    assert_the_same_in_every_format,
    counted,
    halves,
    record,
    rows_of,
    sides,
    so_far,
)
from tournament.actions.event.rules import change_rules
from tournament.actions.standings.prizes import add_prizes
from tournament.models import Entry, Event
from tournament.reports.definition import definition
from tournament.reports.delivery import build, render

pytestmark = [pytest.mark.django_db, pytest.mark.full]

played = _played
LAST = len(GAMES)
ROUNDS = range(1, LAST + 1)
TEAMS = {1: "Reds", 2: "Blues", 3: "Blues", 4: "Reds"}
CLASSES = {1: "A", 2: "A", 3: "B", 4: "B"}
BOARDS = {
    (round_, number): board
    for round_, games in enumerate(GAMES, 1)
    for board, game in enumerate(games, 1)
    for number in game[:2]
}
EVERY_SIDE = [
    (round_, number, other, first, own, theirs)
    for number in NAMES
    for round_, other, first, own, theirs in sides(number)
]


def order(last=LAST):
    """The numbers, best first, after a round."""

    def key(number):
        wins, losses, _ties, spread = so_far(number, last)
        return -wins, losses, -spread

    return sorted(NAMES, key=key)


def rank(number, last=LAST):
    """How many are better, and one."""
    wins, _losses, _ties, spread = so_far(number, last)
    return 1 + sum((so_far(n, last)[0], so_far(n, last)[3]) > (wins, spread) for n in NAMES)


def mean(figures):
    return sum(figures) / len(figures)


def one_decimal(number):
    return f"{number:.1f}".replace("-", "−")


def typed_one_decimal(number):
    return round(number, 1)


def same(*cells, line=None):
    """A row that is the same in files and workbook, and what a page says of it."""
    return list(cells), list(cells), line or " ".join(map(str, cells))


def firsts_and_repeats(_):
    for number, name in NAMES.items():
        firsts = [first for _, _, first, _, _ in sides(number)]
        went = " ".join("1" if first else "2" for first in firsts)
        row = [number, name, sum(firsts), len(firsts) - sum(firsts), 2 * sum(firsts) - len(firsts)]
        shown = f"{' '.join(map(str, row[:4]))} {with_sign(row[4])} 0 {went}"
        yield same(*row, 0, went, line=shown)
    for one, other in ((one, other) for one in NAMES for other in NAMES if one < other):
        rounds = [round_ for round_, met, *_ in sides(one) if met == other]
        if len(rounds) > 1:
            names = (f"{one} {NAMES[one]}", f"{other} {NAMES[other]}")
            yield same(*names, len(rounds), ", ".join(map(str, rounds)))


def going_first(_):
    every = [(halves(a, b) / 2, a - b) for games in GAMES for _, _, a, b in games]
    won, spread = sum(win for win, _ in every), mean([margin for _, margin in every])
    lost = len(every) - won
    share = 100 * won / len(every)
    yield same(
        "A", len(every), won, lost, share, typed_one_decimal(spread),
        line=(
            f"A {len(every)} {with_half(won)} {with_half(lost)} {one_decimal(share)} "
            f"{one_decimal(spread)}"
        ),
    )  # fmt: skip
    for number, name in NAMES.items():
        row, words = [number, name], [str(number), name]
        for wanted in (True, False):
            games = [(a, b) for _, _, first, a, b in sides(number) if first == wanted]
            wins, spread = sum(halves(*game) for game in games) / 2, mean([a - b for a, b in games])
            row += [len(games), wins, typed_one_decimal(spread)]
            words += [str(len(games)), with_half(wins), one_decimal(spread)]
        yield same(*row, line=" ".join(words))


def seat(number):
    """Board, first or second, and the opponent in the last round."""
    (_, other, first, _, _) = list(sides(number))[-1]
    return BOARDS[len(GAMES), number], "first" if first else "second", other


def pairings_by_name(_):
    for number in sorted(NAMES, key=LAST_FIRST.get):
        board, goes_first, other = seat(number)
        yield same(LAST_FIRST[number], number, board, goes_first, NAMES[other], other)


def pairings_by_rank(apart):
    before = len(GAMES) - 1
    for number in order(before):
        board, goes_first, other = seat(number)
        *wlt, spread = so_far(number, before)
        *theirs, their_spread = so_far(other, before)
        row = [rank(number, before), number, NAMES[number], *wlt, spread, board, goes_first]
        row += [rank(other, before), NAMES[other], *theirs, their_spread]
        yield same(
            *row,
            line=(
                f"{row[0]} {number} {NAMES[number]} {record(*wlt, apart)} {with_sign(spread)} {board} {goes_first} "
                f"{rank(other, before)} {NAMES[other]} {record(*theirs, apart)} {with_sign(their_spread)}"
            ),
        )


def result_slips(apart):
    before = len(GAMES) - 1
    for board, (first, second, _, _) in enumerate(GAMES[-1], 1):
        row = ["A", len(GAMES), board]
        for number in (first, second):
            *wlt, spread = so_far(number, before)
            row += [NAMES[number], number, f"{record(*wlt, apart)} {with_sign(spread)}"]
        yield same(*row, line=str(row[5]))


def rank_by_round(_):
    for place, number in enumerate(order(), 1):
        yield same(place, number, NAMES[number], *(rank(number, last) for last in ROUNDS))


def round_by_round(_):
    for round_, games in enumerate(GAMES, 1):
        high, low = ([pick(a, b) for _, _, a, b in games] for pick in (max, min))
        margins = [abs(a - b) for _, _, a, b in games]
        firsts = sum(halves(a, b) for _, _, a, b in games) / 2
        averages = [mean(high), mean(low), mean(margins)]
        rest = [min(margins), max(margins), max(high)]
        yield same(
            round_, len(games), *averages, *rest, firsts,
            line=(
                f"{round_} {len(games)} {' '.join(map(one_decimal, averages))} "
                f"{' '.join(map(str, rest))} {with_half(firsts)}"
            ),
        )  # fmt: skip


def score_distribution(_):
    scores = [(own, halves(own, theirs)) for *_, own, theirs in EVERY_SIDE]
    lowest, highest = (pick(own for own, _ in scores) // 25 * 25 for pick in (min, max))
    for low in range(lowest, highest + 1, 25):
        inside = [won for own, won in scores if low <= own < low + 25]
        counts = [sum(won == wanted for won in inside) for wanted in (2, 0, 1)]
        yield same(low, low + 24, len(inside), *counts)


def ranked(lines):
    """The lines with their ranks, the greatest first figure first; equal ones share the rank."""
    lines = sorted(lines, key=lambda line: -line[0])
    for line in lines:
        yield 1 + sum(other[0] > line[0] for other in lines), line


def upsets(_):
    lines = [
        (RATINGS[other] - RATINGS[number], number, other, own - theirs, round_)
        for round_, number, other, _, own, theirs in EVERY_SIDE
        if own > theirs and RATINGS[other] > RATINGS[number]
    ]
    for place, (points, number, other, margin, round_) in ranked(lines):
        names = [NAMES[number], RATINGS[number], NAMES[other], RATINGS[other]]
        row = [place, points, *names, margin, round_, BOARDS[round_, number]]
        yield same(*row, line=" ".join(map(str, [*row[:6], with_sign(margin), *row[7:]])))


def high_spread(_):
    lines = [
        (own - theirs, number, own, theirs, other, round_)
        for round_, number, other, _, own, theirs in EVERY_SIDE
        if own > theirs
    ]
    for place, (margin, number, own, theirs, other, round_) in ranked(lines):
        row = [place, margin, NAMES[number], own, theirs, NAMES[other], round_]
        row.append(BOARDS[round_, number])
        yield same(*row, line=" ".join(map(str, [place, with_sign(margin), *row[2:]])))


def high_combined(_):
    lines = [
        (own + theirs, number, own, other, theirs, round_)
        for round_, number, other, first, own, theirs in EVERY_SIDE
        if own > theirs or (own == theirs and first)
    ]
    for place, (total, number, own, other, theirs, round_) in ranked(lines):
        row = [place, total, NAMES[number], own, NAMES[other], theirs, round_]
        yield same(*row, BOARDS[round_, number])


def margins(number, sign, count=3):
    """The smallest margins of wins (1) or losses (-1), so many; nothing with fewer."""
    games = sorted(abs(a - b) for _, _, _, a, b in sides(number) if (a - b) * sign > 0)
    return games[:count] if len(games) >= count else []


def lucky(_):
    for sign in (1, -1):
        totals = [(-sum(margins(n, sign)), n) for n in NAMES if margins(n, sign)]
        for place, (total, number) in ranked(totals):
            yield same(place, NAMES[number], -total, ", ".join(map(str, margins(number, sign))))


def performance(_):
    lines = []
    for number in NAMES:
        met = [RATINGS[other] for _, other, *_ in sides(number)]
        wins = so_far(number, len(GAMES))[0]
        value = next(
            rating / 10
            for rating in range(30001)
            if sum(1 / (1 + exp(-0.0031879 * (rating / 10 - one))) for one in met) >= wins
        )
        lines.append((value, number, met, wins))
    for place, (value, number, met, wins) in ranked(lines):
        figures = [RATINGS[number], len(met), wins, mean(met), round(value)]
        change = round(value) - RATINGS[number]
        yield same(
            place, number, NAMES[number], *figures, change,
            line=(
                f"{place} {number} {NAMES[number]} {RATINGS[number]} {len(met)} {with_half(wins)} "
                f"{one_decimal(mean(met))} {round(value)} {with_sign(change)}"
            ),
        )  # fmt: skip


def wall_chart(apart):
    for number, name in NAMES.items():
        words = [f"{number} {name}"]
        for round_, other, _, own, theirs in sides(number):
            *wlt, total = so_far(number, round_)
            words.append(
                f"{LETTERS[halves(own, theirs)]} v {other} {own}–{theirs} "
                f"{record(*wlt, apart)} {with_sign(total)}"
            )
        for round_, other, _, own, theirs in sides(number):
            *wlt, total = so_far(number, round_)
            row = [number, name, round_, other, LETTERS[halves(own, theirs)], own, theirs]
            row.append(own - theirs)
            yield [*row, *wlt, total], [*row, *counted(*wlt, apart), total], " ".join(words)


def biggest_upset():
    """The win against the most rating points."""
    return max((s for s in EVERY_SIDE if s[4] > s[5]), key=lambda s: RATINGS[s[2]] - RATINGS[s[1]])


def highlights(apart):
    def line(what, figure, round_, number, other):
        who = f"{NAMES[number]} against {NAMES[other]}"
        return same(what, figure, who, round_, BOARDS[round_, number])

    wins = [side for side in EVERY_SIDE if side[4] > side[5]]
    best = max(wins, key=lambda side: side[4])
    yield line("Highest game", f"{best[4]}–{best[5]}", *best[:3])
    most, least = (pick(wins, key=lambda side: side[4] + side[5]) for pick in (max, min))
    for what, side in (("Highest combined score", most), ("Most defensive game", least)):
        yield line(what, f"{side[4] + side[5]} ({side[4]}–{side[5]})", *side[:3])
    for side in EVERY_SIDE:
        if side[4] == side[5] and side[1] < side[2]:
            yield line("Closest game", f"{side[4]}–{side[5]}", *side[:3])
    upset = biggest_upset()
    points = RATINGS[upset[2]] - RATINGS[upset[1]]
    yield line("Largest upset", f"{points} rating points ({upset[4]}–{upset[5]})", *upset[:3])
    for last in ROUNDS:
        leader = order(last)[0]
        *wlt, spread = so_far(leader, last)
        yield same(last, NAMES[leader], f"{record(*wlt, apart)} {with_sign(spread)}")


def places(apart):
    for number in order():
        wins, losses, ties, spread = so_far(number, len(GAMES))
        row = [rank(number), NAMES[number]]
        shown = counted(wins, losses, ties, apart)
        yield [*row, wins, losses, ties, spread], [*row, *shown, spread], NAMES[number]


def standings_by_class(apart):
    for name in ("A", "B"):
        inside = [number for number in order() if CLASSES[number] == name]
        for place, number in enumerate(inside, 1):
            wins, losses, ties, spread = so_far(number, len(GAMES))
            row = [f"Class {name}", place, rank(number), number, NAMES[number], RATINGS[number]]
            shown = counted(wins, losses, ties, apart)
            yield [*row, wins, losses, ties, spread], [*row, *shown], NAMES[number]


def team_standings(apart):
    teams = {}
    for number, team in TEAMS.items():
        teams.setdefault(team, []).append(so_far(number, len(GAMES)))
    sums = {
        team: [sum(figures) for figures in zip(*lines, strict=True)]
        for team, lines in teams.items()
    }
    best_first = sorted(sums, key=lambda team: (-sums[team][0], -sums[team][3]))
    for place, team in enumerate(best_first, 1):
        *wlt, spread = sums[team]
        lead = [place, team, 2, 2 * len(GAMES)]
        yield [*lead, *wlt, spread], [*lead, *counted(*wlt, apart), spread], f"{place} {team} 2"
    for team in best_first:
        for number in (one for one in order() if TEAMS[one] == team):
            *wlt, spread = so_far(number, LAST)
            lead = [team, "A", rank(number), number, NAMES[number]]
            yield [*lead, *wlt, spread], [*lead, *counted(*wlt, apart), spread], NAMES[number]


def standings_check(_):
    for number in order():
        wins, losses, _, spread = so_far(number, len(GAMES))
        figures = [rank(number), number, NAMES[number], wins, losses, spread, spread]
        line = (
            f"{rank(number)} {number} {NAMES[number]} {with_half(wins)} {with_half(losses)} "
            f"{with_sign(spread)} {with_sign(spread)}"
        )
        yield ["A", *figures], None, line  # in a workbook these are formulas: see test_forms
    for round_, number, other, _, own, theirs in EVERY_SIDE:
        row = [number, NAMES[number], round_, NAMES[other], own, theirs, own - theirs, None]
        won = halves(own, theirs) / 2
        yield (
            [*row, own - theirs, won, 1 - won],
            None,
            (
                f"{number} {NAMES[number]} {round_} {NAMES[other]} {own} {theirs} "
                f"{with_sign(own - theirs)} {with_sign(own - theirs)} {with_half(won)} {with_half(1 - won)}"
            ),
        )


PRIZES = (
    "1 = 300\n2 = 150\nhigh win 20\nhigh loss 10\nupset 10\ntough luck 15\nlucky 5\nrounds 1-3 25"
)


def won(apart):
    """Every prize with its winner, what it is worth, and why."""
    for place, worth in ((1, 300), (2, 150)):
        number = order()[place - 1]
        *wlt, spread = so_far(number, len(GAMES))
        why = f"{record(*wlt, apart)} {with_sign(spread)}"
        yield ("1st place", "2nd place")[place - 1], worth, number, why

    def game(side):
        round_, _, other, _, own, theirs = side
        return f"{own} to {theirs} in round {round_} against {NAMES[other]}"

    high = max((s for s in EVERY_SIDE if s[4] > s[5]), key=lambda s: s[4])
    loss = max((s for s in EVERY_SIDE if s[4] < s[5]), key=lambda s: s[4])
    yield "High win", 20, high[1], game(high)
    yield "High loss", 10, loss[1], game(loss)
    upset = biggest_upset()
    own, theirs = RATINGS[upset[1]], RATINGS[upset[2]]
    yield "Biggest upset", 10, upset[1], (
        f"{theirs - own} rating points ({own} beat {theirs}) in round {upset[0]} against {NAMES[upset[2]]}"
    )  # fmt: skip
    for title, worth, sign, count, what in (
        ("Tough luck", 15, -1, LAST // 2, "losses"),
        ("Lucky", 5, 1, 3, "wins"),
    ):
        closest = {number: margins(number, sign, count) for number in NAMES}
        number = min((n for n in NAMES if closest[n]), key=lambda n: sum(closest[n]))
        each = ", ".join(map(str, closest[number]))
        yield title, worth, number, f"{count} {what} by {sum(closest[number])} together ({each})"
    best = max(NAMES, key=lambda number: (so_far(number, 3)[0], so_far(number, 3)[3]))
    wins, _, _, spread = so_far(best, 3)
    yield "Best of rounds 1 to 3", 25, best, f"{with_half(wins)} wins of 3, {with_sign(spread)}"


def prizes(apart):
    for title, worth, number, why in won(apart):
        row = [title, str(worth), NAMES[number], str(worth), worth]
        yield same(*row, line=f"{title} {NAMES[number]} {worth} {why}.")


def best_games():
    """What the closing report calls the best games, each with who and how."""
    wins = [side for side in EVERY_SIDE if side[4] > side[5]]
    losses = [side for side in EVERY_SIDE if side[4] < side[5]]

    def against(side):
        return f"{side[4]} to {side[5]} in round {side[0]} against {NAMES[side[2]]}"

    for title, side in (
        ("High win", max(wins, key=lambda side: side[4])),
        ("High loss", max(losses, key=lambda side: side[4])),
        ("Low win", min(wins, key=lambda side: side[4])),
    ):
        yield title, side[1], against(side)
    most = max(own + theirs for *_, own, theirs in EVERY_SIDE)
    for round_, number, _, _, own, theirs in EVERY_SIDE:
        if own + theirs == most:
            yield "High combined", number, f"{most} ({own} to {theirs}) in round {round_}"
    side = max(wins, key=lambda side: side[4] - side[5])
    yield "High spread", side[1], (
        f"{side[4]} to {side[5]} ({with_sign(side[4] - side[5])}) in round {side[0]} against {NAMES[side[2]]}"
    )  # fmt: skip
    side = biggest_upset()
    own, theirs = RATINGS[side[1]], RATINGS[side[2]]
    yield "Biggest upset", side[1], (
        f"{theirs - own} rating points ({own} beat {theirs}) in round {side[0]} against {NAMES[side[2]]}"
    )  # fmt: skip


def closing(apart):
    yield from places(apart)
    for title, number, how in best_games():
        yield same(title, NAMES[number], how, line=f"{title} {NAMES[number]}")
    for title, worth, number, _ in won(apart):
        yield same(title, NAMES[number], str(worth))


def newspaper(apart):
    standing = [
        f"{rank(n)}. {NAMES[n]} {record(*wlt, apart)} {with_sign(spread)}"
        for n in order()
        for *wlt, spread in [so_far(n, len(GAMES))]
    ]
    yield None, None, f"The first places: {'; '.join(standing)}."
    yield None, None, "; ".join(f"{title}: {NAMES[n]}" for title, _, n, _ in won(apart))


def treasurer(apart):
    for title, worth, number, _ in won(apart):
        yield same(title, NAMES[number], worth, line=f"{title} {NAMES[number]} {worth}.00")
    total = sum(worth for _, worth, _, _ in won(apart))
    yield same("Prize money", total, line=f"Prize money {total}.00")
    for number in sorted(NAMES, key=LAST_FIRST.get):
        yield same(number, LAST_FIRST[number])


def certificates(apart):
    for title, _, number, why in won(apart):
        division = "A" if "place" in title else None
        yield same(NAMES[number], title, division, why, line=why)


def ceremony_slides(apart):
    for title, worth, number, why in won(apart):
        division = "A" if "place" in title else None
        yield same(title, division, None, str(worth), line=title)
        yield same(title, division, NAMES[number], why, line=why)


def roster(_):
    for number, name in NAMES.items():
        row = [number, name, LAST_FIRST[number], RATINGS[number], CLASSES[number], TEAMS[number]]
        yield same(*row, line=f"{number} {name}")


def check_in_list(_):
    for number in sorted(NAMES, key=LAST_FIRST.get):
        yield same(None, LAST_FIRST[number], "A", number, RATINGS[number],
                   line=f"{LAST_FIRST[number]} A {number} {RATINGS[number]}")  # fmt: skip


def name_badges(_):
    for number, name in NAMES.items():
        yield same(name, "A", number, line=name)


REPORTS = {
    "firsts_and_repeats": firsts_and_repeats,
    "going_first": going_first,
    "pairings_by_name": pairings_by_name,
    "pairings_by_rank": pairings_by_rank,
    "result_slips": result_slips,
    "rank_by_round": rank_by_round,
    "round_by_round": round_by_round,
    "score_distribution": score_distribution,
    "upsets": upsets,
    "high_spread": high_spread,
    "high_combined": high_combined,
    "lucky": lucky,
    "performance": performance,
    "wall_chart": wall_chart,
    "highlights": highlights,
    "standings_by_class": standings_by_class,
    "team_standings": team_standings,
    "standings_check": standings_check,
    "prizes": prizes,
    "closing": closing,
    "newspaper": newspaper,
    "treasurer": treasurer,
    "certificates": certificates,
    "ceremony_slides": ceremony_slides,
    "roster": roster,
    "check_in_list": check_in_list,
    "name_badges": name_badges,
}


@pytest.fixture(params=["halves", "apart"])
def event(request, desk, played):
    if request.param == "apart":
        rules = Event.objects.get(pk=played.pk).rules.as_dict() | {"ties": "apart"}
        change_rules(desk, played, rules, reason="as the federation does")
    for entry in Entry.objects.filter(division__event=played):
        entry.team, entry.rating_class = TEAMS[entry.number], CLASSES[entry.number]
        entry.save()
    add_prizes(desk, played, PRIZES)
    return Event.objects.get(pk=played.pk)


@pytest.mark.parametrize("key", REPORTS)
def test_a_list_is_that_of_the_raw_results_in_every_format(event, key):
    wanted = list(REPORTS[key](event.rules.ties_apart))
    assert_the_same_in_every_format(event, key, wanted)
    report = build(definition(key), event, definition(key).Options(), PRINTED, "json")
    rows = rows_of(render(report, "json").content, "json")
    beside = len(NAMES) if key == "wall_chart" else 0  # the chart itself, one row for each
    assert len(rows) == beside + sum(cells is not None for cells, *_ in wanted)
