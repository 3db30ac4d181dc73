"""Divisions of tsh: one line per player, read, cross-checked and written back."""

import re
import time
from dataclasses import replace

import pytest

from tests.tournament.exchange.changed import with_meeting, with_player
from tournament.engine.interchange import PortablePenalty, UnreadableEvent, UnwritableEvent
from tournament.engine.results import Outcome
from tournament.exchange.event_files import NamedFile, event_formats, read_bundle

TWO = "Lopez, Ana  1800 2; 400; board 1; p12 1\nOkafor, Ben  1700 1; 380; board 1; p12 2\n"


def plain(text):
    """Return the lines without alignment spaces."""
    return [re.sub(r"\s+", " ", line).strip() for line in text.splitlines() if line.strip()]


def blocking(event):
    return [str(remark) for remark in event.obstacles]


def test_line_gives_name_rating_opponents_scores_boards_and_starts(read_t):
    event = read_t(TWO)
    (division,) = event.divisions
    assert [(e.number, e.name, e.sort_name, e.rating) for e in division.entrants] == [
        (1, "Ana Lopez", "Lopez, Ana", 1800),
        (2, "Ben Okafor", "Okafor, Ben", 1700),
    ]
    (meeting,) = division.rounds[0].meetings
    assert (meeting.first, meeting.second, meeting.first_score, meeting.second_score) == (
        1,
        2,
        400,
        380,
    )
    assert (meeting.board, meeting.firsts_known, division.name) == (1, True, "A")


def test_opponent_0_is_a_bye_forfeit_or_void_by_the_sign_of_the_score(read_t):
    event = read_t("Ana  0 0 0 0; 50 -50 0\n")
    rounds = event.divisions[0].rounds
    assert [(r.meetings[0].outcome, r.meetings[0].first_score) for r in rounds] == [
        (Outcome.BYE, 50),
        (Outcome.FIRST_FORFEITS, -50),
        (Outcome.VOID, 0),
    ]


def test_rating_of_0_is_no_rating_and_is_written_as_0_again(read_t, write):
    event = read_t("Ana 0; \nBen 1500+12.5;\n")
    assert [entrant.rating for entrant in event.divisions[0].entrants] == [None, 1500]
    assert plain(write("tsh_t", event)[0].content.decode()) == [
        "Ana 0; ;".replace("; ;", ";"),
        "Ben 1500+12.5;",
    ]


def test_drawn_starts_are_unknown(read_t):
    event = read_t("Ana 0 2; 400; p12 3\nBen 0 1; 380; p12 3\n")
    assert event.divisions[0].rounds[0].meetings[0].firsts_known is False


def test_withdrawals_penalties_and_tags_with_a_semicolon_are_read(harbour_event):
    division = harbour_event.divisions[0]
    assert {e.name: e.withdrawn_after for e in division.entrants if e.withdrawn_after} == {
        "Mara Jessamine": 5
    }
    assert division.by_number[3].penalties == (PortablePenalty(2, -20, ""),)
    motto = dict(division.by_number[6].extras["tags"])["motto"]
    assert motto == "never say die; never"


def test_division_is_exported_as_imported_including_unknown_tags(harbour, harbour_event, write):
    sent = {item.name: item.content.decode("latin-1") for item in harbour}
    for written in write("tsh_config", harbour_event):
        was = sent[written.name]
        without_passwords = re.sub(r"; password \S+|config \w*password.*", "", was)
        assert plain(written.content.decode("latin-1")) == plain(without_passwords)


def test_written_event_is_read_back_unchanged(harbour_event, write):
    for key in ("tsh_config", "tsh_archive"):
        again = read_bundle(write(key, harbour_event))
        same = replace(again, remarks=(), extras={}) == replace(
            harbour_event, remarks=(), extras={}
        )
        assert same, key


def test_passwords_are_neither_stored_nor_written(harbour_event, write):
    for key in ("tsh_t", "tsh_config", "tsh_archive", "tourney_js"):
        for written in write(key, harbour_event):
            assert b"password" not in written.content
            assert b"opensesame" not in written.content
    assert "opensesame" not in repr(harbour_event)


def test_changed_result_board_or_start_overwrites_preserved_values(harbour_event, write):
    first = harbour_event.divisions[0].rounds[0].meetings[0]
    changed = {"first_score": 999, "board": 7, "first": first.second, "second": first.first}
    event = with_meeting(harbour_event, 0, **changed)
    (again, _) = read_bundle(write("tsh_config", event)).divisions
    assert replace(first, **changed) in again.rounds[0].meetings


def test_every_kind_of_line_end_is_read(read_t):
    for end in ("\n", "\r", "\r\n"):
        event = read_t(TWO.replace("\n", end))
        assert len(event.divisions[0].entrants) == 2
        assert event.remarks == ()


def test_member_tag_is_the_member_number_and_is_written_with_its_new_value(read_t, write):
    event = read_t("Ana 0;;xtid AA 012; team x\nBen 0;;xtid\nCem 0;\nDai 0;; xtid 7\n")
    (division,) = event.divisions
    assert [item.member for item in division.entrants] == ["AA 012", "", "", "7"]
    assert plain(write("tsh_t", event)[0].content.decode())[0] == "Ana 0; ; xtid AA 012; team x"
    now = ("AA 13", "", "9", "")
    changed = [replace(e, member=m) for e, m in zip(division.entrants, now, strict=True)]
    event = replace(event, divisions=(replace(division, entrants=tuple(changed)),))
    assert plain(write("tsh_t", event)[0].content.decode()) == [
        "Ana 0; ; xtid AA 13; team x",
        "Ben 0; ; xtid",
        "Cem 0; ; xtid 9",
        "Dai 0;",
    ]


def test_configuration_rules_are_announced_as_missing_from_a_division_file(harbour_event, write):
    loss = event_formats()["tsh_t"].detail_messages(harbour_event)[-1]
    assert loss == (
        "The file cannot store the spread cap (350, then 300) and the spread of a bye (50); "
        "“tsh event” also writes config.tsh, which has both."
    )
    assert loss not in event_formats()["tsh_config"].detail_messages(harbour_event)
    bare = replace(harbour_event, spread_caps=(0,), bye_spread=None)
    assert not any(
        "no place there" in item for item in event_formats()["tsh_t"].detail_messages(bare)
    )


def test_tag_too_long_for_a_member_number_is_preserved(read_t, write):
    line = f"Ana 0; ; xtid {'9' * 41}"
    event = read_t(f"{line}\n")
    assert event.divisions[0].entrants[0].member == ""
    assert plain(write("tsh_t", event)[0].content.decode()) == [line]


@pytest.mark.parametrize(
    ("system", "lines", "expected"),
    [
        ("naspa", "Ana 0;\nBen 0;\n", ["Without a member number (2): Ana, Ben."]),
        ("naspa", "Ana 0;; xtid 1\nBen 0;\n", ["Without a member number (1): Ben."]),
        ("wespa", "Ana 0;\nBen 0;\n", []),
        ("wespa", "Ana 0;; xtid 1\nBen 0;\n", ["Without a member number (1): Ben."]),
        ("none", "Ana 0;\n", []),
        (
            "naspa",
            "Ana 0;; xtid 1\nBen 0;; xtid 1\n",
            ["Ana and Ben have the same member number 1."],
        ),
    ],
)
def test_missing_member_number_is_announced_if_the_body_requires_it(
    read_t, system, lines, expected
):
    event = replace(read_t(lines), rating_system=system)
    for key in ("tsh_t", "tsh_config", "tsh_archive", "tourney_js"):
        assert list(event_formats()[key].detail_messages(event)) == expected


def test_imported_ranks_are_announced_as_uncorrected(read_t):
    harbour_event = event_formats()["tsh_t"].detail_messages
    assert harbour_event(read_t("Ana 0;; p12 0\n")) == []
    (loss,) = harbour_event(read_t("Ana 0; 400; rcrank 00 1; newr 1500 1510\n"))
    assert loss.startswith("Ranks and ratings of each round (newr, rcrank) are written as")


def test_truncated_file_is_refused_at_the_line_where_it_ends(harbour):
    whole = harbour[1].content
    cut = whole[: whole.rindex(b"Copperfield, Oona") + 30]
    event = read_bundle([NamedFile("a.t", cut)])
    (only,) = blocking(event)
    assert only.startswith("a.t, line 10: “Copperfield, Oona 991” is not the line of a player")
    assert "cut off" in only


def test_score_without_an_opponent_is_refused_with_a_remedy(read_t):
    event = read_t("Ana 0 2; 400 410\nBen 0 1; 380\n")
    (only,) = blocking(event)
    assert only.startswith("a.t, line 1: Ana has a score for round 2 but no opponent.")
    assert "Write the opponent's number (0 for a bye)" in only


def test_two_players_of_the_same_name_must_be_renamed_first(read_t):
    event = read_t("Lopez, Ana 1500;\nBen 0;\nana  lopez 1400;\n")
    (only,) = blocking(event)
    assert only.startswith("a.t, line 3: ana lopez is also on line 1.")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Ana 0 2 x; 400", "has no rating"),
        ("Ana; 400", "has no rating"),
        ("17 0;", "“17” is not a name. Enter the player's name, such as “Lopez, Ana”."),
        (f"{'A' * 81} 0;", "The name has 81 characters; the maximum is 80"),
        ("<html><body>", "is not the line of a player"),
    ],
)
def test_invalid_line_is_refused_with_its_number(read_t, line, expected):
    (first, *_) = blocking(read_t(f"\n{line}\n"))
    assert first.startswith("a.t, line 2: ")
    assert expected in first


SCORE = "is not a possible score. It is left out; enter the result after the import."
RATING = "is not a possible rating. It is left out; enter the rating after the import."


@pytest.mark.parametrize(
    ("line", "remarks"),
    [
        ("Ana 12345678 2 3; 400 410", [f"a.t, line 1: “12345678” {RATING}"]),
        ("Ana -5 2 3; 400 410", [f"a.t, line 1: “-5” {RATING}"]),
        ("Ana 1500 2 3; 4x0 410", [f"a.t, line 1: “4x0” {SCORE}"]),
        ("Ana 1500 2 3; 99999 410", [f"a.t, line 1: “99999” {SCORE}"]),
    ],
)
def test_impossible_figure_is_omitted_and_the_rest_of_the_file_is_read(read_t, line, remarks):
    rest = "Ben 1400 1 0; 380 50\nCem 1300 0 1; 50 390\n"
    event, sound = read_t(f"{line}\n{rest}"), read_t(f"Ana 1500 2 3; 400 410\n{rest}")
    assert [str(remark) for remark in event.remarks] == remarks
    (division,), (whole,) = event.divisions, sound.divisions
    assert [e.name for e in division.entrants] == ["Ana", "Ben", "Cem"]
    assert division.entrants[0].rating in (1500, None)
    ours = [(round_.number, m) for round_ in division.rounds for m in round_.meetings]
    theirs = [(round_.number, m) for round_ in whole.rounds for m in round_.meetings]
    different = [one for one, other in zip(ours, theirs, strict=True) if one != other]
    assert len(different) == ("score" in remarks[0])
    assert all((m.first_score, m.second_score) == (None, None) for _, m in different)


def test_score_against_an_unknown_opponent_is_no_bye(read_t):
    event = read_t("Ana 1500 2 99; 400 410\nBen 1400 1 0; 380 50\n")
    assert [str(remark) for remark in event.remarks][1:] == [
        (
            "a.t, line 1: Ana's opponent in round 2 is not known. The round does not count for "
            "them; correct it after the import."
        )
    ]
    (ana,) = (m for m in event.divisions[0].rounds[1].meetings if m.first == 1)
    assert (ana.outcome, ana.first_score) == ("void", 0)


def test_name_and_a_number_of_eight_digits_are_a_player_before_round_1(read_t):
    event = read_t("Lopez, Ana 12345678\nOkafor, Ben 1500\n")
    assert not event.obstacles
    assert [(e.name, e.rating) for e in event.divisions[0].entrants] == [
        ("Ana Lopez", None),
        ("Ben Okafor", 1500),
    ]


def test_hundred_thousand_lines_are_refused_at_once(read_t):
    begin = time.process_time()
    event = read_t("".join(f"Player{chr(65 + n % 26)}{n}x 0;\n" for n in range(100_000)))
    assert blocking(event) == [
        (
            "a.t, line 2001: The file has more than 2,000 players, which is too many for a division. "
            "Send the file of one division only."
        )
    ]
    assert time.process_time() - begin < 2


def test_hundred_thousand_comments_are_refused_as_a_division(read_t):
    event = read_t("# again\n" * 100_000 + "Ana 0;\n")
    assert blocking(event) == [
        (
            "a.t, line 10001: The file has more than 10,000 lines, which is too many for a division. "
            "Send the file of one division only."
        )
    ]


def test_hundred_thousand_lines_are_refused_as_a_configuration():
    config = NamedFile("config.tsh", b"division a a.t\n" + b"config x = 1\n" * 100_000)
    with pytest.raises(
        UnreadableEvent, match=r"config\.tsh, line 5001: The file has more than 5,000 lines"
    ):
        read_bundle([config, NamedFile("a.t", b"Ana 0;\n")])


def test_line_of_a_million_letters_is_refused(read_t):
    (only, *_) = blocking(read_t("a 1 " * 250_000 + "\n"))
    assert "characters. This is not a file of results" in only


def test_comments_and_blank_lines_alone_are_refused(read_t):
    assert blocking(read_t("# nobody\n\n")) == ["a.t: The file contains no players."]


def test_picture_named_like_a_division_is_refused():
    with pytest.raises(UnreadableEvent, match="This is not a text file"):
        read_bundle([NamedFile("a.t", b"\x89PNG\r\n\x1a\n\0\0\0")])


def test_contradictory_boards_are_reported_but_do_not_block(read_t):
    event = read_t(TWO.replace("board 1; p12 2", "board 4; p12 1"))
    assert blocking(event) == []
    assert [str(remark) for remark in event.oddities] == [
        "a.t, line 1: Round 1: Ana Lopez is on board 1, but Ben Okafor is on board 4. Board 1 is used.",
        (
            "a.t, line 1: Round 1: Ana Lopez and Ben Okafor both went first according to their "
            "lines. Who went first is recorded as unknown."
        ),
    ]


def test_result_missing_before_a_later_result_is_named_before_writing(read_t, write):
    event = read_t("Ana 0 2 2; 400 410\nBen 0 1 1; 380 390\n")
    division = event.divisions[0]
    first = division.rounds[0].meetings[0]
    open_ = replace(first, first_score=None, second_score=None, board=4)
    rounds = (replace(division.rounds[0], meetings=(open_,)), division.rounds[1])
    changed = replace(event, divisions=(replace(division, rounds=rounds),))
    with pytest.raises(
        UnwritableEvent, match=r"Division A, round 1: board 4 \(Ana\) has no result"
    ):
        write("tsh_t", changed)


def test_name_that_would_be_read_as_a_rating_is_not_written(read_t, write):
    event = with_player(read_t(TWO), name="Player 7", sort_name="Player 7", extras={})
    with pytest.raises(UnwritableEvent, match="“Player 7” would be read as a rating"):
        write("tsh_t", event)
