"""Notes and marks on turns. Neither affects the score."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from scoring.actions.locking import lock_game
from scoring.actions.refusals import Refused
from scoring.actions.turns import index_of, scope_of
from scoring.models import TurnEntry
from scoring.models.turn import MARKS, is_clock
from scoring.queries.sheets import sheet
from scoring.wording.log import say

MAX_NOTES_LENGTH = 4000
"""Maximum number of characters of all notes on one turn."""


def annotate(
    entry: TurnEntry, text: str, actor: Actor, *, mark: str = "", seen: int | None = None
) -> TurnEntry:
    """Set `text` as the notes of a current turn, one per paragraph, and `mark` as its mark; return the turn.

    Finished games accept notes too. A noted clock time is kept. Previous notes are kept in the log.
    Raise `Refused` for an unknown mark, for text that is too long, for a read-only game, or for
    notes that changed since `seen` (`TurnEntry.notes_version`, or None), and `EditConflict` if the
    turn was replaced.
    """
    if mark not in ("", *MARKS):
        raise Refused(_("Mark a turn with ? or !, or leave it unmarked."))
    if len(text) > MAX_NOTES_LENGTH:
        raise Refused(
            _("The notes have {length} characters; the maximum is {most}.").format(
                length=len(text), most=MAX_NOTES_LENGTH
            )
        )
    paragraphs = text.replace("\r\n", "\n").replace("\r", "\n").split("\n\n")
    notes = [note.strip() for note in paragraphs if note.strip() and note.strip() not in MARKS]
    with transaction.atomic():
        game = lock_game(entry.game)
        now = sheet(game)
        index = index_of(now, entry)
        held, before = now.entries[index], now.entries[index].notes
        clock = [note for note in before if is_clock(note)]
        after = [*([mark] if mark else []), *clock, *notes]
        if after == before:
            return held
        if seen not in (None, held.notes_version):
            raise Refused(
                _(
                    "Someone else has changed the notes of turn {turn} in the meantime. Your notes "
                    "were not saved: “{text}”. Add them to the current notes."
                ).format(turn=index + 1, text="\n\n".join([*([mark] if mark else []), *notes]))
            )
        held.notes = after
        held.save(update_fields=["notes"])
        log(
            actor,
            "annotate",
            say("annotate", game=game, turn=index + 1),
            scope=scope_of(game),
            before={"notes": before},
            after={"notes": after},
        )
    return held
