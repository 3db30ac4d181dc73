"""Restore an organisation from its backup: every row with its history, or nothing."""

from __future__ import annotations

import secrets
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, transaction
from django.db.models import BinaryField, Field, ForeignKey, Model, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor, log
from scoring.models import Activity, Game, Organisation
from scoring.queries.chain import Redactions
from scoring.tenancy import FIRST_TENANT, tenant
from tournament.actions.act import Refused
from tournament.actions.files.archive import add_missing_word_lists, refuse_unknown_keys
from tournament.actions.files.free_addresses import FreeAddresses
from tournament.actions.safety.log_baseline import (
    write_game_baselines,
    write_log_baseline,
    write_shared_baseline,
)
from tournament.actions.safety.organisations import MAX_NAME_LENGTH, free_organisation_name
from tournament.engine.event_rules import BadEventRules
from tournament.federation.actions.erasure import reapply_erasures
from tournament.federation.actions.imported_log_chains import (
    BATCH_SIZE,
    batches_of,
    broken_chain_error,
    import_chain,
)
from tournament.federation.queries.organisation_rows import (
    OWN_CHAIN_NAME,
    backup_fields,
    backup_tables,
    is_installation_empty,
    settings_in_backup,
)
from tournament.models import Event, Membership, Player
from tournament.models.membership import Role
from tournament.models.tables import archived_table_name
from tournament.queries.files.archive import LOG_COLUMNS
from tournament.wording.log import say
from tournament.wording.sentences import sentence

LOG = archived_table_name(Activity)


class BackupSection(Protocol):
    """A table or log chain in a backup."""

    @property
    def table(self) -> str:
        """Return the label of the model to which the rows belong."""

    @property
    def chain(self) -> str | None:
        """Return the log chain; None for a table."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the names of the columns in each row."""


class Backup(Protocol):
    """A backup that has passed its integrity check."""

    @property
    def header(self) -> Mapping[str, Any]:
        """Return the header, in which the backup describes itself."""

    def sections(self) -> Iterator[tuple[Any, list[Any] | None]]:
        """Yield (section, None) for each section, followed by (section, row) for each of its rows."""


def import_organisation(
    actor: Actor,
    backup: Backup,
    *,
    name: str = "",
    owner: User | None = None,
    copy: bool = False,
    done: Callable[[int], None] | None = None,
) -> Organisation:
    """Return the organisation restored from a backup.

    It is a new one, or the existing one on an empty installation. `name` replaces its name, and
    `owner` becomes its owner. The accounts in the backup are created inactive and without a
    password, or matched by name on an empty installation. `done` is called with the number of
    written rows. Raise `Refused` for an organisation that already exists here, judging by its name
    or an event's log, unless `copy` is set; for tables or rules unknown here; for an altered log
    entry; and for a backup that contradicts itself.
    """
    try:
        with transaction.atomic():
            return _Restoration(actor, backup, done or (lambda _rows: None)).restore(
                name, owner, copy
            )
    except (
        IntegrityError,
        DataError,
        ValidationError,
        KeyError,
        TypeError,
        ValueError,
        AttributeError,
    ) as error:
        if isinstance(error, Refused):
            raise
        raise Refused(
            _(
                "The data in the backup is inconsistent ({name}), so nothing was imported. "
                "Create the backup again in the installation it came from."
            ).format(name=type(error).__name__)
        ) from error


@dataclass
class _Restoration:
    """The restoration of one backup, within a transaction."""

    actor: Actor
    backup: Backup
    done: Callable[[int], None]
    numbers: dict[type[Model], dict[int, int]] = field(default_factory=dict)
    """The keys of the restored rows, by table and key in the backup."""
    addresses: FreeAddresses = field(default_factory=FreeAddresses)
    accounts: dict[str, int] = field(default_factory=dict)
    redactions: Redactions = field(default_factory=Redactions)
    """The redactions of all chains; the organisation's chain may vouch for those in the installation's chain."""
    is_fresh: bool = False
    rows: int = 0

    def restore(self, name: str, owner: User | None, copy: bool) -> Organisation:
        """Create all rows and continue the logs; return the organisation."""
        header = self.backup.header
        wanted = " ".join((name or str(header.get("name") or "")).split())[:MAX_NAME_LENGTH]
        self.is_fresh = is_installation_empty()
        if not copy:
            self._refuse_conflicts(wanted)
        self.accounts = dict(User.objects.values_list("username", "pk")) if self.is_fresh else {}
        made = self._create_organisation(wanted)
        with tenant(made.pk):
            self._create_rows(made)
            if unvouched := self.redactions.first_unconfirmed():
                raise broken_chain_error(unvouched)
            reapply_erasures(self.actor, Player.objects.all())
            if owner is not None:
                Membership.objects.get_or_create(
                    user=owner,
                    organisation=made,
                    ended_at=None,
                    defaults={
                        "role": Role.OWNER,
                        "given_by": self.actor.user,
                        "given_at": timezone.now(),
                    },
                )
            log(
                self.actor,
                "import_organisation",
                say("import_organisation", organisation=made, rows=self.rows),
                scope=made.scope,
                after={"rows": self.rows, "roles": header.get("roles", [])},
            )
            for event in Event.objects.order_by("pk"):
                write_log_baseline(self.actor, event)
            write_game_baselines(self.actor)
            write_shared_baseline(self.actor)
            add_missing_word_lists(
                self.actor, header.get("word_lists", {})
            )  # last, because files are not rolled back
        return made

    def _refuse_conflicts(self, name: str) -> None:
        if name and Organisation.objects.filter(name__iexact=name).exists():
            raise Refused(
                _(
                    "There is already an organisation called {name}, so nothing was imported. If "
                    "the backup is of a different organisation, import it under another name."
                ).format(name=name)
            )
        first: list[str] = []
        waits = False
        for section, row in self.backup.sections():
            if section.table != LOG or not (section.chain or "").startswith("event:"):
                continue
            waits = row is None or waits
            if row is not None and waits:
                first.append(row[section.columns.index("hash")])
                waits = False
        here = sum(
            Activity.objects.filter(hash__in=first[at : at + BATCH_SIZE])
            .values("hash")
            .distinct()
            .count()
            for at in range(0, len(first), BATCH_SIZE)
        )
        if here:
            raise Refused(
                ngettext(
                    "{count} event in the backup already exists here, so nothing was imported. "
                    "To have a second copy, choose to import it again.",
                    "{count} events in the backup already exist here, so nothing was imported. "
                    "To have a second copy, choose to import it again.",
                    here,
                ).format(count=here)
            )

    def _create_organisation(self, name: str) -> Organisation:
        if self.is_fresh:
            made = Organisation.objects.get(pk=FIRST_TENANT)
            made.name = name
        else:
            called = free_organisation_name(name or _("Imported organisation"))
            made = Organisation(name=called, created_at=timezone.now())
        settings = self.backup.header.get("settings", {})
        for setting in settings_in_backup():
            if setting in settings:
                setattr(made, setting, settings[setting])
        made.full_clean(exclude=["created_at"])
        made.save()
        return made

    def _create_rows(self, made: Organisation) -> None:
        models = {archived_table_name(model): model for model, _way in backup_tables()}
        for section, rows in _group_by_section(self.backup.sections()):
            if section.table == LOG:
                self._import_chain(made, section, rows)
            elif (model := models.get(section.table)) is not None:
                self._create_table_rows(model, section.columns, rows)
            elif any(True for _row in rows):
                raise _unknown_table_error(section.table)

    def _create_table_rows(
        self, model: type[Model], columns: tuple[str, ...], rows: Iterable[list[Any]]
    ) -> None:
        known = {column.name: column for column in backup_fields(model)}
        fields = [(at, known[name]) for at, name in enumerate(columns, 1) if name in known]
        own = [column for _at, column in fields if column.related_model is model]
        numbers = self.numbers.setdefault(model, {})
        joined: list[tuple[int, Field[Any, Any], int]] = []
        keeps_key = model._meta.pk.is_relation  # noqa: SLF001 - the number is that of another row
        for some in batches_of(rows):
            fresh = [self._build_row(model, fields, row) for row in some]
            # Not the model's own manager: entries of the log at the end record the restored rows.
            table: QuerySet[Any] = QuerySet(model)
            made = table.bulk_create(fresh, batch_size=BATCH_SIZE)
            for row, here in zip(some, made, strict=True):
                if not keeps_key:
                    numbers[row[0]] = here.pk
            for column in own:
                at = columns.index(column.name) + 1
                joined += [
                    (numbers[row[0]], column, row[at]) for row in some if row[at] is not None
                ]
            self.rows += len(some)
            self.done(self.rows)
        for at in range(0, len(joined), BATCH_SIZE):
            _set_references(model, joined[at : at + BATCH_SIZE], numbers)
        if model is Game:
            _refuse_unknown_rules()

    def _build_row(
        self, model: type[Model], fields: list[tuple[int, Field[Any, Any]]], row: list[Any]
    ) -> Model:
        values: dict[str, Any] = {}
        for at, column in fields:
            value = row[at]
            if column.related_model is model:
                continue
            if value is None:
                values[column.attname] = None
            elif column.related_model is User:
                values[column.attname] = self._account_key(value)
            elif isinstance(column, ForeignKey):
                values[column.attname] = self.numbers[column.related_model][value]
            elif isinstance(column, BinaryField):
                values[column.attname] = b64decode(value, validate=True)
            else:
                values[column.attname] = column.to_python(value)
        made = model(**values)
        self.addresses.assign(made)
        return made

    def _account_key(self, name: str) -> int:
        """Return the key of the account that stands for the one with this name in the backup.

        It is the account with the same name on an empty installation, else a new, inactive one.
        """
        if name not in self.accounts:
            called = name if self.is_fresh else f"{name[:130]} ({secrets.token_hex(3)})"
            account = User(username=called, is_active=False)
            account.set_unusable_password()
            account.save(force_insert=True)
            self.accounts[name] = account.pk
        return self.accounts[name]

    def _import_chain(
        self, made: Organisation, section: BackupSection, rows: Iterable[list[Any]]
    ) -> None:
        """Verify a log chain entry by entry, and write it under its new name.

        Raise `ValueError` for a chain that is unknown, already exists or has unexpected columns, and
        `Refused` for an altered entry.
        """
        kind, _colon, slug = (section.chain or "").partition(":")
        if kind == "event":
            chain = f"event:{self.addresses.slugs[slug]}"
        elif kind == OWN_CHAIN_NAME or kind.startswith(f"{OWN_CHAIN_NAME}/"):
            chain = made.scope + kind.removeprefix(OWN_CHAIN_NAME)
        else:
            raise ValueError(section.chain)
        if section.columns != LOG_COLUMNS or Activity.objects.filter(chain=chain).exists():
            raise ValueError(section.chain)
        for written in import_chain(chain, section.chain or "", batches_of(rows), self.redactions):
            self.rows += written
            self.done(self.rows)


def _unknown_table_error(name: str) -> Refused:
    return Refused(
        _(
            "The backup contains data that this installation cannot store ({table}), so nothing "
            "was imported. Switch on the same features as in the installation it came from "
            "(NINETIMER_ROOMS), or install a newer version."
        ).format(table=name)
    )


def _group_by_section(
    pairs: Iterator[tuple[BackupSection, list[Any] | None]],
) -> Iterator[tuple[BackupSection, Iterator[list[Any]]]]:
    """Yield each section with its rows, which must be consumed before the next section.

    Raise `ValueError` for a row before the first section.
    """
    waiting: list[BackupSection] = []

    def rows() -> Iterator[list[Any]]:
        for section, row in pairs:
            if row is None:
                waiting.append(section)
                return
            yield row

    for _row in rows():
        raise ValueError("a row before the first section")
    while waiting:
        yield waiting.pop(), rows()


def _set_references(
    model: type[Model], joined: list[tuple[int, Field[Any, Any], int]], numbers: dict[int, int]
) -> None:
    """Set the references between rows of one table once all of them have been created."""
    for column in {column for _key, column, _other in joined}:
        rows = [
            model(**{"pk": key, column.attname: numbers[other]})
            for key, of, other in joined
            if of is column
        ]
        table: QuerySet[Any] = QuerySet(model)
        table.bulk_update(rows, [column.name], batch_size=BATCH_SIZE)


def _refuse_unknown_rules() -> None:
    """Raise `Refused` if restored events or games use rules, tiles or boards unknown to this program."""
    rule_sets = set()
    for event in Event.objects.all():
        try:
            rule_sets.add(event.rules.rules)
        except BadEventRules as error:
            raise Refused(sentence(error.message)) from error
    games = Game.objects.order_by()
    refuse_unknown_keys(
        rule_sets | set(games.values_list("rules", flat=True).distinct()),
        set(games.values_list("tile_set", flat=True).distinct()),
        set(games.values_list("layout", flat=True).distinct()),
    )
