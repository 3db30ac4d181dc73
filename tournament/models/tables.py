"""All tables of the program: those of the game, the event, and the active rooms."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.apps import apps
from django.db.models import Model

APPS = ("scoring", "tournament")


def program_models(*, with_links: bool = False) -> list[type[Model]]:
    """Return every model of the program, optionally with the link tables between models."""
    return [
        model
        for app in apps.get_app_configs()
        if app.name.partition(".")[0] in APPS
        for model in app.get_models(include_auto_created=with_links)
    ]


def archived_table_name(model: type[Model]) -> str:
    """Return the name of a table in archives and backups, such as `tournament.Entry`.

    A table of a room has the name from before the room became a separate app. A table of an app that is not
    part of the program has its Django label.
    """
    meta = model._meta  # noqa: SLF001 - Django's documented description of a model
    app = apps.get_app_config(meta.app_label).name.partition(".")[0]
    return f"{app}.{meta.object_name}" if app in APPS else meta.label


@dataclass(frozen=True)
class RoomTables:
    """A room's tables, as the backup of an organisation and the erasure of a person need them."""

    in_backup: tuple[tuple[type[Model], str], ...] = ()
    """The tables in a backup, each after those it refers to, with the lookup from its rows to their organisation."""
    not_in_backup: frozenset[str] = frozenset()
    """Names of tables excluded from a backup, because they are local to an installation or contain secrets."""
    names_of_things: Mapping[type[Model], str] = field(default_factory=dict)
    """Columns that name things rather than people; they stay unchanged when a person of the same name is erased."""
