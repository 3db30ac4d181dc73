"""Restore an event with its whole history from an archive of this program."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, transaction
from django.db.models import ForeignKey, Model
from django.utils.translation import gettext as _

from scoring import catalogue
from scoring.actions.activity import Actor, log
from scoring.actions.lexicons import lexicon_key_of, load_lexicon
from scoring.actions.refusals import Refused
from scoring.actions.summaries import write_missing_summaries
from scoring.lexicon import lexicons
from scoring.models import Game
from scoring.wording.phrases import comma_list
from tournament.actions.act import ConfirmationRequired
from tournament.actions.event.events import check_slug, free_slug
from tournament.actions.files.free_addresses import random_code_fields
from tournament.actions.people.clubs import free_club_slug
from tournament.actions.safety.log_baseline import has_other_log, import_log, write_log_baseline
from tournament.actions.safety.roles import make_owner
from tournament.engine.event_rules import BadEventRules
from tournament.engine.interchange import Extras, member_number_in
from tournament.engine.message import messages_as_json
from tournament.models import Club, Division, Entry, Event, Pairing, Player, ResultEntry, Round
from tournament.models.results import ResultSource
from tournament.models.tables import archived_table_name
from tournament.queries.files.archive import (
    INACTIVE_ROOMS_KEY,
    archive_key,
    archived_fields,
    archived_tables,
    is_account_reference,
)
from tournament.queries.files.events import matching_session
from tournament.queries.people.persons import persons_by_name_key
from tournament.queries.safety.archive_proof import ArchiveProof
from tournament.signals import people_imported
from tournament.wording.log import say
from tournament.wording.sentences import sentence, stored_messages

Rows = list[dict[str, Any]]
ROWS_PER_PROGRESS_REPORT = 400
"""Number of rows written between two reports of progress."""


def load_archive(
    actor: Actor,
    whole: Extras,
    *,
    name: str = "",
    slug: str = "",
    accepted: bool = False,
    on_progress: Callable[[int], None] = lambda _rows: None,
) -> Event:
    """Import the event of an archive under a free address.

    People who exist here are found by name, and the club by its address. A copy of an existing
    session stays outside the club, so that no season counts it twice. Raise `ConfirmationRequired`
    if the rows and the log disagree; with `accepted` it is imported anyway, with the log up to its
    first altered entry. Raise `Refused` for an archive that contradicts itself or needs unknown
    rules, and for a `slug` that is invalid or taken.

    Accounts that do not exist here are created without a way to log in, so that it remains known
    who entered what. `on_progress` is called with the number of further rows written, and cancels the
    import by raising an exception.
    """
    proof: ArchiveProof = whole["proof"]
    if proof.is_doubtful and not accepted:
        raise ConfirmationRequired([*proof.sentences, *proof.differences])
    add_missing_word_lists(actor, whole.get("word_lists", {}))
    entries = whole.get("log", [])[: proof.entries]
    try:
        with transaction.atomic():
            return _ArchiveRestorer(
                actor, whole["rows"], entries, proof, on_progress
            ).restore_event(name, slug)
    except (IntegrityError, DataError, ValidationError, KeyError, TypeError, ValueError) as error:
        raise Refused(
            _(
                "The archive contradicts itself, so nothing was imported. Create it again on "
                "the laptop it comes from ({name})."
            ).format(name=type(error).__name__)
        ) from error


def add_missing_word_lists(actor: Actor, word_lists: Mapping[str, Mapping[str, str]]) -> None:
    """Add the word lists whose words the archive contains, except those that already exist here.

    Raise `Refused` for an altered list or one that cannot be loaded.
    """
    for key, values in word_lists.items():
        if "words" not in values or key in lexicons() or lexicon_key_of(values["name"]) != key:
            continue
        if sha256(values["words"].encode()).hexdigest() != values["sha256"]:
            raise Refused(
                _(
                    "The word list {name} in the archive has been changed or damaged. Ask for a "
                    "new archive from the laptop it comes from."
                ).format(name=values["name"])
            )
        try:
            load_lexicon(
                actor,
                values["name"],
                values["words"].encode(),
                values["tileset"],
                may_be_copied=True,
            )
        except (Refused, catalogue.NotInCatalogue) as refused:
            raise Refused(
                _("The word list {name} in the archive cannot be loaded: {reason}").format(
                    name=values["name"], reason=refused
                )
            ) from refused


class _ArchiveRestorer:
    """An archive being restored, within a transaction."""

    def __init__(
        self,
        actor: Actor,
        rows: dict[str, Rows],
        log_entries: Rows,
        proof: ArchiveProof,
        done: Callable[[int], None],
    ) -> None:
        self.actor = actor
        self.done = done
        self.log_entries = log_entries
        self.proof = proof
        self.rows = rows
        self.made: dict[type[Model], list[Any]] = {}
        self.accounts = _find_or_create_accounts(rows)
        self.names = _names_by_number(rows)

    def restore_event(self, name: str, slug: str) -> Event:
        """Create every row and continue the log; return the event."""
        for model, _paths in archived_tables():
            rows = self.rows.get(archived_table_name(model), [])
            if model is Club:
                self.made[model] = [_find_or_create_club(row) for row in rows]
            elif model is Player:
                self.made[model] = _find_or_create_players(rows)
            elif model is Event:
                self.made[model] = [self._create_event(rows[0], name, slug)]
            else:
                self.made[model] = self._create_rows(model, _rows_with_free_codes(model, rows))
        event: Event = self.made[Event][0]
        _refuse_unknown_rules(event, self.made[Game])
        write_missing_summaries()
        make_owner(self.actor, event)
        import_log(event, self.log_entries)
        people = [player.pk for player in self.made[Player]]
        players = Player.objects.filter(pk__in=people)
        people_imported.send(Player, players=players, actor=self.actor, event=event)
        self._continue_log(event)
        write_log_baseline(self.actor, event)
        return event

    def _create_event(self, row: dict[str, Any], name: str, slug: str) -> Event:
        event = Event(**self._column_values(Event, row))
        if event.club is not None and matching_session(row, event.club):
            event.club = None
        event.name = (name or event.name)[:120]
        taken = Event.everywhere.filter(slug=event.slug).exists() or has_other_log(
            event.slug, self.log_entries
        )
        event.slug = check_slug(slug) if slug else free_slug(event.name) if taken else event.slug
        if has_other_log(event.slug, self.log_entries):  # of a removed event
            event.slug = f"{event.slug[:70]}-{secrets.token_hex(3)}"
        known = {archived_table_name(model) for model, _paths in archived_tables()}
        if of_rooms := {
            name: rows for name, rows in self.rows.items() if rows and name not in known
        }:
            event.extras = event.extras | {INACTIVE_ROOMS_KEY: of_rooms}
        event.save(force_insert=True)
        return event

    def _create_rows(self, model: type[Model], rows: Rows) -> list[Any]:
        """Create the rows of one table; references within the table are set afterwards."""
        own = [
            field.name
            for field in archived_fields(model)
            if isinstance(field, ForeignKey) and field.related_model is model
        ]
        fresh = [
            model(
                **{
                    key: value
                    for key, value in self._column_values(model, values).items()
                    if key not in own
                }
            )
            for values in rows
        ]
        made: list[Any] = []
        for first in range(0, len(fresh), ROWS_PER_PROGRESS_REPORT):
            part = fresh[first : first + ROWS_PER_PROGRESS_REPORT]
            made += model._default_manager.bulk_create(part, batch_size=200)  # noqa: SLF001
            self.done(len(part))
        for name in own:
            joined = []
            for row, values in zip(made, rows, strict=True):
                if values.get(name):
                    setattr(row, name, made[values[name] - 1])
                    joined.append(row)
            model._default_manager.bulk_update(joined, [name], batch_size=200)  # noqa: SLF001
        return made

    def _column_values(self, model: type[Model], row: dict[str, Any]) -> dict[str, Any]:
        """Return the column values of a row for its model; a column missing from the archive keeps its default."""
        values: dict[str, Any] = {}
        for field in archived_fields(model):
            if archive_key(field) not in row:
                continue
            value = row[archive_key(field)]
            if value is None:
                values[field.name] = None
            elif is_account_reference(field):
                values[field.name] = self.accounts[value]
            elif isinstance(field, ForeignKey):
                if field.related_model is not model:
                    values[field.name] = _nth(self.made[field.related_model], value)
            else:
                values[field.name] = field.to_python(value)
        if model is Entry and "member" not in row:  # archives without member numbers
            values["member"] = member_number_in(row["kept"])
        if model is Round:
            values["notes"] = self._stored_messages(row["division"], row.get("notes", []))
        if model is Pairing:
            round_ = self.rows[archived_table_name(Round)][row["round"] - 1]
            values["reasons"] = self._stored_messages(round_["division"], row["reasons"])
        return values

    def _stored_messages(self, division: int, values: Any) -> list[dict[str, Any]]:
        """Return reasons or notes in stored form."""
        return messages_as_json(stored_messages(values, self.names[division]))

    def _continue_log(self, event: Event) -> None:
        results: dict[int, int] = {}
        for result in self.made[ResultEntry]:
            division = result.pairing.round.division_id
            results[division] = results.get(division, 0) + (result.source != ResultSource.AWARDED)
        without_club = event.club is None and bool(self.made[Club])
        opened = say("open_archive_without_club" if without_club else "open_archive", event=event)
        after: dict[str, Any] = {"rows": {label: len(rows) for label, rows in self.rows.items()}}
        if self.proof.is_doubtful:
            opened = say("open_doubtful_archive", opened=opened)
            after |= {"log": self.proof.sentences, "differences": self.proof.differences}
        log(self.actor, "import_event", opened, scope=f"event:{event.slug}", after=after)
        for division in self.made[Division]:
            count = results.get(division.pk, 0)
            log(
                self.actor,
                "import_division",
                say("open_division", division=division, results=count),
                scope=division.scope,
                after={"results": count},
            )


def _nth(made: list[Any], place: int) -> Any:
    if not isinstance(place, int) or not 1 <= place <= len(made):
        raise ValueError(place)
    return made[place - 1]


def _find_or_create_accounts(rows: dict[str, Rows]) -> dict[str, User]:
    """Return the accounts in the archive; missing ones are created without a way to log in."""
    wanted = {
        row[field.name]
        for model, _ in archived_tables()
        for field in archived_fields(model)
        if is_account_reference(field)
        for row in rows.get(archived_table_name(model), [])
        if row.get(field.name)
    }
    accounts = {user.username: user for user in User.objects.filter(username__in=wanted)}
    for name in sorted(wanted - set(accounts)):
        user = User(username=name, is_active=False)
        user.set_unusable_password()
        user.clean_fields()
        user.save(force_insert=True)
        accounts[name] = user
    return accounts


def _names_by_number(rows: dict[str, Rows]) -> dict[int, dict[int, str]]:
    """Return, for each division by its position in the archive, the names of its entries by number."""
    players = rows[archived_table_name(Player)]
    names: dict[int, dict[int, str]] = {
        place: {} for place, _ in enumerate(rows[archived_table_name(Division)], 1)
    }
    for entry in rows[archived_table_name(Entry)]:
        names[entry["division"]][entry["number"]] = players[entry["player"] - 1]["name"]
    return names


def _find_or_create_club(row: dict[str, Any]) -> Club:
    club = Club.objects.filter(slug=row["slug"]).first()
    return club or Club.objects.create(
        **_values_without_references(Club, row) | {"slug": free_club_slug(row["slug"])}
    )


def _find_or_create_players(rows: Rows) -> list[Player]:
    """Return the person for each row of the archive, in order.

    For a name that is known here, this is the existing person. Unknown people, and people whose
    name occurs twice in the archive, are created.
    """
    known = persons_by_name_key([row["name_key"] for row in rows])
    twice = [row["name_key"] for row in rows]
    made: list[Player] = []
    for row in rows:
        # Two people of the same name in an archive stay two people here.
        if row["name_key"] in known and twice.count(row["name_key"]) == 1:
            made.append(known[row["name_key"]])
        else:
            made.append(Player.objects.create(**_values_without_references(Player, row)))
    return made


def _rows_with_free_codes(model: type[Model], rows: Rows) -> Rows:
    """Return the rows, with new random codes in place of those already used here."""
    for column in random_code_fields(model):
        codes = [row[column.name] for row in rows]
        there = model._default_manager.filter(**{f"{column.name}__in": codes})  # noqa: SLF001
        taken = set(there.values_list(column.name, flat=True))
        rows = [
            row | {column.name: column.get_default()} if row[column.name] in taken else row
            for row in rows
        ]
    return rows


def _values_without_references(model: type[Model], row: dict[str, Any]) -> dict[str, Any]:
    """Return the column values of a row for a model whose archived columns contain no references."""
    return {
        field.name: field.to_python(row[archive_key(field)])
        for field in archived_fields(model)
        if archive_key(field) in row
    }


def _refuse_unknown_rules(event: Event, games: list[Game]) -> None:
    """Raise `Refused` for invalid rules, or for rules, tiles or boards that this program does not have."""
    try:
        rule_sets = {event.rules.rules}
    except BadEventRules as error:
        raise Refused(sentence(error.message)) from error
    refuse_unknown_keys(
        rule_sets | {game.rules for game in games},
        {game.tile_set for game in games},
        {game.layout for game in games},
    )


def refuse_unknown_keys(rule_sets: set[str], tile_sets: set[str], layouts: set[str]) -> None:
    """Raise `Refused` with the keys that this program does not have, if any."""
    missing = [
        *_unknown_key_sentences(_("the board “{key}”"), layouts, catalogue.layouts()),
        *_unknown_key_sentences(_("the rule set “{key}”"), rule_sets, catalogue.rule_sets()),
        *_unknown_key_sentences(_("the tile set “{key}”"), tile_sets, catalogue.tile_sets()),
    ]
    if missing:
        raise Refused(
            _(
                "The archive uses {items}, which this version of Ninetimer does not have. Open "
                "it with the version that wrote it, or a newer one."
            ).format(items=comma_list(missing))
        )


def _unknown_key_sentences(label: str, keys: set[str], known: Collection[str]) -> list[str]:
    return [label.format(key=key) for key in sorted(keys) if key not in known]
