"""Export an event to files, in the format with a given key, and list what each format would lose."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournament.engine import interchange
from tournament.exchange.data_losses import DataLoss, data_losses
from tournament.exchange.event_files import EventFormat, NamedFile, writable_formats
from tournament.exchange.upload import pack_files
from tournament.models import Event
from tournament.queries.files.archive import archived_log_of, archived_rows_of, word_lists_of
from tournament.queries.files.interchange import portable_event
from tournament.queries.safety.archive_proof import origin_of
from tournament.queries.safety.recheck_games import count_games
from tournament.version import VERSION
from tournament.wording.plugins import help_of, name_of


class NoSuchFormat(Exception):
    """The event cannot be exported in a format with this key; the message lists the existing ones."""


@dataclass(frozen=True, slots=True)
class PreparedEvent:
    """An event prepared for export in a format, and the data that the file loses."""

    format: EventFormat
    value: interchange.PortableEvent
    losses: tuple[DataLoss, ...]

    def files(self) -> tuple[NamedFile, ...]:
        """Return the files. Raise `Unwritable` if the format cannot represent the event."""
        return self.format.write(self.value)

    def single_file(self, slug: str) -> NamedFile:
        """Return a single file; several are packed into a zip named after `slug`.

        Raise `Unwritable` as `files` does.
        """
        return pack_files(self.files(), slug)


def export_format(key: str) -> EventFormat:
    """Return the export format with this key. Raise `NoSuchFormat` if there is none."""
    known = writable_formats()
    if key not in known:
        raise NoSuchFormat(
            _("There is no format “{key}”. Formats: {formats}.").format(
                key=key, formats=", ".join(known)
            )
        )
    return known[key]


def prepare_event(event: Event, key: str, *, public: bool = False) -> PreparedEvent:
    """Return the event prepared for export in a format; with `public`, only its public data.

    Raise `NoSuchFormat` for an unknown key.
    """
    chosen = export_format(key)
    value = portable_event(
        event, public=public, with_games=chosen.wants_games, with_figures=chosen.wants_figures
    )
    if chosen.wants_whole:
        archived = archived_rows_of(event)
        value = replace(
            value,
            archive_content={
                "program": VERSION,
                "rows": archived.rows,
                "log": archived_log_of(event),
                "origin": origin_of(event, archived.keys),
                "word_lists": word_lists_of(event),
            },
        )
    return PreparedEvent(chosen, value, tuple(data_losses(chosen, value)))


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format in which the event can be exported, with its obstacles and losses."""

    key: str
    label: str
    explanation: tuple[str, ...]
    """The explanation, paragraph by paragraph."""
    losses: tuple[DataLoss, ...]
    refused: tuple[str, ...]
    """The reasons why the event cannot be written in this format now."""


def export_formats(event: Event) -> list[ExportFormat]:
    """Return every export format with its obstacles and losses. Uses one query more than `portable_event`."""
    value = portable_event(event, with_ratings=True)
    recorded = bool(count_games(event))
    rows = []
    for key, event_format in writable_formats().items():
        refused: tuple[str, ...] = ()
        if event_format.wants_games:
            refused = (
                ()
                if recorded
                else (_("No game of this event has been recorded turn by turn yet."),)
            )
        elif not event_format.wants_whole:
            refused = event_format.refusals(value)
        lost = () if event_format.wants_games else data_losses(event_format, value)
        only_lost = tuple(loss for loss in lost if loss.summary not in refused)
        rows.append(
            ExportFormat(key, name_of(event_format), help_of(event_format), only_lost, refused)
        )
    return rows


def item_count_of(source: interchange.PortableEvent) -> int:
    """Return the amount of data in an event: the rows of an archive, or the meetings of any other event."""
    if source.archive_content is not None:
        return sum(len(rows) for rows in source.archive_content["rows"].values())
    return sum(len(round_.meetings) for part in source.divisions for round_ in part.rounds)
