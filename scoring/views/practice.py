"""Practice for scorekeepers: choose a pace, type a made-up game as called out, and see the result."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from scoring import catalogue
from scoring.access import Permission, game_scope, practice_scope, requires
from scoring.actions.activity import Actor
from scoring.actions.practice import (
    LENGTHS,
    MAX_KEYSTROKES,
    PACES,
    RULES,
    begin_practice,
    end_practice,
)
from scoring.actions.refusals import Refused
from scoring.engine.game.record import Record
from scoring.engine.game.turns import TurnKind
from scoring.models import PracticeGame
from scoring.queries.practice import practice_result
from scoring.simulation import Habits, simulate_game


class PracticeForm(forms.Form):
    """The pace and length of a practice."""

    pace = forms.TypedChoiceField(label=_lazy("Pace"), coerce=int)
    turns = forms.TypedChoiceField(label=_lazy("Turns"), coerce=int)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        pace, turns = self.fields["pace"], self.fields["turns"]
        assert isinstance(pace, forms.ChoiceField)
        assert isinstance(turns, forms.ChoiceField)
        pace.choices = [(seconds, pace_in_words(seconds)) for seconds in PACES]
        turns.choices = [(number, str(number)) for number in LENGTHS]


HABITS = Habits(
    mistakes=0.25, phonies=0.06, challenged=1.0, vain_challenges=0.0, overtime=0.0, stalemates=0.0
)
"""The habits of the simulated players.

About a quarter of the plays are announced or added up wrongly, and every event can be typed as
called out.
"""


def simulated_record(seed: int) -> Record:
    """Return a game between made-up players, always the same for the same seed."""
    english = catalogue.tile_set("english")
    return simulate_game(seed, catalogue.rule_set(RULES), tile_set=english, habits=HABITS).record


def pace_in_words(seconds: int) -> str:
    """Return a pace in words, such as ``20 seconds per turn``; 0 seconds are ``each turn on request``."""
    if not seconds:
        return _("each turn on request")
    return ngettext("{seconds} second per turn", "{seconds} seconds per turn", seconds).format(
        seconds=seconds
    )


def calls_of(practice: PracticeGame) -> list[dict[str, str]]:
    """Return the calls of a practice, one for each turn.

    Each has the player and action, the word or tiles, the coordinate, the blanks, and the announced
    score; missing parts are "".
    """
    return [_call(turn) for turn in practice.turns]


def _call(turn: Mapping[str, Any]) -> dict[str, str]:
    player, line, kind = turn["player"], str(turn["line"]), TurnKind(turn["kind"])
    call = {"who": player, "what": line, "where": "", "score": ""}
    if kind is TurnKind.PLAY:
        square, tiles = line.split(" ")[:2]
        down = square[0].isalpha()
        where = _("down from {square}") if down else _("across from {square}")
        parts = [where.format(square=square), *_blank_phrases(tiles)]
        word = tiles.replace("(", "").replace(")", "")
        score = "" if turn["announced"] is None else _("“{score}”").format(score=turn["announced"])
        who = _("{player} plays").format(player=player)
        return {"who": who, "what": word, "where": ", ".join(parts), "score": score}
    if kind is TurnKind.EXCHANGE:
        who = _("{player} exchanges").format(player=player)
        return call | {"who": who, "what": line.removeprefix("-")}
    if kind is TurnKind.WITHDRAWN:
        return call | {
            "who": _("Challenged: {player} takes the play back").format(player=player),
            "what": "",
        }
    if kind is TurnKind.PASS:
        return call | {"who": _("{player} passes").format(player=player), "what": ""}
    return call


def _blank_phrases(tiles: str) -> list[str]:
    """Return a phrase for every blank among the tiles, leaving out those in brackets."""
    new = re.sub(r"\([^)]*\)", "", tiles)
    return [_("the {letter} is a blank").format(letter=c.upper()) for c in new if c.islower()]


@requires(Permission.RECORD, practice_scope)
def start_practice(request: HttpRequest) -> HttpResponse:
    """Show the form for pace and length; open the made-up game on the pad."""
    form = PracticeForm(request.POST or None, initial={"pace": 20, "turns": 16})
    if request.method == "POST" and form.is_valid():
        record = simulated_record(secrets.randbelow(10**9))
        begun = begin_practice(Actor.for_user(request.user), record, **form.cleaned_data)
        return redirect(begun.game)
    status = 422 if form.errors else 200
    return render(request, "scoring/practice_begin.html", {"form": form}, status=status)


@requires(Permission.RECORD, game_scope)
def practice_result_page(request: HttpRequest, pk: int) -> HttpResponse:
    """End the practice if the form was sent; otherwise show time, keystrokes and caught slips.

    If the practice is still in progress, redirect to its game.
    """
    practice = get_object_or_404(PracticeGame.objects.select_related("game"), pk=pk)
    if request.method == "POST":
        typed = request.POST.get("keys", "")
        keys = int(typed) if typed.isdecimal() and len(typed) <= len(str(MAX_KEYSTROKES)) else 0
        with suppress(Refused):  # already ended; its result is shown
            end_practice(practice.game, Actor.for_user(request.user), keys=keys)
        return redirect("scoring:practice", pk=pk)
    if practice.ended_at is None:
        return redirect(practice.game)
    context = {
        "game": practice.game,
        "result": practice_result(practice),
        "pace": pace_in_words(practice.pace),
    }
    return render(request, "scoring/practice_result.html", context)
