"""Reads that are asked for again and again while many reports are made in one go, or many pages of one state.

Inside `cached_reads()` a read marked `@remembered` asks the database once for each set of arguments,
so that all reports of a folder stand at the same moment. Outside nothing is kept. Whoever knows that nothing has
changed since another page was made shares the answers of that one by `shared_answers()`.
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
"""What remembered reads have answered, by read and arguments."""

_answers: ContextVar[Answers | None] = ContextVar("answers", default=None)
_shared: ContextVar[Answers | None] = ContextVar("shared answers", default=None)


@contextmanager
def cached_reads() -> Iterator[None]:
    """Keep the answers of remembered reads until the end of the block; of the outer one, inside another."""
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
def shared_answers(answers: Answers) -> Iterator[None]:
    """Let `cached_reads()` within the block begin with these answers, and add to them."""
    token = _shared.set(answers)
    try:
        yield
    finally:
        _shared.reset(token)


def reads_are_cached() -> bool:
    """Whether many pages or reports are made in one go, so that one long read is worth more than many short ones."""
    return _answers.get() is not None


def cached_read(read: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """Mark a read whose answer nobody changes; rows among its arguments are told apart by their keys."""

    @wraps(read)
    def once(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer:
        answers = _answers.get()
        if answers is None:
            return read(*args, **kwargs)
        key = (
            read,
            get_language(),  # an answer may hold words
            tuple(map(_as_key, args)),
            tuple((name, _as_key(value)) for name, value in sorted(kwargs.items())),
        )
        if key not in answers:
            answers[key] = read(*args, **kwargs)
        answer: Answer = answers[key]
        return answer

    return once


def _as_key(value: Any) -> Any:
    return (type(value), value.pk) if isinstance(value, Model) else value
