"""What the engine answers to hundreds of spoilt lists and random events."""

from collections.abc import Iterator
from dataclasses import astuple, replace
from random import Random
from typing import Any

import pytest

from tests.approved import check_approved
from tests.spoilt import spoilt
from tests.tournament.engine.pairing.situations import NAMES, entrants, played_event
from tests.tournament.engine.prizes.ceremonies import ceremony, prizes_of, section
from tests.tournament.engine.test_roster import CASES
from tournament.engine.columns import table_of
from tournament.engine.highlights import highlights
from tournament.engine.prizes.contest import ContestDivision, ContestPlay
from tournament.engine.prizes.pasted_prizes import read_prizes
from tournament.engine.progress import Meeting, progress_by_entry
from tournament.engine.ratings.rated_field import RatedField, RatedGame, RatedPlayer
from tournament.engine.ratings.rating_list import parse_rating_list, rows_in
from tournament.engine.ratings.system import all_systems
from tournament.engine.result_table import RESULTS, proposed_columns, read_result_rows
from tournament.engine.results import GAMES, NOBODY, SpreadCap, SpreadPenalty
from tournament.engine.roster import read_roster
from tournament.engine.roster_table import pasted_table, roster_from_table
from tournament.engine.standings import standings
from tournament.engine.standings.metric import format_signed
from tournament.engine.standings.precedence import all_metrics
from tournament.engine.standings.prospects import places_secured_by_win, prospects
from tournament.engine.standings.tally import catch_up_spreads
from tournament.engine.turn_figures import (
    RecordedTurn,
    TurnOutcome,
    announced_figures,
    recorded_figures,
    turns_by_player,
)
from tournament.engine.turn_statistics import GameSide, TurnStatistics
from tournament.engine.typed_result import (
    ResultNotUnderstood,
    TypedFigures,
    parse_typed_result,
    unusual_figure_messages,
)
from tournament.wording.sentences import sentence, sentences

PEOPLE = [line for line, *_ in CASES["names"]]
OTHERS = "#,;\t1. -?*A"
CELLS = {
    "name": ("Name", "Player", "Zawodnik"), "family": ("Surname", "Last name", "Name"), "given": ("First", "Vorname"),
    "rating": ("Rating", "Elo", "DWZ"), "member": ("Member", "No.", "ID"), "club": ("Club", "Verein"),
    "class": ("Class", "Group"), "team": ("Team", ""), "country": ("Country", "Nat"), "paid": ("Paid", "", "Jahrgang"),
}  # fmt: skip
PRIZES = (
    "1st = 100", "2nd = 60", "3-4 = $20", "class A = 30", "2nd in class B = 10 EUR and a book", "high win 25",
    "low win 5", "high loss 10", "high spread 5", "biggest upset $20", "tough luck 10", "high play: a dictionary",
    "lower half = 10", "over seed 7", "high combined = 4", "cumulative spread = 5", "by hand: Best hat = a hat",
    "comeback 5", "accuracy 5", "nine-timer 9", "lucky 3", "rounds 1-3 = 12", "team Reds = 4",
)  # fmt: skip


def cells_of(number: int, draw: Random) -> dict[str, str]:
    """Return the cells of a player by column."""
    given, family = (
        draw.choice(NAMES),
        draw.choice(("Lopez", "de Vries", "O'Brien", "Żak", "King Jr.", "Ek")),
    )
    return {
        "name": draw.choice((f"{given} {family}", f"{family}, {given}")), "family": family, "given": given,
        "rating": draw.choice((str(draw.randint(400, 2200)), "unrated", "", "1,650", "1500.5", "0")),
        "member": draw.choice((f"AA{number:06}", str(100_000 + number), "#77", "")), "club": draw.choice(("Lund", "")),
        "class": draw.choice("AB"), "team": draw.choice(("Reds", "Blues")), "country": draw.choice(("SWE", "FIN")),
        "paid": draw.choice(("yes", "1985", "")),
    }  # fmt: skip


def pasted(draw: Random) -> str:
    """Return a pasted list of players, as plain lines or as cells with or without a heading."""
    if draw.random() < 0.4:
        return "\n".join(draw.sample(PEOPLE, 7))
    columns = draw.sample([*CELLS], draw.randint(1, 6))
    columns += [] if {"name", "family"} & {*columns} else [draw.choice(("name", "family"))]
    rows = [[cells_of(number, draw)[column] for column in columns] for number in range(8)]
    if draw.random() < 0.7:
        rows.insert(0, [draw.choice(CELLS[column]) for column in columns])
    separator = draw.choice("\t\t;,")
    return "\n".join(
        separator.join(f'"{cell}"' if separator in cell else cell for cell in row) for row in rows
    )


def roster_lines(text: str) -> Iterator[str]:
    """Yield how a pasted list of players is read, as a table if it is one."""
    table = pasted_table(text)
    if table is not None:
        read = roster_from_table(table)
        yield f"{read.columns}"
        yield from sentences(read.notes)
        text = read.text
    for row in read_roster(text, ["Ana Lopez", "Kim Ek"], ["Leo Zak", "Ann de Vries", "Mia King"]):
        given = (
            row.line,
            row.sort_name,
            row.rating,
            row.member,
            row.rating_class,
            row.team,
            row.country,
            row.club,
        )
        yield " ".join(str(value) for value in given if value)
        yield from sentences([*([row.problem] if row.problem else []), *row.notes])


@pytest.mark.parametrize("seed", range(100))
def test_spoilt_list_is_read_as_approved(request, seed):
    draw = Random(seed)
    text = pasted(draw)
    for _ in range(draw.randrange(8)):
        text = spoilt(text, draw, OTHERS)
    rated = parse_rating_list(rows_in(text))
    parts = [
        list(roster_lines(text)),
        [
            f"{row.name} {row.rating:g} {row.member} {row.games} {row.deviation} {row.last_played}"
            for row in rated.people
        ],
        sentences([*rated.problems, *rated.notes]),
    ]
    check_approved(request, {f"list {seed}": " || ".join(" | ".join(part) for part in parts)})


def result_cells(draw: Random) -> list[list[str]]:
    """Return a table of results with columns in any order, or a typed one without a heading."""
    columns = draw.sample(["Round", "Player", "Score", "Opponent", "Score 2", "Table", "Date"], 7)
    columns = [
        column for column in columns if column not in ("Table", "Date") or draw.random() < 0.5
    ]
    rows = [] if draw.random() < 0.3 else [columns]
    for at in range(9):
        one, other = draw.sample(NAMES[:8], 2)
        cells = {
            "Round": str(at // 3 + 1), "Player": f"{one} Lopez", "Score": str(draw.randint(250, 550)),
            "Opponent": draw.choice((f"{other} Ek", f"{other} Ek", "Bye")), "Score 2": str(draw.randint(250, 550)),
            "Table": str(at % 3 + 1), "Date": "2026-10-03",
        }  # fmt: skip
        rows.append([cells[column] for column in columns])
    return rows


@pytest.mark.parametrize("seed", range(80))
def test_spoilt_table_of_results_is_read_as_approved(request, seed):
    draw = Random(seed)
    rows = result_cells(draw)
    for _ in range(draw.randrange(6)):
        row = draw.choice(rows)
        at = draw.randrange(len(row))
        row[at] = draw.choice((spoilt(row[at], draw, OTHERS), "", "Semifinal", "450-380"))
    table = table_of(rows, RESULTS)
    columns = proposed_columns(table)
    lines = [str(columns)]
    for read in read_result_rows(table, columns, left_out=frozenset({4})):
        lines.append(
            f"{read.number} {read.round} {read.one} {read.other} {read.scores} {read.first} {read.board}"
        )
        lines += [sentence(read.problem)] if read.problem else []
    check_approved(request, {f"results {seed}": " | ".join(lines)})


@pytest.mark.parametrize("seed", range(40))
def test_spoilt_line_is_read_as_approved(request, seed):
    """Lines of a list of prizes, and lines of results."""
    draw = Random(seed)
    lines = {}
    for _ in range(5):
        line = draw.choice(("", "A: ", "division b: ")) + draw.choice(PRIZES)
        line = spoilt(line, draw, OTHERS) if draw.random() < 0.5 else line
        for prize in read_prizes(line, ["A", "B"], {"A": {"A", "B"}}):
            parts = [prize.kind, str(dict(prize.options)), prize.division, prize.name, prize.value]
            parts += sentences([*prize.titles, *filter(None, (prize.problem, prize.note))])
            lines[f"prize {seed} {line}"] = " | ".join(parts)
        one, other = draw.choice((draw.randint(-20, 700), 380)), draw.randint(-20, 700)
        line = draw.choice(
            (f"4 {one} {other}", f"p17 {one} {other} {one - other}", f"#3 {one - other:+}", "b2 f")
        )
        line = spoilt(line, draw, OTHERS) if draw.random() < 0.6 else line
        mode = draw.choice(list(TypedFigures))
        try:
            typed = parse_typed_result(line, mode, by_player=draw.random() < 0.3)
        except ResultNotUnderstood as refusal:
            parts = [sentence(refusal.message)]
        else:
            given = (
                draw.choice(sorted(GAMES)),
                typed.score or 0,
                typed.opponent,
                typed.spread_only,
            )
            questions = () if typed.score is None else unusual_figure_messages(*given)
            parts = [str(typed), given[0], *sentences(questions)]
        lines[f"result {seed} {mode} {line}"] = " | ".join(parts)
    check_approved(request, lines)


def ranked(draw: Random) -> Iterator[str]:
    """Yield the standings of a random event by random metrics, and what its players can still reach."""
    now = played_event(draw.randint(5, 9), draw.randint(2, 6), 8, draw)
    keys = (
        "wins",
        *draw.sample([key for key in sorted(all_metrics()) if key not in ("wins", "lot")], 3),
    )
    cap = SpreadCap(draw.choice((None, 120)), {3: 60} if draw.random() < 0.3 else {})
    late = {4: now.round - 2} if draw.random() < 0.4 else {}
    table = standings(
        entrants(len(now.entrants), late), now.results, after=now.round - 1, keys=keys, cap=cap,
        penalties=[SpreadPenalty(2, 1, -50)] if draw.random() < 0.3 else [],
    )  # fmt: skip
    yield f"{keys} {cap}"
    for line in table.lines:
        yield f"{line.rank}{'=' * line.shared} {line.number} {line.record} {line.values} {line.decided_by or ''}"
    meetings = [
        Meeting(row.round, 1, row.first, row.second, row.first_score, row.second_score, row.outcome)
        for row in now.results
    ]
    penalties = [SpreadPenalty(draw.randint(1, 3), 1, -50), SpreadPenalty(2, 1, 10)]
    for number, steps in progress_by_entry([1, 2, 5], meetings, penalties).items():
        yield f"{number} " + " ".join(
            f"{step.letter}{step.record}{format_signed(step.total_spread)}" for step in steps
        )
    rounds_left = draw.randint(0, 2)
    left = {line.number: rounds_left for line in table.lines}
    left[2] = max(rounds_left - 1, 0)
    catch_up = catch_up_spreads(draw.choice(([150, 80], [])), cap, now.round, rounds_left)
    order = [line.number for line in table.lines if not line.withdrawn]
    games = (
        list(zip(order[::2], order[1::2], strict=False))
        if rounds_left == 1 and draw.random() < 0.6
        else []
    )
    known: dict[str, Any] = {"catch_up": catch_up, "arranged": games, "byes": len(order) % 2}
    for reached in prospects(table, left, seed=3, **known).values():
        yield (
            f"{reached.number}: {reached.best}{'' if reached.best_is_reached else '?'} to "
            f"{reached.worst}{'' if reached.worst_is_reached else '?'} {reached.clinched or ''}"
        )
    if games:
        for margin in places_secured_by_win(
            table, left, *games[0], cap=cap.for_round(now.round), **known
        ):
            yield f"{games[0][0]} secures {margin.place} by {margin.margin}"
    field = RatedField(
        tuple(
            RatedPlayer(
                n, draw.choice((None, draw.randint(400, 2100))), draw.choice((None, 0, 12, 300)),
                draw.choice((None, 80.0)), idle=draw.choice((0, 400)),
            )
            for n in (entrant.number for entrant in now.entrants)
        ),
        tuple(
            RatedGame(row.round, row.first, row.second, row.first_score - row.second_score)
            for row in now.results
            if row.second != NOBODY
        ),
        draw.choice((now.round, 20)),
    )  # fmt: skip
    for key, rating_system in all_systems().items():
        after = rating_system.rate(field, rating_system.options_from({}))
        yield f"{key} " + " ".join(
            f"{n}:{one.rating if one.rating is None else round(one.rating)}"
            + (f"±{one.deviation:.0f}" if one.deviation else "")
            for n, one in after.items()
        )
        yield f"{rating_system.guessed_figures(field)}"


@pytest.mark.parametrize("seed", range(40))
def test_random_event_is_ranked_and_rated_as_approved(request, seed):
    check_approved(request, {f"event {seed}": " | ".join(ranked(Random(seed)))})


def contested(name: str, draw: Random) -> ContestDivision:
    """Return a random division whose games are recorded turn by turn."""
    count, rounds = draw.randint(4, 8), draw.randint(2, 5)
    names = [f"{name}{player}" for player in NAMES[:count]]
    players = "\n".join(
        f"{one} {draw.randint(700, 2000)} {draw.choice('AB')} {draw.choice(('Reds', 'Blues'))}"
        if draw.random() < 0.8
        else one
        for one in names
    )
    games, turns = [], []
    for round_ in range(1, rounds + 1):
        order = draw.sample(range(count), count)
        for board, (one, other) in enumerate(zip(order[::2], order[1::2], strict=False), start=1):
            scores = [0, 0]
            for at in range(draw.randint(6, 12)):
                side = at % 2
                score = draw.choice((0, 12, 24, 31, 70, 86, 140))
                outcome = TurnOutcome.PLAY if draw.random() < 0.8 else draw.choice([*TurnOutcome])
                counts = score if outcome is TurnOutcome.PLAY else 0
                scores[side] += counts
                mine, theirs = (one, other)[:: 1 - 2 * side]
                turns.append(RecordedTurn(
                    name, round_, board, mine + 1, theirs + 1, outcome, draw.choice(("QI", "RETAINS", "ZAX")),
                    "8H", counts, draw.randint(1, 7), score >= 70, draw.choice(((), (2, 2), (3, 3), (3,))),
                    draw.choice((None, counts, counts, counts + 2)), counts,
                ))  # fmt: skip
            games.append(f"{round_}: {names[one]} {scores[0]} {names[other]} {scores[1]}")
        games += [f"{round_}: {names[order[-1]]} bye"] if count % 2 else []
    division = section(
        players, "\n".join(games), division=name, withdrawn=names[:1] if draw.random() < 0.3 else ()
    )
    plays = [
        ContestPlay(turn.round, turn.number, turn.word, turn.coordinate, turn.score, turn.board)
        for turn in turns
        if turn.outcome is TurnOutcome.PLAY
    ]
    return replace(division, turns=tuple(turns), plays=tuple(plays), recorded=len(games))


@pytest.mark.parametrize("seed", range(40))
def test_prizes_of_a_random_event_are_awarded_as_approved(request, seed):
    draw = Random(seed)
    sections = [contested(name, draw) for name in "AB"[: draw.randint(1, 2)]]
    lines = [
        line if len(sections) == 1 else f"{draw.choice('AB')}: {line}"
        for line in draw.sample(PRIZES, 9)
    ]
    parts = [
        " ".join(filter(None, line))
        for line in ceremony(prizes_of("\n".join(lines), sections), sections)
    ]
    for one in sections:
        for best in highlights(one, draw.choice((None, 1))):
            figures = (
                best.value,
                best.round,
                best.board,
                best.number,
                best.opponent,
                best.word,
                best.scores,
            )
            parts.append(f"{best.kind} {figures}")
        for (_, number), turns in turns_by_player(one.turns).items():
            parts.append(
                f"{number} {astuple(recorded_figures(turns, number, one.division))} {announced_figures(turns)}"
            )
    check_approved(request, {f"prizes {seed}": " | ".join(parts)})


def played_side(game: int, draw: Random) -> GameSide:
    """Return a random side of a game."""
    scores = [draw.choice((None, 0, 7, 20, 24, 70, 95)) for _ in range(draw.randint(0, 26))]
    margin = draw.choice((-30, 0, 45, 1))
    bingos = [
        (draw.choice(("RETAINS", "ORATING")), score) for score in scores if score and score >= 70
    ]
    counts: dict[str, Any] = {name: draw.randrange(3) for name in TurnStatistics.SUMMED[:8]}
    counts |= {name: draw.random() < 0.5 for name in ("began", "went_out")}
    slips = [draw.choice((-2, 1, 10)) for _ in range(draw.randrange(3))]
    return GameSide(
        game, "2026-02-14", "Ann", "Ben", 400 + margin, 400, margin, 1 + (margin > 0) - (margin < 0),
        scores=scores, bingos=bingos, slips=slips, opponent_slips=slips[::-1][:1], **counts,
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_random_turns_are_counted_as_approved(request, seed):
    draw = Random(seed)
    counted = TurnStatistics([played_side(game // 2, draw) for game in range(seed)])
    figures = {
        name: getattr(counted, name)
        for name in (
            "games",
            "turns",
            "wins",
            "turn_average",
            "play_points",
            "bingos",
            "distribution",
            "by_turn",
        )
    }
    ways = [
        counted.slips(own=own, in_favour=favour)
        for own in (True, False)
        for favour in (True, False)
    ]
    best = {code: [side.score for side in sides] for code, sides in counted.extremes.items()}
    text = f"{figures} {counted.totals} {counted.last_turns} {counted.first_turns} {ways} {best}"
    check_approved(request, {f"turns {seed}": text})
