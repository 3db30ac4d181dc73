"""Data common to all pages about a game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from scoring.models import Game, PaperCopy
from scoring.queries.flips import SupersedingResult
from scoring.queries.sheets import GameSheet
from scoring.signals import breadcrumbs, other_result, receiver_results
from scoring.wording.outcomes import current_result_sentence
from scoring.wording.phrases import comma_list


class GamePage:
    """The part of a page about `game` that shows its event and its result."""

    game: Game
    sheet: GameSheet

    @cached_property
    def breadcrumbs(self) -> list[tuple[str, str]]:
        """The breadcrumbs of the game, outermost first, as (text, address)."""
        return receiver_results(breadcrumbs, self.game)

    @property
    def place(self) -> str:
        """The place where the game was played; see `place_in_words`."""
        return place_in_words(self.breadcrumbs, self.game)

    @property
    def current_result(self) -> str:
        """The result that counts and its basis, or "" if no turn is recorded and no other result counts."""
        if self.other_results:
            other = self.other_results[0]
            why = _("the result of {place}").format(place=other.place)
            return current_result_sentence(other.outcome, self.sheet.names, why)
        if not self.sheet.rows:
            return ""
        return current_result_sentence(
            self.sheet.outcome, self.sheet.names, self.sheet.outcome_basis(localdate())
        )

    @cached_property
    def recounts(self) -> list[PaperCopy]:
        """The printed recounts of the game, most recent first, without their contents."""
        copies = self.game.paper_copies.defer("content").select_related("printed_by")
        return list(copies.order_by("-pk"))

    @property
    def is_recount_due(self) -> bool:
        """Whether there has been a ruling since the recount was last printed, and no turn still needs one."""
        ruled = [ruling.ruled_at for ruling in self.sheet.rulings.values()]
        if not ruled or any(row.needs_ruling for row in self.sheet.rows):
            return False
        return not self.recounts or self.recounts[0].printed_at < max(ruled)

    @cached_property
    def other_results(self) -> list[SupersedingResult]:
        """Results that count instead of the result of the finished game."""
        return receiver_results(other_result, self.game) if self.game.finished_at else []


def place_in_words(places: Sequence[tuple[str, str]], game: Game) -> str:
    """Return the board and event at which a game was played, or else the game's title, which may be empty."""
    return comma_list(text for text, _address in places[1:]) or game.title
