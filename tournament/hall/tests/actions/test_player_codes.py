"""Player codes: creation, renewal and recognition."""

import re

import pytest

from scoring.models import Activity
from tournament.actions.event.events import create_division
from tournament.actions.people.check_in import move_entry
from tournament.actions.people.entries import add_players, remove_entry
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.hall.actions.player_codes import give_missing_division_codes, renew_code
from tournament.hall.models import PlayerCode
from tournament.hall.queries.player_codes import code_by_letters, code_by_token, code_of, codes_of
from tournament.models import Entry

pytestmark = pytest.mark.django_db


def entry(division, number):
    entry = Entry.objects.select_related("player").get(division=division, number=number)
    entry.division = division
    return entry


def test_new_entry_gets_a_code_of_128_bits_and_four_letters(four):
    codes = codes_of(four)
    assert list(codes) == [1, 2, 3, 4]
    assert len({code.token for code in codes.values()}) == 4
    for code in codes.values():
        assert re.fullmatch(r"[\w-]{22}", code.token)
        assert re.fullmatch(r"[BCDFGHJKMNPRSTWXYZ]{4}", code.letters)


def test_codes_of_a_division_take_one_query(four, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert codes_of(four)[1].entry.player.name == "Ana Lopez"


def test_player_is_found_by_token_or_by_number_and_letters(four):
    code = code_of(entry(four, 2))
    assert code_by_token(code.token) == code
    typed = f" {code.letters[:2].lower()} {code.letters[2:]}"
    assert code_by_letters(four.event, 2, typed) == code
    assert code_by_letters(four.event, 1, code.letters) is None
    assert code_by_letters(four.event, 2, "ÄÖÜß") is None
    assert code_by_token("x" * 22) is None


def test_wrong_code_takes_as_many_queries_as_a_right_one(four, django_assert_num_queries):
    for number, letters in ((2, code_of(entry(four, 2)).letters), (2, "BBBB"), (99, "BBBB")):
        with django_assert_num_queries(1):
            code_by_letters(four.event, number, letters)


def test_renewing_a_code_invalidates_the_old_one(desk, four):
    old = code_of(entry(four, 3))
    new = renew_code(desk, entry(four, 3))
    assert code_by_token(old.token) is None
    assert code_by_letters(four.event, 3, old.letters) is None
    assert code_by_token(new.token).entry.number == 3
    log = Activity.objects.get(verb="renew_code")
    assert log.summary == "Zoë Müller, division A, has a new code."
    assert new.token not in str(log.after)
    assert new.letters not in str(log.after)


def test_missing_codes_are_created_in_three_queries(four, django_assert_num_queries):
    PlayerCode.objects.exclude(entry__number=1).delete()
    before = code_of(entry(four, 1))
    with django_assert_num_queries(3):
        assert give_missing_division_codes(four) == 3
    with django_assert_num_queries(1):
        assert give_missing_division_codes(four) == 0
    assert code_of(entry(four, 1)) == before


def test_letters_are_unique_across_divisions(desk, four):
    other = create_division(desk, four.event, name="B")
    add_players(
        desk, other, "\n".join(f"{one}{two}na Stone" for one in "ABCDEF" for two in "bcdfghjklm")
    )
    letters = PlayerCode.objects.values_list("letters", flat=True)
    assert len(set(letters)) == 64


def test_entry_keeps_its_code_when_moved_to_another_division(desk, four):
    other = create_division(desk, four.event, name="B")
    pair_by_hand(desk, four, [(1, 2), (3, 4)], firsts_as_listed=True)
    code = code_of(entry(four, 4))
    moved = move_entry(desk, entry(four, 4), other)
    assert code_by_token(code.token).entry == moved
    assert code_of(entry(four, 4)) is None


def test_removing_an_entry_removes_its_code(desk, four):
    code = code_of(entry(four, 4))
    remove_entry(desk, entry(four, 4))
    assert code_by_token(code.token) is None
