"""Why a turn is not as it should be: the sentence of each code of `scoring.engine.game.legality`."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.wording.sentence import Counted, Wording

SQUARES_AND_TILES: Mapping[str, Wording] = {
    "not_a_square": _("“{text}” is not a square. Write 8H for across or H8 for down."),
    "not_a_tile_in": _("“{tile}” in “{text}” is not a tile of the {tile_set:tile_set} set."),
    "not_a_tile": _("“{tile}” is not a tile of the {tile_set:tile_set} set."),
}

PLACEMENTS: Mapping[str, Wording] = {
    "off_board": _("{square} is off the board."),
    "beyond_corner": _("{square} is off the board, which ends at {corner}."),
    "occupied": _("{square} already holds {face}; {tile} cannot go there."),
    "no_tile": _("No tile is laid."),
    "not_in_line": _("The tiles lie neither in one row nor in one column."),
    "gap_inside": _("There is no tile on {square}, inside the play."),
    "gap_through": _("There is no tile on {square} to play through."),
    "runs_off": Counted(
        "squares",
        lambda squares: ngettext(
            "{word} at {coordinate} runs {squares} square off the board.",
            "{word} at {coordinate} runs {squares} squares off the board.",
            squares,
        ),
    ),
    "letter_conflict": _("{square} holds {face}; the word has {tile} there."),
    "lies_already": _("{word} lies at {coordinate} already: the play lays no tile."),
    "lays_nothing": _("The play at {coordinate} lays no tile."),
    "off_centre": _("The first play must cover {square}."),
    "one_tile_opening": _("The first play must lay at least two tiles."),
    "not_connected": _("{word} at {coordinate} touches no tile on the board."),
    "word_cut_short": _(
        "The word of {word} at {coordinate} is longer on the board than it is written."
    ),
    "more_than_rack": _("{number} tiles are laid; a rack holds {most}."),
    "more_than_left": Counted(
        "left",
        lambda left: ngettext(
            "{number} tiles are laid; {left} was left to lay.",
            "{number} tiles are laid; {left} were left to lay.",
            left,
        ),
    ),
}

RACKS: Mapping[str, Wording] = {
    "rack_too_long": _("The rack {rack} has {number} tiles."),
    "rack_not_in_bag": _(
        "The rack {rack} holds {tiles:several} too many: the rest is on the board."
    ),
    "laid_not_in_rack": _("{tiles:Several} laid but not in the rack {rack}."),
    "exchanged_not_in_rack": _("{tiles:Several} exchanged but not in the rack {rack}."),
    "exchange_not_in_bag": _(
        "The exchange names {tiles:several} too many: the rest is on the board."
    ),
    "more_than_set": Counted(
        "number",
        lambda number: ngettext(
            "With this play there is {tiles:several} more than the set has.",
            "With this play there are {tiles:several} more than the set has.",
            number,
        ),
    ),
}

ORDER_OF_PLAY: Mapping[str, Wording] = {
    "after_end": _("The game had already ended."),
    "out_of_turn": _("It was another player's turn."),
    "bag_below_minimum": _("An exchange needs {least} tiles in the bag; there were {bag}."),
    "bag_below_exchange": _("{number} tiles exchanged, but there were {bag} in the bag."),
    "withdrawal_without_play": _("This withdrawal does not follow a play by the same player."),
    "bonus_without_play": _("This challenge bonus does not follow a play by the same player."),
}
