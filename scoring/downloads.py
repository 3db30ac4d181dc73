"""Files as answers to a request."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.http import content_disposition_header


def file_response(
    content: bytes | str, content_type: str, name: str, *, is_shown: bool = False
) -> HttpResponse:
    """Return a file that the browser saves under this name, or shows first if `is_shown`."""
    headers = {"Content-Disposition": content_disposition_header(not is_shown, name)}
    return HttpResponse(content, content_type=content_type, headers=headers)
