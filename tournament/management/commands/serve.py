"""Start Ninetimer on this computer: `manage.py serve`, then open the address it prints."""

import errno
import socket
from collections.abc import Callable
from contextlib import ExitStack
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.utils import OperationalError
from django.utils import translation
from django.utils.translation import gettext as _

from scoring.processes import has_several_processes, limit_concurrency, start_message_exchange
from tournament.actions.people.accounts import setup_code
from tournament.data_folder import folder_problem
from tournament.extension import SERVER_COMPANIONS
from tournament.queries.safety.database import DatabaseVersion, database_version
from tournament.server.background import start_background_work
from tournament.server.instance import MIGRATION_SECONDS, DataFolderLocked, instance_lock
from tournament.server.uvicorn_server import Server, bind_socket, raise_open_file_limit, run_server
from tournament.sqlite.base import keep_open
from tournament.static_files import collect_static_files

if TYPE_CHECKING:
    from tournament.server.certificate import Certificate


class Command(BaseCommand):
    requires_system_checks = "__all__"  # import all pages before reporting the address

    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Starts Ninetimer and prints the address to open in a browser. Ctrl+C stops it."
        )
        self.add_address_arguments(parser)
        parser.add_argument(
            "--shared",
            action="store_true",
            help=_(
                "serve as one of several processes behind a proxy that provides HTTPS; the data "
                "is in PostgreSQL, phones connect through the proxy, and “work” runs the "
                "background jobs"
            ),
        )

    def add_address_arguments(self, parser: CommandParser) -> None:
        """Add the options for address and protocol."""
        parser.add_argument(
            "--host",
            default="127.0.0.1",
            help=_(
                "address to listen on; 127.0.0.1 is this computer only, 0.0.0.0 the whole network"
            ),
        )
        parser.add_argument(
            "--port", type=int, default=8000, help=_("port to listen on (default: 8000)")
        )
        parser.add_argument(
            "--https",
            action="store_true",
            help=_(
                "use HTTPS, on this computer and for phones, with a certificate created "
                "automatically"
            ),
        )

    def handle(self, *, host: str, https: bool, shared: bool, **options: Any) -> None:
        if shared:
            refuse_sqlite()
            refuse_old_database()
            self.serve_shared(open_socket(host, options["port"]), host)
            return
        try:
            with instance_lock("serve", patience=MIGRATION_SECONDS) as note_address:
                refuse_old_database()
                listening = open_socket(host, options["port"])
                self.serve(listening, host, https=https, when_open=note_address)
        except DataFolderLocked as held:
            raise CommandError(str(held)) from held

    def serve_shared(self, listening: socket.socket, host: str) -> None:
        """Answer requests on the bound socket alongside other processes of the installation, until stopped."""
        _collect_static_files()
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listening.getsockname()[1]}/"
        self.stdout.write(_("Ninetimer is ready for a proxy at  {address}").format(address=address))
        self._print_setup_code()
        self.stdout.write(_("Ctrl+C stops it."))
        self.stdout.flush()
        connection.close()
        with ExitStack() as stack:
            stack.callback(start_message_exchange())
            run_until_stopped(listening, is_shared=True)

    def serve(
        self,
        listening: socket.socket,
        host: str,
        *,
        https: bool = False,
        when_open: Callable[[str], object],
    ) -> None:
        """Print the address and answer requests on the bound socket until Ctrl+C.

        `when_open` is called with the program's address on this computer just before it answers.
        """
        _collect_static_files()
        port = listening.getsockname()[1]
        everywhere = _is_every_address(host)
        shown = "127.0.0.1" if everywhere else f"[{host}]" if ":" in host else host
        certificate = _certificate(shown.strip("[]")) if https else None
        scheme = "https" if https else "http"
        address = f"{scheme}://{shown}:{port}/"
        self.stdout.write(_("Ninetimer is open at  {address}").format(address=address))
        self.stdout.write(
            _("Its data is kept in   {folder}").format(folder=settings.NINETIMER_DATA_DIR)
        )
        if certificate:
            self.stdout.write(
                _(
                    "Browsers show a warning once, because the certificate is self-signed. Its "
                    "fingerprint (SHA-256) must be {fingerprint}"
                ).format(fingerprint=certificate.fingerprint)
            )
        for message in _other_device_messages(scheme, port, everywhere=everywhere):
            self.stdout.write(message)
        self._print_setup_code()
        connection.close()
        if settings.NINETIMER_COPY_TO:
            self.stdout.write(
                _("A running copy is written to {folder}").format(folder=settings.NINETIMER_COPY_TO)
            )
        self.stdout.write(_("Ctrl+C stops it."))
        self.stdout.flush()
        with ExitStack() as stack:
            if connection.vendor == "sqlite":
                stack.enter_context(keep_open(str(connection.settings_dict["NAME"])))
            stack.callback(start_message_exchange())
            stack.callback(start_background_work())
            when_open(address)
            run_until_stopped(listening, everywhere=everywhere, certificate=certificate)

    def _print_setup_code(self) -> None:
        if not User.objects.exists():
            self.stdout.write(
                _(
                    "There is no account yet: the page lets you create one. From another "
                    "computer, you also need the code {code}."
                ).format(code=setup_code())
            )


def _other_device_messages(scheme: str, port: int, *, everywhere: bool) -> list[str]:
    """Return messages about how other devices can reach this computer, or why it refuses them."""
    rooms = list(SERVER_COMPANIONS)
    if not rooms and everywhere and not settings.NINETIMER_ALLOWED_HOSTS:
        return [
            _(
                "Other devices are refused until NINETIMER_ALLOWED_HOSTS contains this "
                "computer's network address."
            )
        ]
    return [line for room in rooms for line in room.messages(scheme, port, everywhere=everywhere)]


def _certificate(host: str) -> "Certificate":
    """Return this computer's certificate; its module is imported only for HTTPS."""
    from tournament.server.certificate import Certificate

    return Certificate.in_folder(settings.NINETIMER_DATA_DIR, [host])


def _collect_static_files() -> None:
    """Collect the static files, one process at a time."""
    with limit_concurrency("static files"):
        collect_static_files()


def refuse_sqlite() -> None:
    """Raise `CommandError` if the data is in a SQLite file, which only one process can serve."""
    if not has_several_processes():
        raise CommandError(
            _(
                "Several processes need the data in PostgreSQL: set DATABASE_URL, such as "
                "postgres://user:password@host/name."
            )
        )


def refuse_old_database() -> None:
    """Raise `CommandError` unless the database responds and has the tables of this version."""
    if why := read_database_version().mismatch_reason:
        raise CommandError(why)
    connection.close()


def read_database_version() -> DatabaseVersion:
    """Return how the database's version compares with the program's.

    Raise `CommandError` if the database does not respond.
    """
    try:
        return database_version()
    except OperationalError as problem:
        if connection.vendor == "sqlite" and (
            why := folder_problem(Path(connection.settings_dict["NAME"]).parent)
        ):
            raise CommandError(_("Ninetimer cannot start: {why}").format(why=why)) from problem
        raise CommandError(
            _(
                "The database is not responding: {problem}. Check DATABASE_URL, and that the "
                "database server is running."
            ).format(problem=problem)
        ) from problem


class PortTaken(CommandError):
    """Another program is already listening on the port."""


def open_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens at the address.

    Raise `PortTaken` if the port is taken, or `CommandError` for other obstacles.
    """
    try:
        listening = bind_socket(host, port)
        listening.listen()
    except (OSError, OverflowError) as problem:
        refusal = PortTaken if getattr(problem, "errno", None) == errno.EADDRINUSE else CommandError
        raise refusal(_bind_failure_message(host, port, problem)) from problem
    return listening


def _is_every_address(host: str) -> bool:
    """Return whether the host means every address of this computer, as 0.0.0.0 does."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


def _bind_failure_message(host: str, port: int, problem: Exception) -> str:
    number = getattr(problem, "errno", None)
    if number == errno.EADDRINUSE:
        return _(
            "Port {port} is in use: Ninetimer may already be running at http://{host}:{port}/. If "
            "another program is using the port, choose a different one: --port {next_port} (with "
            "make demo: PORT={next_port})."
        ).format(port=port, host=host, next_port=port + 1)
    if number == errno.EACCES:
        return _(
            "Port {port} is reserved for the system. Choose one above 1023: --port 8000."
        ).format(port=port)
    return _("Cannot listen on {host}, port {port}: {problem}. Check --host and --port.").format(
        host=host, port=port, problem=problem
    )


def run_until_stopped(
    listening: socket.socket,
    *,
    everywhere: bool = False,
    certificate: "Certificate | None" = None,
    is_shared: bool = False,
) -> None:
    """Answer requests on the bound socket until Ctrl+C, over HTTPS if there is a certificate.

    With `is_shared`, all requests come through the proxy, and rooms open no other ports.
    """
    from tournament.server.gateway import Gateway
    from tournament.wsgi import application

    if certificate:
        settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    server = Server(
        Gateway(application, elsewhere=not is_shared),
        most_connections=raise_open_file_limit(),
        certificate=certificate,
    )
    # Without a language in the request, the installation's applies and not the terminal's.
    with translation.override(settings.LANGUAGE_CODE):
        if is_shared:
            run_server(server, listening)
            return
        port = listening.getsockname()[1]
        beside = [room(server, port, is_everywhere=everywhere) for room in SERVER_COMPANIONS]
        try:
            run_server(server, listening, beside=beside)
        finally:
            for one in beside:
                one.stop()
