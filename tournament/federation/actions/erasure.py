"""Erase a person on request: replace the name with initials and delete contact details; results remain.

The erasure is one transaction. Names in log entries are replaced with initials, and a new entry in
each affected chain vouches for the changed entries (`scoring.models.activity`), so that chains stay
valid. A keyed digest identifies the erased person, so that the name does not return with a snapshot
or an older archive.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, lock_log, log
from scoring.actions.summaries import write_missing_summaries
from scoring.models import (
    Activity,
    Game,
    GamePhoto,
    GamePlayer,
    GameSummary,
    PaperCopy,
    UploadedGame,
)
from scoring.models.facts import LoggedQuerySet, note_rows
from scoring.models.guard import allow_redaction, allow_removal
from scoring.tenancy import tenant
from tournament import jobs
from tournament.actions.act import ReasonMissing, Refused
from tournament.engine.naming import initials_of
from tournament.engine.roster import name_key
from tournament.federation.actions.contacts import (
    PROGRAM,
    delete_overdue_contacts,
    delete_registration_contacts,
    refuse_erased_person,
)
from tournament.federation.actions.sharing import end_all_sharing
from tournament.federation.engine.erasure import Initials, free_initials
from tournament.federation.models import Contact, Erasure, Registration, SharedPerson
from tournament.federation.queries.erasure import (
    PersonNames,
    SearchedLog,
    digest_of,
    games_of,
    names_of,
    people_to_erase_again,
    rating_list_rows,
    redacted_log_rows,
    search_log,
)
from tournament.federation.queries.text_tables import text_tables
from tournament.models import (
    Division,
    Entry,
    Event,
    IncomingFile,
    KeepApart,
    ListedRating,
    Player,
    RatingList,
)
from tournament.queries.safety.checking import CHECK_EVERYTHING_JOB
from tournament.queries.standings.starting_ratings import CAREER_TAG
from tournament.wording.log import say

INTERVAL_SECONDS = 3600.0
"""Seconds between two checks for expired data."""

logger = logging.getLogger(__name__)


def erase_person(
    actor: Actor, person: Player, *, typed: str, reason: str, photographs: bool = True
) -> Erasure:
    """Replace a person's name with initials throughout the organisation, and delete what identifies the person.

    These are contact details, member numbers, registration data, printed papers of the games, and
    files made with the name or waiting for import; with `photographs` also the photographs of the
    games, since score sheets contain names. Sharing ends. The log is searched before any locks are
    taken; entries written meanwhile are searched once it is locked. Raise `ReasonMissing` if there
    is no reason, and `Refused` if `typed` is not the name or the person has already been erased.
    """
    reason = " ".join(reason.split())
    with tenant(person.organisation_id):
        person = _confirmed_person(person, typed, reason)
        searched = search_log(person.organisation_id, names_of(person, ""))
    with tenant(person.organisation_id), transaction.atomic(), allow_redaction(connection):
        _lock_games_and_log(person)
        person = _confirmed_person(person, typed, reason)
        taken = {*Player.objects.values_list("name", flat=True)}
        shown = free_initials(initials_of(person.name), taken)
        rows = [person, *Player.objects.filter(merged_into=person)]
        erasure = Erasure.objects.create(
            person=person.pk,
            shown=shown,
            digests=sorted({digest_of(row.name_key) for row in rows}),
            photographs_too=photographs,
            at=timezone.now(),
        )
        _replace_name(actor, "erase_person", person, erasure, reason, searched=searched)
        _checkpoint_on_commit()
    return erasure


def _confirmed_person(person: Player, typed: str, reason: str) -> Player:
    """Return the current person, following merges.

    Raise `Refused` if the person has already been erased or `typed` is not the name, and
    `ReasonMissing` if there is no reason.
    """
    person = Player.objects.get(pk=person.pk)
    if person.merged_into is not None:
        person = person.merged_into
    refuse_erased_person(person)
    if name_key(typed) != person.name_key:
        raise Refused(
            _("To erase {player}, type the name exactly as shown here.").format(player=person)
        )
    if not reason:
        raise ReasonMissing(_("Give a reason, such as “asked for it by letter”."))
    return person


def _checkpoint_on_commit() -> None:
    """Checkpoint SQLite's write-ahead log after the commit, so that the old pages are overwritten on the disk."""
    if connection.vendor == "sqlite":
        transaction.on_commit(_checkpoint_journal, robust=True)


def _checkpoint_journal() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def reapply_erasures(actor: Actor = PROGRAM, players: Any = None) -> list[Erasure]:
    """Repeat the erasure of people who returned with an older copy, and return their erasures.

    `players` are the people to check, by default everybody in every organisation. A person imported
    with an archive is merged into the one already shown by initials.
    """
    erasures = []
    with transaction.atomic():
        returned = people_to_erase_again(Player.everywhere.all() if players is None else players)
        for person, erasure in returned:
            with tenant(person.organisation_id), allow_redaction(connection):
                _lock_games_and_log(person)
                here = Player.objects.exclude(pk=person.pk).filter(pk=erasure.person or 0).first()
                _replace_name(actor, "erase_again", person, erasure, "", here)
            erasures.append(erasure)
    return erasures


def _move_rows_to(person: Player, here: Player) -> None:
    """Move the imported person's rows to the person already shown by initials, and delete the imported person."""
    LoggedQuerySet(Entry).filter(player=person).update(player=here)
    KeepApart.objects.filter(one=person).update(one=here)
    KeepApart.objects.filter(other=person).update(other=here)
    person.delete()


def _lock_games_and_log(person: Player) -> None:
    """Lock the person's games and events, and the log, until the transaction ends."""
    entries = Entry.objects.filter(player=person)
    games = Game.objects.filter(players__name=person.name).values("pk")
    list(Game.objects.filter(pk__in=games).order_by("pk").select_for_update(no_key=True))
    events = Event.objects.filter(divisions__entries__in=entries).values("pk")
    list(Event.objects.filter(pk__in=events).order_by("pk").select_for_update(no_key=True))
    list(Player.objects.filter(pk=person.pk).select_for_update(no_key=True))
    lock_log()


def _replace_name(
    actor: Actor,
    verb: str,
    person: Player,
    erasure: Erasure,
    reason: str,
    here: Player | None = None,
    *,
    searched: SearchedLog | None = None,
) -> None:
    """Replace the name, and log this in each affected chain and always in the organisation's chain.

    `here` is the same person already shown by initials; `searched` is the log as read before locking.
    """
    same = [row.pk for row in (person, here) if row is not None]
    others = Player.objects.exclude(pk__in=same).exclude(merged_into=person)
    shown = free_initials(erasure.shown, {*others.values_list("name", flat=True)})
    names = names_of(person, shown)
    end_all_sharing(actor, person)
    _replace_name_in_games(person, names.own, photographs=erasure.photographs_too)
    _erase_personal_rows(person, names.own)
    _replace_names_in_texts(person.organisation_id, names.own)
    _discard_waiting_files(person.organisation.pk, names.own)
    _delete_derived_files(person)
    digests = _redact_log(person.organisation_id, names, searched)
    write_missing_summaries()
    key = person.pk
    if here is not None:
        _move_rows_to(person, here)
    elif erasure.person != key:
        Erasure.objects.create(
            person=key,
            shown=person.name,
            digests=erasure.digests,
            photographs_too=erasure.photographs_too,
            at=erasure.at,
        )
    number = sum(len(of_chain) for of_chain in digests.values())
    own = person.organisation.scope
    # The organisation's chain contains the beginning of the installation's, so it vouches for that, too.
    digests[own] = digests.get(own, {}) | digests.get(None, {})
    for chain in sorted(digests, key=lambda name: (name or "", name is None)):
        # Entries about a person outside the organisation are in the installation's chain.
        with tenant(person.organisation_id if chain else None):
            log(
                actor,
                verb,
                say(verb, shown=shown, entries=number),
                scope=chain or f"player:{key}",
                reason=names.own.replace_in_text(reason),
                redacts=digests[chain] or None,
            )


def _replace_name_in_games(person: Player, initials: Initials, *, photographs: bool) -> None:
    """Replace names in recorded games and uploaded game files.

    Delete the games' printed papers and their stored statistics, which are computed again later;
    with `photographs`, also delete their photographs.
    """
    games = list(games_of(person, initials.names).values_list("pk", flat=True))
    for player in GamePlayer.objects.filter(game__in=games, name__in=initials.names):
        LoggedQuerySet(GamePlayer).filter(pk=player.pk).update(
            name=initials.shown, nick=initials.nick if player.nick else ""
        )
    if photographs:
        GamePhoto.objects.filter(game__in=games).delete()
    with allow_removal(connection):
        PaperCopy.objects.filter(game__in=games).delete()
    GameSummary.objects.filter(game__in=games).delete()
    for file in UploadedGame.objects.filter(upload__organisation=person.organisation_id):
        text = initials.replace_in_gcg(file.text)
        if text != file.text:
            LoggedQuerySet(UploadedGame).filter(pk=file.pk).update(text=text)


def _replace_names_in_texts(organisation: int | None, initials: Initials) -> None:
    """Replace the person's names with initials in the organisation's text columns."""
    for table in text_tables():
        fields = [table.model._meta.get_field(name) for name in table.columns]  # noqa: SLF001
        for key, *values in table.rows_containing(organisation, initials):
            changed = {
                field.name: _truncate_to_column(field, after)
                for field, before in zip(fields, values, strict=True)
                if (after := initials.replace_in_value(before)) != before
            }
            if changed:
                LoggedQuerySet(table.model).filter(pk=key).update(**changed)


def _discard_waiting_files(organisation: int, initials: Initials) -> None:
    """Delete uploaded batches awaiting import if they may contain the name."""
    rows = IncomingFile.objects.order_by("pk").iterator(chunk_size=1)
    batches = {row.batch for row in rows if initials.may_occur_in(bytes(row.content))}
    IncomingFile.objects.filter(batch__in=batches).delete()

    def remove_jobs() -> None:
        for batch in batches:
            jobs.remove_job(f"{jobs.IMPORTS}/{organisation}-{batch}")

    transaction.on_commit(remove_jobs)


def _delete_derived_files(person: Player) -> None:
    """After the commit, delete the files in the data folder that may contain the name."""
    of_events, of_organisation = (
        (jobs.SITES, jobs.PAPERS, jobs.CHECKS),
        (jobs.RATING_RUNS, jobs.BACKUPS),
    )
    played = Event.objects.filter(divisions__entries__player=person).distinct()
    slugs = list(played.values_list("slug", flat=True))
    places = [f"{kind}/{slug}" for kind in of_events for slug in slugs]
    places += [f"{kind}/{person.organisation_id}" for kind in of_organisation]
    divisions = Division.objects.filter(entries__player=person).distinct()
    places.append(CHECK_EVERYTHING_JOB)
    places += [f"{jobs.PAIRINGS}/{key}" for key in divisions.values_list("pk", flat=True)]

    def remove_jobs() -> None:
        for place in places:
            jobs.remove_job(place)

    transaction.on_commit(remove_jobs)


def _erase_personal_rows(person: Player, initials: Initials) -> None:
    """Replace the name in the person's own rows, registrations and rating lists.

    Delete contact details, member numbers, amounts owed, and imported data except the time of leaving
    and the number of rated games.
    """
    rows = [person, *Player.objects.filter(merged_into=person)]
    key = name_key(initials.shown)
    LoggedQuerySet(Player).filter(pk__in=[row.pk for row in rows]).update(
        name=initials.shown, sort_name=initials.shown, name_key=key
    )
    person.name, person.sort_name, person.name_key = initials.shown, initials.shown, key
    Contact.objects.filter(player__in=rows).delete()
    registered = Registration.objects.filter(
        Q(entry__player=person) | Q(name_key__in=[name_key(name) for name in initials.names]),
        event__organisation=person.organisation_id,
    )
    numbers = list(registered.values_list("pk", flat=True))
    delete_registration_contacts(numbers)
    Registration.objects.filter(pk__in=numbers).update(
        name=initials.shown, name_key=key, member="", club=""
    )
    for entry in Entry.objects.filter(player=person):
        LoggedQuerySet(Entry).filter(pk=entry.pk).update(
            member="", owes="", extras=_reduced_extras(entry.extras)
        )
    listed = list(rating_list_rows(initials.names))
    note_rows(RatingList, {row.on_list_id for row in listed})
    ListedRating.objects.filter(pk__in=[row.pk for row in listed]).update(
        name=initials.shown, name_key=key, member=""
    )


def _reduced_extras(extras: dict[str, Any]) -> dict[str, Any]:
    """Return an entry's imported data reduced to the time of leaving and the number of rated games."""
    stays = {name: value for name, value in extras.items() if name == "left"}
    tags = [tag for tag in extras.get("tags", []) if tag[0] == CAREER_TAG]
    return stays | ({"tags": tags} if tags else {})


def _redact_log(
    organisation: int | None, names: PersonNames, searched: SearchedLog | None
) -> dict[str | None, dict[str, str]]:
    """Replace names in log entries, and return a mapping from each chain to the new digests by entry hash."""
    now = timezone.now()
    digests: dict[str | None, dict[str, str]] = {}
    for row, changed in redacted_log_rows(organisation, names, searched):
        for name, value in changed.items():
            setattr(row, name, value)
        row.redacted_at = now
        row.renew_salt()
        Activity.objects.filter(pk=row.pk).update(**changed, redacted_at=now, salt=row.salt)
        digests.setdefault(row.chain, {})[row.hash] = row.digest()
    return digests


def _truncate_to_column(field: Any, value: Any) -> Any:
    """Return the value, truncated to the length of the column if it is a string."""
    return value[: field.max_length] if isinstance(value, str) and field.max_length else value


def purge_expired_data() -> None:
    """Delete expired contact details, and erase names that returned with a snapshot."""
    delete_overdue_contacts()
    reapply_erasures()


def privacy_after_restore() -> Callable[[Actor, bool], None]:
    """Return a function that restores privacy decisions after a snapshot is restored.

    Erased people are erased again, and expired contact details are deleted again. If the snapshot is
    from this database, ended sharing stays ended.
    """
    ended = dict(SharedPerson.objects.exclude(ended_at=None).values_list("pk", "ended_at"))

    def reapply_privacy(actor: Actor, same_database: bool) -> None:
        if same_database:  # otherwise the keys belong to another installation
            for pk, ended_at in ended.items():
                SharedPerson.objects.filter(pk=pk, ended_at=None).update(ended_at=ended_at)
        reapply_erasures(actor)
        delete_overdue_contacts(actor)

    return reapply_privacy


def on_people_imported(players: Any, actor: Actor, **_message: object) -> None:
    """Repeat the erasure of people who returned with an archive."""
    reapply_erasures(actor, players)


BACKGROUND_TASK = (purge_expired_data, INTERVAL_SECONDS)
"""The background task that deletes expired data."""
