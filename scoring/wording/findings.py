"""The meaning of every code that a finding about a record can have, and the sentence for each message."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.engine.audit.findings import Code
from scoring.wording.sentence import PluralSentence, Wording

MEANINGS: Mapping[Code, str] = {
    Code.PLAY_SCORE: _("The announced score of a play differs from the rules."),
    Code.TURN_SCORE: _("Points were recorded for an exchange or a pass."),
    Code.TOTAL: _("A running total is not the sum of the scores above it."),
    Code.CHARGED_TWICE: _("The same overtime or challenge points appear twice."),
    Code.RACK_CHANGED: _("A phony was taken back to a rack other than the one it was played from."),
    Code.END_RACK_AMOUNT: _("The tiles left on a rack were counted incorrectly."),
    Code.WITHDRAWAL_AMOUNT: _("A phony was taken back for more or fewer points than it scored."),
    Code.SCORE_MISSING: _("A play has no score; the correct one is used."),
    Code.TOTAL_MISSING: _("Turns have no running total; the totals are calculated."),
    Code.END_RACK_MISSING: _(
        "The remaining tiles were not settled for any player; the final scores are completed from "
        "the record."
    ),
    Code.END_RACK_ONE_SIDED: _(
        "Only one player’s remaining tiles were settled; the final score is completed from the "
        "record."
    ),
    Code.OVERTIME_AMOUNT: _(
        "An overtime penalty does not correspond to a whole number of minutes, or adds points."
    ),
    Code.OVERTIME_MISPLACED: _(
        "Overtime is charged before the last turn; it belongs to the end of the game."
    ),
    Code.CHALLENGE_AMOUNT: _(
        "A challenge bonus is neither the amount in the rules nor a multiple of it."
    ),
    Code.TILE_COUNT: _(
        "The tiles on the board, on the racks and in the bag do not make up the whole set."
    ),
    Code.UNFINISHED: _("The record stops before the end of the game."),
    Code.UNKNOWN_TILE: _("A word contains something that is not a tile of the set."),
    Code.OFF_BOARD: _("The word starts or ends outside the board."),
    Code.GAP: _("A square inside the word has no tile."),
    Code.LETTER_CONFLICT: _("The word has a different letter from the tile on the board."),
    Code.NO_TILE_LAID: _("All squares of the word were already occupied."),
    Code.NOT_CONNECTED: _("The play touches no tile on the board."),
    Code.OFF_CENTRE: _("The first play does not cover the starting square."),
    Code.ONE_TILE_OPENING: _("The first play has only one tile."),
    Code.MORE_THAN_RACK: _("More tiles were laid than a rack holds, or than the player had left."),
    Code.WORD_CUT_SHORT: _("The word on the board is longer than the word recorded."),
    Code.RACK_UNKNOWN_TILE: _(
        "A recorded rack, exchange or final rack contains something that is not a tile of the set."
    ),
    Code.NOT_IN_RACK: _("A tile was laid or exchanged that is not on the recorded rack."),
    Code.RACK_TOO_LONG: _("The recorded rack has more tiles than allowed."),
    Code.NOT_IN_BAG: _(
        "The recorded rack or exchange contains more tiles of one kind than were left."
    ),
    Code.MORE_THAN_SET: _("The board has more tiles of one kind than the set."),
    Code.BAG_TOO_LOW: _("There are too few tiles in the bag for an exchange."),
    Code.OUT_OF_TURN: _("It was another player's turn."),
    Code.AFTER_END: _("The game had already ended."),
    Code.NO_PLAY_BEFORE: _("A withdrawal or challenge bonus does not follow a play."),
    Code.EMPTY_FILE: _("The file is empty."),
    Code.NOT_OPENED: _("The file cannot be opened."),
    Code.NOT_A_GAME: _(
        "The file contains no game: it has neither players nor turns, or far too many lines."
    ),
    Code.NOT_A_LINE: _("A line is not a turn, a note or information about the game."),
    Code.NOT_A_TURN: _("A turn does not say what was done."),
    Code.WORD_MISSING: _("A play has a square but no word."),
    Code.UNKNOWN_NICK: _(
        "A turn belongs to a player who is not in the game; the turn is left out."
    ),
    Code.NICK_TWICE: _("Two players have the same nick, so turns cannot be told apart."),
    Code.PLAYER_WITHOUT_NICK: _("A player line has no name."),
    Code.NAME_TWICE: _("Two players have the same name."),
    Code.PLAYER_ORDER: _("The second player's line comes before the first player's."),
    Code.TURN_BEFORE_PLAYERS: _("The turns begin before the players are named."),
    Code.PRAGMA_REPEATED: _("A line about the game appears twice; the first one counts."),
    Code.PRAGMA_MISPLACED: _("A line about the game comes after the first turn."),
    Code.UNKNOWN_PRAGMA: _(
        "Ninetimer does not recognise a line about the game; the line is saved."
    ),
    Code.EXTRA_TEXT: _("The text after a turn cannot be read; it is saved."),
    Code.SMALL_LETTERS: _("The whole file is in lower case; it is read as capitals."),
    Code.TILE_SET_GUESSED: _(
        "The file does not name its tile set; a set that has all letters in the file is used."
    ),
    Code.SETTING_UNKNOWN: _(
        "The file names an unknown tile set or board; the default is used instead."
    ),
    Code.ENCODING: _(
        "The characters do not match the encoding that the file names; they are read as well as "
        "possible."
    ),
}
"""The meaning of each code for the documentation, in English."""

FIGURES: Mapping[str, Wording] = {
    "seat_without_nick": _("player {number}"),
    "play_score": _(
        "{nick}, {coordinate} {word}: {announced} announced, {proof:total} correct. {proof:proof}."
    ),
    "laid_beyond_set": _("{laid:Several} laid, on {turns:and}; the set has {has:several}."),
    "laid_of_none": _("{laid:Several} laid, on {turns:and}; the set has none."),
    "turn_of": _("turn {turn} ({nick})"),
    "score_missing": _("{nick}: no score for this turn."),
    "exchange_with_points": _("{nick}: {announced:signed} announced. An exchange scores nothing."),
    "pass_with_points": _("{nick}: {announced:signed} announced. A pass scores nothing."),
    "withdrawal_amount": _(
        "{nick}: {announced:signed} for the play taken back; {correct:signed} was announced for it."
    ),
    "total_after_gain": _(
        "{nick}: total {announced} announced, but {before} + {points} is {expected}."
    ),
    "total_after_loss": _(
        "{nick}: total {announced} announced, but {before} − {points} is {expected}."
    ),
    "totals_missing": PluralSentence(
        "number",
        lambda number: ngettext(
            "{number} turn has no running total; totals are calculated.",
            "{number} turns have no running total; totals are calculated.",
            number,
        ),
    ),
}

ENDINGS: Mapping[str, Wording] = {
    "unfinished": _("The record does not reach the end of the game."),
    "end_rack_amount": _(
        "{nick}: {announced:signed} announced for the rack {rack}, {correct:signed} correct."
    ),
    "end_rack_unknown": _(
        "{nick}: there is no line for the remaining tiles, and the tiles are not known."
    ),
    "end_rack_due": _(
        "{nick}: there is no line for the remaining tiles; {due:signed} is due, for a final score "
        "of {final:points}."
    ),
    "out_with_tiles": _(
        "{nick} is recorded as having gone out, but according to the tile count still had tiles "
        "left."
    ),
    "tile_left_unknown": _(
        "{nick}: “{tile}” left on the rack is not a tile of the {tile_set:tile_set} set."
    ),
    "tiles_missing": _(
        "The tiles on the board and left on the racks do not make up the whole set. Missing: "
        "{missing:spaced}."
    ),
    "tiles_too_many": _(
        "The tiles on the board and left on the racks do not make up the whole set. Too many: "
        "{extra:spaced}."
    ),
    "tiles_differ": _(
        "The tiles on the board and left on the racks do not make up the whole set. Missing: "
        "{missing:spaced}. Too many: {extra:spaced}."
    ),
    "overtime_amount": _("{nick}: {amount:signed} for overtime, which costs {unit} a minute."),
    "overtime_gain": _("{nick}: {amount:signed} for overtime, which costs points."),
    "overtime_early": _("{nick}: overtime is charged before the game is over."),
    "overtime_twice": _(
        "{nick}: the same overtime, {amount:signed}, is charged twice. Remove one if it was "
        "recorded twice."
    ),
    "challenge_twice": _(
        "{nick}: the same challenge, {amount:signed}, is recorded twice. Record two words "
        "challenged at once on one line."
    ),
    "withdrawal_rack": _(
        "{nick}: the phony is taken back to the rack {rack}, but was played from {played_from}."
    ),
    "challenge_amount": _(
        "{nick}: {amount:signed} for a challenge, but the bonus is {bonus} per word."
    ),
}

FILES: Mapping[str, Wording] = {
    "empty_file": _("The file is empty: it contains no game."),
    "not_opened": _("The file cannot be opened: {why}."),
    "too_large": _(
        "The file is larger than {largest:thousands} bytes; a game has only a few thousand. It "
        "is not a GCG file."
    ),
    "too_many_lines": _(
        "The file has {lines} lines; a game has only a few dozen. It is not a GCG file."
    ),
    "too_many_turns": _(
        "The file has {turns} turns; a game has only a few dozen. It is not a single game."
    ),
    "no_player_no_turn": _("This file contains no player and no turn. It is not a GCG file."),
    "encoding_not_first": _("“#character-encoding” has an effect only on the first line."),
    "encoding_unknown": _(
        "The encoding “{encoding}” is unknown, or the file does not use it; the file is read as "
        "well as possible."
    ),
    "small_letters": _(
        "The whole file is in lower case: the letters are read as capitals, none of them as a "
        "blank."
    ),
    "tile_set_guessed": _(
        "The letters {letters:spaced} are not in the {tile_set:tile_set} set; {taken:tile_set} "
        "tiles are used."
    ),
    "tile_set_unknown": _(
        "“#{pragma} {value}” names an unknown tile set; the default is used instead. Known tile "
        "sets: {known:commas}."
    ),
    "game_type_unknown": _(
        "“#game-type {value}” is an unknown game type; the standard game is assumed. Known game "
        "types: {known:commas}."
    ),
    "layout_unknown": _(
        "“#{pragma} {value}” names an unknown board; the default is used instead. Known boards: "
        "{known:commas}."
    ),
}

STRICT_FILES: Mapping[str, Wording] = {
    "strict_players": _(
        "Other programs read only games between two players; this game has {players} players. It "
        "can be saved only as recorded."
    ),
    "strict_tiles": _(
        "The {tile_set:tile_set} set has tiles with several letters, which the file puts in "
        "brackets. Few programs can read them."
    ),
    "strict_board": _("The board has {rows} rows; most programs support only boards with 15."),
    "strict_adjustment": _(
        "Turn {number}, an adjustment by the director, is written as a note and changes the "
        "total: the file format has no line for it."
    ),
    "strict_penalty": _(
        "Turn {number}, a challenge penalty, is written as a note and changes the total: the file "
        "format has no line for it."
    ),
    "strict_does_not_lie": _(
        "Turn {number} is not legal as recorded; other programs may stop reading at that turn."
    ),
    "strict_stray_lines": PluralSentence(
        "lines",
        lambda lines: ngettext(
            "{lines} line of the original file belongs to no turn and is left out.",
            "{lines} lines of the original file belong to no turn and are left out.",
            lines,
        ),
    ),
}

LINES: Mapping[str, Wording] = {
    "unknown_pragma": _("“#{pragma}” is not part of this format; it is saved."),
    "pragma_repeated": _("“#{pragma}” appears twice; the first one counts."),
    "pragma_misplaced": _("“#{pragma}” belongs before the first turn."),
    "player_without_nick": _("“#{pragma}” has no name."),
    "player_late": _("“#{pragma}” comes after turns of other players; it is left out."),
    "player_order": _("“#{pragma}” comes before “#{missing}”."),
    "nick_twice": _("Two players have the nick “{nick}”, so their turns cannot be told apart."),
    "name_twice": _("Two players have the name “{name}”."),
    "not_a_line": _("“{text}” is not a turn (>), a pragma (#) or part of a note."),
    "no_colon": _("“{text}” has no colon after the nick."),
    "turns_before_players": _(
        "The turns begin before any “#player” line; the players are taken from the turns."
    ),
    "unknown_nick": _(
        "No player has the nick “{nick}”; the players are {known:commas}. The turn is left out."
    ),
    "not_a_turn": _(
        "“{text}” has no square, exchange, pass or bracket, so it does not say what was done."
    ),
    "extra_text": _("“{text}” after the turn cannot be read; it is saved."),
    "extra_after_word": _("“{text}” after the word is not a score; it is saved."),
    "extra_after_score": _("“{text}” after the score cannot be the total of a game; it is saved."),
    "word_missing": _("The play at {coordinate} has no word; the turn lays no tiles."),
}
