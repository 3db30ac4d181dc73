"""What a refusal of the pairing engine says, as the director reads it."""

import re
from contextlib import contextmanager

import pytest

from tournament.engine.pairing.method import CannotPair
from tournament.wording.sentences import refusal


@contextmanager
def refused(match, kind=CannotPair):
    """Holds when the body is refused with a sentence that matches."""
    with pytest.raises(kind) as caught:
        yield
    assert re.search(match, refusal(caught.value))
