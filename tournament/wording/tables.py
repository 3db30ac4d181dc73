"""Every sentence of the engine's messages by code, and every way a parameter is said: all subjects in one."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext

from scoring.wording.phrases import and_list, comma_list, or_list, signed
from scoring.wording.sentence import Wording
from tournament.wording import files, pairing, people, prizes, rosters, rules, typed_results
from tournament.wording.ways import WAYS, Rendering

TABLES = tuple(
    subject.SENTENCES for subject in (files, pairing, people, prizes, rosters, rules, typed_results)
)
"""The sentences of each subject; a code stands in one of them only."""
SENTENCES: Mapping[str, Wording] = {
    code: wording for table in TABLES for code, wording in table.items()
}


def _sentences_of(messages: Any, rendering: Rendering) -> list[str]:
    return [rendering.sentence(message) for message in messages]


SAYING: Mapping[str, Callable[[Any, Rendering], str]] = {
    **{name: way.say for name, way in WAYS.items()},
    "and": lambda items, _: and_list(items),
    "or": lambda items, _: or_list(items),
    "commas": lambda items, _: comma_list(items),
    "semicolons": lambda messages, rendering: "; ".join(_sentences_of(messages, rendering)),
    "one_after_another": lambda messages, rendering: " ".join(_sentences_of(messages, rendering)),
    "clause": lambda message, rendering: rendering.sentence(message).removesuffix("."),
    "signed": lambda number, _: signed(number),
    "label": lambda text, _: gettext(text),
    "lower_label": lambda text, _: gettext(text).lower(),
    "lower_labels": lambda texts, _: and_list(gettext(text).lower() for text in texts),
}
"""How a parameter is said, by the word behind its colon. Those that are not among `WAYS` are never read back."""
