""".TOU: import, export, refusals and warnings."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.tournament.exchange.changed import finished, games, with_meeting, with_player
from tournament.actions.files.importing import import_event
from tournament.engine.interchange import (
    PortableMeeting,
    PortablePenalty,
    UnreadableEvent,
    UnwritableEvent,
)
from tournament.engine.results import Outcome
from tournament.exchange.event_exchange import prepare_event
from tournament.exchange.event_files import NamedFile, event_formats, read_bundle
from tournament.models import ResultEntry
from tournament.queries.safety.recheck import recheck_event_alone
from tournament.queries.standings.standings import division_standings

TOU = (
    "*M25.05.2020 Spring Open\r\n*A\r\n                                      0\r\n"
    "Ana Lopez            2412  +2 1405   3 2001  +1\r\n"
    "Ben Okafor            380   1 2390  +4  300  +3\r\n"
    "Cem Aydin            2444  +4 1405  +1 2350   2\r\n"
    "Dai Jones             400   3  389   2 0000   4\r\n"
    "*** END OF FILE ***\r\n"
)

HALF_BYES = Path(__file__).parents[3] / "fixtures" / "cases" / "u01_codes.tou"


def test_tou_is_read_with_byes_ties_forfeits_and_starts():
    event = read_bundle([NamedFile("spring.TOU", TOU.encode())])
    (division,) = event.divisions
    assert (event.name, event.date, division.name) == ("Spring Open", "2020-05-25", "A")
    assert division.rounds[0].meetings[0] == PortableMeeting(1, 2, 412, 380)
    tie = division.rounds[1].meeting_of(1)
    assert (tie.first, tie.first_score, tie.second_score) == (3, 405, 405)
    assert [
        (m.first, m.outcome, m.first_score) for m in division.rounds[2].meetings if m.is_alone
    ] == [(1, Outcome.BYE, 1), (4, Outcome.FIRST_FORFEITS, 0)]
    assert [str(remark) for remark in event.remarks] == [
        (
            "spring.TOU: Division A: 2 byes or forfeits are written as 2001 or 0000 in the "
            "file, which is a spread of 1 or 0. Many files use these figures whatever the "
            "rules; correct the results if your rules give more."
        )
    ]


@pytest.mark.django_db
def test_half_point_bye_is_read_as_half_a_win_and_written_back(desk, write):
    read = read_bundle([NamedFile("u01.tou", HALF_BYES.read_bytes())])
    assert [remark.line for remark in read.remarks] == [6]  # the score of -54 is questioned
    one, two, _three = read.divisions[0].rounds
    against = two.meeting_of(3)
    assert {against.first: against.first_score, against.second: against.second_score} == {
        2: 425,
        3: -54,
    }
    assert {
        (m.first, m.outcome, m.first_score) for m in one.meetings + two.meetings if m.is_alone
    } == {(3, Outcome.HALF_BYE, 0), (1, Outcome.HALF_BYE, 0)}
    event = import_event(desk, read)
    division = event.divisions.get()
    rows = {row.person.number: row.line for row in division_standings(division).rows}
    assert {number: line.half_wins / 2 for number, line in rows.items()} == {1: 2, 2: 2, 3: 1}
    assert (rows[1].spread, rows[1].record) == (60, "2-1")
    assert list(recheck_event_alone(event)) == []
    changed = read_bundle([NamedFile("a.tou", HALF_BYES.read_bytes().replace(b" -54", b"  54"))])
    (written,) = write("tou", changed)
    assert b"Ann Able             2410  +2 1350   1 1380   3" in written.content
    event = import_event(desk, read_bundle([prepare_event(event, "archive").single_file("x")]))
    again = ResultEntry.objects.filter(pairing__round__division__event=event, outcome="half_bye")
    assert list(again.values_list("first_score", "second_score")) == [(0, 0), (0, 0)]


def test_format_without_half_byes_announces_the_loss():
    event = read_bundle([NamedFile("u01.tou", HALF_BYES.read_bytes())])
    missing = {key: " ".join(form.detail_messages(event)) for key, form in event_formats().items()}
    listed = "Division OPEN, round 1: Cy Cole has a half bye; no game is listed."
    written = "Division OPEN, round 1: the half bye of Cy Cole is written as a round not played"
    assert [key for key, sentences in missing.items() if listed in sentences] == ["coco_csv"]
    assert {key for key, sentences in missing.items() if written in sentences} == {
        "tourney_js", "tsh_archive", "tsh_config", "tsh_t",
    }  # fmt: skip
    assert "half bye" not in missing["tou"] + missing["archive"]


def test_bye_spread_from_other_writers_is_accepted():
    text = TOU.replace("2001  +1", "2050  +1").replace("0000   4", "0150   4")
    event = read_bundle([NamedFile("spring.TOU", text.encode())])
    assert [m.first_score for m in event.divisions[0].rounds[2].meetings if m.is_alone] == [
        50,
        -150,
    ]
    assert event.remarks == ()


def test_win_marks_override_the_scores_only_if_both_sides_agree():
    decided = TOU.replace(" 2412  +2", "  412  +2").replace("  380   1", " 2380   1")
    event = read_bundle([NamedFile("a.tou", decided.encode())])
    assert event.divisions[0].rounds[0].meetings[0] == PortableMeeting(
        1, 2, 412, 380, Outcome.SECOND_WINS
    )
    assert (
        "Ben Okafor has 380 to 412, but the game is marked as won. It is imported as a win"
        in str(event.remarks[0])
    )
    half = TOU.replace(" 2412  +2", "  412  +2")
    event = read_bundle([NamedFile("a.tou", half.encode())])
    assert event.divisions[0].rounds[0].meetings[0] == PortableMeeting(1, 2, 412, 380)
    assert "is marked with a different outcome. The scores count." in str(event.remarks[0])


def test_tou_of_free_widths_is_read_word_by_word():
    loose = TOU.replace("            2412  +2 1405   3 2001  +1", " 2412 + 2  1405 3   2001 +1")
    assert loose != TOU
    one, other = (read_bundle([NamedFile("a.tou", text.encode())]) for text in (TOU, loose))
    assert one.divisions[0].rounds == other.divisions[0].rounds


def test_figures_that_run_together_are_refused_with_the_line():
    joined = TOU.replace("1405   3 2001  +1", "1405   32001  +1")
    event = read_bundle([NamedFile("a.tou", joined.encode())])
    assert "a.tou, line 4: Ana Lopez" in str(event.obstacles[0])


def test_impossible_score_or_opponent_is_omitted_and_the_rest_is_read():
    whole = read_bundle([NamedFile("a.tou", TOU.encode())])
    odd = TOU.replace(" 2412  +2", " 24x2  +2")
    event = read_bundle([NamedFile("a.tou", odd.encode())])
    assert not event.obstacles
    assert str(event.remarks[0]) == (
        "a.tou, line 4: Ana Lopez: “24x2” is neither a score nor an opponent. It is left out; correct "
        "the result after the import."
    )
    assert event.divisions[0].entrants == whole.divisions[0].entrants
    assert event.divisions[0].rounds[1:] == whole.divisions[0].rounds[1:]
    one, other = (e.divisions[0].rounds[0].meetings for e in (event, whole))
    assert [m.has_result for m in one] == [False] + [True] * (len(other) - 1)


def test_score_below_0_is_accepted():
    below = TOU.replace("  380   1", "  -54   1")
    event = read_bundle([NamedFile("a.tou", below.encode())])
    assert event.divisions[0].rounds[0].meetings[0].second_score == -54


def test_unrelated_file_is_refused_with_at_most_twenty_lines_listed():
    text = "*M25.05.2020 Open\n*A\n" + "nothing;like it\n" * 3_000 + "17 18\n" * 30
    obstacles = [
        str(remark) for remark in read_bundle([NamedFile("a.tou", text.encode())]).obstacles
    ]
    assert obstacles[0] == (
        "a.tou, line 2003: A division has at most 2,000 players. Send the file of one event."
    )
    digits = "*M25.05.2020 Open\n*A\n" + "17 18\n" * 30
    obstacles = [
        str(remark) for remark in read_bundle([NamedFile("a.tou", digits.encode())]).obstacles
    ]
    assert (len(obstacles), obstacles[-1]) == (21, "a.tou: More lines have the same problem.")


def test_tou_without_its_head_is_refused():
    with pytest.raises(UnreadableEvent, match=r"a\.tou, line 1: The first line is not “\*M”"):
        read_bundle([NamedFile("a.tou", TOU.partition("\n")[2].encode())])


def test_tou_is_written_in_the_layout_of_the_format(harbour_event, write):
    (written,) = write("tou", finished(harbour_event))
    lines = written.content.decode("latin-1").split("\r\n")
    assert lines[:3] == ["*M19.09.2026 Harbour Open", "*A", " " * 38 + "0"]
    assert lines[3] == "Rune Copperfield     2492   2  287   6 2417  +8  257   4 2468  +3"
    assert lines[4] == "Béla De la Vega       406  +1  439   7 2001  +2 2414  +9  367   6"
    assert lines[10] == "Mara Jessamine       2479   7  422  +3  383   1 0000   8 1000   8"
    assert lines[-2:] == ["*** END OF FILE ***", ""]
    again = read_bundle([written])
    assert games(again) == games(finished(harbour_event))
    assert write("tou", again) == [written]


def test_byes_and_forfeits_are_written_with_their_lost_spread_announced(harbour_event, write):
    event = finished(harbour_event)
    changed = with_meeting(event, -1, first_score=1)
    assert event_formats()["tou"].detail_messages(changed)[0].startswith("2 byes are written")
    assert b"Oona Copperfield     2001  +9" in write("tou", changed)[0].content
    assert write("tou", changed)[0].content == write("tou", event)[0].content


def test_losses_in_a_tou_are_announced_beforehand(harbour_event, write):
    event = finished(harbour_event)
    assert event.divisions[0].entrants[7].name == "Mara Jessamine"
    penalties = (PortablePenalty(2, -50, "late"),)
    event = with_player(event, 7, penalties=penalties, name="Şara Jeßamłne")
    a, b = event.divisions
    idle = replace(b.entrants[0], number=99, name="Nobody Here")
    event = replace(event, divisions=(a, replace(b, entrants=(*b.entrants, idle))))
    assert event_formats()["tou"].detail_messages(event) == [
        "3 byes are written without their spread, which the format cannot store.",
        "1 forfeit is written without its spread, which the format cannot store.",
        "Division A, round 2: the file cannot store the penalty of Saskia Brook (−20).",
        "Division A, round 2: the file cannot store the penalty of Şara Jeßamłne (−50).",
        (
            "Division B: players without a game or a bye are left out: Nobody Here. The numbers "
            "of later players change."
        ),
        "The name Şara Jeßamłne is written as Sara Jeßamlne, because the file is in Latin-1.",
        (
            "The file cannot store the spread cap (350, then 300): standings made from the file "
            "use the full spread."
        ),
    ]


def test_names_that_cannot_be_read_back_are_not_written(harbour_event, write):
    with pytest.raises(UnwritableEvent) as refused:
        write("tou", with_player(finished(harbour_event), name="Béla De la Vega"))
    assert refused.value.reasons[0] == (
        "Béla De la Vega and Béla De la Vega have the same first 20 characters."
    )


def test_tou_with_an_open_board_is_refused_with_board_and_players(harbour_event, write):
    with pytest.raises(UnwritableEvent) as refused:
        write("tou", harbour_event)
    assert refused.value.reasons[0] == (
        "Division B, round 4: board 3, Bruno Zinnober and Arlo Thimble have no result."
    )


def test_scores_of_1000_long_names_and_byes_are_announced_beforehand(harbour_event, write):
    event = with_meeting(finished(harbour_event), 0, first_score=1000)
    event = with_player(event, name="Bartholomew Featherstone")
    losses = event_formats()["tou"].detail_messages(event)
    assert (
        "Division A, round 1: the score of Béla De la Vega, 1000, does not fit; scores must be "
        "from 0 to 999." in losses
    )
    assert "The name Bartholomew Featherstone is shortened to “Bartholomew Feathers”." in losses
    with pytest.raises(UnwritableEvent, match="1000, does not fit") as refused:
        write("tou", event)
    assert refused.value.reasons[-1] == (
        "Enter or correct these first. If such a score is right, this format cannot store it. Use "
        "another format, such as tsh's .t or CoCo's results, and tell the rating body why."
    )


def test_player_with_only_a_bye_is_written_with_the_bye(harbour_event, write):
    event = finished(harbour_event)
    division = event.divisions[1]
    first = division.rounds[0]
    more = replace(division.entrants[0], number=7, name="Only Bye")
    rounds = (
        replace(first, meetings=(*first.meetings, PortableMeeting(7, 0, 50, 0, Outcome.BYE))),
        *division.rounds[1:],
    )
    changed = replace(division, entrants=(*division.entrants, more), rounds=rounds)
    event = replace(event, divisions=(event.divisions[0], changed))
    (written,) = write("tou", event)
    assert b"Only Bye             2001  +7 1000   7" in written.content
    assert not any(
        "Only Bye" in sentence for sentence in event_formats()["tou"].detail_messages(event)
    )
    assert [e.name for e in read_bundle([written]).divisions[1].entrants][-1] == "Only Bye"


def test_event_without_a_date_is_refused_with_a_remedy(harbour_event, write):
    event = replace(finished(harbour_event), date="")
    wanted = (
        "The event has no date, which the first line of the file needs. Set it under “Details and "
        "closing” first."
    )
    assert event_formats()["tou"].detail_messages(event)[0] == wanted
    with pytest.raises(UnwritableEvent) as refused:
        write("tou", event)
    assert refused.value.reasons == (wanted, "Enter or correct these first.")


@pytest.mark.parametrize("day", ["01.01.1900", "31.02.2020"])
def test_impossible_date_is_omitted_and_reported(day):
    event = read_bundle([NamedFile("a.tou", TOU.replace("25.05.2020", day).encode())])
    assert event.date == ""
    assert f"a.tou, line 1: “{day}” cannot be the day of an event. It is left out" in str(
        event.remarks[-1]
    )


def test_players_without_a_game_are_omitted_and_numbers_closed_up(harbour_event, write):
    event = finished(harbour_event)
    division = event.divisions[1]
    idle = replace(division.entrants[0], number=0, name="Nobody Here")
    event = replace(event, divisions=(replace(division, entrants=(idle, *division.entrants)),))
    (written,) = write("tou", event)
    assert b"Nobody" not in written.content
    assert games(read_bundle([written])) == games(event)


@pytest.mark.parametrize("name", ["DC Deal 1", "4 Aces", "Agent 007 of London", "12345"])
def test_name_fills_the_first_twenty_columns_with_any_content(harbour_event, write, name):
    event = with_player(finished(harbour_event), name=name)
    (written,) = write("tou", event)
    assert f"{name:<20} 2492   2".encode() in written.content
    if name == "12345":
        line = "harbour-open.TOU, line 4: “12345"
        assert str(read_bundle([written]).obstacles[0]).startswith(line)
        return
    assert games(read_bundle([written])) == games(event)


def test_figure_at_the_end_of_a_name_in_free_widths_is_no_score():
    loose = TOU.replace("Ana Lopez            2412  +2", "DC Deal 1  2412 +2")
    division = read_bundle([NamedFile("a.tou", loose.encode())]).divisions[0]
    assert division.entrants[0].name == "DC Deal 1"
    assert division.rounds[0].meetings[0] == PortableMeeting(1, 2, 412, 380)


@pytest.mark.parametrize(
    ("head", "name", "days"),
    [
        ("*M25/05/2020 Spring Open", "Spring Open", ("2020-05-25",)),
        ("*M 2020-05-25 Spring Open", "Spring Open", ("2020-05-25",)),
        ("*M23-25 May 2020 Spring Open", "Spring Open", ("2020-05-23",)),
        ("*M04/05/2020 Spring Open", "Spring Open", ("2020-05-04", "2020-04-05")),
        ("*mMay 25th, 2020 1st Open", "1st Open", ("2020-05-25",)),
    ],
)
def test_date_at_the_top_is_read_in_every_spelling(head, name, days):
    text = TOU.replace("*M25.05.2020 Spring Open", head)
    event = read_bundle([NamedFile("a.tou", text.encode())])
    assert event.name == name
    assert (event.date_choices or (event.date,)) == days
