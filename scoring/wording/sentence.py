"""Sentences of the log, stored with their code and parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any

from django.utils.translation import gettext

from scoring.wording.phrases import FormattedInteger, label_within_sentence


@dataclass(frozen=True, slots=True)
class PluralSentence:
    """A sentence with plural forms.

    `count_parameter` names the parameter that contains the number; `text_for_count` returns the form for that number.
    """

    count_parameter: str
    text_for_count: Callable[[int], str]


Wording = str | PluralSentence
"""A sentence with parameters in braces, possibly with plural forms."""


def fill_wording(wording: Wording, values: Mapping[str, Any]) -> str:
    """Return the translated sentence with `values` filled in; without values, braces are left as they are."""
    if isinstance(wording, PluralSentence):
        return wording.text_for_count(values[wording.count_parameter]).format(**values)
    return gettext(wording).format(**values) if values else gettext(wording)


@dataclass(frozen=True, slots=True)
class Sentence:
    """The sentence of a log entry: code, parameters, and the text as originally written.

    A parameter is a number, a string, another sentence, or a list of these.
    """

    code: str
    params: Mapping[str, Any]
    text: str

    def __str__(self) -> str:
        return self.text

    def as_json(self) -> dict[str, Any]:
        """Return the code and the parameters as plain values, including nested sentences."""
        return {
            "code": self.code,
            "params": {key: _as_json(value) for key, value in self.params.items()},
        }


class SentenceTable:
    """A table of sentences by code, extended by the tables of `others`.

    A string of the program, such as the name of a method, is passed as a parameter in English.
    `{method:label}` in a sentence translates it, and `:lower_label` also converts it to lower case.
    """

    def __init__(
        self, *tables: Mapping[str, Wording], others: Callable[[], Iterable[SentenceTable]] = tuple
    ) -> None:
        self.table = {code: wording for table in tables for code, wording in table.items()}
        self.others = others

    def say(self, code: str, /, **params: Any) -> Sentence:
        """Return the sentence for a code in the current language. Lists of strings are joined with commas.

        Raise `KeyError` for an unknown code or a missing parameter.
        """
        given = {key: _storable_value(value) for key, value in params.items()}
        tables = (self.table, *(sentences.table for sentences in self.others()))
        wording = next((table[code] for table in tables if code in table), None)
        if wording is None:
            raise KeyError(code)
        if isinstance(wording, PluralSentence):
            text = wording.text_for_count(given[wording.count_parameter])
        else:
            text = gettext(wording)
        return Sentence(
            code, given, text.format(**{key: _formatted_value(v) for key, v in given.items()})
        )

    def from_stored(self, stored: Mapping[str, Any]) -> Sentence:
        """Return a stored sentence in the current language, as `say` does.

        If two tables share a code, the one whose parameters were stored is used. Raise `KeyError` if no
        table has the code with these parameters.
        """
        params = {key: self._from_json(value) for key, value in stored["params"].items()}
        code = stored["code"]
        for sentences in (self, *self.others()):
            if code in sentences.table and sentences.fields(code) <= params.keys():
                return sentences.say(code, **params)
        raise KeyError(code)

    def from_stored_or(self, stored: Any, otherwise: str) -> str:
        """Return the text of a stored sentence as read by `from_stored`, or `otherwise` if it is unknown or damaged."""
        try:
            return self.from_stored(stored).text
        except (LookupError, TypeError, ValueError, AttributeError):
            return otherwise

    def variants(self, code: str) -> tuple[str, ...]:
        """Return the sentence for a code as written in the table, or its singular and plural."""
        wording = self.table[code]
        return (
            (wording.text_for_count(1), wording.text_for_count(2))
            if isinstance(wording, PluralSentence)
            else (wording,)
        )

    def fields(self, code: str) -> frozenset[str]:
        """Return the names of the parameters that the sentences for a code need."""
        wording = self.table[code]
        counted = {wording.count_parameter} if isinstance(wording, PluralSentence) else set()
        return frozenset(
            counted
            | {
                field
                for text in self.variants(code)
                for _, field, _, _ in Formatter().parse(text)
                if field is not None
            }
        )

    def _from_json(self, value: Any) -> Any:
        if isinstance(value, dict):
            return self.from_stored(value)
        return [self._from_json(part) for part in value] if isinstance(value, list) else value


def _storable_value(value: Any) -> Any:
    """Return a parameter in storable form.

    Integers and sentences are unchanged, a list or tuple becomes a list of such values, and
    anything else becomes a string.
    """
    if isinstance(value, list | tuple):
        return [_storable_value(part) for part in value]
    return value if isinstance(value, int | Sentence) else str(value)


class _LabelText(str):
    """A string that the formats `:label` and `:lower_label` translate."""

    def __format__(self, spec: str) -> str:
        if not self or spec not in ("label", "lower_label"):
            return super().__format__(spec)
        text = gettext(self)
        return label_within_sentence(text) if spec == "lower_label" else text


class _ParameterList(list[Any]):
    """A list of parameters, each shown in the same format."""

    def __format__(self, spec: str) -> str:
        return ", ".join(format(_formatted_value(part), spec) for part in self)


def _formatted_value(value: Any) -> Any:
    if isinstance(value, list):
        return _ParameterList(value)
    if isinstance(value, str):
        return _LabelText(value)
    return FormattedInteger(value) if type(value) is int else value


def _as_json(value: Any) -> Any:
    if isinstance(value, list):
        return [_as_json(part) for part in value]
    return value.as_json() if isinstance(value, Sentence) else value
