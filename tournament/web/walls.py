"""The wall around a request: whoever is logged in sees what belongs to the organisation they work for.

A page of an event is within the organisation of that event (`tournament.web.page.find_event`). For strangers
there is no wall: what they may see is public, or opened by a code.
"""

from collections.abc import Callable

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse

from scoring.walls import within
from tournament.web.access import CHOSEN_ORGANISATION, as_chosen, own_organisation


def keep_walls(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """The middleware; it asks the database nothing until a page does."""

    def answer(request: HttpRequest) -> HttpResponse:
        def choice() -> int | None:
            return request.session.get(CHOSEN_ORGANISATION)

        def organisation() -> int | None:
            user = getattr(request, "user", None)  # none yet: a page that was made before
            return own_organisation(user) if isinstance(user, User) else None

        with as_chosen(choice), within(organisation):
            return get_response(request)

    return answer
