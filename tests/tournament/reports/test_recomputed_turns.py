"""The reports of recorded turns from the files of the games by a plain script, in all five formats.

Two events: four players whose eight games are records kept over the board (`fixtures/samples`), and the demo
event, of which six games are recorded. `plain_turns` reads and scores the files; the functions below add up. Neither
knows anything of the program.
"""

import csv
import io
import json
import re
import tomllib
from collections import Counter
from types import SimpleNamespace

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from scoring.actions.disputes import Written, save_columns
from scoring.actions.games import finish_game
from scoring.actions.turns import record_games_turns
from scoring.engine import gcg
from scoring.queries.disputes import Place
from tests.remembered import remembered
from tests.samples import GAMES as SAMPLES
from tests.tournament.reports.plain_turns import VALUES, plain_turns
from tests.tournament.reports.test_recomputed import FORMATS, NAMES, PRINTED, with_half, with_sign
from tests.tournament.reports.test_recomputed_more import assert_the_same_in_every_format
from tournament.actions.results.recorded_games import start_game
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.management.commands.load_demo import load
from tournament.models import Event, Pairing
from tournament.reports.definition import definition
from tournament.reports.delivery import build, render
from tournament.settings import DEMO_DIR

pytestmark = pytest.mark.django_db

ROUNDS = [
    [(1, 2, "human_02_challenge_withdraw_dd_tt"), (3, 4, "human_04_challenge_withdraw_tt")],
    [(1, 3, "human_05_exchange_pass_tt"), (2, 4, "human_07_exchange_dd")],
    [(1, 4, "human_08_withdraw_exchange_dd_crlf"), (2, 3, "human_40_challenge_exchange_dd_crlf")],
    [(2, 1, "human_48_challenge_withdraw_pass"), (4, 3, "human_19_pass_xcount")],
]
DISPUTED = (2, 3)
"""Round and board of the demo game in which ten figures were announced wrong."""


class Average(float):
    """A figure that readers see with one decimal."""


class Half(float):
    """A number of wins, ties as halves."""


class Spread(int):
    """A figure that readers see with its sign."""


def shown(cell):
    if isinstance(cell, Average):
        return f"{cell:.1f}".replace("-", "−")
    if isinstance(cell, Half):
        return with_half(cell)
    if isinstance(cell, Spread):
        return with_sign(cell)
    return str(cell).replace("-", "−") if isinstance(cell, int) else str(cell)


def row(*cells, line=None):
    """A row of files and workbook, and the line that readers see."""
    words = [shown(cell) for cell in cells if cell not in (None, "")]
    return list(cells), list(cells), " ".join(words) if line is None else line


def rounded(number):
    return Average(round(number, 1))


# -- the two events, and what their files say --------------------------------------------------


@pytest.fixture
@remembered
def sampled(desk, four):
    for games in ROUNDS:
        pairs = [game[:2] for game in games]
        round_ = publish_round(desk, pair_by_hand(desk, four, pairs, firsts_as_listed=True))
        for first, second, name in games:
            pairing = Pairing.objects.get(
                round=round_, first__number=first, second__number=second, replaced_at=None
            )
            game = start_game(desk, pairing)
            record_games_turns(game, gcg.read(text_of(name)), desk)
            finish_game(game, desk)
        close_round(desk, round_)
    return four.event


@pytest.fixture
@remembered
def demo(desk):
    return load(desk, tomllib.loads((DEMO_DIR / "event.toml").read_text("utf-8")))


def text_of(name):
    return (SAMPLES / f"{name}.gcg").read_bytes().decode("utf-8-sig")


def game_of(round_, board, first, second, text):
    turns = plain_turns(text)
    ended = any(turn.kind == "end_rack" for turn in turns)
    scores = [sum(turn.score for turn in turns if turn.seat == seat) for seat in (0, 1)]
    return SimpleNamespace(
        round=round_, board=board, seats=(first, second), turns=turns, ended=ended, scores=scores
    )


def files_of_the_samples():
    return NAMES, [
        game_of(round_, board, first, second, text_of(name))
        for round_, games in enumerate(ROUNDS, 1)
        for board, (first, second, name) in enumerate(games, 1)
    ]


def files_of_the_demo():
    """The names as the roster has them, numbered by rating, who has none last; and the recorded games."""
    people = []
    for line in (DEMO_DIR / "roster.txt").read_text("utf-8").splitlines():
        last, rest = line.split(", ")
        *first, rating = rest.split() if rest[-1].isdecimal() else [*rest.split(), "0"]
        people.append((-int(rating), " ".join([*first, last])))
    names = {n: name for n, (_, name) in enumerate(sorted(people, key=lambda one: one[0]), 1)}
    rows = csv.DictReader((DEMO_DIR / "rounds.csv").read_text("utf-8").splitlines())
    return names, [
        game_of(
            *(int(line[key]) for key in ("round", "board", "first", "second")),
            (DEMO_DIR / "games" / line["game"]).read_text("utf-8"),
        )
        for line in rows
        if line["game"]
    ]


@pytest.fixture(params=["sampled", "demo"])
def case(request):
    event = request.getfixturevalue(request.param)
    names, games = {"sampled": files_of_the_samples, "demo": files_of_the_demo}[request.param]()
    return SimpleNamespace(event=Event.objects.get(pk=event.pk), names=names, games=games)


def each_turn(case):
    """Every turn with its game and whose it is."""
    for game in case.games:
        for turn in game.turns:
            yield game, turn, game.seats[turn.seat], game.seats[1 - turn.seat]


# -- every time something was done, and who did it how often ------------------------------------


def listed(case, done, figures, cells):
    """Two tables. `done` gives what counts of a turn: who did it, against whom, and a code, or None."""
    every = [(game, turn, hit) for game, turn, *_ in each_turn(case) if (hit := done(game, turn))]
    played = Counter(number for game in case.games for number in game.seats)
    sums = {
        number: [sum(hit[0] == number and hit[2] == code for *_, hit in every) for code in figures]
        for number in played
    }
    if not every:
        return
    for number in sorted(sums, key=lambda number: (-sum(sums[number]), number)):
        each = sums[number]
        yield row(case.names[number], played[number], *each, rounded(sum(each) / played[number]))
    for game, turn, (who, other, code) in every:
        yield row(game.round, game.board, case.names[who], *cells(turn, code, case.names[other]))


def own(wanted):
    """What the player did whose turn it is."""

    def done(game, turn):
        code = wanted(turn)
        return code and (game.seats[turn.seat], game.seats[1 - turn.seat], code)

    return done


def bingos(case):
    return listed(
        case, own(lambda turn: turn.bingo), [True],
        lambda turn, _, other: (turn.word, turn.square, turn.score, other),
    )  # fmt: skip


def phonies(case):
    return listed(
        case, own(lambda turn: turn.kind == "phony"), [True],
        lambda turn, _, other: (turn.word, turn.square, turn.score, other),
    )  # fmt: skip


def nine_timers(case):
    return listed(
        case, own(lambda turn: 9 * turn.nine_timer or 4 * turn.double_double), [9, 4],
        lambda turn, code, other: (code, turn.word, turn.square, turn.score, other),
    )  # fmt: skip


def exchanges(case):
    return listed(
        case, own(lambda turn: turn.kind == "exchange"), [True],
        lambda turn, _, other: (turn.tiles, turn.word, other),
    )  # fmt: skip


def challenged(game, turn):
    """Won by the other where a play is a phony, lost by the other where points are given for it."""
    code = {"phony": "won", "challenge_bonus": "lost"}.get(turn.kind)
    return code and (game.seats[1 - turn.seat], game.seats[turn.seat], code)


def challenges(case):
    return listed(
        case, challenged, ["won", "lost"],
        lambda turn, code, other: (code, turn.word if code == "won" else None, other),
    )  # fmt: skip


def arithmetic(case):
    lines = []
    for number, name in case.names.items():
        errors = [
            turn.announced - turn.score
            for _, turn, who, _ in each_turn(case)
            if who == number and turn.stood
        ]
        if errors:
            right = errors.count(0)
            over, under = (sum(max(0, sign * e) for e in errors) for sign in (1, -1))
            lines.append((right / len(errors), len(errors), name, right, over, under))
    for share, announced, name, right, over, under in sorted(
        lines, key=lambda line: (-line[0], -line[1], line[2])
    ):
        yield row(name, announced, right, rounded(100 * share), over, under)


# -- lists of the best -------------------------------------------------------------------------


def best(lines, count=20):
    """The first twenty and who is level with the last of them; the greatest first figure first."""
    lines = sorted(lines, key=lambda line: -line[0])
    for line in lines:
        rank = 1 + sum(other[0] > line[0] for other in lines)
        if rank <= count:
            yield row(rank, *line)


def high_plays(case):
    return best(
        (turn.score, turn.word, turn.square, case.names[who], game.round, game.board)
        for game, turn, who, _ in each_turn(case)
        if turn.stood
    )


def comebacks(case):
    """How far the winner was behind at worst; a play that was challenged off never counted."""
    lines = []
    for game in case.games:
        if not game.ended or game.scores[0] == game.scores[1]:
            continue
        winner = int(game.scores[1] > game.scores[0])
        lead = behind = 0
        for turn in game.turns:
            if turn.kind in ("play", "challenge_bonus"):
                lead += turn.score if turn.seat == winner else -turn.score
            behind = max(behind, -lead)
        score, theirs = game.scores[winner], game.scores[1 - winner]
        one, other = (case.names[game.seats[seat]] for seat in (winner, 1 - winner))
        if behind:
            spread = Spread(score - theirs)
            lines.append((behind, one, score, theirs, other, spread, game.round, game.board))
    return best(lines)


# -- one game, and all of them together ----------------------------------------------------------


def board_heat(case):
    heat = Counter()
    for game in case.games:
        heat.update(square for turn in game.turns if turn.stood for square in turn.laid)
    for y in range(15):
        yield row(y + 1, *(heat[y, x] for x in range(15)))


def done_in_words(turn):
    """What a turn did, as its line shows it."""
    return {
        "play": turn.word, "phony": turn.word, "pass": "pass", "withdrawn": "phony, taken back",
        "challenge_bonus": "challenge", "overtime": "overtime", "end_rack": f"rack {turn.word}",
        "exchange": f"exchanged {turn.word or turn.tiles}",
    }[turn.kind]  # fmt: skip


def score_graph(case, game):
    totals = [0, 0]
    for turn in game.turns:
        totals[turn.seat] = turn.total
        name = case.names[game.seats[turn.seat]]
        lead = Spread(totals[0] - totals[1])
        yield row(turn.number, name, done_in_words(turn), turn.score, *totals, lead)


def score_sheet(case, game):
    """First the finals of both, in files alone; then every turn of the one, and of the other."""
    for seat, number in enumerate(game.seats):
        last = [turn.announced_total for turn in game.turns if turn.seat == seat][-1]
        final = game.scores[seat]
        order = ("first", "second")[seat]
        cells = [case.names[number], order, last, final, final, last - final]
        yield cells, cells, ""
    for seat, number in enumerate(game.seats):
        correct = 0
        for turn in (turn for turn in game.turns if turn.seat == seat):
            correct += turn.score
            kind = "play" if turn.kind == "phony" else turn.kind
            difference = turn.announced - turn.score
            cells = [case.names[number], turn.number, kind, turn.square, done_in_words(turn)]
            cells += [turn.announced, turn.score, turn.score, difference, turn.announced_total]
            place = " ".join(filter(None, [str(turn.number), turn.square, done_in_words(turn)]))
            line = place if difference else f"{place} {shown(turn.score)} ✓"
            cells = [cell if cell != "" else None for cell in cells]
            yield [*cells, correct, turn.total], [*cells[1:], correct, turn.total], line


def differences(case):
    for game in case.games:
        announced = [0, 0]
        for turn in game.turns:
            place = ["A", game.round, game.board, turn.number, case.names[game.seats[turn.seat]]]
            if turn.stood and turn.announced != turn.score:
                gap = Spread(turn.announced - turn.score)
                play = f"{turn.square} {turn.word}"
                cells = [*place, play, turn.announced, turn.score, gap, "open", turn.score]
                yield [*cells], [*cells], " ".join(map(shown, cells[1:]))
            announced[turn.seat] += turn.announced
            if announced[turn.seat] != turn.announced_total:
                gap = Spread(turn.announced_total - announced[turn.seat])
                cells = [*place, "running total", turn.announced_total, announced[turn.seat], gap]
                yield [*cells], [*cells], " ".join(map(shown, cells[1:]))
                announced[turn.seat] = turn.announced_total


def turn_statistics(case):
    """Every figure of all finished games, each game once for each player."""
    games = [game for game in case.games if game.ended]
    sides = 2 * len(games)
    turns = [turn for game in games for turn in game.turns]
    plays = [turn for turn in turns if turn.stood]
    taken = [turn for turn in turns if turn.kind in ("play", "phony", "exchange", "pass")]

    def points(turn):
        return turn.score if turn.stood else 0

    def often(label, number):
        return row(label, number, Average(number / sides))

    def average(label, figures):
        return row(label, None, Average(sum(figures) / len(figures)))

    lasts, firsts = [], {0: [], 1: []}
    for game in games:
        for seat in (0, 1):
            own_turns = [points(turn) for turn in taken if turn in game.turns and turn.seat == seat]
            lasts += own_turns[-3:]
            firsts[seat].append(own_turns[0])
    errors = [turn.announced - turn.score for turn in plays]
    over, under = (sum(max(0, sign * error) for error in errors) for sign in (1, -1))
    finals = [score for game in games for score in game.scores]
    squares = Counter(mark for turn in plays for mark in turn.premiums)
    out = [
        game
        for game in games
        if game.turns[-1].kind == "end_rack" or game.turns[-2].kind == "end_rack"
    ]
    yield row("Games, once for each player", sides)
    yield often("Games won", len(games))
    yield average("Points a game", finals)
    yield average("Points of the opponents a game", finals)
    yield often("Turns", len(taken))
    yield average("Points a turn", [points(turn) for turn in taken])
    yield average("Points a play", [turn.score for turn in plays])
    yield often("Bingos", sum(turn.bingo for turn in plays))
    yield often("Triple-word squares", squares["9"])
    yield often("Double-word squares", squares["4"])
    yield often("Double-doubles", sum(turn.double_double for turn in plays))
    yield often("Nine-timers", sum(turn.nine_timer for turn in plays))
    yield often("Exchanges", sum(turn.kind == "exchange" for turn in turns))
    phony = sum(turn.kind == "phony" for turn in turns)
    yield often("Phonies challenged off", phony)
    yield often("Challenges won", phony)
    yield often("Challenges lost", sum(turn.kind == "challenge_bonus" for turn in turns))
    yield often("Points announced too many", over)
    yield often("Points announced too few", under)
    yield often("Points the opponents announced too few", under)
    yield often("Points the opponents announced too many", over)
    yield average("First turn when beginning", firsts[0])
    yield average("First turn when second", firsts[1])
    yield average("Last three turns, each", lasts)
    yield often("Games gone out first", len(out))
    steps = Counter(max(0, turn.score) // 10 for turn in plays)
    for step in range(max(steps) + 1):
        yield row(step * 10, step * 10 + 9, steps[step])
    by_turn = {}
    for game in games:
        for seat in (0, 1):
            mine = [turn for turn in taken if turn in game.turns and turn.seat == seat]
            for at, turn in enumerate(mine, 1):
                by_turn.setdefault(at, []).append(points(turn))
    for at, scores in sorted(by_turn.items()):
        yield row(at, Average(sum(scores) / len(scores)), len(scores))
    words = {}
    for turn in plays:
        if turn.bingo:
            words.setdefault(turn.spelled, []).append(turn.score)
    for word, scores in sorted(words.items(), key=lambda it: (-len(it[1]), -max(it[1]), it[0])):
        yield row(word, len(scores), max(scores))


REPORTS = {
    function.__name__: function
    for function in (
        arithmetic, bingos, board_heat, challenges, comebacks, differences, exchanges, high_plays,
        nine_timers, phonies, turn_statistics,
    )
}  # fmt: skip
NO_ROW = {
    "nine_timers": (None, None, "No nine-timer and no double-double is recorded."),
    "differences": (None, None, "No difference."),
}
"""What a report says where the files have none."""
OF_ONE_GAME = {function.__name__: function for function in (score_graph, score_sheet)}


@pytest.mark.full
@pytest.mark.parametrize("key", REPORTS)
def test_a_report_of_turns_is_that_of_the_files_in_every_format(case, key):
    wanted = list(REPORTS[key](case))
    chosen = definition(key)
    assert_the_same_in_every_format(case.event, key, wanted or [NO_ROW[key]])
    report = build(chosen, case.event, chosen.Options(), PRINTED, "json")
    document = json.loads(render(report, "json").content)
    tables = [
        part for name, part in document.items() if isinstance(part, list) and name != "boards"
    ]
    rows = [list(line.values()) for table in tables for line in table if isinstance(line, dict)]
    assert len(rows) == len(wanted)
    for line, (cells, *_) in zip(rows, wanted, strict=True):  # in this very order
        assert [cell or None for cell in line[: len(cells)]] == [cell or None for cell in cells]


@pytest.mark.full
@pytest.mark.parametrize("key", OF_ONE_GAME)
def test_the_papers_of_a_game_are_those_of_its_file_in_every_format(case, key):
    for game in case.games:
        wanted = list(OF_ONE_GAME[key](case, game))
        options = definition(key).Options(round=game.round, board=game.board)
        assert_the_same_in_every_format(case.event, key, wanted, options)


def figures_of_recorded(case):
    """The averages, with what the records add."""
    for number, name in case.names.items():
        mine = [turn for game, turn, who, _ in each_turn(case) if who == number]
        plays = [turn.score for turn in mine if turn.stood]
        if not plays:
            continue
        games = sum(number in game.seats for game in case.games)
        won, lost = (
            sum(
                challenged(game, turn) == (number, other, code)
                for game, turn, other, _ in each_turn(case)
            )
            for code in ("won", "lost")
        )
        yield name, [
            games, rounded(sum(plays) / len(plays)), max(plays), sum(turn.bingo for turn in mine),
            sum(turn.kind == "phony" for turn in mine), won, lost,
            sum(turn.kind == "exchange" for turn in mine),
        ]  # fmt: skip


def test_the_averages_add_what_the_files_of_the_games_say(case):
    chosen = definition("averages")
    report = build(chosen, case.event, chosen.Options(), PRINTED, "json")
    rows = json.loads(render(report, "json").content)["rows"]
    recorded = {row["name"]: list(row.values())[-8:] for row in rows if row["bingos"] is not None}
    assert recorded == dict(figures_of_recorded(case))


@pytest.mark.full
@pytest.mark.parametrize("file_format", FORMATS)
def test_the_board_is_that_of_the_file_in_every_format(case, file_format):
    for game in case.games:
        tiles = {}
        for turn in game.turns:
            tiles |= turn.laid if turn.stood else {}
        chosen = definition("board_diagram")
        options = chosen.Options(round=game.round, board=game.board)
        report = build(chosen, case.event, options, PRINTED, file_format)
        content = render(report, file_format).content
        board = [[tiles.get((y, x)) for x in range(15)] for y in range(15)]
        if file_format == "pdf":  # drawn row by row, a tile with its value
            (page,) = PdfReader(io.BytesIO(content)).pages
            drawn = re.findall(r"([A-Z]) (\d+)\b", page.extract_text().partition("\n15\n")[2])
            assert drawn == [
                (face, str(VALUES[face])) for line in board for face in line if face in VALUES
            ]
        else:
            assert squares_of(content, file_format) == board


def squares_of(content, file_format):
    """The letters of the board as a program reads them, on a page from what its picture is called."""
    if file_format == "json":
        return json.loads(content)["diagram"]
    if file_format == "csv":
        lines = list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))
    elif file_format == "xlsx":
        sheet = load_workbook(io.BytesIO(content)).worksheets[0]
        lines = [[cell.value for cell in line[1:]] for line in sheet.iter_rows(min_row=2)]
    else:
        named = dict(
            re.findall(r"row (\d+): ([A-Za-z.]{15})", content.decode())
        )  # not the empty ones
        lines = [named.get(str(number), "." * 15) for number in range(1, 16)]
    return [[face if face and face != "." else None for face in line] for line in lines]


@pytest.mark.full
def test_a_recount_is_that_of_the_sheets_and_of_the_file(desk, demo):
    """One player kept what was announced, the other the correct scores."""
    names, games = files_of_the_demo()
    (game,) = (game for game in games if (game.round, game.board) == DISPUTED)
    pairing = Pairing.objects.get(
        round__division__event=demo, round__number=game.round, board=game.board, replaced_at=None
    )
    own_turns = [
        [turn for turn in game.turns if turn.seat == seat and turn.kind != "end_rack"]
        for seat in (0, 1)
    ]
    save_columns(
        pairing.game,
        {
            Place(keeper, seat + 1): Written("\n".join(str(getattr(t, key)) for t in turns))
            for keeper, key in ((1, "announced"), (2, "score"))
            for seat, turns in enumerate(own_turns)
        },
        desk,
    )
    wanted, correct = [], [0, 0]
    for turn in game.turns:
        if turn.kind != "end_rack":
            correct[turn.seat] += turn.score
            play = f"{turn.square} {done_in_words(turn)}".strip()
            name = names[game.seats[turn.seat]]
            sheets = (turn.announced, None, turn.score, None)  # nobody kept a running total
            wanted.append(row(turn.number, name, play, *sheets, turn.score, correct[turn.seat]))
    options = definition("recount").Options(round=game.round, board=game.board)
    assert_the_same_in_every_format(demo, "recount", wanted, options)


def test_both_pictures_of_the_turns_are_in_the_workbook(demo):
    chosen = definition("turn_statistics")
    report = build(chosen, demo, chosen.Options(), PRINTED, "xlsx")
    sheets = load_workbook(io.BytesIO(render(report, "xlsx").content)).worksheets
    drawn = [
        (type(chart).__name__, len(chart.series)) for sheet in sheets for chart in sheet._charts
    ]
    assert drawn == [("BarChart", 1), ("LineChart", 1)]
