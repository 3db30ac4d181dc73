"""The networks of this laptop, and its name on them."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable
from ipaddress import IPv4Address, ip_interface
from typing import Any

import ifaddr
from django.conf import settings

from tournament.hall.queries.phone_access import Network

VIRTUAL_ADAPTER_WORDS = (
    "docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "vethernet", "hyper-v", "virtualbox", "vmware",
    "tun", "tap", "utun", "wg", "tailscale", "zt", "wsl",
)  # fmt: skip
"""Parts of the names of virtual network adapters."""
PROBE_ADDRESS = ("192.0.2.1", 9)
"""An address that is never used (RFC 5737). The route to it reveals the usual network."""
HOST_NAME = "ninetimer"
NAMES_TRIED = 5
NAME_TIMEOUT_MS = 1500
"""Milliseconds to wait for another laptop to say that it uses the name."""

log = logging.getLogger("ninetimer.server")


def networks() -> list[Network]:
    """Return the IPv4 networks of this laptop, the usual one first and virtual ones last.

    If NINETIMER_NETWORKS is set, return the networks that it lists without detecting any.
    """
    named = settings.NINETIMER_NETWORKS
    if named:
        return [Network(key, key.partition("/")[0], "") for key in named]
    usual = default_route_address()
    rows = {}
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            if not isinstance(ip.ip, str):
                continue
            address = IPv4Address(ip.ip)
            if address.is_loopback or address.is_link_local or address.is_unspecified:
                continue
            name = str(adapter.nice_name)
            key = str(ip_interface(f"{ip.ip}/{ip.network_prefix}").network)
            virtual = any(word in name.lower() for word in VIRTUAL_ADAPTER_WORDS) and ip.ip != usual
            rows[key] = Network(key, ip.ip, name, virtual)
    return sorted(rows.values(), key=lambda row: (row.is_virtual, row.host != usual, row.adapter))


def default_route_address() -> str:
    """Return the laptop's address on its usual network, or an empty string if there is none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(PROBE_ADDRESS)
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def register_mdns_name(host: str, port: int) -> tuple[str, Callable[[], None]]:
    """Announce a name such as ninetimer.local on the network; return it and a function to withdraw it.

    The name is announced by multicast DNS, which most phones and computers support. If another laptop
    uses the name, this one becomes ninetimer-2.local. The name is empty if none can be announced; the
    address works regardless.
    """
    if host.startswith("127."):
        return "", lambda: None
    try:
        return _announce(host, port)
    except Exception:
        log.info("no name in the network of %s", host, exc_info=True)
        return "", lambda: None


def _announce(host: str, port: int) -> tuple[str, Callable[[], None]]:
    from zeroconf import AddressResolverIPv4, ServiceInfo, Zeroconf

    announcer = Zeroconf(interfaces=[host])
    try:
        name = ""
        for number in range(1, NAMES_TRIED + 1):
            name = f"{HOST_NAME}.local" if number == 1 else f"{HOST_NAME}-{number}.local"
            other: Any = AddressResolverIPv4(f"{name}.")
            if not other.request(announcer, NAME_TIMEOUT_MS) or host in other.parsed_addresses():
                break
        info = ServiceInfo(
            "_http._tcp.local.",
            f"{name.removesuffix('.local')}._http._tcp.local.",
            addresses=[socket.inet_aton(host)],
            port=port,
            server=f"{name}.",
        )
        announcer.register_service(info, allow_name_change=True)
    except BaseException:
        announcer.close()
        raise
    return name, announcer.close
