"""A pytest plugin that records the addresses, verbs, plug-ins and commands used by the tests of a run.

The gate is a selection of tests, and nothing may fall out of it silently. Each process writes
its records to the folder named by NINETIMER_MET, and `not_met` compares them with the
program.
"""

import functools
import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

FOLDER = "NINETIMER_MET"
IN_PROCESSES = "demo doctor export_organisation import_organisation serve start work"
"""Commands that tests run as separate processes, which record nothing here."""
NOT_RUN = ("build_word_list", "makemessages")
"""Commands that are tested indirectly: one needs an external source, one rewrites every catalogue."""

met: dict[str, set[str]] = defaultdict(set)


def registries() -> dict[str, Mapping[str, Any]]:
    """Return the plug-ins of each kind by key."""
    from tournament.engine.pairing.method import all_methods
    from tournament.engine.prizes.kind import all_kinds
    from tournament.engine.ratings.system import all_systems
    from tournament.engine.standings import all_metrics
    from tournament.exchange.event_files import event_formats
    from tournament.reports.definition import all_reports

    return {
        "report": all_reports(),
        "format": event_formats(),
        "method": all_methods(),
        "metric": all_metrics(),
        "rating system": all_systems(),
        "prize": all_kinds(),
    }


def everything() -> dict[str, set[str]]:
    """Return all items of each kind in the program."""
    from django.core.management import get_commands
    from django.urls import get_resolver

    from tournament.wording.verbs import all_verbs

    ours = {
        name
        for name, app in get_commands().items()
        if app.partition(".")[0] in ("scoring", "tournament")
    }
    return {
        "address": set(_names(get_resolver().url_patterns)),
        "verb": set(all_verbs()),
        "command": ours - {*IN_PROCESSES.split(), *NOT_RUN},
        **{kind: set(plugins) for kind, plugins in registries().items()},
    }


def _names(patterns: list[Any], prefix: str = "") -> Iterator[str]:
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            space = f"{pattern.namespace}:" if pattern.namespace else ""
            yield from _names(pattern.url_patterns, prefix + space)
        elif pattern.name:
            yield prefix + pattern.name


def not_met(folder: Path) -> dict[str, list[str]]:
    """Return by kind the items that no process has met."""
    seen: dict[str, set[str]] = defaultdict(set)
    for file in folder.glob("*.json"):
        for kind, keys in json.loads(file.read_text(encoding="utf-8")).items():
            seen[kind] |= set(keys)
    left = {kind: sorted(keys - seen[kind]) for kind, keys in everything().items()}
    return {kind: keys for kind, keys in left.items() if keys}


@contextmanager
def noting() -> Iterator[None]:
    """Record the items met in the block."""
    from django.core.handlers.base import BaseHandler
    from django.core.management import BaseCommand
    from django.db.models.signals import post_save

    from scoring.models import Activity

    def resolved(_handler: Any, match: Any) -> None:
        met["address"].add(match.view_name)

    def executed(command: Any, _result: Any) -> None:
        met["command"].add(type(command).__module__.rpartition(".")[2])

    def logged(instance: Any, **_message: Any) -> None:
        met["verb"].add(instance.verb)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseHandler, "resolve_request", _after(BaseHandler.resolve_request, resolved))
        patch.setattr(BaseCommand, "execute", _after(BaseCommand.execute, executed))
        for kind, plugins in registries().items():
            for key, plugin in plugins.items():
                _note_calls(patch, kind, key, plugin)
        post_save.connect(logged, sender=Activity)
        try:
            yield
        finally:
            post_save.disconnect(logged, sender=Activity)


WORK = {
    "report": ("build",),
    "format": ("read", "write"),
    "method": ("propose",),
    "metric": ("column", "column_among"),
    "rating system": ("rate",),
    "prize": ("candidates",),
}
"""The main methods of the plug-ins of each kind."""


def _note_calls(patch: pytest.MonkeyPatch, kind: str, key: str, plugin: Any) -> None:
    cls = type(plugin)
    for name in WORK[kind]:
        if method := getattr(cls, name, None):
            patch.setattr(cls, name, _after(method, lambda *_: met[kind].add(key)))


def _after(function: Callable[..., Any], note: Callable[[Any, Any], object]) -> Callable[..., Any]:
    """Return a wrapper that calls `note` with the first argument and the result."""

    @functools.wraps(function)
    def wrapped(*arguments: Any, **named: Any) -> Any:
        result = function(*arguments, **named)
        note(arguments[0], result)
        return result

    return wrapped


@pytest.fixture(autouse=True, scope="session")
def record_items_met(django_db_setup: None) -> Iterator[None]:
    """Record the items met in this run, if a folder is named."""
    if not (folder := os.environ.get(FOLDER)):
        yield
        return
    with noting():
        yield
    text = json.dumps({kind: sorted(keys) for kind, keys in met.items()})
    Path(folder, f"{os.getpid()}.json").write_text(text, encoding="utf-8")
