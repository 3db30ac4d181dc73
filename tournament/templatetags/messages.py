"""Template filters for messages of the engine, lists and records: `{{ line.problem|sentence }}`."""

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
    """Return the sentence for a message that has no entry numbers among its parameters."""
    return sentences.sentence(message)


@register.filter
def without(items: Iterable[object], others: Iterable[object]) -> list[object]:
    """Return the items that are not among the others, in their order; all items if there are no others."""
    left_out = set(others or ())
    return [item for item in items if item not in left_out]


@register.filter
def record(line: RankedLine | ProgressStep, event: Event) -> str:
    """Return the wins and losses, with ties in the event's form: ``5½-1½``, or ``5-1-1``."""
    return line.record_text(ties_apart=event.rules.ties_apart)
