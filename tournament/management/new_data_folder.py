"""A separate data folder, created by a command in addition to the current one."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management import call_command
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.utils import load_backend
from django.utils.translation import gettext as _

from tournament.data_folder import DataFolderProblem, open_data_folder
from tournament.environment import database


def create_data_folder(folder: Path) -> None:
    """Create a data folder with an empty database.

    Raise `CommandError` if the folder is not empty, is a file, or cannot be created.
    """
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise CommandError(
                _("{folder} already exists and is not empty. Name a new folder.").format(
                    folder=folder
                )
            )
        open_data_folder(str(folder))
    except OSError as reason:
        raise CommandError(f"{folder}: {reason.strerror}") from reason
    except DataFolderProblem as problem:
        raise CommandError(str(problem)) from problem
    with use_database_in(folder):
        call_command(migrate.Command(), verbosity=0, interactive=False)


@contextmanager
def use_database_in(folder: Path) -> Iterator[None]:
    """Run the block with the database of another data folder, which is created if necessary."""
    here = connections[DEFAULT_DB_ALIAS]
    described = {DEFAULT_DB_ALIAS: database("", folder)}
    settings = connections.configure_settings(described)[DEFAULT_DB_ALIAS]
    there = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, DEFAULT_DB_ALIAS)
    connections[DEFAULT_DB_ALIAS] = there
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = here
        there.close()
