"""From a message of the engine to its sentence, in the language of whoever reads it.

A parameter stands in braces, with the way it is said behind a colon (`WAYS`).
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
from scoring.engine.dispute.columns import Problem
from scoring.engine.dispute.dispute import SlipKind
from scoring.engine.dispute.position import Unclear
from scoring.engine.message import Message
from scoring.engine.typing.word_lists import RejectedLine
from scoring.wording import disputes, findings, slips, typed_turns, word_lists
from scoring.wording.names import rule_set_named, tile_set_named
from scoring.wording.phrases import and_list, comma_list, grouped, or_list, points_shown, signed
from scoring.wording.sentence import Counted, Wording
from scoring.wording.typed_words import typed_example

TABLES: tuple[Mapping[str, Wording], ...] = (
    typed_turns.SQUARES_AND_TILES,
    typed_turns.PLACEMENTS,
    typed_turns.RACKS,
    typed_turns.ORDER_OF_PLAY,
    findings.FIGURES,
    findings.ENDINGS,
    findings.FILES,
    findings.LINES,
    findings.STRICT,
    slips.PLAYS,
    slips.TOTALS,
    slips.RACKS,
    disputes.SHEETS,
    disputes.COLUMNS,
    disputes.POSITIONS,
    disputes.IMPOSSIBLE,
    typed_turns.PLAYS,
    typed_turns.TILES,
    typed_turns.FIGURES,
    typed_turns.SEATS,
    typed_turns.CHALLENGES,
    word_lists.READING,
)
SENTENCES: Mapping[str, Wording] = {
    code: wording for table in TABLES for code, wording in table.items()
}


NICK = "{nick}: "
"""What a sentence about one player's turn begins with."""


def sentence(message: Message) -> str:
    """The sentence of a message.

    Raises `KeyError` for a code nobody knows or a parameter that is not there.
    """
    wording = SENTENCES[message.code]
    if isinstance(wording, Counted):
        return _filled(wording.say(message.params[wording.by]), message)
    return _filled(gettext(wording), message)


def sentence_of_sheets(message: Message, sheets: Sequence[str]) -> str:
    """The sentence of a slip that several sheets have alike; each of them as it is to be called."""
    return _filled(
        gettext(disputes.ALIKE[message.code]),
        Message(message.code, **message.params, sheets=sheets),
    )


def sentence_alone(message: Message) -> str:
    """The sentence without the name of the player in front, where a page has it there already."""
    wording = SENTENCES[message.code]
    if isinstance(wording, Counted):
        return sentence(message)
    return _begun(_filled(gettext(wording).removeprefix(NICK), message))


def sentences(messages: Iterable[Message]) -> tuple[str, ...]:
    """The sentence of each message."""
    return tuple(map(sentence, messages))


def finding_sentence(finding: Finding, *, alone: bool = False) -> str:
    """The sentence of a finding, followed by its likely slips; as `sentence_alone` where `alone`."""
    text = sentence_alone(finding.message) if alone else sentence(finding.message)
    if not finding.likely_slips:
        return text
    return gettext("{finding} Likely: {slips}").format(
        finding=text, slips=slips_sentence(finding.likely_slips)
    )


def row_sentence(problem: Problem) -> str:
    """What is wrong with a row of a column, with its number."""
    return gettext("Row {row}: {problem}").format(
        row=problem.row, problem=sentence(problem.message)
    )


def line_sentence(problem: Unclear | RejectedLine) -> str:
    """What is wrong in a text, with the number of the line where it is in one."""
    text = sentence(problem.message)
    if not problem.line:
        return text
    return gettext("Line {line}: {problem}").format(line=problem.line, problem=text)


def slips_sentence(messages: Iterable[Message]) -> str:
    """Slips that are equally likely, one after another: ``A. Or: B.``"""
    return gettext(" Or: ").join(sentences(messages))


def proof_line(proof: Proof) -> str:
    """How a score comes about, in one line: the words, the bonus, and their sum if there are several."""
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
    """What a board has on a premium square, from the name of the `Premium`: ``DWS``."""
    return gettext(slips.ABBREVIATIONS[premium])


def premium_in_full(premium: str) -> str:
    """What a premium square is called, from the name of the `Premium`: ``double word``."""
    return gettext(slips.PREMIUMS[Premium[premium]])


def mark_name(mark: str) -> str:
    """What is remarkable about a play, from its code in `Proof.marks`."""
    return gettext(slips.MARKS[mark])


def slip_kind_name(kind: SlipKind) -> str:
    """What kind of slip it is, in a word or two."""
    return gettext(disputes.SLIP_KINDS[kind])


@cache
def split(text: str) -> tuple[tuple[str, str | None, str], ...]:
    """The words of a sentence, each followed by a parameter and the way it is said; None at the end."""
    return tuple((words, field, way or "") for words, field, way, _ in Formatter().parse(text))


def _filled(text: str, message: Message) -> str:
    """A sentence with the parameters of `message` in their places."""
    params, parts = message.params, []
    for words, field, way in split(text):
        parts.append(words)
        if field is not None:
            parts.append(WAYS[way](params[field]))
    return "".join(parts)


def _plain(value: Any) -> str:
    return sentence(value) if isinstance(value, Message) else str(value)


def _several(tiles: Sequence[str]) -> str:
    """Tiles as they are read out: ``one Q``, ``2 A and one blank``."""
    return and_list(_so_many(tile, tiles.count(tile)) for tile in dict.fromkeys(tiles))


def _so_many(tile: str, number: int) -> str:
    if tile == BLANK:
        return ngettext("one blank", "{number} blanks", number).format(number=number)
    return ngettext("one {tile}", "{number} {tile}", number).format(number=number, tile=tile)


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]


WAYS: Mapping[str, Callable[[Any], str]] = {
    "": _plain,
    "and": lambda values: and_list(map(_plain, values)),
    "or": lambda values: or_list(map(_plain, values)),
    "each_or": lambda values: gettext(" or ").join(map(_plain, values)),
    "commas": lambda values: comma_list(map(_plain, values)),
    "spaced": " ".join,
    "typed": typed_example,
    "several": _several,
    "Several": lambda tiles: _begun(_several(tiles)),
    "sentences": lambda messages: " ".join(map(sentence, messages)),
    "kind": lambda kind: gettext(disputes.KINDS[kind]),
    "points": points_shown,
    "signed": lambda points: signed(points) if points else "+0",
    "thousands": lambda number: grouped(number),
    "premium": lambda premium: gettext(slips.PREMIUMS[premium]),
    "tile_set": tile_set_named,
    "rules": rule_set_named,
    "proof": proof_line,
    "total": lambda proof: str(proof.total),
    "number_word": slips.number_word,
    "first_clause": lambda message: _filled(gettext(slips.FIRST_CLAUSES[message.code]), message),
    "second_clause": lambda message: _filled(gettext(slips.SECOND_CLAUSES[message.code]), message),
}
