"""Strict reading of data files: all keys must be known, and none may be missing.

A tile set, a board or a rule set is one TOML file. A misspelt key that is silently ignored would
score games wrongly, so any unexpected content is an error that names the file and the key.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from typing import Any


class DataFileError(ValueError):
    """A data file is not valid. The message names the file, the key and the remedy."""

    def __init__(self, source: str, problem: str) -> None:
        super().__init__(f"{source}: {problem}")
        self.source = source
        self.problem = problem


def parse_data_file(
    text: str, source: str, keys: Iterable[str], optional: Iterable[str] = ()
) -> dict[str, Any]:
    """Parse TOML and check its top-level keys against `keys` (all required) and `optional`.

    Raise `DataFileError` for invalid TOML and for any unknown or missing key.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataFileError(source, f"this is not valid TOML: {error}") from error
    needed = list(keys)
    known = [*needed, *optional]
    for key in data:
        if key not in known:
            raise DataFileError(source, f"unknown key “{key}”. Known keys: {', '.join(known)}.")
    for key in needed:
        if key not in data:
            raise DataFileError(source, f"the key “{key}” is missing.")
    return data


def typed_value(data: Mapping[str, Any], key: str, kind: type, source: str) -> Any:
    """Return ``data[key]``. Raise `DataFileError` unless its type is exactly `kind`."""
    value = data[key]
    if type(value) is not kind:
        raise DataFileError(source, f"“{key}” must be {_TYPE_NAMES[kind]}, not {value!r}.")
    return value


def typed_strings(data: Mapping[str, Any], key: str, source: str) -> tuple[str, ...]:
    """Return ``data[key]`` as a tuple of strings. Raise `DataFileError` unless it is a list of strings."""
    value = typed_value(data, key, list, source)
    if not all(type(item) is str for item in value):
        raise DataFileError(source, f"“{key}” must be a list of strings.")
    return tuple(value)


_TYPE_NAMES = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}
