"""Run the service described in packaging/ as plain processes: PostgreSQL, web processes, background worker and
proxy.
"""

import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path

from tests.helping import GONE, Browser
from tests.installation import SOURCE, PostgresInstallation, Server, running
from tests.on_postgres import private_cluster, server_programs

PATIENCE = 180


def proxy_program() -> str | None:
    """Return the path of Caddy, the proxy configured by packaging/Caddyfile, or None."""
    return shutil.which("caddy")


@dataclass(frozen=True)
class ServiceInstallation(PostgresInstallation):
    """A data folder shared by several processes behind HTTPS."""

    is_secure: bool = True

    def environment(self) -> dict[str, str]:
        """Return the environment of every process of the service."""
        https = {"NINETIMER_HTTPS": "1"} if self.is_secure else {}
        return {**super().environment(), **https, "NINETIMER_SNAPSHOTS": "2"}


@dataclass
class Service:
    """A running service: its web processes and the address of its proxy."""

    installation: ServiceInstallation
    web: list[Server]
    address: str = ""
    certificates: Path | None = None
    event: str = ""

    def browser(self) -> Browser:
        """Return a browser that trusts the proxy's certificate."""
        trusted = (
            ssl.create_default_context(cafile=self.certificates) if self.certificates else None
        )
        return Browser(trusted=trusted)


def proxied(address: str) -> Browser:
    """Return a browser whose requests look to a web process like requests through the proxy."""
    return Browser(
        cookies=CookieJar(DefaultCookiePolicy(secure_protocols=("http", "https"))),
        headers={"X-Forwarded-For": address, "X-Forwarded-Proto": "https"},
    )


@contextmanager
def service(processes: int = 3, *, address: str = "", with_proxy: bool = True) -> Iterator[Service]:
    """Start a service with the director's account and stop it afterwards.

    It uses the empty database at `address`, or its own PostgreSQL.
    """
    with ExitStack() as stack:
        if not address:
            programs = server_programs()
            assert programs is not None, "PostgreSQL is not installed"
            address = stack.enter_context(private_cluster(programs))
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        installation = ServiceInstallation(Path(folder), address)
        installation.prepare()
        with serving(installation, processes, with_proxy=with_proxy) as started:
            yield started


@contextmanager
def serving(
    installation: ServiceInstallation, processes: int, *, with_proxy: bool = True
) -> Iterator[Service]:
    """Start the web processes, the worker and the proxy for a prepared installation."""
    with ExitStack() as stack:
        web = [
            stack.enter_context(
                running(installation, more=["--shared"], printed=f"web{number}.txt")
            )
            for number in range(processes)
        ]
        stack.enter_context(working(installation))
        started = Service(installation, web)
        if with_proxy:
            stack.enter_context(_proxy(started))
        yield started


@contextmanager
def working(installation: ServiceInstallation) -> Iterator[subprocess.Popen[bytes]]:
    """Run the command `work`."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "work"],
        cwd=SOURCE,
        env=installation.environment(),
        stdout=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


@contextmanager
def _proxy(started: Service) -> Iterator[None]:
    """Start Caddy with the configuration of packaging/ and its own certificates."""
    program = proxy_program()
    assert program is not None, "Caddy is not installed"
    port, folder = _free_port(), started.installation.folder / "caddy"
    folder.mkdir(exist_ok=True)
    options = "admin off\nauto_https disable_redirects\nlocal_certs\nskip_install_trust\n"
    configuration = folder / "Caddyfile"
    configuration.write_text(f"{{\n{options}}}\nimport {SOURCE / 'packaging' / 'Caddyfile'}\n")
    if started.installation.is_secure:
        started.address = f"https://localhost:{port}"
        started.certificates = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    else:
        started.address = f"http://127.0.0.1:{port}"
    environment = {
        **os.environ,
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "NINETIMER_SITE": started.address,
        "NINETIMER_WEB": " ".join(server.address.removeprefix("http://") for server in started.web),
    }
    with (folder / "log.txt").open("w") as log:
        process = subprocess.Popen(
            [program, "run", "--config", str(configuration), "--adapter", "caddyfile"],
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait_until_proxied(started, process, folder / "log.txt")
        yield
    finally:
        process.terminate()
        process.wait()


def _wait_until_proxied(started: Service, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        try:
            status, _page = started.browser().get(f"{started.address}/login/")
        except (*GONE, OSError):  # no certificate yet, or nothing listening
            status = 0
        if status == 200:
            return
        time.sleep(0.05)
    raise AssertionError(f"the proxy does not answer:\n{log.read_text()}")


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
