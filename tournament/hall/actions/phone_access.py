"""Open and close phone access, and follow changes of the laptop's network."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import Refused, act
from tournament.hall.queries.phone_access import (
    CLOSED,
    Listener,
    Network,
    PhoneAccess,
    current_phone_access,
    listener,
    phone_access_file,
)
from tournament.models import Event
from tournament.wording.log import say


def open_to_phones(actor: Actor, event: Event, *, network: str = "") -> PhoneAccess:
    """Start listening on the hall's network, and return the new state.

    `network` is the key of one of the laptop's networks; it is required if several are possible.
    Raise `Refused` if the program is not its own server, no network can be chosen, or listening
    there fails.
    """
    server = _server()
    chosen = _choose_network(server.networks(), network)
    try:
        opened = server.open(chosen)
    except OSError as problem:
        raise Refused(
            _(
                "Ninetimer cannot listen at {host}: {problem}. Another program may be using the "
                "port; start Ninetimer with a different port: --port 8001."
            ).format(host=chosen.host, problem=problem.strerror or problem)
        ) from problem
    state = replace(opened, opened_at=timezone.now().isoformat())
    save_phone_access(state)
    with act(actor, event, allow_closed=True, exclusive=False) as action:
        action.log("let_phones_in", say("let_phones_in", address=state.address or ""))
    return state


def close_to_phones(actor: Actor, event: Event) -> None:
    """Stop listening on the hall's network. Phones keep showing their current page, but get no updates.

    Raise `Refused` if the program is not its own server.
    """
    server = _server()
    was = current_phone_access()
    server.close()
    save_phone_access(CLOSED)
    if was.is_open:
        with act(actor, event, allow_closed=True, exclusive=False) as action:
            action.log("close_to_phones", say("close_to_phones"))


def choose_address(actor: Actor, event: Event, *, by_name: bool) -> PhoneAccess:
    """Choose whether codes and papers contain the laptop's name or its IP address, and return the new state.

    Raise `Refused` if the name is chosen but the laptop has none.
    """
    now = current_phone_access()
    if by_name and not now.address_by_name:
        raise Refused(_("This laptop has no name on the network, so codes use its IP address."))
    state = replace(now, by_name=by_name)
    save_phone_access(state)
    with act(actor, event, allow_closed=True, exclusive=False) as action:
        action.log("choose_address", say("choose_address", address=state.chosen_address or ""))
    return state


def follow_network(networks: Sequence[Network], server: Listener) -> PhoneAccess:
    """Listen at the laptop's new address if phone access is open and the network has changed; return the state.

    The chosen network is preferred, else the only one that is not virtual. If none or several are
    possible, phones have no access until exactly one is. If listening fails, the state is unchanged.
    """
    now = current_phone_access()
    if not now.is_open or any(row.host == now.host for row in networks):
        return now
    possible = [row for row in networks if row.key == now.network] or [
        row for row in networks if not row.is_virtual
    ]
    was = now.host or now.before
    if len(possible) != 1:
        if not now.host:
            return now
        server.close()
        state = replace(now, host="", name="", before=was)
        sentence = say("left_network", old=was)
    else:
        try:
            opened = server.open(possible[0])
        except OSError:
            return now
        state = replace(opened, opened_at=now.opened_at, before=was, by_name=now.by_name)
        sentence = say("moved_door", old=was, address=state.address or "")
    save_phone_access(state)
    with act(Actor("Ninetimer"), None) as action:
        action.log("move_door", sentence)
    return state


def restore_phone_access(server: Listener) -> PhoneAccess:
    """Restore phone access at the start of the program, if it was open when the program stopped; return the state."""
    was = current_phone_access()
    if not was.is_open:
        return was
    networks = server.networks()
    same = [row for row in networks if row.host == was.host or row.key == was.network]
    if not same:
        return follow_network(networks, server)
    try:
        opened = server.open(same[0])
    except OSError:
        state = replace(was, host="", before=was.host or was.before)
    else:
        before = was.host if was.host not in ("", opened.host) else was.before
        state = replace(opened, opened_at=was.opened_at, before=before, by_name=was.by_name)
    save_phone_access(state)
    return state


def save_phone_access(state: PhoneAccess) -> None:
    """Save the state to a file, for all processes and the next start of the program."""
    file = phone_access_file()
    new = file.with_suffix(".new")
    new.write_text(json.dumps(asdict(state)), encoding="utf-8")
    new.replace(file)


def report_code_guessing(address: str, **_message: object) -> None:
    """Report to the desk that an address keeps sending wrong codes. Do nothing if another server is used."""
    running = listener()
    if running is not None:
        running.report_guessing(address)


def _server() -> Listener:
    server = listener()
    if server is None:
        raise Refused(
            _(
                "Another server runs Ninetimer here and controls access for phones. The button "
                "works only if you start Ninetimer with “{command} serve”."
            ).format(command=settings.COMMAND)
        )
    return server


def _choose_network(networks: Sequence[Network], key: str) -> Network:
    """Return the network with this key or, without a key, the only possible one.

    Virtual networks are possible only if there are no others. Raise `Refused` if there is no such
    network or there are several.
    """
    if not networks:
        raise Refused(
            _(
                "This laptop is not on a network. Join the hall’s Wi-Fi, or create one with the "
                "laptop; the page explains how."
            )
        )
    chosen = [row for row in networks if row.key == key]
    if not chosen and not key:
        chosen = [row for row in networks if not row.is_virtual] or list(networks)
    if len(chosen) != 1:
        raise Refused(_("This laptop is on several networks. Choose the one the phones are on."))
    return chosen[0]
