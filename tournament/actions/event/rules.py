"""Change the rules and the word list of an event.

Once a round is published, a change of the rules needs a reason unless it only affects display.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from django.db.models import Max, Q
from django.utils.translation import gettext as _

from scoring import catalogue as game_catalogue
from scoring.actions.activity import Actor
from scoring.lexicon import Lexicon, lexicons
from scoring.wording.names import name_of
from scoring.wording.phrases import comma_list
from tournament.actions.act import (
    ReasonMissing,
    Refused,
    act,
    lock_divisions,
    refuse_when_changed,
    refuse_when_closed,
)
from tournament.catalogue import tile_set_of
from tournament.engine.event_rules import (
    RULES_CHANGEABLE_ANY_TIME,
    BadEventRules,
    EventRules,
    caps_after_change,
    event_rules,
)
from tournament.models import Division, Event
from tournament.models.rounds import Phase
from tournament.queries.versions import version_of
from tournament.wording.log import say
from tournament.wording.plugins import english_label
from tournament.wording.sentences import sentence


def change_rules(
    actor: Actor,
    event: Event,
    values: Mapping[str, Any],
    *,
    reason: str = "",
    seen: str | None = None,
) -> Event:
    """Change the rules of the event to `values`, which contain every rule.

    Awards, caps and ranks up to the latest published round are kept: standings after earlier rounds
    keep their former ranking. A word list for other tiles is replaced by a matching one. `seen` is
    the version of the rules (`EventRules.as_dict`) the form is based on, or None. Raise
    `EditConflict` with the values that would be replaced; `Refused` for invalid, unknown or unchanged
    rules or a closed event; and `ReasonMissing` once a round is published, except for rules that
    only affect display (`AT_ONCE`).
    """
    with act(actor, event, reason=reason) as action:
        divisions = lock_divisions(event)
        event = Event.objects.get(pk=event.pk)
        before = event.rules
        settled = latest_published_rounds(event)
        try:
            wanted = event_rules(dict(values), event.name)
            caps = caps_after_change(
                before.spread_caps, wanted.spread_caps, max(settled.values(), default=0)
            )
            after = event_rules(wanted.as_dict() | {"spread_caps": caps}, event.name)
        except BadEventRules as bad:
            raise Refused(sentence(bad.message)) from bad
        refuse_unknown_components(after)
        was, now = before.as_dict(), after.as_dict()
        changed = sorted(key for key in now if now[key] != was[key])
        if not changed:
            raise Refused(_("These rules already apply. Nothing was changed."))
        refuse_when_changed(
            seen,
            version_of(was),
            what=_("The rule set of {event}").format(event=event),
            now={key: was[key] for key in changed},
        )
        if (
            any(settled.values())
            and not action.reason
            and not RULES_CHANGEABLE_ANY_TIME.issuperset(changed)
        ):
            raise ReasonMissing(
                _(
                    "Round {round} is published, so players rely on the rules. Give a reason "
                    "for the change."
                ).format(round=max(settled.values()))
            )
        if "precedence" in changed:
            _preserve_earlier_ranking(divisions, before.precedence, settled)
        event.rules_copy = now
        event.__dict__.pop("rules", None)
        was_list, event.lexicon = event.lexicon, matching_word_list(event, after)
        event.save(update_fields=["rules_copy", "lexicon"])
        lists: list[dict[str, str]] = [{}, {}]
        if was_list != event.lexicon:
            lists = [{"lexicon": was_list}, {"lexicon": event.lexicon}]
        labels = {item.name: english_label(item) for item in fields(EventRules)}
        action.log(
            "change_rules",
            say("change_rules", event=event, rules=[labels[key] for key in changed]),
            before={key: was[key] for key in changed} | lists[0],
            after={key: now[key] for key in changed} | lists[1],
        )
    return event


def refuse_unknown_components(rules: EventRules) -> None:
    """Raise `Refused` for rules with an unknown rule set, tile set or board."""
    if rules.rules not in game_catalogue.rule_sets():
        raise Refused(_("There is no scoring rule set “{key}”.").format(key=rules.rules))
    if rules.tile_set and rules.tile_set not in game_catalogue.tile_sets():
        raise Refused(_("There is no tile set “{key}”.").format(key=rules.tile_set))
    if rules.layout and rules.layout not in game_catalogue.layouts():
        raise Refused(_("There is no board “{key}”.").format(key=rules.layout))


def matching_word_list(event: Event, rules: EventRules) -> str:
    """Return the key of the event's word list if it is for the tiles of these rules, else of the first that is.

    Return an empty string if there is no such list or the event has no word list.
    """
    here, key = lexicons(event.organisation_id), event.lexicon
    fitting = [name for name, words in here.items() if words.tileset == tile_set_of(rules).key]
    if not key or key in fitting:
        return key
    return next(iter(fitting), "")


def latest_published_rounds(event: Event) -> dict[int, int]:
    """Return the number of each division's latest published round, by division key; 0 if none is published."""
    published = ~Q(rounds__phase=Phase.DRAFT) & Q(rounds__isnull=False)
    rows = Division.objects.filter(event=event).annotate(
        last=Max("rounds__number", filter=published)
    )
    return {row.pk: row.last or 0 for row in rows}


def _preserve_earlier_ranking(
    divisions: list[Division], keys: tuple[str, ...], settled: Mapping[int, int]
) -> None:
    for division in divisions:
        last = settled[division.pk]
        if last and not division.precedence:
            earlier = [row for row in division.ranked_before if row[0] < last]
            if not any(row[0] >= last for row in division.ranked_before):
                division.ranked_before = [*earlier, [last, list(keys)]]
                division.save(update_fields=["ranked_before"])


def word_lists_for(event: Event) -> list[Lexicon]:
    """Return the installed word lists that use the event's tiles."""
    wanted = tile_set_of(event.rules)
    here = lexicons(event.organisation_id)
    return [words for words in here.values() if words.tileset == wanted.key]


def set_word_list(actor: Actor, event: Event, key: str) -> Event:
    """Set the event's word list to the one with this key, or remove it if the key is empty.

    Games already begun keep theirs. Raise `Refused` for an unknown list, one for other tiles, or a
    closed event.
    """
    words = {lexicon.key: lexicon for lexicon in word_lists_for(event)}
    if key and key not in words:
        known = comma_list(name_of(lexicon) for lexicon in words.values()) or _("none")
        raise Refused(
            _("There is no such word list for this event's tiles. Choose one of: {lists}.").format(
                lists=known
            )
        )
    with act(actor, event, allow_closed=True) as action:
        held = Event.objects.get(pk=event.pk)
        refuse_when_closed(held)
        before, held.lexicon = held.lexicon, key
        held.save(update_fields=["lexicon"])
        sentence = say("no_word_list", event=held)
        if key:
            sentence = say("word_list", event=held, name=words[key].name, words=len(words[key]))
        action.log(
            "name_word_list",
            sentence,
            before={"lexicon": before},
            after={"lexicon": key, "sha256": words[key].sha256 if key else None},
        )
    return held
