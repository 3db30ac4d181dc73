"""What the formats of a whole tsh event have in common."""

from collections.abc import Iterator

from tournament.engine.interchange import PortableEvent
from tournament.exchange.event_files import EventFormat
from tournament.exchange.preflight import (
    CONFIG_HOLDS,
    Detail,
    details_of_kind,
    imported_figures,
    player_line_details,
)
from tournament.exchange.tsh.config_writing import config_warnings
from tournament.exchange.tsh.writing import refusals_of


class TshEventFormat(EventFormat):
    """A format with the configuration and all divisions of an event."""

    holds = CONFIG_HOLDS

    def details(self, event: PortableEvent) -> Iterator[Detail]:
        """Yield messages on changed names, missing results and numbers, unusual awards, and imported figures."""
        yield from details_of_kind("names_there", config_warnings(event))
        yield from player_line_details(event)
        yield from details_of_kind("figures_from_file", imported_figures(event))

    def refusals(self, event: PortableEvent) -> tuple[str, ...]:
        """Return messages about results missing before later results and about names that do not fit, or ()."""
        return refusals_of(event)
