"""Actions of a person at the desk: each is the page of an action and its submitted form."""

from __future__ import annotations

import re
import time
from typing import Any

from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.actions.activity import Actor
from scoring.models import Activity
from tests.page_forms import PageForms
from tests.reliability.person import PLAYERS, messages_of
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.standings.prizes import add_prize
from tournament.exchange.event_exchange import prepare_event
from tournament.models import Event, Pairing, UndoStep
from tournament.queries.safety.recheck import recheck
from tournament.queries.safety.snapshots import all_snapshots

Sending = tuple[str, dict[str, Any]]
"""An address and its form data."""


NEWCOMERS = "\n".join(f"Newcomer{letter} Quill" for letter in "GHIJKL")


def desk(event: str) -> str:
    """Return the address of the division's desk."""
    return f"/events/{event}/a/"


class Person:
    """A user with a browser."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.client = Client(raise_request_exception=False, SERVER_NAME="localhost")
        self.sending: Sending = ("", {})

    def log_in(self) -> bool:
        """Log in to the account of this name, creating it if missing."""
        user, _made = User.objects.get_or_create(
            username=self.name, defaults={"is_staff": True, "is_superuser": True}
        )
        self.client.force_login(user)
        return True

    def make_event(self, number: int) -> str:
        """Return the slug of a new event with a round in play, a draft, a game in progress and a prize."""
        actor = Actor.for_user(User.objects.get(username=self.name))
        event = create_event(actor, name=f"Pair {number}", preset="club", slug=f"pair-{number}")
        division = create_division(actor, event, name="A")
        create_division(actor, event, name="B")
        add_players(actor, division, PLAYERS)
        round_ = publish_round(actor, pair_by_hand(actor, division, [(1, 2), (3, 4), (5, 6)]))
        boards = {row.board: row for row in Pairing.objects.filter(round=round_, replaced_at=None)}
        start_game(actor, boards[2])
        enter_result(actor, boards[3], 400, 380)
        pair_by_hand(actor, division, [(1, 3), (2, 5), (4, 6)])
        add_prize(actor, event, kind="place", division=division, value="100")
        return event.slug

    def open(self, action: str, event: str) -> bool:
        """Open the page of an action and fill in its form."""
        self.sending = getattr(self, f"_{action.replace('-', '_')}")(event)
        return True

    def send(self, at: float) -> dict[str, Any]:
        """Send the form at this time and return the outcome."""
        time.sleep(max(0.0, at - time.time()))
        began = time.monotonic()
        address, values = self.sending
        answer = self.client.post(address, values)
        milliseconds = round((time.monotonic() - began) * 1000)
        status, page = answer.status_code, answer
        if status == 302:
            page = self.client.get(answer.url, follow=True)
        return {
            "status": status,
            "then": page.status_code,
            "said": messages_of(page.content.decode()),
            "ms": milliseconds,
        }

    def look(self, event: str, since: int) -> dict[str, Any]:
        """Return the log since an entry, and all findings of `recheck`."""
        rows = (
            Activity.objects.filter(pk__gt=since, carried=False)
            .order_by("pk")
            .values_list("actor", "verb")
        )
        there = Event.objects.filter(slug=event).first()
        return {
            "log": [list(row) for row in rows],
            "differences": [str(difference) for difference in recheck(there)]
            if there
            else ["gone"],
        }

    def last_entry(self) -> int:
        """Return the key of the last log entry."""
        return Activity.objects.order_by("-pk").values_list("pk", flat=True).first() or 0

    def _form(self, address: str, field: str, action: str = "") -> Sending:
        """Return the form of a page that has this field and an address containing `action`."""
        return next(
            (form.action, dict(form.values))
            for form in PageForms(self.client.get(address).content.decode()).forms.values()
            if field in form.values and action in form.action
        )

    def _result(self, event: str, board: int = 1, first: int = 410) -> Sending:
        address = f"{desk(event)}rounds/1/boards/{board}/"
        to, values = self._form(address, "first_score")
        mine = first + 10 * (self.name == "ben")
        values |= {"outcome": "played", "first_score": str(mine), "second_score": "380"}
        if board == 3:
            values["accepted"] = f"played/{mine}/380"
        return to, values

    def _correction(self, event: str) -> Sending:
        return self._result(event, board=3, first=420)

    def _turn(self, event: str) -> Sending:
        pairing = Pairing.objects.get(
            round__division__event__slug=event, round__number=1, board=2, replaced_at=None
        )
        to, values = self._form(f"/games/{pairing.game_id}/", "line", "turns")
        word = "BOX" if self.name == "ana" else "FOX"
        return to, values | {"line": f"8G {word} 24", "confirmed": f"8G {word} 24"}

    def _undo(self, event: str) -> Sending:
        step = UndoStep.objects.get(division__event__slug=event, kind="enter_result")
        return f"{desk(event)}undo/{step.pk}/", {"reason": "the slip"}

    def _make(self, event: str) -> Sending:
        to, values = self._form(f"{desk(event)}rounds/new/", "pairs")
        pairs = "1 4\n2 6\n3 5" if self.name == "ana" else "1 5\n2 4\n3 6"
        return to or f"{desk(event)}rounds/new/", values | {"pairs": pairs, "step": "save"}

    def _publish(self, event: str) -> Sending:
        to, values = self._form(f"{desk(event)}rounds/2/pairings/", "seen", "phase")
        return to, values | {"to": "published"}

    def _re_pair(self, event: str) -> Sending:
        to, values = self._form(f"{desk(event)}rounds/2/pairings/", "method", "pair")
        # Round 1 is still in play.
        return to, values | {"source": "seeds"}

    def _add(self, event: str) -> Sending:
        division = "a" if self.name == "ana" else "b"
        address = f"/events/{event}/{division}/players/"
        return address, {"step": "save", "roster": NEWCOMERS}

    def _rules(self, event: str) -> Sending:
        to, values = self._form(f"/events/{event}/rules/", "bye_spread")
        spread = "75" if self.name == "ana" else "60"
        return to or f"/events/{event}/rules/", values | {"bye_spread": spread, "reason": "agreed"}

    def _player(self, event: str) -> Sending:
        to, values = self._form(f"{desk(event)}players/1/", "team")
        return to, values | {"team": f"Team of {self.name}"}

    def _prize(self, event: str) -> Sending:
        page = self.client.get(f"/events/{event}/prizes/").content.decode()
        where = re.search(rf'href="(/events/{event}/prizes/\d+/)"', page)[1]
        _to, values = self._form(where, "value")
        value = "150" if self.name == "ana" else "200"
        return where, values | {"step": "save", "value": value}

    def _close(self, event: str) -> Sending:
        return reverse("close_event", args=[event]), {"accepted": "1"}

    def _restore(self, event: str) -> Sending:
        self.client.post("/snapshots/take/", {"why": f"of {event} by {self.name}"})
        return "/snapshots/restore/", {"name": all_snapshots()[0].name}

    def _import(self, event: str) -> Sending:
        sent = prepare_event(Event.objects.get(slug=event), "archive").single_file(event)
        answer = self.client.post(
            reverse("import_event"), {"files": SimpleUploadedFile(sent.name, sent.content)}
        )
        to, values = self._form(answer.url, "name")
        return to or answer.url, values
