"""Lines are kept as written: after the first export, import and export change nothing."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import catalogue
from scoring.engine.audit.findings import Code
from scoring.engine.board.tiles import TileSet
from scoring.engine.game.record import Record, Seat
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.gcg import Unreadable, read, write
from tests.scoring.engine.gcg.mutated import MALFORMED, mutated, sheets
from tests.scoring.engine.gcg.sheets import HEAD, PLAYS, sheet

ENGLISH = catalogue.tile_set("english")
SHEETS = sheets()
LEFT_OUT = {Code.NOT_A_TURN, Code.NOT_A_LINE, Code.UNKNOWN_NICK}
"""Findings about lines without a turn."""
ODD = {Code.EXTRA_TEXT, Code.WORD_MISSING}
"""Findings about turns that were parsed in part."""


def rewritten(text: str, tile_set: TileSet = ENGLISH) -> str:
    """Return a text after import and export."""
    return write(read(text).split_into_tiles(tile_set), tile_set)


def body(*lines: str) -> list[str]:
    """Return lines after a round trip with two players, without the lines of encoding and players."""
    return rewritten(sheet(*lines)).splitlines()[3:]


@pytest.mark.full
@settings(max_examples=300, deadline=None)
@given(
    st.integers(0, 2**32),
    st.sampled_from(SHEETS),
    st.sampled_from(("english", "spanish", "catalan")),
)
def test_export_and_import_change_nothing_after_the_first_export(seed, text, key):
    broken, tile_set = mutated(text, Random(seed)), catalogue.tile_set(key)
    try:
        first = read(broken)
    except Unreadable:
        return
    once = write(first.split_into_tiles(tile_set), tile_set)
    assert rewritten(once, tile_set) == once
    assert len(read(once).turns) == len(first.turns)
    before, after = broken.split("\n"), once.split("\n")
    for finding in first.problems:
        line = before[finding.line - 1]
        if finding.code in LEFT_OUT:
            assert line in after
        elif finding.code in ODD:
            assert any(other.partition(":")[2] == line.partition(":")[2] for other in after)


IN_ANOTHER_FORM_OR_PLACE = {
    ">ann: 8H G5 +5", "#rack1 ABC", "> ann: G5 8H WORD 5 5", "#player3 eve Eve", "#player4 eve Eve",
    "#title again",
}  # fmt: skip


@pytest.mark.parametrize("line", MALFORMED)
def test_malformed_line_is_exported_as_written_and_stays_so(line):
    once = rewritten(sheet(*PLAYS, line, ">bob: ABC -4 +0 389"))
    assert (once.splitlines()[7] == line) is (line not in IN_ANOTHER_FORM_OR_PLACE)
    assert rewritten(once) == once


def test_preserved_text_is_imported_as_the_same_turn():
    before = read(sheet(">ann: 8H G5 BOHS", PLAYS[1]))
    after = read(rewritten(sheet(">ann: 8H G5 BOHS", PLAYS[1])))
    assert [turn._replace(line=0) for turn in after.turns] == [
        turn._replace(line=0) for turn in before.turns
    ]
    record = read(sheet(PLAYS[0]))._replace(
        as_written={0: " 8H G5\r\n>bob: - +0 0"}, stray_lines={0: ("so\n>bob: - +0 0",)}
    )
    assert len(read(write(record, ENGLISH)).turns) == 1
    record = Record(
        (Seat("ann", ""), Seat("bob", "")), (Turn(TurnKind.PLAY, 0, None, "8H", "G5", 5),)
    )
    assert write(record, ENGLISH).splitlines()[-1] == ">ann:  8H G5 +5 5"


def test_stray_lines_do_not_continue_a_note_or_pragma():
    lines = (
        PLAYS[0],
        "stray",
        "#note seen",
        ">ann: (time) +4 4",
        "stray too",
        "#note adjustment: x",
    )
    record = read(sheet(*lines))
    assert record.stray_lines == {0: ("stray",), 1: ("stray too",)}
    assert read(rewritten(sheet(*lines))).notes == record.notes == {0: ("seen",)}
    assert body(*lines)[:3] == [PLAYS[0], "stray", "#note seen"]
    text = "hello\n" + HEAD + "#title Round 7\n#note late\n" + PLAYS[0]
    assert rewritten(text).splitlines()[3:] == ["hello", "#title Round 7", "#note late", PLAYS[0]]


def test_what_would_be_read_otherwise_is_written_as_a_note_or_left_out():
    """Unchanged, the line would add a player: by then, the seats are numbered 1 and 2."""
    first, extra = "#player1 ann Ann", "#player3 eve Eve"
    once = rewritten(f"{first}\n#player3 bob Bob\n{extra}\n{PLAYS[0]}")
    assert once.splitlines()[1:4] == [first, "#player2 bob Bob", f"#note {extra}"]
    assert len(read(once).seats) == 2
    once = rewritten(sheet(">ann: ABC 8H WORD 999999", ">ann: ABC 9H WORD 999999"))
    *_, first, second = once.splitlines()
    assert first == ">ann: ABC 8H WORD +999999 999999"
    assert second == ">ann: ABC 9H WORD +999999"
    assert rewritten(once) == once


def test_nick_of_a_malformed_line_follows_its_player_but_not_an_unknown_one():
    record = read(sheet(PLAYS[0], ">Zed: ABC - +0 0"))
    record = record._replace(seats=(Seat("Zed", "Zed"), record.seats[1]))
    text = write(record, ENGLISH)
    assert text.splitlines()[1] == "#player1 Zed_2 Zed"
    assert len(read(text).turns) == 1
    # The rest of the line stays: after renaming a player, every line has another nick.
    record = read(sheet(">ann: 8H G5 BOHS"))
    record = record._replace(seats=(Seat("Ann Archer", "Ann Archer"), record.seats[1]))
    assert write(record, ENGLISH).splitlines()[-1] == ">Ann_Archer: 8H G5 BOHS"
