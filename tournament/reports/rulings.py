"""A ruling as papers tell it: the turn, both figures, what counts, the reason, who and when."""

from django.utils import timezone

from scoring.models import Ruling
from tournament.reports.figures import date_and_time


def ruling_told(number: int, ruling: Ruling) -> str:
    """``Turn 2. 26 announced, 24 correct: the correct score counts. Recounted. Ruled by Ann, 3 May 2026, 14:05.``"""
    reason = ruling.reason.strip()
    if reason and not reason.endswith((".", "!", "?", "…")):
        reason += "."
    who = f" by {ruling.ruled_by}" if ruling.ruled_by else ""
    when = date_and_time(timezone.localtime(ruling.ruled_at))
    sentences = [f"Turn {number}. {ruling}.", reason, f"Ruled{who}, {when}."]
    if ruling.superseded_at:
        sentences.append("Superseded later.")
    return " ".join(filter(None, sentences))
