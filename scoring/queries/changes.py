"""What can be undone in a game, and what can be done again."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.models import Edit, Game


@dataclass(frozen=True)
class Changes:
    """The change an undo would undo and the one a redo would do again; None where there is none."""

    undo: Edit | None
    redo: Edit | None


def changes(game: Game) -> Changes:
    """Both ends of the history of a game, in one query."""
    edits = list(
        Edit.objects.filter(game=game, state__in=(Edit.State.MADE, Edit.State.UNDONE))
        .select_related("after")
        .order_by("id")
    )
    made = [edit for edit in edits if edit.state == Edit.State.MADE]
    undone = [edit for edit in edits if edit.state == Edit.State.UNDONE]
    return Changes(made[-1] if made else None, undone[0] if undone else None)
