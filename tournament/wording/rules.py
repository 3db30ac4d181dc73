"""Sentences about invalid event rules, each with the key of the rule."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

from scoring.wording.sentence import Wording

EVENT_RULES: Mapping[str, Wording] = {
    "bad_rules": _("{source:text}: {reasons:semicolons}."),
    "bad_toml": _("{source:text}: cannot be read as TOML ({reason:text})."),
    "unknown_key": _('unknown key "{key:text}"'),
    "missing_key": _('missing key "{key:text}"'),
    "must_be_text": _('"{key:text}" must be text, not {value:text}'),
    "must_be_bool": _('"{key:text}" must be true or false, not {value:text}'),
    "must_be_whole": _('"{key:text}" must be a whole number, not {value:text}'),
    "must_be_list": _('"{key:text}" must be a list, not {value:text}'),
    "must_be_one_of": _('"{key:text}" must be one of {allowed:commas}, not "{value:text}"'),
    "figures_above_0": _('"{key:text}" can contain only numbers above 0'),
    "figures_from_0": _('"{key:text}" can contain only numbers of 0 or more'),
    "forfeit_costs": _('"forfeit_spread" must be 0 or negative, because a forfeit costs spread'),
    "bye_brings": _('"bye_spread" must be 0 or positive, because a bye gives spread'),
    "bad_precedence": _('"precedence": {reason:clause}'),
}

PRECEDENCE: Mapping[str, Wording] = {
    "reasons": "{reasons:sentences}",
    "no_metrics": _("The precedence must name at least one metric."),
    "unknown_metric": _('There is no metric "{key:text}". Metrics: {known:commas}.'),
    "metric_twice": _('"{key:text}" is named more than once.'),
    "cap_without_capped_spread": _(
        'There is a spread cap, but "capped_spread" is not in the precedence.'
    ),
}

SENTENCES: Mapping[str, Wording] = {**EVENT_RULES, **PRECEDENCE}
