"""Keep two people of an event apart, and let them meet again."""

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import Refused, act
from tournament.models import Entry, Event, KeepApart, Player
from tournament.wording.log import say


def keep_apart(
    actor: Actor, event: Event, one: Player, other: Player, *, hard: bool, reason: str = ""
) -> KeepApart:
    """Keep two people apart in rounds still to be paired.

    With `hard` they are never paired, otherwise only if it cannot be avoided. Rounds already
    published are not changed. Raise `Refused` with every reason.
    """
    with act(actor, event, reason=reason) as action:
        reasons = []
        if one == other:
            reasons.append(_("Choose two different players."))
        entered = set(
            Entry.objects.filter(division__event=event, player__in=(one, other)).values_list(
                "player", flat=True
            )
        )
        reasons += [
            _("{player} is not in {event}.").format(player=player, event=event)
            for player in {one, other}
            if player.pk not in entered
        ]
        same = Q(one=one, other=other) | Q(one=other, other=one)
        if KeepApart.objects.filter(same, event=event, ended_at=None).exists():
            reasons.append(
                _("{one} and {other} are already kept apart. Let them meet again first.").format(
                    one=one, other=other
                )
            )
        if reasons:
            raise Refused(" ".join(reasons))
        pair = KeepApart.objects.create(
            event=event,
            one=one,
            other=other,
            is_hard=hard,
            reason=action.reason,
            added_by=actor.user,
            added_at=timezone.now(),
        )
        action.log(
            "keep_apart",
            say("keep_apart", one=one, other=other)
            if hard
            else say("keep_apart_if_possible", one=one, other=other),
            after={"one": one.name, "other": other.name, "hard": hard},
        )
    return pair


def end_keeping_apart(actor: Actor, pair: KeepApart) -> KeepApart:
    """Let the two people meet again; nothing happens if they already may.

    The row is kept, with the time at which the restriction ended.
    """
    with act(actor, pair.event) as action:
        pair = KeepApart.objects.select_related("event", "one", "other").get(pk=pair.pk)
        if pair.ended_at is None:
            pair.ended_at = timezone.now()
            pair.save(update_fields=["ended_at"])
            action.log(
                "end_apart",
                say("end_apart", one=pair.one, other=pair.other),
                before={"one": pair.one.name, "other": pair.other.name, "hard": pair.is_hard},
            )
    return pair
