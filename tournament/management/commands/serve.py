"""Start Ninetimer on this computer: `manage.py serve`, then open the address it prints."""

import errno
import socket
from contextlib import ExitStack
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import OperationalError
from django.utils.translation import gettext as _

from tournament.actions.files.publishing import start_following
from tournament.actions.people.accounts import first_code
from tournament.actions.rounds.unattended import start_publishing
from tournament.actions.safety.running_copy import start_running_copy
from tournament.data_folder import why_not_writable
from tournament.queries.event.door import door, listen_with
from tournament.sqlite.base import held_open


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Start Ninetimer and print the address to open in a browser. Ctrl+C stops it."
        )
        parser.add_argument(
            "--host",
            default="127.0.0.1",
            help=_(
                "address to listen on; 127.0.0.1 is this computer only, 0.0.0.0 the whole network"
            ),
        )
        parser.add_argument("--port", type=int, default=8000, help=_("port to listen on (8000)"))

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        refuse_an_old_database()
        listening = open_socket(host, port)
        if not settings.DEBUG:
            call_command("collectstatic", interactive=False, verbosity=0)

        port = listening.getsockname()[1]
        everywhere = _is_every_address(host)
        shown = "127.0.0.1" if everywhere else f"[{host}]" if ":" in host else host
        self.stdout.write(
            _("Ninetimer is open at  http://{shown}:{port}/").format(shown=shown, port=port)
        )
        self.stdout.write(
            _("Its data is kept in   {folder}").format(folder=settings.NINETIMER_DATA_DIR)
        )
        if everywhere and not settings.NINETIMER_ALLOWED_HOSTS:
            self.stdout.write(
                _(
                    "Other devices are refused until “Let phones in” at the desk, or until "
                    "NINETIMER_ALLOWED_HOSTS names this computer's address in the network."
                )
            )
        if door().is_open:
            self.stdout.write(_("Phones are let in, as before. The desk says at which address."))
        if not User.objects.exists():
            self.stdout.write(
                _(
                    "There is no account yet: the page asks for one. From another computer it "
                    "also asks for the code {code}."
                ).format(code=first_code())
            )
        connection.close()
        if settings.NINETIMER_COPY_TO:
            self.stdout.write(
                _("A running copy goes to {folder}").format(folder=settings.NINETIMER_COPY_TO)
            )
        self.stdout.write(_("Ctrl+C stops it."))
        self.stdout.flush()
        with ExitStack() as stack:
            if connection.vendor == "sqlite":
                stack.enter_context(held_open(str(connection.settings_dict["NAME"])))
            stack.callback(start_running_copy())
            stack.callback(start_publishing())
            stack.callback(start_following())
            run_until_stopped(listening, everywhere=everywhere)


def refuse_an_old_database() -> None:
    """Raise `CommandError` unless the database answers and has every table this version needs."""
    try:
        executor = MigrationExecutor(connection)
    except OperationalError as problem:
        if connection.vendor == "sqlite" and (
            why := why_not_writable(Path(connection.settings_dict["NAME"]).parent)
        ):
            raise CommandError(_("Ninetimer cannot start: {why}").format(why=why)) from problem
        raise CommandError(
            _(
                "The database does not answer: {problem}. Look at DATABASE_URL, and whether "
                "the database server runs."
            ).format(problem=problem)
        ) from problem
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError(
            _(
                "The database is new or older than this version. Run `manage.py migrate` once, "
                "then start again; nothing that was entered is lost."
            )
        )
    connection.close()


def open_socket(host: str, port: int) -> socket.socket:
    """Return a socket bound to the address; raises `CommandError` that says why it cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()
    except (OSError, OverflowError) as problem:
        listening.close()
        raise CommandError(_why_not_bound(host, port, problem)) from problem
    return listening


def _is_every_address(host: str) -> bool:
    """Tell whether the host means every address of this computer, as 0.0.0.0 does."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


def _why_not_bound(host: str, port: int, problem: Exception) -> str:
    number = getattr(problem, "errno", None)
    if number == errno.EADDRINUSE:
        return _(
            "Port {port} is taken: Ninetimer may be running already at http://{host}:{port}/. "
            "If it is another program, choose another port: --port {next_port} "
            "(with make demo: PORT={next_port})."
        ).format(port=port, host=host, next_port=port + 1)
    if number == errno.EACCES:
        return _("Port {port} is kept for the system. Choose one above 1023: --port 8000.").format(
            port=port
        )
    return _("Cannot listen on {host}, port {port}: {problem}. Look at --host and --port.").format(
        host=host, port=port, problem=problem
    )


def run_until_stopped(listening: socket.socket, *, everywhere: bool = False) -> None:
    """Answer requests on the bound socket until Ctrl+C."""
    from tournament.server.front import Front
    from tournament.server.hall_door import HallDoor
    from tournament.server.running import Server, as_many_files_as_allowed, run
    from tournament.wsgi import application

    server = Server(Front(application), most_connections=as_many_files_as_allowed())
    hall_door = HallDoor(server, listening.getsockname()[1], is_everywhere=everywhere)
    listen_with(hall_door)
    try:
        run(server, listening, beginning=hall_door.begin)
    finally:
        hall_door.stop()
