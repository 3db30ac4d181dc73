"""Possible entries other than a play, each with the key that begins its line."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.rules.rulesets import ChallengeMode, PenaltyTo
from scoring.queries.sheets import GameSheet
from scoring.wording.phrases import format_signed


@dataclass(frozen=True)
class Proposal:
    """A button that puts `insert` into the entry line. A line beginning with `key` is a turn of that kind."""

    label: str
    insert: str
    key: str
    is_rare: bool = False

    @property
    def is_challenge(self) -> bool:
        """Whether this is an outcome of a challenge of the last play."""
        return self.key in ("--", "+")


def proposals(sheet: GameSheet) -> list[Proposal]:
    """Return the kinds of turn that are possible now, most likely first."""
    game, rules, names = sheet.replay, sheet.rules, sheet.names
    over = game.has_ended
    proposed = []
    if not over:
        if game.bag >= rules.exchange_minimum:
            proposed.append(Proposal(_("Exchange"), "exchange ", "-ABC"))
        proposed.append(Proposal(_("Pass"), "pass", "-"))
    proposed += _challenge_proposals(sheet)
    if over or game.may_end or not (rules.scoreless_limit or rules.pass_limit):
        proposed += _rack_proposals(sheet)
    if rules.overtime_per_minute and (over or game.may_end):
        clocks = _overdrawn_clocks(sheet)
        proposed += [
            Proposal(
                _("Overtime, {player}").format(player=name),
                f"{seat}: time {clocks.get(seat, '')}",
                f"{seat}: !",
            )
            for seat, name in enumerate(names, 1)
        ]
    proposed.append(Proposal(_("Adjust a score"), "adjust ", "*", is_rare=True))
    return proposed


def _overdrawn_clocks(sheet: GameSheet) -> dict[int, str]:
    """Return the clock of every seat (from 1) whose last recorded clock is negative."""
    last = {entry.seat: entry.clock for entry in sheet.entries if entry.clock}
    return {seat: clock for seat, clock in last.items() if clock.startswith("-")}


def _challenge_proposals(sheet: GameSheet) -> list[Proposal]:
    """Return the outcomes of a challenge of the last play that can be recorded, or [].

    An unsuccessful challenge is left out if one has already been recorded, or if it costs neither
    points nor a turn.
    """
    game, rules = sheet.replay, sheet.rules
    play = next((turn for turn in reversed(game.turns) if turn.kind is TurnKind.PLAY), None)
    if play is None or rules.challenge is ChallengeMode.VOID:
        return []
    if not game.belongs_to_last_play(Turn(TurnKind.WITHDRAWN, play.player)):
        return []
    proposed = [Proposal(_("Challenge won: the play comes off"), "--", "--")]
    if game.turns[-1].kind is TurnKind.CHALLENGE_BONUS:
        return proposed
    if rules.challenge is ChallengeMode.POINTS:
        points = rules.penalty_points
        if rules.penalty_to is PenaltyTo.CHALLENGED:
            label = _("Challenge lost: {points}").format(points=format_signed(points))
            proposed.append(Proposal(label, f"ch {points}", "+"))
        else:
            label = _("Challenge lost: {points} for the challenger").format(
                points=format_signed(-points)
            )
            proposed.append(Proposal(label, "ch ", "+"))
    elif rules.challenge is ChallengeMode.DOUBLE and not game.has_ended:
        if game.players == 2:
            proposed.append(Proposal(_("Challenge lost: turn lost"), "ch", "+"))
        else:
            proposed += [
                Proposal(
                    _("Challenge lost: {player} loses a turn").format(player=name),
                    f"{seat}: ch",
                    "+",
                )
                for seat, name in enumerate(sheet.names, 1)
                if seat != play.player + 1
            ]
    return proposed


def _rack_proposals(sheet: GameSheet) -> list[Proposal]:
    """Return a proposal for each player whose remaining tiles may still have to be recorded, or [] if there is none."""
    game = sheet.replay
    written = {turn.player for turn in game.turns if turn.kind is TurnKind.END_RACK}
    if game.out is not None and len(sheet.names) == 2 and written:
        return []
    due = [seat for seat in range(len(sheet.names)) if seat != game.out and seat not in written]
    return [
        Proposal(
            _("Tiles left, {player}").format(player=sheet.names[seat]),
            f"{seat + 1}: rack ",
            "=" if seat == due[0] else f"{seat + 1}: =",
        )
        for seat in due
    ]
