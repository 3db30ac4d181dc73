"""Exported games are imported unchanged, here and, within the limits of the format, elsewhere."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import catalogue
from scoring.engine.game.record import Pragma, Record, Seat
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.gcg import decode, read, write
from scoring.simulation import simulate_game
from tests.samples import GAMES
from tests.scoring.engine.gcg.sheets import BUSY, PLAYS, SEATS, sheet, told_by, verified
from tests.scoring.engine.positions import ENGLISH

SPANISH, CATALAN = catalogue.tile_set("spanish"), catalogue.tile_set("catalan")
LOFTY = Turn(TurnKind.PLAY, 0, "FLOTVYY", "8H", "LOFTY")
AT = Turn(TurnKind.PLAY, 0, "AT", "8H", "AT", 4, 4)


def written(*turns, tile_set=ENGLISH, **options) -> list[str]:
    """Return the exported lines of turns, without double spaces."""
    lines = write(Record(SEATS, turns, **options), tile_set).splitlines()[3:]
    return [" ".join(line.split()) for line in lines]


def back(record, tile_set=ENGLISH) -> Record:
    """Return a record after export and import."""
    return read(write(record, tile_set)).split_into_tiles(tile_set)


@pytest.mark.full
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(sorted(catalogue.rule_sets())))
def test_simulated_games_round_trip(seed, rules):
    played = simulate_game(seed, catalogue.rule_set(rules), tile_set=ENGLISH, habits=BUSY)
    assert told_by(back(played.record)) == told_by(played.record)
    assert write(back(played.record), ENGLISH) == write(played.record, ENGLISH)


@pytest.mark.parametrize("path", sorted(GAMES.iterdir()), ids=lambda path: path.name)
def test_samples_round_trip_with_the_same_findings(path):
    done = verified(decode(path.read_bytes())[0])
    before = done.audit.record
    text = write(before, done.setting.tile_set)
    after = verified(text)
    again = after.audit.record
    turns, turns_again = (
        [turn._replace(line=0, total=None) for turn in one.turns] for one in (before, again)
    )
    assert turns_again == turns
    assert (again.seats, again.notes) == (before.seats, before.notes)
    codes = [f.code for f in done.audit.findings if f.code != "total_missing"]
    assert [f.code for f in after.audit.findings] == codes
    assert write(again, after.setting.tile_set) == text


def test_first_line_is_the_encoding_and_lines_end_in_lf():
    text = write(Record(SEATS, ()), ENGLISH)
    assert text == "#character-encoding UTF-8\n#player1 ann Ann Archer\n#player2 bob Bob Baker\n"
    record = read(sheet(*PLAYS))._replace(pragmas=(Pragma("character-encoding", "ISO-8859-1"),))
    assert write(record, ENGLISH).count("#character-encoding") == 1
    ends = ("#rack1 AEINRST", "#incomplete")
    written = write(read("#title A\n" + sheet(*PLAYS, *ends)), ENGLISH)
    assert written.splitlines() == [*text.splitlines(), "#title A", *PLAYS, *ends]


def test_every_kind_of_turn_is_written_as_its_own_line():
    rack = "AEINRST"
    assert written(
        LOFTY._replace(announced=30, total=30),
        Turn(TurnKind.CHALLENGE_BONUS, 0, None, announced=5),
        Turn(TurnKind.PASS, 1, rack, announced=0),
        Turn(TurnKind.EXCHANGE, 0, rack, tiles="AE", announced=0),
        Turn(TurnKind.EXCHANGE, 1, rack, exchanged=3, announced=0),
        Turn(TurnKind.PLAY, 0, "QUA", "7I", "QUA", 30),
        Turn(TurnKind.WITHDRAWN, 0, "QUA", announced=-30),
        Turn(TurnKind.OVERTIME, 1, announced=-10),
        Turn(TurnKind.END_RACK, 0, tiles="QU", announced=22),
        Turn(TurnKind.END_RACK, 1, "QU", tiles="QU", announced=-11),
        Turn(TurnKind.ADJUSTMENT, 1, announced=4, remark="clock was wrong"),
    ) == [
        ">ann: FLOTVYY 8H LOFTY +30 30",
        ">ann: (challenge) +5 35",
        ">bob: AEINRST - +0 0",
        ">ann: AEINRST -AE +0 35",
        ">bob: AEINRST -3 +0 0",
        ">ann: QUA 7I QUA +30 65",
        ">ann: QUA -- -30 35",
        ">bob: (time) -10 -10",
        ">ann: (QU) +22 57",
        ">bob: QU (QU) -11 -21",
        "#note adjustment: bob +4 clock was wrong",
    ]
    out = Record(SEATS, (Turn(TurnKind.END_RACK, 0, tiles="QU", announced=22),))
    assert write(out, ENGLISH).splitlines()[-1] == ">ann:  (QU) +22 22"  # two spaces
    noted = Turn(TurnKind.PASS, 0, "ABC", announced=0, remark="turn lost to a challenge")
    assert written(noted)[1:] == ["#note turn lost to a challenge"]


@pytest.mark.parametrize(
    "reason", ["clock was wrong", "", "adjustment: twice", "two\nlines", "#1 > 2"]
)
def test_adjustment_round_trips_with_its_reason(reason):
    turn = Turn(TurnKind.ADJUSTMENT, 1, announced=-25, total=-25, remark=reason)
    assert written(turn)[-1].startswith("#note adjustment: bob -25")
    assert written(turn._replace(announced=4))[-1].startswith("#note adjustment: bob +4")
    after = back(Record(SEATS, (turn, Turn(TurnKind.OVERTIME, 0, announced=-10, total=-10))))
    assert [t.kind for t in after.turns] == [TurnKind.ADJUSTMENT, TurnKind.OVERTIME]
    assert after.turns[0].remark == " ".join(reason.split())
    assert after.turns[0].announced == -25


def test_adjustment_may_be_wrapped_and_an_unknown_rack_is_not_invented():
    record = read(sheet(">ann: (time) +4 4", "#note adjustment: the clock", "was wrong"))
    assert record.turns[0].remark == "the clock was wrong"
    record = read(sheet(">ann: (time) -5 -5", "#note adjustment: late"))
    assert write(record, ENGLISH).splitlines()[-1] == "#note adjustment: ann -5 late"
    lines = written(Turn(TurnKind.PLAY, 0, None, "8H", "LOFTy", 22), Turn(TurnKind.PASS, 1))
    assert lines == [">ann: 8H LOFTy +22 22", ">bob: - +0 0"]
    assert read("\n".join(["#player1 ann A", "#player2 bob B", *lines])).turns[0].rack is None


def test_missing_announced_score_is_not_written_as_zero():
    plain = ">ann: FLOTVYY 8H LOFTY"
    assert written(LOFTY, LOFTY._replace(announced=4)) == [plain, f"{plain} +4"]
    assert back(Record(SEATS, (LOFTY,))).turns[0].announced is None
    for kind in (TurnKind.CHALLENGE_BONUS, TurnKind.OVERTIME, TurnKind.END_RACK):
        assert back(Record(SEATS, (Turn(kind, 0, tiles=""),))).turns[0].announced is None
    # It is derived from the totals, or from the play that is taken back.
    second = LOFTY._replace(coordinate="9H", total=41)
    scored = [f"{plain} +30 30", ">ann: FLOTVYY 9H LOFTY +11 41"]
    assert written(LOFTY._replace(announced=30), second) == scored
    back_again = Turn(TurnKind.WITHDRAWN, 0, "FLOTVYY")
    phony = written(LOFTY._replace(announced=31, total=31), back_again)
    assert phony[1] == ">ann: FLOTVYY -- -31 0"


@pytest.mark.parametrize(
    ("tile_set", "tiles", "text"),
    [
        (SPANISH, ("CH", "I", "C", "O"), "[CH]ICO"),
        (SPANISH, ("ch", "I", "C", "O"), "[ch]ICO"),
        (SPANISH, ("C", "H", "A"), "[C]HA"),
        (SPANISH, ("P", "E", ".", "R", "RR"), "PE.R[RR]"),
        (CATALAN, ("L·L", "NY", "QU", "A"), "L·LNYQUA"),
    ],
)
def test_multi_letter_tiles_round_trip(tile_set, tiles, text):
    turn = Turn(TurnKind.PLAY, 0, tuple(t for t in tiles if t != "."), "8D", tiles, 10, 10)
    record = Record(SEATS, (turn,))
    assert write(record, tile_set).splitlines()[-1].split()[3] == text
    after = back(record, tile_set).turns[0]
    assert (tuple(after.tiles), tuple(after.rack)) == (turn.tiles, turn.rack)


def test_names_and_notes_cannot_inject_lines():
    record = Record(
        (Seat("ann", "Ann\n>bob: - +0 0"), Seat("bob", "Bob\r\n#player3 eve Eve")),
        (AT._replace(remark="so\n>ann: - +0 4"),),
        {-1: ("a\n>ann: - +0 0",), 0: ("one\n#note two\n\n  three", "\n")},
        (Pragma("title", "T\n>ann: - +0 0"),),
    )
    after = back(record)
    assert (len(after.turns), len(after.seats)) == (1, 2)
    assert after.notes == {-1: ("a >ann: - +0 0",), 0: ("one #note two\nthree", "")}
    assert after.problems == ()


@pytest.mark.full
@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60), st.text(max_size=30))
def test_arbitrary_note_and_title_round_trip(note, title):
    after = back(Record(SEATS, (AT,), {0: (note,)}, (Pragma("title", title),)))
    assert len(after.turns) == len(after.notes[0]) == 1
    assert [p.name for p in after.pragmas] == ["character-encoding", "title"]
    assert after.notes[0][0].split() == note.split()
    assert told_by(back(after)) == told_by(after)
