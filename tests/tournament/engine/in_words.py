"""Render messages of the engine as sentences, for assertions on text."""

from tournament.engine.message import Message
from tournament.wording.sentences import sentences


def in_words(*messages: Message | None) -> str:
    """Return the sentences of the messages in order, without those that are None."""
    return " ".join(sentences(message for message in messages if message is not None))
