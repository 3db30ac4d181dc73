"""The screen that names the word list of an event."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scoring.actions.activity import Actor
from tournament.actions.refusal import Refused
from tournament.actions.word_list import lists_for, name_word_list
from tournament.web.access import Permission, requires
from tournament.web.page import find_event, page


@requires(Permission.DIRECT)
def word_list(request: HttpRequest, event: str) -> HttpResponse:
    """Show the lists that fit the event's tiles; name the one chosen."""
    found = find_event(event)
    refused = ""
    if request.method == "POST":
        try:
            named = name_word_list(Actor.of(request.user), found, request.POST.get("list", ""))
        except Refused as why:
            refused = str(why)
        else:
            messages.success(request, "Boards begun from now on use this word list.")
            return redirect(named)
    lists = [(words, f"{len(words):,}") for words in lists_for(found)]
    context = {"event": found, "lists": lists, "refused": refused}
    return page(request, "word_list.html", context, status=422 if refused else 200)
