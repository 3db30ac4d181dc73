"""Phone access: a second socket of the running server, at the laptop's address on the hall's network.

While it is open, the laptop's address and name are in `ALLOWED_HOSTS`; the desk's own socket does
not change. The networks are checked every few seconds, to follow changes in the laptop's address.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

from django.conf import settings
from django.db import close_old_connections
from django.utils.translation import gettext as _

from tournament.hall.actions.phone_access import (
    follow_network,
    restore_phone_access,
    save_phone_access,
)
from tournament.hall.queries.phone_access import (
    AbuseReport,
    Network,
    PhoneAccess,
    current_phone_access,
    set_listener,
)
from tournament.hall.server.networks import networks, register_mdns_name
from tournament.server.client_queue import Abuse
from tournament.server.uvicorn_server import Server, bind_socket

CHECK_SECONDS = 4.0
"""Seconds between two checks of the laptop's networks."""
SOCKET_TIMEOUT_SECONDS = 10.0
"""Seconds to wait for a socket to open."""

log = logging.getLogger("ninetimer.server")


class LanListener:
    """The second socket of a server. The desk opens and closes it, and it follows changes of the network."""

    def __init__(
        self,
        server: Server,
        port: int,
        *,
        is_everywhere: bool = False,
        find_networks: Callable[[], Sequence[Network]] = networks,
    ) -> None:
        self.server = server
        self.port = port
        self._is_everywhere = is_everywhere
        self._find_networks = find_networks
        self._loop: asyncio.AbstractEventLoop | None = None
        self._hosts: list[str] = []
        self._end_name: Callable[[], None] = lambda: None
        self._turn = threading.Lock()

    @staticmethod
    def messages(scheme: str, port: int, *, everywhere: bool) -> list[str]:
        """Return the messages about phones that `serve` prints at startup."""
        lines = []
        if everywhere and not settings.NINETIMER_ALLOWED_HOSTS:
            lines.append(
                _(
                    "Other devices cannot connect until you choose “Allow phone access” at the "
                    "desk, or until NINETIMER_ALLOWED_HOSTS contains this computer's network "
                    "address."
                )
            )
        if current_phone_access().is_open:
            lines.append(_("Phones still have access. The desk shows the address."))
        elif not everywhere:
            lans = [network for network in networks() if not network.is_virtual]
            lines.append(
                _(
                    "After you choose “Allow phone access” at the desk of an event, phones can "
                    "reach Ninetimer at  {scheme}://{host}:{port}/"
                ).format(scheme=scheme, host=lans[0].host, port=port)
                if lans
                else _(
                    "This laptop is not on a network. Once it is, choose “Allow phone access” "
                    "at the desk of an event so that phones can reach it."
                )
            )
        return lines

    async def begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start checking the networks in the loop, and restore phone access if it was open."""
        self._loop = loop
        set_listener(self)
        self._looking = asyncio.create_task(self._check_networks())

    # --- called by the desk (from its threads) --------------------------------------------

    @property
    def listens_everywhere(self) -> bool:
        """Return whether the server is already listening on every network."""
        return self._is_everywhere

    def networks(self) -> Sequence[Network]:
        """Return the current networks of this laptop."""
        return self._find_networks()

    def open(self, network: Network) -> PhoneAccess:
        """Listen on a network instead of the previous one. Raise `OSError` if that fails."""
        with self._turn:
            self.server.add_certificate_name(network.host)
            if not self._is_everywhere and self.server.gateway.hall_host != network.host:
                listening = bind_socket(network.host, self.port)
                self._run_in_loop(lambda: self.server.add_socket(listening))
            self._end_name()
            self._end_name = lambda: None
            self._allow_hosts([network.host])
            if current_phone_access().host != network.host:
                self.server.gateway.visitors.clear()
            self.server.gateway.hall_host = network.host
        threading.Thread(target=self._register_name, args=[network.host], daemon=True).start()
        scheme = "https" if self.server.certificate else "http"
        return PhoneAccess(
            is_open=True, host=network.host, port=self.port, network=network.key, scheme=scheme
        )

    def close(self) -> None:
        """Stop listening on the LAN. The address given at startup, usually this computer's own, stays open."""
        with self._turn:
            self._run_in_loop(self._close_socket)
            self._end_name()
            self._end_name = lambda: None
            self._allow_hosts([])
            self.server.gateway.hall_host = ""
            self.server.gateway.visitors.clear()

    def visitor_count(self) -> int:
        """Return the number of addresses that have visited since phone access was opened."""
        return len(self.server.gateway.visitors)

    def abuse_reports(self) -> Sequence[AbuseReport]:
        """Return reports about the addresses that have misbehaved in the last few minutes."""
        return [
            AbuseReport(row.address, str(row.complaint), row.times, row.ago)
            for row in self.server.gateway.abuse_log.recent_entries()
        ]

    def report_guessing(self, address: str) -> None:
        """Record that an address sent too many wrong codes."""
        self.server.gateway.abuse_log.add(address, Abuse.GUESS)

    def stop(self) -> None:
        """Stop announcing the laptop's name on the network."""
        self._end_name()

    # --- in the background ------------------------------------------------------------------

    async def _close_socket(self) -> None:
        self.server.remove_socket()

    def _run_in_loop(self, work: Callable[[], object]) -> None:
        assert self._loop is not None, "the server runs"
        asyncio.run_coroutine_threadsafe(work(), self._loop).result(SOCKET_TIMEOUT_SECONDS)  # type: ignore[arg-type]

    def _allow_hosts(self, hosts: list[str]) -> None:
        """Accept requests for these host names instead of the previous ones."""
        allowed = settings.ALLOWED_HOSTS
        for host in self._hosts:
            allowed.remove(host)
        self._hosts = [host for host in hosts if host not in allowed]
        allowed.extend(self._hosts)

    def _register_name(self, host: str) -> None:
        name, end = register_mdns_name(host, self.port)
        with self._turn:
            now = current_phone_access()
            if not name or not now.is_open or now.host != host:
                end()
                return
            self._end_name()
            self._end_name = end
            self._allow_hosts([host, name])
            self.server.add_certificate_name(name)
            save_phone_access(replace(now, name=name))

    async def _check_networks(self) -> None:
        await asyncio.to_thread(self._run_guarded, lambda: restore_phone_access(self))
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            if current_phone_access().is_open:
                await asyncio.to_thread(
                    self._run_guarded, lambda: follow_network(self._find_networks(), self)
                )

    def _run_guarded(self, work: Callable[[], object]) -> None:
        """Run a function and log its exceptions, so that the checks continue."""
        try:
            work()
        except Exception:
            log.exception("the door could not follow the network")
        finally:
            close_old_connections()
