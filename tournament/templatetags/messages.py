"""The sentences of the engine's messages in templates: `{{ line.problem|sentence }}`."""

from collections.abc import Iterable

from django import template

from tournament.engine.message import Message
from tournament.wording import sentences

register = template.Library()


@register.filter
def sentence(message: Message) -> str:
    """The sentence of a message that names nobody by number."""
    return sentences.sentence(message)


@register.filter
def without(items: Iterable[object], others: Iterable[object]) -> list[object]:
    """What is not among the others, in its order; all of it where there are no others."""
    left_out = set(others or ())
    return [item for item in items if item not in left_out]
