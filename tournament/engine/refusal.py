"""What an engine raises where something is impossible as asked: a message, whose sentence is made where it is shown."""

from tournament.engine.message import Message


class Impossible(Exception):
    """Something cannot be done or read; `message` says what, and what would be possible."""

    def __init__(self, message: Message) -> None:
        super().__init__(repr(message))
        self.message = message
