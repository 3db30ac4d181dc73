"""The page of a round's pairings: reasons, warnings, questions, comparison, pairing again, publishing."""

import pytest

from tests.remembered import remembered
from tests.shown import text
from tournament.actions.people.check_in import check_in
from tournament.actions.people.entries import add_players
from tournament.actions.people.keep_apart import keep_apart
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import draft_round_robin, pair_by_hand, pair_round
from tournament.actions.rounds.plans import set_plan
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.engine.pairing.event_plan import ONE_EARLIER, PlannedRounds
from tournament.models import Entry, Pairing, Player, Round
from tournament.queries.rounds.drafts import PairingChoice
from tournament.web.rounds import pairings

pytestmark = pytest.mark.django_db
DIVISION = "/events/autumn-open/a/"
PAGE = f"{DIVISION}rounds/1/pairings/"
PAIR = f"{DIVISION}rounds/1/pair/"
WHAT_IF = f"{DIVISION}rounds/1/what-if/"
SHEET = "/events/autumn-open/reports/pairing_reasons/?division=a&round=1"
SWISS = {
    "method": "swiss",
    "shown": "swiss",
    "source": "previous",
    "option_again": "none",
    "option_repeats": "",
    "option_opponents": "nearest",
    "option_mates": "meet",
    "option_balance_firsts": "on",
    "seed": "5",
}


def met(number=1):
    live = Pairing.objects.filter(
        round__number=number, replaced_at=None, second__isnull=False
    ).select_related("first", "second")
    return {frozenset((p.first.number, p.second.number)) for p in live}


@pytest.fixture
@remembered
def draft(desk, four):
    """Draft round 1 by Swiss on the seeds: 1 against 2, 3 against 4, a bye for 5."""
    add_players(desk, four, "Eve Stone 1400")
    return pair_round(desk, four, 1, PairingChoice("swiss", seed=3))


def test_swiss_is_preselected_for_a_round_paired_by_hand(director_client, desk, four):
    pair_by_hand(desk, four, [(1, 2), (3, 4)])
    assert director_client.get(PAGE).context["form"]["method"].value() == "swiss"


def test_every_board_is_shown_with_its_reasons(director_client, draft):
    words = text(director_client.get(PAGE))
    assert "Swiss in order of seeds. Seed 3." in words
    assert "near each other by seed" in words
    assert "have not met" in words
    assert "first: drawn by lot" in words
    assert "has the bye Reasons lowest of the players with the fewest byes (0)" in words
    assert "there are no repeats and no second byes" in words
    assert "Publish round 1" in words


def test_draft_names_players_not_checked_in_once_check_in_is_used(
    director_client, desk, four, draft
):
    assert "Not checked in" not in text(director_client.get(PAGE))
    for entry in Entry.objects.exclude(number__in=[2, 5]):
        check_in(desk, entry, here=True)
    shown = director_client.get(PAGE)
    assert "Not checked in yet: Ben Okafor , Eve Stone ." in text(shown)  # each name is a link
    assert '<a href="/events/autumn-open/a/players/2/">Ben Okafor</a>, ' in shown.text
    publish_round(desk, draft)
    assert "Not checked in" not in text(director_client.get(PAGE))


def test_cost_of_another_pair_is_shown(director_client, draft):
    words = text(director_client.get(PAGE, {"one": "1", "other": "4"}))
    assert "If 1 Ana Lopez met 4 Dai Jones" in words
    assert "Added up over all boards, opponents would be 4 places apart instead of 2." in words
    assert "Ben Okafor would meet Zoë Müller." in words
    assert met() == {frozenset({1, 2}), frozenset({3, 4})}


def test_requested_pair_is_used_when_pairing_again(director_client, draft):
    answer = director_client.post(PAIR, SWISS | {"one": "1", "other": "4"})
    assert answer.url == PAGE
    assert met() == {frozenset({1, 4}), frozenset({2, 3})}
    assert "set by the director" in text(director_client.get(PAGE))


def test_boards_marked_to_stay_are_unchanged(director_client, draft):
    director_client.post(PAIR, SWISS | {"keep": "2", "one": "1", "other": "5"})
    assert met() == {frozenset({3, 4}), frozenset({1, 5})}


@pytest.mark.full
def test_settled_pairs_and_byes_are_stored_for_the_next_pairing(director_client, draft):
    typed = SWISS | {"settled": "Ben Okafor - 5\n3 bye"}
    director_client.post(PAIR, typed)
    assert met() == {frozenset({2, 5}), frozenset({1, 4})}
    assert Round.objects.get().fixed == {"pairs": [[2, 5]], "byes": [3]}
    page = director_client.get(PAGE, {"one": "5", "other": "1"})
    assert page.context["form"]["settled"].value() == "2 5\n3 bye"
    values = dict(page.context["as_it_was"])
    assert values["settled"] == "3 bye"
    director_client.post(PAIR, values | {"one": "5", "other": "1"})
    assert met() == {frozenset({1, 5}), frozenset({2, 4})}
    compared = director_client.get(WHAT_IF, typed | {"settled": "1 2"})
    assert "boards differ" in text(compared)


@pytest.mark.parametrize(
    ("settled", "sentence"),
    [
        ("1 99", "There is no player “99” in this division."),
        ("1 2\n2 3", "Ben Okafor has more than one fixed pairing or bye. Keep one of them."),
    ],
)
def test_impossible_settled_pair_is_refused_and_the_draft_unchanged(
    director_client, draft, settled, sentence
):
    answer = director_client.post(PAIR, SWISS | {"settled": settled})
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert met() == {frozenset({1, 2}), frozenset({3, 4})}


@pytest.mark.parametrize(
    ("one", "other", "sentence"),
    [
        (4, 5, "Zoë Müller would have the bye."),
        (1, 1, "Choose two different players."),
        (1, 2, "Ana Lopez already meets Ben Okafor in this round."),
        (1, 99, "number 99 does not play in this round."),
    ],
)
def test_why_not_question_is_answered_or_refused_with_a_reason(
    director_client, draft, one, other, sentence
):
    assert sentence in text(director_client.get(PAGE, {"one": one, "other": other}))


def test_kept_apart_players_are_shown_only_to_the_director(client, director_client, desk, draft):
    ana, ben = (Player.objects.get(name=name) for name in ("Ana Lopez", "Ben Okafor"))
    keep_apart(desk, draft.division.event, ana, ben, hard=True)
    words = text(director_client.get(PAGE))
    assert "Ana Lopez and Ben Okafor are kept apart and cannot meet." in words
    assert "The round cannot be published yet" in words
    assert "Publish round 1" not in words
    assert "kept apart" not in text(director_client.get(SHEET))
    answer = text(director_client.get(PAGE, {"one": "2", "other": "1"}))
    assert "meets Ben Okafor" in answer or "meets Ana Lopez" in answer
    client.logout()
    assert client.get(PAGE).status_code == 302
    assert client.get(SHEET).status_code == 302


def test_unfulfilled_keep_apart_is_shown_only_to_the_director(director_client, desk, division):
    add_players(desk, division, "Ana Lopez\nBen Okafor")
    ana, ben = Player.objects.order_by("name")
    keep_apart(desk, division.event, ana, ben, hard=False)
    pair_round(desk, division, 1, PairingChoice("swiss"))
    words = text(director_client.get(PAGE))
    assert "should be kept apart, but no pairing" in words
    assert "(for the director only)" in words
    assert "should be kept apart if possible" in words
    for shown in (SHEET, DIVISION):
        assert "apart" not in text(director_client.get(shown))


def test_sheet_for_a_player_explains_only_that_players_pairing(director_client, draft):
    words = text(director_client.get(f"{SHEET}&player=3"))
    assert "3 Zoë Müller" in words
    assert "Ana Lopez" not in words
    assert "near each other by seed" in words
    assert "Random choices were made with seed 3" in words
    refused = director_client.get(f"{SHEET}&player=77")
    assert "Player number 77 is not in Round 1." in text(refused)
    paper = director_client.get(f"{SHEET}&format=pdf")
    assert paper.content.startswith(b"%PDF")


def test_other_method_is_compared_without_saving(director_client, draft):
    page = director_client.get(WHAT_IF, SWISS | {"option_opponents": "halves", "seed": "9"})
    words = text(page)
    assert "opponents top half against bottom half" in words
    assert "2 of 2 boards differ." in words
    assert page.text.count(">other</span>") == 2
    assert met() == {frozenset({1, 2}), frozenset({3, 4})}
    values = dict(page.context["sent_values"])
    assert values["seed"] == "9"
    assert director_client.post(PAIR, values).url == PAGE
    round_ = Round.objects.get()
    assert (round_.options, round_.seed) == ({"opponents": "halves"}, 9)


def test_same_method_and_seed_show_no_differences(director_client, draft):
    words = text(director_client.get(WHAT_IF, SWISS | {"seed": "3"}))
    assert "Same All players would have the same opponents." in words


@pytest.mark.parametrize("how", [{"do": "show"}, {}])
def test_options_of_another_method_are_shown_without_javascript(director_client, draft, how):
    data = SWISS | {"method": "factor"} | how
    for page in (director_client.post(PAIR, data), director_client.get(WHAT_IF, data)):
        assert page.status_code == 200
        assert "Places apart" in text(page)
    assert Round.objects.get().seed == 3


def test_impossible_comparison_is_refused_with_a_sentence(director_client, draft):
    page = director_client.get(WHAT_IF, SWISS | {"option_repeats": "many"})
    assert page.status_code == 422
    page = director_client.get(
        WHAT_IF, {"method": "bracket", "shown": "bracket", "option_games": "3", "seed": "1"}
    )
    assert page.status_code == 422
    assert "Round 1: what if?" in text(page)


def test_published_round_is_paired_again_only_with_a_reason(director_client, desk, draft):
    publish_round(desk, draft)
    refused = director_client.post(PAIR, SWISS | {"one": "1", "other": "4"})
    assert refused.status_code == 422
    assert "players have seen it" in text(refused)
    assert met() == {frozenset({1, 2}), frozenset({3, 4})}
    answer = director_client.post(
        PAIR, SWISS | {"one": "1", "other": "4", "reason": "wrong rating"}
    )
    assert answer.url == PAGE
    assert Round.objects.get().phase == "draft"
    assert met() == {frozenset({1, 4}), frozenset({2, 3})}


def test_pairing_again_is_refused_if_the_draft_was_just_published(
    director_client, desk, draft, monkeypatch
):
    boards = pairings.submitted_fixed_pairs

    def published_meanwhile(values, now):
        publish_round(desk, draft)
        return boards(values, now)

    monkeypatch.setattr(pairings, "submitted_fixed_pairs", published_meanwhile)
    answer = director_client.post(PAIR, SWISS)
    assert answer.status_code == 422
    assert "Give a reason for pairing it again." in text(answer)


@pytest.mark.full
def test_next_step_of_the_desk_follows_the_plan(director_client, desk, four):
    assert "Use this plan and pair round 1" in text(director_client.get(DIVISION))
    set_plan(desk, four, [PlannedRounds(1, 3, "swiss")], rounds=3)
    words = text(director_client.get(DIVISION))
    assert "According to the plan: Swiss in order of seeds. Pair round 1" in words
    assert "Make round 1" not in words
    assert director_client.post(PAIR).url == PAGE
    words = text(director_client.get(PAGE))
    assert "Round 1 has been drafted. Check the boards, then publish it." in words
    play(desk, Round.objects.get())
    assert "Swiss on the standings after round 1. Pair round 2" in text(
        director_client.get(DIVISION)
    )


def test_next_round_is_paired_ahead_during_the_current_one(director_client, desk, four):
    set_plan(desk, four, [PlannedRounds(1, 3, "swiss", source=ONE_EARLIER)], rounds=3)
    play(desk, pair_round(desk, four, 1))
    publish_round(desk, pair_round(desk, four, 2))
    assert "Pair round 3 in advance Swiss on the standings after round 1" in text(
        director_client.get(DIVISION)
    )
    answer = director_client.post(f"{DIVISION}rounds/3/pair/")
    assert answer.url == f"{DIVISION}rounds/3/pairings/"
    assert not met(3) & (met(1) | met(2))


def test_plan_that_cannot_pair_yet_says_what_is_missing(director_client, desk, four):
    set_plan(desk, four, [PlannedRounds(1, 3, "swiss")], rounds=3)
    publish_round(desk, pair_round(desk, four, 1))
    answer = director_client.post(f"{DIVISION}rounds/2/pair/", follow=True)
    words = text(answer)
    assert "Round 1 has no result yet on boards 1, 2." in words
    assert "Make round 2" in words
    assert Round.objects.count() == 1


def test_round_is_made_by_any_method_on_the_new_round_page(director_client, four):
    page = f"{DIVISION}rounds/new/"
    refused = director_client.post(page, SWISS | {"how": "method", "seed": "-1"})
    assert refused.status_code == 422
    shown = director_client.post(page, SWISS | {"how": "method", "do": "show", "method": "factor"})
    assert "Places apart" in text(shown)
    answer = director_client.post(page, SWISS | {"how": "method"})
    assert answer.url == PAGE
    assert Round.objects.get().seed == 5


def play(desk, round_):
    publish_round(desk, round_)
    for pairing in Pairing.objects.filter(round=round_, replaced_at=None, second__isnull=False):
        enter_result(desk, pairing, 400, 380)
    return close_round(desk, round_)


def test_comparison_address_contains_no_csrf_token_or_reason(director_client, draft):
    sent = SWISS | {"csrfmiddlewaretoken": "secret", "reason": "a late entry", "seed": "9"}
    answer = director_client.post(WHAT_IF, sent)
    assert answer.status_code == 302
    assert "secret" not in answer.url
    assert "reason" not in answer.url
    assert answer.url.startswith(f"{WHAT_IF}?method=swiss&")
    assert "Round 1: what if?" in text(director_client.get(answer.url))


def test_change_of_method_keeps_the_standings_and_the_typed_values(director_client, draft):
    typed = SWISS | {"method": "factor", "source": "seeds", "settled": "1 2", "seed": "7"}
    for form in (
        director_client.post(PAIR, typed).context["form"],
        director_client.get(WHAT_IF, typed).context["form"],
    ):
        assert form.key == "factor"
        assert form["source"].value() == "seeds"
        assert form["settled"].value() == "1 2"
        assert form["seed"].value() == "7"


def test_options_of_another_method_keep_the_chosen_standings(director_client, draft):
    shown = director_client.get(
        f"{DIVISION}plan/options/", {"method": "factor", "source": "round 4", "number": "9"}
    )
    assert '<option value="round 4" selected>always after round 4</option>' in shown.text


def test_reason_shared_by_all_boards_is_shown_once(director_client, desk, four):
    add_players(desk, four, "Eve Stone\nFinn Late")
    draft_round_robin(desk, four, only_next=True)
    page = director_client.get("/events/autumn-open/a/rounds/1/pairings/").text
    assert page.count("round 1 of the table") == 1
    assert "On every board: round 1 of the table" in page
    desk_page = director_client.get("/events/autumn-open/a/").text
    assert desk_page.count("round 1 of the table") == 1


@pytest.mark.full
def test_unavoidable_repeats_are_folded_without_a_warning(director_client, desk, four):
    for pairs in ([(1, 2), (3, 4)], [(1, 3), (2, 4)], [(1, 4), (2, 3)]):
        round_ = publish_round(desk, pair_by_hand(desk, four, pairs))
        for pairing in Pairing.objects.filter(round=round_, replaced_at=None):
            enter_result(desk, pairing, 400, 380)
    pair_by_hand(desk, four, [(1, 2), (3, 4)])
    page = director_client.get("/events/autumn-open/a/rounds/4/pairings/").text
    folded = page.partition('<details class="fold">')[2].partition("</details>")[0]
    assert "notes on things planned or unavoidable" in folded
    assert folded.count("have met before") == 2
    assert "note warning" not in page
