"""The sentences of the engine's messages in templates: `{{ line.problem|sentence }}`."""

from collections.abc import Iterable

from django import template

from tournament.engine.message import Message
from tournament.engine.progress import ProgressStep
from tournament.engine.standings import RankedLine
from tournament.models import Event
from tournament.wording import sentences

register = template.Library()


@register.filter
def sentence(message: Message) -> str:
    """Return the sentence of a message that names nobody by number."""
    return sentences.sentence(message)


@register.filter
def without(items: Iterable[object], others: Iterable[object]) -> list[object]:
    """Return what is not among the others, in its order; all of it where there are no others."""
    left_out = set(others or ())
    return [item for item in items if item not in left_out]


@register.filter
def record(line: RankedLine | ProgressStep, event: Event) -> str:
    """Wins and losses as the event shows ties: ``5½-1½``, or ``5-1-1``."""
    return line.record_as(apart=event.rules.ties_apart)
