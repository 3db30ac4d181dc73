"""Why somebody wins whatever the scores, as far as the recorded game tells."""

from scoring.queries.finishes import finish
from scoring.queries.sheets import sheet
from tournament.models import Pairing, ResultEntry
from tournament.models.results import Source


def lost_on_time(pairing: Pairing, entry: ResultEntry) -> bool:
    """Whether the recorded game ended by more time than the rules allow.

    No query where the scores decide or where nothing was recorded, else those of the score sheet.
    """
    if not entry.winner_named or entry.source != Source.RECORDED or pairing.game is None:
        return False
    end = finish(sheet(pairing.game))
    return end is not None and end.by_time
