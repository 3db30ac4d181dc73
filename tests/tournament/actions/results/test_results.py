"""Results: entered, questioned, contradicted, corrected, ruled on and posted by recorded games; no entry is lost."""

from functools import partial

import pytest
from django.db import transaction

from scoring.actions.games import open_game
from scoring.actions.turns import record_turn
from scoring.engine.typing.typed_turn import parse_turn
from scoring.models import Activity
from scoring.queries.chain import check_log
from scoring.queries.sheets import sheet
from scoring.signals import game_finished, game_reopened, game_settled
from tests.cases import look
from tests.tournament.actions.cases import RANKS, all_of, at_board, of_round
from tests.tournament.actions.safety.at_the_desk import (
    board_of,
    drafted,
    of_division,
    published,
    round_of,
    with_a_bye,
)
from tournament.actions.act import Refused
from tournament.actions.event.rules import change_rules
from tournament.actions.results.recorded_games import post_recorded_result, start_game
from tournament.actions.results.results import InvalidResult, correct_result, enter_result
from tournament.actions.results.typed_lines import (
    enter_round_results,
    enter_typed_result,
    pairing_of_line,
    result_consequences,
    rule_for_result,
)
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.engine.typed_result import TypedFigures, parse_typed_result
from tournament.models import Pairing, ResultEntry, Round
from tournament.queries.results.confirmation import confirmation_of
from tournament.queries.rounds.pairing import pairing_request
from tournament.queries.rounds.rounds import boards_of, result_history
from tournament.queries.standings.standings import division_standings, records_of
from tournament.queries.versions import version_of_results

pytestmark = pytest.mark.django_db


def enter(first=None, second=None, *, board=1, **more):
    return at_board(enter_result, board, first, second, **more)


def correct(first=None, second=None, **more):
    return at_board(correct_result, 1, first, second, **more)


def posted(first, second, **more):
    """Post the result of a recorded game."""
    return at_board(post_recorded_result, 1, first, second, **more)


def seen_now(step, **more):
    """Return a step from a page that shows the present results of board 1."""

    def take(desk, division):
        version = version_of_results(result_history(board_of(division, 1)))
        return step(seen=version, **more)(desk, division)

    return take


def typed(line, mode=TypedFigures.SCORES, **more):
    """Return a step that types a line of round 1, with the sentence that confirms it."""

    def take(desk, division):
        understood = parse_typed_result(line, mode)
        pairing = pairing_of_line(round_of(division), understood)
        entry = enter_typed_result(desk, pairing, understood, **more)
        return str(confirmation_of(pairing, entry))

    return take


def rule(which, **more):
    """Return a step that lets one of the results of board 1 count."""
    return lambda desk, d: rule_for_result(
        desk, board_of(d, 1).results.order_by("pk")[which], **more
    )


def alone(action, number, *args, **options):
    """Return a step at the pairing of a player without an opponent."""
    return lambda desk, d: action(
        desk, Pairing.objects.get(round__division=d, first__number=number, second=None), *args, **options
    )  # fmt: skip


GAME = at_board(start_game, 1)


def game_ends(*scores, winners=(0,), signal=game_finished, **more):
    def take(desk, division):
        game = board_of(division, 1).game or start_game(desk, board_of(division, 1))
        more_of = {"scores": scores, "winners": winners} if signal is game_finished else {}
        signal.send(type(game), game=game, actor=desk, **more_of, **more)

    return take


REOPENED = game_ends(signal=game_reopened)


def settled(*scores):
    return game_ends(signal=game_settled, scores=scores, reason="Both agreed.")


def one_turn(desk, division, typed="8D JUKEBOX 120"):
    game = start_game(desk, board_of(division, 1))
    turn = parse_turn(typed, sheet(game).replay).turn
    record_turn(game, turn, desk, confirmed=True)


def larger_board(desk, division):
    chosen = {"tile_set": "english_super", "layout": "super"}
    change_rules(desk, division.event, division.event.rules.as_dict() | chosen, reason="larger")


def by_points(_desk, division):
    division.precedence = ["wins", "points_for"]
    division.save()


BOTH = all_of(enter(402, 380), enter(402, 380, board=2))
LATER = all_of(
    BOTH, of_division(pair_by_hand, [(1, 3), (2, 4)], firsts_as_listed=True), of_round(publish_round, 2)
)  # fmt: skip
CLOSED = all_of(BOTH, of_round(close_round, 1))
TWO_ALONE = all_of(of_division(pair_by_hand, [(1, 2)], [3, 4]), of_round(publish_round, 1))
TWO_RESULTS = all_of(published, enter(402, 380, by="helper"), enter(420, 380, accepted=True))
CASES = {
    "the same again": (published, enter(402, 380), enter(402, 380)),
    "one's own is replaced": (published, enter(402, 380), enter(420, 380, accepted=True)),
    "nothing to nothing is no void round": (
        published, enter(outcome="void"), enter(0, 0, accepted=True), enter(outcome="void", accepted=True),
    ),
    "two helpers differ until the director rules": (TWO_RESULTS, correct(402, 380, reason="overtime")),
    "the first counts": (TWO_RESULTS, enter(400, 380, board=2), of_round(close_round, 1), rule(0)),
    "the second counts": (TWO_RESULTS, rule(1)),
    "typed against the game": (
        published, posted(402, 380), enter(402, 370, accepted=True), rule(1), rule(1, reason="overtime"),
    ),
    "the game against typed": (published, enter(402, 370), posted(402, 380)),
    "the game agrees": (published, enter(402, 380), posted(402, 380)),
    "the game changes": (published, posted(402, 380), posted(402, 380), posted(404, 380)),
    "the game does not undo a ruling": (
        published, posted(402, 380), correct(392, 380), correct(392, 380, reason="overtime"), posted(404, 380),
    ),
    "unlikely": (
        published, enter(402, 402), enter(-12, 380), enter(1203, 380), enter(0, 0), enter(0, 0, accepted=True),
        enter(40200, 380, accepted=True), enter(outcome="bye"), enter(outcome="dance"),
    ),
    "after a later round": (
        all_of(published, LATER), correct(380, 402), correct(380, 402, reason="slip was turned round"),
    ),
    "typed over after a later round": (
        all_of(published, LATER), enter(380, 402, accepted=True), enter(402, 380),
        enter(380, 402, by="helper", accepted=True),
    ),
    "a game after a later round": (all_of(published, LATER), posted(380, 402)),
    "after closing": (
        all_of(published, CLOSED), enter(400, 380), correct(400, 380), correct(400, 380, reason="added up again"),
    ),
    "who wins after a correction": (
        all_of(published, enter(402, 380)),
        *(step for now in ((380, 402), (402, 380), (400, 400), (380, 402), (400, 400), (402, 380), (412, 380))
          for step in (correct(*now, accepted=True), look(lambda _: Activity.objects.latest("pk").summary))),
    ),
    "a correction to the same": (published, correct(402, 380), enter(402, 380), correct(402, 380)),
    "a half bye": (
        TWO_ALONE, alone(correct_result, 4, outcome="half_bye"), look(lambda d: pairing_request(d, 2).byes),
    ),
    "a forfeit without an opponent": (
        TWO_ALONE, alone(enter_result, 4, outcome="first_forfeits", accepted=True),
        look(lambda d: [board.outcome for board in boards_of(round_of(d))]),
    ),
    "a bye is replaced": (
        with_a_bye, alone(enter_result, 5, outcome="void"), alone(enter_result, 5, outcome="void", accepted=True),
    ),
    "in a draft": (drafted, enter(402, 380), GAME),
    "lost on time, as on the slip": (
        published, posted(450, 387, outcome="second_wins"), enter(450, 387), enter(63, 0, spread_only=True),
        enter(440, 387, accepted=True),
    ),
    "lost on time, a tie on the slip": (published, posted(420, 420, outcome="second_wins"), enter(420, 420)),
    "typed forfeits": (
        published, typed("1 f"),
        *(typed(line, accepted=True) for line in ("1 w", "p2 f", "p2 w", "1 ff", "1 v")),
    ),
    "typed scores": (
        published, typed("1 402 380"), typed("1 400 400", accepted=True), typed("p9 402 380"), typed("2 380 402"),
        *(of_round(enter_round_results, 1, scores) for scores in ({1: (402, 380)}, {1: (400, 380), 2: (1, 2)})),
    ),
    "a typed spread": (published, typed("p2 -45", TypedFigures.SPREAD), RANKS),
    "a typed spread where points rank": (all_of(published, by_points), typed("1 22", TypedFigures.SPREAD)),
    "a typed spread agrees": (
        published, typed("1 402 380"), typed("1 22", TypedFigures.SPREAD), enter(22, 0, board=2, spread_only=True),
        at_board(post_recorded_result, 2, 390, 368),
    ),
    "consequences of a forfeit": (
        all_of(published, enter(402, 380), enter(410, 380, board=2)),
        look(lambda d: result_consequences(board_of(d, 1), 0, 0, "second_forfeits").sentences),
    ),
    "from an outdated empty board": (
        published, enter(400, 380), enter(410, 380, accepted=True, seen=""),
        seen_now(partial(enter, 410, 380), accepted=True),
    ),
    "a correction from an outdated page": (
        all_of(published, enter(400, 380), correct(400, 390, by="helper")),
        correct(40, 380, accepted=True, seen="earlier"), seen_now(partial(correct, 40, 380)),
        seen_now(partial(correct, 40, 380), accepted=True),
    ),
    "the same from an outdated page": (
        all_of(published, enter(400, 380, by="helper")), enter(400, 380, seen=""),
        correct(400, 380, seen="an earlier version"),
    ),
    "a scorekeeper corrects only an own result": (
        published, enter(400, 380, by="helper"), correct(405, 380, by="helper", may_rule=False), correct(406, 380),
        seen_now(partial(correct, 410, 380), by="helper", may_rule=False),
    ),
    "a scorekeeper does not rule": (
        TWO_RESULTS, seen_now(partial(correct, 420, 380), by="helper", may_rule=False),
        enter(412, 380, by="helper", accepted=True),
    ),
    "a ruling from an outdated page": (
        TWO_RESULTS, rule(1, reason="the slip", seen="earlier"), seen_now(partial(rule, 1), reason="the slip"),
    ),
    "a game": (published, GAME, GAME, at_board(start_game, 2)),
    "a game on a larger board": (all_of(published, larger_board), GAME),
    "no game against nobody": (with_a_bye, alone(start_game, 5)),
    **{
        f"a game of {scores} won by {winners}": (all_of(published, GAME), game_ends(*scores, winners=winners))
        for scores, winners in (
            ((402, 380), (0,)), ((380, 402), (1,)), ((380, 380), (0, 1)), ((402, 380), (1,)), ((380, 402), (0,)),
            ((380, 380), (0,)), ((380, 380), (1,)), ((402, 380), ()),
        )
    },
    "typed during a game": (all_of(published, one_turn), enter(402, 380), partial(one_turn, typed="pass"),
                            enter(402, 380), enter(402, 380, accepted=True)),
    "agreed on the sheets": (all_of(published, GAME), settled(950, 12), settled(950, 12), settled(951, 12)),
    "a contradicting game is reopened": (all_of(published, enter(402, 370)), game_ends(402, 380), REOPENED),
    "a game of a closed round is reopened": (
        all_of(published, game_ends(402, 380), enter(400, 380, board=2), of_round(close_round, 1)),
        REOPENED, game_ends(404, 380), game_ends(402, 380),
    ),
    "a reason for reopening": (
        all_of(published, game_ends(402, 380)), REOPENED, game_ends(404, 380, reason="LOAM recounted"), REOPENED,
        game_ends(406, 380),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_happens_to_results_is_as_approved(play_case, name):
    play_case(name, *CASES[name])


def test_confirmation_takes_two_queries(desk, board, django_assert_num_queries):
    entry, pairing = enter_result(desk, board(1), 402, 380), board(1)
    str(pairing), pairing.round.division.event.rules
    with django_assert_num_queries(2):
        str(confirmation_of(pairing, entry))


def test_confirmed_records_match_the_standings(four, whole_robin):
    table = division_standings(four)
    for number, record in records_of(four, [1, 2, 3, 4]).items():
        line = table.row(number).line
        assert (record.record, record.spread) == (line.record, line.spread)


def test_version_of_a_board_changes_with_every_result(desk, helper, board):
    seen = []
    for who, scores in ((desk, (400, 380)), (helper, (410, 380)), (desk, (410, 380))):
        seen.append(version_of_results(result_history(board(1))))
        enter_result(who, board(1), *scores, accepted=True)
    assert len({*seen, version_of_results(result_history(board(1)))}) == 4


def test_game_without_an_event_posts_no_result(desk):
    game = open_game(["Ana", "Ben"], "naspa_nwl", desk)
    game_finished.send(type(game), game=game, scores=(402, 380), winners=(0,), actor=desk)
    assert not ResultEntry.objects.exists()


def rows(round_):
    fields = [f.attname for f in ResultEntry._meta.fields]
    stored = [name for name in fields if name not in ("id", "pairing_id", "entered_at")]
    results = ResultEntry.objects.filter(pairing__round=round_).order_by("pairing__board")
    logged = Activity.objects.filter(verb="enter_result").order_by("id")[:2]
    return (
        list(results.values_list("pairing__board", *stored)),
        list(logged.values_list("user", "actor", "summary", "scope", "reason", "before", "after")),
        Round.objects.get(pk=round_.pk).phase,
    )


@pytest.fixture
def one_by_one(desk, round_one, board):
    """Return the rows left by `enter_result`, rolled back afterwards."""
    with transaction.atomic():
        enter_result(desk, board(1), 400, 380)
        enter_result(desk, board(2), 300, 512)
        stored = rows(round_one)
        transaction.set_rollback(True)
    return stored


def test_whole_round_stores_the_same_results_log_and_phase_as_single_entries(
    desk, round_one, one_by_one
):
    enter_round_results(desk, round_one, {1: (400, 380), 2: (300, 512)})
    assert rows(round_one) == one_by_one
    assert check_log().is_intact
    assert close_round(desk, round_one).phase == "closed"


def test_whole_round_with_a_bad_result_stores_none(desk, round_one, board):
    enter_result(desk, board(2), 300, 512)
    for scores, refusal in (
        ({1: (400, 380), 2: (1, 2)}, Refused),
        ({1: (400, 380), 3: (1, 2)}, InvalidResult),
        ({1: (40000, 380)}, InvalidResult),
    ):
        with pytest.raises(refusal):
            enter_round_results(desk, round_one, scores)
    assert Pairing.objects.filter(results=None).count() == 1
