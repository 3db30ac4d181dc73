"""Sentences about a recheck: where a difference is, and the stored and entered values."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from scoring.wording.phrases import format_thousands
from scoring.wording.sentence import PluralSentence, Wording, fill_wording

DIFFERENCES: Mapping[str, Wording] = {
    "in_round": _("Division {division}, round {round}"),
    "date_and_standing_differ": _(
        "the result {result} is marked {standing}, but its date contradicts that."
    ),
    "superseded_elsewhere": _(
        "the result {result} is superseded by one from another board, or by an earlier one."
    ),
    "one_player_met": _("the result {result} is not possible: there was only one player."),
    "two_players_met": _("the result {result} is not possible: there were two players."),
    "of_two_divisions": _("the two players are in different divisions."),
    "several_count": _("{count} results count at the same time."),
    "draft_has_result": _("the round is a draft, but has the result {result}."),
    "closed_without_result": _("the round is closed, but the result is missing."),
    "not_marked_as_playing": _(
        "the result {result} exists, but the round is not marked as being played."
    ),
    "nothing_awarded": _(
        "the round is published, but the player without an opponent was awarded nothing."
    ),
    "none_counts_meanwhile": _(
        "the result {result} waits for a ruling, but no other result counts until then."
    ),
    "nobody_reported_it": _(
        "the result {result} is marked as reported, but no player reported it."
    ),
    "reports_differ": _("the result {result} counts as reported, but the players’ reports differ."),
    "log_not_whole": _(
        "the log is not intact: under “Check everything”, the person who runs this installation "
        "can see the entry concerned."
    ),
    "in_division": _("Division {division}"),
    "round_is_missing": _("round {number} is published, but round {missing} is not."),
    "in_standings": _("Division {division}, standings after round {after}"),
    "more_lines": PluralSentence(
        "count", lambda n: ngettext("{count} more line differs.", "{count} more lines differ.", n)
    ),
    "more_rows": PluralSentence(
        "count", lambda n: ngettext("{count} more row differs.", "{count} more rows differ.", n)
    ),
    "other_number_of_players": _("{shown} players are shown, but {entered} are entered."),
    "other_line": _(
        "place {shown_place} shows {name} ({shown_record}, spread {shown_spread}); recalculated, "
        "player number {number} is in place {place} ({record}, spread {spread})."
    ),
    "no_game": _("the result {entry} is marked as recorded, but there is no game."),
    "ruled_on_otherwise": _(
        "turn {number} was ruled on with {announced} announced and {correct} correct; replaying "
        "it gives {replayed_announced} announced and {replayed_correct} correct."
    ),
    "no_figures": _("the library has no figures for the game."),
    "other_figures": _("the library’s figures differ from the replayed game: {names}."),
    "not_finished": _("the game is not finished, but its result {result} counts."),
    "rack_unknown": _("the game is finished, but the tiles left on a rack are not known."),
    "nothing_posted": _("the game ended {first}-{second}, but no result was posted."),
    "posted_otherwise": _(
        "{first_score}-{second_score} was posted, but the replayed turns give {first}-{second}."
    ),
    "other_winner": _("{result} was posted, but replaying the turns gives a different winner."),
    "in_game": _("Game {number}"),
    "turns_not_logged": _("the activity log does not contain its turns."),
    "in_log": _("Activity log"),
    "miscounted_in_chain": _(
        "entries “{action}” by {actor} in the chain {chain}: the log has {there}, but {counted} "
        "were counted. The log pages show a wrong number."
    ),
    "miscounted_outside": _(
        "entries “{action}” by {actor} outside events and organisations: the log has {there}, "
        "but {counted} were counted. The log pages show a wrong number."
    ),
    "beginning_not_logged": _("it does not contain the beginning of {event}."),
    "not_logged": _("{thing} ({values}) is stored, but not in the log."),
    "is_missing": _(
        "{thing} ({values}) is missing; it is in entry {number} of the log, by {actor}."
    ),
    "is_there_again": _(
        "{thing} exists, although entry {number} of the log, by {actor}, removed it."
    ),
    "other_value": _("{column} is {stored}, but was entered as {logged}"),
    "other_players": _(
        "the players differ from those published: {stored}. They were {logged} (entry {number} "
        "of the log, by {actor})."
    ),
    "otherwise": _("{thing}: {changes} (entry {number} of the log, by {actor})."),
    "unknown_rule": _(
        "{why} Anything that depends on this is checked after you have corrected it."
    ),
    "at_board": _("Division {division}, round {round}, board {board}"),
    "of_player": _("Division {division}, round {round}, {player}"),
}
ARCHIVE: Mapping[str, Wording] = {
    "agrees": PluralSentence(
        "count",
        lambda n: ngettext(
            "The log in the archive has {entries} entries, and {rows} row agrees with it.",
            "The log in the archive has {entries} entries, and all {rows} rows agree with it.",
            n,
        ),
    ),
    "differs": PluralSentence(
        "count",
        lambda n: ngettext(
            "Of {rows} rows in the archive, {count} differs from its log: it was changed "
            "outside the program.",
            "Of {rows} rows in the archive, {count} differ from its log: they were changed "
            "outside the program.",
            n,
        ),
    ),
    "changed": _("The archive was changed after it was written: its checksum does not match."),
    "breaks_off": _(
        "Entry {number} of the log in the archive was changed after it was written. The rows are "
        "compared with the log up to that entry, and only that part of the log is imported."
    ),
    "no_beginning": _(
        "The log in the archive does not contain the beginning of {event}, so the rows cannot "
        "be compared with it."
    ),
    "earlier_version": _(
        "The archive was written by an earlier version of Ninetimer, so its rows cannot be "
        "compared with its log."
    ),
    "whole_from": _(
        "The log of {event} has complete rows from entry {number} ({when}) on; that entry also "
        "contains the earlier data."
    ),
}
"""Sentences about whether the rows of an archive agree with its log, by code."""
ROW_NAMES: Mapping[str, Wording] = {
    "entry": _("the entry of {player}"),
    "result": _("the result"),
    "report": _("the report by {player}"),
    "penalty": _("the penalty of {player}"),
    "rating": _("the rating of the division"),
    "rated": _("the new rating of {player}"),
    "prize": _("the prize {title}"),
    "turn": _("turn {turn}"),
    "ruling": _("the ruling on turn {turn}"),
    "row_ruling": _("the ruling on row {row} of the sheets"),
    "game": _("the game"),
    "seat": _("the player in seat {seat}"),
    "sheet": _("the score sheet of player {keeper}"),
    "event": _("the event {name}"),
    "division": _("the division {name}"),
    "apart": _("a pair kept apart"),
    "plan": _("the plan from round {from_round} on"),
    "round": _("round {number}"),
    "pairing": _("the pairing"),
    "code": _("the code of {player}"),
    "kiosk": _("a kiosk"),
    "registering": _("the registration settings"),
    "registration": _("the registration of {name}"),
    "payment": _("a payment for a registration"),
    "judgement": _("a verdict of the word judge"),
    "organisation": _("the organisation {name}"),
    "player": _("the person {name}"),
    "club": _("the club {name}"),
    "championship": _("the championship {name}"),
    "list": _("the rating list {name}"),
    "run": _("a rating run"),
    "sharing": _("the sharing of a person"),
    "erasure": _("the erasure of {shown}"),
    "membership": _("the role of {user}"),
    "account": _("the account {username}"),
    "invitation": _("an invitation"),
    "key": _("the API key"),
    "factor": _("the second factor of {user}"),
    "recovery": _("a recovery code"),
    "address": _("the removed event {slug}"),
}
"""The names of rows by kind."""
COLUMN_NAMES: Mapping[str, Wording] = {
    "first_score": _("first score"),
    "second_score": _("second score"),
    "announced": _("announced score"),
    "outcome": _("outcome"),
    "standing": _("standing"),
    "rating": _("rating"),
    "new": _("new rating"),
    "old": _("old rating"),
    "spread": _("spread"),
    "value": _("value"),
    "tiles": _("tiles"),
    "decision": _("decision"),
    "name": _("name"),
    "board": _("board"),
    "phase": _("phase"),
    "precedence": _("precedence"),
    "date": _("date"),
    "rules": _("rule set"),
    "role": _("role"),
    "username": _("name"),
    "is_active": _("may log in"),
    "is_superuser": _("may do everything"),
}
"""The names under which users know columns, by field name."""


def difference_text(code: str, /, **values: Any) -> str:
    """Return where a difference is, or the difference itself, in words."""
    return fill_wording(DIFFERENCES[code], values)


def archive_sentence(code: str, /, **values: Any) -> str:
    """Return a sentence about whether an archive agrees with its log."""
    return fill_wording(ARCHIVE[code], values)


def name_of_row(kind: str, /, **values: Any) -> str:
    """Return the name of a row of that kind, such as "turn 4"."""
    return fill_wording(ROW_NAMES[kind], values)


def name_of_column(column: str) -> str:
    """Return the name of a column from `COLUMN_NAMES`, or else its field name as words."""
    return (
        fill_wording(COLUMN_NAMES[column], {})
        if column in COLUMN_NAMES
        else column.removesuffix("_id").replace("_", " ")
    )


def checked_counts_in_words(
    results: int, games: int, *, rounds: int | None = None, events: int = 0
) -> str:
    """Return in words how many rounds, results and games were checked.

    If `rounds` is None, events are counted instead of rounds.
    """
    figures = {"results": results_in_words(results), "games": games_in_words(games)}
    if rounds is not None:
        named = ngettext("{count} round", "{count} rounds", rounds).format(count=rounds)
        return gettext("{rounds}, {results} and {games} checked").format(rounds=named, **figures)
    named = ngettext("{count} event", "{count} events", events).format(
        count=format_thousands(events)
    )
    return gettext("{events}, {results} and {games} checked").format(events=named, **figures)


def results_in_words(count: int) -> str:
    """Return a phrase such as "12 results"."""
    return ngettext("{count} result", "{count} results", count).format(
        count=format_thousands(count)
    )


def games_in_words(count: int) -> str:
    """Return a phrase such as "12 recorded games"."""
    return ngettext("{count} recorded game", "{count} recorded games", count).format(
        count=format_thousands(count)
    )
