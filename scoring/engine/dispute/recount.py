"""The recount: comparing disputed sheets turn by turn with each other and with the rules.

If the plays are recorded, every figure is compared with the correct one, and scoring slips are
distinguished from adding slips. Otherwise the correct score of a turn is unknown: the columns are
added up again, and a score is taken as agreed if all sheets have it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from scoring.engine.audit.clues import clues_of
from scoring.engine.audit.slips import likely_slips, total_slips
from scoring.engine.board.proof import Proof, prove
from scoring.engine.dispute.alignment import (
    SETTLEMENT_KINDS,
    ExpectedRow,
    expected_rows,
    match_rows,
)
from scoring.engine.dispute.dispute import (
    Dispute,
    DisputeLine,
    ImpliedResult,
    Sheet,
    SheetEntry,
    Slip,
    SlipKind,
)
from scoring.engine.game.outcome import Outcome, decide_outcome, outcome_of, seats_lost_on_time
from scoring.engine.game.replay import POST_PLAY_KINDS, Replay, replay
from scoring.engine.game.turns import TurnKind
from scoring.engine.message import Message, Messages
from scoring.engine.rules.rulesets import TieRule


def compare_sheets(
    names: Sequence[str],
    sheets: Sequence[Sheet],
    game: Replay | None,
    tie_rule: TieRule = TieRule.HALF,
    *,
    finished: bool = True,
    ruled: Mapping[tuple[int, int], int] | None = None,
) -> Dispute:
    """Compare the sheets of one game with each other and, if its plays are recorded, with `game`.

    The other arguments apply only without plays. `finished` means that the sheets reach the end of the
    game, so that there is a winner. `ruled` contains the points that count in rows where the sheets
    differ, by seat (from 0) and row of its column (from 1).
    """
    lost: Collection[int] = ()
    if game is not None:
        tie_rule, finished = game.rules.tie_rule, game.has_ended or game.may_end
        lost = seats_lost_on_time(game)
        lines = _Comparison(names, sheets, game, expected_rows(game)).lines()
        correct = outcome_of(game)
    else:
        agreed = _rows_from_columns(len(names), sheets)
        lines = _Comparison(names, sheets, None, agreed, ruled or {}).lines()
        finals = tuple(_last_total(lines, seat) for seat in range(len(names)))
        known = [final or 0 for final in finals]  # the rack points are unknown
        correct = decide_outcome(finals, known, tie_rule) if finished else Outcome(finals)
    implied = tuple(
        _implied_result(number, sheet, lines, tie_rule, lost, finished=finished)
        for number, sheet in enumerate(sheets)
    )
    return Dispute(tuple(names), tuple(sheets), lines, implied, correct, game is not None)


def _rows_from_columns(seats: int, sheets: Sequence[Sheet]) -> tuple[ExpectedRow, ...]:
    """Return the rows of a game without plays: the longest column of each seat, with the seats alternating."""
    columns = []
    for seat in range(seats):
        written = [sheet.columns[seat] for sheet in sheets]
        columns.append(max((c.scores for c in written if c is not None), key=len, default=()))
    return tuple(
        ExpectedRow(seat, None, (columns[seat][row],))
        for row in range(max(map(len, columns), default=0))
        for seat in range(seats)
        if row < len(columns[seat])
    )


class _Comparison:
    """One walk through all sheets, turn by turn."""

    def __init__(
        self,
        names: Sequence[str],
        sheets: Sequence[Sheet],
        game: Replay | None,
        turns: Sequence[ExpectedRow],
        ruled: Mapping[tuple[int, int], int] | None = None,
    ) -> None:
        self.names = names
        self.sheets = sheets
        self.game = game
        self.turns = turns
        self.ruled = ruled or {}
        self.row = [0] * len(names)
        """The number of rows compared so far, by seat."""
        self.running: list[int | None] = [0] * len(names)
        """The correct or agreed total so far, by seat; None if unknown."""
        self.standing = [[0 for _ in names] for _ in sheets]
        """The total so far on each sheet, by seat."""

    def lines(self) -> tuple[DisputeLine, ...]:
        return tuple(
            self._line(number, expected, rows, extra=extra)
            for number, (expected, rows, extra) in enumerate(self._matched_rows(), 1)
        )

    def _matched_rows(self) -> Iterator[tuple[ExpectedRow, dict[int, tuple[int, ...]], bool]]:
        """Yield every row of the game in order, including extra rows.

        An item is the expected row, the indexes of the matching rows by sheet, and whether it is an extra
        row.
        """
        rows: dict[int, dict[int, tuple[int, ...]]] = {}
        extras: dict[int, list[tuple[int, int, tuple[int, ...]]]] = {}
        places = [
            [at for at, expected in enumerate(self.turns) if expected.seat == s]
            for s in range(len(self.names))
        ]
        for number, sheet in enumerate(self.sheets):
            for seat, column in enumerate(sheet.columns):
                if column is None:
                    continue
                place = -1
                for match in match_rows([self.turns[at] for at in places[seat]], column):
                    if match.expected is not None:
                        place = places[seat][match.expected]
                        rows.setdefault(place, {})[number] = match.rows
                    else:
                        extras.setdefault(place, []).append((number, seat, match.rows))
        for place in range(-1, len(self.turns)):
            if place >= 0:
                yield self.turns[place], rows.get(place, {}), False
            rows_of_nobody: dict[tuple[int, int], dict[int, tuple[int, ...]]] = {}
            count: dict[tuple[int, int], int] = {}
            for number, seat, which in extras.get(place, ()):
                nth = count[number, seat] = count.get((number, seat), 0) + 1
                rows_of_nobody.setdefault((nth, seat), {})[number] = which
            for (_, seat), written in rows_of_nobody.items():
                yield ExpectedRow(seat, None, (None,)), written, True

    def _score(self, number: int, seat: int, rows: tuple[int, ...]) -> int | None:
        column = self.sheets[number].columns[seat]
        assert column is not None
        known = [column.scores[row] for row in rows]
        return None if None in known else sum(score for score in known if score is not None)

    def _line(
        self, number: int, expected: ExpectedRow, rows: dict[int, tuple[int, ...]], *, extra: bool
    ) -> DisputeLine:
        seat = expected.seat
        before = [standing[seat] for standing in self.standing]
        sides = tuple(self._sheet_entry(at, seat, rows.get(at)) for at in range(len(self.sheets)))
        having = [at for at, sheet in enumerate(self.sheets) if sheet.columns[seat] is not None]
        went_up = {self.standing[at][seat] - before[at] for at in having}
        written = {one.score for one in sides if one is not None and one.score is not None}
        apart = len(went_up) > 1 or len(written) > 1
        self.row[seat] += 1
        correct = self._correct_score(expected, [sides[at] for at in having])
        total = self.running[seat]
        if not (extra and self.game is not None):
            total = None if total is None or correct is None else total + correct
            self.running[seat] = total
        proof = self._proof(expected, [one.score for one in sides if one is not None])
        slips = tuple(
            slip
            for at in having
            for slip in self._slips(at, expected, sides[at], before[at], proof, extra=extra)
        )
        turn = expected.turns[0] + 1 if expected.turns else None
        return DisputeLine(
            number, turn, seat, expected.kind, sides, correct, total, apart, slips, proof
        )

    def _sheet_entry(self, at: int, seat: int, rows: tuple[int, ...] | None) -> SheetEntry | None:
        column = self.sheets[at].columns[seat]
        if column is None or not rows:
            return None
        entries = [column.entries[row] for row in rows]
        score, total = self._score(at, seat, rows), entries[-1].total
        derived = entries[-1].score is None
        self.standing[at][seat] = (
            total if total is not None else self.standing[at][seat] + (score or 0)
        )
        lines = tuple(entry.row for entry in entries)
        return SheetEntry(score, total, self.standing[at][seat], lines, derived)

    def _correct_score(
        self, expected: ExpectedRow, sides: Sequence[SheetEntry | None]
    ) -> int | None:
        """Return the score by the rules or, without plays, the agreed or ruled score; None if it is unknown."""
        if self.game is not None:
            return expected.score
        scores = {0 if one is None else one.score for one in sides}
        if len(scores) == 1:
            return scores.pop()
        return self.ruled.get((expected.seat, self.row[expected.seat]))

    def _proof(self, expected: ExpectedRow, scores: Sequence[int | None]) -> Proof | None:
        if self.game is None or expected.kind is not TurnKind.PLAY or expected.score is None:
            return None
        wrong = any(score is not None and score != expected.score for score in scores)
        return _prove(self.game, expected.turns[0]) if wrong else None

    def _slips(
        self,
        at: int,
        expected: ExpectedRow,
        side: SheetEntry | None,
        before: int,
        proof: Proof | None,
        *,
        extra: bool,
    ) -> Iterator[Slip]:
        whose = {"keeper": self.sheets[at].keeper, "name": self.names[expected.seat]}
        if side is None:
            if self.game is not None and expected.score and expected.kind not in SETTLEMENT_KINDS:
                what = self._turn_description(expected, proof)
                message = Message("row_left_out", **whose, what=what, score=expected.score)
                yield Slip(at, SlipKind.LEFT_OUT, None, expected.score, message)
            return
        if extra and self.game is not None:
            message = Message("row_extra", **whose, score=side.score)
            yield Slip(at, SlipKind.EXTRA, side.score, None, message)
        elif (
            self.game is not None
            and None not in (side.score, expected.score)
            and side.score != expected.score
        ):
            yield self._score_slips(at, whose, expected, side, before, proof)
        yield from self._addition_slips(at, whose, side, before)

    def _score_slips(
        self,
        at: int,
        whose: Mapping[str, str],
        expected: ExpectedRow,
        side: SheetEntry,
        before: int,
        proof: Proof | None,
    ) -> Slip:
        score, correct = side.score or 0, expected.score or 0
        what = self._turn_description(expected, proof)
        likely = self._likely_slips(expected, score, correct, proof)
        kind = SlipKind.SCORING
        if side.derived and side.total is not None:
            code = "sheet_total_wrong"
            added = total_slips(before, correct, side.total)
            if added and all(slip.code == "added_wrong" for slip in likely):
                kind, likely = SlipKind.ADDING, ()
            likely += added
        else:
            code = "sheet_score_wrong"
        message = Message(code, **whose, what=what, score=score, correct=correct)
        return Slip(at, kind, score, correct, message, likely)

    def _likely_slips(
        self, expected: ExpectedRow, score: int, correct: int, proof: Proof | None
    ) -> Messages:
        game = self.game
        assert game is not None
        if len(expected.parts) > 1 and score == expected.parts[0]:
            if game.turns[expected.turns[1]].kind is TurnKind.WITHDRAWN:
                return (Message("scored_though_taken_back"),)
            return (Message("challenge_bonus_left_out", points=expected.parts[1]),)
        if expected.kind is TurnKind.EXCHANGE:
            return (Message("exchange_scores_nothing"),)
        if expected.kind is TurnKind.PASS:
            return (Message("pass_scores_nothing"),)
        if expected.kind is TurnKind.END_RACK and correct == 2 * score:
            return (Message("rack_once"),)
        if expected.kind is TurnKind.END_RACK and score == 2 * correct:
            return (Message("rack_twice"),)
        if score == -correct:
            return (Message("wrong_sign", points=abs(correct)),)
        if proof is None or expected.score is None:
            return ()
        bonus = sum(part for part in expected.parts[1:] if part is not None and part > 0)
        clues = clues_of(game, expected.turns[0])
        return likely_slips(proof, score - bonus, game.tile_set, game.rules, clues)

    def _addition_slips(
        self, at: int, whose: Mapping[str, str], side: SheetEntry, before: int
    ) -> Iterator[Slip]:
        """Yield a slip if a total is not the previous total plus the points beside it."""
        if side.derived or side.total is None or side.score is None:
            return
        expected = before + side.score
        if side.total == expected:
            return
        message = Message(
            "column_after_gain" if side.score >= 0 else "column_after_loss",
            **whose,
            total=side.total,
            before=before,
            points=abs(side.score),
            expected=expected,
        )
        likely = total_slips(before, side.score, side.total)
        yield Slip(at, SlipKind.ADDING, side.total, expected, message, likely)

    def _turn_description(self, expected: ExpectedRow, proof: Proof | None) -> Message:
        """Return the description of a turn in a recorded game: square and word for a play, otherwise the kind."""
        game = self.game
        assert game is not None
        if not expected.turns:  # an unsettled rack
            return Message("turn_of_kind", kind=TurnKind.END_RACK)
        turn = game.turns[expected.turns[0]]
        if turn.kind is TurnKind.PLAY:
            word = (proof or _prove(game, expected.turns[0])).words[0].text
            phony = any(
                game.turns[other].kind is TurnKind.WITHDRAWN for other in expected.turns[1:]
            )
            code = "play_taken_back" if phony else "play_of_word"
            return Message(code, coordinate=turn.coordinate, word=word)
        return Message("turn_of_kind", kind=turn.kind)


def _prove(game: Replay, index: int) -> Proof:
    """Return the proof of turn `index`, which must be a play that can be laid."""
    turn = game.turns[index]
    before = replay(game.turns[:index], game.rules, game.tile_set, game.board.layout, game.players)
    return prove(before.board, turn.coordinate, turn.tiles)


def _last_total(lines: Sequence[DisputeLine], seat: int) -> int | None:
    return next((line.total for line in reversed(lines) if line.seat == seat), None)


def _implied_result(
    number: int,
    sheet: Sheet,
    lines: Sequence[DisputeLine],
    tie_rule: TieRule,
    lost: Collection[int],
    *,
    finished: bool,
) -> ImpliedResult:
    seats = range(len(sheet.columns))
    completed = [0] * len(sheet.columns)
    after = [0] * len(sheet.columns)
    for line in lines:
        side = line.written[number]
        if sheet.columns[line.seat] is None or line.kind not in SETTLEMENT_KINDS:
            continue
        if side is None:
            completed[line.seat] += line.correct or 0
        if line.kind in POST_PLAY_KINDS:
            after[line.seat] += (line.correct if side is None else side.score) or 0
    written, added = [], []
    for seat in seats:
        column = sheet.columns[seat]
        final = None if column is None else column.final
        known = [] if column is None else [score for score in column.scores if score is not None]
        whole = column is not None and len(known) == len(column.entries) and known
        written.append(None if final is None else final + completed[seat])
        added.append(sum(known) + completed[seat] if whole else None)

    def outcome(finals: Sequence[int | None]) -> Outcome:
        if not finished:
            return Outcome(tuple(finals))
        before = [(final or 0) - points for final, points in zip(finals, after, strict=True)]
        return decide_outcome(finals, before, tie_rule, lost)

    return ImpliedResult(outcome(written), outcome(added), tuple(completed))
