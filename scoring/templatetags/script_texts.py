"""Translated sentences for scripts, embedded in the page as JSON."""

from collections.abc import Mapping

from django import template
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _lazy

register = template.Library()

DRAFT: Mapping[str, object] = {
    "restored": _lazy("The text you typed here and did not send has been restored."),
    "discard": _lazy("Discard the text"),
}
BOARD: Mapping[str, object] = {
    "turnDown": _lazy("Direction ↓"),
    "turnAcross": _lazy("Direction →"),
    "across": _lazy("{square}, across"),
    "down": _lazy("{square}, down"),
    "emptySquare": _lazy("{square}, empty"),
    "premiumSquare": _lazy("{square}, empty, {premium}"),
    "tileOn": _lazy("{square}, {letter}"),
    "blankOn": _lazy("{square}, blank as {letter}"),
    "tileOfLastPlay": _lazy("{tile}, last play"),
    "tileTyped": _lazy("{tile}, being typed"),
    "lineHoldsElse": _lazy("The entry line already contains text. Press Escape to clear it."),
    "board": _lazy("The board, square by square"),
    "boardKeys": _lazy(
        "Use the arrow keys to choose a square and Space to change the direction. A letter lays a "
        "tile, Shift with a letter lays a blank, Backspace takes back the last tile, and Enter "
        "goes to the score. Ctrl or Alt with an arrow key reads a square without changing "
        "anything."
    ),
}
ENTRY: Mapping[str, object] = {
    "queued": _lazy(
        "The server is not responding. Keep typing: what you enter stays here and is sent "
        "automatically when the server is back. Press Enter to try again at once, or Ctrl+Z to "
        "take the last line back."
    ),
    "waiting": _lazy("Waiting: {lines}"),
    "putAside": _lazy("Typed but not yet entered: {lines}"),
    "dropLine": _lazy("Discard {line}"),
    "undo": _lazy("undo"),
    "redo": _lazy("redo"),
    "tooOld": _lazy(
        "This page has expired, and nothing was sent. What you typed is still here: reload the "
        "page."
    ),
    "notRecorded": _lazy(
        "The server could not do this, and nothing was recorded. What you typed is still here."
    ),
}
SILENT: Mapping[str, object] = {
    "silentSince": _lazy("The server has not responded since {time}. What you typed is still here.")
}
PAD: Mapping[str, object] = {
    "nothingChanged": _lazy(
        "The server is not responding. Nothing was changed: try again when the server is back."
    ),
    "noAnswer": _lazy(
        "The server is not responding. What you typed is still here: enter it again when the "
        "server is back."
    ),
    "notUndone": _lazy("The server is not responding. Nothing was undone."),
    "notRuled": _lazy("The server is not responding. No ruling was made."),
    **SILENT,
    "answersAgain": _lazy("The server is back."),
    "enteredElsewhere": _lazy("Entered elsewhere. {turn}"),
}
GROUPS: Mapping[str, Mapping[str, object]] = {
    "board": BOARD,
    "draft": DRAFT,
    "entry": ENTRY,
    "pad": PAD,
    "silent": SILENT,
}


@register.simple_tag
def script_texts(*groups: str) -> SafeString:
    """Return the sentences of these groups for `texts.js`. Scripts fill in the placeholders."""
    texts = {key: str(text) for group in groups for key, text in GROUPS[group].items()}
    return json_script(texts, "script-texts")
