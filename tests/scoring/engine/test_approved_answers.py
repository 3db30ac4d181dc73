"""What the engine answers to hundreds of spoilt games, plays, lines, columns and positions."""

from random import Random

import pytest

from scoring import catalogue
from scoring.engine.dispute.alignment import expected_rows, read_column
from scoring.engine.dispute.columns import Column, NotAColumn
from scoring.engine.dispute.dispute import Sheet
from scoring.engine.dispute.play_check import check_play
from scoring.engine.dispute.position import NotAPosition, Position, read_position
from scoring.engine.dispute.recount import compare_sheets
from scoring.engine.game.record import Record
from scoring.engine.game.replay import Replay, replay
from scoring.engine.game.turns import TurnKind
from scoring.engine.gcg import Unreadable, decode, read, write_strict
from scoring.engine.typing.lines import typed_line
from scoring.engine.typing.questions import LineNotUnderstood
from scoring.engine.typing.typed_turn import parse_turn
from scoring.wording.engine import (
    finding_sentence,
    line_sentence,
    proof_line,
    row_sentence,
    sentence,
    sentences,
)
from tests.approved import check_approved
from tests.samples import GAMES
from tests.scoring.engine.dispute.test_recount import in_words
from tests.scoring.engine.gcg.mutated import mutated, sheets
from tests.scoring.engine.gcg.sheets import verified
from tests.scoring.engine.positions import ENGLISH, STANDARD
from tests.spoilt import spoilt

ENGLISH_SHEETS = [decode(path.read_bytes())[0] for path in sorted(GAMES.glob("human_*"))]
GERMAN_SHEETS = [decode(path.read_bytes())[0] for path in sorted(GAMES.glob("german_*"))]
SHEETS = [*sheets(), *ENGLISH_SHEETS, *GERMAN_SHEETS]
RULES = [
    catalogue.rule_set(key)
    for key in ("wespa", "naspa_nwl", "box_mattel", "box_hasbro", "coco", "absp", "spanish")
]
NAMES = ("Ann", "Ben")
LINES = (
    "pass", "- ABC", "-3 {score}", "x {rack}", "swap {rack}Q", "ch", "ch 5", "+ 1: 10", "ch 2: 5 {score}", "--",
    "-- -{score}", "rack {rack} 12", "=ABC", "rack ?", "time 10", "! 2: -1:05", "time 1: 12:30 ~0:10",
    "adjust 2: -5 because", "* 5",
    "{play} ~12:30", "{play} {score} {score}", "{play}", "{play} {score}", "{wrong}", "{wrong} {score}", "{moved}",
    "2: {play}", "9: {play}", "{play} @{rack}", "{play} {rack}", "{turned}", "{turned} {score}", "total {score}",
    "pass @{rack}Q", "{word} {square} {score}", "{play}{score}", "{lower} {score}",
)  # fmt: skip


def begun(draw: Random) -> tuple[Record, Replay]:
    """Return a game, and the position after some of its turns."""
    record = read(draw.choice(ENGLISH_SHEETS)).split_into_tiles(ENGLISH)
    turns = record.turns[: draw.randint(0, len(record.turns) - 1)]
    return record, replay(turns, draw.choice(RULES), ENGLISH, STANDARD)


def play_of(record: Record, at: int) -> tuple[str, str, int]:
    """Return square, word and announced score of the first play from turn `at` on, or of the first of all."""
    turn = next(turn for turn in (*record.turns[at:], *record.turns) if turn.kind is TurnKind.PLAY)
    return turn.coordinate, "".join(turn.tiles), turn.announced or 0


@pytest.mark.parametrize("seed", range(60))
def test_spoilt_sheet_is_verified_as_approved(request, seed):
    draw = Random(seed)
    text = mutated(SHEETS[seed % len(SHEETS)], draw)
    try:
        done = verified(text)
    except Unreadable as refusal:
        lines = [finding_sentence(finding) for finding in refusal.findings]
    else:
        audit = done.audit
        lines = [
            f"{finding.line} {finding.turn} {finding.announced} {finding.correct} {finding_sentence(finding)}"
            for finding in audit.findings
        ]
        lines += [
            f"{done.setting.rules.key} {audit.status.value} {audit.outcome} {audit.announced_finals}"
        ]
        copy = write_strict(audit.record, audit.game)
        lines += [
            *sentences(copy.losses),
            *(line for line in copy.text.splitlines() if line not in text),
        ]
    check_approved(request, {f"sheet {seed}": " | ".join(lines)})


@pytest.mark.parametrize("seed", range(60))
def test_spoilt_play_is_checked_as_approved(request, seed):
    draw = Random(seed)
    record, game = begun(draw)
    position = Position(STANDARD, ENGLISH, dict(game.board.tiles))
    lines = {}
    for _ in range(4):
        at = draw.choice((len(game.turns), len(game.turns), draw.randrange(len(record.turns))))
        square, word, score = play_of(record, at)
        line = f"{spoilt(square, draw) if draw.random() < 0.1 else square} "
        line += f"{spoilt(word, draw) if draw.random() < 0.5 else word} "
        line += str(score + draw.choice((0, 1, -2, 10, 50, -50, 3, score, -score // 2)))
        answer = check_play(position, game.rules, line)
        if isinstance(answer, LineNotUnderstood):
            parts = [sentence(answer.message)]
        else:
            parts = [answer.word, *sentences(fault.message for fault in answer.faults)]
            parts += [proof_line(answer.proof)] if answer.proof else []
            for messages in (answer.likely, answer.never, answer.questions):
                parts += ["", *sentences(messages)]
        lines[f"play {seed} {line}"] = " | ".join(parts)
    check_approved(request, lines)


@pytest.mark.parametrize("seed", range(60))
def test_typed_line_is_read_as_approved(request, seed):
    draw = Random(seed)
    record, game = begun(draw)
    square, word, score = play_of(record, len(game.turns))
    turned = square[-1] + square[:-1] if square[0].isdigit() else square[1:] + square[0]
    values = {
        "play": f"{square} {word}", "lower": f"{square} {word.lower()}", "word": word, "square": square,
        "wrong": spoilt(f"{square} {word}", draw), "moved": f"{spoilt(square, draw)} {word}",
        "turned": f"{turned} {word}", "rack": "".join(record.turns[len(game.turns)].rack or "ABC"), "score": score,
    }  # fmt: skip
    lines = {}
    for form in draw.sample(LINES, 10):
        line = form.format(**values)
        read_as = parse_turn(line, game, names=NAMES, cased=draw.random() < 0.5)
        if isinstance(read_as, LineNotUnderstood):
            parts = [sentence(read_as.message)]
        else:
            turn = read_as.turn
            again = typed_line(turn, game)
            parts = [
                f"{turn.player} {turn.kind.value} {again} {''.join(turn.rack or '?')} {turn.announced}"
            ]
            parts += [read_as.clock, *sentences(read_as.questions)]
        lines[f"line {seed} {line}"] = " | ".join(parts)
    check_approved(request, lines)


def column_of(scores: list[int], draw: Random) -> str:
    """Return a player's column with totals, with up to three mistakes."""
    rows, total = [], 0
    for score in scores:
        total += score
        rows.append([score, total])
    for _ in range(draw.randrange(4)):
        if not rows:
            break
        at, way = draw.randrange(len(rows)), draw.randrange(5)
        if way == 0:
            del rows[at]
        elif way == 1:
            rows.insert(at, list(rows[at]))
        else:
            off = draw.choice((1, -1, 10, 9, 50, -50, rows[at][0]))
            for row in rows[at : at + 1] if way == 2 else rows[at:]:
                row[1] += off
            rows[at][0] += off if way == 4 else 0
    with_totals = draw.random() < 0.6
    return "\n".join(f"{score} {total}" if with_totals else str(score) for score, total in rows)


@pytest.mark.parametrize("seed", range(40))
def test_spoilt_columns_are_compared_as_approved(request, seed):
    draw = Random(seed)
    record, _ = begun(draw)
    whole = replay(record.turns, draw.choice(RULES), ENGLISH, STANDARD)
    columns = [
        [
            column_of([row.score or 0 for row in expected_rows(whole) if row.seat == seat], draw)
            for seat in (0, 1)
        ]
        for _ in NAMES
    ]
    game = whole if draw.random() < 0.7 else None

    def column(text: str, seat: int) -> Column:
        rows = [row for row in expected_rows(whole) if row.seat == seat]
        return read_column(text, rows) if game else Column.parse(text)

    try:
        written = [
            Sheet(name, tuple(column(text, seat) for seat, text in enumerate(texts)))
            for name, texts in zip(NAMES, columns, strict=True)
        ]
    except NotAColumn as refusal:
        lines = [row_sentence(problem) for problem in refusal.problems]
    else:
        recount = compare_sheets(NAMES, written, game)
        words = list(in_words(recount))
        lines = [
            f"{text} {[recount.wrong_figures(line, sheet) for sheet in (0, 1)]}"
            for line, text in zip(recount.lines, words, strict=False)
            if line.is_disputed
        ]
        lines += words[len(recount.lines) :]
    check_approved(request, {f"columns {seed}": " | ".join(lines)})


@pytest.mark.parametrize("seed", range(40))
def test_spoilt_position_is_read_as_approved(request, seed):
    draw = Random(seed)
    _, game = begun(draw)
    position = Position(STANDARD, ENGLISH, dict(game.board.tiles))
    text = draw.choice((f"{position.cgp} ABCDEFG/ 12/34", str(position)))
    for _ in range(draw.randint(1, 3)):
        text = spoilt(text, draw)
    try:
        answer = read_position(text, game.rules, ENGLISH, STANDARD)
    except NotAPosition as refusal:
        lines = [line_sentence(problem) for problem in refusal.problems]
    else:
        lines = [answer.cgp, str(answer.rack), str(answer.scores), *answer.surplus_tiles]
    check_approved(request, {f"position {seed}": " | ".join(lines)})
