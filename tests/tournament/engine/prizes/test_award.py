"""Awarding prizes and the explanations: tables of cases and invariants."""

import re
from dataclasses import MISSING, fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.engine.in_words import in_words
from tests.tournament.engine.prizes.ceremonies import cases, ceremony, prizes_of, section
from tournament.engine.prizes.award import PrizeDefinition, award_prizes
from tournament.engine.prizes.kind import BadPrize, all_kinds
from tournament.engine.prizes.money import Money, parse_prize_value, split_money
from tournament.wording.sentences import sentence, sentences


@pytest.mark.parametrize(("event", "case"), [pytest.param(e, c, id=name) for name, e, c in cases()])
def test_ceremony_matches_the_case(event, case):
    values = {"plays": "", "withdrawn": (), **event, **case}
    given = [values[key] for key in ("players", "games", "plays")]
    sections = [section(*given, "A", values["withdrawn"])]
    if "other_players" in values:
        sections.append(section(values["other_players"], values["other_games"], "", "B"))
    parts = 2 if values.get("with_merit") else 1
    lines = ceremony(prizes_of(case["prizes"], sections), sections)
    text = "\n".join(" ".join(filter(None, line[:parts])) for line in lines)
    assert text == case["ceremony"].strip("\n")


PLAYERS = "\n".join(f"P{n} {1000 + n // 3} {'ABC'[n % 3]}" for n in range(1, 13))


@st.composite
def events(draw):
    """Draw a section with few different scores, and a list of prizes."""
    scores = st.integers(300, 303)
    games = [
        f"{round_}: P{n} {draw(scores)} P{n + 1} {draw(scores)}"
        for round_ in range(1, draw(st.integers(1, 3)) + 1)
        for n in range(1, 12, 2)
    ]
    kinds = ["place", "rating_class", "high_win", "low_win", "high_combined", "lower_half"]
    prizes = []
    for key in range(draw(st.integers(1, 8))):
        kind = draw(st.sampled_from(kinds))
        options = {"rating_class": draw(st.sampled_from("ABC"))} if kind == "rating_class" else {}
        place, value = draw(st.integers(1, 4)), str(draw(st.integers(0, 500)) / 100)
        made = PrizeDefinition(key, kind, options, "A", place, "", value, draw(st.booleans()))
        prizes.append(made)
    return prizes, [section(PLAYERS, "\n".join(games))]


@pytest.mark.full
@settings(max_examples=100, deadline=None)
@given(events())
def test_every_prize_is_awarded_once_and_in_order(given_event):
    """The awards never exceed the prizes, and nobody wins exclusive prizes of two series."""
    prizes, sections = given_event
    awards = award_prizes(prizes, sections)
    awarded = [prize.key for one in awards for prize in one.prizes]
    assert sorted(awarded) == [prize.key for prize in prizes]
    firsts = [min(prize.key for prize in one.prizes) for one in awards]
    assert firsts == sorted(firsts)
    held = {}
    for one in awards:
        if one.winners:
            paid = sum(winner.money.cents for winner in one.winners)
            assert paid == sum(prize.worth.cents for prize in one.prizes)
        if one.prizes[0].exclusive:
            for winner in one.winners:
                held.setdefault(winner.who, set()).add(one.prizes[0].series)
    assert {who: series for who, series in held.items() if len(series) > 1} == {}


def test_unknown_kind_is_refused_and_leftover_cents_go_to_the_first_winner():
    with pytest.raises(BadPrize) as caught:
        award_prizes([PrizeDefinition(1, "best_hat")], [section("Ana\nBen", "1: Ana 1 Ben 2")])
    text = sentence(caught.value.message)
    assert re.search(r"There is no kind of prize “best_hat”. Kinds: .*tough_luck", text)
    assert [str(part) for part in split_money(Money(100, "$"), 3)] == ["$0.34", "$0.33", "$0.33"]


@pytest.mark.parametrize("kind", all_kinds())
def test_every_kind_has_an_explanation_and_a_title(kind):
    made = all_kinds()[kind]
    given = {item.name: "B" for item in fields(made.Options) if item.default is MISSING}
    options = made.options_from(given)
    assert made.explanation().endswith(".")
    assert in_words(made.title_of(1, options)) != in_words(made.title_of(2, options))


@pytest.mark.parametrize(
    ("text", "cents", "extra"),
    [
        ("200", 20000, ""),
        ("$1,000", 100000, ""),
        ("1.000 €", 100000, ""),
        ("€ 12,50", 1250, ""),
        ("50 EUR and a trophy", 5000, "a trophy"),
        ("CA$20 + a book", 2000, "a book"),
        ("2 tickets", 0, "2 tickets"),
        ("12.5", 1250, ""),
        ("a trophy", 0, "a trophy"),
        ("", 0, ""),
    ],
)
def test_value_is_read_as_the_director_wrote_it(text, cents, extra):
    value = parse_prize_value(text)
    assert (value.cents, value.extra) == (cents, extra)


OF_CLASS_A = "Ana 1800 A\nBen 1700 A\nCleo 1600 A\nDai 1500 A"
LEVEL = "1: Ana 400 Cleo 350\n1: Ben 400 Dai 350"
MORE, HOLDING = (
    f"Ana (1st place) and Ben (1st place) are ranked higher but {why}"
    for why in ("won more valuable prizes.", "have each already won an exclusive prize.")
)
ALL_MORE, ALL_HOLDING = (
    f"Every eligible player has {why}"
    for why in ("won a more valuable prize.", "already won an exclusive prize.")
)
FOUR_PLACES = "1st = 90\n2nd = 90\n3rd = 90\n4th = 90\nclass A = "


@pytest.mark.parametrize(
    ("prizes", "note", "other"),
    [
        ("1st = 100\n2nd = 20\nclass A = 80", HOLDING, MORE),  # 60 each, less than the class prize
        ("1st = 100\n2nd = 80\nclass A = 80", MORE, HOLDING),
        ("1st = 100\n2nd = 60\nclass A = 80", HOLDING, MORE),  # 80 each, equal to the class prize
        ("1st = $ 100\n2nd = $ 80\nclass A = € 80", HOLDING, MORE),
        ("1st = 100\n2nd = 80\nclass A = 10 and a trophy", HOLDING, MORE),
        ("1st = 100\n2nd = 80\nclass A", MORE, HOLDING),
        ("1st\n2nd\nclass A = a trophy", HOLDING, MORE),
        (f"{FOUR_PLACES}80", ALL_MORE, ALL_HOLDING),
        (f"{FOUR_PLACES}90", ALL_HOLDING, ALL_MORE),
    ],
)
def test_more_valuable_is_claimed_only_of_larger_sums_of_money(prizes, note, other):
    sections = [section(OF_CLASS_A, LEVEL)]
    lines = [line.strip() for line, _ in ceremony(prizes_of(prizes, sections), sections)]
    assert (note in lines, other in lines) == (True, False)


@pytest.mark.parametrize(("rounds", "losses"), [(1, 1), (5, 2), (7, 3), (12, 6), (13, 6), (30, 6)])
def test_tough_luck_counts_half_the_rounds_up_to_six_losses(rounds, losses):
    games = "\n".join(f"{n}: Ana {350 - n} Ben 400" for n in range(1, rounds + 1))
    sections = [section("Ana 1800\nBen 1700", games)]
    (awarded,) = award_prizes(prizes_of("tough luck = 10", sections), sections)
    (winner,) = awarded.winners
    assert (winner.name, winner.achievement.params["losses"]) == ("Ana", losses)
    assert winner.achievement.params["total"] == sum(range(51, 51 + losses))


def test_tough_luck_without_enough_losses_names_the_number_needed():
    games = "1: Ana 350 Ben 400\n1: Cleo 400 Dai 399\n2: Ben 300 Ana 310\n2: Dai 410 Cleo 400\n"
    games += "3: Ana 320 Cleo 320\n3: Dai 300 Ben 300\n4: Ana 320 Dai 320\n4: Cleo 300 Ben 300"
    sections = [section("Ana 1800\nBen 1700\nCleo 1600\nDai 1500", games)]
    (awarded,) = award_prizes(prizes_of("tough luck = 10", sections), sections)
    assert awarded.winners == ()
    assert sentences(awarded.notes) == ("No player lost enough games: half of the rounds, or six.",)
