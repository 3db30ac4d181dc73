"""A request as read by uvicorn, and its WSGI environment."""

from __future__ import annotations

import sys
from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import IO, Any
from urllib.parse import unquote_to_bytes

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from tournament.web.language import COOKIE, chosen_language
from tournament.web.page_cache import SAFE_METHODS

Scope = MutableMapping[str, Any]

FORWARDED_HEADERS = (
    "x-forwarded-for",
    "x-forwarded-proto",
    "x-forwarded-host",
    "x-forwarded-port",
    "forwarded",
)


@dataclass(frozen=True)
class IncomingRequest:
    """A request with lower-case header names and the client's address."""

    scope: Scope
    headers: dict[str, str]
    address: str

    @classmethod
    def from_scope(cls, scope: Scope) -> IncomingRequest:
        """Return the request, without the headers in which a proxy forwards the client and scheme.

        uvicorn has already applied those of a trusted proxy to the scope.
        """
        headers: dict[str, str] = {}
        for name_, value_ in scope["headers"]:
            name, value = name_.decode("latin-1"), value_.decode("latin-1")
            joint = "; " if name == "cookie" else ","
            headers[name] = f"{headers[name]}{joint}{value}" if name in headers else value
        for name in FORWARDED_HEADERS:
            headers.pop(name, None)
        return cls(scope, headers, str((scope.get("client") or ("",))[0]))

    @property
    def path(self) -> str:
        """The path without the query string."""
        return str(self.scope["path"])

    @property
    def scheme(self) -> str:
        """The scheme of the request: `http` or `https`."""
        return str(self.scope["scheme"])

    @property
    def is_read_only(self) -> bool:
        """Whether the method is a safe one, which changes no data."""
        return self.scope["method"] in SAFE_METHODS

    @property
    def query(self) -> str:
        """The query string."""
        return str(self.scope["query_string"].decode("latin-1"))

    @property
    def language(self) -> str:
        """The client's language, as determined by `tournament.web.language`."""
        cookie = self.headers.get("cookie", "")
        return chosen_language(
            cookie if COOKIE in cookie else "", self.headers.get("accept-language", "")
        )

    @property
    def is_for_this_host(self) -> bool:
        """Whether the request used an allowed host and, if required, HTTPS."""
        domain, _port = split_domain_port(self.headers.get("host", ""))
        hosts = settings.ALLOWED_HOSTS
        return (
            bool(domain)
            and validate_host(domain, hosts)
            and (self.scheme == "https" or not settings.SECURE_SSL_REDIRECT)
        )

    def environ(self, body: IO[bytes]) -> dict[str, Any]:
        """Return the WSGI environment of the request, without headers that have an underscore in their name."""
        server = self.scope.get("server") or ("", 0)
        environ: dict[str, Any] = {
            "REQUEST_METHOD": self.scope["method"],
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(self.scope["raw_path"]).decode("latin-1"),
            "QUERY_STRING": self.query,
            "SERVER_PROTOCOL": f"HTTP/{self.scope['http_version']}",
            "SERVER_NAME": str(server[0]),
            "SERVER_PORT": str(server[1]),
            "REMOTE_ADDR": self.address,
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": self.scheme,
            "wsgi.input": body,
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            "wsgi.input_terminated": True,
        }
        for name, value in self.headers.items():
            if "_" in name:  # such a header could pass for another one
                continue
            key = name.upper().replace("-", "_")
            environ[key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"] = value
        if "transfer-encoding" in self.headers:
            environ.pop("HTTP_TRANSFER_ENCODING")
            environ["CONTENT_LENGTH"] = str(_body_length(body))
        return environ


def _body_length(body: IO[bytes]) -> int:
    length = body.seek(0, 2)
    body.seek(0)
    return length
