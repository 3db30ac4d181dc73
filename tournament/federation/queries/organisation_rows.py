"""Every row that belongs to an organisation, as plain values: what the backup of it holds.

Rows bear the numbers they have here and name each other by them, accounts by their name; they are read a few at a time,
as they were at one moment. Nothing that opens a door goes along: no password, second factor, invitation or key.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Field, ForeignKey, Max, Model, Q, QuerySet

from scoring.lexicon import lexicons
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
from scoring.tenancy import FIRST
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
from tournament.queries.files.archive import CHAINED
from tournament.queries.organisation_logs import event_chains, house_of_the_first, own_logs

DIVISION = "division__event__organisation"
BOARD = "round__division__event__organisation"
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
    (Entry, DIVISION),
    (RegistrationRules, "event__organisation"),
    (Registration, "event__organisation"),
    (RegistrationContact, "registration__event__organisation"),
    (RegistrationMessage, "registration__event__organisation"),
    (RegistrationPayment, "registration__event__organisation"),
    (KeepApart, "event__organisation"),
    (PlanLine, DIVISION),
    (Prize, "event__organisation"),
    (Penalty, f"entry__{DIVISION}"),
    (RatingList, "organisation"),
    (ListedRating, "on_list__organisation"),
    (RatingRun, "organisation"),
    (Rating, DIVISION),
    (RatingChange, f"of__{DIVISION}"),
    (Round, DIVISION),
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
    (Pairing, BOARD),
    (ResultEntry, f"pairing__{BOARD}"),
    (PlayerReport, f"pairing__{BOARD}"),
)
"""Every table of the core and of the federation in a backup, each after those it names, and the way from its rows to
their organisation."""
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
"""Tables of which a backup has no rows: they are of one installation, or open a door. The log has its own sections."""
AT_ONCE = 2000
OWN = "own"
"""How the chain of what belongs to no event is named in a backup."""


def backup_tables() -> list[tuple[type[Model], str]]:
    """Return every table of a backup, each after those it names, and the way from its rows to their organisation."""
    return [*_TABLES, *(table for room in extension.ROOM_TABLES for table in room.in_backup)]


def tables_not_in_backup() -> frozenset[str]:
    """Return the names in files of the tables of which a backup has no rows."""
    return _STAYS_HERE.union(*(room.not_in_backup for room in extension.ROOM_TABLES))


def nothing_was_entered() -> bool:
    """Whether this is an installation in which nothing is: one organisation without events, people, clubs and games."""
    return not (
        Organisation.objects.exclude(pk=FIRST).exists()
        or Activity.objects.filter(chain=f"organisation:{FIRST}").exists()
        or any(
            model.everywhere.exists() for model in (Event, Player, Club, Game, RatingList, Upload)
        )
    )


def backup_rows(organisation: Organisation, model: type[Model], way: str) -> QuerySet[Any]:
    """The rows of a table that are the organisation's, in the order of their numbers."""
    manager = getattr(model, "everywhere", model._default_manager)  # noqa: SLF001
    rows: QuerySet[Any] = manager.filter(**{way: organisation.pk}).order_by("pk")
    return rows


def backup_fields(model: type[Model]) -> list[Field[Any, Any]]:
    """The columns that a backup has, without the row's own number and its organisation."""
    return [
        field
        for field in model._meta.concrete_fields  # noqa: SLF001
        if field.name != "organisation" and not (field.primary_key and not names_row(field))
    ]


def names_row(field: Field[Any, Any]) -> bool:
    """Whether the column holds the number of another row."""
    return isinstance(field, ForeignKey)


def plain_rows(
    organisation: Organisation, model: type[Model], way: str, names: dict[int, str]
) -> Iterator[list[Any]]:
    """The number and the columns of each row, as JSON has them; `names` are those of all accounts."""
    fields = backup_fields(model)
    rows = backup_rows(organisation, model, way).values_list(
        "pk", *(field.attname for field in fields)
    )
    for key, *values in rows.iterator(AT_ONCE):
        yield [
            key,
            *(_plain(field, value, names) for field, value in zip(fields, values, strict=True)),
        ]


def chains_of(organisation: Organisation) -> dict[str, Q]:
    """The chains of the log that are the organisation's, by the name they have in a backup. Seven queries at most.

    ``event:`` with the address of an event, there or removed, ``own`` what belongs to no event, ``own/`` with a name
    what was brought from elsewhere, or is the first organisation's of the chain of the house.
    """
    chains = {chain: Q(chain=chain) for chain in event_chains(organisation.pk)}
    chains[OWN] = Q(chain=organisation.scope)
    carried = Activity.objects.filter(chain__startswith=f"{organisation.scope}/").order_by("chain")
    for chain in carried.values_list("chain", flat=True).distinct():
        chains[f"{OWN}/{(chain or '').partition('/')[2]}"] = Q(chain=chain)
    house = house_of_the_first() if organisation.pk == FIRST else None
    first = Activity.objects.filter(house).order_by("pk").first() if house is not None else None
    if house is not None and first is not None:
        chains[f"{OWN}/house-{first.hash[:8]}"] = house
    return chains


def log_state(organisation: Organisation) -> str:
    """How far the logs of the organisation go, to see whether something was done since. Six queries at most."""
    rows = Activity.objects.filter(own_logs(organisation)).exclude(verb="export_organisation")
    return str(rows.aggregate(last=Max("pk"))["last"] or "")


def chain_rows(chain: Q) -> Iterator[list[Any]]:
    """The entries of a chain, the first one first."""
    rows = Activity.objects.filter(chain).order_by("pk").values_list(*CHAINED)
    for row in rows.iterator(AT_ONCE):
        yield [value.isoformat() if isinstance(value, datetime) else value for value in row]


def settings_of(organisation: Organisation) -> dict[str, Any]:
    """What was decided for the organisation, by the names of its columns."""
    return {name: getattr(organisation, name) for name in settings_in_backup()}


def settings_in_backup() -> list[str]:
    """The columns of an organisation that go along, its name aside."""
    own = ("id", "name", "created_at")
    return [field.name for field in Organisation._meta.concrete_fields if field.name not in own]  # noqa: SLF001


def roles_named(organisation: Organisation) -> list[list[str]]:
    """Who has which role, for people to read: name, role, and the event or nothing. A backup gives no role."""
    rows = Membership.objects.filter(ended_at=None).filter(
        Q(organisation=organisation) | Q(event__organisation=organisation)
    )
    named = rows.order_by("user__username", "pk").values_list(
        "user__username", "role", "event__name"
    )
    return [[name, role, event or ""] for name, role, event in named]


def word_lists_named(organisation: Organisation) -> dict[str, dict[str, str]]:
    """The loaded word lists that its events and games name, with the words where that is allowed. Two queries."""
    events = Event.everywhere.filter(organisation=organisation).values_list("lexicon", flat=True)
    games = Game.everywhere.filter(organisation=organisation).values_list("lexicon", flat=True)
    here = lexicons(organisation.pk)
    return {
        key: {
            "name": here[key].name,
            "tileset": here[key].tileset,
            "sha256": here[key].sha256,
            **({"words": here[key].text} if here[key].may_be_copied else {}),
        }
        for key in sorted({*events.distinct(), *games.distinct()} & set(here))
        if not here[key].shipped
    }


def account_names() -> dict[int, str]:
    """The names of all accounts by their number. One query."""
    return dict(User.objects.values_list("pk", "username"))


def _plain(field: Field[Any, Any], value: Any, names: dict[int, str]) -> Any:
    if value is None:
        return None
    if isinstance(field, ForeignKey) and field.related_model is User:
        return names.get(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return b64encode(bytes(value)).decode()
    return value
