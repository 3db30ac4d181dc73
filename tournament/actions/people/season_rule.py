"""Set, change and remove the points of a club's season."""

from __future__ import annotations

from dataclasses import asdict

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from tournament.actions.act import Refused, refuse_when_changed
from tournament.engine.season import SeasonRule, season_rule_from
from tournament.models import Club
from tournament.queries.versions import version_of
from tournament.wording.log import say
from tournament.wording.seasons import season_rule_in_words


def set_season_rule(
    actor: Actor, club: Club, rule: SeasonRule, *, seen: str | None = None
) -> SeasonRule | None:
    """Set the rule of a club's season; a rule without any values removes it.

    `seen` is the version of the rule on the page, or None. Return the rule, or None if it was
    removed. Raise `EditConflict` if the rule has changed since, and `Refused` if a number of best
    evenings is set without any points.
    """
    if rule.best and not (rule.coming or rule.win or rule.tie):
        raise Refused(
            _(
                "The evenings have no points yet. Enter the points for attending, a win or a "
                "tie; leave everything empty for a season without points."
            )
        )
    values = {name: value for name, value in asdict(rule).items() if value}
    with transaction.atomic():
        held = Club.objects.select_for_update(no_key=True).defer("logo").get(pk=club.pk)
        refuse_when_changed(
            seen,
            version_of(held.season_rule),
            what=_("The season of {club}").format(club=club),
            now={"rule": season_rule_from(held.season_rule)},
        )
        if held.season_rule != values:
            before = season_rule_from(held.season_rule)
            held.season_rule = club.season_rule = values
            held.save(update_fields=["season_rule"])
            log(
                actor,
                "set_season_rule",
                say("set_season_rule" if values else "end_season_rule", club=club),
                scope=f"club:{club.slug}",
                before={"rule": season_rule_in_words(before)} if before else None,
                after={"rule": season_rule_in_words(rule)} if values else None,
            )
    return rule if values else None
