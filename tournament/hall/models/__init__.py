"""The models of the hall: clocks, notices, screens, and players' codes and requests."""

from tournament.hall.models import logged_tables  # noqa: F401 - says which tables the log holds
from tournament.hall.models.clock import Notice, RoundClock
from tournament.hall.models.players import Kiosk, PlayerCode, PlayerRequest
from tournament.hall.models.screens import Screen

__all__ = ["Kiosk", "Notice", "PlayerCode", "PlayerRequest", "RoundClock", "Screen"]
