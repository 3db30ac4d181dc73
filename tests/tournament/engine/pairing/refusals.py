"""Check refusals of the pairing engine by their sentence."""

import re
from contextlib import contextmanager

import pytest

from tournament.engine.pairing.method import CannotPair
from tournament.wording.sentences import refusal_sentence


@contextmanager
def refused(match, kind=CannotPair):
    """Check that the body raises a refusal whose sentence matches."""
    with pytest.raises(kind) as caught:
        yield
    assert re.search(match, refusal_sentence(caught.value))
