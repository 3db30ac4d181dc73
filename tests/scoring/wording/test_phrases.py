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
    ("phrase", "given", "text"),
    [
        (and_list, [], ""),
        (and_list, ["Ann"], "Ann"),
        (and_list, ["Ann", "Bob"], "Ann and Bob"),
        (and_list, ["Ann", "Bob", 3], "Ann, Bob and 3"),
        (or_list, ["Ann", "Bob", 3], "Ann, Bob or 3"),
        (comma_list, ["8H", "J2"], "8H, J2"),
        (number_list, [], ""),
        (number_list, [7], "7"),
        (number_list, [1, 2], "1, 2"),
        (number_list, [1, 3, 4, *range(6, 41), 50], "1, 3, 4, 6–40, 50"),
        (format_signed, 212, "+212"),
        (format_signed, -45, "−45"),
        (format_signed, 0, "0"),
        (scores_line, [402, 380], "402–380"),
        (scores_line, [15, -3], "15–(−3)"),
        (scores_line, [None, 0], "?–0"),
    ],
)
def test_lists_and_numbers_are_worded(phrase, given, text):
    assert phrase(given) == text


def test_rank_has_its_ordinal_suffix():
    numbers = (1, 2, 3, 4, 11, 12, 13, 21, 102, 111, 113, 1003)
    expected = "1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 111th 113th 1003rd"
    assert " ".join(map(ordinal, numbers)) == expected


@pytest.mark.parametrize(
    ("language", "label", "text"),
    [
        ("en-gb", "Round 3", "round 3"),
        ("fr", "Ronde 3", "ronde 3"),
        ("de-at", "Runde 3", "Runde 3"),
    ],
)
def test_label_is_lower_case_within_a_sentence_except_in_german(language, label, text):
    with override(language):
        assert label_within_sentence(label) == text


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
