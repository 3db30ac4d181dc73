"""Who may do what at the desk: the place of a page of an event, and the rule it carries.

The mechanism is that of the score pad (`scoring.access`), so that one rule holds for both.
"""

from collections.abc import Callable

from scoring.access import HOUSE, Names, Permission, View, ask_to_log_in, may
from scoring.access import requires as requires_at

__all__ = ["Permission", "ask_to_log_in", "may", "requires", "the_event"]


def the_event(names: Names) -> str:
    """The place of a view: the event its address names, or the house."""
    return f"event:{names['event']}" if "event" in names else HOUSE


def requires(
    permission: Permission, place: Callable[[Names], str] = the_event
) -> Callable[[View], View]:
    """Mark a view with its rule and hold it to it, in the event its address names."""
    return requires_at(permission, place)
