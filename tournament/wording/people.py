"""Sentences about players: obstacles to joining or leaving a round, and the cost of missed rounds."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.wording.sentence import PluralSentence, Wording

LATE_ENTRIES: Mapping[str, Wording] = {
    "no_seat_yet": _(
        "No round is published yet, so there is no seat to take. Pair the draft again."
    ),
    "joins_later_playing": _("Round {round} is being played: {player:text} joins in round {next}."),
    "joins_later_closed": _("Round {round} is closed: {player:text} joins in round {next}."),
    "paired_already": _("{player:text} is already paired in round {round}, on board {board}."),
    "return_first": _("{player:text} has withdrawn. Let the player return first."),
    "no_place_to_give_up": _("{player:text} has no seat in round {round} to give up."),
    "has_bye_already": _("{player:text} already has the bye in round {round}."),
    "no_bye_to_join": _("No player has the bye in round {round}. Give a new bye instead."),
}

WITHDRAWALS: Mapping[str, Wording] = {
    "leaves_later_published": _(
        "Round {round} is published. {player:text} can leave after round {round} or later, or "
        "forfeit it now."
    ),
    "leaves_later_playing": _(
        "Round {round} is being played. {player:text} can leave after round {round} or later, "
        "or forfeit it now."
    ),
    "leaves_later_closed": _(
        "Round {round} is closed. {player:text} can leave after round {round} or later, or "
        "forfeit it now."
    ),
    "withdraw_before_first": _("No round is published yet. Withdraw {player:text} before round 1."),
    "leaves_after_closed": _("Round {round} is closed. {player:text} can leave after this round."),
    "no_opponent": _(
        "{player:text} has no opponent in round {round}. Choose to leave after this round."
    ),
    "played_it": _(
        "Board {board} has a result or a recorded game, so {player:text} played round {round}. "
        "Choose to leave after this round, or correct the result."
    ),
    "no_board_changes": _(
        "Round {round} is being played, so no board can change. {player:text} can forfeit the "
        "round or leave after it."
    ),
    "nobody_has_bye": _("No player has the bye in round {round}."),
}

MISSED_ROUNDS: Mapping[str, Wording] = {
    "misses_bye": PluralSentence(
        "rounds",
        lambda rounds: ngettext(
            "misses round 1: a bye, {spread:signed} under these rules",
            "misses rounds 1 to {rounds}: a bye each, {spread:signed} under these rules",
            rounds,
        ),
    ),
    "misses_forfeit": PluralSentence(
        "rounds",
        lambda rounds: ngettext(
            "misses round 1: a forfeit, {spread:signed} under these rules",
            "misses rounds 1 to {rounds}: a forfeit each, {spread:signed} under these rules",
            rounds,
        ),
    ),
    "misses_void": PluralSentence(
        "rounds",
        lambda rounds: ngettext(
            "misses round 1: it does not count under these rules",
            "misses rounds 1 to {rounds}: they do not count under these rules",
            rounds,
        ),
    ),
}

AFTER_LEAVING: Mapping[str, Wording] = {
    "round_forfeit": _("Round {first} is a forfeit, {spread:signed}."),
    "rounds_forfeit": _("Rounds {first} to {last} are forfeits, {spread:signed} each."),
    "rounds_on_forfeit": _("The rounds from {first} on are forfeits, {spread:signed} each."),
    "round_void": _("Round {first} is void and does not count."),
    "rounds_void": _("Rounds {first} to {last} are void and do not count."),
    "rounds_on_void": _("The rounds from {first} on are void and do not count."),
}

SENTENCES: Mapping[str, Wording] = {**LATE_ENTRIES, **WITHDRAWALS, **MISSED_ROUNDS, **AFTER_LEAVING}
