"""The audit of a record: comparing every announced score and total with the rules.

Most games have no errors, so whole columns are compared first. Only a game with a difference is
checked turn by turn, with proofs and likely slips for every error.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from scoring.engine.audit.clues import clues_of
from scoring.engine.audit.findings import Code, Finding, Severity
from scoring.engine.audit.rack_slips import rack_slips
from scoring.engine.audit.slips import likely_slips, total_slips
from scoring.engine.audit.tile_counts import surplus_tile_messages, tile_count_findings
from scoring.engine.board.layouts import Layout
from scoring.engine.board.proof import Proof, prove
from scoring.engine.board.tiles import TileSet
from scoring.engine.game.legality import Reason
from scoring.engine.game.outcome import Outcome, announced_finals, outcome_of
from scoring.engine.game.progress import Progress
from scoring.engine.game.record import Record
from scoring.engine.game.replay import Replay, replay
from scoring.engine.game.turns import (
    CHALLENGE_BONUS,
    END_RACK,
    EXCHANGE,
    OVERTIME,
    PASS,
    PLAY,
    WITHDRAWN,
    Turn,
)
from scoring.engine.message import Message, Messages
from scoring.engine.rules.rulesets import ChallengeMode, RackSettlement, RuleSet


class AuditStatus(Enum):
    """The result of an audit."""

    VERIFIED = "verified"
    """The game is finished, there are no errors, and no recorded final score is wrong."""
    DIFFERS = "differs"
    """There is at least one error, such as a wrong figure or placement."""
    UNFINISHED = "unfinished"
    """There are no errors, but the record lacks the end of the game or a line for the remaining tiles."""


class Audit(NamedTuple):
    """A record, its replay, and the differences between them."""

    record: Record
    game: Replay
    findings: tuple[Finding, ...]
    status: AuditStatus

    @property
    def is_finished(self) -> bool:
        """Whether the record reaches the end of the game, or a point at which the players may end it."""
        return self.game.has_ended or self.game.may_end

    @property
    def outcome(self) -> Outcome:
        """The correct final scores and the winner, or the running totals of a game in progress."""
        return outcome_of(self.game)

    @property
    def announced_finals(self) -> tuple[int | None, ...]:
        """Each seat's last announced total plus the scores announced after it; None if a play has no score."""
        return announced_finals(self.game)

    def proof(self, index: int) -> Proof | None:
        """Return the proof of turn `index` (from 0), or None if it is not a play or cannot be laid."""
        return _proof(self.game, index, Progress(self.game))


def audit(record: Record, rules: RuleSet, tile_set: TileSet, layout: Layout) -> Audit:
    """Replay a record and compare every figure in it with the rules.

    This never raises an exception; anything that cannot be replayed becomes a finding.
    """
    record = record.split_into_tiles(tile_set)
    return audit_replay(
        record, replay(record.turns, rules, tile_set, layout, max(2, len(record.seats)))
    )


def audit_replay(record: Record, game: Replay) -> Audit:
    """Return the audit of a record, given its replay `game`."""
    turns = record.turns
    findings = list(record.problems)
    if (
        game.faults
        or [turn[5] for turn in turns] != game.scores
        or [turn[6] for turn in turns] != game.totals
    ):
        findings += _Comparison(record, game).findings()
    if not _has_usual_ending(game):
        findings += _ending_findings(record, game)
    if not findings:
        status = AuditStatus.VERIFIED if game.has_ended or game.may_end else AuditStatus.UNFINISHED
        return Audit(record, game, (), status)
    findings.sort(key=lambda finding: (finding.line == 0, finding.line, finding.turn or 0))
    if any(finding.severity is Severity.ERROR for finding in findings):
        status = AuditStatus.DIFFERS
    elif (game.has_ended or game.may_end) and _finals_agree(game):
        status = AuditStatus.VERIFIED
    else:
        status = AuditStatus.UNFINISHED
    return Audit(record, game, tuple(findings), status)


def _finals_agree(game: Replay) -> bool:
    """Return whether all recorded final scores are correct, ignoring unknown ones."""
    return all(
        announced in (None, correct)
        for announced, correct in zip(announced_finals(game), outcome_of(game).finals, strict=True)
    )


def _proof(game: Replay, index: int, progress: Progress) -> Proof | None:
    turn = game.turns[index]
    if turn.kind is not PLAY or any(fault.prevents_laying for fault in game.faults.get(index, ())):
        return None
    return prove(progress.board_before(index), turn.coordinate, turn.tiles)


class _Comparison:
    """The comparison of a record with its replay, turn by turn."""

    def __init__(self, record: Record, game: Replay) -> None:
        self.record = record
        self.game = game
        self.written = [0] * game.players
        """Each player's last recorded total, or their scores added up where totals are missing."""
        self.progress = Progress(game)
        self._findings: list[Finding] = []
        self.without_total: list[Turn] = []

    def findings(self) -> list[Finding]:
        game = self.game
        for index, turn in enumerate(game.turns):
            for fault in game.faults.get(index, ()):
                messages: Messages = (fault.message,)
                if fault.reason is Reason.MORE_THAN_SET:
                    messages = surplus_tile_messages(game, index, fault, self._nick)
                for message in messages:
                    self._add_finding(fault.reason.code, message, index)
            announced = turn.announced
            if announced is None and turn.total is not None:
                announced = turn.total - self.written[turn.player]
            self._check_score(index, turn, announced)
            self._check_total(index, turn, announced)
        if self.without_total:
            number, first = len(self.without_total), self.without_total[0]
            message = Message("totals_missing", number=number)
            self._findings.append(Finding(Code.TOTAL_MISSING, message, first.line))
        return self._findings

    def _check_score(self, index: int, turn: Turn, announced: int | None) -> None:
        correct = self.game.scores[index]
        if announced == correct or any(
            fault.prevents_laying for fault in self.game.faults.get(index, ())
        ):
            return
        nick = self._nick(turn)
        if announced is None:
            if turn.kind is PLAY:
                message = Message("score_missing", nick=nick)
                self._add_finding(Code.SCORE_MISSING, message, index, correct=correct)
            return
        if turn.kind is PLAY:
            self._check_play(index, turn, announced)
        elif turn.kind is WITHDRAWN:
            self._check_withdrawal(index, turn, announced)
        elif turn.kind is END_RACK:
            rack = self.game.tile_set.format_tiles(turn.tiles)
            message = Message(
                "end_rack_amount", nick=nick, announced=announced, rack=rack, correct=correct
            )
            slips = self._rack_slips(turn, announced, correct)
            self._add_finding(Code.END_RACK_AMOUNT, message, index, announced, correct, slips)
        elif turn.kind in (EXCHANGE, PASS):
            code = "exchange_with_points" if turn.kind is EXCHANGE else "pass_with_points"
            message = Message(code, nick=nick, announced=announced)
            self._add_finding(Code.TURN_SCORE, message, index, announced, correct)

    def _rack_slips(self, turn: Turn, announced: int, correct: int) -> Messages:
        game, settlement = self.game, self.game.settlement
        out = settlement.out == turn.player
        counted = [
            tile
            for seat, rack in enumerate(settlement.racks)
            if (seat == turn.player) is not out
            for tile in rack or ()
        ]
        doubled = out and game.rules.out_form is RackSettlement.DOUBLE
        return rack_slips(counted, correct, announced, game.tile_set, doubled=doubled)

    def _check_play(self, index: int, turn: Turn, announced: int) -> None:
        proof = _proof(self.game, index, self.progress)
        assert proof is not None
        word = self.game.tile_set.format_tiles(turn.tiles)
        message = Message(
            "play_score",
            nick=self._nick(turn),
            coordinate=turn.coordinate,
            word=word,
            announced=announced,
            proof=proof,
        )
        game = self.game
        clues = clues_of(game, index)
        slips = likely_slips(proof, announced, game.tile_set, game.rules, clues)
        self._add_finding(Code.PLAY_SCORE, message, index, announced, proof.total, slips)

    def _check_withdrawal(self, index: int, turn: Turn, announced: int) -> None:
        """Add a finding if a withdrawal does not deduct the points announced for the withdrawn play.

        One announced as 0 points is correct if its total is missing or right; one after no play is ignored.
        """
        play = self._withdrawn_play(index)
        if play is None:
            return
        was = play.announced or 0
        back = self.written[turn.player] - was
        if announced == -was or (announced == 0 and turn.total in (back, None)):
            return
        message = Message(
            "withdrawal_amount", nick=self._nick(turn), announced=announced, correct=-was
        )
        self._add_finding(Code.WITHDRAWAL_AMOUNT, message, index, announced, -was)

    def _withdrawn_play(self, index: int) -> Turn | None:
        """Return the play that the withdrawal at `index` removes.

        It is the turn just before. Return None if that is not a play by the same player.
        """
        play = self.game.turns[index - 1] if index else None
        same = play is not None and play.player == self.game.turns[index].player
        return play if same and play is not None and play.kind is PLAY else None

    def _check_total(self, index: int, turn: Turn, announced: int | None) -> None:
        before = self.written[turn.player]
        score = self.game.scores[index] if announced is None else announced
        if turn.kind is WITHDRAWN and not score and (play := self._withdrawn_play(index)):
            score = -(play.announced or 0)
        expected = before + score
        if turn.total is None:
            self.without_total.append(turn)
            self.written[turn.player] = expected
            return
        self.written[turn.player] = turn.total
        if turn.total != expected:
            message = Message(
                "total_after_gain" if score >= 0 else "total_after_loss",
                nick=self._nick(turn),
                announced=turn.total,
                before=before,
                points=abs(score),
                expected=expected,
            )
            slips = total_slips(before, score, turn.total)
            self._add_finding(Code.TOTAL, message, index, turn.total, expected, slips)

    def _nick(self, turn: Turn) -> str | Message:
        return _nick(self.record, turn.player)

    def _add_finding(
        self,
        code: Code,
        message: Message,
        index: int,
        announced: int | None = None,
        correct: int | None = None,
        slips: Messages = (),
    ) -> None:
        line = self.game.turns[index].line
        self._findings.append(Finding(code, message, line, index + 1, announced, correct, slips))


def _nick(record: Record, seat: int) -> str | Message:
    """Return the nick of a seat, or a message with its number if the record does not name the player."""
    if seat < len(record.seats):
        return record.seats[seat].nick
    return Message("seat_without_nick", number=seat + 1)


def _has_usual_ending(game: Replay) -> bool:
    """Return whether the game ends in the usual way, which needs no further check.

    One player is out, and the last turn is the only line for remaining tiles. It lists exactly the
    unseen tiles, which count double. No challenge points or overtime are recorded.
    """
    if not game.settled or game.out is None or game.rules.out_form is not RackSettlement.DOUBLE:
        return False
    last, units = game.turns[-1], game.tile_set.units
    return (
        last.kind is END_RACK
        and last.rack is None
        and last.player == game.out
        and game.first_rack == len(game.turns) - 1
        and not game.charged
        and sum([units.get(tile, -1) for tile in last.tiles]) == game.unseen
    )


def _ending_findings(record: Record, game: Replay) -> list[Finding]:
    """Return findings about charges and about the end: a missing end, unsettled racks, or a wrong number of tiles."""
    findings: list[Finding] = []
    line = game.turns[-1].line if game.turns else 0
    findings += _charge_findings(record, game)
    if not (game.has_ended or game.may_end):
        return [*findings, Finding(Code.UNFINISHED, Message("unfinished"), line)]
    settlement = game.settlement
    written = {turn.player for turn in game.turns if turn.kind is END_RACK}
    for seat, amount in enumerate(settlement.amounts):
        if seat in written or amount == 0:
            continue
        nick = _nick(record, seat)
        if amount is None:
            message = Message("end_rack_unknown", nick=nick)
        else:
            final = game.running[seat] + amount
            message = Message("end_rack_due", nick=nick, due=amount, final=final)
        code = Code.END_RACK_ONE_SIDED if written else Code.END_RACK_MISSING
        findings.append(Finding(code, message, line, correct=amount))
    if game.out is None and settlement.out is not None:
        message = Message("out_with_tiles", nick=_nick(record, settlement.out))
        findings.append(Finding(Code.TILE_COUNT, message, line))
    findings += tile_count_findings(game, settlement.racks, line)
    return findings


def _charge_findings(record: Record, game: Replay) -> list[Finding]:
    """Return findings about challenge bonuses, overtime, end racks and the racks of withdrawals.

    They report wrong amounts, repeated charges, overtime before the end, changed racks and unknown tiles.
    """
    findings: list[Finding] = []
    rules, units = game.rules, game.tile_set.units
    bonus = rules.penalty_points if rules.challenge is ChallengeMode.POINTS else 5
    taken = [at for at, turn in enumerate(game.turns) if turn.kind in _TURN_TAKING_KINDS]
    last_go = taken[-1] if taken else -1

    def add(code: Code, index: int, message: Message) -> None:
        turn = game.turns[index]
        findings.append(Finding(code, message, turn.line, index + 1, turn.announced))

    for index, turn in enumerate(game.turns):
        kind, amount = turn.kind, turn.announced
        if kind is OVERTIME:
            nick, unit = _nick(record, turn.player), rules.overtime_per_minute
            if amount is not None and (amount > 0 or (unit and amount % unit)):
                message = (
                    Message("overtime_amount", nick=nick, amount=amount, unit=unit)
                    if unit
                    else Message("overtime_gain", nick=nick, amount=amount)
                )
                add(Code.OVERTIME_AMOUNT, index, message)
            if any(
                earlier.kind is OVERTIME
                and (earlier.player, earlier.announced) == (turn.player, amount)
                for earlier in game.turns[:index]
            ):
                message = Message("overtime_twice", nick=nick, amount=amount or 0)
                add(Code.CHARGED_TWICE, index, message)
            if index < last_go:
                add(Code.OVERTIME_MISPLACED, index, Message("overtime_early", nick=nick))
        elif kind is WITHDRAWN:
            play = game.turns[index - 1] if index else turn
            held = [sorted(rack) for rack in (play.rack, turn.rack) if rack]
            if play.kind is PLAY and play.player == turn.player and held[1:] and held[0] != held[1]:
                message = Message(
                    "withdrawal_rack",
                    nick=_nick(record, turn.player),
                    rack=game.tile_set.format_tiles(turn.rack or ()),
                    played_from=game.tile_set.format_tiles(play.rack or ()),
                )
                add(Code.RACK_CHANGED, index, message)
        elif kind is CHALLENGE_BONUS:
            before = game.turns[index - 1] if index else turn
            if (before.kind, before.player, before.announced) == (kind, turn.player, amount):
                nick = _nick(record, turn.player)
                message = Message("challenge_twice", nick=nick, amount=amount or 0)
                add(Code.CHARGED_TWICE, index, message)
            if amount == 0 or (amount is not None and bonus and amount % bonus):
                nick = _nick(record, turn.player)
                message = Message("challenge_amount", nick=nick, amount=amount, bonus=bonus)
                add(Code.CHALLENGE_AMOUNT, index, message)
        elif kind is END_RACK and (odd := [tile for tile in turn.tiles if tile not in units]):
            nick, name = _nick(record, turn.player), game.tile_set.name
            message = Message("tile_left_unknown", nick=nick, tile=odd[0], tile_set=name)
            add(Code.RACK_UNKNOWN_TILE, index, message)
    return findings


_TURN_TAKING_KINDS = (PLAY, EXCHANGE, PASS, WITHDRAWN)
"""Kinds of turn that continue the game."""
