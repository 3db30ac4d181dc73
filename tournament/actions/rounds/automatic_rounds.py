"""Automatic rounds, paired and published after the last result of the previous round.

`manage.py serve` checks every few seconds, whether or not a page is open. It drafts the
next round, which the desk shows for the minutes the director chose; then it is published
unless somebody stopped it.
"""

import datetime as dt
import logging
from contextlib import suppress

from django.db import OperationalError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor
from scoring.wording.sentence import Sentence
from tournament.actions.act import Refused, act, refuse_when_changed
from tournament.actions.rounds.drafts import pair_round
from tournament.actions.rounds.pairing_search import (
    PairingSearchResult,
    pairing_inputs,
    search_and_pair,
)
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.actions.safety.snapshots import SnapshotFailed, take_snapshot_before
from tournament.engine.pairing.automatic_rounds import (
    MAX_DRAFT_MINUTES,
    AutomaticStep,
    DraftStage,
    UnattendedSetting,
)
from tournament.models import Division, Round
from tournament.models.rounds import Phase
from tournament.queries.rounds.automatic_rounds import round_situation_of
from tournament.queries.rounds.rounds import current_pairings
from tournament.queries.versions import version_of, version_of_pairings
from tournament.wording.log import say

logger = logging.getLogger(__name__)

PROGRAM_ACTOR = Actor("Ninetimer")
"""The actor of automatic actions in the log."""
INTERVAL_SECONDS = 3.0
"""Seconds between two checks."""


def set_automatic_publishing(
    actor: Actor, division: Division, minutes: int | None, *, seen: str | None = None
) -> Division:
    """Set rounds to be published automatically, `minutes` after they are drafted; with None, only by hand.

    A draft already shown keeps its time. `seen` is the version of the minutes on the form, or
    None. Raise `EditConflict` with the current minutes, and `Refused` for a number outside 0
    to `MAX_MINUTES`.
    """
    if minutes is not None and not 0 <= minutes <= MAX_DRAFT_MINUTES:
        raise Refused(
            ngettext(
                "A draft can be shown for 0 to {longest} minute.",
                "A draft can be shown for 0 to {longest} minutes.",
                MAX_DRAFT_MINUTES,
            ).format(longest=MAX_DRAFT_MINUTES)
        )
    with act(actor, division) as action:
        division = _reload(division)
        was = UnattendedSetting.from_stored(division.unattended)
        if was.minutes == minutes:
            return division
        refuse_when_changed(
            seen,
            version_of_minutes(was.minutes),
            what=_("Automatic pairing of division {division}").format(division=division),
            now=was.minutes,
        )
        _save_setting(division, was.with_draft_minutes(minutes))
        action.log(
            "end_unattended" if minutes is None else "set_unattended",
            say("end_unattended", division=division)
            if minutes is None
            else say("set_unattended", division=division, minutes=minutes),
            before={"minutes": was.minutes},
            after={"minutes": minutes},
        )
    return division


def version_of_minutes(minutes: int | None) -> str:
    """Return the version of the setting for a form."""
    return version_of({"minutes": minutes})


def stop_publishing(actor: Actor, division: Division, number: int) -> None:
    """Stop the automatic publishing of round `number`. Raise `Refused` if it is published or not scheduled."""
    with act(actor, division) as action:
        division = _reload(division)
        unattended = UnattendedSetting.from_stored(division.unattended)
        if Round.objects.filter(division=division, number=number).exclude(phase=Phase.DRAFT):
            raise Refused(
                _("Round {round} is already published. Undo that, or pair it again.").format(
                    round=number
                )
            )
        if unattended.stage_of(number) is not DraftStage.DRAFTED:
            raise Refused(
                _("Round {round} will not be published automatically.").format(round=number)
            )
        _save_setting(division, unattended.at_stage(number, DraftStage.STOPPED))
        action.log("stop_publishing", say("stop_publishing", round=number, division=division))


def resume_publishing(actor: Actor, division: Division, number: int) -> None:
    """Resume the automatic publishing of round `number`; its draft is again shown for the full time.

    Raise `Refused` if it was never scheduled or will be published automatically anyway.
    """
    with act(actor, division) as action:
        division = _reload(division)
        unattended = UnattendedSetting.from_stored(division.unattended)
        if unattended.stage_of(number) in (None, DraftStage.DRAFTED):
            raise Refused(
                _("Automatic publishing of round {round} was not stopped.").format(round=number)
            )
        _save_setting(division, unattended.without_stop())
        action.log("resume_publishing", say("resume_publishing", round=number, division=division))


def run_due_steps(now: dt.datetime | None = None) -> list[AutomaticStep]:
    """Pair and publish what is due in every open event, and return the moves."""
    divisions = Division.objects.filter(event__closed_at=None).exclude(unattended={})
    moves = [
        run_due_step(division, (now or timezone.now()).timestamp())
        for division in divisions.select_related("event").order_by("pk")
    ]
    return [move for move in moves if move is not AutomaticStep.NOTHING]


def run_due_step(division: Division, now: float) -> AutomaticStep:
    """Make the move that is due in one division and return it.

    A refused or failed move is left to the director, and `AutomaticStep.LEAVE` is returned. `now` is a
    Unix timestamp in seconds. Raise `OperationalError` if the database is locked.
    """
    move = _due_step(division, now)
    if move is AutomaticStep.NOTHING:
        return move
    number = round_situation_of(division).number
    if move in (AutomaticStep.PAIR, AutomaticStep.PUBLISH):
        code = "before_pairing" if move is AutomaticStep.PAIR else "before_publishing"
        with suppress(SnapshotFailed):
            take_snapshot_before(say(code, round=number, division=division), PROGRAM_ACTOR)
    try:

        def perform(searched: PairingSearchResult | None = None) -> AutomaticStep:
            with act(PROGRAM_ACTOR, division):
                return _run_step(_reload(division), now, searched)

        if move is AutomaticStep.PAIR:
            return search_and_pair(pairing_inputs(_reload(division), number), perform)
        return perform()
    except Refused as reason:
        return _leave_to_director(division, number, str(reason), move, now)
    except OperationalError:
        raise  # the database was locked: try again later
    except Exception:
        logger.exception("Round %s could not be paired or published by itself.", number)
        return _leave_to_director(division, number, "", move, now)


def _leave_to_director(
    division: Division, number: int, reason: str, refused: AutomaticStep, now: float
) -> AutomaticStep:
    """Leave the round to the director and return `LEAVE`, or `NOTHING` if its situation has changed since."""
    with act(PROGRAM_ACTOR, division) as action:
        division = _reload(division)
        if _due_step(division, now) is not refused:
            return AutomaticStep.NOTHING
        _save_setting(
            division,
            UnattendedSetting.from_stored(division.unattended).at_stage(number, DraftStage.REFUSED),
        )
        summary = say("refuse_unattended", round=number, division=division)
        action.log("refuse_unattended", summary, reason=reason)
    return AutomaticStep.LEAVE


def _due_step(division: Division, now: float) -> AutomaticStep:
    unattended = UnattendedSetting.from_stored(division.unattended)
    return unattended.next_step(round_situation_of(division), now)


def _run_step(
    division: Division, now: float, searched: PairingSearchResult | None
) -> AutomaticStep:
    """Make the move that is due in the locked division, and return it.

    The move that was due before the lock may have been stopped in the meantime.
    """
    unattended, situation = (
        UnattendedSetting.from_stored(division.unattended),
        round_situation_of(division),
    )
    number = situation.number
    move = unattended.next_step(situation, now)
    if move is AutomaticStep.PAIR:
        pair_round(PROGRAM_ACTOR, division, number, searched=searched)
        _save_setting(division, unattended.with_draft(now, round_situation_of(division)))
    elif move is AutomaticStep.SCHEDULE:
        _save_setting(division, unattended.with_draft(now, situation))
        summary = say("schedule_publishing", round=number, division=division)
        _log_by_program(division, "schedule_publishing", summary)
    elif move is AutomaticStep.PUBLISH:
        _publish_next_round(division, number)
        _save_setting(division, unattended.at_stage(number, DraftStage.PUBLISHED))
    elif move is AutomaticStep.STOP:
        _save_setting(division, unattended.at_stage(number, DraftStage.STOPPED))
        summary = say("stop_publishing", round=number, division=division)
        _log_by_program(division, "stop_publishing", summary)
    elif move is AutomaticStep.LEAVE:
        _save_setting(division, unattended.at_stage(number, DraftStage.STALE))
        summary = say("stop_publishing", round=number, division=division)
        _log_by_program(division, "stop_publishing", summary)
    return move


def _publish_next_round(division: Division, number: int) -> None:
    """Close the previous round if it is not closed yet, and publish this one, as one undo step."""
    with act(PROGRAM_ACTOR, division) as action, action.undo_step(since=number - 1):
        last = Round.objects.get(division=division, number=number - 1)
        if last.phase != Phase.CLOSED:
            last.division = division
            close_round(PROGRAM_ACTOR, last)
        draft = Round.objects.get(division=division, number=number)
        draft.division = division
        publish_round(PROGRAM_ACTOR, draft, seen=version_of_pairings(current_pairings(draft)))
        action.log("publish_unattended", say("publish_unattended", round=number, division=division))


def _reload(division: Division) -> Division:
    return Division.objects.select_related("event").get(pk=division.pk)


def _save_setting(division: Division, unattended: UnattendedSetting) -> None:
    division.unattended = unattended.as_dict()
    division.save(update_fields=["unattended"])


def _log_by_program(division: Division, verb: str, summary: Sentence) -> None:
    with act(PROGRAM_ACTOR, division) as action:
        action.log(verb, summary)
