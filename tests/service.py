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
from tests.installation import SOURCE, PostgresInstallation, Server, ended_afterwards, running

PATIENCE = 180


def proxy_program() -> str | None:
    """Return the path of Caddy, the proxy configured by packaging/Caddyfile, or None."""
    return shutil.which("caddy")


@dataclass(frozen=True)
class ServiceInstallation(PostgresInstallation):
    """A data folder shared by several processes behind HTTPS."""

    def environment(self) -> dict[str, str]:
        """Return the environment of every process of the service."""
        return {**super().environment(), "NINETIMER_HTTPS": "1", "NINETIMER_SNAPSHOTS": "2"}


@dataclass
class Service:
    """A running service: its web processes, the address of its proxy and its event."""

    installation: ServiceInstallation
    web: list[Server]
    address: str
    certificates: Path
    event: str = ""

    def browser(self) -> Browser:
        """Return a browser that trusts the proxy's certificate."""
        return Browser(trusted=ssl.create_default_context(cafile=self.certificates))


def proxied(address: str) -> Browser:
    """Return a browser whose requests look to a web process like requests through the proxy."""
    return Browser(
        cookies=CookieJar(DefaultCookiePolicy(secure_protocols=("http", "https"))),
        headers={"X-Forwarded-For": address, "X-Forwarded-Proto": "https"},
    )


@contextmanager
def service(processes: int, address: str) -> Iterator[Service]:
    """Run a service with the director's account on the empty database at `address`."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        installation = ServiceInstallation(folder, address)
        installation.prepare()
        web = []
        for number in range(processes):
            process = running(installation, more=["--shared"], printed=f"web{number}.txt")
            web.append(stack.enter_context(process))
        worker = subprocess.Popen(
            [sys.executable, "manage.py", "work"],
            cwd=SOURCE,
            env=installation.environment(),
            stdout=subprocess.DEVNULL,
        )
        stack.enter_context(ended_afterwards(worker))
        root = folder / "caddy" / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        started = Service(installation, web, f"https://localhost:{_free_port()}", root)
        stack.enter_context(_proxy(started))
        yield started


@contextmanager
def _proxy(started: Service) -> Iterator[None]:
    """Start Caddy with the configuration of packaging/ and its own certificates."""
    program = proxy_program()
    assert program is not None, "Caddy is not installed"
    folder = started.installation.folder / "caddy"
    folder.mkdir()
    options = "admin off\nauto_https disable_redirects\nlocal_certs\nskip_install_trust\n"
    configuration = folder / "Caddyfile"
    configuration.write_text(f"{{\n{options}}}\nimport {SOURCE / 'packaging' / 'Caddyfile'}\n")
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
    with ended_afterwards(process):
        _wait_until_proxied(started, process, folder / "log.txt")
        yield


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
