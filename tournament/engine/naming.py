"""The forms of a name in public: in full, with the family name's initial, or as initials."""

from __future__ import annotations

FULL, FIRST_AND_INITIAL, INITIALS = "full", "first_and_initial", "initials"
NAME_FORMS = (FULL, FIRST_AND_INITIAL, INITIALS)


def initials_of(name: str) -> str:
    """Return the initials of a name in its order: `Ana Lopez` is `A. L.`, `Lopez, Ana` is `L. A.`."""
    return " ".join(f"{part[0].upper()}." for part in name.replace(",", " ").split())


def name_form(*, by_initials: bool, is_minor: bool, minors: str) -> str:
    """Return the form of a name in public: initials on request, the event's choice for minors, or in full."""
    if by_initials:
        return INITIALS
    return minors if is_minor else FULL


def shown_name(name: str, sort_name: str, way: str) -> str:
    """Return the name as it appears in public: `Ana Lopez`, `Ana L.` or `A. L.`.

    With `FIRST_AND_INITIAL`, a single word stays whole, and a name whose family name is not known is
    reduced to initials.
    """
    if way == FULL:
        return name
    family, comma, given = sort_name.partition(", ")
    if way == FIRST_AND_INITIAL and " " not in name.strip():
        return name
    if way == FIRST_AND_INITIAL and comma and given:
        own = name.removesuffix(family).strip()
        if own != name:
            return f"{own} {initials_of(family)}"
        return f"{initials_of(family)} {given}"
    return initials_of(name)


def shown_sort_name(name: str, sort_name: str, way: str) -> str:
    """Return the public form of a sort name: `Lopez, Ana`, `L., Ana` or `L. A.`.

    With `FIRST_AND_INITIAL`, a single word stays whole, and a sort name without a comma is reduced to
    initials.
    """
    if way == FULL:
        return sort_name
    family, comma, given = sort_name.partition(", ")
    if way == FIRST_AND_INITIAL and comma and given:
        return f"{initials_of(family)}, {given}"
    if way == FIRST_AND_INITIAL and " " not in name.strip():
        return name
    return initials_of(sort_name)
