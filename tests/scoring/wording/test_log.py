"""What the log says has a code, and the sentence beside it; entries of earlier versions stay as they are."""

import json

import pytest
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.actions.edits import undo
from scoring.actions.games import finish_game, open_game
from scoring.actions.turns import correct_turn, record_turn
from scoring.engine.game.turns import Kind
from scoring.engine.typing.typed_turn import understand
from scoring.models import Activity, Judgement, Ruling
from scoring.queries.chain import check_chain
from scoring.queries.outcomes import flip_by, flips_of, last_flip
from scoring.queries.sheets import sheet
from scoring.wording.log import LOG, say
from scoring.wording.sentence import Counted, Sentences
from tests.architecture.codes import codes_given
from tests.remembered import remembered

SPOKEN = {kind.value for kind in Kind} | set(Ruling.Decision.values)
"""Codes that are values of the program, and so are not written out where they are said."""


@pytest.mark.full
def test_everything_the_log_says_of_a_game_has_a_sentence_with_exactly_its_parameters():
    given = list(codes_given("scoring", "say"))
    wrong = [
        f"{where} {code}: {sorted(params)}"
        for where, code, params in given
        if code not in LOG.table or params != LOG.fields(code)
    ]
    assert wrong == []
    assert LOG.table.keys() == {code for _, code, _ in given} | SPOKEN


def test_what_was_logged_is_saved_as_codes_all_the_way_down():
    speech = Sentences(
        {
            "game": "{players}: {many}",
            "player": "{name} {final:,}",
            "many": Counted(
                "count", lambda count: "one" if count == 1 else f"{{count}} of {count}"
            ),
        }
    )
    message = speech.say(
        "game",
        players=[speech.say("player", name="Ann", final=1400), "Ben"],
        many=speech.say("many", count=2),
    )
    assert message.text == "Ann 1,400, Ben: 2 of 2"
    stored = json.loads(json.dumps(message.as_json()))
    assert stored["params"]["players"] == [
        {"code": "player", "params": {"name": "Ann", "final": 1400}},
        "Ben",
    ]
    assert speech.again(stored) == message
    assert speech.say("many", count=1).text == "one"


@pytest.fixture
@remembered
def actor(director) -> Actor:
    return Actor.of(director)


@pytest.fixture
@remembered
def game(actor):
    """Ann 26 for a play, Ben 25 by a director's word, six passes: over."""
    game = open_game(["Ann", "Ben"], "wespa", actor)
    for line in ("8H ZONE 26", *["pass"] * 6, "2: adjust 25 late", "1: rack A", "2: rack E"):
        record_turn(game, understand(line, sheet(game).replay).turn, actor, confirmed=True)
    return game


def of(game, verb):
    return Activity.objects.filter(scope=f"game:{game.pk}", verb=verb).latest("id")


@pytest.mark.django_db
def test_an_entry_keeps_code_parameters_and_the_sentence_and_the_hash_covers_them(game, actor):
    finish_game(game, actor)
    entry = of(game, "finish_game")
    assert entry.message["code"] == "finish_game"
    assert entry.message["params"]["finals"] == [
        {"code": "final", "params": {"player": "Ann", "final": 25}},
        {"code": "final", "params": {"player": "Ben", "final": 24}},
    ]
    assert entry.summary == LOG.again(entry.message).text
    assert entry.summary == f"Game {game.pk} finished: Ann 25, Ben 24"
    assert entry.after == {"finals": [25, 24], "winners": [1]}
    assert check_chain().is_whole
    for other in (None, {**entry.message, "code": "reopen_game"}):
        entry.message = other
        assert not entry.is_as_written


@pytest.mark.django_db
def test_a_flip_names_the_seats_that_win_and_what_was_done(game, actor):
    turn = sheet(game).entries[7]
    correct_turn(
        turn, understand("2: adjust 30 late", sheet(game).replay).turn, actor, confirmed=True
    )
    flipped = of(game, "result_flips")
    assert (flipped.before["winners"], flipped.after["winners"]) == ([1], [2])
    assert flipped.after["why"] == {"code": "corrected", "params": {"turn": 8}}
    assert flips_of([game])[game.pk].why == "Turn 8 was corrected"
    undo(game, actor)
    assert of(game, "result_flips").after["why"]["code"] == "change_undone"


@pytest.mark.django_db
def test_who_is_called_otherwise_later_has_still_won(game, actor):
    turn = sheet(game).entries[7]
    correct_turn(
        turn, understand("2: adjust 30 late", sheet(game).replay).turn, actor, confirmed=True
    )
    game.players.filter(seat=2).update(name="Benjamin")
    now = sheet(game)
    flip = last_flip(game, now.outcome, now.names)
    assert flip.after == "Benjamin wins, 29 to 25"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("why", "turn"),
    [
        ("Turn 1 was ruled on: the announced score stands", 1),
        ("Turn 8 was corrected", None),
    ],
)
def test_a_flip_that_an_earlier_version_entered_is_reported_in_its_own_words(
    game, actor, why, turn
):
    """Before there were codes an entry held names and sentences; it stays, and its hash with it."""
    entry = Activity(
        at=game.created_at,
        actor="director",
        verb="result_flips",
        summary="Game 1: the result flips. Before: Ben won. Now: Ann won.",
        scope=f"game:{game.pk}",
        before={"finals": [25, 29], "winners": ["Ben"], "sentence": "Ben wins, 29 to 25"},
        after={"finals": [25, 24], "winners": ["Ann"], "sentence": "Ann won by one", "why": why},
        previous_hash=Activity.objects.latest("id").hash,
    )
    entry.hash = entry.computed_hash()
    entry.save(force_insert=True)
    assert check_chain().is_whole
    now = sheet(game)
    flip = last_flip(game, now.outcome, now.names)
    assert (flip.before, flip.after, flip.why) == ("Ben wins, 29 to 25", "Ann won by one", why)
    assert (flip.winners, flip.turn) == ((0,), turn)
    ruling = Ruling(ruled_at=game.created_at)
    assert flip_by(ruling, 1, [flip]) == (flip if turn == 1 else None)
    ruled_since = Ruling(ruled_at=timezone.now())
    assert flip_by(ruled_since, 1, [flip]) is None


def test_a_judgement_is_reported_word_for_word():
    verdict = Judgement(words=["ZONE", "QI"], by_list=True)
    message = say(
        "judge",
        place=say("word_judge"),
        words=verdict.words,
        verdict=say("acceptable"),
        lexicon="NWL2023",
    )
    assert message.text == f"Word judge: {verdict} by NWL2023"
