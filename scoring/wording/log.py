"""Sentences of the activity log about games, uploads, judgements and word lists, keyed by their codes.

The table also has the reasons why an uploaded file is not saved.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.wording.sentence import PluralSentence, Sentence, SentenceTable, Wording

TURNS: Mapping[str, Wording] = {
    "announced": _("{what} {announced}"),
    "play": "{coordinate} {tiles}",
    "exchange": _("exchanged {tiles}"),
    "pass": _("pass"),
    "withdrawn": _("withdrawn"),
    "challenge_bonus": _("challenge bonus"),
    "overtime": _("overtime"),
    "end_rack": _("final rack"),
    "adjustment": _("adjustment"),
    "record_turn": _("{game}, turn {turn}: {player} {what}"),
    "correct_turn": _("{game}, turn {turn} corrected: {player} {what}"),
    "insert_turn": _("{game}, turn {turn} inserted: {player} {what}"),
    "take_out": _("{game}, turn {turn} removed: {what}"),
    "take_back": _("{game}, turn {turn} taken back: {what}"),
    "turns_moved": _("{change}. From turn {turn} on, each turn now belongs to the next player."),
    "undo": _("{game}: undone: {before} → {after}"),
    "redo": _("{game}: redone: {before} → {after}"),
    "annotate": _("{game}, turn {turn}: notes saved"),
    "end_practice": _("{game}: practice ended"),
    "add_photo": _("{game}: photograph added"),
    "remove_photo": _("{game}: photograph removed"),
    "print_recount": _("{game}: recount printed"),
    "nothing": _("nothing"),
    "record_games_turns": _("{game}: {turns} turns read from a file"),
}

GAMES: Mapping[str, Wording] = {
    "game_number": _("Game {number}"),
    "open_game": _("{game} opened: {players}"),
    "final": "{player} {final}",
    "finish_game": _("{game} finished: {finals}"),
    "reopen_game": _("{game} reopened"),
    "sign_slip": _("{game}: slip signed, {finals}"),
    "unsign_slip": _("{game}: slip no longer signed"),
    "save_columns": PluralSentence(
        "columns",
        lambda columns: ngettext(
            "{game}: sheets compared, {columns} column changed",
            "{game}: sheets compared, {columns} columns changed",
            columns,
        ),
    ),
}

RULINGS: Mapping[str, Wording] = {
    "correct": _("the correct score counts"),
    "let_stand": _("the announced score stands"),
    "rule": _("{game}, turn {turn}: {announced} announced, {correct} correct: {decision}"),
    "rule_on_row": _("{game}, row {row} of {player}: ruled to be {points}"),
    "rule_on_row_with_play": _("{game}, row {row} of {player}: ruled to be {points}, {play}"),
    "agree_final": _("{game}: agreed final score, {finals}"),
    "take_ruling_back": _(
        "{game}, turn {turn}: ruling withdrawn. Before: {announced} announced, {correct} "
        "correct: {decision}"
    ),
}

FLIPS: Mapping[str, Wording] = {
    "result_flips": _("{game}: the result flips. Before: {before}. Now: {now}. {why}."),
    "ruled_on": _("Turn {turn} was ruled on: {decision}"),
    "ruling_taken_back": _("The ruling on turn {turn} was withdrawn"),
    "corrected": _("Turn {turn} was corrected"),
    "inserted": _("Turn {turn} was inserted"),
    "taken_out": _("Turn {turn} was removed"),
    "change_undone": _("The last change was undone"),
    "change_done_again": _("The undone change was redone"),
    "opened_again": _("The game was reopened and changed"),
}

JUDGEMENTS: Mapping[str, Wording] = {
    "word_judge": _("Word judge"),
    "acceptable": _("acceptable"),
    "not_acceptable": _("not acceptable"),
    "judge": _("{place}: {words}: {verdict} according to {lexicon}"),
    "overrule": _("{place}: {words}: {verdict}; {lexicon} says {by_list}"),
}

FILES: Mapping[str, Wording] = {
    "import_lexicon": _("Word list {name} loaded: {words:,} words of the {tiles} set"),
    "remove_lexicons": PluralSentence(
        "lists",
        lambda lists: ngettext(
            "{lists} word list removed: {names}", "{lists} word lists removed: {names}", lists
        ),
    ),
    "take_in": PluralSentence(
        "files",
        lambda files: ngettext(
            "{upload}: {files} file read", "{upload}: {files} files read", files
        ),
    ),
    "choose": PluralSentence(
        "games",
        lambda games: ngettext(
            "{upload}: {games} game to save", "{upload}: {games} games to save", games
        ),
    ),
    "stop": _("{upload}: saving stopped, {left} not saved"),
    "remove_uploads": PluralSentence(
        "uploads",
        lambda uploads: ngettext(
            "{uploads} upload removed: {names}", "{uploads} uploads removed: {names}", uploads
        ),
    ),
    "same_as_file": _("It is identical to {file}."),
    "no_game_in_it": _("The file contains no game."),
    "saved_as": _("It is already saved as game {number}."),
    "wrong_number": PluralSentence(
        "players",
        lambda players: ngettext(
            "{rules} cannot be used for {players} player. Choose other rules and send the file "
            "again.",
            "{rules} cannot be used for {players} players. Choose other rules and send the file "
            "again.",
            players,
        ),
    ),
    "name_too_long": _("The name “{name}…” is longer than 120 characters."),
    "too_many_tiles": _("Line {line} has more tiles than any turn can have."),
    "zip_broken": _("This zip cannot be opened ({problem}). Create it again."),
    "locked": _("It is protected by a password. Create it again without one."),
    "not_unpacked": _("It cannot be unpacked ({problem}). Create it again."),
    "file_too_large": _(
        "It has {size:,} bytes; a game has a few thousand, at most {most:,}. It was not read."
    ),
}

LOG = SentenceTable(TURNS, GAMES, RULINGS, FLIPS, JUDGEMENTS, FILES)


def say(code: str, /, **params: Any) -> Sentence:
    """Return the sentence as `Sentences.say` does, naming a game without a title by its number."""
    game = params.get("game")
    if game is not None and not game.title:
        params["game"] = say("game_number", number=game.pk)
    return LOG.say(code, **params)
