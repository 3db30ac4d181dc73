"""Drafting rounds by any method: by plan, by choice, ahead of time, again."""

import pytest

from scoring.models import Activity
from tests.remembered import remembered
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division
from tournament.actions.people.bulk_entries import pair_present_entries
from tournament.actions.people.entries import add_players
from tournament.actions.people.withdrawals import withdraw
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import draft_round_robin, pair_by_hand, pair_round
from tournament.actions.rounds.pairing_search import RoundNotPlanned
from tournament.actions.rounds.plans import set_plan, set_seating
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.engine.pairing import methods
from tournament.engine.pairing.event_plan import ONE_EARLIER, SEEDS, PlannedRounds, StandingsSource
from tournament.engine.pairing.seating import Seating
from tournament.models import Pairing, Round
from tournament.queries.rounds.drafts import PairingChoice
from tournament.queries.rounds.pairing import FixedPairs
from tournament.queries.rounds.rounds import round_robin_options

pytestmark = pytest.mark.django_db
TABLE = PairingChoice("round_robin", {"cycles": 2})
SWISS = PairingChoice("swiss")


def pairs(round_):
    live = Pairing.objects.filter(round=round_, replaced_at=None).order_by("board", "id")
    return [
        (p.first.number, p.second.number if p.second else None)
        for p in live.select_related("first", "second")
    ]


def met(round_):
    return {frozenset(filter(None, pair)) for pair in pairs(round_)}


@pytest.fixture
@remembered
def planned(desk, four):
    """Plan rounds 1 to 3 by table, and 4 to 6 by Swiss on the standings of the previous round."""
    table = PlannedRounds(1, 3, "round_robin", source=SEEDS)
    set_plan(desk, four, [table, PlannedRounds(4, 6, "swiss")], rounds=6)
    return four


def play(desk, round_):
    """Publish the round, let the lower numbers win by 20, and close it."""
    publish_round(desk, round_)
    for pairing in Pairing.objects.filter(round=round_, replaced_at=None, second__isnull=False):
        one = pairing.first.number < pairing.second.number
        enter_result(desk, pairing, *((400, 380) if one else (380, 400)))
    return close_round(desk, round_)


def test_round_is_paired_by_the_plan_and_stores_its_method(desk, planned):
    round_ = pair_round(desk, planned, 1)
    assert round_.method == "round_robin"
    assert round_.options["field"] == [1, 2, 3, 4]
    assert round_.source_round == 0
    assert met(round_) <= {frozenset(p) for p in [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]}
    logged = Activity.objects.get(verb="pair_round")
    assert logged.summary == "Round 1 of division A paired: Round robin."
    assert logged.after["seed"] == round_.seed


def test_planned_options_remain_if_the_planned_method_is_chosen(desk, four):
    set_plan(desk, four, [PlannedRounds(1, 6, "swiss", {"repeats": 2}, SEEDS)], rounds=6)
    assert pair_round(desk, four, 1, PairingChoice("swiss")).options == {"repeats": 2}


def test_round_is_not_paired_on_incomplete_standings(desk, planned):
    for number in (1, 2):
        play(desk, pair_round(desk, planned, number))
    third = publish_round(desk, pair_round(desk, planned, 3))
    with pytest.raises(Refused) as caught:
        pair_round(desk, planned, 4)
    assert str(caught.value) == (
        "Round 3 has no result yet on boards 1, 2. Round 4 is paired on the standings after "
        "round 3. Enter the results, or use the standings after an earlier round."
    )
    ahead = pair_round(desk, planned, 4, PairingChoice(source=ONE_EARLIER))
    assert (ahead.number, ahead.source_round, ahead.phase) == (4, 2, "draft")
    assert Round.objects.get(pk=third.pk).phase == "published"


def test_round_after_a_draft_can_only_be_paired_by_seeds(desk, planned):
    pair_round(desk, planned, 1)
    with pytest.raises(Refused, match=r"Round 1 is still a draft\. Round 2 is paired on"):
        pair_round(desk, planned, 2, SWISS)
    ahead = pair_round(desk, planned, 2, PairingChoice("swiss", source=SEEDS))
    assert not met(ahead) & met(Round.objects.get(number=1))


@pytest.mark.parametrize(
    ("number", "how", "sentence"),
    [
        (0, TABLE, "numbered from 1"),
        (2, TABLE, "Round 1 is not paired yet"),
        (
            1,
            PairingChoice("swiss", source=StandingsSource(fixed_round=7)),
            r"after round 7\. Choose an earlier",
        ),
    ],
)
def test_round_that_cannot_be_paired_yet_is_refused(desk, four, number, how, sentence):
    with pytest.raises(Refused, match=sentence):
        pair_round(desk, four, number, how)
    assert not Round.objects.exists()


def test_unplanned_round_requires_a_method(desk, four):
    with pytest.raises(RoundNotPlanned, match=r"does not include round 1\. Choose a method"):
        pair_round(desk, four, 1)
    assert pair_round(desk, four, 1, TABLE).options["cycles"] == 2


def test_draft_is_paired_again_in_one_step(desk, four):
    pair_by_hand(desk, four, [(1, 4), (2, 3)])
    again = pair_round(desk, four, 1, PairingChoice("swiss", seed=7, fixed=FixedPairs(((1, 2),))))
    assert met(again) == {frozenset({1, 2}), frozenset({3, 4})}
    assert (again.seed, again.fixed) == (7, {"pairs": [[1, 2]], "byes": []})
    assert Pairing.objects.exclude(replaced_at=None).count() == 2
    assert Activity.objects.latest("id").summary.startswith("Round 1 of division A paired again")


def test_round_with_a_result_is_not_paired_again(desk, round_one, board):
    enter_result(desk, board(2), 400, 380)
    with pytest.raises(Refused, match=r"Board 2 has a result or a recorded game"):
        pair_round(desk, round_one.division, 1, SWISS, reason="why not")
    assert pairs(round_one) == [(1, 2), (3, 4)]


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        (PairingChoice("magic"), 'There is no pairing method "magic"'),
        (PairingChoice("round_robin", {"laps": 2}), "has no option laps"),
        (PairingChoice("manual", {"pairs": [[1, 2]]}), "Dai Jones has neither an opponent"),
    ],
)
def test_bad_pairing_input_leaves_the_draft_unchanged(desk, four, how, sentence):
    before = pairs(pair_by_hand(desk, four, [(1, 4), (2, 3)]))
    with pytest.raises(Refused, match=sentence):
        pair_round(desk, four, 1, how)
    assert pairs(Round.objects.get()) == before
    assert Round.objects.get().method == "manual"


def test_board_numbers_continue_from_the_previous_division(desk, four):
    other = create_division(desk, four.event, name="B")
    add_players(desk, other, "Eve Stone\nFinn Late\nGus Lund\nHal Moe\nIda Noe")
    other = set_seating(desk, other, Seating(through=True))
    first = pair_round(desk, other, 1, SWISS)
    assert boards(first) == [3, 4]
    add_players(desk, four, "Jan Ott\nKim Poe")
    pair_round(desk, four, 1, SWISS)
    assert boards(pair_round(desk, other, 1, SWISS)) == [4, 5]


def test_board_numbers_stay_when_a_player_of_a_previous_division_withdraws(desk, four):
    other = create_division(desk, four.event, name="B", continues_board_numbers=True)
    add_players(desk, other, "Eve Stone\nFinn Late")
    play(desk, pair_round(desk, four, 1, SWISS))
    play(desk, pair_round(desk, other, 1, SWISS))
    for number in (3, 4):
        withdraw(desk, four.entries.select_related("division__event").get(number=number), after=1)
    pair_round(desk, four, 2, SWISS)
    assert boards(pair_round(desk, other, 2, SWISS)) == [3]


def boards(round_):
    live = Pairing.objects.filter(round=round_, replaced_at=None, board__isnull=False)
    return sorted(live.values_list("board", flat=True))


def test_board_numbers_begin_at_the_chosen_number(desk, four):
    set_seating(desk, four, Seating(first_board=11))
    four.refresh_from_db()
    assert boards(pair_round(desk, four, 1, SWISS)) == [11, 12]


def test_higher_ranked_player_keeps_the_previous_board(desk, four):
    set_seating(desk, four, Seating(stay_put=True))
    four.refresh_from_db()
    first = pair_round(desk, four, 1, PairingChoice("manual", {"pairs": [[3, 4], [1, 2]]}))
    assert pairs(first)[1] in ((1, 2), (2, 1))
    play(desk, first)
    second = pair_round(desk, four, 2, SWISS)
    best = next(p for p in Pairing.objects.filter(round=second, replaced_at=None) if p.board == 2)
    assert 1 in (best.first.number, best.second.number)


BROKEN = '''
from tournament.engine.pairing.method import Method

class Broken(Method):
    """Divides by nothing."""

    label = "Broken"

    def propose(self, request, options):
        return 1 // 0
'''


def test_error_in_a_pairing_method_is_logged_and_reported_to_the_director(
    desk, four, monkeypatch, caplog, tmp_path
):
    (tmp_path / "broken.py").write_text(BROKEN)
    monkeypatch.setattr(methods, "__path__", [*methods.__path__, str(tmp_path)])
    fault = (
        r"Broken could not pair this round because of an error in Ninetimer\. ZeroDivisionError\."
    )
    with pytest.raises(Refused, match=fault):
        pair_round(desk, four, 1, PairingChoice("broken"))
    assert "ZeroDivisionError" in caplog.text


def test_round_robin_with_missing_options_continues_as_far_as_known(desk, four, director_client):
    """An archive may contain such a round, with the options of its file."""
    drafted, *_later = draft_round_robin(desk, four, only_next=True)
    publish_round(desk, drafted)
    stored = Round.objects.filter(pk=drafted.pk)
    stored.update(options={"field": drafted.options["field"]})
    under_way = round_robin_options(four, 2)
    assert (under_way["cycles"], under_way["start_round"]) == (1, 1)
    assert under_way["field"] == drafted.options["field"]
    assert round_robin_options(four, 4) is None
    stored.update(options={})
    assert round_robin_options(four, 2) is None
    page = director_client.get("/events/autumn-open/a/rounds/new/")
    assert page.status_code == 200
    assert "continues" not in page.content.decode()


@pytest.mark.parametrize(
    "pair",
    [
        lambda desk, four: pair_round(desk, four, 1, PairingChoice("swiss")),
        lambda desk, four: draft_round_robin(desk, four, accepted=True),
        lambda desk, four: pair_by_hand(desk, four, []),
        lambda desk, four: pair_present_entries(desk, four, 1, [1, 2, 3, 4]),
    ],
)
def test_round_without_players_is_refused_with_the_reason(desk, four, pair):
    set_plan(desk, four, [PlannedRounds(1, 3, "swiss")], rounds=3)
    for entry in four.entries.all():
        withdraw(desk, entry)
    with pytest.raises(Refused, match="every player has withdrawn or is left out"):
        pair(desk, four)
    assert not Round.objects.exists()
