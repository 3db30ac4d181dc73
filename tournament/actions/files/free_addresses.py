"""Addresses, codes and keys of restored rows: the original ones, or free ones if they are taken."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Field, Model, QuerySet, SlugField

from scoring.models import Activity
from tournament.actions.event.events import free_slug
from tournament.actions.people.clubs import free_club_slug
from tournament.models import Club, Event, RemovedEvent


def random_code_fields(model: type[Model]) -> list[Field[Any, Any]]:
    """Return the columns of a model that hold unique random codes."""
    columns = model._meta.concrete_fields  # noqa: SLF001
    return [column for column in columns if column.unique and column.has_default()]


def _is_value_taken(row: Model, column: Field[Any, Any]) -> bool:
    """Return whether another row here, of any organisation, has the same value in the column."""
    rows: QuerySet[Any] = QuerySet(type(row))
    return rows.filter(**{column.attname: getattr(row, column.attname)}).exists()


@dataclass
class FreeAddresses:
    """The former addresses of a backup's events, mapped to their new ones."""

    slugs: dict[str, str] = field(default_factory=dict)

    def assign(self, row: Model) -> None:
        """Change the row's address, codes and keys where another row here already has them."""
        if isinstance(row, Event):
            row.slug = self._event_address(row)
        elif isinstance(row, RemovedEvent):
            row.slug = self._log_address(row.slug)
        elif isinstance(row, Club):
            row.slug = free_club_slug(row.slug)
        else:
            for column in random_code_fields(type(row)):
                if _is_value_taken(row, column):
                    setattr(row, column.attname, column.get_default())
            for column in row._meta.concrete_fields:  # noqa: SLF001
                if isinstance(column, SlugField) and column.unique and _is_value_taken(row, column):
                    room = (column.max_length or 0) - 8
                    setattr(
                        row,
                        column.attname,
                        f"{getattr(row, column.attname)[:room]}-{secrets.token_hex(3)}",
                    )

    def _event_address(self, event: Event) -> str:
        """Return the event's own address, or a free one if it is taken or known to the log."""
        before, slug = event.slug, event.slug
        if self._is_taken(slug):
            slug = free_slug(event.name)
            if self._is_taken(slug):
                slug = f"{before[:70]}-{secrets.token_hex(3)}"
        self.slugs[before] = slug
        return slug

    def _log_address(self, before: str) -> str:
        """Return the new address for the log of a removed event.

        This is the address given to the restored event with the same former address, if there is
        one. Otherwise the former address is kept unless it is taken.
        """
        if before not in self.slugs:
            is_taken = self._is_taken(before)
            self.slugs[before] = f"{before[:70]}-{secrets.token_hex(3)}" if is_taken else before
        return self.slugs[before]

    def _is_taken(self, slug: str) -> bool:
        """Return whether the address is taken.

        It is taken if an event has or had it, if the log has a chain for it, or if a restored event
        has been given it.
        """
        return (
            slug in self.slugs.values()
            or Event.everywhere.filter(slug=slug).exists()
            or RemovedEvent.everywhere.filter(slug=slug).exists()
            or Activity.objects.filter(chain=f"event:{slug}").exists()
        )
