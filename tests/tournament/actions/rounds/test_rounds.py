"""Rounds: planned, drafted by any method or by hand, rearranged, published by the director or by themselves, closed."""

import datetime as dt

import pytest
from django.utils import timezone

from tests.cases import look
from tests.tournament.actions.cases import RECHECK, all_of, at_board, of_event, of_round
from tests.tournament.actions.safety.at_the_desk import (
    before_play,
    number,
    of_division,
    of_five,
    on,
    published,
    read_again,
    round_of,
    whole_table,
    with_a_bye,
)
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division
from tournament.actions.event.housekeeping import close_event
from tournament.actions.people.bulk_entries import pair_present_entries
from tournament.actions.people.entries import add_players
from tournament.actions.people.withdrawals import withdraw
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.automatic_rounds import (
    resume_publishing,
    run_due_steps,
    set_automatic_publishing,
    stop_publishing,
    version_of_minutes,
)
from tournament.actions.rounds.drafts import draft_round_robin, pair_by_hand, pair_round
from tournament.actions.rounds.plans import (
    adopt_proposal,
    adopt_proposal_if_unplanned,
    plan_rounds,
    set_plan,
    set_seating,
    unplan_rounds,
)
from tournament.actions.rounds.rearranging import rearrange_round
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.actions.safety.undo import undo_action
from tournament.engine.attendance import Withdrawal
from tournament.engine.pairing import methods
from tournament.engine.pairing.arrangement import Arrangement
from tournament.engine.pairing.event_plan import ONE_EARLIER, SEEDS, PlannedRounds, StandingsSource
from tournament.engine.pairing.seating import DEFAULT_SEATING, Seating
from tournament.models import Division, Pairing, PlanLine, Round, UndoStep
from tournament.queries.rounds.automatic_rounds import automatic_round_notice
from tournament.queries.rounds.drafts import (
    PairingChoice,
    arrangement_of,
    arrangement_problems,
    arrangement_request,
)
from tournament.queries.rounds.pairing import FixedPairs, plan_of
from tournament.queries.rounds.proposals import proposal_for
from tournament.queries.rounds.rounds import round_robin_options

pytestmark = pytest.mark.django_db
TABLE = PairingChoice("round_robin", {"cycles": 2})
SWISS = PairingChoice("swiss")


def pair(which, *how, **more):
    return of_division(pair_round, which, *how, **more)


def by_hand(*pairs, byes=()):
    return of_division(pair_by_hand, list(pairs), list(byes), firsts_as_listed=True)


def play(which=1, division=None):
    """Publish a round, let the lower numbers win by 20, and close it."""

    def take(desk, first):
        round_ = round_of(division() if division else first, which)
        publish_round(desk, round_)
        boards = Pairing.objects.filter(round=round_, replaced_at=None, second__isnull=False)
        for pairing in boards.select_related("first", "second"):
            one = pairing.first.number < pairing.second.number
            enter_result(desk, pairing, *((400, 380) if one else (380, 400)))
        close_round(desk, round_)

    return take


PUBLISH, CLOSE = of_round(publish_round, 1), of_round(close_round, 1)
PLAN = (PlannedRounds(1, 3, "round_robin", source=SEEDS), PlannedRounds(4, 6, "swiss"))
PLANNED = of_division(set_plan, PLAN, rounds=6)
SPANS = look(
    lambda d: [(p.from_round, p.to_round, p.method, p.options, str(p.source)) for p in plan_of(d)]
)
DOUBLE = PlannedRounds(1, 6, "round_robin", {"cycles": 2}, SEEDS)


def with_b(names, **more):
    def prepare(desk, division):
        add_players(desk, create_division(desk, division.event, name="B", **more), names)

    return prepare


def b():
    return Division.objects.select_related("event").get(name="B")


def in_b(action, *args, **more):
    return lambda desk, _division: action(desk, b(), *args, **more)


BOARDS_OF_B = look(
    lambda _d: sorted(
        Pairing.objects.filter(round__division=b(), replaced_at=None, board__isnull=False)
        .values_list("round__number", "board")
    )
)  # fmt: skip


def all_left(desk, division):
    set_plan(desk, division, [PlannedRounds(1, 3, "swiss")], rounds=3)
    for entry in division.entries.all():
        withdraw(desk, entry)


def earlier_plan(_desk, division):
    PlanLine.objects.create(
        division=division, from_round=1, to_round=3, method="manual", source="seeds"
    )


def change(wanted, reason=""):
    """Return a step that rearranges round 1, with the problems of the arrangement."""

    def take(desk, division):
        round_ = round_of(division)
        now = arrangement_of(round_)
        problems = arrangement_problems(arrangement_request(round_), now, wanted(now))
        rearrange_round(desk, round_, wanted(now), seen=str(now), reason=reason)
        return f"{arrangement_of(round_)} {[(p.fault.value, p.numbers) for p in problems]}"

    return take


def change_from_an_outdated_page(desk, division):
    rearrange_round(desk, round_of(division), arrangement_of(round_of(division)).flip(2), seen="")


def flip_board_1(desk, division):
    change(lambda now: now.flip(1))(desk, division)


def four_forfeits(desk, division):
    add_players(desk, division, "Finn Late")
    withdraw(desk, number(division, 4), Withdrawal.FORFEIT)


def new_player_in_a_table(desk, division):
    Pairing.objects.update(replaced_at=Round.objects.first().created_at)
    draft_round_robin(desk, division, only_next=True)
    publish_round(desk, round_of(division))
    add_players(desk, division, "Eve Stone 2200")


NOON = timezone.now()
LATER, LAST = NOON + dt.timedelta(minutes=5), NOON + dt.timedelta(minutes=10)


def automatic(desk, division):
    """Publish rounds five minutes after the last result, by king of the hill."""
    published(desk, division)
    set_plan(desk, division, [PlannedRounds(1, 4, "king_of_the_hill")], rounds=4)
    set_automatic_publishing(desk, read_again(division), 5)


SLIPS = all_of(at_board(enter_result, 1, 400, 380), at_board(enter_result, 2, 410, 300))


def due(at):
    """Return a step that takes the steps that are due at a time, and the notice about them."""

    def take(_desk, division):
        steps = [str(step) for step in run_due_steps(at)]
        notice = automatic_round_notice(read_again(division))
        wait = notice and notice.publish_at and str(notice.publish_at - at)
        return f"{steps} {notice and (notice.number, notice.stage.value, wait)}"

    return take


def undo_last(kind, **more):
    return lambda desk, _d: undo_action(
        desk, UndoStep.objects.filter(kind=kind).latest("pk"), **more
    )


def rounds_planned(count):
    return lambda _desk, d: Division.objects.filter(pk=d.pk).update(rounds_planned=count) and None


def results_of_round_2(desk, division):
    for pairing in Pairing.objects.filter(round__division=division, round__number=2):
        enter_result(desk, pairing, 400, 380)


DRAFTED = all_of(automatic, SLIPS, due(NOON))
MISREAD = at_board(correct_result, 2, 300, 410, reason="slip misread")
CASES = {
    "by the plan": (PLANNED, pair(1)),
    "by the method planned": (
        of_division(set_plan, [PlannedRounds(1, 6, "swiss", {"repeats": 2}, SEEDS)], rounds=6), pair(1, SWISS),
    ),
    "on incomplete standings": (
        all_of(PLANNED, pair(1), play(1), pair(2), play(2), pair(3), of_round(publish_round, 3)),
        pair(4), pair(4, PairingChoice(source=ONE_EARLIER)),
    ),
    "after a draft": (all_of(PLANNED, pair(1)), pair(2, SWISS), pair(2, PairingChoice("swiss", source=SEEDS))),
    "not yet": (
        before_play, pair(0, TABLE), pair(2, TABLE), pair(1), pair(1, TABLE),
        pair(1, PairingChoice("swiss", source=StandingsSource(fixed_round=7))),
        pair(1, PairingChoice("magic")), pair(1, PairingChoice("round_robin", {"laps": 2})),
        pair(1, PairingChoice("manual", {"pairs": [[1, 2]]})),
    ),
    "a draft again": (
        by_hand((1, 4), (2, 3)), pair(1, PairingChoice("swiss", seed=7, fixed=FixedPairs(((1, 2),)))),
    ),
    "with a result": (all_of(published, at_board(enter_result, 2, 400, 380)), pair(1, SWISS, reason="why not")),
    "boards of the next division": (
        all_of(with_b("Eve Stone\nFinn Late\nGus Lund\nHal Moe\nIda Noe"), in_b(set_seating, Seating(through=True))),
        in_b(pair_round, 1, SWISS), BOARDS_OF_B, of_division(add_players, "Jan Ott\nKim Poe"), pair(1, SWISS),
        in_b(pair_round, 1, SWISS), BOARDS_OF_B,
    ),
    "boards of the next division after withdrawals": (
        all_of(
            with_b("Eve Stone\nFinn Late", continues_board_numbers=True), pair(1, SWISS), play(),
            in_b(pair_round, 1, SWISS), play(division=b), on(withdraw, 3, after=1), on(withdraw, 4, after=1),
        ),
        pair(2, SWISS), in_b(pair_round, 2, SWISS), BOARDS_OF_B,
    ),
    "from a chosen board": (of_division(set_seating, Seating(first_board=11)), pair(1, SWISS)),
    "on the board before": (
        all_of(
            of_division(set_seating, Seating(stay_put=True)),
            pair(1, PairingChoice("manual", {"pairs": [[3, 4], [1, 2]]})), play(),
        ),
        pair(2, SWISS),
    ),
    "without players": (
        all_left, pair(1, SWISS), of_division(draft_round_robin, accepted=True), of_division(pair_by_hand, []),
        of_division(pair_present_entries, 1, [1, 2, 3, 4]),
    ),
    "a table goes on": (all_of(whole_table, new_player_in_a_table), of_division(draft_round_robin, only_next=True)),
    "published once and in order": (whole_table, of_round(publish_round, 2), PUBLISH, PUBLISH),
    "without the newest player": (
        all_of(by_hand((1, 2), (3, 4)), of_division(add_players, "Eve Stone")), PUBLISH,
    ),
    "with who left": (on(withdraw, 4), by_hand((1, 2), (3, 4)), by_hand((1, 2), byes=[3]), PUBLISH, on(withdraw, 4)),
    "closed without results": (all_of(published, at_board(enter_result, 2, 400, 380)), CLOSE),
    "many rounds at once": (
        before_play, of_division(draft_round_robin), of_division(draft_round_robin, accepted=True),
    ),
    "a plan": (
        before_play, of_division(plan_rounds, DOUBLE),
        of_division(plan_rounds, PlannedRounds(4, 4, "manual", source=ONE_EARLIER)), SPANS,
        of_division(unplan_rounds, 3, 6), SPANS,
    ),
    "a plan of published rounds": (
        all_of(published, earlier_plan), of_division(plan_rounds, DOUBLE), of_division(set_plan, [], rounds=0),
        of_division(set_plan, [DOUBLE], rounds=6), SPANS,
    ),
    "an impossible plan": (before_play, *(of_division(plan_rounds, line) for line in (
        PlannedRounds(1, 2, "magic"), PlannedRounds(1, 2, "round_robin", {"laps": 2}), PlannedRounds(2, 1, "manual"),
        PlannedRounds(2, 201, "manual"), PlannedRounds(2, 3, "manual", source=StandingsSource(fixed_round=2)),
    ))),
    "boards and byes": (
        before_play, *(of_division(set_seating, seating) for seating in (
            Seating(first_board=11, byes_spared=3), DEFAULT_SEATING, Seating(first_board=0), Seating(byes_spared=-1),
        )),
    ),
    "several byes": (
        of_five, change(lambda now: now.unpair(1).give_bye(1).give_bye(2)), change(lambda now: now.flip(2)),
    ),
    "rearranged when published": (
        with_a_bye, change(lambda now: now.give_bye(4)), change(lambda now: now.give_bye(4), "had one last week"),
        RECHECK, lambda desk, _d: enter_result(desk, Pairing.objects.exclude(replaced_at=None)[0], 402, 380),
    ),
    "rearranged with a result": (
        all_of(with_a_bye, at_board(enter_result, 1, 400, 380)), change(lambda now: now.swap(1, 3), "x"),
        change(lambda now: now.swap(4, 5), "x"),
    ),
    "rearranged from an outdated page": (all_of(of_five, flip_board_1), change_from_an_outdated_page),
    "rearranged beside a forfeit": (all_of(with_a_bye, four_forfeits), change(lambda now: now.swap(2, 5), "x")),
    "not rearranged": (
        of_five, change(lambda now: now), change(lambda _: Arrangement(((1, 1, 77), (2, 3, 4)), (5,))),
    ),
    "published by itself": (
        all_of(automatic, at_board(enter_result, 1, 400, 380)), due(NOON), at_board(enter_result, 2, 410, 300),
        due(NOON), due(LATER - dt.timedelta(seconds=1)), due(LATER), due(LATER), of_division(stop_publishing, 2),
    ),
    "not by itself": (all_of(published, SLIPS), due(NOON)),
    "stopped": (
        DRAFTED, of_division(stop_publishing, 2), of_division(stop_publishing, 2), due(LATER),
        of_division(resume_publishing, 2), due(LATER), due(LAST),
    ),
    "paired again after a correction": (DRAFTED, MISREAD, due(LATER), due(LAST)),
    "not paired again after a change by hand": (
        all_of(DRAFTED, of_division(pair_by_hand, [(1, 4), (2, 3)])), MISREAD, due(LATER), due(LATER),
    ),
    "paired again after a withdrawal": (DRAFTED, on(withdraw, 4, after=1), due(NOON)),
    "publication undone": (
        all_of(DRAFTED, due(LATER)), undo_last("publish_unattended", reason="too early"), due(LATER),
        undo_last("pair_round"), due(LATER),
    ),
    "not paired by itself": (
        all_of(automatic, of_division(plan_rounds, PlannedRounds(2, 2, "manual")), SLIPS), due(NOON), due(LATER),
        by_hand((1, 3), (2, 4)), of_round(publish_round, 2), results_of_round_2, due(LATER),
    ),
    "after the last round and closing": (
        all_of(automatic, SLIPS), rounds_planned(1), due(NOON), rounds_planned(4),
        of_event(close_event, accepted=True), due(NOON),
    ),
    "minutes": (
        automatic, of_division(set_automatic_publishing, 10, seen=version_of_minutes(None)),
        of_division(set_automatic_publishing, 10, seen=version_of_minutes(5)),
        of_division(set_automatic_publishing, 500), of_division(set_automatic_publishing, None),
    ),
    "paired again by hand, the countdown goes on": (DRAFTED, pair(2), due(LATER)),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_happens_to_rounds_is_as_approved(play_case, name):
    play_case(name, *CASES[name])


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


def test_proposal_for_a_new_division_uses_the_events_number_of_rounds(desk, four):
    adopt_proposal(desk, four, 3)
    second = create_division(desk, four.event, name="B")
    assert proposal_for(second) is None
    add_players(desk, second, "\n".join(f"Player {letter}" for letter in "ABCDEFGHIJKLMNOPQR"))
    proposal = proposal_for(second)
    assert proposal.rounds == 3
    assert [(line.from_round, line.to_round) for line in proposal.proposed.plan] == [(1, 2), (3, 3)]
    adopt_proposal_if_unplanned(desk, second, proposal.rounds)
    assert plan_of(second) == proposal.proposed.plan
    assert Division.objects.get(pk=second.pk).rounds_planned == 3
    adopt_proposal_if_unplanned(desk, second, 7)
    assert plan_of(second) == proposal.proposed.plan
    assert proposal_for(second) is None
