"""Read every row of an organisation as plain values, for its backup.

Rows refer to each other by their keys in this database, and to accounts by name. They are read in
batches, as of one moment. Secrets are omitted: passwords, second factors, invitations and keys.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Field, ForeignKey, Max, Model, Q, QuerySet

from scoring.models import (
    Activity,
    Edit,
    Game,
    GamePhoto,
    GamePlayer,
    GameSummary,
    Judgement,
    Organisation,
    PaperCopy,
    PracticeGame,
    Ruling,
    SheetColumn,
    SheetRuling,
    TurnEntry,
    Upload,
    UploadedGame,
)
from scoring.tenancy import FIRST_TENANT
from tournament import extension
from tournament.federation.models import (
    Championship,
    Contact,
    Registration,
    RegistrationContact,
    RegistrationMessage,
    RegistrationPayment,
    RegistrationRules,
)
from tournament.models import (
    Club,
    Division,
    Entry,
    Event,
    EventLogo,
    KeepApart,
    ListedRating,
    Membership,
    Pairing,
    Penalty,
    PlanLine,
    Player,
    PlayerReport,
    Prize,
    Rating,
    RatingChange,
    RatingList,
    RatingRun,
    RemovedEvent,
    ResultEntry,
    Round,
)
from tournament.queries.files.archive import LOG_COLUMNS, own_word_lists
from tournament.queries.organisation_logs import (
    event_chains,
    first_organisation_filter,
    own_log_filter,
)

VIA_DIVISION = "division__event__organisation"
VIA_ROUND = "round__division__event__organisation"
_TABLES: tuple[tuple[type[Model], str], ...] = (
    (Club, "organisation"),
    (Event, "organisation"),
    (RemovedEvent, "organisation"),
    (EventLogo, "event__organisation"),
    (Division, "event__organisation"),
    (Championship, "organisation"),
    (Championship.events.through, "championship__organisation"),
    (Player, "organisation"),
    (Contact, "player__organisation"),
    (Entry, VIA_DIVISION),
    (RegistrationRules, "event__organisation"),
    (Registration, "event__organisation"),
    (RegistrationContact, "registration__event__organisation"),
    (RegistrationMessage, "registration__event__organisation"),
    (RegistrationPayment, "registration__event__organisation"),
    (KeepApart, "event__organisation"),
    (PlanLine, VIA_DIVISION),
    (Prize, "event__organisation"),
    (Penalty, f"entry__{VIA_DIVISION}"),
    (RatingList, "organisation"),
    (ListedRating, "on_list__organisation"),
    (RatingRun, "organisation"),
    (Rating, VIA_DIVISION),
    (RatingChange, f"of__{VIA_DIVISION}"),
    (Round, VIA_DIVISION),
    (Game, "organisation"),
    (GamePlayer, "game__organisation"),
    (GamePhoto, "game__organisation"),
    (PaperCopy, "game__organisation"),
    (PracticeGame, "game__organisation"),
    (GameSummary, "game__organisation"),
    (TurnEntry, "game__organisation"),
    (Ruling, "entry__game__organisation"),
    (Edit, "game__organisation"),
    (SheetColumn, "game__organisation"),
    (SheetRuling, "game__organisation"),
    (Judgement, "organisation"),
    (Upload, "organisation"),
    (UploadedGame, "upload__organisation"),
    (Pairing, VIA_ROUND),
    (ResultEntry, f"pairing__{VIA_ROUND}"),
    (PlayerReport, f"pairing__{VIA_ROUND}"),
)
"""The tables of the core and the federation in a backup, in order of dependency.

Each has the lookup from its rows to their organisation.
"""
_STAYS_HERE = frozenset(
    {
        "scoring.Activity",
        "scoring.LoggedCount",
        "scoring.Organisation",
        "tournament.AccountLanguage",
        "tournament.Erasure",
        "tournament.IncomingFile",
        "tournament.Invitation",
        "tournament.Membership",
        "tournament.RecoveryCode",
        "tournament.SecondFactor",
        "tournament.SharedPerson",
        "tournament.UndoStep",
    }
)
"""Tables omitted from backups because they belong to one installation or contain secrets.

The log has its own sections.
"""
BATCH_SIZE = 2000
OWN_CHAIN_NAME = "own"
"""The name that the chain of entries outside events has in a backup."""


def backup_tables() -> list[tuple[type[Model], str]]:
    """Return every table of a backup in order of dependency, with the lookup from its rows to their organisation."""
    return [*_TABLES, *(table for room in extension.ROOM_TABLES for table in room.in_backup)]


def tables_not_in_backup() -> frozenset[str]:
    """Return the labels of the tables omitted from backups."""
    return _STAYS_HERE.union(*(room.not_in_backup for room in extension.ROOM_TABLES))


def is_installation_empty() -> bool:
    """Return whether the installation is empty.

    An empty installation has one organisation, without a log, events, people, clubs, games, rating
    lists or uploaded files.
    """
    return not (
        Organisation.objects.exclude(pk=FIRST_TENANT).exists()
        or Activity.objects.filter(chain=f"organisation:{FIRST_TENANT}").exists()
        or any(
            model.everywhere.exists() for model in (Event, Player, Club, Game, RatingList, Upload)
        )
    )


def backup_rows(organisation: Organisation, model: type[Model], way: str) -> QuerySet[Any]:
    """Return the organisation's rows of a table, ordered by key. `way` is the lookup to the organisation."""
    manager = getattr(model, "everywhere", model._default_manager)  # noqa: SLF001
    rows: QuerySet[Any] = manager.filter(**{way: organisation.pk}).order_by("pk")
    return rows


def backup_fields(model: type[Model]) -> list[Field[Any, Any]]:
    """Return the columns in a backup, except the row's key and organisation."""
    return [
        field
        for field in model._meta.concrete_fields  # noqa: SLF001
        if field.name != "organisation" and not (field.primary_key and not is_foreign_key(field))
    ]


def is_foreign_key(field: Field[Any, Any]) -> bool:
    """Return whether the column is a foreign key."""
    return isinstance(field, ForeignKey)


def json_rows(
    organisation: Organisation, model: type[Model], way: str, names: dict[int, str]
) -> Iterator[list[Any]]:
    """Yield the key and columns of each row as JSON values; `names` are the names of all accounts."""
    fields = backup_fields(model)
    rows = backup_rows(organisation, model, way).values_list(
        "pk", *(field.attname for field in fields)
    )
    for key, *values in rows.iterator(BATCH_SIZE):
        yield [
            key,
            *(
                _json_value(field, value, names)
                for field, value in zip(fields, values, strict=True)
            ),
        ]


def chains_of(organisation: Organisation) -> dict[str, Q]:
    """Return the log chains of the organisation by their names in a backup. This takes at most seven queries.

    ``event:`` followed by a slug is the chain of an existing or deleted event, and ``own`` that of
    the entries outside events. ``own/`` followed by a name is an imported chain, or the first
    organisation's part of the installation's chain.
    """
    chains = {chain: Q(chain=chain) for chain in event_chains(organisation.pk)}
    chains[OWN_CHAIN_NAME] = Q(chain=organisation.scope)
    carried = Activity.objects.filter(chain__startswith=f"{organisation.scope}/").order_by("chain")
    for chain in carried.values_list("chain", flat=True).distinct():
        chains[f"{OWN_CHAIN_NAME}/{(chain or '').partition('/')[2]}"] = Q(chain=chain)
    house = first_organisation_filter() if organisation.pk == FIRST_TENANT else None
    first = Activity.objects.filter(house).order_by("pk").first() if house is not None else None
    if house is not None and first is not None:
        chains[f"{OWN_CHAIN_NAME}/house-{first.hash[:8]}"] = house
    return chains


def log_state(organisation: Organisation) -> str:
    """Return the key of the latest entry in the organisation's logs, to detect changes; empty if there is none.

    Exports do not count. At most six queries.
    """
    rows = Activity.objects.filter(own_log_filter(organisation)).exclude(verb="export_organisation")
    return str(rows.aggregate(last=Max("pk"))["last"] or "")


def chain_rows(chain: Q) -> Iterator[list[Any]]:
    """Yield the entries of a chain, oldest first."""
    rows = Activity.objects.filter(chain).order_by("pk").values_list(*LOG_COLUMNS)
    for row in rows.iterator(BATCH_SIZE):
        yield [value.isoformat() if isinstance(value, datetime) else value for value in row]


def settings_of(organisation: Organisation) -> dict[str, Any]:
    """Return the settings of the organisation by column name."""
    return {name: getattr(organisation, name) for name in settings_in_backup()}


def settings_in_backup() -> list[str]:
    """Return the names of an organisation's columns, except its name, that a backup contains as settings."""
    own = ("id", "name", "created_at")
    return [field.name for field in Organisation._meta.concrete_fields if field.name not in own]  # noqa: SLF001


def roles_in_backup(organisation: Organisation) -> list[list[str]]:
    """Return each role as user name, role and event name, for information only. Restoring a backup assigns none."""
    rows = Membership.objects.filter(ended_at=None).filter(
        Q(organisation=organisation) | Q(event__organisation=organisation)
    )
    named = rows.order_by("user__username", "pk").values_list(
        "user__username", "role", "event__name"
    )
    return [[name, role, event or ""] for name, role, event in named]


def word_lists_in_backup(organisation: Organisation) -> dict[str, dict[str, str]]:
    """Return the imported word lists that events and games use, by key. This takes two queries."""
    events = Event.everywhere.filter(organisation=organisation).values_list("lexicon", flat=True)
    games = Game.everywhere.filter(organisation=organisation).values_list("lexicon", flat=True)
    return own_word_lists(organisation.pk, {*events.distinct(), *games.distinct()})


def account_names() -> dict[int, str]:
    """Return the names of all accounts by key. This takes one query."""
    return dict(User.objects.values_list("pk", "username"))


def _json_value(field: Field[Any, Any], value: Any, names: dict[int, str]) -> Any:
    if value is None:
        return None
    if isinstance(field, ForeignKey) and field.related_model is User:
        return names.get(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return b64encode(bytes(value)).decode()
    return value
