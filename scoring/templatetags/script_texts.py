"""Translated sentences for scripts, embedded in the page as JSON."""

from collections.abc import Mapping

from django import template
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _lazy

register = template.Library()

DRAFT: Mapping[str, object] = {
    "restored": _lazy("What you typed here and did not send is back."),
    "discard": _lazy("Discard it"),
}
BOARD: Mapping[str, object] = {
    "turnDown": _lazy("Turn ↓"),
    "turnAcross": _lazy("Turn →"),
    "across": _lazy("{square}, across"),
    "down": _lazy("{square}, down"),
    "emptySquare": _lazy("{square}, empty"),
    "premiumSquare": _lazy("{square}, empty, {premium}"),
    "tileOn": _lazy("{square}, {letter}"),
    "blankOn": _lazy("{square}, blank as {letter}"),
    "tileOfLastPlay": _lazy("{tile}, last play"),
    "tileTyped": _lazy("{tile}, being typed"),
    "lineHoldsElse": _lazy("The entry line holds something else. Escape empties it."),
    "board": _lazy("The board, square by square"),
    "boardKeys": _lazy(
        "Arrows choose a square, Space turns the direction, letters lay tiles, Shift and a letter a "
        "blank, Backspace takes one back, Enter goes to the score. Ctrl or Alt and an arrow read a "
        "square and change nothing."
    ),
}
ENTRY: Mapping[str, object] = {
    "queued": _lazy(
        "The server does not answer. Type on: what you enter stays here, and is sent "
        "automatically when the server answers again. Enter tries at once, Ctrl+Z takes the "
        "last line back."
    ),
    "waiting": _lazy("Waiting: {lines}"),
    "putAside": _lazy("Typed and not entered yet: {lines}"),
    "dropLine": _lazy("Do not enter {line}"),
    "undo": _lazy("undo"),
    "redo": _lazy("redo"),
    "tooOld": _lazy(
        "This page is too old to be answered. What you typed is kept: reload the page."
    ),
    "notRecorded": _lazy(
        "The server could not do this, and recorded nothing. What you typed is still here."
    ),
}
SILENT: Mapping[str, object] = {
    "silentSince": _lazy(
        "The server has not answered since {time}. What is typed here stays here."
    ),
}
PAD: Mapping[str, object] = {
    "nothingChanged": _lazy(
        "The server does not answer. Nothing is changed: press again when it does."
    ),
    "noAnswer": _lazy(
        "The server does not answer. What you typed is still here: enter it again when it does."
    ),
    "notUndone": _lazy("The server does not answer. Nothing was undone."),
    "notRuled": _lazy("The server does not answer. Nothing was ruled."),
    **SILENT,
    "answersAgain": _lazy("The server answers again."),
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
