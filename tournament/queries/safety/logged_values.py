"""What the log keeps of before and after, in words: the labels of its keys, and of values that are codes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import gettext_noop as _

from scoring.catalogue import rule_sets
from scoring.wording.disputes import KINDS
from scoring.wording.names import name_of as name_of_data
from scoring.wording.phrases import within_sentence
from tournament.catalogue import presets
from tournament.engine.attendance import LateEntry, Withdrawal
from tournament.engine.event_rules import EventRules
from tournament.engine.pairing.method import all_methods
from tournament.engine.pairing.seating import Seating
from tournament.engine.prizes.kind import all_kinds
from tournament.engine.standings.precedence import all_metrics
from tournament.models.membership import Role
from tournament.models.results import OUTCOMES, ResultSource, Standing
from tournament.models.screens import Shown
from tournament.wording.paper_columns import COLUMNS_LEFT_OFF
from tournament.wording.plugins import name_of, option_texts, system_name, translated

LABELS: Mapping[str, str] = {
    "accepted": _("granted"),
    "absent": _("absent"),
    "acceptable": _("acceptable"),
    "announced": _("announced"),
    "board": _("board"),
    "language": _("language"),
    "second_language": _("second language"),
    "by_initials": _("initials only to everybody"),
    "byes": _("byes"),
    "career_games": _("career games"),
    "class": _("class"),
    "changed": _("changed"),
    "channel": _("channel"),
    "colour": _("colour"),
    "sponsor": _("sponsors"),
    "club": _("club"),
    "coordinate": _("square"),
    "dark": _("dark"),
    "date": _("date"),
    "days": _("days"),
    "division": _("division"),
    "divisions": _("divisions"),
    "entries_moved": _("entries moved"),
    "events": _("events"),
    "exclusive": _("exclusive"),
    "files": _("files"),
    "folder": _("folder"),
    "finals": _("final scores"),
    "first": _("first"),
    "fixed_board": _("fixed board"),
    "from": _("from"),
    "game": _("game"),
    "games": _("games"),
    "hard": _("in any case"),
    "held_back_from": _("held back from round"),
    "here": _("here"),
    "id": _("entry"),
    "invitation": _("invitation"),
    "judgement": _("judgement"),
    "kept": _("remains"),
    "kind": _("kind"),
    "left out": _("left out"),
    "kiosk": _("at the kiosk"),
    "left_off": _("left off papers"),
    "lexicon": _("word list"),
    "logo": _("picture"),
    "member": _("member"),
    "merged": _("merged"),
    "method": _("method"),
    "naspa_director_id": _("NASPA's number of the director"),
    "naspa_tournament_id": _("NASPA's number of the tournament"),
    "minutes": _("minutes"),
    "name": _("name"),
    "notes": _("notes"),
    "notice": _("notice"),
    "number": _("number"),
    "numbers": _("numbers"),
    "one": _("one"),
    "options": _("options"),
    "other": _("other"),
    "outcome": _("outcome"),
    "overtime_minutes": _("minutes of overtime"),
    "owes": _("owes"),
    "paid": _("paid"),
    "pairs": _("pairs"),
    "people": _("people"),
    "person": _("person"),
    "per_second": _("requests a second"),
    "is_minor": _("not of age"),
    "is_of_club": _("of the club"),
    "place": _("place"),
    "players": _("players"),
    "players_report": _("players report results"),
    "preset": _("preset"),
    "rating": _("rating"),
    "rating_class": _("rating class"),
    "ratings": _("ratings"),
    "remark": _("remark"),
    "remarks": _("remarks"),
    "results": _("results"),
    "role": _("role"),
    "round": _("round"),
    "rounds": _("rounds"),
    "rounds_planned": _("rounds planned"),
    "rounds_still_open": _("rounds still open"),
    "rows": _("rows"),
    "rules": _("rules"),
    "seat": _("seat"),
    "second": _("second"),
    "seconds_run": _("seconds run"),
    "seconds_a_page": _("seconds a page"),
    "seed": _("seed"),
    "sentence": _("result"),
    "sha256": _("fingerprint"),
    "shows": _("shows"),
    "signed_at": _("signed"),
    "snapshot": _("snapshot"),
    "slot": _("slot"),
    "source": _("source"),
    "spread": _("spread"),
    "spread_only": _("spread only"),
    "standing": _("it"),
    "system": _("system"),
    "team": _("team"),
    "tiles": _("tiles"),
    "title": _("title"),
    "undone_entry": _("entry undone"),
    "unused_places": _("unused places"),
    "value": _("value"),
    "way": _("way"),
    "why": _("because"),
    "winner": _("winner"),
    "winners": _("winners"),
    "withdrawn_after": _("withdrawn after round"),
    "without_password": _("without password"),
    "words": _("words"),
    "registration": _("registration"),
    "roles": _("roles"),
    "run": _("rating run"),
}
"""What stored keys are called; options of the program's forms are called as their forms call them."""

FORMS = (EventRules, Seating)
"""The forms whose values the log keeps under their own names."""

VALUES_OF_RULES = {
    "bye": _lazy("bye"),
    "forfeit": _lazy("forfeit"),
    "void": _lazy("void"),
    "last": _lazy("last"),
    "hidden": _lazy("hidden"),
    "halves": _lazy("half to each, as 2-1"),
    "apart": _lazy("apart, as 1-0-2"),
    "given_first": _lazy("first name first, as Zoë Lindqvist"),
    "family_first": _lazy("family name first, as Nagy Péter"),
    "full": _lazy("in full"),
    "first_and_initial": _lazy("first name and a letter, as Zoë L."),
    "initials": _lazy("initials, as Z. L."),
    "no": _lazy("no"),
    "confirmed": _lazy("yes, counting once both agree"),
    "at_once": _lazy("yes, counting at once"),
    "ended": _lazy("when the game has ended"),
    "turns_later": _lazy("some turns later"),
    "every_turn": _lazy("every turn at once"),
}
"""The label of each value of a rule that is chosen from a list of words."""

WAYS = {
    Withdrawal.AFTER: _lazy("plays this round, and no further"),
    Withdrawal.NO_SHOW: _lazy("did not show up"),
    Withdrawal.FORFEIT: _lazy("forfeits this round and is out"),
    Withdrawal.OPPONENT_BYE: _lazy("the opponent has the bye"),
    Withdrawal.OPPONENT_MEETS_BYE: _lazy("the opponent meets the bye"),
    LateEntry.NEW_BYE: _lazy("has the bye"),
    LateEntry.BYES_SEAT: _lazy("meets the bye"),
    LateEntry.NEXT_ROUND: _lazy("from the next round on"),
}
"""How somebody came late or left."""


def label_of(key: str) -> str:
    """What a stored key is called: ``rating_class`` is "rating class"."""
    if key in LABELS:
        return gettext(LABELS[key])
    option = _option(key)
    return within_sentence(option_texts(option).label) if option else str(key).replace("_", " ")


def value_of(key: str, value: str) -> str:
    """What a stored text is called under that key: a code has a label, the rest stays as it is."""
    if key in VALUES:
        return VALUES[key](value)
    option = _option(key)
    label = dict(option_texts(option).choices).get(value) if option else None
    return within_sentence(label) if label else value


def _option(key: str) -> Field[Any] | None:
    """The field of that name in one of the forms, or among the options of a way of pairing."""
    forms = (*FORMS, *(method.Options for method in all_methods().values()))
    return next((item for form in forms for item in fields(form) if item.name == key), None)


def _chosen(labels: Mapping[Any, object]) -> Callable[[str], str]:
    return lambda value: within_sentence(labels.get(value, value))


def _plugin_in(plugins: Callable[[], Mapping[str, Any]]) -> Callable[[str], str]:
    return lambda value: name_of(plugins()[value]) if value in plugins() else value


def _kind(value: str) -> str:
    """The kind of a turn or of a prize."""
    turns = {kind.value: text for kind, text in KINDS.items()}
    return gettext(turns[value]) if value in turns else _plugin_in(all_kinds)(value)


def _preset(value: str) -> str:
    return translated(presets()[value].name) if value in presets() else value


def _preset_name(value: str) -> str:
    """The name that an event's rules have of their preset; names of people stay as they are."""
    return translated(value) if value in {rules.name for rules in presets().values()} else value


def _rules(value: str) -> str:
    rules = rule_sets().get(value)
    return name_of_data(rules) if rules else value


VALUES: Mapping[str, Callable[[str], str]] = {
    "shows": _chosen(dict(Shown.choices)),
    "outcome": _chosen(dict(OUTCOMES)),
    "source": _chosen(dict(ResultSource.choices)),
    "standing": _chosen(dict(Standing.choices)),
    "role": _chosen(dict(Role.choices)),
    "way": _chosen(WAYS),
    "missed_rounds": _chosen(VALUES_OF_RULES),
    "rounds_after_leaving": _chosen(VALUES_OF_RULES),
    "withdrawn": _chosen(VALUES_OF_RULES),
    "ties": _chosen(VALUES_OF_RULES),
    "names": _chosen(VALUES_OF_RULES),
    "minors": _chosen(VALUES_OF_RULES),
    "players_report": _chosen(VALUES_OF_RULES),
    "live_boards": _chosen(VALUES_OF_RULES),
    "left_off": _chosen(COLUMNS_LEFT_OFF),
    "kind": _kind,
    "method": _plugin_in(all_methods),
    "precedence": _plugin_in(all_metrics),
    "preset": _preset,
    "rules": _rules,
    "name": _preset_name,
    "rating_system": system_name,
    "system": system_name,
}
