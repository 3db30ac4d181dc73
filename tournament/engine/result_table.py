"""Results out of any table: which column is what, and what each row says.

A table is rows of text cells, from whatever program. The columns are proposed by their headings and by
what stands in them; the director may assign them otherwise. A row that cannot be taken has a problem, and
the rows around it are taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from tournament.engine.message import Message
from tournament.engine.roster import LONGEST_NAME, clean, name_key

ROLES = ("round", "one", "one_score", "other", "other_score", "first")
"""What a column can be: the round, two players and their scores, and who went first."""
NEEDED = ROLES[:5]
DEEPEST_HEADING = 15
HIGHEST_SCORE = 9_999
HIGHEST_ROUND = 200
BYE = "bye"
_ROUND_WORDS = frozenset({"round", "rd", "rnd", "r", "runde", "ronda", "manche", "ronde"})
_SCORE_WORDS = ("score", "points", "pts", "punkte", "puntos", "result")
_ONE_WORDS = frozenset({"winner", "player", "player 1", "player1", "player a", "name", "sieger"})
_OTHER_WORDS = frozenset(
    {"opponent", "loser", "player 2", "player2", "player b", "other", "verlierer", "gegner"}
)
_FIRST_WORDS = frozenset({"first", "went first", "starts", "starter", "beginner", "beginnt"})
_LEAVE_WORDS = ("submitted", "date", "time", "number", "board", "table", "id")
_WHOLE = re.compile(r"-?\d{1,4}(?:\.0)?", re.ASCII)

Columns = Mapping[str, int]
"""The index of the column of each role, from 0."""


@dataclass(frozen=True, slots=True)
class ResultTableRow:
    """One row as understood. `round` 0 is a game of no round, which `label` names; `problem` why it is none.

    `other` is empty for a bye.
    """

    number: int
    """The row in the table, from 1."""
    cells: Mapping[str, str]
    """What stands in it, by role."""
    round: int = 0
    label: str = ""
    one: str = ""
    other: str = ""
    scores: tuple[int, int] = (0, 0)
    first: str = ""
    problem: Message | None = None


def heading_row(rows: Sequence[Sequence[str]]) -> int:
    """The index of the row that names the columns; -1 where none does."""
    for at, row in enumerate(rows[:DEEPEST_HEADING]):
        words = [_word(cell) for cell in row]
        named = sum(bool(_role_of(word)) for word in words)
        if named >= 3 and not any(_WHOLE.fullmatch(cell.strip()) for cell in row):
            return at
    return -1


def proposed_columns(rows: Sequence[Sequence[str]]) -> dict[str, int]:
    """The column of each role that can be told, by the headings and by what stands below them."""
    heading = heading_row(rows)
    heads = [_word(cell) for cell in rows[heading]] if heading >= 0 else []
    body = [row for row in rows[heading + 1 :] if any(cell.strip() for cell in row)][:200]
    width = max((len(row) for row in body), default=0)
    columns: dict[str, int] = {}
    scores: list[int] = []
    for at, word in enumerate(heads):
        role = _role_of(word)
        if role == "score":
            scores.append(at)
        elif role and role not in columns:
            columns[role] = at
    kinds = [_kind(body, at) for at in range(width)]
    left_out = {at for at, word in enumerate(heads) if word.startswith(_LEAVE_WORDS)}
    taken = {*columns.values(), *scores, *left_out}
    numbers = [at for at in range(width) if kinds[at] == "number" and at not in taken]
    texts = [at for at in range(width) if kinds[at] == "text" and at not in taken]
    if len(scores) < 2:
        likely = sorted(numbers, key=lambda at: _mean(body, at) < 100)
        scores = sorted([*scores, *likely[: 2 - len(scores)]])
    if "round" not in columns:
        rest = [at for at in numbers if at not in scores and _mean(body, at) <= HIGHEST_ROUND]
        columns |= {"round": rest[0]} if rest else {}
    for role in ("one", "other"):
        if role not in columns and texts:
            columns[role] = texts.pop(0)
    columns |= dict(
        zip(("one_score", "other_score"), _beside(columns, scores, heads), strict=False)
    )
    return columns


def read_result_rows(
    rows: Sequence[Sequence[str]],
    columns: Columns,
    *,
    edits: Mapping[tuple[int, str], str] | None = None,
    left_out: frozenset[int] = frozenset(),
) -> list[ResultTableRow]:
    """Every row below the heading that is not `left_out`, as these columns have it.

    `edits` are cells mended by number of the row and role. A second game of somebody in a round is a
    game of no round.
    """
    edits = edits or {}
    heading = heading_row(rows)
    done: list[ResultTableRow] = []
    seen: dict[tuple[int, str], int] = {}
    for number, row in enumerate(rows, start=1):
        if number <= heading + 1 or number in left_out or not any(cell.strip() for cell in row):
            continue
        cells = {
            role: edits.get((number, role), clean(row[at]) if at < len(row) else "").strip()
            for role, at in columns.items()
        }
        read = _row(number, cells)
        if read.problem is None and read.round:
            players = [name_key(name) for name in (read.one, read.other) if name]
            again = next((seen[read.round, key] for key in players if (read.round, key) in seen), 0)
            if again:
                read = replace(read, round=0, label=str(read.round))
            else:
                seen |= {(read.round, key): number for key in players}
        done.append(read)
    return done


def _row(number: int, cells: Mapping[str, str]) -> ResultTableRow:
    def odd(problem: Message) -> ResultTableRow:
        return ResultTableRow(number, cells, problem=problem)

    for role in ("one", "other"):
        name = cells.get(role, "")
        if not any(letter.isalpha() for letter in name):
            return odd(Message("result_no_name", text=name[:40]))
        if len(name) > LONGEST_NAME:
            return odd(Message("result_long_name", text=name[:40], most=LONGEST_NAME))
    names = [" ".join(cells[role].split()) for role in ("one", "other")]
    if name_key(names[0]) == name_key(names[1]):
        return odd(Message("result_same_name", name=names[0]))
    is_bye = BYE in map(name_key, names)
    texts = [cells.get(role, "") for role in ("one_score", "other_score")]
    if is_bye:
        texts = [text or "0" for text in texts]
    for text in texts:
        if not _WHOLE.fullmatch(text):
            return odd(Message("result_no_score", text=text[:40]))
    scores = [int(float(text)) for text in texts]
    if is_bye and name_key(names[0]) == BYE:
        names, scores = names[::-1], scores[::-1]
    round_text = cells.get("round", "")
    if _WHOLE.fullmatch(round_text):
        played = int(float(round_text))
        if not 1 <= played <= HIGHEST_ROUND:
            return odd(Message("result_no_round", text=round_text))
        label = ""
    elif round_text and len(round_text) <= 40 and not round_text.startswith("-"):
        played, label = 0, round_text
    else:
        return odd(Message("result_no_round", text=round_text[:40]))
    if is_bye and not played:
        return odd(Message("result_bye_of_no_round"))
    first = cells.get("first", "")
    return ResultTableRow(
        number, cells, played, label, names[0], "" if is_bye else names[1],
        (scores[0], scores[1]), first,
    )  # fmt: skip


def _word(cell: str) -> str:
    return " ".join(re.sub(r"[^\w\s]", "", clean(cell).casefold().replace("_", " ")).split())


def _role_of(word: str) -> str:
    """The role that a heading names, `score` for either score; empty for another."""
    if word in _ROUND_WORDS or word.startswith("round"):
        return "round"
    if any(known in word for known in _SCORE_WORDS):
        return "score"
    if word in _ONE_WORDS:
        return "one"
    if word in _OTHER_WORDS:
        return "other"
    return "first" if word in _FIRST_WORDS else ""


def _kind(body: Sequence[Sequence[str]], at: int) -> str:
    """What most of the cells of a column are: `number`, `text`, or empty for neither."""
    cells = [row[at].strip() for row in body if at < len(row) and row[at].strip()]
    if not cells:
        return ""
    numbers = sum(bool(_WHOLE.fullmatch(cell)) for cell in cells)
    letters = sum(any(letter.isalpha() for letter in cell) for cell in cells)
    if 2 * numbers > len(cells):
        return "number"
    return "text" if 2 * letters > len(cells) else ""


def _mean(body: Sequence[Sequence[str]], at: int) -> float:
    numbers = [
        float(row[at]) for row in body if at < len(row) and _WHOLE.fullmatch(row[at].strip())
    ]
    return fmean(numbers) if numbers else 0


def _beside(columns: Columns, scores: Sequence[int], heads: Sequence[str]) -> Iterator[int]:
    """The scores in the order of the two players: named after them, or the nearer one behind each."""
    if len(scores) < 2:
        yield from scores
        return
    one, other = scores[:2]
    names = [heads[at] if at < len(heads) else "" for at in (one, other)]
    swapped = any(word in names[0] for word in ("opponent", "loser", " 2")) or any(
        word in names[1] for word in ("winner", " 1")
    )
    if not swapped and "one" in columns and "other" in columns:
        swapped = columns["one"] > columns["other"] and not any(names)
    yield from (other, one) if swapped else (one, other)
