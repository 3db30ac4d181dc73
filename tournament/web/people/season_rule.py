"""The form on a club's page for the points of its season."""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.actions.act import EditConflict
from tournament.engine.season import MAX_EVENINGS, MAX_HALF_POINTS, SeasonRule, season_rule_from
from tournament.models import Club
from tournament.queries.versions import version_of
from tournament.web.forms import WholeNumberField
from tournament.wording.seasons import half_points_text, season_rule_in_words

POINTS = re.compile(r"(\d{0,3})(½|[.,][05])?")


class HalfPointsField(forms.CharField):
    """Points such as 2, 2½ or 2.5, returned as half points; 0 if empty."""

    widget = forms.TextInput(attrs={"autocomplete": "off", "inputmode": "decimal", "size": 5})

    def clean(self, value: Any) -> int:
        """Return the half points, 0 if the field is empty.

        Raise `forms.ValidationError` for anything else, and for more than `MAX_HALF_POINTS`.
        """
        typed = super().clean(value).replace(" ", "")
        if not typed:
            return 0
        match = POINTS.fullmatch(typed)
        if match is None:
            raise forms.ValidationError(
                _(
                    "“{typed}” is not a valid number of points. Enter a number such as 2 or 2½."
                ).format(typed=typed[:20])
            )
        half_points = 2 * int(match[1] or 0) + ((match[2] or "")[-1:] in ("½", "5"))
        if half_points > MAX_HALF_POINTS:
            raise forms.ValidationError(
                _("Enter at most {most} points.").format(most=MAX_HALF_POINTS // 2)
            )
        return half_points

    def prepare_value(self, value: Any) -> Any:
        """Return half points as text, empty for 0; typed text is unchanged."""
        return (half_points_text(value) if value else "") if isinstance(value, int) else value


class SeasonRuleForm(forms.Form):
    """The points of an evening and the number of evenings that count; empty if wins decide the season."""

    coming = HalfPointsField(label=_lazy("Points for attending"), required=False, max_length=20)
    win = HalfPointsField(label=_lazy("Points for a win"), required=False, max_length=20)
    tie = HalfPointsField(label=_lazy("Points for a tie"), required=False, max_length=20)
    best = WholeNumberField(
        label=_lazy("Number of evenings that count"),
        required=False,
        min_value=1,
        max_value=MAX_EVENINGS,
        help_text=_lazy("The best evenings of each player count. Leave it empty to count all."),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    @classmethod
    def for_club(cls, club: Club, data: Any = None) -> SeasonRuleForm:
        """Return the form with the club's rule as initial values, and with the submitted data if any."""
        rule = asdict(season_rule_from(club.season_rule) or SeasonRule())
        initial = {**rule, "best": rule["best"] or None, "seen": version_of(club.season_rule)}
        return cls(data, initial=initial, auto_id="season-%s")

    @property
    def rule(self) -> SeasonRule:
        """The typed rule."""
        typed = self.cleaned_data
        return SeasonRule(typed["coming"], typed["win"], typed["tie"], typed["best"] or 0)

    def add_conflict(self, conflict: EditConflict) -> None:
        """Add the conflict and the current rule as errors; submitting the form again replaces that rule."""
        now = conflict.now["rule"]
        self.add_error(None, str(conflict))
        self.add_error(
            None,
            _("The rule is now: {rule} Save again to replace it.").format(
                rule=season_rule_in_words(now)
                if now
                else _("No points; players are ranked by wins.")
            ),
        )
        self.data = {**{name: self.data.get(name) for name in self.data}, "seen": conflict.version}
