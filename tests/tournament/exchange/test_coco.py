"""CoCo's list of results: import, export, refusals and warnings."""

import csv
import io
from dataclasses import replace

import pytest

from tests.tournament.exchange.changed import everything, finished, games, with_meeting, with_player
from tournament.engine.interchange import PlayoffGame, PortableMeeting, PortablePenalty
from tournament.engine.result_table import ResultTableRow
from tournament.engine.results import Outcome
from tournament.exchange.event_files import NamedFile, event_formats, read_bundle
from tournament.exchange.result_tables import results_file

HEADS = "Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score"


def test_list_of_results_gives_rounds_players_and_byes():
    text = (
        f"{HEADS},First\n2026-01-01,1,Ana,400,Ben,380,Ben\n,1,Cem,50,Bye,0,\n"
        "\n,2,Ben,390,Cem,390,\n,2,Ana,50,bye,0,\n"
    )
    event = read_bundle([NamedFile("results-B.csv", text.encode())])
    (division,) = event.divisions
    assert division.name == "B"
    assert [e.name for e in division.entrants] == ["Ana", "Ben", "Cem"]
    assert division.rounds[0].meetings == (
        PortableMeeting(2, 1, 380, 400),
        PortableMeeting(3, 0, 50, 0, Outcome.BYE),
    )
    assert division.rounds[1].meetings[0] == PortableMeeting(2, 3, 390, 390, firsts_known=False)
    assert event.remarks == ()


def test_list_is_exported_a_file_per_division_and_reimported(harbour_event, write):
    event = finished(harbour_event)
    written = write("coco_csv", event)
    assert [item.name for item in written] == ["results-A.csv", "results-B.csv"]
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
    assert games(read_bundle(written)) == games(event)


def test_win_against_the_scores_round_trips_and_is_announced(harbour_event, write):
    event = with_meeting(finished(harbour_event), 0, outcome=Outcome.FIRST_WINS)
    rows = list(csv.DictReader(io.StringIO(write("coco_csv", event)[0].content.decode())))
    assert [rows[0][head] for head in HEADS.split(",")[2:]] == [
        "Béla De la Vega", "406", "Rune Copperfield", "492",
    ]  # fmt: skip
    lines = write("tou", event)[0].content.decode("latin-1").split("\r\n")
    assert lines[3].startswith("Rune Copperfield      492   2")
    assert lines[4].startswith("Béla De la Vega      2406  +1")
    listed = "Division A, round 1: Béla De la Vega is listed as the winner, whatever the scores."
    assert listed in event_formats()["coco_csv"].detail_messages(event)
    alone = (
        "Division A, round 1: Béla De la Vega wins whatever the scores; a program that goes by "
        "the scores will count the game differently."
    )
    for key in ("tou", "tourney_js"):
        assert alone in event_formats()[key].detail_messages(event), key
    for key in ("tou", "coco_csv"):
        again = read_bundle(write(key, event))
        (won,) = [item for item in everything(again) if item[-1] == Outcome.FIRST_WINS]
        assert won == ("A", 1, "Béla De la Vega", "Rune Copperfield", 406, 492, Outcome.FIRST_WINS)


def test_coco_losses_are_announced_with_rounds_without_a_game_combined(
    harbour_event,
):
    event = with_meeting(finished(harbour_event), -1, first_score=100)
    event = with_player(event, penalties=(PortablePenalty(2, -50, "late"),))
    alone = replace(event, divisions=event.divisions[:1])
    losses = event_formats()["coco_csv"].detail_messages(alone)
    assert losses == [
        "Byes have a spread of +100 here and are listed as 50-0.",
        "Division A, round 4: Mara Jessamine has a forfeit; no game is listed.",
        "Division A: Mara Jessamine has no game in round 5; none is listed.",
        "Division A, round 2: the file cannot store the penalty of Rune Copperfield (−50).",
        "Division A, round 2: the file cannot store the penalty of Saskia Brook (−20).",
        (
            "The file cannot store the spread cap (350, then 300): standings made from the file "
            "use the full spread."
        ),
    ]
    rows = "\n".join(f",{n},Ana,400,Ben,380" for n in (1, 2, 3, 5))
    read = read_bundle([NamedFile("r.csv", f"{HEADS}\n{rows}\n,4,Ana,400,Cem,1\n".encode())])
    assert [str(remark) for remark in read.remarks] == [
        "r.csv: Cem has no game in rounds 1-3, 5. Those rounds do not count.",
        "r.csv: Ben has no game in round 4. That round does not count.",
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_list_is_read_in_every_spreadsheet_encoding(encoding):
    text = f"{HEADS}\n,1,Zoë,400,Ben,380\n"
    event = read_bundle([NamedFile("results.csv", text.encode(encoding))])
    assert event.divisions[0].entrants[0].name == "Zoë"
    assert event.remarks == ()


def test_missing_event_date_is_announced_beforehand(harbour_event):
    event = replace(finished(harbour_event), date="")
    assert event_formats()["coco_csv"].detail_messages(event)[0] == (
        "The event has no date: “Submitted On” is empty in every row."
    )


def test_name_resembling_a_formula_stays_text(harbour_event, write):
    event = with_player(finished(harbour_event), division=1, name="=1+cmd Ana")
    event = replace(event, divisions=event.divisions[1:])
    (written,) = write("coco_csv", event)
    assert b",'=1+cmd Ana," in written.content
    assert games(read_bundle([NamedFile("r-B.csv", written.content)])) == games(event)
    assert b",'=1+cmd Ana," in write("standings_csv", event)[0].content


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (",1,Ana,x,Ben,380", "line 2: “x” is not a whole number"),
        (",1,Ana,0,Bye,50", "line 2: The bye has 50 points"),
        (",0,Ana,400,Ben,380", "line 2: Round 0 does not exist"),
        (",1,Ana,400,ana,380", "line 2: Both players in this row are called Ana"),
        (",1,,400,Ben,380", "line 2: A name is missing"),
        (",1,Ana,400,Ben,380\n,1,Ana,400,Ben,380", "line 3: The same row is also on line 2"),
        (",1", "line 2: The winner's score is missing. Enter it as digits"),
    ],
)
def test_invalid_row_is_refused_with_its_line(row, expected):
    event = read_bundle([NamedFile("results.csv", f"{HEADS}\n{row}\n".encode())])
    assert str(event.obstacles[0]).startswith(f"results.csv, {expected}")


def test_play_off_games_belong_to_no_round_and_round_trip(write):
    rows = (
        f"{HEADS}\n,1,Ana,400,Ben,380\n,1,Cem,390,Dai,300\n,Semifinal,Ana,401,Dai,399\n"
        ",1,Cem,370,Ana,360\n"
    )
    event = read_bundle([NamedFile("results.csv", rows.encode())])
    (division,) = event.divisions
    assert event.obstacles == ()
    assert [(len(r.meetings), r.number) for r in division.rounds] == [(2, 1)]
    assert division.playoffs == (
        PlayoffGame("Semifinal", 1, 4, 401, 399),
        PlayoffGame("1", 3, 1, 370, 360),
    )
    assert [str(remark) for remark in event.oddities] == [
        (
            "results.csv, line 4: Ana and Dai: “Semifinal” is not a number. The game is "
            "imported as a game that is not part of a round: it does not count in the standings, but it is "
            "rated."
        ),
        (
            "results.csv, line 5: Cem and Ana: one of them already has a game in round 1 on "
            "line 3. This game is imported as a game that is not part of a round: it does not count in the "
            "standings, but it is rated."
        ),
    ]
    (written,) = write("coco_csv", event)
    assert read_bundle([written]).divisions[0].playoffs == division.playoffs


def test_boards_of_a_table_of_results_are_preserved():
    rows = [
        ResultTableRow(2, {}, 1, "", "Ana", "Ben", (380, 400), board=7),
        ResultTableRow(3, {}, 1, "", "Cem", "Dai", (1, 2)),
    ]
    (division,) = read_bundle([results_file(rows, "r")]).divisions
    assert [meeting.board for meeting in division.rounds[0].meetings] == [7, None]
    odd = f"{HEADS},Board\n,1,Ana,400,Ben,380,B2\n"
    (division,) = read_bundle([NamedFile("r.csv", odd.encode())]).divisions
    assert division.rounds[0].meetings[0].board is None
