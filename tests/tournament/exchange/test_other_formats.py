"""tourney.js, .TOU, CoCo's list, the table of standings: in, out, and what is refused."""

import csv
import io
import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.engine.interchange import Meeting, Penalised, RoundOf, Unreadable, Unwritable
from tournament.engine.results import Outcome
from tournament.exchange.event_files import Sent, event_formats, read_together
from tournament.exchange.tsh.literals import javascript_value

TOU = (
    "*M25.05.2020 Spring Open\r\n*A\r\n                                      0\r\n"
    "Ana Lopez            2412  +2 1405   3 2001  +1\r\n"
    "Ben Okafor            380   1 2390  +4  300  +3\r\n"
    "Cem Aydin            2444  +4 1405  +1 2350   2\r\n"
    "Dai Jones             400   3  389   2 0000   4\r\n"
    "*** END OF FILE ***\r\n"
)
HEADS = "Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score"


def finished(event):
    """The event with a result on every board."""
    *earlier, last = event.divisions[1].rounds
    meetings = tuple(
        each if each.has_result else replace(each, first_score=401, second_score=399)
        for each in last.meetings
    )
    division = replace(event.divisions[1], rounds=(*earlier, replace(last, meetings=meetings)))
    return replace(event, divisions=(event.divisions[0], division))


def games(event):
    """Every game by names, whatever the players' numbers."""
    return {
        (
            division.name,
            round_.number,
            division.name_of(m.first),
            division.name_of(m.second),
            m.first_score,
            m.second_score,
        )
        for division in event.divisions
        for round_ in division.rounds
        for m in round_.meetings
        if not m.alone and m.outcome == Outcome.PLAYED
    }


def everything(event):
    """Every game, bye, forfeit and round that counts for nothing, by names."""
    return {
        (
            division.name,
            round_.number,
            division.name_of(m.first),
            "" if m.alone else division.name_of(m.second),
            m.first_score,
            m.second_score,
            m.outcome,
        )
        for division in event.divisions
        for round_ in division.rounds
        for m in round_.meetings
    }


def with_meeting(event, at, **changes):
    """The event with one meeting of round 1 of division A changed."""
    division = event.divisions[0]
    meetings = list(division.rounds[0].meetings)
    meetings[at] = replace(meetings[at], **changes)
    rounds = (replace(division.rounds[0], meetings=tuple(meetings)), *division.rounds[1:])
    return replace(event, divisions=(replace(division, rounds=rounds), *event.divisions[1:]))


# --- tourney.js ---------------------------------------------------------------------------------


def test_tourney_js_goes_out_as_a_script_and_comes_back_the_same(told, write):
    (written,) = write("tourney_js", told)
    text = written.content.decode("ascii")
    assert text.startswith("newt={")
    whole = javascript_value(text[5:-2])
    first = whole["divisions"][0]
    assert first["players"][0] is None
    assert first["players"][1]["pairings"] == [2, 6, 8, 4, 3]
    assert first["players"][1]["etc"]["board"] == [1, 1, 4, 1, 3]
    assert first["maxr"] == 4
    again = read_together([written])
    assert [d.rounds for d in again.divisions] == [d.rounds for d in told.divisions]
    assert write("tourney_js", again) == [written]


def test_what_tourney_js_says_besides_is_kept(write):
    text = (
        'newt={"config":{"event_name":"Open","max_rounds":2,"tables":{},"notes":undefined},'
        '"divisions":[{"name":"A","maxr":1,"seeds":[1,,2],"players":[undefined,'
        '{"id":1,"name":"Ana","rating":1500.5,"pairings":[2],"scores":[400],"photo":"a.jpg",'
        '"etc":{"rcrank":undefined,"excwins":[-1.25],"board":[3]}},'
        '{"id":2,"name":"Ben","rating":1400,"pairings":[1],"scores":[380],"etc":{}}]}]};'
    )
    event = read_together([Sent("tourney.js", text.encode())])
    assert event.oddities == ()
    (written,) = write("tourney_js", event)
    whole = javascript_value(written.content.decode()[5:-2])
    was = javascript_value(text[5:-1])
    assert whole["config"] == was["config"]
    assert whole["divisions"][0]["seeds"] == [1, None, 2]
    assert whole["divisions"][0]["players"][1] == {
        **was["divisions"][0]["players"][1],
        "etc": {"rcrank": None, "excwins": [-1.25], "board": [3]},
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('newt={"divisions":[{"name":"A"', "cut short"),
        ("newt={};", "There are no divisions"),
        ('newt={"divisions":[3]};', "Division 1 is no division"),
        ('newt={"divisions":[{"players":[undefined,{}]}]};', "player 1 has no name"),
        (
            'newt={"divisions":[{"players":[undefined,{"name":"Ana","pairings":["x"]}]}]};',
            "pairings and scores are whole numbers",
        ),
        ('newt={"divisions":[{"name":"\\u0000"}]};', "cannot be kept"),
        ('newt={"divisions":[{"name":"\\ud800"}]};', "cannot be kept"),
        ('newt={"divisions":[{"name":1e999}]};', "cannot be kept"),
        ("newt={run()};", "cannot be read as a script's value"),
    ],
)
def test_a_broken_tourney_js_is_refused_with_its_reason(text, told):
    with pytest.raises(Unreadable, match=told):
        read_together([Sent("tourney.js", text.encode())])


# --- .TOU ---------------------------------------------------------------------------------------


def test_a_tou_is_read_with_byes_ties_forfeits_and_who_went_first():
    event = read_together([Sent("spring.TOU", TOU.encode())])
    (division,) = event.divisions
    assert (event.name, event.date, division.name) == ("Spring Open", "2020-05-25", "A")
    assert division.rounds[0].meetings[0] == Meeting(1, 2, 412, 380)
    tie = division.rounds[1].meeting_of(1)
    assert (tie.first, tie.first_score, tie.second_score) == (3, 405, 405)
    assert [
        (m.first, m.outcome, m.first_score) for m in division.rounds[2].meetings if m.alone
    ] == [
        (1, Outcome.BYE, 1),
        (4, Outcome.FIRST_FORFEITS, 0),
    ]
    assert [str(remark) for remark in event.remarks] == [
        (
            "spring.TOU: Division A: 2 byes or forfeits are 2001 or 0000 there, a spread of 1 or 0. "
            "Many files have it so whatever the rules; correct the results where yours give more."
        )
    ]


def test_the_spread_other_writers_give_a_bye_is_taken():
    text = TOU.replace("2001  +1", "2050  +1").replace("0000   4", "0150   4")
    event = read_together([Sent("spring.TOU", text.encode())])
    assert [m.first_score for m in event.divisions[0].rounds[2].meetings if m.alone] == [50, -150]
    assert event.remarks == ()


def test_marks_of_both_that_contradict_the_scores_name_the_winner_and_others_do_not_count():
    decided = TOU.replace(" 2412  +2", "  412  +2").replace("  380   1", " 2380   1")
    event = read_together([Sent("a.tou", decided.encode())])
    assert event.divisions[0].rounds[0].meetings[0] == Meeting(1, 2, 412, 380, Outcome.SECOND_WINS)
    assert "Ben Okafor has 380 to 412, but is marked otherwise. Taken as won" in str(
        event.remarks[0]
    )
    half = TOU.replace(" 2412  +2", "  412  +2")
    event = read_together([Sent("a.tou", half.encode())])
    assert event.divisions[0].rounds[0].meetings[0] == Meeting(1, 2, 412, 380)
    assert "is marked otherwise. The scores count." in str(event.remarks[0])


def test_a_tou_of_free_widths_is_read_by_its_words():
    loose = TOU.replace("            2412  +2 1405   3 2001  +1", " 2412 + 2  1405 3   2001 +1")
    assert loose != TOU
    one, other = (read_together([Sent("a.tou", text.encode())]) for text in (TOU, loose))
    assert one.divisions[0].rounds == other.divisions[0].rounds


def test_figures_that_run_together_are_refused_with_the_line():
    joined = TOU.replace("1405   3 2001  +1", "1405   32001  +1")
    event = read_together([Sent("a.tou", joined.encode())])
    assert "a.tou, line 4: Ana Lopez" in str(event.obstacles[0])


def test_a_tou_without_its_head_is_refused():
    with pytest.raises(Unreadable, match=r"a\.tou, line 1: The first line is not “\*M”"):
        read_together([Sent("a.tou", TOU.partition("\n")[2].encode())])


def test_a_tou_is_written_as_the_format_has_it(told, write):
    (written,) = write("tou", finished(told))
    lines = written.content.decode("latin-1").split("\r\n")
    assert lines[:3] == ["*M19.09.2026 Harbour Open", "*A", " " * 38 + "0"]
    assert lines[3] == "Rune Copperfield     2492   2  287   6 2417  +8  257   4 2468  +3"
    assert lines[4] == "Béla De la Vega       406  +1  439   7 2001  +2 2414  +9  367   6"
    assert lines[10] == "Mara Jessamine       2479   7  422  +3  383   1 0000   8 1000   8"
    assert lines[-2:] == ["*** END OF FILE ***", ""]
    again = read_together([written])
    assert games(again) == games(finished(told))
    assert write("tou", again) == [written]


def test_byes_and_forfeits_are_written_as_the_format_has_them_and_said_to_lose_their_spread(
    told, write
):
    event = finished(told)
    said = event_formats()["tou"].missing(event)
    assert said[:2] == [
        "3 byes are written without their spread: the format has none.",
        "1 forfeit is written without its spread: the format has none.",
    ]
    changed = with_meeting(event, -1, first_score=1)
    assert event_formats()["tou"].missing(changed)[0].startswith("2 byes are written")
    assert b"Oona Copperfield     2001  +9" in write("tou", changed)[0].content
    assert write("tou", changed)[0].content == write("tou", event)[0].content


def test_what_a_tou_has_no_place_for_is_said_before(told, write):
    event = finished(told)
    a, b = event.divisions
    mara, ana = a.entrants[7], b.entrants[0]
    assert mara.name == "Mara Jessamine"
    fined = replace(mara, penalties=(Penalised(2, -50, "late"),), name="Şara Jeßamłne")
    idle = replace(ana, number=99, name="Nobody Here")
    a = replace(a, entrants=(*a.entrants[:7], fined, *a.entrants[8:]))
    event = replace(event, divisions=(a, replace(b, entrants=(*b.entrants, idle))))
    assert event_formats()["tou"].missing(event) == [
        "3 byes are written without their spread: the format has none.",
        "1 forfeit is written without its spread: the format has none.",
        "Division A, round 2: the penalty of Saskia Brook (−20) has no place there.",
        "Division A, round 2: the penalty of Şara Jeßamłne (−50) has no place there.",
        "Division B: left out, for no game was played: Nobody Here. The numbers behind them move up.",
        "The name Şara Jeßamłne is written Sara Jeßamlne: the file is in Latin-1.",
    ]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (
            "Rune 7 Copperfield",
            "The figure in the name Rune 7 Copperfield would be read as a score.",
        ),
        ("Béla De la Vega", "Béla De la Vega and Béla De la Vega have the same first 20 letters."),
    ],
)
def test_names_that_could_not_be_read_back_are_not_written(told, write, name, why):
    event = finished(told)
    division = event.divisions[0]
    changed = replace(division.entrants[0], name=name)
    event = replace(
        event, divisions=(replace(division, entrants=(changed, *division.entrants[1:])),)
    )
    with pytest.raises(Unwritable) as refused:
        write("tou", event)
    assert refused.value.reasons[0] == why


def test_a_tou_with_an_open_board_is_not_written_and_names_board_and_players(told, write):
    with pytest.raises(Unwritable) as refused:
        write("tou", told)
    assert refused.value.reasons[0] == (
        "Division B, round 4: board 3, Bruno Zinnober and Arlo Thimble have no result."
    )


def test_scores_of_1000_names_of_21_letters_and_byes_are_said_before(told, write):
    event = finished(told)
    division = event.divisions[0]
    first, *others = division.rounds[0].meetings
    high = replace(division.rounds[0], meetings=(replace(first, first_score=1000), *others))
    long = replace(division.entrants[0], name="Bartholomew Featherstone")
    changed = replace(
        division, rounds=(high, *division.rounds[1:]), entrants=(long, *division.entrants[1:])
    )
    event = replace(event, divisions=(changed, event.divisions[1]))
    said = event_formats()["tou"].missing(event)
    assert (
        "Division A, round 1: 1000 points of Béla De la Vega do not fit; 999 are the most and 0 "
        "the least." in said
    )
    assert "The name Bartholomew Featherstone is cut to “Bartholomew Feathers”." in said
    with pytest.raises(Unwritable, match="1000 points"):
        write("tou", event)


def test_players_without_a_game_are_left_out_and_numbers_closed_up(told, write):
    event = finished(told)
    division = event.divisions[1]
    idle = replace(division.entrants[0], number=0, name="Nobody Here")
    event = replace(event, divisions=(replace(division, entrants=(idle, *division.entrants)),))
    (written,) = write("tou", event)
    assert b"Nobody" not in written.content
    assert games(read_together([written])) == games(event)


# --- CoCo ---------------------------------------------------------------------------------------


def test_a_list_of_results_makes_rounds_players_and_byes():
    text = (
        f"{HEADS},First\n2026-01-01,1,Ana,400,Ben,380,Ben\n,1,Cem,50,Bye,0,\n"
        "\n,2,Ben,390,Cem,390,\n,2,Ana,50,bye,0,\n"
    )
    event = read_together([Sent("results-B.csv", text.encode())])
    (division,) = event.divisions
    assert division.name == "B"
    assert [e.name for e in division.entrants] == ["Ana", "Ben", "Cem"]
    assert division.rounds[0].meetings == (
        Meeting(2, 1, 380, 400),
        Meeting(3, 0, 50, 0, Outcome.BYE),
    )
    assert division.rounds[1].meetings[0] == Meeting(2, 3, 390, 390, firsts_known=False)
    assert event.remarks == ()


def test_the_list_goes_out_a_file_a_division_and_comes_back(told, write):
    event = finished(told)
    written = write("coco_csv", event)
    assert [each.name for each in written] == ["results-A.csv", "results-B.csv"]
    rows = list(csv.DictReader(io.StringIO(written[0].content.decode())))
    assert rows[0] == {
        "Submitted On": "2026-09-19",
        "Round": "1",
        "Winner": "Rune Copperfield",
        "Winners Score": "492",
        "Opponent": "Béla De la Vega",
        "Opponents Score": "406",
        "First": "Béla De la Vega",
    }
    assert games(read_together(written)) == games(event)


def test_a_win_against_the_scores_is_written_as_one_or_said_before(told, write):
    event = finished(told)
    division = event.divisions[0]
    first, *others = division.rounds[0].meetings
    assert (first.first_score, first.second_score) == (406, 492)
    decided = replace(first, outcome=Outcome.FIRST_WINS)
    rounds = (replace(division.rounds[0], meetings=(decided, *others)), *division.rounds[1:])
    event = replace(event, divisions=(replace(division, rounds=rounds), event.divisions[1]))
    rows = list(csv.DictReader(io.StringIO(write("coco_csv", event)[0].content.decode())))
    assert [rows[0][head] for head in HEADS.split(",")[2:]] == [
        "Béla De la Vega", "406", "Rune Copperfield", "492",
    ]  # fmt: skip
    lines = write("tou", event)[0].content.decode("latin-1").split("\r\n")
    assert lines[3].startswith("Rune Copperfield      492   2")
    assert lines[4].startswith("Béla De la Vega      2406  +1")
    listed = "Division A, round 1: Béla De la Vega is listed as the winner, whatever the scores."
    assert listed in event_formats()["coco_csv"].missing(event)
    alone = "Division A, round 1: Béla De la Vega wins whatever the scores; who goes by the scores counts it otherwise."
    for key in ("tou", "tourney_js"):
        assert alone in event_formats()[key].missing(event), key
    for key in ("tou", "coco_csv"):
        again = read_together(write(key, event))
        (won,) = [each for each in everything(again) if each[-1] == Outcome.FIRST_WINS]
        assert won == ("A", 1, "Béla De la Vega", "Rune Copperfield", 406, 492, Outcome.FIRST_WINS)


def test_what_coco_has_no_place_for_is_said_before_and_rounds_without_a_game_together(told):
    event = with_meeting(finished(told), -1, first_score=100)
    division = event.divisions[0]
    fined = replace(division.entrants[0], penalties=(Penalised(2, -50, "late"),))
    division = replace(division, entrants=(fined, *division.entrants[1:]))
    said = event_formats()["coco_csv"].missing(replace(event, divisions=(division,)))
    assert said == [
        "Byes count +100 here and are listed 50-0.",
        "Division A, round 4: Mara Jessamine is a forfeit, and no game is listed.",
        "Division A: Mara Jessamine has no game in round 5, and none is listed.",
        "Division A, round 2: the penalty of Rune Copperfield (−50) has no place there.",
        "Division A, round 2: the penalty of Saskia Brook (−20) has no place there.",
    ]
    rows = "\n".join(f",{n},Ana,400,Ben,380" for n in (1, 2, 3, 5))
    read = read_together([Sent("r.csv", f"{HEADS}\n{rows}\n,4,Ana,400,Cem,1\n".encode())])
    assert [str(remark) for remark in read.remarks] == [
        "r.csv: Cem has no game in rounds 1-3, 5. They count for nothing.",
        "r.csv: Ben has no game in round 4. It counts for nothing.",
    ]


def test_a_name_that_looks_like_a_formula_stays_a_text(told, write):
    event = finished(told)
    division = event.divisions[1]
    evil = replace(division.entrants[0], name="=1+cmd Ana")
    event = replace(event, divisions=(replace(division, entrants=(evil, *division.entrants[1:])),))
    (written,) = write("coco_csv", event)
    assert b",'=1+cmd Ana," in written.content
    assert games(read_together([Sent("r-B.csv", written.content)])) == games(event)
    assert b",'=1+cmd Ana," in write("standings_csv", event)[0].content


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (",1,Ana,x,Ben,380", "line 2: “x” is no whole number"),
        (",1,Ana,0,Bye,50", "line 2: The bye has 50 points"),
        (",0,Ana,400,Ben,380", "line 2: Round 0 cannot be"),
        (",1,Ana,400,ana,380", "line 2: Ana cannot meet the same name"),
        (",1,,400,Ben,380", "line 2: A name is missing"),
        (",1,Ana,400,Ben,380\n,1,Ana,400,Cem,1", "line 3: Ana has a game in round 1 on line 2"),
        (",1", "line 2: “” is no whole number"),
    ],
)
def test_a_row_that_cannot_be_is_refused_with_its_line(row, told):
    event = read_together([Sent("results.csv", f"{HEADS}\n{row}\n".encode())])
    assert str(event.obstacles[0]).startswith(f"results.csv, {told}")


# --- standings ----------------------------------------------------------------------------------


def test_the_table_of_standings_counts_wins_losses_and_ties(told, write):
    (written,) = write("standings_csv", told)
    rows = list(csv.DictReader(io.StringIO(written.content.decode("utf-8-sig"))))
    of_a = [row for row in rows if row["division"] == "A"]
    assert [row["name"] for row in of_a[:2]] == ["Ursel Gale", "Dora Hollis"]
    last = {
        e.name: int(dict(e.kept["tags"])["rcrank"].split()[5]) for e in told.divisions[0].entrants
    }
    assert {row["name"]: int(row["rank"]) for row in of_a} == last
    ties = {row["name"]: row["ties"] for row in of_a if row["ties"] != "0"}
    assert len(ties) == 2


# --- all of them --------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["tou", "coco_csv", "tourney_js"])
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_no_mutated_file_is_a_crash(key, data):
    base = {
        "tou": ("a.tou", TOU.encode()),
        "coco_csv": ("r.csv", f"{HEADS}\n,1,Ana,400,Ben,380\n,1,Cem,50,Bye,0\n".encode()),
        "tourney_js": (
            "tourney.js",
            (
                b'newt={"config":{},"divisions":[{"name":"A","players":[undefined,{"id":1,"name":"Ana",'
                b'"rating":1,"pairings":[0],"scores":[50],"etc":{"p12":[1]}}]}]};'
            ),
        ),
    }
    name, text = base[key]
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(text)))
        piece = data.draw(
            st.binary(max_size=3) | st.sampled_from([b"[", b"-", b"1e9", b'"', b"\n"])
        )
        text = text[:at] + piece + text[at + data.draw(st.integers(0, 3)) :]
    try:
        event = read_together([Sent(name, text)])
    except Unreadable:
        return
    if not event.obstacles:
        assert all(isinstance(each, RoundOf) for d in event.divisions for each in d.rounds)
        json.dumps(event.kept)
