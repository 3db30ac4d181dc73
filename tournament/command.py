"""The `ninetimer` command, which runs the program's commands. `manage.py` in a checkout runs them too.

Without arguments, `ninetimer` starts the program. Django is imported only after the data folder has
been chosen.
"""

import gc
import multiprocessing
import os
import shutil
import sqlite3
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tournament.data_folder import default_data_folder
from tournament.languages import language_of_terminal
from tournament.version import VERSION

FULL_COMMAND_NAMES = {
    "verify": "verify_games",
    "export": "export_event",
    "import": "import_event",
    "report": "export_report",
}
"""The full name of each command that has a short name, by that short name."""
DEFAULT_COMMAND = "start"
"""The command that `ninetimer` runs without arguments."""
DEMO = "demo"
HELP_ARGUMENTS = ("help", "--help", "-h")
MIGRATING_COMMANDS = (DEMO, "migrate", "start")
"""Commands that bring the database up to date."""


def main() -> None:
    """Run the command line."""
    multiprocessing.freeze_support()  # a native build runs itself again for its processes
    run_command(["ninetimer", *sys.argv[1:]], alone=DEFAULT_COMMAND)


def run_command(typed: Sequence[str], *, alone: str = "help") -> None:
    """Run one command; report an invalid setting in a sentence, without a traceback.

    `typed` is the program name and its arguments; `alone` is the command to run without arguments.
    """
    # Much is loaded and kept; collecting garbage took an eighth of the start-up time.
    gc.set_threshold(50_000, 20, 100)
    program, *arguments = typed
    arguments = _choose_data_folder(arguments)
    if not arguments or (
        arguments[0].startswith("-") and arguments[0] not in (*HELP_ARGUMENTS, "--version")
    ):
        arguments.insert(0, alone)
    arguments[0] = FULL_COMMAND_NAMES.get(arguments[0], arguments[0])
    if arguments[0] == DEMO:
        demo = default_data_folder()
        os.environ.setdefault("NINETIMER_DATA_DIR", str(demo.with_name(f"{demo.name}-demo")))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    # Control characters are shown as marks (`scoring.control_marks`), including those of colours.
    os.environ["DJANGO_COLORS"] = "nocolor"
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a Windows terminal may lack a character
            stream.reconfigure(errors="backslashreplace")
    if arguments == ["--version"]:
        print(f"Ninetimer {VERSION}")  # noqa: T201 - what was asked for
        return
    _execute(program, arguments)


def _choose_data_folder(arguments: list[str]) -> list[str]:
    """Set the data folder from a leading `--data FOLDER` or `--data=FOLDER`, and return the other arguments.

    Exit with a message if no folder follows `--data`.
    """
    if arguments and arguments[0].startswith("--data="):
        arguments = ["--data", arguments[0].partition("=")[2], *arguments[1:]]
    if arguments and arguments[0] == "--data":
        if len(arguments) < 2 or not arguments[1]:
            sys.exit("--data needs the folder of the data: ninetimer --data FOLDER serve")
        os.environ["NINETIMER_DATA_DIR"] = str(Path(arguments[1]).expanduser().absolute())
        arguments = arguments[2:]
    return arguments


def _execute(program: str, arguments: list[str]) -> None:
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import BaseCommand, execute_from_command_line
    from django.db import DatabaseError

    BaseCommand.suppressed_base_arguments = DJANGO_OPTIONS
    # Django's checks import every page: more than half the time of a short command. `make test` runs them.
    BaseCommand.requires_system_checks = []
    try:
        try:
            if len(arguments) == 1 and arguments[0] in HELP_ARGUMENTS:
                with _language_of_terminal():
                    _list_commands(program)
            else:
                with _language_of_terminal():
                    execute_from_command_line([program, *arguments])
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # the reader has closed the pipe, as in `| head -3`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except ImproperlyConfigured as problem:
        sys.exit(f"Ninetimer cannot start: {problem}")
    except (DatabaseError, sqlite3.Error, OSError) as problem:
        from django.conf import settings

        from tournament.data_folder import folder_problem

        if why := folder_problem(settings.NINETIMER_DATA_DIR):
            sys.exit(f"Ninetimer cannot go on: {why}")
        migrates = bool(arguments) and arguments[0] in MIGRATING_COMMANDS
        if not isinstance(problem, OSError) and (
            why := _database_message(problem if migrates else None)
        ):
            sys.exit(why)
        raise


def _database_message(migration_problem: Exception | None) -> str:
    """Return a message about an older, newer, damaged, empty or unreachable database, or "" if nothing is wrong."""
    from django.utils.module_loading import import_string

    with _language_of_terminal():
        # Imported by name, because this module is below every layer.
        return str(
            import_string("tournament.queries.safety.database.database_problem")(migration_problem)
        )


@contextmanager
def _language_of_terminal() -> Iterator[None]:
    """Use the terminal's language if it is available, otherwise the installation's."""
    import django
    from django.conf import settings
    from django.utils import translation

    django.setup()
    language = language_of_terminal(os.environ, [code for code, _name in settings.LANGUAGES])
    with translation.override(language or settings.LANGUAGE_CODE):
        yield


DJANGO_OPTIONS = {
    "--version", "--verbosity", "--settings", "--pythonpath", "--traceback", "--no-color", "--force-color",
    "--skip-checks",
}  # fmt: skip
"""Django's common options for developers; they work, but are omitted from the help of a command."""
DEVELOPER_COMMANDS = ("build_word_list", "makemessages")
"""Commands that need the source code; an installed Ninetimer does not list them."""
COMMANDS_LISTED_FIRST = ("start", "demo", "serve", "doctor")


def _list_commands(program: str) -> None:
    """Print the usage and a description of each command for users, beginning with the most important ones."""
    from django.core.management import get_commands, load_command_class
    from django.utils.translation import gettext as _

    of_libraries = {  # the library commands that a user may need, with our descriptions
        "axes_reset": _("Let people log in again after too many wrong passwords."),
        "changepassword": _("Set a new password for an account."),
        "createsuperuser": _("Create an account that can do everything, such as the director's."),
        "migrate": _("Create the database, or upgrade an older one."),
        "makemessages": _("Collect the texts of Ninetimer for translators."),
    }
    from_source = program != "ninetimer"
    apps = {
        name: app
        for name, app in get_commands().items()
        if (app in ("scoring", "tournament") and (from_source or name not in DEVELOPER_COMMANDS))
        or (name in of_libraries and name not in DEVELOPER_COMMANDS)
    }
    short = {name: typed for typed, name in FULL_COMMAND_NAMES.items()}
    lines = [
        _("{program} --data FOLDER COMMAND works on the data in that folder.").format(
            program=program
        ),
        _("{program} COMMAND --help describes a command:").format(program=program),
    ]
    print("\n".join(lines))  # noqa: T201
    width = max(60, shutil.get_terminal_size().columns - 2)
    for name in [*COMMANDS_LISTED_FIRST, *sorted(set(apps) - set(COMMANDS_LISTED_FIRST))]:
        app = apps[name]
        command = load_command_class(app, name) if isinstance(app, str) else app
        text = of_libraries.get(name) or command.create_parser(program, name).description or ""
        names = f"{name} ({short[name]})" if name in short else name
        line = f"  {names:23} {str(text).partition('. ')[0].rstrip('.')}."
        print(textwrap.fill(line, width, subsequent_indent=" " * 26))  # noqa: T201
