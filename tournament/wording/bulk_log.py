"""Log messages about several rows changed at once, part of `tournament.wording.log`."""

from collections.abc import Mapping

from django.utils.translation import ngettext

from scoring.wording.sentence import PluralSentence, Wording

BULK_MESSAGES: Mapping[str, Wording] = {
    "check_in_all": PluralSentence(
        "players",
        lambda players: ngettext(
            "{players} player of division {division} checked in.",
            "{players} players of division {division} checked in.",
            players,
        ),
    ),
    "check_out_all": PluralSentence(
        "players",
        lambda players: ngettext(
            "{players} player of division {division} is no longer checked in.",
            "{players} players of division {division} are no longer checked in.",
            players,
        ),
    ),
    "describe_all": PluralSentence(
        "players",
        lambda players: ngettext(
            "The team or class of {players} player of division {division} changed.",
            "The team or class of {players} players of division {division} changed.",
            players,
        ),
    ),
    "accept_reports": PluralSentence(
        "boards",
        lambda boards: ngettext(
            "Players' reports for {boards} board of division {division} accepted.",
            "Players' reports for {boards} boards of division {division} accepted.",
            boards,
        ),
    ),
    "remove_prizes": PluralSentence(
        "prizes",
        lambda prizes: ngettext(
            "{prizes} prize of {event} removed from the list: {names}.",
            "{prizes} prizes of {event} removed from the list: {names}.",
            prizes,
        ),
    ),
    "withdraw_rating_lists": PluralSentence(
        "lists",
        lambda lists: ngettext(
            "{lists} rating list withdrawn: {names}. {reason}",
            "{lists} rating lists withdrawn: {names}. {reason}",
            lists,
        ),
    ),
    "merge_clubs": PluralSentence(
        "clubs",
        lambda clubs: ngettext(
            "{clubs} club merged into {club}: {names}.",
            "{clubs} clubs merged into {club}: {names}.",
            clubs,
        ),
    ),
    "remove_clubs": PluralSentence(
        "clubs",
        lambda clubs: ngettext(
            "{clubs} club removed: {names}.", "{clubs} clubs removed: {names}.", clubs
        ),
    ),
    "remove_snapshots": PluralSentence(
        "snapshots",
        lambda snapshots: ngettext(
            "{snapshots} snapshot removed: {names}.",
            "{snapshots} snapshots removed: {names}.",
            snapshots,
        ),
    ),
}
