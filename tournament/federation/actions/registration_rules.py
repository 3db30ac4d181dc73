"""The settings of an event's registration: period, limits, fee and questions."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import Refused, act, refuse_when_changed
from tournament.federation.actions.registrations import promote_waiting_list
from tournament.federation.engine.fees import parse_amount
from tournament.federation.engine.questions import (
    MAX_ANSWER_LENGTH,
    MAX_QUESTION_LENGTH,
    MAX_QUESTIONS,
    RegistrationQuestion,
    free_key,
    questions_of,
)
from tournament.federation.models import RegistrationRules
from tournament.federation.models.registration import MAX_ABOUT_LENGTH
from tournament.federation.queries.registrations import registration_rules_of
from tournament.models import Event
from tournament.queries.versions import version_of
from tournament.wording.log import say


def set_registration_rules(
    actor: Actor,
    event: Event,
    *,
    when: str,
    opens_at: dt.datetime | None = None,
    closes_at: dt.datetime | None = None,
    limit: int | None = None,
    division_limits: Mapping[str, int] | None = None,
    asks_director: bool = False,
    shows_names: bool = False,
    about: str = "",
    contact: str = RegistrationRules.Contact.OPTIONAL,
    fee: str = "",
    seen: str | None = None,
) -> RegistrationRules:
    """Set how the event takes registrations. People on the waiting list move up if places are free.

    `seen` is the version of `registration_log_values` when the form was opened, or None to skip the
    check. Raise `Refused` for dates in the wrong order or an invalid fee, and `EditConflict` if the
    settings have changed.
    """
    if opens_at and closes_at and closes_at <= opens_at:
        raise Refused(_("Registration closes before it opens. Change one of the two dates."))
    fee = " ".join(fee.split())
    if fee and (len(fee) > 20 or (parse_amount(fee) or 0) <= 0):
        raise Refused(
            _("“{text}” is not an amount. Write the fee with its currency, such as 15 €.").format(
                text=fee
            )
        )
    with act(actor, event) as action:
        held = registration_rules_of(event)
        before = registration_log_values(held)
        stored = {key: getattr(held, key) for key in before}
        held.when, held.opens_at, held.closes_at = when, opens_at, closes_at
        held.limit, held.division_limits = limit, dict(division_limits or {})
        held.asks_director, held.shows_names = asks_director, shows_names
        held.about = about.strip()[:MAX_ABOUT_LENGTH]
        held.contact, held.fee = contact, fee
        after = registration_log_values(held)
        if before == after and held.pk:
            return held
        refuse_when_changed(
            seen,
            version_of(before),
            what=_("Registration for {event}").format(event=event),
            now={key: stored[key] for key in before if before[key] != after[key]},
        )
        held.save()
        action.log(
            "set_registration", say("set_registration", event=event), before=before, after=after
        )
        promote_waiting_list(action, held)
    return held


def registration_log_values(rules: RegistrationRules) -> dict[str, object]:
    """Return the registration settings for the log, without the event's own questions."""
    return {
        "when": str(rules.when),
        "opens_at": rules.opens_at.isoformat() if rules.opens_at else None,
        "closes_at": rules.closes_at.isoformat() if rules.closes_at else None,
        "limit": rules.limit,
        "division_limits": rules.division_limits,
        "asks_director": rules.asks_director,
        "shows_names": rules.shows_names,
        "about": rules.about,
        "contact": str(rules.contact),
        "fee": rules.fee,
    }


def set_questions(
    actor: Actor,
    event: Event,
    questions: Sequence[RegistrationQuestion],
    *,
    seen: str | None = None,
) -> list[RegistrationQuestion]:
    """Set the event's questions. A question without a key is new, and a missing one is removed.

    Existing answers remain. `seen` is the version of the questions when the form was opened, or
    None to skip the check. Raise `Refused` for an invalid question or too many, and `EditConflict`
    if the questions have changed.
    """
    for question in questions:
        _refuse_invalid_question(question)
    if len(questions) > MAX_QUESTIONS:
        raise Refused(_("Ask at most {most} questions.").format(most=MAX_QUESTIONS))
    with act(actor, event) as action:
        held = registration_rules_of(event)
        before = questions_of(held.questions)
        everything = list(before)
        questions_now = []
        for question in questions:
            if not question.key:
                question = replace(question, key=free_key(everything))
                everything.append(question)
            questions_now.append(question)
        keys = {question.key for question in questions_now}
        removed = [replace(row, is_removed=True) for row in before if row.key not in keys]
        after = [row.as_json() for row in (*questions_now, *removed)]
        if after == held.questions:
            return questions_now
        refuse_when_changed(
            seen,
            version_of(held.questions),
            what=_("The list of questions for {event}").format(event=event),
            now={},
        )
        stored, held.questions = held.questions, after
        held.save()
        action.log(
            "set_questions",
            say("set_questions", event=event),
            before={"questions": stored},
            after={"questions": after},
        )
    return questions_now


def _refuse_invalid_question(question: RegistrationQuestion) -> None:
    if len(question.label) > MAX_QUESTION_LENGTH:
        raise Refused(
            _("A question can have at most {most} characters: “{question}”.").format(
                most=MAX_QUESTION_LENGTH, question=question.label
            )
        )
    if len(question.choices) == 1:
        raise Refused(
            _("Give at least two answers to “{question}”, or none for a free-text answer.").format(
                question=question.label
            )
        )
    if len({*question.choices}) < len(question.choices):
        raise Refused(
            _("Two answers to “{question}” are the same.").format(question=question.label)
        )
    if any(len(choice) > MAX_ANSWER_LENGTH for choice in question.choices):
        raise Refused(
            _("The answer to “{question}” can have at most {most} characters.").format(
                question=question.label, most=MAX_ANSWER_LENGTH
            )
        )
