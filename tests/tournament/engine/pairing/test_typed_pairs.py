"""Parsing the director's list of pairs."""

import pytest

from tournament.engine.pairing.typed_pairs import TypedPairs, parse_pairs
from tournament.wording.sentences import sentences

NAMES = {1: "Ana Lopez", 2: "Ben Okafor", 3: "Mary-Jane Dean", 14: "Zoë Müller"}


@pytest.mark.parametrize(
    "line",
    ["1 2", "1-2", "1 - 2", "1 v 2", "1, 2", "Ana Lopez - Ben Okafor", "ana lopez, 2", "1\t2"],
)
def test_pair_is_read_by_number_or_name(line):
    assert parse_pairs(line, NAMES) == TypedPairs(pairs=((1, 2),))


@pytest.mark.parametrize("line", ["14", "14 bye", "Zoë Müller - bye", "14 0"])
def test_lone_entry_has_the_bye(line):
    assert parse_pairs(line, NAMES) == TypedPairs(byes=(14,))


def test_unreadable_lines_are_reported_by_line_number():
    listed = parse_pairs("1 2\n\n3 99\n1 2 3\nNobody - 1", NAMES)
    assert listed.pairs == ((1, 2),)
    assert sentences(listed.problems) == (
        "Line 3: There is no player “99” in this division.",
        "Line 4: “1 2 3” names 3 players; a pair has two.",
        "Line 5: There is no player “Nobody” in this division.",
    )


def test_name_with_a_hyphen_is_a_single_name():
    assert parse_pairs("Mary-Jane Dean - 2", NAMES) == TypedPairs(pairs=((3, 2),))


def test_last_name_may_come_first_as_in_the_list_of_players():
    assert parse_pairs("Dean, Mary-Jane - 2", NAMES) == TypedPairs(pairs=((3, 2),))
    assert parse_pairs("Dean, Mary-Jane", NAMES) == TypedPairs(byes=(3,))
