"""A progress bar on standard error, for as long as somebody watches a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from django.core.management.base import OutputWrapper

Item = TypeVar("Item")
BAR = 40


def watched(items: Iterable[Item], number: int, stream: OutputWrapper) -> Iterator[Item]:
    """The same items; a bar moves on `stream` when it is a terminal and there are several."""
    shown = stream.isatty() and number > 1
    step = max(1, number // 400)
    for done, item in enumerate(items, 1):
        yield item
        if shown and (done % step == 0 or done == number):
            bar = "#" * (BAR * done // number)
            stream.write(f"\r[{bar:<{BAR}}] {done}/{number}", ending="")
    if shown:
        stream.write("")
