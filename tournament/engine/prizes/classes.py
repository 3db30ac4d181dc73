"""Rating classes: a division split by rating into A, B, C ...; equal ratings stay together."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from tournament.engine.message import Message

MAX_NAME_LENGTH = 20
MAX_CLASSES = 26
CUT = re.compile(
    r"^(?:class\s+)?(?P<name>.+?)(?:\s*[:=,]?\s+(?:from\s+|>=?\s*)?(?P<least>\d{1,4})\+?)?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ClassCut:
    """A rating class and its lowest rating; if that is None, the class has no lower limit."""

    name: str
    least: int | None = None

    def __str__(self) -> str:
        return self.name if self.least is None else f"{self.name} from {self.least}"


@dataclass(frozen=True, slots=True)
class ParsedClass:
    """A class parsed from the director's text; `problem` is the reason why it is invalid, or None.

    `line` is its 1-based position in the text.
    """

    line: int
    text: str
    cut: ClassCut | None = None
    problem: Message | None = None


def read_rating_classes(text: str) -> list[ParsedClass]:
    """Return the classes in a text such as "A from 1600, B from 1200, C", each with its problem, if any.

    Classes are separated by line breaks, commas or semicolons.
    """
    lines: list[ParsedClass] = []
    pieces = [piece.strip() for piece in re.split(r"[\n;,]+", text)]
    names: set[str] = set()
    before: ClassCut | None = None
    for number, piece in enumerate(filter(None, pieces), start=1):
        match = CUT.match(" ".join(piece.split()))
        name = match["name"] if match else ""
        least = int(match["least"]) if match and match["least"] else None
        cut = ClassCut(name, least)
        problem = None
        if not any(letter.isalnum() for letter in name):
            problem = Message("class_needs_name")
        elif len(name) > MAX_NAME_LENGTH:
            problem = Message("long_name", letters=len(name), most=MAX_NAME_LENGTH)
        elif name.casefold() in names:
            problem = Message("class_twice", name=name)
        elif before is not None and before.least is None:
            problem = Message("class_open", before=before.name, name=name)
        elif before is not None and least is not None and least >= (before.least or 0):
            problem = Message("class_not_below", least=least, before=before.least)
        names.add(name.casefold())
        lines.append(ParsedClass(number, piece, None if problem else cut, problem))
        before = before if problem else cut
    if len(lines) > MAX_CLASSES:
        lines[MAX_CLASSES] = ParsedClass(
            MAX_CLASSES + 1,
            lines[MAX_CLASSES].text,
            None,
            Message("most_classes", most=MAX_CLASSES),
        )
    return lines


def class_by_number(ratings: Mapping[int, int | None], cuts: Sequence[ClassCut]) -> dict[int, str]:
    """Return the class of every entry by number; "" for an entry rated below the last class.

    Unrated players are in the class without a lowest rating, if there is one.
    """
    classes = {}
    for number, rating in ratings.items():
        classes[number] = next(
            (
                rating_class.name
                for rating_class in cuts
                if rating_class.least is None or (rating or 0) >= rating_class.least
            ),
            "",
        )
    return classes


def equal_class_cuts(ratings: Mapping[int, int | None], parts: int) -> tuple[ClassCut, ...]:
    """Return cuts into `parts` classes A, B, C ... as equal in size as equal ratings allow.

    Each cut is made between two ratings, as close as possible to an equal division. If too many players
    have the same rating, there are fewer classes. The last class is open and includes the unrated players.
    """
    ordered = sorted((rating or 0 for rating in ratings.values()), reverse=True)
    steps = [at for at in range(1, len(ordered)) if ordered[at] < ordered[at - 1]]
    chosen: list[int] = []
    for part in range(1, min(parts, MAX_CLASSES)):
        wanted = len(ordered) * part / parts
        free = [at for at in steps if not chosen or at > chosen[-1]]
        if free:
            chosen.append(min(free, key=lambda at: (abs(at - wanted), at)))
    names = iter(ascii_uppercase)
    cuts = [ClassCut(next(names), ordered[at - 1]) for at in chosen]
    return (*cuts, ClassCut(next(names)))
