"""Every table of ours: those of the game, of the event, and of the rooms that are switched on."""

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
