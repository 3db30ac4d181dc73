"""Error pages: server errors, full disks, wrong methods and expired forms."""

from __future__ import annotations

import errno
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.conf import settings
from django.core.exceptions import DisallowedHost, SuspiciousOperation
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _lazy
from django.views.defaults import bad_request, server_error

from tournament.data_folder import MIN_FREE_BYTES
from tournament.web.access import SecondFactorMissing
from tournament.web.other_devices import address_of_this_computer
from tournament.web.page import organisation_if_several

LOW_SPACE_BYTES = 50_000_000
"""Free bytes below which the disk is almost full: room for about twenty snapshots of an event of 100 players."""


@dataclass(frozen=True)
class StorageFailure:
    """A storage failure: its title, advice for the reader and the HTTP status."""

    title: Promise
    advice: Promise
    status: int


DISK_FULL = StorageFailure(
    _lazy("The disk is full"),
    _lazy(
        "Free space on the disk of the laptop that runs Ninetimer: empty the bin, remove "
        "downloads, or move old files out of the folder “snapshots” of the data folder. Then go "
        "back and send your change again."
    ),
    507,
)
READ_ONLY = StorageFailure(
    _lazy("The data cannot be changed"),
    _lazy(
        "The database file or its folder is write-protected. On the laptop that runs Ninetimer, "
        "allow writing to the data folder (it is named in the window where Ninetimer was "
        "started), then go back and send your change again."
    ),
    503,
)
BUSY = StorageFailure(
    _lazy("Another change is being saved"),
    _lazy(
        "A large change is taking some time. Wait a few seconds, then go back and send yours again."
    ),
    503,
)
NO_ANSWER = StorageFailure(
    _lazy("The database is not responding"),
    _lazy(
        "The disk or the database server could not be reached. Check that the USB stick or "
        "network drive with the data is still connected and has space. Then go back and send your "
        "change again."
    ),
    503,
)

_OF_SQLITE = {
    "SQLITE_FULL": DISK_FULL,
    "SQLITE_READONLY": READ_ONLY,
    "SQLITE_BUSY": BUSY,
    "SQLITE_LOCKED": BUSY,
    "SQLITE_IOERR": NO_ANSWER,
    "SQLITE_CANTOPEN": NO_ANSWER,
}
_COLLISIONS = ("40P01", "40001")
"""PostgreSQL error codes for a transaction ended by a deadlock or a serialization failure."""
_OF_POSTGRESQL = {
    "53100": DISK_FULL,
    "25006": READ_ONLY,
    **dict.fromkeys((*_COLLISIONS, "55P03"), BUSY),  # 55P03: lock timeout
    "08": NO_ANSWER,
    "57P": NO_ANSWER,
}
_OF_THE_SYSTEM = {
    errno.ENOSPC: DISK_FULL,
    errno.EDQUOT: DISK_FULL,
    errno.EFBIG: DISK_FULL,
    errno.EROFS: READ_ONLY,
}


def handle_server_error(request: HttpRequest) -> HttpResponse:
    """Return the page for the exception being handled: a storage failure, or a general server error."""
    failure = storage_failure_of(sys.exc_info()[1])
    if failure is None:
        return server_error(request)
    answer = render(request, "storage.html", {"failure": failure}, status=failure.status)
    if failure is BUSY:
        answer["Retry-After"] = "3"
    return answer


def storage_failure_of(problem: BaseException | None) -> StorageFailure | None:
    """Return the disk or database failure behind an exception, or None if another fault caused it."""
    for error in _causes(problem):
        name = getattr(error, "sqlite_errorname", None) or ""
        code = getattr(error, "sqlstate", None) or ""
        for known, failure in _OF_SQLITE.items():
            if name.startswith(known):
                return failure
        for known, failure in _OF_POSTGRESQL.items():
            if code.startswith(known):
                return failure
        if isinstance(error, OSError) and error.errno in _OF_THE_SYSTEM:
            return _OF_THE_SYSTEM[error.errno]
        if isinstance(error, DatabaseError) and "connection" in str(error):
            return NO_ANSWER
    return None


def is_collision(problem: BaseException) -> bool:
    """Return whether the database ended a transaction because of a concurrent one, so that a retry can succeed."""
    return any(getattr(error, "sqlstate", None) in _COLLISIONS for error in _causes(problem))


def _causes(problem: BaseException | None) -> Iterator[BaseException]:
    """Yield the exception, then the one it was raised from or while handling, and so on, each once."""
    seen: set[int] = set()
    while problem is not None and id(problem) not in seen:
        seen.add(id(problem))
        yield problem
        problem = problem.__cause__ or problem.__context__


def low_disk_space() -> int | None:
    """Return the number of free bytes on the data disk if space is low, or 0 if nothing more can be written.

    Return None if there is enough space or the disk cannot be examined.
    """
    try:
        free = shutil.disk_usage(settings.NINETIMER_DATA_DIR).free
    except OSError:
        return None
    if free >= LOW_SPACE_BYTES:
        return None
    return free if free >= MIN_FREE_BYTES else 0


METHOD_NOT_ALLOWED = 405

Answer = Callable[[HttpRequest], HttpResponse]


def explain_method_not_allowed(get_response: Answer) -> Answer:
    """Return middleware that adds an explanation and a way back to an empty 405 response to a GET request."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if (
            response.status_code != METHOD_NOT_ALLOWED
            or request.method != "GET"
            or response.content
        ):
            return response
        explained = render(request, "405.html", status=METHOD_NOT_ALLOWED)
        explained["Allow"] = response["Allow"]
        return explained

    return answer


def handle_bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Return the 400 page; for an unknown host name it shows the address of this computer, if known."""
    if not isinstance(exception, DisallowedHost):
        return bad_request(request, exception or SuspiciousOperation())
    context = {"host": request.META.get("HTTP_HOST", ""), "address": address_of_this_computer()}
    return HttpResponse(render_to_string("unknown_name.html", context), status=400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the 403 page with the reason, and a link to set up a second factor if only that is missing."""
    context = {
        "exception": str(exception),
        "lacks_second_factor": isinstance(exception, SecondFactorMissing),
    }
    return render(request, "403.html", context, status=403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the 404 page, which names the user's organisation if there are several."""
    del exception
    several = organisation_if_several(request) if hasattr(request, "user") else None
    return render(request, "404.html", {"organisation": several}, status=404)


def stale_page(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the 403 page that explains how to recover the typed text."""
    return render(request, "403_csrf.html", {"reason": reason}, status=403)
