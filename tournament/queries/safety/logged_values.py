"""Labels for the keys and coded values in the states that the log stores before and after an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _lazy

from scoring.catalogue import rule_sets
from scoring.wording.disputes import TURN_KINDS
from scoring.wording.names import name_of as name_of_data
from scoring.wording.phrases import label_within_sentence
from tournament import extension
from tournament.catalogue import presets
from tournament.engine.attendance import LateEntry, Withdrawal
from tournament.engine.event_rules import EventRules
from tournament.engine.pairing.method import all_methods
from tournament.engine.pairing.seating import Seating
from tournament.engine.prizes.kind import all_kinds
from tournament.engine.standings.precedence import all_metrics
from tournament.models.membership import Role
from tournament.models.results import OUTCOME_CHOICES, ResultSource, ResultStatus
from tournament.wording.paper_columns import OMITTABLE_COLUMNS
from tournament.wording.plugins import name_of, option_texts, system_name, translate_text

KEY_LABELS: Mapping[str, Promise] = {
    "accepted": _lazy("granted"),
    "absent": _lazy("absent"),
    "acceptable": _lazy("acceptable"),
    "announced": _lazy("announced"),
    "board": _lazy("board"),
    "language": _lazy("language"),
    "second_language": _lazy("second language"),
    "by_initials": _lazy("only initials in public"),
    "byes": _lazy("byes"),
    "career_games": _lazy("career games"),
    "class": _lazy("class"),
    "changed": _lazy("changed"),
    "channel": _lazy("channel"),
    "colour": _lazy("colour"),
    "sponsor": _lazy("sponsors"),
    "club": _lazy("club"),
    "coordinate": _lazy("square"),
    "dark": _lazy("dark"),
    "date": _lazy("date"),
    "days": _lazy("days"),
    "division": _lazy("division"),
    "divisions": _lazy("divisions"),
    "entries_moved": _lazy("entries moved"),
    "events": _lazy("events"),
    "exclusive": _lazy("exclusive"),
    "files": _lazy("files"),
    "folder": _lazy("folder"),
    "finals": _lazy("final scores"),
    "first": _lazy("first"),
    "fixed_board": _lazy("fixed board"),
    "from": _lazy("from"),
    "game": _lazy("game"),
    "games": _lazy("games"),
    "hard": _lazy("without exception"),
    "held_back_from": _lazy("held back from round"),
    "here": _lazy("here"),
    "id": _lazy("entry"),
    "invitation": _lazy("invitation"),
    "judgement": _lazy("judgement"),
    "kept": _lazy("name kept"),
    "kind": _lazy("kind"),
    "left out": _lazy("left out"),
    "kiosk": _lazy("at the kiosk"),
    "on": _lazy("on"),
    "public": _lazy("public"),
    "left_off": _lazy("left off papers"),
    "lexicon": _lazy("word list"),
    "logo": _lazy("picture"),
    "member": _lazy("member"),
    "merged": _lazy("merged"),
    "method": _lazy("method"),
    "naspa_director_id": _lazy("NASPA number of the director"),
    "naspa_tournament_id": _lazy("NASPA number of the tournament"),
    "minutes": _lazy("minutes"),
    "name": _lazy("name"),
    "notes": _lazy("notes"),
    "notice": _lazy("notice"),
    "number": _lazy("number"),
    "numbers": _lazy("numbers"),
    "one": _lazy("player"),
    "options": _lazy("options"),
    "other": _lazy("other player"),
    "outcome": _lazy("outcome"),
    "overtime_minutes": _lazy("minutes of overtime"),
    "owes": _lazy("owes"),
    "paid": _lazy("paid"),
    "pairs": _lazy("pairs"),
    "people": _lazy("people"),
    "person": _lazy("person"),
    "per_second": _lazy("requests per second"),
    "is_minor": _lazy("minor"),
    "is_of_club": _lazy("of the club"),
    "place": _lazy("place"),
    "players": _lazy("players"),
    "players_report": _lazy("players report results"),
    "preset": _lazy("preset"),
    "rating": _lazy("rating"),
    "rating_class": _lazy("rating class"),
    "ratings": _lazy("ratings"),
    "remark": _lazy("remark"),
    "remarks": _lazy("remarks"),
    "results": _lazy("results"),
    "role": _lazy("role"),
    "round": _lazy("round"),
    "rounds": _lazy("rounds"),
    "rounds_planned": _lazy("rounds planned"),
    "rounds_still_open": _lazy("rounds still open"),
    "rows": _lazy("rows"),
    "rules": _lazy("rules"),
    "seat": _lazy("seat"),
    "second": _lazy("second"),
    "seconds_run": _lazy("seconds elapsed"),
    "seconds_a_page": _lazy("seconds per page"),
    "seed": _lazy("seed"),
    "sentence": _lazy("result"),
    "sha256": _lazy("fingerprint"),
    "shows": _lazy("shows"),
    "signed_at": _lazy("signed"),
    "snapshot": _lazy("snapshot"),
    "slot": _lazy("slot"),
    "source": _lazy("source"),
    "spread": _lazy("spread"),
    "spread_only": _lazy("spread only"),
    "standing": _lazy("state"),
    "system": _lazy("system"),
    "rule": _lazy("rule"),
    "team": _lazy("team"),
    "tiles": _lazy("tiles"),
    "title": _lazy("title"),
    "undone_entry": _lazy("entry undone"),
    "unused_places": _lazy("unused entries removed"),
    "value": _lazy("value"),
    "way": _lazy("how"),
    "why": _lazy("reason"),
    "winner": _lazy("winner"),
    "winners": _lazy("winners"),
    "withdrawn_after": _lazy("withdrawn after round"),
    "without_password": _lazy("without password"),
    "words": _lazy("words"),
    "registration": _lazy("registration"),
    "registrations": _lazy("registrations"),
    "fee": _lazy("fee"),
    "payment": _lazy("payment"),
    "questions": _lazy("questions"),
    "roles": _lazy("roles"),
    "run": _lazy("rating run"),
}
"""Labels of stored keys; the keys of options have the labels of the program's forms instead."""

LOGGED_DATACLASSES = (EventRules, Seating)
"""Dataclasses whose fields are logged under their field names, so that labels can be looked up by key."""

RULE_VALUE_LABELS = {
    "bye": _lazy("bye"),
    "forfeit": _lazy("forfeit"),
    "void": _lazy("void"),
    "last": _lazy("last"),
    "hidden": _lazy("hidden"),
    "halves": _lazy("half to each, such as 2-1"),
    "apart": _lazy("separately, such as 1-0-2"),
    "given_first": _lazy("first name first, such as Zoë Lindqvist"),
    "family_first": _lazy("family name first, such as Nagy Péter"),
    "full": _lazy("in full"),
    "first_and_initial": _lazy("first name and an initial, such as Zoë L."),
    "initials": _lazy("initials, such as Z. L."),
    "no": _lazy("no"),
    "confirmed": _lazy("yes, a result counts once both players agree"),
    "at_once": _lazy("yes, a result counts immediately"),
    "ended": _lazy("when the game has ended"),
    "turns_later": _lazy("some turns later"),
    "every_turn": _lazy("every turn immediately"),
}
"""Labels for the values of rules that offer a choice."""

ATTENDANCE_LABELS = {
    Withdrawal.AFTER: _lazy("plays this round and then leaves"),
    Withdrawal.NO_SHOW: _lazy("did not show up"),
    Withdrawal.FORFEIT: _lazy("forfeits this round and leaves"),
    Withdrawal.OPPONENT_BYE: _lazy("the opponent has the bye"),
    Withdrawal.OPPONENT_MEETS_BYE: _lazy("the opponent meets the player with the bye"),
    LateEntry.NEW_BYE: _lazy("has the bye"),
    LateEntry.BYES_SEAT: _lazy("meets the player with the bye"),
    LateEntry.NEXT_ROUND: _lazy("from the next round on"),
}
"""Labels for the ways in which a player can withdraw or join late."""


def key_label(key: str) -> str:
    """Return the label of a stored key, such as “rating class” for `rating_class`.

    A key without a label is returned with spaces for underscores.
    """
    if key in KEY_LABELS:
        return str(KEY_LABELS[key])
    option = _option_field(key)
    return (
        label_within_sentence(option_texts(option).label) if option else str(key).replace("_", " ")
    )


def value_label(key: str, value: str) -> str:
    """Return the label of a stored value if it is a code under that key, else the value itself."""
    if key in VALUE_LABEL_LOOKUPS:
        return VALUE_LABEL_LOOKUPS[key](value)
    for labels in extension.LOGGED_VALUES:
        if key in labels:
            return _label_lookup(labels[key])(value)
    option = _option_field(key)
    label = dict(option_texts(option).choices).get(value) if option else None
    return label_within_sentence(label) if label else value


def _option_field(key: str) -> Field[Any] | None:
    """Return the field with that name in one of `LOGGED_DATACLASSES` or in a pairing method's options, or None."""
    forms = (*LOGGED_DATACLASSES, *(method.Options for method in all_methods().values()))
    return next((item for form in forms for item in fields(form) if item.name == key), None)


def _label_lookup(labels: Mapping[Any, object]) -> Callable[[str], str]:
    return lambda value: label_within_sentence(labels.get(value, value))


def _plugin_label_lookup(plugins: Callable[[], Mapping[str, Any]]) -> Callable[[str], str]:
    return lambda value: name_of(plugins()[value]) if value in plugins() else value


def _kind_label(value: str) -> str:
    """Return the label of a kind of turn, or else of a kind of prize."""
    turns = {kind.value: text for kind, text in TURN_KINDS.items()}
    return (
        translate_text(turns[value]) if value in turns else _plugin_label_lookup(all_kinds)(value)
    )


def _preset_label(value: str) -> str:
    return translate_text(presets()[value].name) if value in presets() else value


def _preset_name(value: str) -> str:
    """Return the translated name of a built-in preset; a name given by a user stays as it is."""
    return translate_text(value) if value in {rules.name for rules in presets().values()} else value


def _rules_label(value: str) -> str:
    rules = rule_sets().get(value)
    return name_of_data(rules) if rules else value


VALUE_LABEL_LOOKUPS: Mapping[str, Callable[[str], str]] = {
    "outcome": _label_lookup(dict(OUTCOME_CHOICES)),
    "source": _label_lookup(dict(ResultSource.choices)),
    "standing": _label_lookup(dict(ResultStatus.choices)),
    "role": _label_lookup(dict(Role.choices)),
    "way": _label_lookup(ATTENDANCE_LABELS),
    "missed_rounds": _label_lookup(RULE_VALUE_LABELS),
    "rounds_after_leaving": _label_lookup(RULE_VALUE_LABELS),
    "withdrawn": _label_lookup(RULE_VALUE_LABELS),
    "ties": _label_lookup(RULE_VALUE_LABELS),
    "names": _label_lookup(RULE_VALUE_LABELS),
    "minors": _label_lookup(RULE_VALUE_LABELS),
    "players_report": _label_lookup(RULE_VALUE_LABELS),
    "live_boards": _label_lookup(RULE_VALUE_LABELS),
    "left_off": _label_lookup(OMITTABLE_COLUMNS),
    "kind": _kind_label,
    "method": _plugin_label_lookup(all_methods),
    "precedence": _plugin_label_lookup(all_metrics),
    "preset": _preset_label,
    "rules": _rules_label,
    "name": _preset_name,
    "rating_system": system_name,
    "system": system_name,
}
