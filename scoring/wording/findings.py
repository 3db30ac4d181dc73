"""The meaning of every code of findings about a record, and the sentence of each message."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.engine.audit.findings import Code
from scoring.wording.sentence import Counted, Wording

MEANINGS: Mapping[Code, str] = {
    Code.PLAY_SCORE: _("The score said for a play is not what the rules give."),
    Code.TURN_SCORE: _("Points were written for an exchange or a pass."),
    Code.TOTAL: _("A running total is not the sum of what stands on the sheet above it."),
    Code.CHARGED_TWICE: _("The same overtime or challenge points appear twice."),
    Code.RACK_CHANGED: _("A phony was taken back to another rack than it was played from."),
    Code.END_RACK_AMOUNT: _("The tiles left on a rack were counted wrong."),
    Code.WITHDRAWAL_AMOUNT: _("A phony was taken back with other points than it had been given."),
    Code.SCORE_MISSING: _("A play has no score; the correct one is used."),
    Code.TOTAL_MISSING: _("Turns have no running total; the totals are worked out."),
    Code.END_RACK_MISSING: _(
        "Nobody's leftover tiles are settled; the final is completed from what is known."
    ),
    Code.END_RACK_ONE_SIDED: _(
        "Leftover tiles are settled for one player only; the final is completed from what is known."
    ),
    Code.OVERTIME_AMOUNT: _(
        "An overtime penalty that is not a whole number of minutes, or adds points."
    ),
    Code.OVERTIME_MISPLACED: _(
        "Overtime is charged before the last turn; it belongs to the end of the game."
    ),
    Code.CHALLENGE_AMOUNT: _("A challenge bonus is not what the rules give, or a multiple of it."),
    Code.TILE_COUNT: _("Board, racks and bag together are not the whole set."),
    Code.UNFINISHED: _("The record stops before the end of the game."),
    Code.UNKNOWN_TILE: _("Something in the word is not a tile of the set."),
    Code.OFF_BOARD: _("The word starts or ends outside the board."),
    Code.OCCUPIED: _(
        "A new tile is put on a square that has one (a placement given square by square)."
    ),
    Code.NOT_IN_LINE: _("The new tiles lie neither in one row nor in one column."),
    Code.GAP: _("A square inside the word has no tile."),
    Code.LETTER_CONFLICT: _("The word has another letter than the tile on the board."),
    Code.NO_TILE_LAID: _("Every square of the word already had its tile."),
    Code.NOT_CONNECTED: _("The play touches no tile on the board."),
    Code.OFF_CENTRE: _("The first play does not cover the starting square."),
    Code.ONE_TILE_OPENING: _("The first play is a single tile."),
    Code.MORE_THAN_RACK: _(
        "More tiles were laid than a rack holds, or than the player can have had left."
    ),
    Code.WORD_CUT_SHORT: _("The word on the board is longer than what was written."),
    Code.RACK_UNKNOWN_TILE: _(
        "Something in the recorded rack, or among the tiles exchanged or left, is not a tile "
        "of the set."
    ),
    Code.NOT_IN_RACK: _("A tile was laid or exchanged that the recorded rack does not hold."),
    Code.RACK_TOO_LONG: _("The recorded rack has more tiles than a rack may hold."),
    Code.NOT_IN_BAG: _("The recorded rack holds a tile of which none is left unseen."),
    Code.MORE_THAN_SET: _("More of a tile on the board than the set has."),
    Code.BAG_TOO_LOW: _("Too few tiles in the bag to exchange."),
    Code.OUT_OF_TURN: _("It was another player's turn."),
    Code.AFTER_END: _("The game had ended."),
    Code.NO_PLAY_BEFORE: _("A withdrawal or challenge bonus without a play to stand for."),
    Code.EMPTY_FILE: _("The file is empty."),
    Code.NOT_OPENED: _("The file cannot be opened."),
    Code.NOT_A_GAME: _("The file holds no game: neither players nor turns, or far too many lines."),
    Code.NOT_A_LINE: _("A line is neither a turn, nor a note, nor about the game."),
    Code.NOT_A_TURN: _("A turn does not say what was done."),
    Code.WORD_MISSING: _("A play has a square and no word."),
    Code.UNKNOWN_NICK: _("A turn belongs to nobody who plays; it is left out."),
    Code.NICK_TWICE: _("Two players have the same nick, so turns cannot be told apart."),
    Code.PLAYER_WITHOUT_NICK: _("A player line names nobody."),
    Code.NAME_TWICE: _("Two players have the same name."),
    Code.PLAYER_ORDER: _("The second player's line comes before the first one's."),
    Code.TURN_BEFORE_PLAYERS: _("Turns begin before the players are named."),
    Code.PRAGMA_REPEATED: _("A line about the game appears twice; the first counts."),
    Code.PRAGMA_MISPLACED: _("A line about the game comes after the first turn."),
    Code.UNKNOWN_PRAGMA: _("A line about the game that Ninetimer does not know; it is kept."),
    Code.EXTRA_TEXT: _("Words after a turn that are not understood; they are kept."),
    Code.SMALL_LETTERS: _("The file is typed in small letters throughout; it is read as capitals."),
    Code.TILE_SET_GUESSED: _("The file does not name its tile set; the letters in it tell which."),
    Code.SETTING_UNKNOWN: _(
        "The file names a tile set or a board that is not known here; another is taken."
    ),
    Code.ENCODING: _(
        "The letters are not in the encoding the file names; they are read as best they can be."
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
    "totals_missing": Counted(
        "number",
        lambda number: ngettext(
            "{number} turn without a running total; totals are computed.",
            "{number} turns without a running total; totals are computed.",
            number,
        ),
    ),
}

ENDINGS: Mapping[str, Wording] = {
    "unfinished": _("The record does not reach the end of the game."),
    "end_rack_amount": _(
        "{nick}: {announced:signed} announced for the rack {rack}, {correct:signed} correct."
    ),
    "end_rack_unknown": _("{nick}: no line for the tiles left, and what they were is not known."),
    "end_rack_due": _(
        "{nick}: no line for the tiles left; {due:signed} is due, which makes {final}."
    ),
    "out_with_tiles": _("{nick} is credited with going out, but held more tiles by the count."),
    "tile_left_unknown": _(
        "{nick}: “{tile}” left on the rack is not a tile of the {tile_set:tile_set} set."
    ),
    "tiles_missing": _(
        "The tiles on the board and left on the racks are not the whole set; "
        "not accounted for: {missing:spaced}."
    ),
    "tiles_too_many": _(
        "The tiles on the board and left on the racks are not the whole set; "
        "too many: {extra:spaced}."
    ),
    "tiles_differ": _(
        "The tiles on the board and left on the racks are not the whole set; "
        "not accounted for: {missing:spaced}; too many: {extra:spaced}."
    ),
    "overtime_amount": _("{nick}: {amount:signed} for overtime, which costs {unit} a minute."),
    "overtime_gain": _("{nick}: {amount:signed} for overtime, which costs points."),
    "overtime_early": _("{nick}: overtime is charged before the game is over."),
    "overtime_twice": _(
        "{nick}: the same overtime, {amount:signed}, is charged twice. Take one of the two out if it "
        "was written twice."
    ),
    "challenge_twice": _(
        "{nick}: the same challenge, {amount:signed}, is written twice. Two words challenged at once "
        "are one line."
    ),
    "withdrawal_rack": _(
        "{nick}: the phony is taken back to the rack {rack}, but was played from {played_from}."
    ),
    "challenge_amount": _("{nick}: {amount:signed} for a challenge, which brings {bonus} each."),
}

FILES: Mapping[str, Wording] = {
    "empty_file": _("The file is empty: there is no game in it."),
    "not_opened": _("The file cannot be opened: {why}."),
    "too_large": _(
        "The file is larger than {largest:thousands} bytes; a game has a few thousand. "
        "It is not a GCG file."
    ),
    "too_many_lines": _(
        "The file has {lines} lines; a game has a few dozen. It is not a GCG file."
    ),
    "too_many_turns": _("The file has {turns} turns; a game has a few dozen. It is not one game."),
    "no_player_no_turn": _(
        "There is neither a player nor a turn in this file. It is not a GCG file."
    ),
    "encoding_not_first": _("“#character-encoding” must be the first line to count."),
    "encoding_unknown": _(
        "The encoding “{encoding}” is not known, or the file is not in it; read as best it can be."
    ),
    "small_letters": _(
        "The file is typed in small letters throughout: they are read as capitals, none as a blank."
    ),
    "tile_set_guessed": _(
        "The letters {letters:spaced} are not in the {tile_set:tile_set} set: {taken:tile_set} tiles are taken."
    ),
    "tile_set_unknown": _(
        "“#{pragma} {value}” names no tile set known here; another is taken. Known: {known:commas}."
    ),
    "game_type_unknown": _(
        "“#game-type {value}” is not a game type known here; it is taken as the usual game. "
        "Known: {known:commas}."
    ),
    "layout_unknown": _(
        "“#{pragma} {value}” names no board known here; another is taken. Known: {known:commas}."
    ),
}

STRICT: Mapping[str, Wording] = {
    "strict_players": _(
        "Other programs read games of two players; this one has {players}. It goes out as recorded only."
    ),
    "strict_tiles": _(
        "The {tile_set:tile_set} set has tiles of several letters, in brackets in the file: few programs know them."
    ),
    "strict_board": _("The board has {rows} rows: most programs know only the one of 15."),
    "strict_adjustment": _(
        "Turn {number}, an adjustment by the director, is a note and changes the total: "
        "the file format has no line for it."
    ),
    "strict_penalty": _(
        "Turn {number}, points off for a challenge, is a note and changes the total: "
        "the file format has no line for it."
    ),
    "strict_does_not_lie": _(
        "Turn {number} cannot lie as it was recorded: a program may stop there."
    ),
    "strict_stray_lines": Counted(
        "lines",
        lambda lines: ngettext(
            "{lines} line of the file this game came from tells of no turn and is left out.",
            "{lines} lines of the file this game came from tell of no turn and are left out.",
            lines,
        ),
    ),
}

LINES: Mapping[str, Wording] = {
    "unknown_pragma": _("“#{pragma}” is not a line this format knows; it is kept."),
    "pragma_repeated": _("“#{pragma}” appears twice; the first counts."),
    "pragma_misplaced": _("“#{pragma}” belongs before the first turn."),
    "player_without_nick": _("“#{pragma}” names nobody."),
    "player_late": _("“#{pragma}” comes after turns of others; it is left out."),
    "player_order": _("“#{pragma}” comes before “#{missing}”."),
    "nick_twice": _("Two players have the nick “{nick}”; turns cannot be told apart."),
    "name_twice": _("Two players have the name “{name}”."),
    "not_a_line": _("“{text}” is neither a turn (>), nor a pragma (#), nor part of a note."),
    "no_colon": _("“{text}” has no colon after the nick."),
    "turns_before_players": _(
        "The turns begin before any “#player” line; players are taken from them."
    ),
    "unknown_nick": _(
        "Nobody has the nick “{nick}”; the players are {known:commas}. The turn is left out."
    ),
    "not_a_turn": _("“{text}” has no square, exchange, pass or bracket to tell what was done."),
    "extra_text": _("“{text}” after the turn is not understood; it is kept."),
    "extra_after_word": _("“{text}” after the word is not a score; it is kept."),
    "extra_after_score": _("“{text}” after the score is no total of a game; it is kept."),
    "word_missing": _("A play at {coordinate} without a word; the turn lays nothing."),
}
