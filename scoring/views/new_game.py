"""A game of its own, outside any event: who plays, by which rules."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.access import Permission, requires
from scoring.actions.activity import Actor
from scoring.actions.games import open_game
from scoring.actions.refusals import Refused
from scoring.forms import NewGameForm


@requires(Permission.DIRECT)
def new_game(request: HttpRequest) -> HttpResponse:
    """Ask who plays; open the game and go to its pad."""
    form = NewGameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        try:
            game = open_game(
                form.names, typed["rules"], Actor.of(request.user), title=typed["title"]
            )
        except Refused as refused:
            form.add_error("rules", str(refused))
        else:
            return redirect(game)
    return render(
        request, "scoring/new_game.html", {"form": form}, status=422 if form.errors else 200
    )
