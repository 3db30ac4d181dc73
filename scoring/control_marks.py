"""Control characters in what commands print: shown as marks, for a file may hold those that a terminal obeys."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.core.management.base import OutputWrapper

MARKS: dict[int, int | str] = {
    **{code: 0x2400 + code for code in range(0x20) if chr(code) not in "\n\t"},
    0x7F: 0x2421,
    **{code: f"\\x{code:02x}" for code in range(0x80, 0xA0)},
}
"""ESC as ␛, BEL as ␇, those of the second block as escapes; the ends of lines and tabs stay."""


def marked(text: str) -> str:
    """Return the text with every control character as a mark, but for two kinds of carriage return.

    One at the start draws a line again, as a progress bar does; one before a line feed ends a line, as in CSV.
    """
    if text.isprintable():
        return text
    redrawn = "\r" if text.startswith("\r") else ""
    lines = text.removeprefix("\r").split("\r\n")
    return redrawn + "\r\n".join(line.translate(MARKS) for line in lines)


def mark_what_commands_print() -> None:
    """Have all that any command prints marked; called once, when the program is set up."""
    write = OutputWrapper.write
    if hasattr(write, "__wrapped__"):
        return

    @wraps(write)
    def write_marked(
        self: OutputWrapper,
        msg: str = "",
        style_func: Callable[[str], str] | None = None,
        ending: str | None = None,
    ) -> None:
        write(self, marked(str(msg)), style_func, ending)

    OutputWrapper.write = write_marked  # type: ignore[method-assign]
