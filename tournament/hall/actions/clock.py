"""Start, pause, change and stop the clocks of rounds; post and take down notices."""

import datetime as dt
from typing import Any

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.wording.sentence import Sentence
from tournament.actions.act import Action, Refused, act
from tournament.hall.engine.clock import MAX_MINUTES, Clock, started_clock
from tournament.hall.models import Notice, RoundClock
from tournament.hall.models.clock import NoticeKind
from tournament.hall.queries.clock import UNDO_CLOCKS, default_clocks, notice_sentence
from tournament.models import Division, Event
from tournament.wording.log import say

MAX_NOTICES = 12
"""The maximum number of current notices, kept low so that people read them."""
MAX_NOTICE_LENGTH = 200


def start_clock(
    actor: Actor,
    division: Division,
    *,
    minutes: int | None = None,
    overtime_minutes: int | None = None,
) -> RoundClock:
    """Start the clock of the current round, by default with the length and overtime of the division's last clock.

    If there was no such clock, they come from the event's rules. The clock of an earlier round is
    stopped. Raise `Refused` if no round is published, its clock has already been started, or the
    minutes are out of range.
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
                    _(
                        "The clock of round {number}, division {division}, has already been started."
                    ).format(number=number, division=division)
                )
            last.stopped_at = moment
            last.save(update_fields=["stopped_at"])
        clock = started_clock(
            moment.timestamp(),
            length=usual.length if minutes is None else _seconds(minutes, 1),
            overtime=usual.overtime if overtime_minutes is None else _seconds(overtime_minutes, 0),
        )
        row = RoundClock(division=division, round_number=number)
        row.copy_from(clock)
        row.save()
        _log_clock(action, "start_clock", row)
    return row


def pause_clock(actor: Actor, division: Division) -> RoundClock:
    """Pause the clock if it is running. Raise `Refused` if the division has no clock."""
    with act(actor, division) as action, action.undo_step(kind=UNDO_CLOCKS.kind):
        row = _current_clock(division)
        _save_clock(action, "pause_clock", row, row.clock.paused_at(timezone.now().timestamp()))
    return row


def resume_clock(actor: Actor, division: Division) -> RoundClock:
    """Resume the clock if it is paused. Raise `Refused` if the division has no clock."""
    with act(actor, division) as action, action.undo_step(kind=UNDO_CLOCKS.kind):
        row = _current_clock(division)
        _save_clock(action, "resume_clock", row, row.clock.resumed_at(timezone.now().timestamp()))
    return row


def change_clock(
    actor: Actor, division: Division, *, added_minutes: int = 0, overtime_minutes: int | None = None
) -> RoundClock:
    """Add minutes to the round, or remove some with a negative number, and optionally set the overtime.

    Raise `Refused` if there is no clock or the minutes are out of range.
    """
    if abs(added_minutes) > MAX_MINUTES:
        raise _too_long_error()
    with act(actor, division) as action, action.undo_step(kind=UNDO_CLOCKS.kind):
        row = _current_clock(division)
        clock = row.clock.extended_by(60 * added_minutes)
        if overtime_minutes is not None:
            seconds = _seconds(overtime_minutes, 0)
            clock = Clock(clock.length, seconds, clock.added, clock.ran, clock.running_from)
        _save_clock(action, "change_clock", row, clock)
    return row


def stop_clock(actor: Actor, division: Division) -> RoundClock:
    """Remove the clock from all pages and screens. Raise `Refused` if the division has no clock."""
    with act(actor, division) as action, action.undo_step(kind=UNDO_CLOCKS.kind):
        row = _current_clock(division)
        row.stopped_at = timezone.now()
        row.save(update_fields=["stopped_at"])
        _log_clock(action, "stop_clock", row)
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
    """Post a notice for the whole event or one division.

    It is shown until it is taken down, or until the time it names. Raise `Refused` if the text or time
    that its kind requires is missing, if the text is too long, or if there are too many notices.
    """
    text = " ".join(text.split())
    if kind == NoticeKind.TEXT:
        time = None
        if not text:
            raise Refused(_("The notice is empty. Type a message for everybody."))
    elif kind not in NoticeKind.values or time is None:
        raise Refused(_("The notice has no time. Type one, such as 14:05."))
    if len(text) > MAX_NOTICE_LENGTH:
        raise Refused(
            _("A notice can have at most {most} characters; this one has {count}.").format(
                most=MAX_NOTICE_LENGTH, count=len(text)
            )
        )
    with act(actor, event) as action:
        posted = Notice.objects.filter(event=event, taken_down_at=None)
        if sum(not notice.has_ended for notice in posted) >= MAX_NOTICES:
            raise Refused(
                _("{most} notices are already shown. Take one down first.").format(most=MAX_NOTICES)
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
        sentence = say("post_notice", where=where, notice=_notice_text(notice))
        action.log("post_notice", sentence, after=_notice_values(notice))
    return notice


def take_down_notice(actor: Actor, notice: Notice) -> Notice:
    """Take a notice down, if it is still up."""
    with act(actor, notice.event) as action:
        held = Notice.objects.select_related("division").get(pk=notice.pk)
        if held.taken_down_at is None:
            held.taken_down_at = timezone.now()
            held.save(update_fields=["taken_down_at"])
            where = held.division or notice.event
            sentence = say("take_down_notice", where=where, notice=_notice_text(held))
            action.log("take_down_notice", sentence, before=_notice_values(held))
    return held


def _current_clock(division: Division) -> RoundClock:
    """Return the division's clock that has not been stopped. Raise `Refused` if there is none."""
    row = RoundClock.objects.filter(division=division, stopped_at=None).first()
    if row is None:
        raise Refused(
            _("Division {division} has no clock. Start it first.").format(division=division)
        )
    return row


def _save_clock(action: Action, verb: str, row: RoundClock, clock: Clock) -> None:
    """Save and log a clock if it has changed."""
    if clock == row.clock:
        return
    before = _log_figures(row)
    row.copy_from(clock)
    row.save()
    _log_clock(action, verb, row, before)


def _log_clock(
    action: Action, verb: str, row: RoundClock, before: dict[str, int] | None = None
) -> None:
    action.log(verb, say(verb, **_log_params(action, row)), before=before, after=_log_figures(row))


def _log_params(action: Action, row: RoundClock) -> dict[str, Any]:
    """Return the values for the log sentences about a clock."""
    total = row.clock.total_seconds
    return {"division": action.division, "round": row.round_number, "minutes": total // 60}


def _log_figures(row: RoundClock) -> dict[str, int]:
    """Return the values of a clock for the log: minutes, and the seconds it has run."""
    return {
        "minutes": row.clock.total_seconds // 60,
        "overtime_minutes": row.overtime // 60,
        "seconds_run": row.ran,
    }


def _seconds(minutes: int, least: int) -> int:
    """Return minutes as seconds. Raise `Refused` unless they are between `least` and `MAX_MINUTES`."""
    if not least <= minutes <= MAX_MINUTES:
        raise _too_long_error()
    return 60 * minutes


def _too_long_error() -> Refused:
    return Refused(_("A round can last 1 to {most} minutes.").format(most=MAX_MINUTES))


def _notice_text(notice: Notice) -> Sentence | str:
    """Return a notice for the log: a sentence with its time, or the text entered."""
    if notice.time is None:
        return f"“{notice.text}”"
    time = time_format(notice.time, "H:i")
    return {
        NoticeKind.PAIRINGS: say("notice_pairings", time=time),
        NoticeKind.START: say("notice_start", time=time),
        NoticeKind.LUNCH: say("notice_lunch", time=time),
        NoticeKind.BREAK: say("notice_break", time=time),
    }[NoticeKind(notice.kind)]


def _notice_values(notice: Notice) -> dict[str, str | None]:
    return {
        "notice": notice_sentence(notice),
        "division": notice.division.name if notice.division else None,
    }
