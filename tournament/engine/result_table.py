"""Parse results in any table: recognize the columns, then read each row.

A table is rows of text cells from any program. The columns are proposed by their headings and
contents, and the director may change them. An invalid row has a problem, and the other rows are
still read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from tournament.engine.columns import (
    WHOLE_NUMBER,
    ColumnRoles,
    ColumnTable,
    TableKind,
    index_by_role,
    normalize_heading,
)
from tournament.engine.message import Message
from tournament.engine.pairing.event_plan import MAX_ROUNDS
from tournament.engine.roster import MAX_NAME_LENGTH, name_key
from tournament.engine.round_assembly import MAX_BOARD

ROLES = ("round", "one", "one_score", "other", "other_score", "first", "board")
"""The possible roles of a column: the round, two players and their scores, the first player, and the board."""
NEEDED = ROLES[:5]
BYE = "bye"
_ROUND_WORDS = frozenset(
    {"round", "rd", "rnd", "r", "runde", "ronda", "manche", "ronde", "turno", "rodada", "runda"}
)
_BOARD_WORDS = frozenset(
    {"board", "table", "brett", "tisch", "mesa", "tablero", "bord", "tavolo", "stół"}
)
_SCORE_WORDS = (
    "score",
    "points",
    "pts",
    "punkte",
    "puntos",
    "result",
    "punti",
    "pontos",
    "punten",
    "punkty",
)
_ONE_WORDS = frozenset({"winner", "player", "name", "sieger", "spieler", "jugador", "joueur", "giocatore"}) | {
    "jogador", "speler", "gracz", "ganador", "gagnant", "vainqueur", "vincitore", "vencedor", "winnaar",
}  # fmt: skip
_OTHER_WORDS = frozenset({"opponent", "loser", "other", "verlierer", "gegner", "adversario", "rival"}) | {
    "adversaire", "perdant", "avversario", "oponente", "tegenstander", "verliezer", "przeciwnik",
}  # fmt: skip
_FIRST_WORDS = frozenset({"first", "went first", "starts", "starter", "beginner", "beginnt"})
_LEAVE_WORDS = ("submitted", "date", "time", "number", "id")
_NUMBERED = re.compile(r"(.+?) ?([12ab])")
"""A pattern for the heading of one of two players: `Player 1`, `Spieler B`."""


@dataclass(frozen=True, slots=True)
class ResultTableRow:
    """A parsed row; `problem` is the reason why it is invalid, or None.

    A `round` of 0 means a game outside the rounds, named by `label`. `other` is empty for a bye.
    """

    number: int
    """The 1-based row in the table."""
    cells: Mapping[str, str]
    """The contents by role."""
    round: int = 0
    label: str = ""
    one: str = ""
    other: str = ""
    scores: tuple[int, int] = (0, 0)
    first: str = ""
    board: int = 0
    """The board; 0 if the table has none."""
    problem: Message | None = None


def proposed_columns(table: ColumnTable) -> ColumnRoles:
    """Return the role of each column, judging by headings and contents; "" for a column that is not recognized."""
    heads = [normalize_heading(head) for head in table.heads] if table.is_named else []
    columns: dict[str, int] = {}
    scores: list[int] = []
    for at, word in enumerate(heads):
        role = _role_of(word)
        if role == "score":
            scores.append(at)
        elif role and role not in columns:
            columns[role] = at
    left_out = {at for at, word in enumerate(heads) if word.startswith(_LEAVE_WORDS)}
    taken = {*columns.values(), *scores, *left_out}
    free = [at for at in range(table.width) if at not in taken]
    numbers = [at for at in free if table.kind(at) == "number"]
    texts = [at for at in free if table.kind(at) == "text"]
    if len(scores) < 2:
        likely = sorted(numbers, key=lambda at: _mean(table, at) < 100)
        scores = sorted([*scores, *likely[: 2 - len(scores)]])
    if "round" not in columns:
        rest = [at for at in numbers if at not in scores and _mean(table, at) <= MAX_ROUNDS]
        columns |= {"round": rest[0]} if rest else {}
    for role in ("one", "other"):
        if role not in columns and texts:
            columns[role] = texts.pop(0)
    columns |= dict(
        zip(("one_score", "other_score"), _score_columns(columns, scores, heads), strict=False)
    )
    roles = {at: role for role, at in columns.items()}
    return tuple(roles.get(at, "") for at in range(table.width))


def read_result_rows(
    table: ColumnTable,
    columns: ColumnRoles,
    *,
    edits: Mapping[tuple[int, str], str] | None = None,
    left_out: frozenset[int] = frozenset(),
) -> list[ResultTableRow]:
    """Return every filled row below the heading that is not in `left_out`, parsed according to `columns`.

    `edits` are corrected cells by row number and role. A player's second game in a round becomes a game
    outside the rounds.
    """
    edits = edits or {}
    done: list[ResultTableRow] = []
    seen: dict[tuple[int, str], int] = {}
    for number, row in enumerate(table.body, start=table.last_heading_row + 2):
        if number in left_out or not any(row):
            continue
        cells = {
            role: edits.get((number, role), row[at] if at < len(row) else "").strip()
            for role, at in index_by_role(columns).items()
        }
        read = _parse_row(number, cells)
        if read.problem is None and read.round:
            players = [name_key(name) for name in (read.one, read.other) if name]
            again = next((seen[read.round, key] for key in players if (read.round, key) in seen), 0)
            if again:
                read = replace(read, round=0, label=str(read.round))
            else:
                seen |= {(read.round, key): number for key in players}
        done.append(read)
    return done


def _parse_row(number: int, cells: Mapping[str, str]) -> ResultTableRow:
    def invalid_row(problem: Message) -> ResultTableRow:
        return ResultTableRow(number, cells, problem=problem)

    for role in ("one", "other"):
        name = _entry_number_text(cells.get(role, ""))
        if not any(letter.isalpha() for letter in name):
            return invalid_row(Message("result_no_name", text=name[:40]))
        if len(name) > MAX_NAME_LENGTH:
            return invalid_row(Message("result_long_name", text=name[:40], most=MAX_NAME_LENGTH))
    names = [_entry_number_text(" ".join(cells[role].split())) for role in ("one", "other")]
    if name_key(names[0]) == name_key(names[1]):
        return invalid_row(Message("result_same_name", name=names[0]))
    is_bye = BYE in map(name_key, names)
    texts = [cells.get(role, "") for role in ("one_score", "other_score")]
    if is_bye:
        texts = [text or "0" for text in texts]
    for text in texts:
        if not WHOLE_NUMBER.fullmatch(text):
            return invalid_row(Message("result_no_score", text=text[:40]))
    scores = [int(float(text)) for text in texts]
    if is_bye and name_key(names[0]) == BYE:
        names, scores = names[::-1], scores[::-1]
    round_text = cells.get("round", "")
    if WHOLE_NUMBER.fullmatch(round_text):
        played = int(float(round_text))
        if not 1 <= played <= MAX_ROUNDS:
            return invalid_row(Message("result_no_round", text=round_text))
        label = ""
    elif round_text and len(round_text) <= 40 and not round_text.startswith("-"):
        played, label = 0, round_text
    else:
        return invalid_row(Message("result_no_round", text=round_text[:40]))
    if is_bye and not played:
        return invalid_row(Message("result_bye_of_no_round"))
    first = _entry_number_text(cells.get("first", ""))
    board = cells.get("board", "")
    if board and not (board.isdecimal() and 0 < int(board[:5]) <= MAX_BOARD):
        return invalid_row(Message("result_no_board", text=board[:40]))
    return ResultTableRow(
        number, cells, played, label, names[0], "" if is_bye else names[1],
        (scores[0], scores[1]), first, int(board or 0),
    )  # fmt: skip


def _entry_number_text(text: str) -> str:
    """Return `No. 7` for a player given only by number; any other text is unchanged."""
    return f"No. {int(text)}" if re.fullmatch(r"\d{1,4}", text, re.ASCII) else text


def _role_of(word: str) -> str:
    """Return the role that a heading names, with `score` for either score; "" for any other heading."""
    if word in _ROUND_WORDS or word.startswith("round"):
        return "round"
    if any(known in word for known in _SCORE_WORDS):
        return "score"
    if word in _BOARD_WORDS:
        return "board"
    numbered = _NUMBERED.fullmatch(word)
    if numbered and numbered[1] in _ONE_WORDS:
        return "one" if numbered[2] in "1a" else "other"
    if word in _ONE_WORDS:
        return "one"
    if word in _OTHER_WORDS:
        return "other"
    return "first" if word in _FIRST_WORDS else ""


def _is_heading(roles: Sequence[str], row: Sequence[str]) -> bool:
    return sum(map(bool, roles)) >= 3 and not any(WHOLE_NUMBER.fullmatch(cell) for cell in row)


RESULTS = TableKind("results", ROLES, _role_of, _is_heading)


def _mean(table: ColumnTable, at: int) -> float:
    numbers = [float(cell) for cell in table.cells(at) if WHOLE_NUMBER.fullmatch(cell)]
    return fmean(numbers) if numbers else 0


def _score_columns(
    columns: Mapping[str, int], scores: Sequence[int], heads: Sequence[str]
) -> Iterator[int]:
    """Yield the score columns in the order of the two players, judging by their headings or positions."""
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
