"""Parse a list of prizes, one per line: "A: 1st place = 300", "high win $25", "class B 1st 80"."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tournament.engine.message import Message, MessageError, Messages
from tournament.engine.prizes.kind import BadPrize, PrizeKind, all_kinds
from tournament.engine.prizes.money import AMOUNT, CURRENCY, parse_prize_value

MAX_LENGTH = 80
RecognisedPrize = tuple[str, Mapping[str, Any], tuple[int, ...]]
"""The key of a kind, its options and the places."""
InEnglish = Callable[[str], str]
MAX_PLACES = 200
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
AT_END = re.compile(
    rf"^(?P<what>.*?\S)\s+(?P<value>(?:{CURRENCY}\s*)?(?:{AMOUNT})(?:\s*{CURRENCY})?"
    r"(?:\s+(?:and|plus|with)\s+.+)?)$"
)
ENDING = r"(?:st|nd|rd|th|\.?[ºª°]|ère|[eè]me|er|re|e|\.)"
"""A pattern for ordinal endings in English, German, Spanish and French."""
NUMBER = rf"#?(\d{{1,3}}){ENDING}?"
UNAMBIGUOUS_PLACE = re.compile(
    rf"(?:^|(?<=\s))#?(\d{{1,3}})(?:{ENDING}(?:\s*(?:-|\N{{EN DASH}}|to|until)\s*(\d{{1,3}})"
    rf"{ENDING})?)(?=\s|$)"
)
"""A pattern for an unambiguous place or range of places, with an ordinal ending."""
PLACES = re.compile(
    rf"(?:^|(?<=\s)){NUMBER}(?:\s*(?:-|\N{{EN DASH}}|to|until)\s*{NUMBER})?(?=\s|$)"
)


@dataclass(frozen=True, slots=True)
class PastedPrize:
    """A parsed line; `problem` is the reason why it is invalid, or None. Lines are 1-based.

    A range such as "4-6" has several `places`, each a prize of the same value.
    """

    line: int
    text: str
    kind: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    division: str = ""
    places: tuple[int, ...] = (1,)
    name: str = ""
    value: str = ""
    problem: Message | None = None
    note: Message | None = None

    @property
    def is_valid(self) -> bool:
        """Whether the line is valid."""
        return self.problem is None

    @property
    def titles(self) -> Messages:
        """The title of the prize for each place, or the name alone if it has one; empty for an invalid line."""
        if not self.is_valid:
            return ()
        if self.name:
            return (Message("prize_name", name=self.name),)
        made = all_kinds()[self.kind]
        options = made.options_from(self.options)
        return tuple(made.title_of(place, options) for place in self.places)


def read_prizes(
    text: str,
    divisions: Sequence[str],
    classes: Mapping[str, Collection[str]],
    *,
    in_english: InEnglish = str,
) -> list[PastedPrize]:
    """Return every non-blank line, either parsed or with its problem.

    `classes` has the names of each division's rating classes. If there are several divisions, a line
    starts with its division and a colon; without one, the prize is for the whole event. `in_english`
    translates the name of a prize into English.
    """
    lines = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = " ".join(_join_fields(raw, divisions).split())
        if line:
            try:
                lines.append(_read_line(number, line, divisions, classes, in_english))
            except MessageError as reason:
                lines.append(_invalid_line(number, line, reason.message))
    return lines


@dataclass(frozen=True, slots=True)
class ListedPrize:
    """The data of a prize that decide whether another one repeats it."""

    division: str
    kind: str
    options: Mapping[str, Any]
    place: int
    name: str
    value: str

    @property
    def identity(self) -> tuple[object, ...]:
        """The identity of the prize, which ignores its value."""
        options = tuple(sorted((key, str(v)) for key, v in self.options.items() if v is not None))
        return (self.division, self.kind, options, self.place, self.name.casefold())


def is_repeat(line: PastedPrize) -> bool:
    """Return whether the line is rejected because its prizes already exist."""
    return line.problem is not None and line.problem.code == "prize_there_already"


def reject_repeats(
    lines: Sequence[PastedPrize], listed: Sequence[ListedPrize]
) -> list[PastedPrize]:
    """Return the lines without the prizes that already exist, or are on an earlier line, with the same value.

    A line with no prize left has a problem that says so. A line that adds a different value to an
    existing prize ("1st = 300" and "1st = a trophy") is accepted with a note.
    """
    values: dict[tuple[object, ...], list[str]] = {}
    for prize in listed:
        values.setdefault(prize.identity, []).append(prize.value)
    checked = []
    for line in lines:
        if not line.is_valid:
            checked.append(line)
            continue
        left, others = [], []
        for place in line.places:
            prize = ListedPrize(
                line.division, line.kind, line.options, place, line.name, line.value
            )
            there = values.setdefault(prize.identity, [])
            if any(_are_equal_values(value, line.value) for value in there):
                continue
            left.append(place)
            others += there
            there.append(line.value)
        if not left:
            checked.append(_invalid_line(line.line, line.text, Message("prize_there_already")))
            continue
        note = line.note
        if len(left) < len(line.places):
            note = Message("some_places_there_already")
        elif others:
            note = Message("place_has_prize_already", values=tuple(dict.fromkeys(others)))
        checked.append(replace(line, places=tuple(left), note=note))
    return checked


def _are_equal_values(one: str, other: str) -> bool:
    """Return whether two values are equal, regardless of the format of currency and amount."""
    return _value_key(one) == _value_key(other)


def _value_key(value: str) -> tuple[int, str, str]:
    parts = parse_prize_value(value)
    money = parts.money
    currency = (money.before + money.after).strip().casefold() if money else ""
    return parts.cents, currency, parts.extra.casefold()


def _join_fields(raw: str, divisions: Sequence[str]) -> str:
    """Return a spreadsheet row as a line: the division, if any, then the prize and its value."""
    fields = [part.strip() for part in raw.split("\t") if part.strip()]
    if len(fields) < 2:
        return raw
    division = _split_off_division(f"{fields[0]}:", divisions)[0]
    what = fields[1:-1] if division else fields[:-1]
    joined = f"{' '.join(what)} = {fields[-1]}"
    return f"{division}: {joined}" if division else joined


def _read_line(
    number: int,
    text: str,
    divisions: Sequence[str],
    classes: Mapping[str, Collection[str]],
    in_english: InEnglish,
) -> PastedPrize:
    division, rest = _split_off_division(text, divisions, in_english)
    if not division and (unknown := _unknown_division(text, in_english)):
        return _invalid_line(number, text, _no_such_division_message(unknown, divisions))
    for what, value in _possible_splits(rest):
        recognised = _parse_prize(what, in_english)
        if recognised is None:
            continue
        key, options, places = recognised
        kind = all_kinds()[key]
        if key == "by_hand":
            break
        if kind.of_one_division and not division:
            if len(divisions) != 1:
                which = Message("which_division", divisions=tuple(divisions))
                return _invalid_line(number, text, which)
            division = divisions[0]
        note = None
        if "rating_class" in options:
            known = {name.casefold(): name for name in classes.get(division, ())}
            wanted = options["rating_class"].casefold()
            if wanted not in known:
                note = Message("empty_class", rating_class=options["rating_class"].upper())
            options = {"rating_class": known.get(wanted, options["rating_class"].upper())}
        return _check_line(
            PastedPrize(number, text, key, options, division, places, "", value, note=note), kind
        )
    by_hand = _text_after_by_hand(rest, in_english)
    if by_hand is not None:
        name, _, value = (part.strip() for part in by_hand.partition("="))
        if not value and (with_value := AT_END.match(name)):
            name, value = with_value["what"], with_value["value"]
        if not name:
            return _invalid_line(number, text, Message("what_called"))
        line = PastedPrize(number, text, "by_hand", {}, division, (1,), name, value)
        return _check_line(line, all_kinds()["by_hand"])
    return _invalid_line(number, text, Message("prize_not_understood", words=tuple(_examples())))


def _text_after_by_hand(text: str, in_english: InEnglish) -> str | None:
    """Return the text after “by hand” at the start, or None if the text starts differently."""
    words = text.split()
    for count in (1, 2, 3, 4):
        begin = in_english(" ".join(words[:count]).casefold()).rstrip(" :")
        if begin in ("by hand", "given by hand"):
            return " ".join(words[count:]).lstrip(" :")
    return None


def _no_such_division_message(name: str, divisions: Sequence[str]) -> Message:
    """Return the message that the division does not exist, naming the existing ones if there are any."""
    if not divisions:
        return Message("no_division_yet", division=name)
    return Message("no_such_division", division=name, count=len(divisions), known=tuple(divisions))


def _check_line(line: PastedPrize, kind: PrizeKind) -> PastedPrize:
    reasons = []
    if len(line.name) > MAX_LENGTH:
        reasons.append(Message("long_name", letters=len(line.name), most=MAX_LENGTH))
    if len(line.value) > MAX_LENGTH:
        reasons.append(Message("long_value", letters=len(line.value), most=MAX_LENGTH))
    if not line.places or line.places[0] < 1 or line.places[-1] > MAX_PLACES:
        reasons.append(Message("places_range", most=MAX_PLACES))
    try:
        kind.options_from(line.options)
    except BadPrize as reason:
        reasons.append(reason.message)
    if not reasons:
        return line
    return _invalid_line(line.line, line.text, Message("prize_reasons", reasons=tuple(reasons)))


def _split_off_division(
    text: str, divisions: Sequence[str], in_english: InEnglish = str
) -> tuple[str, str]:
    """Return the division at the start of a line, and the rest of the line.

    Without a known division, return "" (the whole event) and the whole line.
    """
    before, colon, rest = text.partition(":")
    if colon:
        typed = before.strip().casefold()
        wanted = in_english(typed).removeprefix("division ").strip()
        for name in divisions:
            if typed == name.casefold() or wanted in (
                name.casefold(),
                name.casefold().removeprefix("division "),
            ):
                return name, rest.strip()
    return "", text


def _unknown_division(text: str, in_english: InEnglish) -> str:
    """Return the name of a division that does not exist, or "" if the line names none.

    A line names one if it has a colon before a prize and no kind of prize before the colon.
    """
    before, colon, rest = (part.strip() for part in text.partition(":"))
    english = in_english(before)
    if not colon or not before or _parse_prize(before, in_english) or english.endswith("by hand"):
        return ""
    prize = any(_parse_prize(what, in_english) for what, _ in _possible_splits(rest))
    called = re.sub("^division ", "", english, flags=re.IGNORECASE)
    return called.strip() if prize else ""


def _possible_splits(text: str) -> list[tuple[str, str]]:
    """Return the possible splits into prize and value, the most likely first."""
    for sign in ("=", ":"):
        what, separator, value = text.partition(sign)
        if separator:
            return [(what.strip(), value.strip())]
    ways = [(text, "")]
    if match := AT_END.match(text):
        ways.insert(0, (match["what"], match["value"]))
    return ways


def _parse_prize(what: str, in_english: InEnglish) -> RecognisedPrize | None:
    """Return the kind named by the text, its options and the places, or None if it names no kind."""
    text = what.casefold()
    return _parse_english_prize(in_english(text)) or _parse_english_prize(text)


def _parse_english_prize(text: str) -> RecognisedPrize | None:
    words = text.split()
    if words and words[0] in ORDINALS:
        text = " ".join([str(ORDINALS.index(words[0]) + 1), *words[1:]])
    return (
        _parse_with_place(text, UNAMBIGUOUS_PLACE)
        or _parse_without_place(text)  # a number may be an option, as in tough luck 5
        or _parse_with_place(text, PLACES)
    )


def _parse_without_place(text: str) -> RecognisedPrize | None:
    """Return the kind named by the whole text, for the first place, or None if it names no kind."""
    for key, kind in all_kinds().items():
        options = kind.parse_options(text) if text else None
        if options is not None:
            return key, options, (1,)
    return None


def _parse_with_place(text: str, places: re.Pattern[str]) -> RecognisedPrize | None:
    """Return the kind named by the text without the place in it; None if it has no place or names no kind."""
    match = places.search(text)
    if not match:
        return None
    first = int(match[1])
    last = int(match[2] or first)
    rest = " ".join((text[: match.start()] + text[match.end() :]).split())
    rest = rest.removesuffix(" prize").removesuffix(" prizes")
    for key, kind in all_kinds().items():
        options = kind.parse_options(rest)
        if options is not None:
            return key, options, tuple(range(first, min(last, MAX_PLACES + 1) + 1))
    return None


def _examples() -> list[str]:
    return [kind.words[0] for kind in all_kinds().values() if kind.words and kind.words[0]] + [
        "class B"
    ]


def _invalid_line(number: int, text: str, why: Message) -> PastedPrize:
    return PastedPrize(number, text, problem=why)
