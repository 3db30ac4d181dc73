"""Lists, signed numbers and ordinals in natural language."""

from datetime import datetime

import pytest
from django.utils.translation import override

from scoring.wording.phrases import (
    and_list,
    comma_list,
    format_date,
    format_signed,
    label_within_sentence,
    number_list,
    or_list,
    ordinal,
    scores_line,
)


@pytest.mark.parametrize(
    ("items", "sentence"),
    [
        ([], ""),
        (["Ann"], "Ann"),
        (["Ann", "Bob"], "Ann and Bob"),
        (["Ann", "Bob", 3], "Ann, Bob and 3"),
    ],
)
def test_last_list_item_follows_a_conjunction(items, sentence):
    assert and_list(items) == sentence
    assert or_list(items) == sentence.replace(" and ", " or ")


def test_list_may_omit_the_conjunction():
    assert comma_list(["8H", "J2"]) == "8H, J2"


def test_consecutive_numbers_are_shown_as_a_range():
    assert number_list([]) == ""
    assert number_list([7]) == "7"
    assert number_list([1, 2]) == "1, 2"
    assert number_list([1, 3, 4, *range(6, 41), 50]) == "1, 3, 4, 6–40, 50"


@pytest.mark.parametrize(("number", "text"), [(212, "+212"), (-45, "−45"), (0, "0")])
def test_margin_has_its_sign_with_a_real_minus(number, text):
    assert format_signed(number) == text


ORDINALS = {
    1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st",
    102: "102nd", 111: "111th", 113: "113th", 1003: "1003rd",
}  # fmt: skip


@pytest.mark.parametrize(("number", "text"), ORDINALS.items())
def test_rank_has_its_ordinal_suffix(number, text):
    assert ordinal(number) == text


def test_negative_score_in_a_score_line_is_bracketed():
    assert scores_line([402, 380]) == "402–380"
    assert scores_line([15, -3]) == "15–(−3)"
    assert scores_line([None, 0]) == "?–0"


def test_label_is_lower_case_within_a_sentence_except_in_german():
    with override("en-gb"):
        assert label_within_sentence("Round 3") == "round 3"
    with override("fr"):
        assert label_within_sentence("Ronde 3") == "ronde 3"
    with override("de-at"):
        assert label_within_sentence("Runde 3") == "Runde 3"


@pytest.mark.parametrize(
    ("language", "day", "moment", "weekday"),
    [
        ("en-gb", "4 March 2026", "4 Mar, 09:05", "Wednesday 4 March 2026"),
        ("de", "4. März 2026", "4. Mär, 09:05", "Mittwoch, 4. März 2026"),
        ("es", "4 de marzo de 2026", "4 mar, 09:05", "miércoles, 4 de marzo de 2026"),
        ("it", "4 marzo 2026", "4 mar, 09:05", "mercoledì 4 marzo 2026"),
        ("pl", "4 marca 2026", "4 mar, 09:05", "środa, 4 marca 2026"),
        ("fr", "4 mars 2026", "4 mars, 09:05", "mercredi 4 mars 2026"),
        ("nl", "4 maart 2026", "4 mrt, 09:05", "woensdag 4 maart 2026"),
        ("pt", "4 de março de 2026", "4 mar, 09:05", "quarta-feira, 4 de março de 2026"),
    ],
)
def test_dates_and_times_follow_the_language(language, day, moment, weekday):
    early = datetime(2026, 3, 4, 9, 5)  # noqa: DTZ001 - as a page has it, local already
    with override(language):
        assert format_date(early, "j F Y") == day
        assert format_date(early, "j M, H:i") == moment
        assert format_date(early.date(), "l j F Y") == weekday
