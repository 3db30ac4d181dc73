"""Who is gibsonized: whose prize is settled, whatever happens in the rounds left, and why.

Prizes of equal value count as one, so that whoever cannot leave them is gibsonized without being
sure of one place. A class prize is settled when nobody of the class can take it any more and its
holder cannot win a prize of the division.
"""

from dataclasses import dataclass

from tournament.engine.pairing.chase import Chase
from tournament.engine.pairing.request import PrizeBand


@dataclass(frozen=True, slots=True)
class Gibsonized:
    """One entry whose prize is settled: which, and the sentence for the page that says why."""

    number: int
    place: int
    """Where the entry stands now, in the division."""
    band: PrizeBand
    why: str

    def __str__(self) -> str:
        return self.why


def gibsonized(chase: Chase) -> tuple[Gibsonized, ...]:
    """Everybody whose prize is settled, best first."""
    found = []
    for number in chase.order:
        band = _settled(chase, number)
        if band is not None:
            found.append(Gibsonized(number, chase.place[number], band, _why(chase, number, band)))
    return tuple(found)


def _settled(chase: Chase, number: int) -> PrizeBand | None:
    """The prize nobody can take from the entry and it cannot better; None when there is none."""
    best = chase.best(number)
    if best <= chase.last_prize:
        worst = chase.worst(number)
        return next((b for b in chase.bands if _holds(b, "", best, worst)), None)
    group = chase.classes.get(number, "")
    if not chase.bands_of_class(group):
        return None
    best, worst = chase.class_best(number), chase.class_worst(number)
    return next((b for b in chase.bands_of_class(group) if _holds(b, group, best, worst)), None)


def _holds(band: PrizeBand, group: str, best: int, worst: int) -> bool:
    return band.group == group and band.first <= best and worst <= band.last


def _why(chase: Chase, number: int, band: PrizeBand) -> str:
    """`Ann is gibsonized for 1st place: 3 wins ahead of Ben with 2 rounds left.`"""
    rivals = [other for other in chase.order if other != number and _is_rival(chase, other, band)]
    chasers = [other for other in rivals if not chase.can_catch(other, number)]
    ahead = [other for other in rivals if not chase.can_catch(number, other)]
    told = []
    if chasers:
        told.append(f"{chase.lead(number, chasers[0])} ahead of {chase.name(chasers[0])}")
    else:
        told.append("nobody is left to take it")
    if band.first > 1 and ahead:
        told.append(f"{chase.lead(ahead[-1], number)} behind {chase.name(ahead[-1])}")
    rounds, them = ("1 round", "it") if chase.left == 1 else (f"{chase.left} rounds", "them")
    sentence = f"{' and '.join(told)} with {rounds} left"
    if any("spread" in part for part in told):
        sentence += f"; {chase.reach} spread cannot be made up in {them}"
    return f"{chase.name(number)} is gibsonized for {named(band)}: {sentence}."


def _is_rival(chase: Chase, other: int, band: PrizeBand) -> bool:
    if not band.group:
        return True
    return chase.classes.get(other, "") == band.group and not chase.wins_prize(other)


def named(band: PrizeBand) -> str:
    """The prize as people say it: `1st place`, `places 2 to 4`, `1st place of class B`."""
    places = ordinal(band.first) + " place"
    if band.last > band.first:
        places = f"places {band.first} to {band.last}"
    return f"{places} of class {band.group}" if band.group else places


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th`, `11th`."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10)
    return f"{number}{ending or 'th'}"
