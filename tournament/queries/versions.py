"""The version of what a form changes: the page carries it, and the action compares it before it writes."""

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from tournament.models import ResultEntry
from tournament.models.results import Standing

LENGTH = 16
"""Hexadecimal digits: enough that two states of one thing never share a version by chance."""


def version_of(state: Any) -> str:
    """One word for a state made of what JSON holds; empty for nothing at all."""
    if not state:
        return ""
    return sha256(json.dumps(state, sort_keys=True).encode()).hexdigest()[:LENGTH]


def version_of_results(entries: Iterable[ResultEntry]) -> str:
    """The version of a board: which results stand, and which of them counts; empty without any."""
    return version_of(
        [[row.pk, str(row.standing)] for row in entries if row.standing != Standing.SUPERSEDED]
    )
