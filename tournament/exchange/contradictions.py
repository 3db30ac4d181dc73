"""What does not fit together in a file, as remarks for the director."""

from collections.abc import Iterable

from tournament.engine.assembling import Contradiction
from tournament.engine.interchange import Remark
from tournament.wording.sentences import sentence


def remarks_of(file: str, contradictions: Iterable[Contradiction]) -> list[Remark]:
    """A remark about that file for each contradiction, in the language of whoever reads."""
    return [
        Remark(file, contradiction.line, sentence(contradiction.message), contradiction.blocks)
        for contradiction in contradictions
    ]
