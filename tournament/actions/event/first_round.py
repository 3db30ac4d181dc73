"""Create an event complete up to its drafted first round: divisions, players, plan and pairings."""

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import ConfirmationRequired
from tournament.actions.event.events import create_division, create_event, unusual_date_question
from tournament.actions.people.entries import add_players, preview_roster
from tournament.actions.rounds.drafts import pair_round
from tournament.actions.rounds.plans import adopt_proposal
from tournament.engine.roster import RosterLine
from tournament.models import Club, Division, Entry, EventSize
from tournament.queries.people.rosters import roster_text
from tournament.wording.sentences import sentence


def create_event_with_first_round(
    actor: Actor,
    *,
    name: str,
    preset: str,
    rosters: Sequence[tuple[str, str]],
    rounds: int,
    earlier_division: int | None = None,
    date: dt.date | None = None,
    place: str = "",
    club: Club | None = None,
    tile_set: str = "",
    layout: str = "",
    size: str = EventSize.FEDERATION,
    accepted: bool = False,
) -> list[Division]:
    """Create an event with its divisions, enter the players, plan the rounds and draft the first rounds.

    `rosters` has the name and the pasted lines of each division; one without a name is called A,
    and without `rosters` there is one division. The first also gets the players of the earlier
    division with the key `earlier_division`. Return the divisions. Raise `ConfirmationRequired` for a date
    far from today and for rejected or doubtful lines, unless `accepted`. May raise the
    exceptions of the actions it runs; then nothing is created.
    """
    with transaction.atomic():
        event = create_event(
            actor,
            name=name,
            preset=preset,
            date=date,
            place=place,
            club=club,
            tile_set=tile_set,
            layout=layout,
            size=size,
            accepted=True,
        )
        day = unusual_date_question(date)
        odd = [day] if day else []
        divisions = []
        for division_name, roster in rosters or [("", "")]:
            division = create_division(
                actor, event, name=division_name or _("A"), continues_board_numbers=True
            )
            divisions.append(division)
            if earlier_division is not None and division == divisions[0]:
                earlier = Entry.objects.filter(division=earlier_division).values_list(
                    "pk", flat=True
                )
                roster = f"{roster}\n{roster_text(division, list(earlier))}"
            odd += _roster_problems(preview_roster(division, roster))
            if accepted or not odd:
                add_players(actor, division, roster)
                adopt_proposal(actor, division, rounds)
                pair_round(actor, division, 1)
        if odd and not accepted:
            raise ConfirmationRequired(odd)
    return divisions


def _roster_problems(lines: Sequence[RosterLine]) -> list[str]:
    """Return a sentence for each rejected line, and for each note on a line that will be added."""
    odd = []
    for row in lines:
        if row.problem:
            pattern = _("“{line}” will not be added. {problem}")
            odd.append(pattern.format(line=row.text, problem=sentence(row.problem)))
        elif row.is_valid:
            pattern = _("“{line}”: {problem}")
            odd += [pattern.format(line=row.text, problem=sentence(note)) for note in row.notes]
    return odd
