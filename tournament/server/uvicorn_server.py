"""Serve requests until Ctrl+C, on this computer and, once access is open, on the hall's network."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

import uvicorn
from django.conf import settings

from tournament.server.connections import (
    Connection,
    close_idle_connections,
    close_stalled_connections,
)
from tournament.server.gateway import Gateway
from tournament.server.memory import freeze_gc, limit_malloc_arenas, trim_memory

if TYPE_CHECKING:
    from tournament.server.certificate import Certificate

LOOPBACK = ("127.0.0.0/8", "::1")
"""The addresses trusted as proxies; `NINETIMER_PROXIES` adds others."""
LOOK_EVERY_SECONDS = 2.0
"""The time in seconds between two checks of the connections."""
KEEP_ALIVE_SECONDS = 30
"""The time in seconds for which a connection is kept open for another request.

Phones poll every few seconds.
"""
BACKLOG = 1024
"""The length of the queue of new connections, enough for a hall in which everyone taps a button at once."""
OTHER_FILES = 200
"""The number of open files and sockets to allow besides client connections."""
MAX_CONNECTIONS = 8000
FLOOD_CONNECTIONS = 500
"""The peak number of connections above which memory is returned to the system once they have halved."""


class Server(uvicorn.Server):
    """A uvicorn server that closes stalled connections and can listen on a second socket."""

    def __init__(
        self, gateway: Gateway, *, most_connections: int, certificate: Certificate | None = None
    ) -> None:
        config = uvicorn.Config(
            gateway,
            http=Connection,
            ws="none",
            loop="asyncio",
            lifespan="off",
            interface="asgi3",
            proxy_headers=settings.BEHIND_HTTPS,
            forwarded_allow_ips=[*LOOPBACK, *map(str, settings.NINETIMER_PROXIES)],
            server_header=False,
            headers=[("Server", "Ninetimer")],
            log_config=None,
            access_log=False,
            backlog=BACKLOG,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=2,
            ssl_certfile=certificate.path if certificate else None,
        )
        super().__init__(config)
        self.gateway = gateway
        self.certificate = certificate
        self.most_connections = most_connections
        self._extra: asyncio.base_events.Server | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening and checking the connections."""
        await super().startup(sockets)
        self._looking = asyncio.create_task(self._close_connections_regularly())

    async def add_socket(self, listening: socket.socket) -> None:
        """Accept connections on another socket, replacing the previous extra one."""
        self.remove_socket()
        loop = asyncio.get_running_loop()

        def create_connection() -> Connection:
            return Connection(
                config=self.config, server_state=self.server_state, app_state={}, _loop=loop
            )

        self._extra = await loop.create_server(
            create_connection, sock=listening, backlog=BACKLOG, ssl=self.config.ssl
        )
        self.servers.append(self._extra)

    def add_certificate_name(self, name: str) -> None:
        """Add an address or name to the certificate, starting with the next connection.

        This has no effect without HTTPS.
        """
        if self.certificate and self.config.ssl:
            self.certificate = self.certificate.with_names([name])
            self.certificate.load_into(self.config.ssl)

    def remove_socket(self) -> None:
        """Close the extra socket and its connections."""
        if self._extra is None:
            return
        place = self._extra.sockets[0].getsockname() if self._extra.sockets else None
        self._extra.close()
        self.servers.remove(self._extra)
        self._extra = None
        for connection in list(self.server_state.connections):
            transport = connection.transport
            if place and transport.get_extra_info("sockname") == place:
                transport.close()

    async def _close_connections_regularly(self) -> None:
        most = 0
        while True:
            await asyncio.sleep(LOOK_EVERY_SECONDS)
            connections = self.server_state.connections
            if len(connections) < most / 2 and most > FLOOD_CONNECTIONS:
                trim_memory()
                most = 0
            most = max(most, len(connections))
            close_stalled_connections(connections, self.gateway.abuse_log)
            close_idle_connections(connections, self.most_connections, self.gateway.abuse_log)


class ServerCompanion(Protocol):
    """A service that a room runs beside a server.

    It is created with the server, its port, and whether the server listens on all addresses.
    """

    def __init__(self, server: Server, port: int, *, is_everywhere: bool) -> None: ...

    @staticmethod
    def messages(scheme: str, port: int, *, everywhere: bool) -> list[str]:
        """Return the lines that `serve` prints when it starts."""

    async def begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start in the server's event loop."""

    def stop(self) -> None:
        """Stop, after the server has stopped."""


def bind_socket(host: str, port: int) -> socket.socket:
    """Return a socket bound to an address. Raise `OSError`, or `OverflowError` for an invalid port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Explicitly TCP, so that asyncio disables Nagle's algorithm; otherwise a body waits 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if hasattr(
            socket, "SO_EXCLUSIVEADDRUSE"
        ):  # on Windows, two programs could otherwise share it
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except (OSError, OverflowError):
        listening.close()
        raise
    return listening


def run_server(
    server: Server, listening: socket.socket, *, beside: Sequence[ServerCompanion] = ()
) -> None:
    """Start the services `beside`, then answer requests on the bound socket until Ctrl+C."""

    async def serve() -> None:
        for one in beside:
            await one.begin(asyncio.get_running_loop())
        await server.serve(sockets=[listening])

    limit_malloc_arenas()
    freeze_gc()
    with suppress(KeyboardInterrupt):
        asyncio.run(serve())
    server.gateway.stop()


def raise_open_file_limit() -> int:
    """Raise this process's limit on open files if necessary, and return the number of connections to allow.

    Some systems start with 256, which a hall of phones soon exceeds. Windows has no such limit.
    """
    try:
        import resource
    except ImportError:
        return MAX_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + OTHER_FILES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return MAX_CONNECTIONS
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return max(50, soft - OTHER_FILES)
