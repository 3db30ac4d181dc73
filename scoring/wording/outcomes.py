"""Who wins a game, as a sentence without its stop."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.engine.game.outcome import Outcome
from scoring.wording.phrases import and_list, comma_list, points_shown


def outcome_sentence(outcome: Outcome, names: Sequence[str]) -> str:
    """Who wins: ``Ann wins, 412 to 389``; the scores by name while nobody has won."""
    finals = [points_shown(final) for final in outcome.finals]
    if not outcome.winners:
        return comma_list(f"{name} {final}" for name, final in zip(names, finals, strict=True))
    winner = outcome.winners[0]
    if None in outcome.finals:
        return _("Tie") if outcome.is_tie else _("{name} wins").format(name=names[winner])
    if outcome.is_tie:
        return _("Tie, {points} each").format(points=finals[winner])
    others = [final for seat, final in enumerate(finals) if seat != winner]
    return _("{name} wins, {points} to {others}").format(
        name=names[winner], points=finals[winner], others=and_list(others)
    )
