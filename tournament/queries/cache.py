"""Cache reads that many reports, or many pages of the same state, have in common.

Inside `cache_reads()`, a function marked `@cached_read` queries the database once for each
set of arguments, so that all reports written to a folder show the same moment. Outside
`cache_reads()` nothing is cached. Pages that show the same state share their answers
through `reuse_answers()`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.db.models import Model
from django.utils.translation import get_language

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

Answers = dict[Any, Any]
"""Results of cached reads, by function and arguments."""

_answers: ContextVar[Answers | None] = ContextVar("answers", default=None)
_shared: ContextVar[Answers | None] = ContextVar("shared answers", default=None)


@contextmanager
def cache_reads() -> Iterator[None]:
    """Cache the results of reads until the end of the block, or of the outer block if nested."""
    if _answers.get() is not None:
        yield
        return
    shared = _shared.get()
    token = _answers.set({} if shared is None else shared)
    try:
        yield
    finally:
        _answers.reset(token)


@contextmanager
def reuse_answers(answers: Answers) -> Iterator[None]:
    """Let `cache_reads()` in the block use these results and add to them.

    A nested `cache_reads()` uses the results of the outer one instead.
    """
    token = _shared.set(answers)
    try:
        yield
    finally:
        _shared.reset(token)


def reads_are_cached() -> bool:
    """Return whether reads are cached, so that one long query is better than many short ones."""
    return _answers.get() is not None


def cached_read(read: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """Cache the results of a function inside `cache_reads()`; no caller may modify them.

    Rows among its arguments are compared by their primary keys.
    """

    @wraps(read)
    def once(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer:
        answers = _answers.get()
        if answers is None:
            return read(*args, **kwargs)
        key = (
            read,
            get_language(),  # an answer may contain text
            tuple(map(_cache_key, args)),
            tuple((name, _cache_key(value)) for name, value in sorted(kwargs.items())),
        )
        if key not in answers:
            answers[key] = read(*args, **kwargs)
        answer: Answer = answers[key]
        return answer

    return once


def _cache_key(value: Any) -> Any:
    return (type(value), value.pk) if isinstance(value, Model) else value
