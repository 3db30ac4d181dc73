"""The page for an address that only takes forms: opened by hand it would show nothing at all.

After a refused form such an address stands in the browser's address bar, so that Enter there opens it.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

METHOD_NOT_ALLOWED = 405

Answer = Callable[[HttpRequest], HttpResponse]


def explain_the_wrong_way(get_response: Answer) -> Answer:
    """Give an empty refusal of a page that was opened its words and a way on."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if (
            response.status_code != METHOD_NOT_ALLOWED
            or request.method != "GET"
            or response.content
        ):
            return response
        told = render(request, "405.html", status=METHOD_NOT_ALLOWED)
        told["Allow"] = response["Allow"]
        return told

    return answer
