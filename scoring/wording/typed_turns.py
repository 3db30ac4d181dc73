"""Sentences about typed lines, keyed by the codes of `scoring.engine.typing`, `legality` and challenges."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.wording.sentence import PluralSentence, Wording

PLAYS: Mapping[str, Wording] = {
    "nothing_typed": _(
        "Nothing has been typed yet. Type the square, the word and the score: 8H FROZEN 38."
    ),
    "line_too_long": _("The line has {characters} characters; the maximum for a turn is {most}."),
    "square_expected": _(
        "{error} A line begins with the square, followed by the word and the score: 8H FROZEN 38."
    ),
    "word_not_typed": _(
        "The word at {coordinate} is missing. Type it after the square: {coordinate} FROZEN 38."
    ),
    "blank_in_word": _(
        "Write a blank on the board as the letter it stands for, in lower case: FROzEN."
    ),
    "word_of_tiles": _("{error} Capitals are tiles, lower-case letters are blanks."),
    "bracket_left_open": _("The brackets in “{text}” do not match."),
    "read_as": _("Read as {word}, it scores {score}, not {announced}."),
    "read_as_unscored": _("{why:sentences} Read as {word}, it scores {score}."),
    "read_as_instead": _("{why:sentences} Read as {word}, it scores {score}, not {announced}."),
    "read_without_blanks": PluralSentence(
        "blanks",
        lambda blanks: ngettext(
            "Read without blanks: {word} has {letters} lowercase letters, but the set has "
            "{blanks} blank.",
            "Read without blanks: {word} has {letters} lowercase letters, but the set has "
            "{blanks} blanks.",
            blanks,
        ),
    ),
    "total_typed": _("{announced} is the total after this turn; the turn itself is {score}."),
    "turned_across": _(
        "In the other direction, {turned} {word} scores {announced}: {turned} runs across, "
        "{typed} down."
    ),
    "turned_down": _(
        "In the other direction, {turned} {word} scores {announced}: {turned} runs down, "
        "{typed} across."
    ),
}

TILES: Mapping[str, Wording] = {
    "exchange_of_what": _("Which tiles are exchanged? Type -ABC, or only how many: -3."),
    "exchange_too_many": _("You can exchange 1 to {most} tiles, not {number}."),
    "more_tiles_than_rack": _("{tiles} is {number} tiles; a rack holds {most}."),
    "tiles_unclear": _("{error} Write a blank as “?”."),
    "rack_once_only": _("Type the rack once, as @ and its tiles: @ABCDEFG."),
    "rack_of_what": _("Which tiles are left? Type rack ABC, with “?” for a blank."),
    "holder_out": _("{name} has gone out and has no tiles left."),
    "nobody_out": _("According to the record, the game has not ended: nobody has gone out."),
    "rack_settled": _("{name}'s rack has already been settled: {tiles}."),
    "rack_beyond_set": _(
        "With {rack} on the rack, there are more {tiles:commas} than the set has."
    ),
}

FIGURES: Mapping[str, Wording] = {
    "no_number_after_word": _(
        "“{text}” after the word is not a number. Type the score, then the total."
    ),
    "no_number_after_exchange": _(
        "“{text}” after the exchange is not a number. Type the score, then the total."
    ),
    "no_number_after_pass": _(
        "“{text}” after a pass is not a number. Type the score, then the total."
    ),
    "no_number_after_withdrawal": _(
        "“{text}” after “--” is not a number. Type the score, then the total."
    ),
    "no_number_after_points": _(
        "“{text}” after the points is not a number. Type the score, then the total."
    ),
    "no_number_after_overtime": _(
        "“{text}” after the overtime is not a number. Type the score, then the total."
    ),
    "no_number_after_rack": _(
        "“{text}” after the rack is not a number. Type the score, then the total."
    ),
    "number_too_many": _("“{text}” is one number too many. Type the score, then the total."),
    "no_score_of_game": _("{text} is too high for a score; the maximum is {most}."),
    "adjustment_incomplete": _(
        "An adjustment needs points and a reason: adjust -5 late to the board."
    ),
    "time_free": _(
        "{rules:rules} have no overtime penalty. To deduct points for another reason, type adjust "
        "-10 and the reason."
    ),
    "time_how_much": _(
        "How much overtime? Type time {unit} (points, not minutes), or the clock as displayed: "
        "time -1:01. Each minute or part of a minute costs {unit}."
    ),
    "clock_unclear": _(
        "“{text}” is not a clock time. Type the clock as ~12:34, or ~-1:01 for a minute of "
        "overtime."
    ),
    "rack_left_unknown": _(
        "{name}'s last leave is not known, because that rack was not typed. Type the whole "
        "rack: @ABCDEFG."
    ),
    "rack_lost": _("{name} kept {left} after the last turn, but the rack you typed lacks {tiles}."),
    "rack_must_be": _(
        "According to the recorded racks, {name} has {rack}, which does not contain all of these "
        "tiles."
    ),
    "loses_on_time": _(
        "{name} is more than {minutes} minutes over and loses the game under these rules."
    ),
}

SEATS: Mapping[str, Wording] = {
    "seat": "{seat}: {name}",
    "ambiguous_word": _("“{word}” can mean several things here. Type {meanings:or} instead."),
    "line_of_seat": "{seat}: {example:typed} ({name})",
    "no_such_seat": _("There is no player {number}. The players at this board: {seats:commas}."),
    "whose_clock": _("Whose overtime is it (in points, not minutes)? {lines:each_or}."),
    "whose_rack": _("Whose rack is it? {lines:each_or}."),
    "whose_score": _("Whose score is adjusted? {lines:each_or}."),
    "who_challenged": _("Who challenged? {lines:each_or}."),
}

CHALLENGES: Mapping[str, Wording] = {
    "nothing_to_challenge_under_void": _(
        "Under these rules, invalid words cannot be played, so there is nothing to challenge."
    ),
    "play_comes_off": _("The play comes off the board and scores 0; the turn is lost."),
    "stands_free": _("The play stands; an unsuccessful challenge costs nothing."),
    "stands_turn_lost": _("The play stands; the challenger loses the next turn."),
    "stands_game_lost": _("The play stands; the challenger loses the game."),
    "stands_bonus": _("The play stands; the player who made it receives {points} points."),
    "stands_penalty": _("The play stands; the challenger loses {points} points."),
    "nothing_to_take_back_yet": _("Only a play can be taken back, and there is no turn yet."),
    "nothing_to_take_back": _("Only a play can be taken back, and the last turn is not a play."),
    "nothing_to_challenge_yet": _("Only a play can be challenged, and there is no turn yet."),
    "nothing_to_challenge": _("Only a play can be challenged, and the last turn is not a play."),
    "no_turn_to_lose": _(
        "The game ends with this play, so there is no turn to lose. The play stands."
    ),
    "challenge_loses_game": _("{outcome} Enter the result of the board as a loss for {loser}."),
    "challenge_free": _("{rules:rules}: {outcome} There is nothing to record."),
    "challenge_by_word": _(
        "{rules:rules}: {unit} for each word challenged. Type the points: "
        "ch {unit} for one word, ch {double} for two."
    ),
}


SQUARES_AND_TILES: Mapping[str, Wording] = {
    "not_a_square": _("“{text}” is not a square. Write 8H for across or H8 for down."),
    "not_a_tile_in": _("“{tile}” in “{text}” is not a tile of the {tile_set:tile_set} set."),
    "not_a_tile": _("“{tile}” is not a tile of the {tile_set:tile_set} set."),
}

PLACEMENTS: Mapping[str, Wording] = {
    "beyond_corner": _("{square} is off the board, which ends at {corner}."),
    "gap_through": _("There is no tile on {square} to play through."),
    "runs_off": PluralSentence(
        "squares",
        lambda squares: ngettext(
            "{word} at {coordinate} runs {squares} square off the board.",
            "{word} at {coordinate} runs {squares} squares off the board.",
            squares,
        ),
    ),
    "letter_conflict": _("{square} holds {face}; the word has {tile} there."),
    "lies_already": _("{word} is already on the board at {coordinate}: the play lays no tiles."),
    "lays_nothing": _("The play at {coordinate} lays no tiles."),
    "off_centre": _("The first play must cover {square}."),
    "one_tile_opening": _("The first play must lay at least two tiles."),
    "not_connected": _("{word} at {coordinate} touches no tile on the board."),
    "word_cut_short": _(
        "The word formed by {word} at {coordinate} is longer on the board than typed."
    ),
    "more_than_rack": _("{number} tiles are laid; a rack holds {most}."),
    "more_than_left": _("The play lays more tiles ({number}) than the player had left ({left})."),
}

RACKS: Mapping[str, Wording] = {
    "rack_too_long": _("The rack {rack} has {number} tiles."),
    "rack_not_in_bag": _(
        "The rack {rack} has {tiles:several} too many: the others are on the board."
    ),
    "laid_not_in_rack": _("{tiles:Several} laid but not in the rack {rack}."),
    "exchanged_not_in_rack": _("{tiles:Several} exchanged but not in the rack {rack}."),
    "exchange_not_in_bag": _(
        "The exchange has {tiles:several} too many: the others are on the board."
    ),
    "more_than_set": PluralSentence(
        "number",
        lambda number: ngettext(
            "With this play, there is {tiles:several} more than the set has.",
            "With this play, there are {tiles:several} more than the set has.",
            number,
        ),
    ),
}

ORDER_OF_PLAY: Mapping[str, Wording] = {
    "after_end": _("The game had already ended."),
    "out_of_turn": _("It was another player's turn."),
    "bag_below_minimum": _(
        "There were too few tiles in the bag for an exchange: {bag}; the minimum is {least}."
    ),
    "bag_below_exchange": _("{number} tiles exchanged, but there were {bag} in the bag."),
    "withdrawal_without_play": _("This withdrawal does not follow a play by the same player."),
    "bonus_without_play": _("This challenge bonus does not follow a play by the same player."),
}
