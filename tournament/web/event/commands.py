"""The commands that the search of an event finds, each with its page.

A command is a row of `COMMANDS`, or of `extension.COMMANDS` if a room adds it. A command is
not listed if the reader may not use its view or open its page.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _lazy

from scoring.access import INSTALLATION, OWN_ORGANISATION, scope_of_request
from tournament import extension
from tournament.web.access import has_permission
from tournament.web.frame import address_of, permission_of


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its label, the page with its button, the view that carries it out, and the end of the address.

    `place` is where the permission is checked; None means the event.
    """

    label: Promise
    screen: str
    does: str
    ends_with: str = ""
    place: str | None = None
    after: str = ""
    """For a command of a room: the `does` of the command before it; empty to place it at the end."""


COMMANDS = (
    Command(_lazy("Check in players"), "check_in", "tap"),
    Command(_lazy("Add a walk-in"), "check_in", "walk_in"),
    Command(_lazy("Withdraw a player"), "players", "leave_round"),
    Command(_lazy("Pair the next round"), "make_round", "pair_round"),
    Command(_lazy("Change the pairings by hand"), "pairings", "edit_round"),
    Command(_lazy("Publish the round"), "division", "change_phase"),
    Command(_lazy("Close the round"), "division", "change_phase"),
    Command(_lazy("Reopen the round"), "division", "change_phase"),
    Command(_lazy("Enter a result"), "results", "type_line"),
    Command(_lazy("Correct a result"), "results", "board_result"),
    Command(_lazy("Undo the last action"), "undo_list", "undo"),
    Command(_lazy("Print the pairings"), "reports", "report_file", "?show=pairings"),
    Command(_lazy("Print the result slips"), "reports", "report_file", "?show=result_slips"),
    Command(_lazy("Print the standings"), "reports", "report_file", "?show=standings"),
    Command(_lazy("Print the prizes"), "reports", "report_file", "?show=prizes"),
    Command(_lazy("Print all papers"), "whole_event", "whole_event"),
    Command(_lazy("Rate the division"), "ratings", "ratings"),
    Command(_lazy("Invite a helper"), "helpers", "helpers"),
    Command(_lazy("Change the rules"), "rules", "rules"),
    Command(_lazy("Rename the event"), "housekeeping", "housekeeping"),
    Command(_lazy("Close the event"), "housekeeping", "close_event"),
    Command(_lazy("Take a snapshot"), "snapshots", "take_snapshot", place=INSTALLATION),
    Command(_lazy("Snapshots"), "snapshots", "snapshots", place=INSTALLATION),
    Command(_lazy("New event"), "new_event", "new_event", place=OWN_ORGANISATION),
    Command(_lazy("Import an event"), "import_event", "import_event", place=OWN_ORGANISATION),
    Command(_lazy("Record a game"), "scoring:new", "scoring:new", place=OWN_ORGANISATION),
    Command(_lazy("Settle a dispute"), "dispute:new", "dispute:new", place=OWN_ORGANISATION),
    Command(_lazy("Check a score"), "dispute:check", "dispute:check", place=OWN_ORGANISATION),
    Command(_lazy("Word judge"), "handbook:judge", "handbook:judge", place=OWN_ORGANISATION),
    Command(_lazy("Rule book"), "handbook:rules", "handbook:rules", place=OWN_ORGANISATION),
    Command(_lazy("Word lists"), "handbook:lexicons", "handbook:lexicons", place=OWN_ORGANISATION),
    Command(_lazy("Library of games"), "library", "library", place=OWN_ORGANISATION),
    Command(_lazy("Games from files"), "scoring:upload", "scoring:upload", place=OWN_ORGANISATION),
    Command(_lazy("Clubs"), "clubs", "clubs", place=OWN_ORGANISATION),
    Command(_lazy("People entered twice"), "persons", "persons", place=OWN_ORGANISATION),
    Command(_lazy("Rating lists"), "rating_lists", "rating_lists", place=OWN_ORGANISATION),
)


def every_command() -> list[Command]:
    """Return all commands, including those of the rooms that are on."""
    every = list(COMMANDS)
    for added in extension.COMMANDS:
        for command in added:
            before = [at for at, row in enumerate(every, 1) if row.does == command.after]
            every.insert(before[-1] if before else len(every), command)
    return every


def address_of_command(request: HttpRequest, command: Command, names: Mapping[str, object]) -> str:
    """Return the address of the command's page followed by the command's `ends_with`.

    Return an empty string if the reader may not open the page or use the command, or if an argument of the
    address is missing from `names`.
    """
    place = scope_of_request(request) if command.place is None else command.place
    screens = (command.screen, command.does)
    if not all(has_permission(request.user, permission_of(screen), place) for screen in screens):
        return ""
    address = address_of(command.screen, names)
    return address and address + command.ends_with
