"""Parse a pasted roster, one player per line, with messages on invalid lines.

Names are `First Last` or `Last, First`, followed by a rating (after spaces, a tab, a comma or a
semicolon), a member number such as `#AB123`, and `class: B`, `team: Rosas`, `country: SWE` or
`club: Lund`. Quotation marks around a field, a number in front (`12.` or `12)`), curly quotes and
all kinds of spaces are accepted. A heading line is skipped with a message.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from tournament.engine.message import Message, Messages
from tournament.engine.roster_name import parse_name_fields, split_fields
from tournament.engine.roster_rating import (
    MAX_RATING,
    NAMED_RATING,
    NO_RATING,
    RATING,
    TWO_NUMBERS,
    UNRATED,
    ZERO,
    check_rating,
    is_rating,
    join_thousands,
    rating_note,
    round_rating,
    split_after_rating,
    take_rating,
)

MAX_NAME_LENGTH = 80
MIN_NEAR_NAME_LENGTH = 6
"""The minimum length of names reported for differing in one letter; shorter names often differ like that."""
HEADING_WORDS = frozenset(
    {"name", "names", "player", "players", "first", "last", "firstname", "lastname", "surname"}
    | {"given", "family", "rating", "rtg", "ratings", "no", "number", "seed", "club", "city"}
    | {"class", "team", "country"}
)
BYE = re.compile(r"(?:bye|freilos)(?: [a-z0-9])?", re.IGNORECASE)
"""A pattern for the names of a bye in a list: `Bye`, `Bye A`."""
CUT_AT = 20
"""The length to which some programs cut names."""
QUOTES = str.maketrans(
    {
        "\u2018": "'",
        "\u2019": "'",
        "\u201a": "'",
        "\u201b": "'",
        "\u00b4": "'",
        "\u2032": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u201e": '"',
        "\u2033": '"',
        "\u00ab": '"',
        "\u00bb": '"',
        "\ufeff": "",
        "\u200b": "",
    }
)
UNSEEN = frozenset({"Cc", "Cf"})
"""The Unicode categories of invisible characters: a name with one could pass for another."""
LISTED = re.compile(r"^(?:\d{1,3}(?:[.)]| [-\u2013])|[-\u2013\u2022\u00b7*])\s+")
"""A pattern for list markers before a name: `3.`, `3)`, `3 -`, a dash, a dot or a star."""
BRACKETS = re.compile(r"[(\[{].*?[)\]}]")
SIGNS_OF_NAMES = frozenset(" -'.,\u00b7\u2010\u2011\u2013")
MAX_MEMBER_LENGTH = 40
MEMBER = re.compile(r"[\s,;]#[ ]?([^\s,;#\"]+)(?=[\s,;]|$)")
"""A pattern for a member number after the name."""
MAX_LENGTHS = {"rating_class": 20, "team": 40, "country": 40, "club": 80}
"""The maximum length of a marked value, by field."""
MARKS = {"class": "rating_class"} | {
    word: word for word in ("team", "country", "club", "member", "rating")
}
"""The field for each word that, followed by a colon, introduces a value after the name."""
MARKED = re.compile(
    rf"[\s,;](?P<mark>{'|'.join(MARKS)}):[ ]?(?:\"(?P<quoted>[^\"\t]*)\"|(?P<text>[^\t,;]*?))[ ,;]*"
    rf"(?=[\t,;]|\s(?:(?:{'|'.join(MARKS)}):|#)|$)",
    re.IGNORECASE,
)
"""A pattern for a marked value after the name; between quotation marks it may contain commas."""
COUNTRY = re.compile(r"[A-Z]{2,3}")
"""A pattern for an abbreviated country."""


Refusal = Callable[[str], Message]
"""A function that returns the reason why a player with the given name is refused."""


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One line of a pasted roster. `problem` is the reason why it is invalid, or None.

    `notes` are points to check; they do not make the line invalid. Lines are 1-based.
    """

    line: int
    text: str
    name: str = ""
    family: str = ""
    rating: int | None = None
    member: str = ""
    """The member number at the rating body; empty if the line has none."""
    rating_class: str = ""
    team: str = ""
    country: str = ""
    club: str = ""
    problem: Message | None = None
    notes: Messages = ()

    @property
    def is_valid(self) -> bool:
        """Whether the line is a player to add."""
        return bool(self.name) and not self.problem

    @property
    def is_bye(self) -> bool:
        """Whether the line is a bye, which is not a player."""
        return self.problem is not None and self.problem.code == "bye_in_list"

    @property
    def may_be_left_out(self) -> bool:
        """Whether the line is a bye, or perhaps a player who is already listed."""
        return self.is_bye or any(note.code == "looks_like" for note in self.notes)

    @property
    def sort_name(self) -> str:
        """The name as in sorted lists: `Last, First`."""
        if not self.family or self.name == self.family:
            return self.name
        return f"{self.family}, {self.name.removesuffix(self.family).strip()}"


def read_roster(
    text: str,
    present: Mapping[str, Refusal] | Iterable[str] = (),
    known: Iterable[str] = (),
    *,
    family_first: bool = False,
    in_english: Callable[[str], str] = str,
) -> list[RosterLine]:
    """Return every non-blank line of `text`, either parsed or with its problem.

    With `family_first`, names are spoken and listed with the family name first (Nagy Péter), with or
    without a comma after it. `present` are the names already in the division, optionally with the
    refusal for each; no player is added twice. `known` are players of other events: a name almost equal
    to one of them is accepted with a note. `in_english` translates the marks of a line (class, team,
    unrated) into English.
    """
    refusals = (
        dict(present)
        if isinstance(present, Mapping)
        else dict.fromkeys(present, duplicate_entry_message)
    )
    seen = {name_key(name): refusal for name, refusal in refusals.items()}
    known = {name_key(name): name for name in known}
    near: dict[str, str] = {}
    for name in (*known.values(), *refusals):
        near |= dict.fromkeys(near_duplicate_keys(name), name)
    lines: list[RosterLine] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        cleaned = normalize_text(raw)
        if not cleaned:
            continue
        row = _read_line(number, in_english(cleaned), cleaned, family_first=family_first)
        if row.is_valid:
            key, like = name_key(row.name), near_duplicate_keys(row.name)
            if key in seen:
                row = replace(row, problem=seen[key](row.name))
            else:
                other = next((near[name] for name in like if name in near), "")
                if key not in known:
                    same = (Message("looks_like", other=other),) if other else ()
                    row = replace(row, notes=(*same, *notes_on_name(row.name), *row.notes))
                seen[key] = partial(_duplicate_line_message, number)
                for near_key in like:
                    near.setdefault(near_key, row.name)
        lines.append(row)
    return lines


def split_by_division(text: str, words: Collection[str] = ("Division",)) -> list[tuple[str, str]]:
    """Return the name of each division, with the lines below its heading, such as "Division B:".

    Lines before the first heading come first, with an empty name. `words` are the words with which a
    heading can start.
    """
    word = "|".join(map(re.escape, words))
    heading = re.compile(rf"\s*(?:{word})\s+(\S.*?)\s*:\s*", re.IGNORECASE)
    parts: list[tuple[str, list[str]]] = [("", [])]
    for line in text.splitlines():
        if match := heading.fullmatch(line):
            parts.append((match[1], []))
        else:
            parts[-1][1].append(line)
    return [(name, "\n".join(lines)) for name, lines in parts if name or any(map(str.strip, lines))]


def notes_on_name(name: str) -> Messages:
    """Return notes on parts of a name that may be comments or slips: words in brackets, unusual signs."""
    notes = [Message("brackets_in_name", text=text) for text in BRACKETS.findall(name)]
    plain = BRACKETS.sub("", name)
    if signs := "".join(dict.fromkeys(c for c in plain if not _is_name_character(c))):
        notes.append(Message("signs_in_name", signs=signs))
    return tuple(notes)


def _is_name_character(character: str) -> bool:
    return character in SIGNS_OF_NAMES or unicodedata.category(character)[0] in "LM"


def duplicate_entry_message(name: str) -> Message:
    """Return the refusal of a player who is already in the division."""
    return Message("here_already", player=name)


def _duplicate_line_message(line: int, name: str) -> Message:
    return Message("on_line_already", player=name, line=line)


def read_name(text: str, *, family_first: bool = False) -> RosterLine:
    """Return the name in a separate field, either parsed or with its problem."""
    lines = read_roster(text, family_first=family_first)
    if not lines:
        return RosterLine(1, "", problem=Message("no_name"))
    row = lines[0]
    if row.problem or not row.name:
        return replace(row, name="", problem=row.problem or Message("not_a_name"))
    if len(lines) > 1 or row.rating is not None or row.member:
        return replace(row, problem=Message("more_than_name"))
    return row


def read_rating(text: str) -> tuple[int | None, Message | None]:
    """Return the rating in a separate field (None for unrated), and the problem or None.

    Thousands may be separated (`1,650`, `1.650`, `1 650`); 0 is unrated.
    """
    typed = normalize_text(text)
    if not typed or typed.casefold() in UNRATED or ZERO.match(typed):
        return None, None
    plain = join_thousands(typed)
    if NO_RATING.match(plain) or RATING.match(plain):
        return check_rating(plain)
    if typed.startswith("#"):
        return None, Message("member_not_rating", typed=typed)
    return None, Message("no_rating", typed=typed)


def normalize_text(text: str) -> str:
    """Return the text with composed letters, plain quotation marks and single spaces; tabs are kept.

    Invisible characters are removed.
    """
    composed = unicodedata.normalize("NFC", text).translate(QUOTES)
    seen = "".join(c for c in composed if c == "\t" or unicodedata.category(c) not in UNSEEN)
    fields = (" ".join(field.split()) for field in seen.split("\t"))
    return "\t".join(fields).strip()


def name_key(name: str) -> str:
    """Return a key that is equal for names differing only in case and spaces."""
    return " ".join(normalize_text(name).casefold().split())


def accentless_key(name: str) -> str:
    """Return a key like `name_key` that also ignores accents and punctuation."""
    split = unicodedata.normalize("NFD", name_key(name))
    letters = "".join(c for c in split if not unicodedata.combining(c))
    return re.sub(r"[^\w ]", "", letters)


def loose_key(name: str) -> str:
    """Return a key that ignores case, accents, punctuation and the order of words."""
    return " ".join(sorted(accentless_key(name.replace(",", " ").replace("-", " ")).split()))


def near_duplicate_keys(name: str) -> list[str]:
    """Return comparison keys of a name; near-duplicate names have at least one in common.

    Names are near-duplicates if one letter differs, if the words are reordered, or if one name is cut off.
    Short names have no keys for differing letters.
    """
    plain = accentless_key(name)
    words = " ".join(sorted(plain.split()))
    if len(plain) < MIN_NEAR_NAME_LENGTH:
        return [plain, words]
    if len(name_key(name)) >= CUT_AT:
        words_or_cut = [words, f"{name_key(name)[:CUT_AT]}\N{HORIZONTAL ELLIPSIS}"]
        return [plain, *words_or_cut, *(plain[:i] + plain[i + 1 :] for i in range(len(plain)))]
    return [plain, words, *(plain[:i] + plain[i + 1 :] for i in range(len(plain)))]


def _read_line(number: int, line: str, text: str, *, family_first: bool) -> RosterLine:
    def invalid_line(problem: Message) -> RosterLine:
        return RosterLine(number, text, problem=problem)

    marks, rest = _take_marked_values(LISTED.sub("", line))
    member, rest = _take_member_number(rest)
    if len(member) > MAX_MEMBER_LENGTH:
        return invalid_line(Message("long_member", letters=len(member), most=MAX_MEMBER_LENGTH))
    for field, most in MAX_LENGTHS.items():
        if (letters := len(marks.get(field, ""))) > most:
            return invalid_line(_too_long_message(field, letters, most))
    notes: list[Message] = []
    if is_member_number(marked := marks.pop("member", "")):
        member = member or marked
    elif marked:
        notes.append(Message("no_member_number", text=marked))
    if is_rating(marked := marks.pop("rating", "")):
        rest = f"{rest}\t{marked}"
    elif marked:
        notes.append(Message("read_as_unrated", text=marked))
    if two := TWO_NUMBERS.search(rest):
        return invalid_line(Message("two_numbers", first=two[1], second=two[2]))
    rest, left_out = split_after_rating(rest.rstrip())
    if len(left_out) == 1 and COUNTRY.fullmatch(left_out[0]):
        marks.setdefault("country", left_out[0])
        left_out = ()
    whole = round_rating(join_thousands(rest))
    notes += rating_note(rest, whole)
    rest = NAMED_RATING.sub(" ", whole)
    last = rest.replace('"', "").rpartition(" ")[2].rpartition("\t")[2].rpartition(",")[2]
    if NO_RATING.match(last):
        return RosterLine(number, text, problem=check_rating(last)[1])
    fields = split_fields(rest)
    words = {word.strip(".").casefold() for field in fields for word in field.split()}
    if words and words <= HEADING_WORDS:
        return RosterLine(number, text, notes=(Message("heading"),))
    rating_text, fields = take_rating(fields)
    if rating_text is None:
        return invalid_line(Message("rating_without_name"))
    given, family, problem = parse_name_fields(fields)
    if not problem and BYE.fullmatch(" ".join(filter(None, (given, family)))):
        problem = Message("bye_in_list", text=text)
    if problem:
        return invalid_line(problem)
    rating = int(rating_text) if rating_text else None
    if rating is not None and rating > MAX_RATING:
        return invalid_line(Message("high_rating", rating=str(rating), most=MAX_RATING))
    parts = (family, given) if family_first and len(fields) > 1 else (given, family)
    name = " ".join(part for part in parts if part)
    if family_first:
        family = name
    if len(name) > MAX_NAME_LENGTH:
        return invalid_line(Message("long_name", letters=len(name), most=MAX_NAME_LENGTH))
    if ZERO.match(last):
        notes.insert(0, Message("zero_is_unrated"))
    if left_out:
        notes.append(Message("fields_left_out", fields=left_out))
    return RosterLine(
        number,
        text,
        name,
        family,
        rating,
        member,
        marks.get("rating_class", ""),
        marks.get("team", ""),
        marks.get("country", ""),
        marks.get("club", ""),
        notes=tuple(notes),
    )


def _too_long_message(field: str, letters: int, most: int) -> Message:
    """Return the message about a marked value that is too long."""
    return {
        "rating_class": Message("long_class", letters=letters, most=most),
        "team": Message("long_team", letters=letters, most=most),
        "country": Message("long_country", letters=letters, most=most),
        "club": Message("long_club", letters=letters, most=most),
    }[field]


def is_member_number(text: str) -> bool:
    """Return whether the text can be a member number at a rating body."""
    return 0 < len(text) <= MAX_MEMBER_LENGTH and not re.search(r"[\s,;#\"]", text)


def _take_marked_values(text: str) -> tuple[dict[str, str], str]:
    """Return the marked values of a line by field, and the rest of the line."""
    marks: dict[str, str] = {}
    while match := MARKED.search(text):
        words = (match["quoted"] or match["text"] or "").split()
        marks.setdefault(MARKS[match["mark"].casefold()], " ".join(words))
        text = text[: match.start()] + text[match.end() :]
    return marks, text


def _take_member_number(text: str) -> tuple[str, str]:
    """Return the member number (empty if there is none), and the rest of the line."""
    match = MEMBER.search(text)
    if match is None:
        return "", text
    return match[1], text[: match.start()] + text[match.end() :]
