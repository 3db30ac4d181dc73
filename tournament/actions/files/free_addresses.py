"""The addresses, codes and keys that rows of a backup get here: those they had, or free ones where others have them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from django.db.models import Model

from scoring.models import Activity
from tournament.actions.event.events import free_slug
from tournament.actions.people.clubs import free_club_slug
from tournament.broadcast.models import Channel
from tournament.federation.models import Championship, Registration
from tournament.hall.models import PlayerCode
from tournament.models import Club, Event, RemovedEvent
from tournament.models.codes import new_code, new_token


@dataclass
class FreeAddresses:
    """Of one backup: the addresses of its events there, and here."""

    slugs: dict[str, str] = field(default_factory=dict)

    def give(self, row: Model) -> None:
        """Let the row have an address that nothing else here has."""
        if isinstance(row, Event):
            row.slug = self._of_event(row)
        elif isinstance(row, RemovedEvent):
            row.slug = self._of_log(row.slug)
        elif isinstance(row, Club):
            row.slug = free_club_slug(row.slug)
        elif isinstance(row, Channel) and Channel.everywhere.filter(slug=row.slug).exists():
            row.slug = f"{row.slug[:32]}-{secrets.token_hex(3)}"
        elif isinstance(row, PlayerCode) and PlayerCode.objects.filter(token=row.token).exists():
            row.token = new_token()
        elif isinstance(row, Registration) and Registration.objects.filter(code=row.code).exists():
            row.code = new_code()
        elif (
            isinstance(row, Championship) and Championship.everywhere.filter(slug=row.slug).exists()
        ):
            row.slug = f"{row.slug[:70]}-{secrets.token_hex(3)}"

    def _of_event(self, event: Event) -> str:
        """Its own address, or a free one where it is taken, or the log knows another event by it."""
        before, slug = event.slug, event.slug
        if self._is_taken(slug):
            slug = free_slug(event.name)
            if self._is_taken(slug):
                slug = f"{before[:70]}-{secrets.token_hex(3)}"
        self.slugs[before] = slug
        return slug

    def _of_log(self, before: str) -> str:
        """Of a removed event: the address of the event made at it since, or of its log alone."""
        if before not in self.slugs:
            is_taken = self._is_taken(before)
            self.slugs[before] = f"{before[:70]}-{secrets.token_hex(3)}" if is_taken else before
        return self.slugs[before]

    def _is_taken(self, slug: str) -> bool:
        """Whether an event has the address, or had it, or the log knows one by it."""
        return (
            slug in self.slugs.values()
            or Event.everywhere.filter(slug=slug).exists()
            or RemovedEvent.everywhere.filter(slug=slug).exists()
            or Activity.objects.filter(chain=f"event:{slug}").exists()
        )
