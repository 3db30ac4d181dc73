"""For which organisation the work is done: the wall around it, put up for a request, a command or a test.

Where nothing was said (a command, a page for everybody) there is no wall. What stands behind it is `Owned`
(`scoring.models.organisation`), and the word lists of an organisation's own (`scoring.lexicon`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

FIRST = 1
"""The key of the organisation every installation has from the beginning."""

_wall: ContextVar[Callable[[], int | None] | None] = ContextVar("organisation", default=None)


def here() -> int | None:
    """The key of the organisation the work is done for; None where there is no wall."""
    wall = _wall.get()
    return wall() if wall is not None else None


def here_or_first() -> int:
    """The key of the organisation that a new row belongs to."""
    return here() or FIRST


def stay_within(organisation: int | None) -> None:
    """Put the wall around one organisation, or (None) take it down, until the `within` around this ends."""
    _wall.set(None if organisation is None else lambda: organisation)


@contextmanager
def within(organisation: int | Callable[[], int | None] | None) -> Iterator[None]:
    """Do the block for one organisation, for that which a function gives when it is needed, or (None) for all."""
    if isinstance(organisation, int):
        key = organisation
        token = _wall.set(lambda: key)
    else:
        token = _wall.set(organisation)
    try:
        yield
    finally:
        _wall.reset(token)
