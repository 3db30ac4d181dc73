"""What messages of the engine say, for tests that assert the sentence."""

from tournament.engine.message import Message
from tournament.wording.sentences import sentences


def in_words(*messages: Message | None) -> str:
    """The sentences of the messages, one after another; None says nothing."""
    return " ".join(sentences(message for message in messages if message is not None))
