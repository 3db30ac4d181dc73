"""All data stored about one person in every event of the organisation, as the person may request it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from scoring.models import Activity, Game, GamePhoto, PaperCopy
from scoring.tenancy import tenant
from tournament import extension
from tournament.engine.roster import name_key
from tournament.federation.engine.questions import questions_of
from tournament.federation.models import Contact, Registration, RegistrationPayment, SharedPerson
from tournament.federation.queries.registration_messages import loaded_contact_of
from tournament.models import (
    Entry,
    KeepApart,
    ListedRating,
    Pairing,
    Penalty,
    Player,
    PlayerReport,
    Prize,
    RatingChange,
    RatingList,
)
from tournament.queries.organisation_logs import organisation_log_filter

CHUNK_SIZE = 2000
DIRECTOR_ONLY_VERBS = ("keep_apart", "end_apart")
"""The actions whose log entries are about keep-apart groups, which only the director may see."""
Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class PersonalData:
    """The data stored about a person: rows by kind of record, each with values by field name."""

    person: Player
    records: dict[str, Rows]
    photographs: tuple[bytes, ...]
    """JPEG photographs of the boards and score sheets of the person's games."""
    papers: tuple[bytes, ...]
    """The stored copies of papers printed about the person's games, as PDF files."""


class UnknownPerson(LookupError):
    """Nobody with this name has ever been entered."""


def person_named(name: str) -> Player:
    """Return the person with this name, following merges. Raise `UnknownPerson` if there is none."""
    rows = Player.objects.filter(name_key=name_key(name)).select_related("merged_into")
    player = rows.order_by("id").first()
    if player is None:
        raise UnknownPerson(name)
    return player.merged_into or player


def personal_data(person: Player) -> PersonalData:
    """Return all data stored about a person under every name.

    The codes of the person's own page are omitted, and so are the other person and the reason in each
    keep-apart pair. One query reads the whole log of the organisation.
    """
    with tenant(person.organisation_id):
        return _personal_data(person)


def _personal_data(person: Player) -> PersonalData:
    merged = list(Player.objects.filter(merged_into=person).order_by("id"))
    names = list(dict.fromkeys(player.name for player in (person, *merged)))
    entries = Entry.objects.filter(player=person).select_related("division__event")
    pairings = Pairing.objects.filter(Q(first__in=entries) | Q(second__in=entries))
    games = Game.objects.filter(Q(pairing__in=pairings) | Q(players__name__in=names)).distinct()
    photographs = GamePhoto.objects.filter(game__in=games).order_by("id")
    papers = PaperCopy.objects.filter(game__in=games).order_by("id")
    registered = Registration.objects.filter(
        Q(entry__in=entries) | Q(name_key__in=[name_key(name) for name in names]),
        event__organisation=person.organisation_id,
    ).select_related("event__registration", "contact")
    records: dict[str, Rows] = {
        "names": [
            {
                "name": player.name,
                "sort_name": player.sort_name,
                "minor": player.is_minor,
                "since": _local_time(player.created_at),
            }
            for player in (person, *merged)
        ],
        "entries": [_entry_values(entry) for entry in entries.order_by("added_at", "id")],
        "results": list(_results(pairings, {entry.pk for entry in entries})),
        "reports": [
            {
                **_event_and_division(report.entry),
                "round": report.pairing.round.number,
                "scores": str(report),
                "at": _local_time(report.at),
            }
            for report in PlayerReport.objects.filter(entry__in=entries).select_related(
                "entry__division__event", "pairing__round"
            )
        ],
        "penalties": [
            {
                **_event_and_division(penalty.entry),
                "round": penalty.round_number,
                "spread": penalty.spread,
                "reason": penalty.reason,
                "at": _local_time(penalty.entered_at),
                "revoked_at": _local_time(penalty.revoked_at),
            }
            for penalty in _filter_by_entries(Penalty.objects, entries)
        ],
        "prizes": [
            {"event": prize.event.name, "title": prize.title, "value": prize.value, "reason": prize.winner_why}
            for prize in Prize.objects.filter(winner__in=entries).select_related("event")
        ],
        "ratings": [
            {**_event_and_division(change.entry), "old": _whole_rating(change.old), "new": _whole_rating(change.new)}
            for change in _filter_by_entries(RatingChange.objects, entries)
        ],
        "listed": [
            {
                "list": row.on_list.name,
                "name": row.name,
                "member": row.member,
                "rating": _whole_rating(row.rating),
                "rated_games": row.games,
                "last_played": row.last_played,
            }
            for row in ListedRating.objects.filter(
                on_list__in=RatingList.objects.all(), name_key__in=[name_key(name) for name in names]
            ).select_related("on_list")
        ],
        "registrations": [
            {
                "event": row.event.name,
                "name": row.name,
                "member": row.member,
                "notes": row.notes,
                "by_initials": row.by_initials,
                "state": str(row.get_state_display()),
                "reason": row.refused_why,
                "at": _local_time(row.came_at),
                "club": row.club,
                "minor": row.is_minor,
                **_contact_values(row),
            }
            for row in registered
        ],
        "payments": [
            {
                "event": payment.registration.event.name,
                "amount": payment.cents / 100,
                "how": str(payment.get_how_display()),
                "at": _local_time(payment.at),
                "revoked_at": _local_time(payment.revoked_at),
            }
            for payment in RegistrationPayment.objects.filter(
                registration__in=registered
            ).select_related("registration__event")
        ],
        "apart": [
            {"event": pair.event.name, "at": _local_time(pair.added_at), "ended_at": _local_time(pair.ended_at)}
            for pair in KeepApart.objects.filter(Q(one=person) | Q(other=person)).select_related(
                "event"
            )
        ],
        "games": [
            {"game": game.pk, "players": ", ".join(player.name for player in game.players.all())}
            for game in games.prefetch_related("players").order_by("id")
        ],
        "contacts": [
            {
                "email": contact.email,
                "telephone": contact.telephone,
                "call_whom": contact.call_whom,
                "at": _local_time(contact.changed_at),
            }
            for contact in Contact.objects.filter(player__in=(person, *merged))
        ],
        "shared": [
            {
                "organisation": str(share.to),
                "consent": share.consent_how,
                "at": _local_time(share.offered_at),
                "accepted_at": _local_time(share.accepted_at),
                "ended_at": _local_time(share.ended_at),
            }
            for share in SharedPerson.objects.filter(player__in=(person, *merged)).select_related("to")
        ]
        + [
            {
                "organisation": str(share.player.organisation),
                "consent": share.consent_how,
                "at": _local_time(share.offered_at),
                "accepted_at": _local_time(share.accepted_at),
                "ended_at": _local_time(share.ended_at),
            }
            for share in SharedPerson.objects.filter(own=person).select_related("player__organisation")
        ],
        "activity": list(
            _log_entries(
                Activity.objects.filter(organisation_log_filter(person.organisation_id)),
                names,
                former_names(person),
            )
        ),
    }  # fmt: skip
    for table in extension.PERSONAL_TABLES:
        records = _insert_records(records, table.key, table.rows(entries), after=table.after)
    return PersonalData(
        person,
        records,
        tuple(bytes(photo.picture) for photo in photographs),
        tuple(bytes(copy.content) for copy in papers),
    )


def _insert_records(
    records: dict[str, Rows], key: str, rows: Rows, *, after: str
) -> dict[str, Rows]:
    """Return the records with one more kind, inserted after the kind `after`."""
    place = list(records).index(after) + 1
    pairs = list(records.items())
    return dict([*pairs[:place], (key, rows), *pairs[place:]])


def _filter_by_entries(objects: Any, entries: QuerySet[Entry]) -> Any:
    rows = objects.filter(entry__in=entries).select_related("entry__division__event")
    return rows.order_by("id")


def _event_and_division(entry: Entry) -> dict[str, Any]:
    return {"event": entry.division.event.name, "division": entry.division.name}


def _entry_values(entry: Entry) -> dict[str, Any]:
    return {
        **_event_and_division(entry),
        "date": entry.division.event.date,
        "number": entry.number,
        "rating": entry.rating,
        "member": entry.member,
        "career_games": entry.career_games,
        "rating_class": entry.rating_class,
        "team": entry.team,
        "fixed_board": entry.fixed_board,
        "owes": entry.owes,
        "paid_at": _local_time(entry.paid_at),
        "by_initials": entry.by_initials,
        "added_at": _local_time(entry.added_at),
        "arrived_at": _local_time(entry.arrived_at),
        "withdrawn_after": entry.withdrawn_after,
        "extras": json.dumps(entry.extras, ensure_ascii=False) if entry.extras else "",
    }


def _contact_values(row: Registration) -> dict[str, Any]:
    """Return the contact details of a registered person, and the answers with their questions."""
    contact = loaded_contact_of(row)
    rules = getattr(row.event, "registration", None)
    labels = {
        question.key: question.label for question in questions_of(rules.questions if rules else [])
    }
    answers = (f"{labels.get(key, key)}: {answer}" for key, answer in contact.answers.items())
    return {
        "email": contact.email,
        "telephone": contact.telephone,
        "guardian": contact.guardian,
        "answers": "; ".join(answers),
        "agreed_at": _local_time(contact.agreed_at),
    }


def _results(pairings: QuerySet[Pairing], own: set[int]) -> Iterator[dict[str, Any]]:
    """Yield every result of the person's pairings, including superseded ones, from the person's point of view.

    The scores are None if no game was played or only the spread is known.
    """
    rows = (
        pairings.filter(replaced_at=None)
        .select_related("round__division__event", "first__player", "second__player")
        .prefetch_related("results")
        .order_by("id")
    )
    for pairing in rows:
        is_first = pairing.first_id in own
        other = pairing.second if is_first else pairing.first
        for result in pairing.results.all():
            scores: tuple[int | None, int | None] = (None, None)
            if result.is_game and not result.spread_only:
                scores = (result.first_score, result.second_score)
            yield {
                "event": pairing.round.division.event.name,
                "division": pairing.round.division.name,
                "round": pairing.round.number,
                "board": pairing.board,
                "opponent": other.name if other else "",
                "score": scores[0 if is_first else 1],
                "opponent_score": scores[1 if is_first else 0],
                "spread": result.margin if is_first else result.opponent_margin,
                "outcome": str(result.get_outcome_display()),
                "standing": str(result.get_standing_display()),
                "reason": result.reason,
                "at": _local_time(result.entered_at),
            }


def former_names(person: Player) -> dict[str, int]:
    """Return the person's names before corrections, each with the key of the log entry about its correction.

    Later entries with such a name are about somebody else.
    """
    former: dict[str, int] = {}
    sort_name = person.sort_name
    corrections = Activity.objects.filter(
        organisation_log_filter(person.organisation_id),
        verb__in=("describe_entry", "correct_person"),
        after__has_key="name",
        message__isnull=False,
    ).order_by("-id")
    rows: Any = corrections.values("id", "before", "after", "message")
    for row in rows:
        if row["after"]["name"] == sort_name:
            sort_name = row["before"]["name"]
            former[row["message"]["params"]["player"]] = former[sort_name] = row["id"]
    return former


def _log_entries(
    log: QuerySet[Activity], names: list[str], former: dict[str, int]
) -> Iterator[dict[str, Any]]:
    """Yield the log entries that contain a name of the person as a whole, not within a longer one."""
    patterns: list[tuple[re.Pattern[str], int | None]] = [
        (_whole_name_pattern(name), None) for name in names
    ]
    patterns += [(_whole_name_pattern(name), last) for name, last in former.items()]
    fields = ("id", "at", "verb", "summary", "reason", "message", "before", "after", "facts")
    rows = log.exclude(verb__in=DIRECTOR_ONLY_VERBS).order_by("id")
    for entry in rows.values(*fields).iterator(chunk_size=CHUNK_SIZE):
        content = json.dumps([entry[field] for field in fields[3:]], ensure_ascii=False)
        # In JSON, a line break before a name is the two characters "\\n", which would join it.
        text = content.replace("\\n", " ")
        if any(
            (last is None or entry["id"] <= last) and pattern.search(text)
            for pattern, last in patterns
        ):
            yield {
                "at": _local_time(entry["at"]),
                "verb": entry["verb"],
                "summary": entry["summary"],
                "reason": entry["reason"],
            }


def _whole_name_pattern(name: str) -> re.Pattern[str]:
    """Return the regular expression for a whole name in JSON."""
    return re.compile(rf"(?<!\w){re.escape(json.dumps(name, ensure_ascii=False)[1:-1])}(?!\w)")


def _local_time(moment: Any) -> Any:
    return timezone.localtime(moment) if moment else None


def _whole_rating(rating: float | None) -> int | None:
    return None if rating is None else round(rating)
