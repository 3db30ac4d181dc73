"""The models of broadcasting: channels of streams, and API keys."""

from tournament.broadcast.models import logged_tables  # noqa: F401 - says which tables the log holds
from tournament.broadcast.models.api_key import ApiKey
from tournament.broadcast.models.channel import Channel

__all__ = ["ApiKey", "Channel"]
