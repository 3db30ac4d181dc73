"""Every table of ours: those of the game, of the event, and of the rooms that are switched on."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.apps import apps
from django.db.models import Model

APPS = ("scoring", "tournament")


def own_models(*, with_links: bool = False) -> list[type[Model]]:
    """Return every model of ours; with the tables between two models too, where asked."""
    return [
        model
        for app in apps.get_app_configs()
        if app.name.partition(".")[0] in APPS
        for model in app.get_models(include_auto_created=with_links)
    ]


def name_in_files(model: type[Model]) -> str:
    """Return what a table is called in archives and backups, such as `tournament.Entry`.

    Tables of a room are called as they were before the room was an app of its own.
    """
    meta = model._meta  # noqa: SLF001 - Django's documented description of a model
    app = apps.get_app_config(meta.app_label).name.partition(".")[0]
    return f"{app}.{meta.object_name}" if app in APPS else meta.label


@dataclass(frozen=True)
class RoomTables:
    """What the backup of an organisation, and erasing a person, have to know of the tables of a room."""

    in_backup: tuple[tuple[type[Model], str], ...] = ()
    """Tables of a backup, each after those it names, and the way from its rows to their organisation."""
    not_in_backup: frozenset[str] = frozenset()
    """Tables of which a backup has no rows, by their names in files: they are of one installation, or open a door."""
    names_of_things: Mapping[type[Model], str] = field(default_factory=dict)
    """Columns with names of things, which stay where a thing is called after somebody who is erased."""
