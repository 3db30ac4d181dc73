"""No answer to HEAD has a body, whatever the view, the static files or the pages of errors wrote.

RFC 9110, section 9.3.2: the answer has the headers of the one to GET, and no content. Django leaves
that to the server, some of which send what they are given, and a browser would read what is left on the
connection as the answer to its next request.
"""

from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

NO_LENGTH = tuple(str(int(status)) for status in (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED))
"""The status codes of answers that have no body for GET either."""


def without_body_for_head(application: WSGIApplication) -> WSGIApplication:
    """Return `application` with the bodies of its answers to HEAD dropped.

    An answer that tells no length, as one written bit by bit, gets that of the body it would have had:
    a server that knows no length marks the end of the body, and that mark would be read as well.
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
        if "content-length" not in names and not status.startswith(NO_LENGTH):
            headers = [*headers, ("Content-Length", str(length))]
        start_response(status, headers, *failure)
        return ()

    return answer
