"""People who do not exist, for practice events."""

from __future__ import annotations

from random import Random

_FIRST = (
    "Ada", "Aldo", "Anouk", "Arlo", "Béla", "Berit", "Bruno", "Cato", "Clara", "Cosmo", "Dora", "Dušan", "Edda",
    "Elio", "Enzo", "Esme", "Falk", "Fay", "Gita", "Gus", "Hana", "Hugo", "Ilse", "Ivo", "Jarl", "Juno", "Kaia",
    "Kit", "Lena", "Lars", "Mara", "Milo", "Nils", "Noor", "Odo", "Oona", "Pia", "Quin", "Rosa", "Rune", "Saskia",
    "Sven", "Tilda", "Tove", "Uma", "Ursel", "Vera", "Vito", "Wanda", "Wim", "Xenia", "Yara", "Yves", "Zelda",
    "Zoltán",
)  # fmt: skip
_LAST = (
    "Abendrot", "Ashby", "Bramble", "Brook", "Cobalt", "Copperfield", "Drift", "Dunmore", "Eastwick", "Elm",
    "Fenwick", "Finch", "Flint", "Gale", "Greenwater", "Heather", "Hollis", "Ironwood", "Ivory", "Jessamine",
    "Juniper", "Kestrel", "Kingfisher", "Larkspur", "Lund", "Marrow", "Meadowlark", "Nettle", "Northam", "Oakum",
    "Ostrander", "Pellet", "Pike", "Quillfeather", "Quist", "Reed", "Rookwood", "Sorrel", "Starling", "Tamarind",
    "Thimble", "Umber", "Underhill", "Vantage", "Vetch", "Wick", "Winterbourne", "Yarrow", "Yewdale", "Zinnober",
)  # fmt: skip


def roster(number: int, rng: Random) -> list[str]:
    """That many different people with ratings, as a director would paste them; at most 2,500."""
    names = [f"{first} {last}" for first in _FIRST for last in _LAST]
    return [
        f"{name} {min(max(round(rng.gauss(1300, 300)), 300), 2200)}"
        for name in rng.sample(names, number)
    ]
