"""Exported games are imported unchanged, here and, within the limits of the format, elsewhere."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import catalogue
from scoring.engine.game.record import Pragma, Record, Seat
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.gcg import decode, read, write
from scoring.simulation import Habits, simulate_game
from tests.samples import GAMES
from tests.scoring.engine.gcg.sheets import PLAYS, same_game, sheet, told_by, verified

ENGLISH, SPANISH = catalogue.tile_set("english"), catalogue.tile_set("spanish")
CATALAN = catalogue.tile_set("catalan")
SEATS = (Seat("ann", "Ann Archer"), Seat("bob", "Bob Baker"))
BUSY = Habits(
    phonies=0.2, challenged=0.8, vain_challenges=0.15, overtime=0.4, stalemates=0.2, mistakes=0.2
)


def written(*turns, tile_set=ENGLISH, **options) -> list[str]:
    """Return the exported lines of turns."""
    return write(Record(SEATS, turns, **options), tile_set).splitlines()[3:]


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
    before = verified(decode(path.read_bytes())[0])
    text = write(before.audit.record, before.setting.tile_set)
    after = verified(text)
    announced = [turn.announced for turn in before.audit.record.turns]
    again = after.audit.record
    assert [turn._replace(line=0, total=None) for turn in again.turns] == [
        turn._replace(line=0, total=None) for turn in before.audit.record.turns
    ]
    assert (again.seats, again.notes) == (before.audit.record.seats, before.audit.record.notes)
    assert [turn.announced for turn in again.turns] == announced
    assert [f.code for f in after.audit.findings] == [
        f.code for f in before.audit.findings if f.code != "total_missing"
    ]
    assert write(again, after.setting.tile_set) == text


def test_first_line_is_the_encoding_and_lines_end_in_lf():
    text = write(Record(SEATS, ()), ENGLISH)
    assert text == "#character-encoding UTF-8\n#player1 ann Ann Archer\n#player2 bob Bob Baker\n"


def test_other_declared_encoding_is_not_written():
    record = read(sheet(*PLAYS))._replace(pragmas=(Pragma("character-encoding", "ISO-8859-1"),))
    assert write(record, ENGLISH).count("#character-encoding") == 1


def test_end_racks_are_written_at_the_end():
    text = sheet(*PLAYS, "#rack1 AEINRST", "#incomplete")
    assert write(read("#title A\n" + text), ENGLISH).splitlines() == [
        "#character-encoding UTF-8",
        "#player1 ann Ann Archer",
        "#player2 bob Bob Baker",
        "#title A",
        *PLAYS,
        "#rack1 AEINRST",
        "#incomplete",
    ]


def test_every_kind_of_turn_is_written_as_its_own_line():
    rack = "AEINRST"
    lines = written(
        Turn(TurnKind.PLAY, 0, "FLOTVYY", "8H", "LOFTY", 30, 30),
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
    )
    assert [" ".join(line.split()) for line in lines] == [
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


def test_out_bonus_is_preceded_by_two_spaces():
    assert written(Turn(TurnKind.END_RACK, 0, tiles="QU", announced=22)) == [">ann:  (QU) +22 22"]


def test_adjustment_round_trips_with_its_reason():
    for reason in ("clock was wrong", "", "adjustment: twice", "two\nlines", "#1 > 2"):
        turn = Turn(TurnKind.ADJUSTMENT, 1, announced=-25, total=-25, remark=reason)
        assert written(turn)[-1].startswith("#note adjustment: bob -25")
        assert written(turn._replace(announced=4))[-1].startswith("#note adjustment: bob +4")
        after = back(Record(SEATS, (turn, Turn(TurnKind.OVERTIME, 0, announced=-10, total=-10))))
        assert [t.kind for t in after.turns] == [TurnKind.ADJUSTMENT, TurnKind.OVERTIME]
        assert after.turns[0].remark == " ".join(reason.split())
        assert after.turns[0].announced == -25


def test_adjustment_reason_may_be_wrapped_in_the_file():
    record = read(sheet(">ann: (time) +4 4", "#note adjustment: the clock", "was wrong"))
    assert record.turns[0].remark == "the clock was wrong"


def test_missing_announced_score_is_not_written_as_zero():
    turn = Turn(TurnKind.PLAY, 0, "FLOTVYY", "8H", "LOFTY")
    assert written(turn, turn._replace(announced=4)) == [
        ">ann: FLOTVYY 8H LOFTY",
        ">ann: FLOTVYY 8H LOFTY +4",
    ]
    assert back(Record(SEATS, (turn,))).turns[0].announced is None
    for kind in (TurnKind.CHALLENGE_BONUS, TurnKind.OVERTIME, TurnKind.END_RACK):
        assert back(Record(SEATS, (Turn(kind, 0, tiles=""),))).turns[0].announced is None


def test_missing_score_is_derived_from_the_totals():
    turns = (
        Turn(TurnKind.PLAY, 0, "FLOTVYY", "8H", "LOFTY", 30),
        Turn(TurnKind.PLAY, 0, "FLOTVYY", "9H", "LOFTY", None, 41),
    )
    assert written(*turns) == [">ann: FLOTVYY 8H LOFTY +30 30", ">ann: FLOTVYY 9H LOFTY +11 41"]


def test_withdrawn_phony_without_points_deducts_the_announced_score():
    play = Turn(TurnKind.PLAY, 0, "FLOTVYY", "8H", "LOFTY", 31, 31)
    assert written(play, Turn(TurnKind.WITHDRAWN, 0, "FLOTVYY"))[1] == ">ann: FLOTVYY -- -31 0"


def test_unknown_rack_is_not_invented():
    lines = written(Turn(TurnKind.PLAY, 0, None, "8H", "LOFTy", 22), Turn(TurnKind.PASS, 1))
    assert [" ".join(line.split()) for line in lines] == [">ann: 8H LOFTy +22 22", ">bob: - +0 0"]
    assert back(read("\n".join(["#player1 ann A", "#player2 bob B", *lines]))).turns[0].rack is None


def test_adjustment_of_an_earlier_version_is_parsed_and_written_as_a_note():
    record = read(sheet(">ann: (time) -5 -5", "#note adjustment: late"))
    assert write(record, ENGLISH).splitlines()[-1] == "#note adjustment: ann -5 late"


@pytest.mark.parametrize(
    ("tile_set", "tiles", "text"),
    [
        (SPANISH, ("CH", "I", "C", "O"), "[CH]ICO"),
        (SPANISH, ("ch", "I", "C", "O"), "[ch]ICO"),
        (SPANISH, ("C", "H", "A"), "[C]HA"),
        (SPANISH, ("L", "L", "LL"), "[L]L[LL]"),
        (SPANISH, ("P", "E", ".", "R", "RR"), "PE.R[RR]"),
        (CATALAN, ("L·L", "NY", "QU", "A"), "L·LNYQUA"),
        (CATALAN, ("l·l", "ny", "qu", "A"), "l·lnyquA"),
    ],
)
def test_multi_letter_tiles_round_trip(tile_set, tiles, text):
    turn = Turn(TurnKind.PLAY, 0, tuple(t for t in tiles if t != "."), "8D", tiles, 10, 10)
    record = Record(SEATS, (turn,))
    assert write(record, tile_set).splitlines()[-1].split()[3] == text
    after = back(record, tile_set).turns[0]
    assert (tuple(after.tiles), tuple(after.rack)) == (turn.tiles, turn.rack)


def test_remark_without_gcg_form_becomes_a_note():
    turn = Turn(TurnKind.PASS, 0, "ABC", announced=0, remark="turn lost to a challenge")
    assert written(turn)[1:] == ["#note turn lost to a challenge"]


def test_names_and_notes_cannot_inject_lines():
    record = Record(
        (Seat("ann", "Ann\n>bob: - +0 0"), Seat("bob", "Bob\r\n#player3 eve Eve")),
        (Turn(TurnKind.PLAY, 0, "AT", "8H", "AT", 4, 4, remark="so\n>ann: - +0 4"),),
        {-1: ("a\n>ann: - +0 0",), 0: ("one\n#note two\n\n  three", "\n")},
        (Pragma("title", "T\n>ann: - +0 0"),),
    )
    after = back(record)
    assert len(after.turns) == 1
    assert len(after.seats) == 2
    assert after.notes == {-1: ("a >ann: - +0 0",), 0: ("one #note two\nthree", "")}
    assert after.problems == ()


@pytest.mark.full
@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60), st.text(max_size=30))
def test_arbitrary_note_and_title_round_trip(note, title):
    record = Record(
        SEATS,
        (Turn(TurnKind.PLAY, 0, "AT", "8H", "AT", 4, 4),),
        {0: (note,)},
        (Pragma("title", title),),
    )
    after = back(record)
    assert len(after.turns) == len(after.notes[0]) == 1
    assert [p.name for p in after.pragmas] == ["character-encoding", "title"]
    assert after.notes[0][0].split() == note.split()
    assert same_game(back(after), after)
