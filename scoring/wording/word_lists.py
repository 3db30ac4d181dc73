"""Sentences about problems in word lists, keyed by the codes of `scoring.engine.typing.word_lists`."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.wording.sentence import PluralSentence, Wording

READING_PROBLEMS: Mapping[str, Wording] = {
    "character": "“{character}”",
    "character_named": "U+{number} ({name})",
    "control_character": _("U+{number} (a control character)"),
    "not_in_tiles": _(
        "“{word}” contains {character}, which is not a tile of the {tile_set:tile_set} set."
    ),
    "word_length": PluralSentence(
        "tiles",
        lambda tiles: ngettext(
            "“{word}” has {tiles} tile; a word has {shortest} to {longest}.",
            "“{word}” has {tiles} tiles; a word has {shortest} to {longest}.",
            tiles,
        ),
    ),
    "word_twice": _("“{word}” is already on line {line}."),
    "zero_byte": _(
        "Line {line} contains a zero byte, so this is not plain text. Save the list as plain "
        "text (.txt) in UTF-8."
    ),
    "cut_within_character": _(
        "The file ends in the middle of a character. Save the list as plain text in UTF-8."
    ),
    "not_utf8": PluralSentence(
        "count",
        lambda count: ngettext(
            "The file is not in UTF-8: line {line} contains the byte {byte}. Affected line: "
            "{lines:commas}. Save the list as plain text in UTF-8.",
            "The file is not in UTF-8: line {line} contains the byte {byte}. Affected lines: "
            "{lines:commas}. Save the list as plain text in UTF-8.",
            count,
        ),
    ),
    "not_utf8_and_more": PluralSentence(
        "count",
        lambda count: ngettext(
            "The file is not in UTF-8: line {line} contains the byte {byte}. Affected line: "
            "{lines:commas} and {more:thousands} more. Save the list as plain text in UTF-8.",
            "The file is not in UTF-8: line {line} contains the byte {byte}. Affected lines: "
            "{lines:commas} and {more:thousands} more. Save the list as plain text in UTF-8.",
            count,
        ),
    ),
}
