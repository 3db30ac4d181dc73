"""Pair and publish rounds unattended: the stored setting, and the next step."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

MAX_DRAFT_MINUTES = 120
"""The longest time for which a draft can be shown, in minutes."""


class DraftStage(StrEnum):
    """The stages of the next round."""

    DRAFTED = "drafted"
    """The draft will be published at its scheduled time."""
    STOPPED = "stopped"
    """Automatic publishing was stopped, or the draft was undone; the round is published by hand."""
    STALE = "stale"
    """Results changed after the draft was edited by hand, so the director must check it."""
    REFUSED = "refused"
    """The round could not be paired or published; pairing it by hand shows why."""
    PUBLISHED = "published"
    """The round was published. If its publication is undone, it must be published by hand."""


class AutomaticStep(StrEnum):
    """The possible next steps when a round is paired and published unattended."""

    NOTHING = "nothing"
    PAIR = "pair"
    SCHEDULE = "schedule"
    """Show an existing draft from now on."""
    PUBLISH = "publish"
    STOP = "stop"
    """Stop, because the draft's pairing was undone."""
    LEAVE = "leave"
    """Leave the draft, which was edited by hand before results changed, to the director."""


@dataclass(frozen=True, slots=True)
class RoundSituation:
    """The next round to be published, and the results by which it would be paired."""

    number: int
    has_all_results: bool
    """Whether every earlier round has all its results and no contradiction."""
    is_over: bool
    """Whether all planned rounds are published."""
    draft: str = ""
    """A version key that changes with the round's draft; empty if there is none."""
    paired_on: str = ""
    """A version key that changes with the results and players from which the round would now be paired."""


@dataclass(frozen=True, slots=True)
class UnattendedSetting:
    """The setting of a division, and the stage of its next round.

    `minutes` is the time for which a draft is shown before it is published, or None if rounds are only
    published by hand. `number` is the round to which the other fields belong; `draft` and `paired_on` are
    version keys as in `RoundSituation`, at the time the draft was made. Times are seconds since 1970.
    """

    minutes: int | None = None
    number: int = 0
    stage: DraftStage | None = None
    publish_at: float | None = None
    draft: str = ""
    paired_on: str = ""

    @classmethod
    def from_stored(cls, values: Mapping[str, Any]) -> "UnattendedSetting":
        """Return the setting from stored `values`; if these are empty, rounds are published only by hand."""
        stage = values.get("stage")
        return cls(
            values.get("minutes"),
            values.get("number", 0),
            DraftStage(stage) if stage else None,
            values.get("publish_at"),
            values.get("draft", ""),
            values.get("paired_on", ""),
        )

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for storage, which `from_stored` reads; empty for a division paired by hand."""
        if self == UnattendedSetting():
            return {}
        return {
            "minutes": self.minutes,
            "number": self.number,
            "stage": self.stage and str(self.stage),
            "publish_at": self.publish_at,
            "draft": self.draft,
            "paired_on": self.paired_on,
        }

    def stage_of(self, number: int) -> DraftStage | None:
        """Return the stage of round `number`, or None if nothing has been done for it."""
        return self.stage if number == self.number and self.minutes is not None else None

    def with_draft(self, now: float, situation: RoundSituation) -> "UnattendedSetting":
        """Return the setting with the draft of the situation shown from `now` on."""
        at = now + 60 * (self.minutes or 0)
        number, draft, paired_on = situation.number, situation.draft, situation.paired_on
        return UnattendedSetting(self.minutes, number, DraftStage.DRAFTED, at, draft, paired_on)

    def at_stage(self, number: int, stage: DraftStage) -> "UnattendedSetting":
        """Return the setting with round `number` at a stage that needs no further step."""
        return UnattendedSetting(self.minutes, number, stage)

    def without_stop(self) -> "UnattendedSetting":
        """Return the setting with the state of the next round reset, so that a stop no longer applies."""
        return UnattendedSetting(self.minutes)

    def with_draft_minutes(self, minutes: int | None) -> "UnattendedSetting":
        """Return the setting with drafts shown for `minutes` from the next one on.

        None turns automatic publishing off.
        """
        return UnattendedSetting() if minutes is None else replace(self, minutes=minutes)

    def next_step(self, situation: RoundSituation, now: float) -> AutomaticStep:
        """Return the next step at `now`; `NOTHING` if none is due.

        No step is due while results are missing, after the last planned round, before a draft is to be
        published, or at a stage that waits for the director.
        """
        if self.minutes is None or not situation.has_all_results or situation.is_over:
            return AutomaticStep.NOTHING
        stage = self.stage_of(situation.number)
        if stage is None:
            return AutomaticStep.SCHEDULE if situation.draft else AutomaticStep.PAIR
        if stage is not DraftStage.DRAFTED or self.publish_at is None:
            return AutomaticStep.NOTHING
        if not situation.draft:
            return AutomaticStep.STOP
        if situation.paired_on != self.paired_on:
            return AutomaticStep.PAIR if situation.draft == self.draft else AutomaticStep.LEAVE
        return AutomaticStep.PUBLISH if now >= self.publish_at else AutomaticStep.NOTHING
