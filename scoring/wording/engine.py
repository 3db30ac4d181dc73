"""Translated sentences for the messages of the engine.

A parameter is written in braces, optionally with a format after a colon (`PARAMETER_FORMATS`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Any

from django.utils.translation import gettext, ngettext

from scoring.engine.audit.findings import Finding
from scoring.engine.board.layouts import Premium
from scoring.engine.board.proof import Proof
from scoring.engine.board.tiles import BLANK
from scoring.engine.dispute.columns import ColumnProblem
from scoring.engine.dispute.dispute import SlipKind
from scoring.engine.dispute.position import UnreadableLine
from scoring.engine.message import Message
from scoring.engine.typing.word_lists import RejectedLine
from scoring.wording import disputes, findings, slips, typed_turns, word_lists
from scoring.wording.names import translated_rule_set_name, translated_tile_set_name
from scoring.wording.phrases import (
    and_list,
    comma_list,
    format_points,
    format_signed,
    format_thousands,
    or_list,
)
from scoring.wording.sentence import PluralSentence, Wording
from scoring.wording.typed_words import typed_example

SENTENCE_TABLES: tuple[Mapping[str, Wording], ...] = (
    typed_turns.SQUARES_AND_TILES,
    typed_turns.PLACEMENTS,
    typed_turns.RACKS,
    typed_turns.ORDER_OF_PLAY,
    findings.FIGURES,
    findings.ENDINGS,
    findings.FILES,
    findings.LINES,
    findings.STRICT_FILES,
    slips.PLAYS,
    slips.TOTALS,
    slips.RACKS,
    disputes.SHEETS,
    disputes.COLUMNS,
    disputes.POSITIONS,
    disputes.IMPOSSIBLE_SCORES,
    typed_turns.PLAYS,
    typed_turns.TILES,
    typed_turns.FIGURES,
    typed_turns.SEATS,
    typed_turns.CHALLENGES,
    word_lists.READING_PROBLEMS,
)
SENTENCES: Mapping[str, Wording] = {
    code: wording for table in SENTENCE_TABLES for code, wording in table.items()
}


NICK_PREFIX = "{nick}: "
"""The beginning of sentences about one player's turn."""


def sentence(message: Message) -> str:
    """Return the sentence for a message.

    Raise `KeyError` for an unknown code or a missing parameter.
    """
    wording = SENTENCES[message.code]
    if isinstance(wording, PluralSentence):
        return _filled_sentence(
            wording.text_for_count(message.params[wording.count_parameter]), message
        )
    return _filled_sentence(gettext(wording), message)


def sentence_for_sheets(message: Message, sheets: Sequence[str]) -> str:
    """Return the sentence about a slip that is shared by the sheets with these names."""
    return _filled_sentence(
        gettext(disputes.SHARED_SLIPS[message.code]),
        Message(message.code, **message.params, sheets=sheets),
    )


def sentence_without_name(message: Message) -> str:
    """Return the sentence without the player's name at its beginning, for pages that already show it.

    A sentence with plural forms is unchanged.
    """
    wording = SENTENCES[message.code]
    if isinstance(wording, PluralSentence):
        return sentence(message)
    return _capitalized(_filled_sentence(gettext(wording).removeprefix(NICK_PREFIX), message))


def sentences(messages: Iterable[Message]) -> tuple[str, ...]:
    """Return the sentence for each message."""
    return tuple(map(sentence, messages))


def finding_sentence(finding: Finding, *, without_name: bool = False) -> str:
    """Return the sentence for a finding and its likely slips; without the player's name if `without_name`."""
    text = sentence_without_name(finding.message) if without_name else sentence(finding.message)
    if not finding.likely_slips:
        return text
    return gettext("{finding} Likely: {slips}").format(
        finding=text, slips=slips_sentence(finding.likely_slips)
    )


def row_sentence(problem: ColumnProblem) -> str:
    """Return the problem with a row of a column, beginning with the row's number."""
    return gettext("Row {row}: {problem}").format(
        row=problem.row, problem=sentence(problem.message)
    )


def line_sentence(problem: UnreadableLine | RejectedLine) -> str:
    """Return the problem with a line, beginning with its number if it has one."""
    text = sentence(problem.message)
    if not problem.line:
        return text
    return gettext("Line {line}: {problem}").format(line=problem.line, problem=text)


def slips_sentence(messages: Iterable[Message]) -> str:
    """Return equally likely slips one after another, as in ``A. Or: B.``."""
    return gettext(" Or: ").join(sentences(messages))


def proof_line(proof: Proof) -> str:
    """Return the calculation of a score in one line: words, bonus, and their sum if there are several."""
    parts = [str(word) for word in proof.words]
    figures = [word.score for word in proof.words]
    if proof.bingo:
        parts.append(gettext("all tiles {bonus}").format(bonus=proof.bingo))
        figures.append(proof.bingo)
    if len(parts) == 1:
        return parts[0]
    return gettext("{parts}; together {sum} = {total}").format(
        parts="; ".join(parts), sum=" + ".join(map(str, figures)), total=proof.total
    )


def premium_abbreviation(premium: str) -> str:
    """Return the label of a premium square from the name of its `Premium`: ``DWS``."""
    return gettext(slips.ABBREVIATIONS[premium])


def premium_name(premium: str) -> str:
    """Return the full name of a premium square from the name of its `Premium`: ``double word``."""
    return gettext(slips.PREMIUMS[Premium[premium]])


def mark_name(mark: str) -> str:
    """Return the name of a mark, given its code in `Proof.marks`."""
    return gettext(slips.MARKS[mark])


def slip_kind_name(kind: SlipKind) -> str:
    """Return the name of a kind of slip, in a word or two."""
    return gettext(disputes.SLIP_KINDS[kind])


@cache
def split_sentence(text: str) -> tuple[tuple[str, str | None, str], ...]:
    """Return the parts of a sentence, each as literal text, the parameter after it or None, and its format."""
    return tuple((words, field, way or "") for words, field, way, _ in Formatter().parse(text))


def _filled_sentence(text: str, message: Message) -> str:
    """Return a sentence with the parameters of `message` filled in."""
    params, parts = message.params, []
    for words, field, way in split_sentence(text):
        parts.append(words)
        if field is not None:
            parts.append(PARAMETER_FORMATS[way](params[field]))
    return "".join(parts)


def _as_text(value: Any) -> str:
    return sentence(value) if isinstance(value, Message) else str(value)


def _tiles_in_words(tiles: Sequence[str]) -> str:
    """Return tiles in words: ``one Q``, ``2 A and one blank``."""
    return and_list(_tile_count_in_words(tile, tiles.count(tile)) for tile in dict.fromkeys(tiles))


def _tile_count_in_words(tile: str, number: int) -> str:
    if tile == BLANK:
        return ngettext("one blank", "{number} blanks", number).format(number=number)
    return ngettext("one {tile}", "{number} {tile}", number).format(number=number, tile=tile)


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


PARAMETER_FORMATS: Mapping[str, Callable[[Any], str]] = {
    "": _as_text,
    "and": lambda values: and_list(map(_as_text, values)),
    "or": lambda values: or_list(map(_as_text, values)),
    "each_or": lambda values: gettext(" or ").join(map(_as_text, values)),
    "commas": lambda values: comma_list(map(_as_text, values)),
    "spaced": " ".join,
    "typed": typed_example,
    "several": _tiles_in_words,
    "Several": lambda tiles: _capitalized(_tiles_in_words(tiles)),
    "sentences": lambda messages: " ".join(map(sentence, messages)),
    "kind": lambda kind: gettext(disputes.TURN_KINDS[kind]),
    "points": format_points,
    "signed": lambda points: format_signed(points) if points else "+0",
    "thousands": lambda number: format_thousands(number),
    "premium": lambda premium: gettext(slips.PREMIUMS[premium]),
    "tile_set": translated_tile_set_name,
    "rules": translated_rule_set_name,
    "proof": proof_line,
    "total": lambda proof: str(proof.total),
    "number_word": slips.number_word,
    "first_clause": lambda message: _filled_sentence(
        gettext(slips.FIRST_CLAUSES[message.code]), message
    ),
    "second_clause": lambda message: _filled_sentence(
        gettext(slips.SECOND_CLAUSES[message.code]), message
    ),
}
