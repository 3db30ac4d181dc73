"""A character that no text has: U+0000 is refused in every address and every field, on either database alike.

PostgreSQL cannot store it and SQLite can; no keyboard types it. What is in an uploaded file is for its reader.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

NULL = "\0"


def refuse_null_characters(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer what holds the character with a page that says so; the rest is handed on."""

    def answer(request: HttpRequest) -> HttpResponse:
        sent = [request.path_info, *_texts(request.GET)]
        if request.method == "POST":
            sent += _texts(request.POST)  # Django takes it out of the names of files
        if any(NULL in text for text in sent):
            return render(request, "null_character.html", status=400)
        return get_response(request)

    return answer


def _texts(sent: QueryDict) -> list[str]:
    return [text for name, values in sent.lists() for text in (name, *values)]
