"""A progress bar on standard error, shown only on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from django.core.management.base import OutputWrapper

Item = TypeVar("Item")
BAR_WIDTH = 40


class ProgressBar:
    """A progress bar on a stream, drawn only if that is a terminal."""

    def __init__(self, stream: OutputWrapper) -> None:
        self.stream = stream
        self.is_begun = False

    def show(self, done: int, number: int) -> None:
        """Redraw the bar if the stream is a terminal."""
        if self.stream.isatty() and number:
            self.is_begun = True
            bar = "#" * (BAR_WIDTH * done // number)
            self.stream.write(f"\r[{bar:<{BAR_WIDTH}}] {done}/{number}", ending="")

    def end(self) -> None:
        """Start a new line after the bar."""
        if self.is_begun:
            self.stream.write("")


def with_progress_bar(items: Iterable[Item], number: int, stream: OutputWrapper) -> Iterator[Item]:
    """Yield the items, with a progress bar on `stream` if it is a terminal and there are several."""
    bar = ProgressBar(stream)
    step = max(1, number // 400)
    for done, item in enumerate(items, 1):
        yield item
        if number > 1 and (done % step == 0 or done == number):
            bar.show(done, number)
    bar.end()
