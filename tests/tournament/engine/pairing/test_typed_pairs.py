"""Parsing the director's list of pairs."""

import pytest

from tournament.engine.pairing.typed_pairs import TypedPairs, parse_pairs
from tournament.wording.sentences import sentences

NAMES = {1: "Ana Lopez", 2: "Ben Okafor", 3: "Mary-Jane Dean", 14: "Zoë Müller"}
ANA = TypedPairs(pairs=((1, 2),))


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        *((line, ANA) for line in ("1 2", "1-2", "1 - 2", "1 v 2", "1, 2", "ana lopez, 2", "1\t2")),
        ("Ana Lopez - Ben Okafor", ANA),
        *((line, TypedPairs(byes=(14,))) for line in ("14", "14 bye", "Zoë Müller - bye", "14 0")),
        ("Mary-Jane Dean - 2", TypedPairs(pairs=((3, 2),))),
        ("Dean, Mary-Jane - 2", TypedPairs(pairs=((3, 2),))),
        ("Dean, Mary-Jane", TypedPairs(byes=(3,))),
    ],
)
def test_pair_or_bye_is_read_by_number_or_name(line, typed):
    assert parse_pairs(line, NAMES) == typed


def test_unreadable_lines_are_reported_by_line_number():
    listed = parse_pairs("1 2\n\n3 99\n1 2 3\nNobody - 1", NAMES)
    assert listed.pairs == ((1, 2),)
    assert sentences(listed.problems) == (
        "Line 3: There is no player “99” in this division.",
        "Line 4: “1 2 3” names 3 players; a pair has two.",
        "Line 5: There is no player “Nobody” in this division.",
    )
