"""The messages that wait to be shown on somebody's next page: the newest alone.

Whoever sends form after form without opening a page, as a laptop does that sends on what it typed while it was offline,
would otherwise gather messages without end, in a session that is written with each of them.
"""

from typing import Any

from django.contrib.messages.storage.fallback import FallbackStorage

MAX_MESSAGES = 10
"""So many wait for the next page; they fit into a cookie, so that no session is written."""


class NewestMessages(FallbackStorage):
    """Django's own storage, a cookie and what does not fit in the session, without the oldest."""

    def _store(self, messages: list[Any], response: Any, *args: Any, **options: Any) -> list[Any]:
        newest: list[Any] = super()._store(messages[-MAX_MESSAGES:], response, *args, **options)  # type: ignore[misc]
        return newest
