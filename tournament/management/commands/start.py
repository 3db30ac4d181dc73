"""Start Ninetimer on this laptop and open it in the browser: `ninetimer` alone does this."""

import threading
import time
import webbrowser
from typing import Any

from django.core.management import CommandError, call_command
from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from tournament import environment
from tournament.management.commands import serve
from tournament.queries.safety.snapshots import all_snapshots
from tournament.server.instance import (
    MIGRATION_SECONDS,
    DataFolderLocked,
    instance_lock,
    is_ninetimer_at,
)

FIRST_PORT = 8000
PORTS_TRIED = 10
RESPONSE_TIMEOUT_SECONDS = 60.0
"""The seconds to wait for the program's first response before opening the browser anyway."""


class Command(serve.Command):
    command_name = "start"

    def add_arguments(self, parser: CommandParser) -> None:
        self.add_address_arguments(parser)
        parser.description = _(
            "Starts Ninetimer on this laptop, creates its data folder or upgrades an older one, "
            "and opens the browser. If Ninetimer is already running, only opens the browser. "
            "Ctrl+C stops it."
        )
        parser.set_defaults(port=None)
        parser.add_argument("--no-browser", action="store_true", help=_("do not open the browser"))

    def handle(self, *, host: str, https: bool, **options: Any) -> None:
        port: int | None = options["port"]
        opens = environment.can_open_browser() and not options["no_browser"]
        try:
            with instance_lock(self.command_name, patience=MIGRATION_SECONDS) as note_address:

                def announce(address: str) -> None:
                    note_address(address)
                    if opens:
                        open_browser(address)

                self.migrate_database()
                self.prepare()
                self.serve(
                    socket_on_free_port(host) if port is None else serve.open_socket(host, port),
                    host,
                    https=https,
                    when_open=announce,
                )
        except DataFolderLocked as held:
            if not held.holder.address:
                raise CommandError(str(held)) from held
            self.stdout.write(
                _("Ninetimer is already running at {address}").format(address=held.holder.address)
            )
            if opens:
                webbrowser.open(held.holder.address)

    def prepare(self) -> None:
        """Prepare the data after the migration; commands derived from this one override it."""

    def migrate_database(self) -> None:
        """Create the database, or copy and migrate an older one. Raise `CommandError` for a newer one."""
        state = serve.read_database_version()
        if state.too_new_reason:
            raise CommandError(state.too_new_reason)
        if not state.pending_migrations:
            return
        if state.is_empty:
            self.stdout.write(_("Creating the data folder; this takes a few seconds."))
        else:
            self.stdout.write(_("The data is from an older version and is being upgraded."))
        self.stdout.flush()
        before = {snapshot.name for snapshot in all_snapshots()}
        call_command("migrate", verbosity=0, interactive=False)
        for snapshot in all_snapshots():
            if snapshot.name not in before:
                self.stdout.write(_("A copy of the old data: {path}").format(path=snapshot.path))


def socket_on_free_port(host: str) -> Any:
    """Return a socket on the first free port. Raise `CommandError` after ten taken ports, or for another obstacle."""
    for port in range(FIRST_PORT, FIRST_PORT + PORTS_TRIED - 1):
        try:
            return serve.open_socket(host, port)
        except serve.PortTaken:
            continue
    return serve.open_socket(host, FIRST_PORT + PORTS_TRIED - 1)


def open_browser(address: str) -> None:
    """Open the browser in the background when the program responds, or after `RESPONSE_TIMEOUT_SECONDS` seconds."""

    def wait_and_open() -> None:
        deadline = time.monotonic() + RESPONSE_TIMEOUT_SECONDS
        while time.monotonic() < deadline and not is_ninetimer_at(address):
            time.sleep(0.1)
        webbrowser.open(address)

    threading.Thread(target=wait_and_open, daemon=True).start()
