"""Change how many rounds a division has, and from which round its standings are held back."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor
from tournament.actions.act import Refused, act, refuse_when_changed
from tournament.models import Division, Round
from tournament.models.rounds import Phase
from tournament.queries.versions import version_of
from tournament.wording.log import say


def change_standings_settings(
    actor: Actor,
    division: Division,
    *,
    rounds_planned: int | None,
    held_back_from: int | None,
    seen: str | None = None,
) -> Division:
    """Set the division's number of rounds, and the round from which its standings are held back.

    None means that no number is set or that nothing is held back. `seen` is the version of
    `standings_settings` on which the form is based, or None. Raise `EditConflict` with the values that
    would be overwritten if they have changed since, and `Refused` for impossible numbers.
    """
    with act(actor, division) as action:
        division = Division.objects.select_related("event").get(pk=division.pk)
        public = Round.objects.filter(division=division).exclude(phase=Phase.DRAFT)
        last = max(public.values_list("number", flat=True), default=0)
        if rounds_planned is not None and rounds_planned < max(last, 1):
            raise Refused(
                ngettext(
                    "Round {last} is already published, so there cannot be {count} round.",
                    "Round {last} is already published, so there cannot be {count} rounds.",
                    rounds_planned,
                ).format(last=last, count=rounds_planned)
                if last
                else _("An event must have at least one round.")
            )
        if held_back_from is not None and not 1 <= held_back_from <= (rounds_planned or 999):
            raise Refused(
                _(
                    "Choose a round from 1 to {last} as the first whose standings are held back."
                ).format(last=rounds_planned or 999)
            )
        before = standings_settings(division)
        division.rounds_planned, division.held_back_from = rounds_planned, held_back_from
        after = standings_settings(division)
        if before == after:
            return division
        refuse_when_changed(
            seen,
            version_of(before),
            what=_("The display of the standings of division {division}").format(division=division),
            now={key: value for key, value in before.items() if value != after[key]},
        )
        division.save(update_fields=["rounds_planned", "held_back_from"])
        visibility = say("shown_to_everybody")
        if held_back_from is not None:
            visibility = say("held_back", round=held_back_from)
        rounds = say("rounds_not_set") if rounds_planned is None else rounds_planned
        action.log(
            "show_standings",
            say("show_standings", division=division, rounds=rounds, shown=visibility),
            before=before,
            after=after,
        )
    return division


def standings_settings(division: Division) -> dict[str, int | None]:
    """Return the number of rounds and the round from which standings are held back, each None if not set."""
    return {"rounds_planned": division.rounds_planned, "held_back_from": division.held_back_from}
