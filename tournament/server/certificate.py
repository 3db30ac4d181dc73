"""A self-signed HTTPS certificate in the data folder, renewed before it expires or when names are added.

Since no authority has signed it, every browser warns once, but the traffic is encrypted.
"""

from __future__ import annotations

import ipaddress
import os
import ssl
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

FILE = "certificate.pem"
ALWAYS_COVERED = ("localhost", "127.0.0.1", "::1")
VALIDITY = timedelta(days=800)
"""The period of validity; Apple devices reject certificates valid for more than 825 days."""
RENEWAL_MARGIN = timedelta(days=30)
"""The time before expiry at which the certificate is renewed."""
MAX_NAMES = 50
"""The maximum number of names in the certificate; the oldest addresses are dropped."""


@dataclass(frozen=True)
class Certificate:
    """A certificate file with its key, readable only by its owner, and the names it covers."""

    path: Path
    names: tuple[str, ...]
    fingerprint: str
    """The SHA-256 fingerprint as browsers show it: pairs of hexadecimal digits with colons."""

    @classmethod
    def in_folder(cls, folder: Path, names: Iterable[str] = ()) -> Certificate:
        """Return the certificate of a data folder; it also covers these names.

        It is created if it is missing, and renewed if it does not cover a name or expires soon.
        """
        path = folder / FILE
        wanted = list(dict.fromkeys([*ALWAYS_COVERED, *filter(None, names)]))
        key, there = _read_certificate(path)
        has = _certificate_names(there) if there else []
        if there is None or not set(wanted) <= set(has) or _expires_soon(there):
            earlier = [name for name in has if name not in wanted]
            there = _create_certificate(key, [*wanted, *earlier][:MAX_NAMES])
            _write_certificate(path, key, there)
        fingerprint = there.fingerprint(SHA256()).hex(":").upper()
        return cls(path, tuple(_certificate_names(there)), fingerprint)

    def with_names(self, names: Iterable[str]) -> Certificate:
        """Return a certificate that also covers these names, or this one if it already does."""
        return Certificate.in_folder(self.path.parent, names)

    def load_into(self, context: ssl.SSLContext) -> None:
        """Load the certificate into a server's context, for use from the next connection on."""
        context.load_cert_chain(self.path)


def _read_certificate(path: Path) -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate | None]:
    """Return the key and certificate in the file, or a new key and None if either is missing or invalid."""
    try:
        text = path.read_bytes()
        key = load_pem_private_key(text, password=None)
        if isinstance(key, ec.EllipticCurvePrivateKey):
            return key, x509.load_pem_x509_certificate(text)
    except (OSError, ValueError):
        pass
    return ec.generate_private_key(ec.SECP256R1()), None


def _certificate_names(certificate: x509.Certificate) -> list[str]:
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return [str(name.value) for name in names]


def _expires_soon(certificate: x509.Certificate) -> bool:
    return certificate.not_valid_after_utc < datetime.now(UTC) + RENEWAL_MARGIN


def _create_certificate(key: ec.EllipticCurvePrivateKey, names: list[str]) -> x509.Certificate:
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Ninetimer on this laptop")])
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # allow for clients whose clock is behind
        .not_valid_after(now + VALIDITY)
        .add_extension(x509.SubjectAlternativeName([_general_name(name) for name in names]), False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False)
        .sign(key, SHA256())
    )


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _write_certificate(
    path: Path, key: ec.EllipticCurvePrivateKey, certificate: x509.Certificate
) -> None:
    """Write the key and the certificate to one file atomically, readable only by its owner."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        file.write(certificate.public_bytes(Encoding.PEM))
    draft.replace(path)
