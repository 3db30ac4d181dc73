"""Every notation of turns in the table of GCG dialects."""

import pytest

from scoring.engine.game.record import Pragma, Seat
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.gcg import read
from tests.scoring.engine.gcg.sheets import (
    HEAD,
    PLAYS,
    errors,
    faults_of,
    only,
    sheet,
    turns,
    verified,
)
from tests.scoring.engine.positions import table


@pytest.mark.parametrize("case", table("dialects.toml")["turns"], ids=lambda case: case["line"])
def test_turn_is_parsed_in_every_notation(case):
    turn = {name: value for name, value in case.items() if name not in ("line", "kind")}
    assert only(case["line"]) == Turn(TurnKind(case["kind"]), 0, **turn)


def test_worked_plays_verify_in_every_notation_of_tiles_played_through():
    for third in ("..FICIATE", "OFFICIATE", "(OF)FICIATE", "O.FICIATE"):
        text = sheet(*PLAYS[:2], f">ann: ACEFIIT J7 {third} +71 101", PLAYS[3])
        assert faults_of(text) == []
        assert verified(text).audit.outcome.finals == (101, 389)
    # J7 FICIATE would be another word: only tiles written from the first square on count.
    text = sheet(*PLAYS[:2], ">ann: ACEFIIT J9 FICIATE +71 101")
    assert faults_of(text) == [(5, "word_cut_short")]
    assert verified(text).audit.outcome.finals == (101, 24)


def test_pragmas_are_kept_in_order_with_their_values():
    lines = [
        "#description A game", "#lexicon NWL18", "#id org.example 17", "#game-type classic",
        "#title Round 7", "#board-layout standard", "#tile-distribution english",
        "#style blank round", "#tile UP low",
    ]  # fmt: skip
    record = read(HEAD + "\n".join(lines) + "\n" + PLAYS[0])
    assert [f"#{p.name} {p.value}" for p in record.pragmas] == lines
    assert record.problems == ()
    long = read(HEAD + "#description A game\n#- of many words\n" + PLAYS[0])
    assert long.pragmas == (Pragma("description", "A game of many words", 3),)


def test_note_belongs_to_the_event_before_it_until_the_next_marked_line():
    record = read(sheet("#note before", PLAYS[0], "#note one", "#note two", PLAYS[1], "#note"))
    assert record.notes == {-1: ("before",), 0: ("one", "two"), 1: ("",)}
    wrapped = ("#note I saw", "FLOATY too", "", "but late")
    record = read(sheet(*wrapped, PLAYS[0], *wrapped, PLAYS[1]))
    assert record.notes == dict.fromkeys((-1, 0), ("I saw\nFLOATY too\nbut late",))
    assert len(record.turns) == 2


def test_end_racks_and_incomplete_follow_the_turns():
    ends = [("rack1", "AEINRST"), ("rack2", "Q"), ("incomplete", "AEINRST")]
    record = read(sheet(*PLAYS, *(f"#{name} {value}" for name, value in ends)))
    assert [(p.name, p.value) for p in record.pragmas] == ends
    assert record.problems == ()
    assert faults_of(sheet(*PLAYS, "#incomplete")) == []


@pytest.mark.parametrize("nick", ["#1", "a%b", "^", "x&y", "~me", "wow!", "(ann)", "ä", "1", ">"])
def test_nick_accepts_almost_any_character(nick):
    text = f"#player1 {nick} Ann\n#player2 bob Bob\n>{nick}: AT 8H AT +4 4\n>bob: - +0 0\n"
    record = read(text)
    assert record.problems == ()
    assert [turn.player for turn in record.turns] == [0, 1]


def test_player_lines_may_have_no_name_a_colon_tabs_or_another_order():
    assert read("#player1 ann\n#player2 bob\n").seats == (Seat("ann", ""), Seat("bob", ""))
    record = read("#player1 ann: Ann\n#player2 bob: Bob\n>ann: AT 8H AT +4 4\n")
    assert record.problems == ()
    assert record.seats[0] == Seat("ann", "Ann")
    record = read("#Player1\tann\tAnn  Archer\n#PLAYER2 \t bob  Bob Baker\n#TITLE\tRound 7\n")
    assert record.seats == (Seat("ann", "Ann  Archer"), Seat("bob", "Bob Baker"))
    assert record.pragmas == (Pragma("title", "Round 7", 3),)
    assert record.problems == ()
    record = read("#player2 bob Bob\n#player1 ann Ann\n" + "\n".join(PLAYS))
    assert [seat.nick for seat in record.seats] == ["ann", "bob"]
    assert [turn.player for turn in record.turns] == [0, 1, 0, 1]
    assert [problem.code for problem in record.problems] == ["player_order"]
    for number, missing in ((2, 1), (3, 1), (4, 1)):
        (problem,) = read(f"#player{number} bob Bob\n>bob: - +0 0\n").problems
        assert problem.message.params["missing"] == f"player{missing}"
    for number in (3, 4):
        text = f"#player1 ann Ann\n#player{number} bob Bob\n>ann: - +0 0\n"
        assert [problem.message.params["missing"] for problem in read(text).problems] == ["player2"]


def test_three_and_four_players_take_turns():
    head = "".join(f"#player{n} p{n} Player {n}\n" for n in (1, 2, 3, 4))
    lines = ("p1: AT 8H AT +4 4", "p2: S 8J S +0 0", "p3: - +0 0", "p4: ABC -AB +0 0", "p1: - +0 4")
    text = head + "\n".join(f">{line}" for line in lines)
    assert [turn.player for turn in read(text).turns] == [0, 1, 2, 3, 0]
    assert faults_of(text, rules="box_mattel") == [(6, "word_cut_short"), (6, "play_score")]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\n\n", "\r\r\n"])
def test_any_line_ending_is_accepted_and_counted(end):
    text = sheet(*PLAYS).replace("\n", end)
    assert faults_of(text) == []
    assert [turn.announced for turn in read(text).turns] == [30, 24, 71, 365]
    mixed = f"{HEAD}{PLAYS[0]}\r{PLAYS[1]}\r\n{PLAYS[2]}\n\r{PLAYS[3]}"
    assert [turn.line for turn in read(mixed).turns] == [3, 4, 5, 7]
    assert errors(mixed) == []
    assert [turn.line for turn in turns("", "#note x", PLAYS[0], "", PLAYS[1])] == [5, 7]
