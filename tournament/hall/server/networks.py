"""The networks this laptop is in, and the name it gives itself there."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable
from ipaddress import IPv4Address, ip_interface
from typing import Any

import ifaddr
from django.conf import settings

from tournament.hall.queries.phone_access import Network

VIRTUAL = (
    "docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "vethernet", "hyper-v", "virtualbox", "vmware",
    "tun", "tap", "utun", "wg", "tailscale", "zt", "wsl",
)  # fmt: skip
"""How the names of adapters begin, or what they hold, that programs make inside a computer."""
ELSEWHERE = ("192.0.2.1", 9)
"""An address that exists nowhere (RFC 5737): asked which way leads there, the system names its usual network."""
NAME = "ninetimer"
NAMES_TRIED = 5
NAME_WITHIN = 1500
"""Milliseconds to hear whether another laptop has the name already."""

log = logging.getLogger("ninetimer.server")


def networks() -> list[Network]:
    """Return the networks this laptop is in, by IPv4, the usual one first and those made by programs last.

    Where NINETIMER_NETWORKS names addresses, those are taken and nothing is looked for.
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
            virtual = any(word in name.lower() for word in VIRTUAL) and ip.ip != usual
            rows[key] = Network(key, ip.ip, name, virtual)
    return sorted(rows.values(), key=lambda row: (row.is_virtual, row.host != usual, row.adapter))


def default_route_address() -> str:
    """Return the address this laptop has in the network it reaches others by; empty for none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def register_mdns_name(host: str, port: int) -> tuple[str, Callable[[], None]]:
    """Answer to a name such as ninetimer.local in the network of an address, and return it and how to end that.

    By multicast DNS, which most phones and computers understand. Where another laptop has the name, this one is
    ninetimer-2.local. The name is empty where none can be given: the address works all the same.
    """
    if host.startswith("127."):
        return "", lambda: None
    try:
        return _announced(host, port)
    except Exception:
        log.info("no name in the network of %s", host, exc_info=True)
        return "", lambda: None


def _announced(host: str, port: int) -> tuple[str, Callable[[], None]]:
    from zeroconf import AddressResolverIPv4, ServiceInfo, Zeroconf

    announcer = Zeroconf(interfaces=[host])
    try:
        name = ""
        for number in range(1, NAMES_TRIED + 1):
            name = f"{NAME}.local" if number == 1 else f"{NAME}-{number}.local"
            other: Any = AddressResolverIPv4(f"{name}.")
            if not other.request(announcer, NAME_WITHIN) or host in other.parsed_addresses():
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
