"""The form for a withdrawal: the ways possible now, and what missed rounds count as."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import Max
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from scoring.wording.phrases import and_list, format_signed
from tournament.actions.people.withdrawals import WithdrawalResult
from tournament.engine.attendance import AttendanceSituation, Withdrawal, reasons_not_to_leave
from tournament.engine.event_rules import EventRules
from tournament.models import Entry
from tournament.web.forms import ReasonField
from tournament.web.people.forms import PrefixedIdsForm
from tournament.wording.sentences import sentence

ROUNDS_AHEAD = 6
"""Number of rounds ahead for which a withdrawal can be announced."""


class WithdrawalForm(PrefixedIdsForm):
    """The possible ways for an entry to withdraw."""

    withdrawal = forms.ChoiceField(label=_lazy("When they leave"))
    missed_as = forms.ChoiceField(label=_lazy("Missed rounds count as"), required=False)
    reason = ReasonField(required=False, label=_lazy("Remark for the log"))

    def __init__(
        self,
        *args: Any,
        now: AttendanceSituation,
        last_round: int,
        planned: int | None,
        rules: EventRules,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["withdrawal"].choices = withdrawal_choices(now, last_round, planned)
        self.fields["missed_as"].choices = missed_round_choices(rules)

    @classmethod
    def for_entry(
        cls, entry: Entry, now: AttendanceSituation, data: QueryDict | None = None
    ) -> WithdrawalForm:
        """Return the form for an entry, with submitted data if any. One query."""
        division = entry.division
        last = division.rounds.aggregate(last=Max("number"))["last"] or 0
        return cls(
            data,
            now=now,
            last_round=last,
            planned=division.rounds_planned,
            rules=division.event.rules,
        )

    @property
    def way(self) -> tuple[Withdrawal, int]:
        """The chosen way, and the last round to play for a later withdrawal, else 0."""
        way, after = self.cleaned_data["withdrawal"].split(":")
        return Withdrawal(way), int(after or 0)


def withdrawal_choices(
    now: AttendanceSituation, last_round: int, planned: int | None = None
) -> list[tuple[str, str]]:
    """Return the possible choices as (value, sentence); `last_round` is the last round drafted or played.

    At most `ROUNDS_AHEAD` later rounds are offered, and none beyond the `planned` ones. `planned` is None
    if their number is unknown.
    """
    round_ = now.round
    labels = {
        Withdrawal.NO_SHOW: _("not here for round {round}: forfeits the round, stays in the event"),
        Withdrawal.FORFEIT: _("now: forfeits round {round} and leaves the event"),
        Withdrawal.OPPONENT_BYE: _("now: the opponent has the bye in round {round}"),
        Withdrawal.OPPONENT_MEETS_BYE: _("now: the opponent plays the player with the bye"),
    }
    last = max(last_round, round_) + ROUNDS_AHEAD
    if planned is not None:
        last = max(round_ + 1, min(last, max(planned, last_round)))
    after = [
        (f"after:{number}", _leave_after_label(number, planned)) for number in range(round_, last)
    ]
    return after + [
        (f"{way}:", label.format(round=round_))
        for way, label in labels.items()
        if not reasons_not_to_leave(way, now)
    ]


def _leave_after_label(number: int, planned: int | None) -> str:
    """Return the label for leaving after a round, with the missed rounds if the number of rounds is known.

    Round 0 means before round 1.
    """
    label = _("after round {round}").format(round=number) if number else _("before round 1")
    if planned is None or planned <= number:
        return label
    missed = f"{number + 1}–{planned}" if planned > number + 1 else str(planned)
    return ngettext(
        "{leaves}: misses round {missed}", "{leaves}: misses rounds {missed}", planned - number
    ).format(leaves=label, missed=missed)


def missed_round_choices(rules: EventRules) -> list[tuple[str, str]]:
    """Return what missed rounds may count as: the event's rule, whose value is empty, then the other possibility."""
    labels = {
        "forfeit": _("forfeits, {spread} each").format(spread=format_signed(rules.forfeit_spread)),
        "void": _("void: the rounds do not count"),
    }
    by_rule = labels.pop(rules.rounds_after_leaving)
    return [("", _("{missed} (according to the rules)").format(missed=by_rule)), *labels.items()]


def withdrawal_message(left: WithdrawalResult) -> str:
    """Return the message about a withdrawal, with the missed rounds if any and a note on the played rounds."""
    parts = [left.sentence, sentence(left.missed) if left.missed else ""]
    return _("{sentence} All rounds played are kept.").format(
        sentence=" ".join(part for part in parts if part)
    )


def draft_warning(entry: Entry, drafts: Sequence[int]) -> str:
    """Return the advice about drafts that still contain a withdrawn player."""
    return ngettext(
        "The draft of round {rounds} still includes {player}. Change it or pair it again before "
        "you publish it.",
        "The drafts of rounds {rounds} still include {player}. Change them or pair them again "
        "before you publish them.",
        len(drafts),
    ).format(rounds=and_list(drafts), player=entry.name)
