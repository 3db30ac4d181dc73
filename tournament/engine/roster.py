"""Reading a pasted roster: one player a line, as people write them, and what was not understood.

Understood are `First Last` and `Last, First`, either followed by a rating (after blanks, a tab, a
comma or a semicolon), a member number marked `#AB123`, `class: B` and `team: Rosas` behind, quotation
marks around a field, a number in front (`12.` or `12)`), curly quotes, blanks of every kind. A heading
line is passed over and said to be.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from tournament.engine.message import Message, Messages
from tournament.engine.roster_rating import (
    HIGHEST_RATING,
    NAMED_RATING,
    NO_RATING,
    RATING,
    TWO_NUMBERS,
    UNRATED,
    ZERO,
    as_read,
    in_range,
    join_thousands,
    rating_last,
    take_rating,
    whole_rating,
)

LONGEST_NAME = 80
SHORTEST_NEAR = 6
"""Names with fewer letters differ by one letter often enough not to be remarked on."""
HEADING_WORDS = frozenset(
    {"name", "names", "player", "players", "first", "last", "firstname", "lastname", "surname"}
    | {"given", "family", "rating", "rtg", "ratings", "no", "number", "seed", "club", "city"}
    | {"class", "team"}
)
BYE = re.compile(r"(?:bye|freilos)(?: [a-z0-9])?", re.IGNORECASE)
"""What stands in a list for nobody: `Bye`, `Bye A`."""
CUT_AT = 20
"""The letters that some programs have room for in a name."""
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
SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})
UNSEEN = frozenset({"Cc", "Cf"})
"""Kinds of characters that take no place: a name with one could pass for another."""
LISTED = re.compile(r"^(?:\d{1,3}(?:[.)]| [-\u2013])|[-\u2013\u2022\u00b7*])\s+")
"""What a list puts before a name: `3.`, `3)`, `3 -`, a dash, a dot or a star."""
BRACKETS = re.compile(r"[(\[{].*?[)\]}]")
SIGNS_OF_NAMES = frozenset(" -'.,\u00b7\u2010\u2011\u2013")
LONGEST_MEMBER = 40
MEMBER = re.compile(r"[\s,;]#[ ]?([^\s,;#\"]+)(?=[\s,;]|$)")
"""A number at the rating body, behind the name."""
LONGEST_CLASS = 20
LONGEST_TEAM = 40
MARKED = re.compile(
    r"[\s,;](?P<mark>class|team):[ ]?(?P<text>[^\t,;]*?)[ ]*(?=[\t,;]|\s(?:class|team|#)|$)",
    re.IGNORECASE,
)
"""A class of ratings or a team, behind the name."""


Refusal = Callable[[str], Message]
"""Why somebody of that name is not taken."""


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One line of a pasted roster. `problem` says why it cannot be taken; None when it can.

    `notes` are things to look at that do not stop the line. Lines count from 1.
    """

    line: int
    text: str
    name: str = ""
    family: str = ""
    rating: int | None = None
    member: str = ""
    """The number at the rating body; empty where the line has none."""
    rating_class: str = ""
    team: str = ""
    problem: Message | None = None
    notes: Messages = ()

    @property
    def taken(self) -> bool:
        """Whether the line gives a player to add."""
        return bool(self.name) and not self.problem

    @property
    def sort_name(self) -> str:
        """The name as lists are ordered by: `Last, First`."""
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
    """Every line of `text` that is not blank, understood or with the reason why not.

    With `family_first` names are said and listed family name first (Nagy Péter), with or without a comma behind it.
    `present` are the names already there, or of each name what refuses it; nobody is taken a second time.
    `known` are people of other events: a name that is nearly theirs is taken, with a remark.
    `in_english` gives a line with its marks (class, team, unrated) in English.
    """
    refusals = dict(present) if isinstance(present, Mapping) else dict.fromkeys(present, is_here)
    seen = {name_key(name): refusal for name, refusal in refusals.items()}
    known = {name_key(name): name for name in known}
    near: dict[str, str] = {}
    for name in (*known.values(), *refusals):
        near |= dict.fromkeys(nearby(name), name)
    lines: list[RosterLine] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        cleaned = clean(raw)
        if not cleaned:
            continue
        row = _read_line(number, in_english(cleaned), cleaned, family_first=family_first)
        if row.taken:
            key, like = name_key(row.name), nearby(row.name)
            if key in seen:
                row = replace(row, problem=seen[key](row.name))
            else:
                other = next((near[name] for name in like if name in near), "")
                if key not in known:
                    same = (Message("looks_like", other=other),) if other else ()
                    row = replace(row, notes=(*same, *unusual_in(row.name), *row.notes))
                seen[key] = partial(_is_on_line, number)
                near = dict.fromkeys(like, row.name) | near
        lines.append(row)
    return lines


def unusual_in(name: str) -> Messages:
    """What in a name may be a remark or a slip: words in brackets, and signs that names do not have."""
    notes = [Message("brackets_in_name", text=text) for text in BRACKETS.findall(name)]
    plain = BRACKETS.sub("", name)
    if signs := "".join(dict.fromkeys(c for c in plain if not _is_of_a_name(c))):
        notes.append(Message("signs_in_name", signs=signs))
    return tuple(notes)


def _is_of_a_name(character: str) -> bool:
    return character in SIGNS_OF_NAMES or unicodedata.category(character)[0] in "LM"


def is_here(name: str) -> Message:
    """What refuses somebody of that name who is in the division."""
    return Message("here_already", player=name)


def _is_on_line(line: int, name: str) -> Message:
    return Message("on_line_already", player=name, line=line)


def read_name(text: str, *, family_first: bool = False) -> RosterLine:
    """One name as a person types it into a field of its own, understood or with the reason why not."""
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
    """The rating typed into a field of its own, None for who is unrated, and what is wrong with it.

    Thousands may stand apart (`1,650`, `1.650`, `1 650`); 0 is unrated.
    """
    typed = clean(text)
    if not typed or typed.casefold() in UNRATED or ZERO.match(typed):
        return None, None
    plain = join_thousands(typed)
    if NO_RATING.match(plain) or RATING.match(plain):
        return in_range(plain)
    if typed.startswith("#"):
        return None, Message("member_not_rating", typed=typed)
    return None, Message("no_rating", typed=typed)


def clean(text: str) -> str:
    """The text with composed letters, plain quotation marks and single blanks; tabs are kept."""
    composed = unicodedata.normalize("NFC", text).translate(QUOTES)
    seen = "".join(c for c in composed if c == "\t" or unicodedata.category(c) not in UNSEEN)
    fields = (" ".join(field.split()) for field in seen.split("\t"))
    return "\t".join(fields).strip()


def name_key(name: str) -> str:
    """What two spellings of one name have in common: case and blanks do not matter."""
    return " ".join(clean(name).casefold().split())


def without_accents(name: str) -> str:
    """A looser key: accents and marks do not matter either."""
    split = unicodedata.normalize("NFD", name_key(name))
    letters = "".join(c for c in split if not unicodedata.combining(c))
    return re.sub(r"[^\w ]", "", letters)


def loose_key(name: str) -> str:
    """What names of one person have in common that differ in case, accents, marks and the order of their words."""
    return " ".join(sorted(without_accents(name.replace(",", " ").replace("-", " ")).split()))


def family_begins(words: Sequence[str]) -> int:
    """The place in a name, said first name first, where the family name begins.

    It is the last word, with `de`, `van der`, `ter` in front of it and `Jr.`, `III` or `(Leeds)` behind it.
    """
    begin = len(words) - 1
    while begin > 1 and _is_suffix(words[begin]):
        begin -= 1
    while begin > 1 and words[begin - 1].islower():
        begin -= 1
    return begin


def apart(given: str, family: str) -> tuple[str, str]:
    """First name and family name; what stands behind the first name and belongs to the other moves."""
    *words, last = given.split()
    if words and _is_suffix(last):
        return " ".join(words), f"{family} {last}"
    return given, family


def _is_suffix(word: str) -> bool:
    """Whether it tells people of one name apart, and is no name itself."""
    return word.strip(".").casefold() in SUFFIXES or (word[:1], word[-1:]) == ("(", ")")


def nearby(name: str) -> list[str]:
    """Keys of which two share one when their names differ in a letter or the order of words, or one is cut short."""
    plain = without_accents(name)
    words = " ".join(sorted(plain.split()))
    if len(plain) < SHORTEST_NEAR:
        return [plain, words]
    if len(name_key(name)) >= CUT_AT:
        words_or_cut = [words, f"{name_key(name)[:CUT_AT]}\N{HORIZONTAL ELLIPSIS}"]
        return [plain, *words_or_cut, *(plain[:i] + plain[i + 1 :] for i in range(len(plain)))]
    return [plain, words, *(plain[:i] + plain[i + 1 :] for i in range(len(plain)))]


def _read_line(number: int, line: str, text: str, *, family_first: bool) -> RosterLine:
    member, rest = _take_member(LISTED.sub("", line))
    if len(member) > LONGEST_MEMBER:
        long = Message("long_member", letters=len(member), most=LONGEST_MEMBER)
        return RosterLine(number, text, problem=long)
    marks, rest = _take_marks(rest)
    if wrong := _too_long(marks):
        return RosterLine(number, text, problem=wrong)
    if two := TWO_NUMBERS.search(rest):
        several = Message("two_numbers", first=two[1], second=two[2])
        return RosterLine(number, text, problem=several)
    rest, left_out = rating_last(rest.rstrip())
    whole = whole_rating(join_thousands(rest))
    rounded = as_read(rest, whole)
    rest = NAMED_RATING.sub(" ", whole)
    last = rest.replace('"', "").rpartition(" ")[2].rpartition("\t")[2].rpartition(",")[2]
    if NO_RATING.match(last):
        return RosterLine(number, text, problem=in_range(last)[1])
    fields = _fields(rest)
    words = {word.strip(".").casefold() for field in fields for word in field.split()}
    if words and words <= HEADING_WORDS:
        return RosterLine(number, text, notes=(Message("heading"),))
    rating_text, fields = take_rating(fields)
    if rating_text is None:
        return RosterLine(number, text, problem=Message("rating_without_name"))
    given, family, problem = _name(fields)
    if not problem and BYE.fullmatch(" ".join(filter(None, (given, family)))):
        problem = Message("bye_in_list", text=text)
    if problem:
        return RosterLine(number, text, problem=problem)
    rating = int(rating_text) if rating_text else None
    if rating is not None and rating > HIGHEST_RATING:
        high = Message("high_rating", rating=str(rating), most=HIGHEST_RATING)
        return RosterLine(number, text, problem=high)
    parts = (family, given) if family_first and len(fields) > 1 else (given, family)
    name = " ".join(part for part in parts if part)
    if family_first:
        family = name
    if len(name) > LONGEST_NAME:
        long = Message("long_name", letters=len(name), most=LONGEST_NAME)
        return RosterLine(number, text, problem=long)
    notes = (Message("zero_is_unrated"),) if ZERO.match(last) else ()
    notes = (*notes, *rounded)
    if left_out:
        notes = (*notes, Message("fields_left_out", fields=left_out))
    return RosterLine(
        number,
        text,
        name,
        family,
        rating,
        member,
        marks.get("rating_class", ""),
        marks.get("team", ""),
        notes=notes,
    )


def _take_marks(text: str) -> tuple[dict[str, str], str]:
    """Class and team by the name they have on a line, and the line without them."""
    marks: dict[str, str] = {}
    while match := MARKED.search(text):
        mark = "team" if match["mark"].casefold() == "team" else "rating_class"
        marks.setdefault(mark, " ".join(match["text"].split()))
        text = text[: match.start()] + text[match.end() :]
    return marks, text


def _too_long(marks: Mapping[str, str]) -> Message | None:
    """What is wrong with a class or a team; None for nothing."""
    if (letters := len(marks.get("rating_class", ""))) > LONGEST_CLASS:
        return Message("long_class", letters=letters, most=LONGEST_CLASS)
    if (letters := len(marks.get("team", ""))) > LONGEST_TEAM:
        return Message("long_team", letters=letters, most=LONGEST_TEAM)
    return None


def _take_member(text: str) -> tuple[str, str]:
    """The member number, empty for none, and the line without it."""
    match = MEMBER.search(text)
    if match is None:
        return "", text
    return match[1], text[: match.start()] + text[match.end() :]


def _fields(text: str) -> list[str]:
    """The parts between commas, semicolons and tabs that stand outside quotation marks."""
    parts, current, quoted = [], "", False
    for letter in text:
        if letter == '"':
            quoted = not quoted
            if not quoted and "," in current:
                parts += [piece.strip() for piece in current.split(",")]
                current = ""
        elif letter in ",;\t" and not quoted:
            parts.append(current.strip())
            current = ""
        else:
            current += letter
    return [part for part in [*parts, current.strip()] if part]


def _is_in_capitals(word: str) -> bool:
    """Whether it is written as lists write family names; initials are not."""
    return word.isupper() and sum(map(str.isalpha, word)) > 2


def _name(fields: list[str]) -> tuple[str, str, Message | None]:
    """Given name, family name and, when it is not a name, why not."""
    if any(character.isdigit() for field in fields for character in field):
        return "", "", Message("digits_in_name")
    if len(fields) > 1 and (younger := next((f for f in fields[1:] if _is_suffix(f)), "")):
        others = [field for field in fields if field != younger]  # “King, Martin, Jr.”
        fields = [f"{others[0]} {younger}", *others[1:]]
    if len(fields) > 2:
        return "", "", Message("too_many_commas")
    if not all(any(character.isalpha() for character in field) for field in fields):
        return "", "", Message("not_a_name")
    if len(fields) == 2:
        return *apart(fields[1], fields[0]), None
    words = fields[0].split()
    while len(words) > 1 and words[-1] in ("-", "\u2013"):
        words.pop()  # “Eva Krüger - 745”
    capitals = next((at for at, word in enumerate(words) if not _is_in_capitals(word)), 0)
    if 0 < capitals < len(words) and not any(map(_is_in_capitals, words[capitals:])):
        return " ".join(words[capitals:]), " ".join(words[:capitals]), None  # “MÜLLER Jürgen”
    begin = family_begins(words)
    return " ".join(words[:begin]), " ".join(words[begin:]), None
