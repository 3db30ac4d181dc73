"""Rounds, their pairings, and the director's plan for pairing them."""

import secrets

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.models.facts import LoggedModel
from tournament.engine.pairing.event_plan import PlannedRounds, StandingsSource
from tournament.models.event import Division
from tournament.models.people import Entry

MAX_SEED = 2_147_483_647
"""The largest seed of random choices: the largest number that fits a 32-bit column."""


def new_seed() -> int:
    """Return a seed for random choices that nobody can predict."""
    return secrets.randbelow(MAX_SEED + 1)


class Phase(models.TextChoices):
    """The phase of a round."""

    DRAFT = "draft", _lazy("Draft")
    PUBLISHED = "published", _lazy("Published")
    PLAYING = "playing", _lazy("Playing")
    CLOSED = "closed", _lazy("Closed")


class Round(LoggedModel):
    """A round of a division, with its pairing method and phase."""

    Phase = Phase

    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    phase = models.CharField(max_length=10, choices=Phase.choices, default=Phase.DRAFT)
    method = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    seed = models.PositiveIntegerField(default=0)
    source_round = models.PositiveSmallIntegerField(null=True, blank=True)
    """The round whose standings were used to pair this one (0 for the seed order); null if none were used."""
    fixed = models.JSONField(default=dict, blank=True)
    """The director's fixed `pairs` and `byes`, by entry number."""
    notes = models.JSONField(default=list, blank=True)
    """The method's notes on the whole round, each a code with parameters (`engine.message`)."""
    created_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    players_report = models.BooleanField(default=True)
    """Whether players may report results of this round."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["division", "number"], name="round_number_once_a_division"
            )
        ]

    def __str__(self) -> str:
        return _("Round {number}").format(number=self.number)

    @property
    def is_public(self) -> bool:
        """Whether the pairings are public."""
        return self.phase != Phase.DRAFT


class Pairing(LoggedModel):
    """Two entries that meet at a board; the first goes first.

    Without a second entry it is a bye or a missed round, and has no board. A pairing of a draft that
    was paired again remains, with the time it was replaced.
    """

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="pairings")
    board = models.PositiveSmallIntegerField(null=True, blank=True)
    first = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="pairings_first")
    second = models.ForeignKey(
        Entry, on_delete=models.PROTECT, related_name="pairings_second", null=True, blank=True
    )
    game = models.OneToOneField(
        "scoring.Game", on_delete=models.PROTECT, null=True, blank=True, related_name="pairing"
    )
    """The recorded game of the board, if there is one."""
    reasons = models.JSONField(default=list, blank=True)
    """The reasons for the pair and for who goes first, each a code with parameters (`engine.message`)."""
    replaced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["round", "board", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "board"], condition=Q(replaced_at=None), name="board_once_a_round"
            ),
            models.UniqueConstraint(
                fields=["round", "first"], condition=Q(replaced_at=None), name="first_once_a_round"
            ),
            models.UniqueConstraint(
                fields=["round", "second"],
                condition=Q(replaced_at=None),
                name="second_once_a_round",
            ),
            models.CheckConstraint(
                condition=Q(second=None) | ~Q(first=models.F("second")), name="nobody_meets_himself"
            ),
            models.CheckConstraint(
                condition=Q(second=None, board=None) | Q(second__isnull=False, board__isnull=False),
                name="board_where_two_meet",
            ),
        ]

    def __str__(self) -> str:
        if self.second is None:
            return _("{player} has the bye").format(player=self.first)
        return _("Board {board}: {first} - {second}").format(
            board=self.board, first=self.first, second=self.second
        )


class PlanLine(LoggedModel):
    """Consecutive rounds paired by one method with one set of options.

    `source` names the standings to use, in the form read by `Source.parse` of the engine, such as
    `previous`, `one earlier` or `round 4`.
    """

    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="plan_lines")
    from_round = models.PositiveSmallIntegerField()
    to_round = models.PositiveSmallIntegerField()
    method = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    source = models.CharField(max_length=20)

    class Meta:
        ordering = ["from_round"]
        constraints = [
            models.UniqueConstraint(
                fields=["division", "from_round"], name="plan_line_once_a_round"
            ),
            models.CheckConstraint(
                condition=Q(from_round__lte=F("to_round")), name="plan_line_runs_forward"
            ),
        ]

    def __str__(self) -> str:
        return str(self.planned_rounds)

    @property
    def planned_rounds(self) -> PlannedRounds:
        """The line as used by the engine. Raises `NoSuchSource` if the stored source is invalid."""
        return PlannedRounds(
            self.from_round,
            self.to_round,
            self.method,
            self.options,
            StandingsSource.parse(self.source),
        )
