"""Visible marks for control characters in the output of commands, because files may contain terminal codes."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.core.management.base import OutputWrapper

VISIBLE_REPLACEMENTS: dict[int, int | str] = {
    **{code: 0x2400 + code for code in range(0x20) if chr(code) not in "\n\t"},
    0x7F: 0x2421,
    **{code: f"\\x{code:02x}" for code in range(0x80, 0xA0)},
}
"""Replacements: ESC as ␛, BEL as ␇, and U+0080 to U+009F as escapes. Line feeds and tabs are unchanged."""


def mark_control_characters(text: str) -> str:
    """Return the text with visible marks for control characters, except for two kinds of carriage return.

    A carriage return at the start redraws a line, as progress bars do. One before a line feed ends
    a line, as in CSV.
    """
    if text.isprintable():
        return text
    redrawn = "\r" if text.startswith("\r") else ""
    lines = text.removeprefix("\r").split("\r\n")
    return redrawn + "\r\n".join(line.translate(VISIBLE_REPLACEMENTS) for line in lines)


def mark_command_output() -> None:
    """Mark control characters in the output of every command. Called once at startup."""
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
        write(self, mark_control_characters(str(msg)), style_func, ending)

    OutputWrapper.write = write_marked  # type: ignore[method-assign]
