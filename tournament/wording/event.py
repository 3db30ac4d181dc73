"""Titles, column headings and sentences about an event, for screens, streams, highlights and notices."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.wording.sentence import PluralSentence, Wording, fill_wording

SENTENCES: Mapping[str, Wording] = {
    "division": _("Division %(division)s"),
    "titled": _("{division}: {title}"),
    "pairings": _("Pairings"),
    "board": _("Board"),
    "first": _("First"),
    "second": _("Second"),
    "result": _("Result"),
    "bye": _("bye"),
    "name": _("Name"),
    "opponent": _("Opponent"),
    "missing_boards": _("Missing boards"),
    "none_missing": _("All results are in."),
    "live_board": _("Round {round}, board {board}"),
    "missing_of_round": _("{round}, missing results"),
    "no_result_yet": _("There are no results yet."),
    "standings": _("Standings"),
    "standings_under_way": _("Standings, round {round} under way"),
    "standings_after": _("Standings after round {round}"),
    "rank": _("Rank"),
    "record_column": _("W-L-T"),
    "rating_not_official": _("Unofficial rating"),
    "prizes": _("Prizes"),
    "no_winner_yet": _("No prize has a winner yet."),
    "prize": _("Prize"),
    "winner": _("Winner"),
    "prizes_now": _("Current prizes"),
    "best_plays": _("Best plays"),
    "score": _("Score"),
    "word": _("Word"),
    "round": _("Round"),
    "no_recorded_game": _("No game has been recorded turn by turn."),
    "highlights": _("Highlights"),
    "figure": _("Figure"),
    "who": _("Who"),
    "leader": _("Leader"),
    "no_round_yet": _("No round is published yet."),
    "on_your_phone": _("{event} on your phone"),
    "check_in": _("Check-in"),
    "are_here": PluralSentence(
        "players",
        lambda n: ngettext(
            "{here} of {players} player is here", "{here} of {players} players are here", n
        ),
    ),
    "check_in_how": _("Check in on your phone or at the desk"),
    "check_in_at_desk": _("Check in at the desk"),
    "winners": _("Winners"),
    "tiles": PluralSentence("count", lambda n: ngettext("{count} tile", "{count} tiles", n)),
    "vowels": PluralSentence("count", lambda n: ngettext("{count} vowel", "{count} vowels", n)),
    "consonants": PluralSentence(
        "count", lambda n: ngettext("{count} consonant", "{count} consonants", n)
    ),
    "round_of": _("{round} of {rounds}"),
    "record": _("Record"),
    "place": _("Place"),
    "rating": _("Rating"),
    "average": _("Average"),
    "highest_game": _("Highest game"),
    "have_not_met": _("{one} and {other} have not met."),
    "met_in": _("{event}, round {round}"),
    "games": _("Games"),
    "average_winning": _("Average winning score"),
    "average_losing": _("Average losing score"),
    "wins_in_a_row": PluralSentence(
        "count", lambda n: ngettext("{count} win in a row", "{count} wins in a row", n)
    ),
    "winning_streak": _("Winning streak"),
    "player_against": _("{player} against {opponent}"),
    "bingos": PluralSentence("count", lambda n: ngettext("{count} bingo", "{count} bingos", n)),
    "turns": PluralSentence("count", lambda n: ngettext("{count} turn", "{count} turns", n)),
    "rating_points_with_scores": _("{points} rating points ({scores})"),
    "rating_points": _("{points} rating points"),
    "no_event_at_all": _("There is no event “{slug}”. There are no events yet."),
    "no_such_event": _("There is no event “{slug}”. Events: {events}."),
    "no_division_yet": _("none yet"),
    "no_such_division": _("{event} has no division “{name}”. Divisions: {divisions}."),
    "several_divisions": _(
        "{event} has several divisions. Add --division with one of: {divisions}."
    ),
    "notice_pairings": _("Pairings at {time}"),
    "notice_start": _("The round starts at {time}"),
    "notice_lunch": _("Lunch until {time}"),
    "notice_break": _("Break until {time}"),
}


def event_wording(code: str, /, **values: Any) -> str:
    """Return the sentence or label for a code, filled with these values."""
    return fill_wording(SENTENCES[code], values)
