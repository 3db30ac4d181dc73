"""Which word list an event is played with."""

from django.db import transaction

from scoring import catalogue as game_catalogue
from scoring.actions.activity import Actor, log
from scoring.lexicon import Lexicon, lexicons
from tournament.actions.events import refuse_when_closed
from tournament.actions.refusal import Refused
from tournament.models import Event


class NoSuchWordList(Refused):
    """There is no such list here, or its words are made of other tiles."""


def lists_for(event: Event) -> list[Lexicon]:
    """The word lists here whose words are made of the event's tiles."""
    wanted = game_catalogue.rule_set(event.rules.rules).tile_set
    return [words for words in lexicons().values() if words.tileset == wanted]


def name_word_list(actor: Actor, event: Event, key: str) -> Event:
    """Play the event with the list of that key, or with none (“”): games begun already keep theirs.

    Raises `NoSuchWordList` and `EventClosed`.
    """
    words = {each.key: each for each in lists_for(event)}
    if key and key not in words:
        known = ", ".join(each.name for each in words.values()) or "none"
        raise NoSuchWordList(
            f"There is no such word list for this event's tiles. There are: {known}."
        )
    with transaction.atomic():
        held = Event.objects.select_for_update().get(pk=event.pk)
        refuse_when_closed(held)
        before, held.lexicon = held.lexicon, key
        held.save(update_fields=["lexicon"])
        said = f"{words[key].name}, {len(words[key]):,} words" if key else "no word list"
        log(
            actor,
            "name_word_list",
            f"{held} is played with {said}.",
            scope=f"event:{held.slug}",
            before={"lexicon": before},
            after={"lexicon": key, "sha256": words[key].sha256 if key else None},
        )
    return held
