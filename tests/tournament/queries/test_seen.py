"""What is seen of a division: games, standings, prospects, consequences, explanations, and figures for prizes."""

import pytest
from django.utils import timezone

from scoring.actions.turns import record_all_turns
from scoring.engine import gcg
from tests.cases import look
from tests.tournament.actions.cases import all_of, at_board, of_round
from tests.tournament.actions.safety.at_the_desk import (
    board_of,
    number,
    of_division,
    on,
    published,
    round_of,
)
from tests.tournament.fixtures import play_round
from tests.tournament.reports.samples import GAME
from tournament.actions.people.check_in import check_in
from tournament.actions.people.details import details_of, update_entry
from tournament.actions.people.entries import add_players
from tournament.actions.people.keep_apart import end_keeping_apart, keep_apart
from tournament.actions.people.withdrawals import withdraw
from tournament.actions.results.penalties import give_penalty
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.drafts import draft_round_robin, pair_by_hand, pair_round
from tournament.actions.rounds.plans import set_plan, set_seating
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.standings.display import change_standings_settings
from tournament.engine.pairing.seating import Seating
from tournament.engine.turn_figures import recorded_figures
from tournament.models import Division, Entry, KeepApart, Pairing, Player, Prize, Round
from tournament.queries.event.events import all_events, division_summaries
from tournament.queries.results.consequences import consequences_of
from tournament.queries.results.division_games import division_games
from tournament.queries.rounds.checks import check_pairings
from tournament.queries.rounds.drafts import PairingChoice
from tournament.queries.rounds.explanations import explain_round
from tournament.queries.rounds.pairing import pairing_request
from tournament.queries.rounds.rounds import boards_of, round_summaries, shared_reasons
from tournament.queries.standings.prizes import prize_bands, prize_sections
from tournament.queries.standings.prospects import gibsonized_sentences, prospects_of
from tournament.queries.standings.standings import division_standings
from tournament.queries.standings.turn_figures import recorded_turns_of

pytestmark = pytest.mark.django_db
FEW = {"simulations": 2000, "control_loss_simulations": 2000}
CHALLENGED = """\
#player1 ann Ann
#player2 ben Ben
>ann: FLOTYAE 8H LOFTY +30 30
>ben: ABCDEFG 8H ABCDEFG +80 80
>ben: ABCDEFG -- -80 0
>ann: AEIIUUV -IUU +0 30
>ben: ABCDEFG - +0 0
"""


def robin(desk, division):
    """Play a round robin in which the first player always wins 400-380."""
    for round_ in draft_round_robin(desk, division, accepted=True):
        publish_round(desk, round_)
        for pairing in Pairing.objects.filter(round=round_, replaced_at=None):
            enter_result(desk, pairing, 400, 380)


def results(*scores):
    return all_of(*(at_board(enter_result, board, *two) for board, two in enumerate(scores, 1)))


def by_hand(*pairs):
    return of_division(pair_by_hand, list(pairs), firsts_as_listed=True)


def past(rows, **values):
    return lambda *_: rows.update(**values)


def shown_rounds(rounds, held_back_from=None):
    return of_division(
        change_standings_settings, rounds_planned=rounds, held_back_from=held_back_from
    )


ROUND_2 = all_of(
    published, results((450, 400), (410, 400)), by_hand((1, 3), (2, 4)), of_round(publish_round, 2)
)
"""Ana and Zoë won round 1; they meet in round 2."""
BY_METHOD = past(
    Round.objects.filter(number=2), method="king_of_the_hill", options={"strict": True}
)


def consequences(first, second, which=1):
    """Return a look at the consequences of another result of the first board of a round."""

    def question(division):
        board = board_of(division, 1)
        if which > 1:
            board = Pairing.objects.get(round__division=division, round__number=which, board=1)
        seen = consequences_of(board, first, second, "played")
        return seen and (seen.sentences, seen.rank_changes, seen.after)

    return look(question)


TURNED = consequences(400, 450)


def last_round(desk, division):
    """Play two of three rounds; 1 wins both and 4 loses both."""
    Division.objects.update(rounds_planned=3)
    for pairs in ([(1, 2), (3, 4)], [(1, 3), (2, 4)]):
        play_round(desk, division, pairs, [(450, 380)] * 2)


def explained(which):
    def question(division):
        it = explain_round(division, round_of(division, which))
        rows = [(row.reasons, row.private) for row in it.rows]
        return it.warnings, it.method_notes, it.gibsonized, rows

    return look(question)


def correct_both_of_ana(desk, division):
    for pairing in Pairing.objects.filter(first__number=1).select_related("round__division__event"):
        correct_result(desk, pairing, 950, 350, reason="as the slip says", accepted=True)


def unknown_reasons(_desk, division):
    unknown = [{"code": "of_a_removed_method", "params": {}}]
    Pairing.objects.filter(round__number=3).update(reasons=unknown)
    Round.objects.filter(number=3).update(notes=unknown)


def ana_from_everybody(desk, division):
    ana = Player.objects.get(name="Ana Lopez")
    for other in Player.objects.exclude(pk=ana.pk):
        keep_apart(desk, division.event, ana, other, hard=False)


def keep_only_the_wish_not_granted(desk, division):
    met = board_of(division, 1)
    both = {met.first.player_id, met.second.player_id}
    for wish in KeepApart.objects.select_related("one", "other", "event"):
        if {wish.one_id, wish.other_id} != both:
            end_keeping_apart(desk, wish)


def prospects(after=None, public=False):
    def question(division):
        shown = division_standings(division, after, public=public)
        prospects = prospects_of(shown)
        rows = prospects and {
            n: (p.best, p.worst, p.is_exact) for n, p in prospects.by_number.items()
        }
        return (
            shown.after,
            shown.last,
            shown.held_back,
            prospects and prospects.max_games_left,
            rows,
        )

    return look(question)


def games(public):
    def question(division):
        play = division_games(division, public=public)
        meetings = [
            (m.round, m.board, m.first, m.second, m.first_score, m.second_score, m.outcome)
            for m in play.meetings
        ]
        people = [(p.number, p.name, p.left_after, p.is_here, p.owes) for p in play.people]
        steps = {n: [(step.round, str(step.record)) for step in of] for n, of in play.steps.items()}
        before = [
            step and step.round for step in (play.last_step_before(1, n) for n in (1, 2, 3, 4))
        ]
        lacking = [m.first for m in play.meetings if play.lacks_result(m)]
        penalties = [(p.round, p.spread) for p in play.penalties]
        return (
            play.rounds, play.last_round_with_result, sorted(play.held_back), people, penalties, steps, before, lacking,
            meetings,
        )  # fmt: skip

    return look(question)


GAMES = (games(public=False), games(public=True))


def people_of_every_kind(desk, division):
    for which in (1, 2, 3):
        give_penalty(
            desk, number(division, which), round_number=which, spread=-10 * which, reason="x"
        )
    check_in(desk, number(division, 3), here=True)
    Entry.objects.filter(number=4).update(by_initials=True, owes="€ 5")
    Entry.objects.filter(number=1).update(owes="€ 7", paid_at=timezone.now())
    Player.objects.filter(entries__number=2).update(is_minor=True)


def table(after=None):
    def question(division):
        rows = division_standings(division, after).rows
        return [
            (r.line.rank, r.person.name, [cell.text for cell in r.cells], r.decided_by)
            for r in rows
        ]

    return look(question)


def teams(desk, division):
    """Put 1 and 2 into one team, 3 and 4 into another."""
    for which in (1, 2, 3, 4):
        entry = number(division, which)
        team = "Ospreys" if which < 3 else "Herons"
        update_entry(desk, entry, **details_of(entry) | {"team": team})


def mates_apart_until(which):
    return of_division(set_seating, Seating(mates_until=which))


SWISS = of_division(pair_round, 1, PairingChoice("swiss", seed=1))
PAIRS = look(
    lambda d: [str(p) for p in Pairing.objects.filter(round__division=d, replaced_at=None)]
)


def recorded(which, text=GAME):
    return lambda desk, d: record_all_turns(
        start_game(desk, board_of(d, which)), gcg.read(text), desk
    )


def turn_figures(division):
    turns = recorded_turns_of(division.event).turns
    return (
        [(turn.number, turn.outcome, turn.word, turn.tiles, turn.is_bingo) for turn in turns],
        [str(recorded_figures(turns, which, "A")) for which in (1, 2)],
        [(play.word, play.score) for section in prize_sections(division.event) for play in section.plays],
    )  # fmt: skip


def contest(public):
    return look(
        lambda d: [
            (s.division, s.after, len(s.games), s.seeds, s.plays) for s in prize_sections(d.event, public=public)
        ]
    )  # fmt: skip


def removed_prize(_desk, division):
    then = {"added_at": timezone.now(), "removed_at": timezone.now()}
    Prize.objects.create(
        event=division.event, division=division, kind="place", place=1, value="200", position=1, **then
    )  # fmt: skip


CASES = {
    "a changed result": (ROUND_2, TURNED, consequences(450, 400), consequences(500, 300, which=2)),
    "a changed result of a round that a method paired": (
        all_of(ROUND_2, BY_METHOD), TURNED, of_division(add_players, "Eva Late 1900\nFinn Later 1000"), TURNED,
        at_board(correct_result, 2, 400, 410, reason="the slip"), TURNED,
    ),
    "a changed result of who withdrew": (
        all_of(ROUND_2, past(Entry.objects.filter(number=2), withdrawn_after=1)), TURNED,
    ),
    "why these pairs": (
        all_of(last_round, of_division(pair_round, 3, PairingChoice("cop", FEW))), explained(3), unknown_reasons,
        explained(3), look(lambda d: [board.reasons for board in boards_of(round_of(d, 3))]),
    ),
    "why these pairs, one gibsonized": (
        all_of(last_round, correct_both_of_ana, of_division(pair_round, 3, PairingChoice("chew"))), explained(3),
    ),
    "why these pairs, against wishes": (
        all_of(ana_from_everybody, of_division(pair_round, 1, PairingChoice("swiss"))), explained(1),
        keep_only_the_wish_not_granted, explained(1),
    ),
    "places that are possible": (
        all_of(published, results((450, 400), (410, 400))), prospects(), shown_rounds(9), prospects(), shown_rounds(2),
        by_hand((1, 3), (2, 4)), of_round(publish_round, 2), prospects(),
    ),
    "places after a robin": (
        robin, shown_rounds(5), prospects(), prospects(2), on(withdraw, 4, after=3), prospects(), shown_rounds(2),
        shown_rounds(4, 5), shown_rounds(4, 3), prospects(), prospects(3, public=True), prospects(public=True),
    ),
    "a corrected result": (
        all_of(published, at_board(enter_result, 1, 402, 380), at_board(correct_result, 1, 402, 390)), *GAMES,
    ),
    "a withdrawal": (all_of(published, on(withdraw, 4, after=1)), *GAMES),
    "drafts and held back results": (all_of(robin, by_hand((1, 2), (3, 4)), shown_rounds(4, 3)), *GAMES),
    "people and penalties": (all_of(robin, people_of_every_kind, shown_rounds(3, 2)), *GAMES),
    "a table": (all_of(published, results((400, 350), (380, 382))), table()),
    "a table in which spread decides": (all_of(published, results((400, 350), (400, 390))), table()),
    "a table after a correction": (
        robin, table(), at_board(correct_result, 1, 300, 500, reason="turned round"), table(1), table(),
    ),
    "team mates": (
        teams, SWISS, PAIRS, mates_apart_until(1), SWISS, PAIRS, mates_apart_until(2),
        look(lambda d: [sorted(map(sorted, pairing_request(d, n).unwanted_pairs)) for n in (1, 2, 3)]),
    ),
    "team mates who met": (
        all_of(teams, SWISS, of_round(publish_round, 1), mates_apart_until(1)),
        look(lambda d: [str(row.verdict) for checked in check_pairings(d.event) for row in checked.rounds]),
    ),
    "what prizes are for": (all_of(robin, shown_rounds(3, 3)), contest(public=False), contest(public=True)),
    "turns": (all_of(published, recorded(1), at_board(enter_result, 2, 400, 380)), look(turn_figures)),
    "turns that were challenged": (all_of(published, recorded(1, CHALLENGED)), look(turn_figures)),
    "a removed prize": (removed_prize, look(prize_bands)),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_is_seen_is_as_approved(play_case, name):
    play_case(name, *CASES[name])


def test_notes_shared_by_three_boards_appear_once():
    boards = [("seeds", "new"), ("new", "seeds"), (), ("near", "new")]
    assert shared_reasons(boards) == ("new",)
    assert shared_reasons(boards[:3]) == (), "two boards are said each"


def test_withdrawn_players_are_hidden_if_the_rules_say_so(desk, event, four, whole_robin):
    Entry.objects.filter(number=4).update(withdrawn_after=1)
    assert [row.person.number for row in division_standings(four, 3).rows][-1] == 4
    four.event.rules_copy["withdrawn"] = "hidden"
    del four.event.rules
    assert 4 not in [row.person.number for row in division_standings(four, 3).rows]


def test_number_of_queries_of_standings_is_constant(
    four, whole_robin, event, django_assert_num_queries
):
    with django_assert_num_queries(3):
        division_standings(four)
    with django_assert_num_queries(1):
        assert [s.missing for s in round_summaries(four)] == [0, 0, 0]
    with django_assert_num_queries(2):
        assert len(boards_of(whole_robin[0])) == 2
    with django_assert_num_queries(6):
        pairing_request(four, 4)
    with django_assert_num_queries(3):
        assert [(d.players, d.rounds, d.current) for d in division_summaries(event)] == [(4, 3, 3)]
    with django_assert_num_queries(1):
        assert [(e.division_count, e.player_count) for e in all_events()] == [(1, 4)]


def test_division_games_take_five_queries(four, whole_robin, django_assert_num_queries):
    with django_assert_num_queries(5):
        assert len(division_games(four).steps[1]) == 3


def test_recorded_games_take_a_constant_number_of_queries(
    desk, event, whole_robin, django_assert_num_queries
):
    boards = list(Pairing.objects.filter(round__division__event=event).order_by("id")[:3])

    def record(place):
        record_all_turns(start_game(desk, boards[place]), gcg.read(GAME), desk)

    record(0)
    with django_assert_num_queries(7):
        assert recorded_turns_of(event).games == (("A", 1),)
    record(1)
    record(2)
    with django_assert_num_queries(7):
        assert recorded_turns_of(event).games == (("A", 3),)
    with django_assert_num_queries(1):
        assert recorded_turns_of(event).game_count_of("A") == 3


def test_partial_prospects_equal_those_of_the_whole_division(desk, whole_robin):
    division = Division.objects.select_related("event").get()
    set_plan(desk, division, [], rounds=5)
    shown = division_standings(division)
    whole = prospects_of(shown)
    part = prospects_of(shown, [2, 4])
    assert len(whole.by_number) == 4
    assert dict(part.by_number) == {number: whole.by_number[number] for number in (2, 4)}
    assert part.max_games_left == whole.max_games_left > 0


def test_uncatchable_leader_is_gibsonized_with_a_reason_in_the_standings(
    keeper_client, desk, whole_robin, django_assert_num_queries
):
    division = Division.objects.select_related("event").get()
    shown = division_standings(division)
    with django_assert_num_queries(0):
        assert gibsonized_sentences(shown) == ()
    division.entries.exclude(number=1).update(withdrawn_after=2)
    set_plan(desk, division, [], rounds=7)
    shown = division_standings(division)
    with django_assert_num_queries(2):
        (first,) = gibsonized_sentences(shown)
    assert first == (
        "Ana Lopez is gibsonized for 1st place: no other player can take it with 4 rounds left."
    )
    page = keeper_client.get("/events/autumn-open/a/standings/").content.decode()
    assert first in page


def test_consequences_take_a_constant_number_of_queries(desk, four, django_assert_num_queries):
    ROUND_2(desk, four)
    pairing = board_of(four, 1)
    with django_assert_num_queries(11):
        consequences_of(pairing, 400, 450, "played")
