"""Create an event from the files of another program or an archive of this one, completely or not at all."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from scoring.wording.phrases import or_list
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.files.archive import load_archive
from tournament.actions.rounds.plans import set_plan
from tournament.actions.safety.log_baseline import write_log_baseline
from tournament.actions.standings.prizes import add_prize
from tournament.catalogue import presets
from tournament.engine import interchange
from tournament.engine.event_rules import BadEventRules, event_rules
from tournament.engine.interchange import (
    AS_IMPORTED,
    MADE_UP,
    PLAYOFFS,
    PortableDivision,
    PortableMeeting,
    PortableRound,
)
from tournament.engine.message import messages_as_json
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
from tournament.queries.people.persons import persons_by_name_key
from tournament.signals import entries_added
from tournament.wording.log import say
from tournament.wording.sentences import sentence

DEFAULT_PRESET = "club"
MANUAL_METHOD = "manual"


def matching_preset(source: interchange.PortableEvent) -> str:
    """Return the preset for a file: the one it names, else the first with its rating system, else the club preset."""
    if source.preset in presets():
        return source.preset
    for key, rules in presets().items():
        if source.rating_system and source.rating_system == rules.rating_system:
            return key
    return DEFAULT_PRESET


def import_event(
    actor: Actor,
    source: interchange.PortableEvent,
    *,
    name: str = "",
    preset: str = "",
    slug: str = "",
    day: str = "",
    accepted: bool = False,
    on_progress: Callable[[int], None] = lambda _meetings: None,
) -> Event:
    """Create an event from the files; an archive of this program keeps its whole history.

    The preset's rules fill gaps in the files. `day` replaces the files' first day, and is required
    if they do not distinguish day and month. The other parameters are those of `load_archive`. Raise
    `Refused` for obstacles or an invalid `day`, and the exceptions of `create_event` or `load_archive`.
    """
    if (archive := source.archive_content) is not None:
        return load_archive(
            actor, archive, name=name, slug=slug, accepted=accepted, on_progress=on_progress
        )
    if source.obstacles:
        raise Refused(" ".join(str(remark) for remark in source.obstacles))
    if not source.divisions:
        raise Refused(_("The event has no division, so nothing can be imported."))
    if source.date_choices and not day:
        sentence = _(
            "The date of the event may be {days}: the file does not say which number is the "
            "day. Choose the date."
        )
        raise Refused(sentence.format(days=or_list(source.date_choices)))
    first_day = _parse_day(day or source.date)
    preset = preset or matching_preset(source)
    with transaction.atomic():
        event = create_event(
            actor,
            name=name or source.name,
            preset=preset,
            date=first_day,
            place=source.place,
            slug=slug,
            accepted=True,
        )
        event.rules_copy = _imported_rules(event, source)
        event.extras = dict(source.extras)
        event.naspa_tournament_id = source.naspa_tournament_id
        event.naspa_director_id = source.naspa_director_id
        changed = ["rules_copy", "extras", "naspa_tournament_id", "naspa_director_id"]
        event.save(update_fields=changed)
        event.__dict__.pop("rules", None)
        results = sum(
            _import_division(actor, event, division, on_progress) for division in source.divisions
        )
        log(
            actor,
            "import_event",
            say(
                "import_event",
                event=event,
                divisions=len(source.divisions),
                players=sum(len(division_source.entrants) for division_source in source.divisions),
                results=results,
            ),
            scope=f"event:{event.slug}",
            after={
                "files": sorted({part.file for part in source.divisions if part.file}),
                "rules": event.rules_copy,
                "remarks": [str(remark) for remark in source.oddities],
            },
        )
        write_log_baseline(actor, event)
    return event


def _parse_day(text: str) -> date | None:
    """Return the day written as `2026-02-14`, or None for an empty string. May raise `Refused`."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as wrong:
        mistake = _("“{day}” is not a date. Write it as 2026-02-14.").format(day=text)
        raise Refused(mistake) from wrong


def _imported_rules(event: Event, source: interchange.PortableEvent) -> dict[str, Any]:
    """Return the preset's rules, overridden by those in the files. Raise `Refused` for invalid ones."""
    stated: dict[str, Any] = {
        "bye_spread": source.bye_spread,
        "forfeit_spread": source.forfeit_spread,
        "gibson_spread": source.gibson_spread,
    }
    if source.rating_system in all_systems():
        stated["rating_system"] = source.rating_system
    if source.precedence:
        stated |= {"precedence": source.precedence, "spread_caps": source.spread_caps or ()}
    rules = event.rules_copy | {key: value for key, value in stated.items() if value is not None}
    try:
        return event_rules(rules, _("Rules in the files")).as_dict()
    except BadEventRules as wrong:
        raise Refused(sentence(wrong.message)) from wrong


def _import_division(
    actor: Actor, event: Event, source: PortableDivision, done: Callable[[int], None]
) -> int:
    """Create one division and return the number of results entered."""
    division = create_division(actor, event, name=source.name)
    now = timezone.now()
    seats = [_seat_round(round_source) for round_source in source.rounds]
    division.rounds_planned = max(source.rounds_planned or 0, len(source.rounds)) or None
    division.precedence = list(source.precedence)
    division.extras = dict(source.extras) | _made_up_values(source, seats)
    if source.playoffs:
        division.extras[PLAYOFFS] = [game.as_list() for game in source.playoffs]
    division.save(update_fields=["rounds_planned", "precedence", "extras"])
    entries = _save_entries(division, source, now)
    _save_penalties(actor, source, entries, now)
    results = sum(
        _import_round(actor, division, round_, seated, entries, now, done)
        for round_, seated in zip(source.rounds, seats, strict=True)
    )
    if source.plan:
        set_plan(actor, division, source.plan)
    for prize in source.prizes:
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
            rounds=say("rounds", count=len(source.rounds)),
            results=say("results", count=results),
        ),
        scope=division.scope,
        after={
            "players": [{"number": e.number, "name": e.name} for e in entries.values()],
            "rounds": len(source.rounds),
            "results": results,
        },
    )
    return results


@dataclass(frozen=True, slots=True)
class _SeatedRound:
    """The meetings of a round, each with a board if it has two players."""

    meetings: tuple[tuple[PortableMeeting, int | None], ...]
    without_board: tuple[int, ...]
    """The numbers of the first players of those meetings whose boards are missing from the file."""


def _seat_round(round_: PortableRound) -> _SeatedRound:
    taken = {meeting.board for meeting in round_.meetings if not meeting.is_alone}
    free = (board for board in range(1, 2 * len(round_.meetings) + 2) if board not in taken)
    seated: list[tuple[PortableMeeting, int | None]] = []
    without: list[int] = []
    for meeting in round_.meetings:
        if meeting.is_alone or meeting.board is not None:
            seated.append((meeting, None if meeting.is_alone else meeting.board))
        else:
            without.append(meeting.first)
            seated.append((meeting, next(free)))
    return _SeatedRound(tuple(seated), tuple(without))


def _made_up_values(source: PortableDivision, seats: list[_SeatedRound]) -> dict[str, Any]:
    """Return the made-up boards and starts, by round, for the division's extras; {} if there are none."""
    boards = {
        str(round_.number): list(seated.without_board)
        for round_, seated in zip(source.rounds, seats, strict=True)
        if seated.without_board
    }
    firsts = {
        str(round_.number): unknown
        for round_ in source.rounds
        if (unknown := [m.first for m in round_.meetings if not (m.is_alone or m.firsts_known)])
    }
    return {MADE_UP: {"boards": boards, "firsts": firsts}} if boards or firsts else {}


def _save_entries(division: Division, source: PortableDivision, now: datetime) -> dict[int, Entry]:
    """Create the entries and unknown people; return the entries by number. Raise `Refused` for a repeated person."""
    keys = [name_key(entrant.name) for entrant in source.entrants]
    known = persons_by_name_key(keys)
    fresh = Player.objects.bulk_create(
        Player(
            name=entrant.name,
            sort_name=entrant.sort_name or entrant.name,
            name_key=key,
            created_at=now,
        )
        for entrant, key in zip(source.entrants, keys, strict=True)
        if key not in known
    )
    known |= {player.name_key: player for player in fresh}
    seen: dict[int, str] = {}
    for entrant, key in zip(source.entrants, keys, strict=True):
        other = seen.setdefault(known[key].pk, entrant.name)
        if other is not entrant.name:
            mistake = _(
                "Division {division}: {other} and {name} are recorded as the same person in "
                "Ninetimer. Change one of the two names in the file."
            )
            raise Refused(mistake.format(division=division, other=other, name=entrant.name))
    entries = Entry.objects.bulk_create(
        Entry(
            division=division,
            player=known[key],
            number=entrant.number,
            rating=entrant.rating,
            member=entrant.member,
            rating_class=entrant.rating_class,
            team=entrant.team,
            withdrawn_after=entrant.withdrawn_after,
            extras=dict(entrant.extras),
            added_at=now,
        )
        for entrant, key in zip(source.entrants, keys, strict=True)
    )
    entries_added.send(Entry, event=division.event, entries=entries)
    return {entry.number: entry for entry in entries}


def _save_penalties(
    actor: Actor, source: PortableDivision, entries: Mapping[int, Entry], now: datetime
) -> None:
    Penalty.objects.bulk_create(
        Penalty(
            entry=entries[entrant.number],
            round_number=penalty.round,
            spread=penalty.spread,
            reason=penalty.reason,
            entered_by=actor.user,
            entered_at=now,
        )
        for entrant in source.entrants
        for penalty in entrant.penalties
    )


def _import_round(
    actor: Actor,
    division: Division,
    source: PortableRound,
    seated: _SeatedRound,
    entries: Mapping[int, Entry],
    now: datetime,
    done: Callable[[int], None],
) -> int:
    """Create one round with its pairings, and return the number of results entered, not counting awards."""
    phase = _phase(source)
    round_ = Round.objects.create(
        division=division,
        number=source.number,
        phase=phase,
        method=MANUAL_METHOD,
        created_at=now,
        published_at=now,
        closed_at=now if phase == Phase.CLOSED else None,
    )
    pairings = Pairing.objects.bulk_create(
        Pairing(
            round=round_,
            board=board,
            first=entries[meeting.first],
            second=None if meeting.is_alone else entries[meeting.second],
            reasons=messages_as_json([AS_IMPORTED]),
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
            source=ResultSource.AWARDED if meeting.is_alone else ResultSource.IMPORTED,
            entered_by=actor.user,
            entered_at=now,
        )
        for pairing, (meeting, _) in zip(pairings, seated.meetings, strict=True)
        if meeting.first_score is not None
    )
    done(len(pairings))
    return sum(result.source == ResultSource.IMPORTED for result in results)


def _phase(source: PortableRound) -> Phase:
    """Return the phase of the round: closed if all results are known, playing if some are, else published."""
    if not source.meetings_without_result:
        return Phase.CLOSED
    begun = any(m.has_result and not m.is_alone for m in source.meetings)
    return Phase.PLAYING if begun else Phase.PUBLISHED


UPLOAD_LIFETIME = timedelta(days=1)
MAX_NAME_LENGTH = 200


def store_uploads(actor: Actor, files: Sequence[tuple[str, bytes]]) -> str:
    """Store these files, given as names and contents, and return the key of their batch.

    Batches older than a day are deleted.
    """
    batch, now = secrets.token_hex(16), timezone.now()
    with transaction.atomic():
        IncomingFile.objects.filter(sent_at__lt=now - UPLOAD_LIFETIME).delete()
        IncomingFile.objects.bulk_create(
            IncomingFile(
                batch=batch,
                position=position,
                name=name[-MAX_NAME_LENGTH:],
                content=content,
                sent_by=actor.user,
                sent_at=now,
            )
            for position, (name, content) in enumerate(files, start=1)
        )
        log(actor, "keep_incoming", say("keep_incoming", files=[name for name, _ in files]))
    return batch


def discard_uploads(batch: str) -> None:
    """Delete the files of a batch."""
    IncomingFile.objects.filter(batch=batch).delete()
