"""Signals about events for rooms, sent before or after actions.

They are sent inside the action's transaction unless stated otherwise, so an exception in a receiver
undoes the whole action.

`entries_added` (sender Entry; `event`, `entries`) is sent when new entries are saved.

`entry_replaced` (sender Entry; `old`, `new`) is sent when an entry is withdrawn from its division
and the player continues with another entry in the next division.

`division_removing` (sender Division; `division`) is sent before a division and everything in it is
removed.

`event_closed` (sender Event; `event`, `actor`) is sent when an event is closed.

`people_imported` (sender Player; `players`, a queryset, `event`, `actor`) is sent after the import
of an event's archive has added people.

`person_changing` (sender Player; `player`) is sent before a person is corrected. A receiver raises
`Refused` if the person's data may no longer be changed.

`persons_merged` (sender Player; `keep`, `other`) is sent once the entries of `other` belong to
`keep`, before `other` is marked as merged.

`demo_made` (sender Event; `event`, `actor`) is sent when the demo event and the evening of its club
are complete. A room adds content for its pages.

`code_guessed` (sender str; `address`) is sent, outside any transaction, when the computer at this
address keeps trying wrong codes.
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
    """Connect the receiver with this dotted name, which is imported when the signal is first sent."""
    signal.connect(_lazy_receiver(receiver), weak=False, dispatch_uid=receiver)


def _lazy_receiver(name: str) -> Callable[..., Any]:
    def receiver(**message: Any) -> Any:
        return import_string(name)(**message)

    return receiver
