"""Drop the body of every response to HEAD, from views, static files and error pages alike.

By RFC 9110, section 9.3.2, such a response has the headers of the response to GET, and no content.
Django leaves this to the server. Some servers send the body nevertheless, and a browser would read
it as the response to its next request on the connection.
"""

from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

BODYLESS_STATUSES = tuple(
    str(int(status)) for status in (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED)
)
"""The status codes of responses that have no body for GET either."""


def drop_head_bodies(application: WSGIApplication) -> WSGIApplication:
    """Return `application` with the bodies of its responses to HEAD dropped.

    A response without a length, such as a stream, gets the length of the body it would have had;
    otherwise the server would send an end marker, which the client would read as content.
    """

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "HEAD":
            return application(environ, start_response)
        started: list[Any] = []

        def remember(*arguments: Any) -> Callable[[bytes], object]:
            started[:] = arguments
            return len

        body = application(environ, remember)
        try:
            length = sum(map(len, body))
        finally:
            if hasattr(body, "close"):
                body.close()
        status, headers, *failure = started
        names = {name.casefold() for name, _ in headers}
        if "content-length" not in names and not status.startswith(BODYLESS_STATUSES):
            headers = [*headers, ("Content-Length", str(length))]
        start_response(status, headers, *failure)
        return ()

    return answer
