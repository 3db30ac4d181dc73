"""Take actions one after another, and compare what each did with what somebody last read.

A case is a list of steps: functions of the person at the desk and of what the case is about, a
division or a game. The first prepares, and its answer is not compared. Of each other, the log
entries are compared, with the rows that were written, or the refusal: then no row may have
changed. A text that it returns is compared too; `look` makes a step of a question. At the end, the
state is compared.
"""

import json
import re

from django.conf import settings

from scoring.actions.refusals import Refused
from scoring.models import Activity
from tests.approved import check_approved
from tests.tournament.actions.safety.every_row import everything
from tournament.actions.act import EditConflict

VARIES = re.compile(r"\d{4}-\d\d-\d\d[T ][\d:.]+(\+00:00|Z)?|\b[0-9a-f]{32,}|\d{7,}")
"""Times, digests, and seeds of draws."""


def last_entry():
    """Return the key of the last log entry, or 0."""
    return Activity.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def entries_after(key):
    """Return the contents of the log entries after this one, with the rows that were written."""
    rows = Activity.objects.filter(pk__gt=key).order_by("pk")
    return [*rows.values_list("verb", "scope", "message", "reason", "before", "after", "facts")]


def text_of_entries_after(key):
    """Return them as text, without times, digests and seeds."""
    return VARIES.sub("*", json.dumps(entries_after(key), ensure_ascii=False, sort_keys=True))


def tell(request, name, steps, take, state):
    """Take the steps and compare; the rows of disabled rooms are not in the approved text."""
    prepare, *others = steps
    take(prepare)
    lines = {}
    for number, step in enumerate(others, start=1):
        what, text = _taken(step, take)
        lines[f"{name} {number:02} {what}"] = text
    lines[f"{name} {len(steps):02} then"] = state()
    if not settings.ROOMS_OFF:
        check_approved(request, lines, name)


def _taken(step, take):
    before, logged = everything(), last_entry()
    try:
        answer = take(step)
    except Refused as refused:
        assert (everything(), last_entry()) == (before, logged)
        text = [str(refused)]
        if isinstance(refused, EditConflict):
            text += [f"now {refused.now}", *refused.questions]
        return type(refused).__name__, VARIES.sub("*", " | ".join(text))
    entries = [text_of_entries_after(logged)] if last_entry() > logged else []
    return "done", " | ".join([*entries, *([answer] if isinstance(answer, str) else [])])


def look(question):
    """Return a step that changes nothing and shows the answer to a question about the subject."""
    return lambda _desk, subject: str(question(subject))
