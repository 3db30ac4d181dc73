"""A tag of our own for results that a line of opponents and scores cannot express.

`ninetimer 3w 5f12@3+` means that the player won round 3, whatever the scores say, and forfeited
round 5 to number 12 at board 3, where the player would have gone first. Each word consists of a
round and an outcome. For two players who did not play, it also has the opponent, the board and, for
the player who was first, a plus sign. The tags of both players must agree. Other programs ignore
the tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tournament.engine.interchange import PortableMeeting, PortableRound, has_forfeited
from tournament.engine.results import GAMES, Outcome, game_value
from tournament.engine.round_assembly import sort_by_board

TAG = "ninetimer"
WINS, LOSES, SPREAD = "w", "l", "s"
"""Outcomes of games: won or lost, whatever the scores say, and played with only the spread known."""
FORFEITS, AWARDED, BOTH, VOID = "f", "a", "b", "v"
"""Outcomes for two players who did not play: forfeit, opponent's forfeit, double forfeit, and void."""
BYE, HALF_BYE, NO_SHOW = "y", "h", "x"
"""Outcomes without an opponent and with a spread of 0: a bye, a half bye, and a forfeit."""
_ALONE = {BYE: Outcome.BYE, HALF_BYE: Outcome.HALF_BYE, NO_SHOW: Outcome.FIRST_FORFEITS}
_WORD = re.compile(
    rf"(?P<round>\d{{1,3}})(?P<what>[{WINS}{LOSES}{SPREAD}{BYE}{HALF_BYE}{NO_SHOW}]|"
    rf"[{FORFEITS}{AWARDED}{BOTH}{VOID}](?P<opponent>\d{{1,4}})(?:@(?P<board>\d{{1,4}}))?(?P<first>\+)?)",
    re.ASCII,
)
_OTHER_SIDE = {
    WINS: LOSES, LOSES: WINS, SPREAD: SPREAD,
    FORFEITS: AWARDED, AWARDED: FORFEITS, BOTH: BOTH, VOID: VOID,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _TagWord:
    """One word of the tag on one line."""

    number: int
    round: int
    what: str
    opponent: int = 0
    board: int | None = None
    first: bool = False


def own_tag_text(
    number: int, seats: Sequence[PortableMeeting | None], places: Mapping[int, int]
) -> str:
    """Return the text of a player's tag.

    `seats` are the player's meetings by round; `places` maps players to the numbers that are written.
    """
    words: list[str] = []
    for at, meeting in enumerate(seats, start=1):
        if meeting is not None and meeting.has_result:
            words += [f"{at}{word}" for word in _tag_words(number, meeting, places)]
    return " ".join(words)


def _tag_words(number: int, meeting: PortableMeeting, places: Mapping[int, int]) -> Iterator[str]:
    is_first = number == meeting.first
    if meeting.is_alone:
        if meeting.first_score == 0 and meeting.outcome != Outcome.VOID:
            yield {outcome: word for word, outcome in _ALONE.items()}[Outcome(meeting.outcome)]
        return
    if meeting.outcome in GAMES:
        if meeting.outcome != Outcome.PLAYED:
            yield WINS if is_first == (meeting.outcome == Outcome.FIRST_WINS) else LOSES
        if meeting.spread_only:
            yield SPREAD
        return
    other = meeting.second if is_first else meeting.first
    what = AWARDED
    if meeting.outcome in (Outcome.VOID, Outcome.BOTH_FORFEIT):
        what = VOID if meeting.outcome == Outcome.VOID else BOTH
    elif has_forfeited(meeting, number):
        what = FORFEITS
    board = f"@{meeting.board}" if meeting.board else ""
    yield f"{what}{places[other]}{board}{'+' if is_first and meeting.firsts_known else ''}"


def apply_own_tags(
    rounds: Sequence[PortableRound], tags: Mapping[int, str | None]
) -> tuple[list[PortableRound], list[tuple[int, int]]]:
    """Return the rounds with the tags applied, and the player and round of each word that does not fit.

    If one word for a round does not fit, none of the words for that round is applied.
    """
    words = [word for number, text in tags.items() for word in _parse_words(number, text or "")]
    by_round: dict[int, list[_TagWord]] = {}
    for word in words:
        by_round.setdefault(word.round, []).append(word)
    done: list[PortableRound] = []
    unfit = [(word.number, word.round) for word in words if not 0 < word.round <= len(rounds)]
    for round_ in rounds:
        mine = by_round.get(round_.number, [])
        fitted = _round_with_words(round_, mine) if mine else round_
        if fitted is None:
            unfit += [(word.number, word.round) for word in mine]
        done.append(fitted or round_)
    return done, unfit


def _parse_words(number: int, text: str) -> Iterator[_TagWord]:
    for part in text.split():
        if match := _WORD.fullmatch(part):
            board = match["board"]
            yield _TagWord(
                number,
                int(match["round"]),
                match["what"][0],
                int(match["opponent"] or 0),
                int(board) if board else None,
                match["first"] is not None,
            )


def _round_with_words(round_: PortableRound, words: list[_TagWord]) -> PortableRound | None:
    """Return the round with these words applied, or None if one does not fit."""
    meetings = {seat: m for m in round_.meetings for seat in (m.first, m.second)}
    words_by_entrant = {(word.number, word.what): word for word in words}
    for word in words:
        meeting = meetings.get(word.number)
        if meeting is None:
            return None
        if word.what in _ALONE:
            changed = _solo_meeting(meeting, word)
        elif word.what in (WINS, LOSES, SPREAD):
            changed = _game_with_outcome(meeting, word, words_by_entrant)
        else:
            changed = _unplayed_meeting(meetings, word, words_by_entrant)
        if changed is None:
            return None
        for seat in (changed.first, changed.second):
            meetings[seat] = changed
    meetings.pop(0, None)
    return PortableRound(
        round_.number, tuple(sort_by_board(list(dict.fromkeys(meetings.values()))))
    )


def _solo_meeting(meeting: PortableMeeting, word: _TagWord) -> PortableMeeting | None:
    if not meeting.is_alone or meeting.first_score != 0:
        return None
    return replace(meeting, outcome=_ALONE[word.what])


def _game_with_outcome(
    meeting: PortableMeeting, word: _TagWord, words_by_entrant: Mapping[tuple[int, str], _TagWord]
) -> PortableMeeting | None:
    """Return the game with the outcome on both lines, or None if the lines do not agree.

    Return None also if there is no opponent or result, or if the line marks the game as known only by its
    spread but neither score is 0.
    """
    other = meeting.second if word.number == meeting.first else meeting.first
    if (
        meeting.is_alone
        or not meeting.has_result
        or (other, _OTHER_SIDE[word.what]) not in words_by_entrant
    ):
        return None
    if word.what == SPREAD:
        if meeting.spread_only:
            return meeting
        scores = (meeting.first_score or 0, meeting.second_score or 0)
        if 0 not in scores:
            return None
        spread, _ = game_value(Outcome.PLAYED, *scores)
        return replace(meeting, first_score=spread, second_score=0, spread_only=True)
    won = (word.what == WINS) == (word.number == meeting.first)
    return replace(meeting, outcome=Outcome.FIRST_WINS if won else Outcome.SECOND_WINS)


def _unplayed_meeting(
    meetings: Mapping[int, PortableMeeting],
    word: _TagWord,
    words_by_entrant: Mapping[tuple[int, str], _TagWord],
) -> PortableMeeting | None:
    """Return the meeting of two players who did not play, from their two lines; None if these do not agree."""
    mine, theirs = meetings[word.number], meetings.get(word.opponent)
    other = words_by_entrant.get((word.opponent, _OTHER_SIDE[word.what]))
    if theirs is None or other is None or other.opponent != word.number:
        return None
    if mine is theirs and not mine.is_alone:
        return mine  # already built from the other line
    if not (mine.is_alone and theirs.is_alone) or word.board != other.board:
        return None
    known = word.first or other.first
    begins = word if (word.first if known else word.number < other.number) else other
    first, second = (mine, theirs) if begins is word else (theirs, mine)
    outcome = {VOID: Outcome.VOID, BOTH: Outcome.BOTH_FORFEIT}.get(word.what)
    if outcome is None:
        loses = begins.what == FORFEITS
        outcome = Outcome.FIRST_FORFEITS if loses else Outcome.SECOND_FORFEITS
    return PortableMeeting(
        first.first,
        second.first,
        first.first_score,
        second.first_score,
        outcome,
        word.board,
        firsts_known=known,
    )
