"""The sentences of the engine's messages in templates: `{{ line.problem|sentence }}`."""

from django import template

from tournament.engine.message import Message
from tournament.wording import sentences

register = template.Library()


@register.filter
def sentence(message: Message) -> str:
    """The sentence of a message that names nobody by number."""
    return sentences.sentence(message)
