"""Making an ordinary event of files of other programs; all of it, or nothing."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import known_by_name
from tournament.actions.rounds.plans import set_plan
from tournament.actions.standings.prizes import add_prize
from tournament.catalogue import presets
from tournament.engine import interchange
from tournament.engine.event_rules import BadEventRules, event_rules
from tournament.engine.interchange import AS_IMPORTED, MADE_UP, Meeting, RoundOf
from tournament.engine.message import stored
from tournament.engine.ratings.system import all_systems
from tournament.engine.roster import name_key
from tournament.models import (
    Division,
    Entry,
    Event,
    IncomingFile,
    Pairing,
    Penalty,
    Player,
    ResultEntry,
    Round,
)
from tournament.models.results import ResultSource
from tournament.models.rounds import Phase
from tournament.wording.log import say

USUAL_PRESET = "club"
BY_HAND = "manual"


class CannotImport(Refused):
    """The files cannot become an event; the sentences say where, what, and what to do."""


def fitting_preset(event: interchange.Event) -> str:
    """The preset for a file: the one it names, else the first of its rating system, else a club's."""
    if event.preset in presets():
        return event.preset
    for key, rules in presets().items():
        if event.rating_system and event.rating_system == rules.rating_system:
            return key
    return USUAL_PRESET


def import_event(
    actor: Actor,
    told: interchange.Event,
    *,
    name: str = "",
    preset: str = "",
    slug: str = "",
) -> Event:
    """A new event with every division, player, round and result that the files tell of.

    Where the files say nothing the preset's rules hold. Raises `CannotImport` with every obstacle,
    and as `create_event`.
    """
    if told.obstacles:
        raise CannotImport(" ".join(str(remark) for remark in told.obstacles))
    if not told.divisions:
        raise CannotImport(_("There is no division in it, so there is nothing to import."))
    preset = preset or fitting_preset(told)
    with transaction.atomic():
        event = create_event(
            actor,
            name=name or told.name,
            preset=preset,
            date=date.fromisoformat(told.date) if told.date else None,
            place=told.place,
            slug=slug,
        )
        event.rules_copy = _rules(event, told)
        event.kept = dict(told.kept)
        event.save(update_fields=["rules_copy", "kept"])
        event.__dict__.pop("rules", None)
        results = sum(_import_division(actor, event, division) for division in told.divisions)
        log(
            actor,
            "import_event",
            say(
                "import_event",
                event=event,
                divisions=len(told.divisions),
                players=sum(len(each.entrants) for each in told.divisions),
                results=results,
            ),
            scope=f"event:{event.slug}",
            after={
                "files": sorted({each.file for each in told.divisions if each.file}),
                "rules": event.rules_copy,
                "remarks": [str(remark) for remark in told.oddities],
            },
        )
    return event


def _rules(event: Event, told: interchange.Event) -> dict[str, Any]:
    """The preset's rules with what the files say put over them. Raises `CannotImport`."""
    said: dict[str, Any] = {
        "bye_spread": told.bye_spread,
        "forfeit_spread": told.forfeit_spread,
        "gibson_spread": told.gibson_spread,
    }
    if told.rating_system in all_systems():
        said["rating_system"] = told.rating_system
    if told.precedence:
        said |= {"precedence": told.precedence, "spread_caps": told.spread_caps or ()}
    rules = event.rules_copy | {key: value for key, value in said.items() if value is not None}
    try:
        return event_rules(rules, "What the files say of the rules").as_dict()
    except BadEventRules as wrong:
        raise CannotImport(str(wrong)) from wrong


def _import_division(actor: Actor, event: Event, told: interchange.Division) -> int:
    """One division; return how many results were entered."""
    division = create_division(actor, event, name=told.name)
    now = timezone.now()
    seats = [_seated(each) for each in told.rounds]
    division.rounds_planned = max(told.rounds_planned or 0, len(told.rounds)) or None
    division.precedence = list(told.precedence)
    division.kept = dict(told.kept) | _made_up(told, seats)
    division.save(update_fields=["rounds_planned", "precedence", "kept"])
    entries = _entries(division, told, now)
    _penalties(actor, told, entries, now)
    results = sum(
        _import_round(actor, division, round_, seated, entries, now)
        for round_, seated in zip(told.rounds, seats, strict=True)
    )
    if told.plan:
        set_plan(actor, division, told.plan)
    for prize in told.prizes:
        add_prize(
            actor, event, kind=prize.kind, division=division, place=prize.place, value=prize.value
        )
    log(
        actor,
        "import_division",
        say(
            "import_division",
            division=division,
            players=say("players", count=len(entries)),
            rounds=say("rounds", count=len(told.rounds)),
            results=say("results", count=results),
        ),
        scope=division.scope,
        after={
            "players": [{"number": e.number, "name": e.name} for e in entries.values()],
            "rounds": len(told.rounds),
            "results": results,
        },
    )
    return results


@dataclass(frozen=True, slots=True)
class _Seated:
    """The meetings of a round, each with a board where two meet."""

    meetings: tuple[tuple[Meeting, int | None], ...]
    without_board: tuple[int, ...]
    """The numbers of who goes first where the file has no board."""


def _seated(round_: RoundOf) -> _Seated:
    taken = {meeting.board for meeting in round_.meetings if not meeting.alone}
    free = (board for board in range(1, 2 * len(round_.meetings) + 2) if board not in taken)
    seated: list[tuple[Meeting, int | None]] = []
    without: list[int] = []
    for meeting in round_.meetings:
        if meeting.alone or meeting.board is not None:
            seated.append((meeting, None if meeting.alone else meeting.board))
        else:
            without.append(meeting.first)
            seated.append((meeting, next(free)))
    return _Seated(tuple(seated), tuple(without))


def _made_up(told: interchange.Division, seats: list[_Seated]) -> dict[str, Any]:
    """What the file did not say and a pairing has to have, so that it is not written as known."""
    boards = {
        str(round_.number): list(seated.without_board)
        for round_, seated in zip(told.rounds, seats, strict=True)
        if seated.without_board
    }
    firsts = {
        str(round_.number): [m.first for m in round_.meetings if not m.alone and not m.firsts_known]
        for round_ in told.rounds
    }
    firsts = {number: unknown for number, unknown in firsts.items() if unknown}
    return {MADE_UP: {"boards": boards, "firsts": firsts}} if boards or firsts else {}


def _entries(division: Division, told: interchange.Division, now: datetime) -> Mapping[int, Entry]:
    """Everybody of the division by number. Raises `CannotImport` for one person twice."""
    keys = [name_key(each.name) for each in told.entrants]
    known = known_by_name(keys)
    fresh = Player.objects.bulk_create(
        Player(name=each.name, sort_name=each.sort_name or each.name, name_key=key, created_at=now)
        for each, key in zip(told.entrants, keys, strict=True)
        if key not in known
    )
    known |= {player.name_key: player for player in fresh}
    seen: dict[int, str] = {}
    for each, key in zip(told.entrants, keys, strict=True):
        other = seen.setdefault(known[key].pk, each.name)
        if other is not each.name:
            raise CannotImport(
                _(
                    "Division {division}: {other} and {name} are one person here. Change one of "
                    "the two names in the file."
                ).format(division=division, other=other, name=each.name)
            )
    entries = Entry.objects.bulk_create(
        Entry(
            division=division,
            player=known[key],
            number=each.number,
            rating=each.rating,
            member=each.member,
            rating_class=each.rating_class,
            team=each.team,
            withdrawn_after=each.withdrawn_after,
            kept=dict(each.kept),
            added_at=now,
        )
        for each, key in zip(told.entrants, keys, strict=True)
    )
    return {entry.number: entry for entry in entries}


def _penalties(
    actor: Actor, told: interchange.Division, entries: Mapping[int, Entry], now: datetime
) -> None:
    Penalty.objects.bulk_create(
        Penalty(
            entry=entries[each.number],
            round_number=penalty.round,
            spread=penalty.spread,
            reason=penalty.reason,
            entered_by=actor.user,
            entered_at=now,
        )
        for each in told.entrants
        for penalty in each.penalties
    )


def _import_round(
    actor: Actor,
    division: Division,
    told: RoundOf,
    seated: _Seated,
    entries: Mapping[int, Entry],
    now: datetime,
) -> int:
    """One round with its pairings; return how many results were entered, awards apart."""
    phase = _phase(told)
    round_ = Round.objects.create(
        division=division,
        number=told.number,
        phase=phase,
        method=BY_HAND,
        created_at=now,
        published_at=now,
        closed_at=now if phase == Phase.CLOSED else None,
    )
    pairings = Pairing.objects.bulk_create(
        Pairing(
            round=round_,
            board=board,
            first=entries[meeting.first],
            second=None if meeting.alone else entries[meeting.second],
            reasons=stored([AS_IMPORTED]),
        )
        for meeting, board in seated.meetings
    )
    results = ResultEntry.objects.bulk_create(
        ResultEntry(
            pairing=pairing,
            first_score=meeting.first_score,
            second_score=meeting.second_score or 0,
            spread_only=meeting.spread_only,
            outcome=meeting.outcome,
            source=ResultSource.AWARDED if meeting.alone else ResultSource.IMPORTED,
            entered_by=actor.user,
            entered_at=now,
        )
        for pairing, (meeting, _) in zip(pairings, seated.meetings, strict=True)
        if meeting.first_score is not None
    )
    return sum(result.source == ResultSource.IMPORTED for result in results)


def _phase(told: RoundOf) -> Phase:
    """How far the round is: closed with all its results, else as it would be here."""
    if not told.missing:
        return Phase.CLOSED
    begun = any(m.has_result and not m.alone for m in told.meetings)
    return Phase.PLAYING if begun else Phase.PUBLISHED


KEPT = timedelta(days=1)
LONGEST_NAME = 200


def keep_incoming(actor: Actor, files: Sequence[tuple[str, bytes]]) -> str:
    """Keep these files, by name and content; return the word their page is found by.

    Batches that nobody imported for a day are thrown away.
    """
    batch, now = secrets.token_hex(16), timezone.now()
    with transaction.atomic():
        IncomingFile.objects.filter(sent_at__lt=now - KEPT).delete()
        IncomingFile.objects.bulk_create(
            IncomingFile(
                batch=batch,
                position=position,
                name=name[-LONGEST_NAME:],
                content=content,
                sent_by=actor.user,
                sent_at=now,
            )
            for position, (name, content) in enumerate(files, start=1)
        )
        log(actor, "keep_incoming", say("keep_incoming", files=[name for name, _ in files]))
    return batch


def throw_away(batch: str) -> None:
    """Forget the files of a batch."""
    IncomingFile.objects.filter(batch=batch).delete()
