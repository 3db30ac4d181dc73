"""When the next round is paired and published without anybody: what is stored, and what comes next."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

LONGEST = 120
"""Minutes for which a draft is shown at most."""


class DraftStage(StrEnum):
    """How far the round is that comes next."""

    DRAFTED = "drafted"
    """It is a draft that is published once its time has come."""
    STOPPED = "stopped"
    """Somebody stopped it, or undid it: it is published by hand."""
    STALE = "stale"
    """Results changed after the draft had been changed by hand: somebody has to look at it."""
    REFUSED = "refused"
    """It could not be paired or published; whoever pairs it by hand reads why."""
    PUBLISHED = "published"
    """It was published once; where that is undone, it is published by hand."""


class NextMove(StrEnum):
    """What is to be done now."""

    NOTHING = "nothing"
    PAIR = "pair"
    SCHEDULE = "schedule"
    """A draft that is there already is shown from now on."""
    PUBLISH = "publish"
    STOP = "stop"
    """The draft is gone, because its pairing was undone."""
    LEAVE = "leave"
    """The draft was changed by hand and results changed since: the director decides."""


@dataclass(frozen=True, slots=True)
class RoundSituation:
    """The round to be published next, and what it would be paired on."""

    number: int
    results_in: bool
    """Whether every earlier round has all its results and no contradiction."""
    is_over: bool
    """Whether as many rounds are published as are planned."""
    draft: str = ""
    """The version of its draft; empty without one."""
    paired_on: str = ""
    """The version of the results and the players it would be paired on now."""


@dataclass(frozen=True, slots=True)
class Unattended:
    """The setting of a division, and how far the round is that comes next.

    `minutes` is how long a draft is shown before it is published, None where nothing is published
    without the director. `number` is the round that the rest is about; `draft` and `paired_on` are
    versions as in `RoundSituation`, of the draft as it was made. Times are seconds since 1970.
    """

    minutes: int | None = None
    number: int = 0
    stage: DraftStage | None = None
    publish_at: float | None = None
    draft: str = ""
    paired_on: str = ""

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "Unattended":
        """The setting in stored `values`; nothing stored is a division paired by hand."""
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
        """Plain values, for storing; `of` reads them back. Empty for a division paired by hand."""
        if self == Unattended():
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
        """How far round `number` is; None where nothing was done about it."""
        return self.stage if number == self.number and self.minutes is not None else None

    def drafted(self, now: float, situation: RoundSituation) -> "Unattended":
        """The draft of the situation is shown from `now` on."""
        at = now + 60 * (self.minutes or 0)
        number, draft, paired_on = situation.number, situation.draft, situation.paired_on
        return Unattended(self.minutes, number, DraftStage.DRAFTED, at, draft, paired_on)

    def at(self, number: int, stage: DraftStage) -> "Unattended":
        """Round `number` has come to a stage at which nothing more is done about it."""
        return Unattended(self.minutes, number, stage)

    def resumed(self) -> "Unattended":
        """What was stopped goes on."""
        return Unattended(self.minutes)

    def lasting(self, minutes: int | None) -> "Unattended":
        """Drafts are shown for so many minutes from the next one on; None: nothing is published."""
        return Unattended() if minutes is None else replace(self, minutes=minutes)

    def next_move(self, situation: RoundSituation, now: float) -> NextMove:
        """What is to be done `now`. The first round is the director's."""
        if self.minutes is None or not situation.results_in or situation.is_over:
            return NextMove.NOTHING
        stage = self.stage_of(situation.number)
        if stage is None:
            return NextMove.SCHEDULE if situation.draft else NextMove.PAIR
        if stage is not DraftStage.DRAFTED or self.publish_at is None:
            return NextMove.NOTHING
        if not situation.draft:
            return NextMove.STOP
        if situation.paired_on != self.paired_on:
            return NextMove.PAIR if situation.draft == self.draft else NextMove.LEAVE
        return NextMove.PUBLISH if now >= self.publish_at else NextMove.NOTHING
