"""A sentence as it was said, with the code and the parameters it was made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any

from django.utils.translation import gettext

from scoring.wording.phrases import Whole, within_sentence


@dataclass(frozen=True, slots=True)
class Counted:
    """A sentence that differs with the number in the parameter `by`: `say` gives it for a number."""

    by: str
    say: Callable[[int], str]


Wording = str | Counted
"""A sentence with its parameters in braces."""


def filled(wording: Wording, values: Mapping[str, Any]) -> str:
    """Return the sentence in the language of whoever reads, its `values` filled in; without any as it is."""
    if isinstance(wording, Counted):
        return wording.say(values[wording.by]).format(**values)
    return gettext(wording).format(**values) if values else gettext(wording)


@dataclass(frozen=True, slots=True)
class Sentence:
    """What the log keeps of an action: code and parameters, and the sentence in the words it was said in.

    A parameter is a number, a text, something else that was said, or several of these.
    """

    code: str
    params: Mapping[str, Any]
    text: str

    def __str__(self) -> str:
        return self.text

    def as_json(self) -> dict[str, Any]:
        """Code and parameters as plain values; what was said within it likewise."""
        return {
            "code": self.code,
            "params": {key: _as_json(value) for key, value in self.params.items()},
        }


class Sentences:
    """The sentences of a table by their codes; those of `others` are said with them.

    A text of the program's own, such as the name of a method, is a parameter in English that stands as
    `{method:label}` in the sentence, and is translated there; `:lower_label` makes it small.
    """

    def __init__(
        self, *tables: Mapping[str, Wording], others: Callable[[], Iterable[Sentences]] = tuple
    ) -> None:
        self.table = {code: wording for table in tables for code, wording in table.items()}
        self.others = others

    def say(self, code: str, /, **params: Any) -> Sentence:
        """The sentence of a code in the language of whoever acts; texts in a row are joined by commas.

        Raises `KeyError` for a code that is in no table or a parameter that is not given.
        """
        given = {key: _plain(value) for key, value in params.items()}
        tables = (self.table, *(sentences.table for sentences in self.others()))
        wording = next((table[code] for table in tables if code in table), None)
        if wording is None:
            raise KeyError(code)
        if isinstance(wording, Counted):
            text = wording.say(given[wording.by])
        else:
            text = gettext(wording)
        return Sentence(code, given, text.format(**{key: _shown(v) for key, v in given.items()}))

    def again(self, stored: Mapping[str, Any]) -> Sentence:
        """What was stored of something said, said once more in the language of whoever reads; as `say`.

        Two tables may share a code with different parameters; the one whose parameters are stored says it.
        """
        params = {key: self._of_json(value) for key, value in stored["params"].items()}
        code = stored["code"]
        for sentences in (self, *self.others()):
            if code in sentences.table and sentences.fields(code) <= params.keys():
                return sentences.say(code, **params)
        raise KeyError(code)

    def variants(self, code: str) -> tuple[str, ...]:
        """The sentence of a code as it stands in the table, or the one and the many of it."""
        wording = self.table[code]
        return (wording.say(1), wording.say(2)) if isinstance(wording, Counted) else (wording,)

    def fields(self, code: str) -> frozenset[str]:
        """The parameters that the sentences of a code need."""
        wording = self.table[code]
        counted = {wording.by} if isinstance(wording, Counted) else set()
        return frozenset(
            counted
            | {
                field
                for text in self.variants(code)
                for _, field, _, _ in Formatter().parse(text)
                if field is not None
            }
        )

    def _of_json(self, value: Any) -> Any:
        if isinstance(value, dict):
            return self.again(value)
        return [self._of_json(part) for part in value] if isinstance(value, list) else value


def _plain(value: Any) -> Any:
    """A parameter as it can be stored: numbers and what was said as they are, the rest as its text."""
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return value if isinstance(value, int | Sentence) else str(value)


class _Text(str):
    """A text that is translated where the sentence says `:label` or `:lower_label` of it."""

    def __format__(self, spec: str) -> str:
        if not self or spec not in ("label", "lower_label"):
            return super().__format__(spec)
        text = gettext(self)
        return within_sentence(text) if spec == "lower_label" else text


class _Texts(list[Any]):
    """Several parameters in a row, each shown as the sentence says of all."""

    def __format__(self, spec: str) -> str:
        return ", ".join(format(_shown(part), spec) for part in self)


def _shown(value: Any) -> Any:
    if isinstance(value, list):
        return _Texts(value)
    if isinstance(value, str):
        return _Text(value)
    return Whole(value) if type(value) is int else value


def _as_json(value: Any) -> Any:
    if isinstance(value, list):
        return [_as_json(part) for part in value]
    return value.as_json() if isinstance(value, Sentence) else value
