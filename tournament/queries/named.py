"""Finding an event or a division by what somebody typed, with a sentence where there is none."""

from tournament.models import Division, Event


class NotThere(Exception):
    """What was typed names nothing there is; the sentence says what there is."""


def event_named(slug: str) -> Event:
    """The event with that short name. Raises `NotThere` naming those there are."""
    found = Event.objects.filter(slug=slug).first()
    if found is None:
        slugs = list(Event.objects.values_list("slug", flat=True)[:20])
        known = f"Events: {', '.join(slugs)}." if slugs else "There are no events yet."
        raise NotThere(f"There is no event “{slug}”. {known}")
    return found


def division_named(event: Event, name: str) -> Division:
    """The division of that name; the only one where no name is given. Raises `NotThere`."""
    there = list(event.divisions.select_related("event"))
    wanted = name.casefold()
    chosen = [d for d in there if not name or wanted in (d.name.casefold(), d.slug)]
    names = ", ".join(division.name for division in there) or "none yet"
    if not chosen:
        raise NotThere(f"{event} has no division “{name}”. Divisions: {names}.")
    if len(chosen) > 1:
        raise NotThere(f"{event} has several divisions. Add --division with one of: {names}.")
    return chosen[0]
