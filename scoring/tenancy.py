"""The current tenant: the organisation that a request, a command or a test works for.

Without one (in a command, or on a public page) the rows of all organisations are visible. The
tenant limits the rows of every `TenantModel` (`scoring.models.organisation`) and the word lists
that belong to an organisation (`scoring.lexicon`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

FIRST_TENANT = 1
"""The key of the organisation that every installation has from the beginning."""

_tenant: ContextVar[Callable[[], int | None] | None] = ContextVar("organisation", default=None)


def current_tenant() -> int | None:
    """Return the key of the current organisation, or None for all of them."""
    tenant = _tenant.get()
    return tenant() if tenant is not None else None


def current_or_first_tenant() -> int:
    """Return the key of the organisation that a new row belongs to."""
    return current_tenant() or FIRST_TENANT


def set_tenant(organisation: int | None) -> None:
    """Set the current organisation, or None for all organisations, until the enclosing `tenant` block ends."""
    _tenant.set(None if organisation is None else lambda: organisation)


@contextmanager
def tenant(organisation: int | Callable[[], int | None] | None) -> Iterator[None]:
    """Run the block for one organisation, or for all if `organisation` is None.

    If `organisation` is a function that returns the key, it is called whenever the key is needed.
    """
    if isinstance(organisation, int):
        key = organisation
        token = _tenant.set(lambda: key)
    else:
        token = _tenant.set(organisation)
    try:
        yield
    finally:
        _tenant.reset(token)
