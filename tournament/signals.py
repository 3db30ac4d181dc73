"""Signals of the event: what was done or is about to be, for the rooms to follow.

They are sent inside the action's transaction where not said otherwise, so what a receiver raises undoes the whole
action.

`entries_added`: sender Entry; `event`, `entries`. Sent when new entries are saved.
`entry_replaced`: sender Entry; `old`, `new`. Sent when an entry stays behind in its division, withdrawn, and another
in the next division goes on for the same player.
`division_removing`: sender Division; `division`. Sent before a division and everything in it is removed.
`event_closed`: sender Event; `event`, `actor`.
`people_imported`: sender Player; `players` (a queryset), `event`, `actor`. Sent when an archive of an event has brought
them.
`person_changing`: sender Player; `player`. Sent before a person is corrected: a receiver raises `Refused` where nothing
may be written about the person any more.
`persons_merged`: sender Player; `keep`, `other`. Sent when what `other` played belongs to `keep`, before `other` is
marked as merged.
`demo_made`: sender Event; `event`, `actor`. Sent when the demo event is made: a room adds what its pages would
be empty without.
`code_guessed`: sender str; `address` of a computer that goes on typing wrong codes. Sent outside any transaction.
"""

from collections.abc import Callable
from typing import Any

from django.dispatch import Signal
from django.utils.module_loading import import_string

entries_added = Signal()
entry_replaced = Signal()
division_removing = Signal()
event_closed = Signal()
people_imported = Signal()
person_changing = Signal()
persons_merged = Signal()
demo_made = Signal()
code_guessed = Signal()


def connect(signal: Signal, receiver: str) -> None:
    """Connect the receiver of this dotted name; it is imported when the signal is first sent."""
    signal.connect(_imported_late(receiver), weak=False, dispatch_uid=receiver)


def _imported_late(name: str) -> Callable[..., Any]:
    def receiver(**message: Any) -> Any:
        return import_string(name)(**message)

    return receiver
