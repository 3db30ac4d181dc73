"""Starting, pausing, changing and stopping the clock of a round; posting notices and taking them down."""

import datetime as dt
from typing import Any

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.wording.sentence import Sentence
from tournament.actions.act import Action, Refused, act
from tournament.hall.engine.clock import MAX_MINUTES, Clock, begun
from tournament.hall.models import Notice, RoundClock
from tournament.hall.models.clock import NoticeKind
from tournament.hall.queries.clock import UNDO_CLOCKS, default_clocks, notice_sentence
from tournament.models import Division, Event
from tournament.wording.log import say

MAX_NOTICES = 12
"""How many can be up at once: more than that nobody reads."""
MAX_NOTICE_LENGTH = 200


def start_clock(
    actor: Actor,
    division: Division,
    *,
    minutes: int | None = None,
    overtime_minutes: int | None = None,
) -> RoundClock:
    """Start the clock of the round that is being played, as long as the last one where nothing is given.

    Raises `Refused` when no round is published or its clock is started.
    """
    with act(actor, division) as action, action.undo_step(kind=UNDO_CLOCKS.kind):
        usual = default_clocks([division]).get(division.pk)
        if usual is None:
            raise Refused(
                _("No round of division {division} is being played. Publish one first.").format(
                    division=division
                )
            )
        number = usual.round_number
        moment = timezone.now()
        last = RoundClock.objects.filter(division=division, stopped_at=None).first()
        if last is not None:
            if last.round_number == number:
                raise Refused(
                    _("The clock of round {number}, division {division}, is started.").format(
                        number=number, division=division
                    )
                )
            last.stopped_at = moment
            last.save(update_fields=["stopped_at"])
        clock = begun(
            moment.timestamp(),
            length=usual.length if minutes is None else _seconds(minutes, 1),
            overtime=usual.overtime if overtime_minutes is None else _seconds(overtime_minutes, 0),
        )
        row = RoundClock(division=division, round_number=number)
        row.take(clock)
        row.save()
        _log(action, "start_clock", row)
    return row


def pause_clock(actor: Actor, division: Division) -> RoundClock:
    """Pause the clock; one that is paused stays so."""
    with act(actor, division) as action, action.undo_step(kind=UNDO_CLOCKS.kind):
        row = _held(division)
        _change(action, "pause_clock", row, row.clock.paused(timezone.now().timestamp()))
    return row


def resume_clock(actor: Actor, division: Division) -> RoundClock:
    """Let a paused clock run on; one that runs goes on."""
    with act(actor, division) as action, action.undo_step(kind=UNDO_CLOCKS.kind):
        row = _held(division)
        _change(action, "resume_clock", row, row.clock.resumed(timezone.now().timestamp()))
    return row


def change_clock(
    actor: Actor,
    division: Division,
    *,
    added_minutes: int = 0,
    overtime_minutes: int | None = None,
) -> RoundClock:
    """Give the round more minutes, or fewer, or another overtime."""
    if abs(added_minutes) > MAX_MINUTES:
        raise _too_long()
    with act(actor, division) as action, action.undo_step(kind=UNDO_CLOCKS.kind):
        row = _held(division)
        clock = row.clock.extended(60 * added_minutes)
        if overtime_minutes is not None:
            seconds = _seconds(overtime_minutes, 0)
            clock = Clock(clock.length, seconds, clock.added, clock.ran, clock.running_from)
        _change(action, "change_clock", row, clock)
    return row


def stop_clock(actor: Actor, division: Division) -> RoundClock:
    """Take the clock off every page and screen."""
    with act(actor, division) as action, action.undo_step(kind=UNDO_CLOCKS.kind):
        row = _held(division)
        row.stopped_at = timezone.now()
        row.save(update_fields=["stopped_at"])
        _log(action, "stop_clock", row)
    return row


def post_notice(
    actor: Actor,
    event: Event,
    *,
    kind: str,
    time: dt.time | None = None,
    text: str = "",
    division: Division | None = None,
) -> Notice:
    """Tell the whole event or one division something until it is taken down, or until the time it names."""
    text = " ".join(text.split())
    if kind == NoticeKind.TEXT:
        time = None
        if not text:
            raise Refused(_("The notice is empty. Write what everybody should know."))
    elif kind not in NoticeKind.values or time is None:
        raise Refused(_("The notice has no time. Type one, such as 14:05."))
    if len(text) > MAX_NOTICE_LENGTH:
        raise Refused(
            _("A notice has {most} letters at most; this one has {count}.").format(
                most=MAX_NOTICE_LENGTH, count=len(text)
            )
        )
    with act(actor, event) as action:
        posted = Notice.objects.filter(event=event, taken_down_at=None)
        if sum(not notice.has_ended for notice in posted) >= MAX_NOTICES:
            raise Refused(
                _("{most} notices are shown already. Take one down first.").format(most=MAX_NOTICES)
            )
        notice = Notice.objects.create(
            event=event,
            division=division,
            kind=kind,
            time=time,
            text=text,
            posted_at=timezone.now(),
        )
        where = division or event
        sentence = say("post_notice", where=where, notice=_notice(notice))
        action.log("post_notice", sentence, after=_about(notice))
    return notice


def take_down_notice(actor: Actor, notice: Notice) -> Notice:
    """Take a notice down; one that is down already stays so."""
    with act(actor, notice.event) as action:
        held = Notice.objects.select_related("division").get(pk=notice.pk)
        if held.taken_down_at is None:
            held.taken_down_at = timezone.now()
            held.save(update_fields=["taken_down_at"])
            where = held.division or notice.event
            sentence = say("take_down_notice", where=where, notice=_notice(held))
            action.log("take_down_notice", sentence, before=_about(held))
    return held


def _held(division: Division) -> RoundClock:
    """The clock of the round that is being played."""
    row = RoundClock.objects.filter(division=division, stopped_at=None).first()
    if row is None:
        raise Refused(
            _("Division {division} has no clock. Start it first.").format(division=division)
        )
    return row


def _change(action: Action, verb: str, row: RoundClock, clock: Clock) -> None:
    """Save and log a clock that differs from the one there was."""
    if clock == row.clock:
        return
    before = _figures(row)
    row.take(clock)
    row.save()
    _log(action, verb, row, before)


def _log(action: Action, verb: str, row: RoundClock, before: dict[str, int] | None = None) -> None:
    action.log(verb, say(verb, **_named(action, row)), before=before, after=_figures(row))


def _named(action: Action, row: RoundClock) -> dict[str, Any]:
    """What the sentences about a clock name."""
    total = row.clock.total
    return {"division": action.division, "round": row.round_number, "minutes": total // 60}


def _figures(row: RoundClock) -> dict[str, int]:
    """A clock as the log has it, in minutes, and the seconds it has run."""
    return {
        "minutes": row.clock.total // 60,
        "overtime_minutes": row.overtime // 60,
        "seconds_run": row.ran,
    }


def _seconds(minutes: int, least: int) -> int:
    """Minutes as seconds. Raises `Refused` for a time no round lasts."""
    if not least <= minutes <= MAX_MINUTES:
        raise _too_long()
    return 60 * minutes


def _too_long() -> Refused:
    return Refused(_("A round lasts between 1 and {most} minutes.").format(most=MAX_MINUTES))


def _notice(notice: Notice) -> Sentence | str:
    """What the log calls a notice: a time of the day in the words of whoever reads, or the words as typed."""
    if notice.time is None:
        return f"“{notice.text}”"
    time = time_format(notice.time, "H:i")
    return {
        NoticeKind.PAIRINGS: say("notice_pairings", time=time),
        NoticeKind.START: say("notice_start", time=time),
        NoticeKind.LUNCH: say("notice_lunch", time=time),
        NoticeKind.BREAK: say("notice_break", time=time),
    }[NoticeKind(notice.kind)]


def _about(notice: Notice) -> dict[str, str | None]:
    return {
        "notice": notice_sentence(notice),
        "division": notice.division.name if notice.division else None,
    }
