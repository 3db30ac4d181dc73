"""Results reported by players: confirmed, contradicted, refused, ruled on and undone."""

import pytest

from scoring.actions.turns import record_turn
from scoring.engine.game.turns import Turn, TurnKind
from scoring.models import Activity
from tests.database_tool import change_past_the_program
from tournament.actions.act import ConfirmationRequired, Refused
from tournament.actions.results.accepted_reports import accept_report
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.safety.undo import undo_action
from tournament.hall.actions.reports import report_result
from tournament.hall.models import PlayerCode
from tournament.models import Event, Pairing, PlayerReport, ResultEntry, Round, UndoStep
from tournament.models.results import ResultStatus
from tournament.queries.rounds.rounds import boards_of, open_boards
from tournament.queries.safety.recheck import recheck

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(round_one):
    """Return a function that returns a player's code, given the player's number."""

    def of(number):
        return PlayerCode.objects.select_related("entry__player", "entry__division__event").get(
            entry__division=round_one.division, entry__number=number
        )

    return of


@pytest.fixture
def report(code, board):
    """Return a function that reports a result for a player, given by number, on a board.

    The player's own score comes before the opponent's.
    """
    sent = iter(range(1000))

    def of(number, own, opponent, on=1, key=None, **options):
        form = key or f"form {next(sent)}"
        return report_result(code(number), board(on), own, opponent, key=form, **options)

    return of


def counting(pairing):
    return ResultEntry.objects.filter(pairing=pairing, standing=ResultStatus.COUNTS).first()


def state(round_, number=1):
    return next(b for b in boards_of(round_) if b.pairing.board == number).state


def with_rule(event, value):
    event = Event.objects.get(pk=event.pk)
    event.rules_copy |= {"players_report": value}
    event.save()


def test_two_agreeing_reports_become_the_result_in_either_order(report, board, round_one):
    report(2, 380, 400)
    assert counting(board(1)) is None
    assert (state(round_one), open_boards(round_one).missing) == ("reported", (1, 2))
    assert report(1, 400, 380).agrees
    result = counting(board(1))
    assert (result.first_score, result.second_score) == (400, 380)
    assert (result.source, result.entered_by) == ("reported", None)
    assert state(round_one) == "in"
    log = list(Activity.objects.order_by("id").values_list("actor", "verb"))[-3:]
    assert log == [
        ("Ben Okafor (2)", "report_result"),
        ("Ana Lopez (1)", "enter_result"),
        ("Ana Lopez (1)", "confirm_report"),
    ]


def test_differing_reports_do_not_count_until_ruled_on(report, board, round_one, desk):
    report(1, 400, 380)
    assert report(2, 390, 400).differs
    assert counting(board(1)) is None
    assert state(round_one) == "disputed"
    assert open_boards(round_one).contested == (1,)
    theirs = PlayerReport.objects.get(entry__number=2)
    with pytest.raises(Refused, match="Board 1: 1 Ana Lopez - 2 Ben Okafor: the players"):
        accept_report(desk, theirs, may_rule=False)
    result = accept_report(desk, theirs)
    assert (result.first_score, result.second_score) == (400, 390)
    assert state(round_one) == "in"
    assert PlayerReport.objects.filter(replaced_at=None).count() == 2
    with pytest.raises(
        Refused, match=("Board 1: 1 Ana Lopez - 2 Ben Okafor has already been settled")
    ):
        accept_report(desk, theirs)


def test_form_sent_twice_creates_one_report(report, board):
    report(1, 400, 380, key="a")
    report(1, 410, 380, key="b")
    again = report(1, 400, 380, key="a")
    assert (again.report.first_score, again.report.second_score) == (410, 380)
    report(1, 410, 380, key="c")
    assert PlayerReport.objects.count() == 2


def test_report_for_a_draft_is_refused(code, four, desk):
    draft = pair_by_hand(desk, four, [(1, 3), (2, 4)], firsts_as_listed=True)
    pairing = Pairing.objects.get(round=draft, board=1)
    with pytest.raises(Refused, match=r"Round 2 is a draft\. Publish it, then enter results"):
        report_result(code(1), pairing, 400, 380, key="x")


def test_unconfirmed_report_counts_at_once_if_the_event_allows(report, board, four, round_one):
    with_rule(four.event, "at_once")
    report(1, 400, 380)
    assert str(counting(board(1))) == "400-380"
    assert state(round_one) == "reported"
    assert open_boards(round_one).missing == (2,)
    report(2, 370, 400)
    assert counting(board(1)) is None
    assert state(round_one) == "disputed"
    report(2, 380, 400)
    assert str(counting(board(1))) == "400-380"
    assert state(round_one) == "in"


def test_report_used_for_a_later_pairing_is_not_replaced_by_phone(
    report, board, four, round_one, desk
):
    with_rule(four.event, "at_once")
    report(1, 400, 380)
    report(3, 410, 370, on=2)
    later = publish_round(desk, pair_by_hand(desk, four, [(1, 3), (2, 4)]))
    report(3, 420, 370, on=2)  # round 2 was paired by hand, independent of results
    Round.objects.filter(pk=later.pk).update(source_round=1)
    for number, own, opponent in ((1, 380, 400), (2, 400, 380)):
        with pytest.raises(Refused, match="Your board already has a result: 400-380"):
            report(number, own, opponent)
    assert str(counting(board(1))) == "400-380"
    report(2, 380, 400)
    assert state(round_one) == "in"


def test_desk_confirms_an_unconfirmed_result(report, board, four, round_one, desk):
    with_rule(four.event, "at_once")
    outcome = report(1, 400, 380)
    accept_report(desk, outcome.report)
    assert counting(board(1)).entered_by == desk.user
    assert state(round_one) == "in"


def test_desk_entry_asks_before_replacing_an_unconfirmed_result(report, board, four, desk):
    with_rule(four.event, "at_once")
    report(1, 400, 380)
    with pytest.raises(ConfirmationRequired, match="reported as 400-380"):
        enter_result(desk, board(1), 400, 370)
    enter_result(desk, board(1), 400, 370, accepted=True)
    assert str(counting(board(1))) == "400-370"
    assert not ResultEntry.objects.filter(standing=ResultStatus.BESIDE).exists()


def test_confirmed_result_is_contradicted_rather_than_replaced(report, board, desk):
    report(1, 400, 380)
    report(2, 380, 400)
    entry = enter_result(desk, board(1), 400, 370, accepted=True)
    assert entry.standing == ResultStatus.BESIDE


def test_scorekeeper_cannot_rule_on_two_reports(report, board, desk):
    report(1, 400, 380)
    report(2, 390, 400)
    with pytest.raises(Refused, match="Board 1: 1 Ana Lopez - 2 Ben Okafor: the players"):
        enter_result(desk, board(1), 400, 380, may_rule=False, accepted=True)


def test_undoing_a_ruling_restores_both_reports(report, board, desk, round_one):
    report(1, 400, 380)
    report(2, 390, 400)
    accept_report(desk, PlayerReport.objects.first())
    undo_action(desk, UndoStep.objects.latest("activity_id"))
    assert state(round_one) == "disputed"


def test_board_recorded_on_the_pad_accepts_no_reports(report, desk, board):
    game = start_game(desk, board(1))
    turn = Turn(TurnKind.PLAY, 0, coordinate="8H", tiles="FROZEN", announced=50)
    record_turn(game, turn, desk, confirmed=True)
    with pytest.raises(Refused, match="Your game is being recorded on the score pad"):
        report(1, 400, 380)
    assert not PlayerReport.objects.exists()


def test_recheck_finds_a_reported_result_without_its_report(report, desk, event, board):
    report(1, 400, 380)
    report(2, 380, 400)
    assert list(recheck(event)) == []
    for score in (410, 390):
        change_past_the_program("UPDATE tournament_resultentry SET first_score = %s", score)
        assert str(next(recheck(event))) == (
            f"Division A, round 1, board 1: the result {score}-380 is marked as reported, "
            "but no player reported it."
        )


def test_recheck_finds_a_report_changed_under_its_result(report, desk, event, board):
    report(1, 400, 380)
    report(2, 380, 400)
    change_past_the_program(
        "UPDATE tournament_playerreport SET first_score = 399 WHERE entry_id = %s",
        board(1).second_id,
    )
    first = str(next(recheck(event)))
    assert first == (
        "Division A, round 1, board 1: the result 400-380 counts as reported, "
        "but the players’ reports differ."
    )


def test_recheck_accepts_a_ruling_on_differing_reports(report, desk, event):
    report(1, 400, 380)
    report(2, 390, 400)
    accept_report(desk, PlayerReport.objects.first())
    assert list(recheck(event)) == []
