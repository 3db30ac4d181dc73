"""Limit the messages that wait for a user's next page to the newest.

A client that submits many forms without opening a page, such as a laptop sending what was
typed offline, would otherwise collect messages in a session, which would be saved again with
every form.
"""

from typing import Any

from django.contrib.messages.storage.fallback import FallbackStorage

MAX_MESSAGES = 10
"""Maximum number of waiting messages; they fit into a cookie, so that no session is written."""


class NewestMessages(FallbackStorage):
    """Django's fallback storage, limited to the newest messages."""

    def _store(self, messages: list[Any], response: Any, *args: Any, **options: Any) -> list[Any]:
        newest: list[Any] = super()._store(messages[-MAX_MESSAGES:], response, *args, **options)  # type: ignore[misc]
        return newest
