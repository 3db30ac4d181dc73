"""Log messages about events by code, as `scoring.wording.log` has them for games."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.wording.log import LOG as GAME_LOG
from scoring.wording.sentence import PluralSentence, SentenceTable, Wording
from tournament import extension
from tournament.wording.bulk_log import BULK_MESSAGES

PEOPLE: Mapping[str, Wording] = {
    "add_players": PluralSentence(
        "players",
        lambda players: ngettext(
            "{players} player added to division {division}.",
            "{players} players added to division {division}.",
            players,
        ),
    ),
    "check_in": _("{player}, division {division}, checked in."),
    "check_out": _("{player}, division {division}, is no longer checked in."),
    "move_entry": _("{player} moved from division {old} to division {to}."),
    "set_career_games": _("Division {division}: career games of {players} set."),
    "describe_entry": _("{player}, division {division}: {what} changed."),
    "about_name": _("name (now {name})"),
    "about_rating": _("rating"),
    "about_member": _("member"),
    "about_career_games": _("career games"),
    "about_rating_class": _("rating class"),
    "about_team": _("team"),
    "about_fixed_board": _("fixed board"),
    "about_by_initials": _("only initials in public"),
    "about_owes": _("owes"),
    "about_paid": _("paid"),
    "take_out": _("{player}, division {division}, removed: entered by mistake."),
    "merge_persons": PluralSentence(
        "entries",
        lambda entries: ngettext(
            "{other} is the same person as {kept}: {entries} entry moved.",
            "{other} is the same person as {kept}: {entries} entries moved.",
            entries,
        ),
    ),
    "keep_apart": _("{one} and {other} are kept apart."),
    "keep_apart_if_possible": _("{one} and {other} are now kept apart if possible."),
    "end_apart": _("{one} and {other} may meet again."),
    "cut_classes": _("Division {division} divided into classes: {classes}."),
    "no_classes": _("Division {division} no longer has classes."),
    "class_size": "{name} ({players})",
    "correct_person": _("{player}: {what} changed."),
    "not_of_age": _("minor"),
}

ATTENDANCE: Mapping[str, Wording] = {
    "join_by_bye": _("{player} has the bye in round {round}."),
    "join_against_bye": _(
        "{player} meets {opponent}, who had the bye, on board {board} of round {round}."
    ),
    "withdraw_after": _("{player}, division {division}, withdraws after round {round}."),
    "withdraw_before": _("{player}, division {division}, withdraws before round 1."),
    "no_show": _(
        "{player}, division {division}, did not show up for round {round} and forfeits it."
    ),
    "left_forfeiting": _("{player}, division {division}, left in round {round} and forfeits it."),
    "left_opponent_bye": _(
        "{player}, division {division}, left before round {round} was played; the opponent has "
        "the bye."
    ),
    "left_opponent_meets_bye": _(
        "{player}, division {division}, left before round {round} was played; the opponent "
        "meets the player who had the bye."
    ),
    "return_entry": _("{player} returned to division {division}."),
    "give_penalty": _(
        "{player}, division {division}: penalty of {spread} spread in round {round}."
    ),
    "revoke_penalty": _(
        "{player}, division {division}: penalty of {spread} spread in round {round} revoked."
    ),
}

ROUNDS: Mapping[str, Wording] = {
    "make_round_robin": PluralSentence(
        "rounds",
        lambda rounds: ngettext(
            "Round {first} of division {division} drafted as a round robin.",
            "Rounds {first} to {last} of division {division} drafted as a round robin.",
            rounds,
        ),
    ),
    "make_by_hand": _("Round {round} of division {division} drafted by hand."),
    "pair_present": PluralSentence(
        "count",
        lambda count: ngettext(
            "Round {round} of division {division} paired without {count} player who is missing.",
            "Round {round} of division {division} paired without {count} players who are missing.",
            count,
        ),
    ),
    "pair_round": _("Round {round} of division {division} paired: {how}."),
    "pair_round_anew": _("Round {round} of division {division} paired again: {how}."),
    "method": "{method:label}",
    "method_on_standings": _("{method:label} on the standings after round {source}"),
    "rearrange_round": _("Round {round} of division {division} changed by hand."),
    "publish_round": _("Round {round} of division {division} published."),
    "close_round": _("Round {round} of division {division} closed."),
    "reopen_round": _("Round {round} of division {division} reopened."),
    "set_seating": _("Boards and byes of division {division} changed."),
    "plan_rounds": _("Plan of division {division} changed."),
    "set_unattended": PluralSentence(
        "minutes",
        lambda minutes: ngettext(
            "Division {division} is now paired automatically; a draft is shown for {minutes} "
            "minute.",
            "Division {division} is now paired automatically; a draft is shown for {minutes} "
            "minutes.",
            minutes,
        ),
    ),
    "end_unattended": _("Division {division} is no longer paired automatically."),
    "schedule_publishing": _(
        "Round {round} of division {division} will be published automatically unless it is stopped."
    ),
    "publish_unattended": _("Round {round} of division {division} was published automatically."),
    "stop_publishing": _(
        "Round {round} of division {division} will not be published automatically."
    ),
    "resume_publishing": _(
        "Round {round} of division {division} can be published automatically again."
    ),
    "refuse_unattended": _(
        "Round {round} of division {division} could not be paired automatically."
    ),
}

RESULTS: Mapping[str, Wording] = {
    "board": _("Board {board}: {first} - {second}"),
    "alone": _("{player} has the bye"),
    "scores": "{first:score}-{second:score}",
    "first_wins": _("{scores}, first player wins"),
    "second_wins": _("{scores}, second player wins"),
    "spread_only": _("spread {spread}"),
    "bye": _("Bye"),
    "half_bye": _("Half bye"),
    "first_forfeits": _("First forfeits"),
    "second_forfeits": _("Second forfeits"),
    "both_forfeit": _("Both forfeit"),
    "void": _("Void"),
    "forfeits": _("Forfeits"),
    "result": _("Round {round}, {pairing}: {result}."),
    "correction": _("Correct result"),
    "corrected": "{correct}: {result}",
    "corrected_winner": "{correct}: {result} {change}",
    "wins_instead": _("{winner} wins instead of {other}."),
    "now_tied": _("It is now a tie; previously, {winner} had won."),
    "no_tie": _("{winner} wins; previously, it was a tie."),
    "result_beside": _(
        "Round {round}, {pairing}: {result}. It contradicts an earlier result and does not count "
        "yet."
    ),
    "recorded_waits_no_longer": _(
        "Round {round}, {pairing}: {waited} no longer waits for a ruling; the result of the "
        "game is {result} again."
    ),
    "recorded_withdrawn": _(
        "Round {round}, {pairing}: {result} no longer counts; the game has been reopened."
    ),
    "board_of_round": _("{event}, division {division}, round {round}, board {board}"),
    "start_game": _("Round {round}, {pairing}: recording started."),
}

STANDINGS: Mapping[str, Wording] = {
    "show_standings": _("Division {division}: number of rounds {rounds}, standings {shown}."),
    "rounds_not_set": _("not set"),
    "shown_to_everybody": _("shown to everybody"),
    "held_back": _("held back from round {round} on"),
    "rate_division": _("Division {division} rated by {system:label} through round {round}."),
    "rate_division_and_list": _(
        "Division {division} rated by {system:label} through round {round}; {name} updated."
    ),
    "undo_rating": _("Rating of division {division} by {system:label} undone: {reason}"),
    "add_rating_list": _("Rating list {name} added: {people:,} people, from {source}."),
    "withdraw_rating_list": _("Rating list {name} withdrawn: {reason}"),
    "prize": "{title}",
    "prize_of_division": _("{prize}, division {division}"),
    "prize_worth": "{prize} ({value})",
    "add_prize": _("Prize added: {prize}."),
    "add_prizes": PluralSentence(
        "prizes",
        lambda prizes: ngettext(
            "{prizes} prize added to {event}.", "{prizes} prizes added to {event}.", prizes
        ),
    ),
    "change_prize": _("Prize changed: {prize}."),
    "remove_prize": _("Prize removed from the list: {prize}."),
    "order_prizes": _("Order of the ceremony of {event} changed."),
    "winner_by_hand": _("{prize} goes to {winner}, chosen by hand."),
    "winner_by_figures": _("{prize} goes to the winner according to the results."),
}

FILES: Mapping[str, Wording] = {
    "import_event": _(
        "Event {event} imported: {divisions} divisions, {players} players, {results} results."
    ),
    "import_division": _("Division {division}: {players}, {rounds} and {results} imported."),
    "players": PluralSentence(
        "count", lambda count: ngettext("{count} player", "{count} players", count)
    ),
    "rounds": PluralSentence(
        "count", lambda count: ngettext("{count} round", "{count} rounds", count)
    ),
    "results": PluralSentence(
        "count", lambda count: ngettext("{count} result", "{count} results", count)
    ),
    "open_archive": _("Event {event} opened from an archive."),
    "open_archive_without_club": _(
        "Event {event} opened from an archive. It is a copy of a session and belongs to no club."
    ),
    "open_doubtful_archive": _(
        "{opened} The rows and the activity log in the archive did not agree; the archive was "
        "imported anyway."
    ),
    "open_division": _("Division {division} opened from an archive; results: {results}."),
    "keep_incoming": _("Files of an event were read: {files}."),
}

SAFETY: Mapping[str, Wording] = {
    "create_organisation": _("Organisation {name} created."),
    "rename_organisation": _("{before} is now called {after}."),
    "restore_snapshot": _("Went back to the snapshot of {taken}, {why}."),
    "undo": _("Undone: {what}"),
    "hold_what_is_there": _(
        "The log now contains the present state of {event}: {results} results, {turns} turns, "
        "{entries} players."
    ),
    "hold_more": _("The log now contains more of the present state of {event}: {rows} rows."),
    "hold_shared": _("The log now contains the data shared by events: {rows} rows."),
    "hold_game": _("The log now contains the present state of {game}: {turns} turns."),
    "set_second_factor": _("{name} now logs in with a second factor."),
    "end_second_factor": _("{name} now logs in without a second factor."),
    "renew_recovery_codes": _("{name} has new recovery codes."),
    "hold_second_factor": _("{wrong} wrong codes for {name}: codes are refused for a few minutes."),
    "use_recovery_code": _("{name} logged in with a recovery code; codes left: {left}."),
    "hold_account": _("Account {name} created or changed by a command."),
    "make_director": _("Account {name} created for a director."),
    "reset_password": _("{name} has a new password."),
    "owner": _("owner"),
    "director": _("director"),
    "scorekeeper": _("scorekeeper"),
    "door": _("door"),
    "reader": _("read-only"),
    "rating_officer": _("rating officer"),
    "invite": _("An invitation to {event} as {role} was created."),
    "withdraw_invitation": _("The invitation to {event} as {role} was withdrawn."),
    "accept_invitation": _("{name} now helps with {event} as {role}."),
    "change_role": _("{name} is now {role} of {event}."),
    "end_membership": _("{name} no longer helps with {event}."),
}

SNAPSHOTS: Mapping[str, Wording] = {
    "before_pairing": _("before pairing round {round} of division {division}"),
    "before_publishing": _("before publishing round {round} of division {division}"),
    "before_closing": _("before closing round {round} of division {division}"),
    "before_reopening": _("before reopening round {round} of division {division}"),
    "before_rearranging": _("before changing round {round} of division {division} by hand"),
    "before_rating": _("before rating division {division}"),
    "before_adding": _("before adding players to division {division}"),
    "before_merging": _("before merging {other} into {person}"),
    "before_rules": _("before changing the rules of {event}"),
    "before_closing_event": _("before closing {event}"),
    "before_removing": _("before removing {event}"),
    "before_removing_division": _("before removing division {division}"),
    "before_throwing_away": _("before deleting {event}"),
    "before_importing": _("before importing {event}"),
    "before_importing_files": _("before importing an event"),
    "before_migrating": _("before upgrading the database"),
    "before_saving_games": PluralSentence(
        "games",
        lambda games: ngettext(
            "before saving {games} game from files", "before saving {games} games from files", games
        ),
    ),
    "before_restoring": _("before going back to {taken}, {why}"),
    "running_copy": _("from the running copy"),
}
"""The reasons for taking snapshots, in words, by code."""

EVENTS: Mapping[str, Wording] = {
    "create_event": _("Event {event} created with the rules of {rules:label}."),
    "create_division": _("Division {division} added to {event}."),
    "note_for_body": _("{event}: details for a rating body saved."),
    "rename_event": _("Event {old} is now called {event}."),
    "change_place_or_date": _("Place, date or language of {event} changed."),
    "rename_division": _("Division {old} is now called {division}."),
    "close_event": _("Event {event} closed."),
    "reopen_event": _("Event {event} reopened."),
    "remove_division": _("Division {division} removed; nothing had been played in it."),
    "remove_event": _("Event {event} removed; nothing in it had been published."),
    "remove_imported_event": PluralSentence(
        "rounds",
        lambda rounds: ngettext(
            "Imported event {event} removed with {rounds} round.",
            "Imported event {event} removed with {rounds} rounds.",
            rounds,
        ),
    ),
    "remove_practice_event": _("Practice event {event} removed."),
    "change_rules": _("Rules of {event} changed: {rules:lower_label}."),
    "create_club": _("Club {club} added."),
    "join_club": _("{event} is now a session of {club}."),
    "leave_club": _("{event} no longer belongs to a club."),
    "next_session": _("{event} copied from {source}."),
    "end_offer": _("Last time's players are no longer offered in division {division}."),
    "next_session_of_last": _("{event} copied from the last event."),
    "set_season_rule": _("Season points of {club} changed."),
    "end_season_rule": _("The season of {club} no longer has points; players are ranked by wins."),
    "set_logo": _("{club} now has a picture on its papers."),
    "remove_logo": _("The papers of {club} are now printed without a picture."),
    "word_list": _("{event} now uses {name} ({words:,} words)."),
    "no_word_list": _("{event} now uses no word list."),
}

PAPERS: Mapping[str, Wording] = {
    "set_look": _("Look of the papers of {event} changed."),
    "keep_pack": _("Pack of papers saved: {pack}."),
    "remove_pack": _("Pack of papers removed: {pack}."),
    "record_print": _("{pack} printed; new or changed papers: {count}."),
}


def _other_log_messages() -> Iterator[SentenceTable]:
    """Yield the log messages about games, and those of each active room."""
    yield GAME_LOG
    for module in extension.LOG:
        yield module.LOG


LOG = SentenceTable(
    PEOPLE, ATTENDANCE, ROUNDS, RESULTS, STANDINGS, FILES, SAFETY, SNAPSHOTS, EVENTS, PAPERS, BULK_MESSAGES,
    others=_other_log_messages,
)  # fmt: skip
say = LOG.say
