"""A progress bar on standard error, for as long as somebody watches a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from django.core.management.base import OutputWrapper

Item = TypeVar("Item")
BAR = 40


class Bar:
    """A bar that is moved by saying how much of how much is done."""

    def __init__(self, stream: OutputWrapper) -> None:
        self.stream = stream
        self.is_begun = False

    def show(self, done: int, number: int) -> None:
        """Draw it anew, where somebody watches a terminal."""
        if self.stream.isatty() and number:
            self.is_begun = True
            bar = "#" * (BAR * done // number)
            self.stream.write(f"\r[{bar:<{BAR}}] {done}/{number}", ending="")

    def end(self) -> None:
        """Go on in the next line."""
        if self.is_begun:
            self.stream.write("")


def watched(items: Iterable[Item], number: int, stream: OutputWrapper) -> Iterator[Item]:
    """The same items; a bar moves on `stream` when it is a terminal and there are several."""
    bar = Bar(stream)
    step = max(1, number // 400)
    for done, item in enumerate(items, 1):
        yield item
        if number > 1 and (done % step == 0 or done == number):
            bar.show(done, number)
    bar.end()
