"""Split the name on a roster line into fields, and find the family name."""

from collections.abc import Sequence

from tournament.engine.message import Message

SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})


class QuotedField(str):
    """A field that was in quotation marks: all of it is the name, including digits."""

    __slots__ = ()


def split_fields(text: str) -> list[str]:
    """Return the parts between commas, semicolons and tabs outside quotation marks.

    A part in quotation marks is split at its commas only, into quoted parts. A doubled quotation mark
    within quotation marks is a literal one.
    """
    parts: list[str] = []
    current, quoted, kind, literal = "", False, str, False
    for letter, following in zip(text, f"{text[1:]} ", strict=True):
        if literal:
            literal = False
        elif letter == '"' and quoted and following == '"':
            current, literal = current + letter, True
        elif letter == '"':
            quoted, kind = not quoted, QuotedField
            if not quoted and "," in current:
                parts += [QuotedField(piece.strip()) for piece in current.split(",")]
                current = ""
        elif letter in ",;\t" and not quoted:
            parts.append(kind(current.strip()))
            current, kind = "", str
        else:
            current += letter
    return [part for part in [*parts, kind(current.strip())] if part]


def family_name_index(words: Sequence[str]) -> int:
    """Return the index of the word where the family name begins, in a name with the first name first.

    It is the last word, with `de`, `van der`, `ter` before it and `Jr.`, `III` or `(Leeds)` after it;
    or all words in capitals at the end if the others are not in capitals (`Jan VAN DEN BERG`).
    """
    begin = len(words) - 1
    while begin > 1 and _is_suffix(words[begin]):
        begin -= 1
    if capitals := _count_capital_words(words[begin::-1]):
        begin -= capitals - 1
    while begin > 1 and words[begin - 1].islower():
        begin -= 1
    return begin


def move_suffix_to_family(given: str, family: str) -> tuple[str, str]:
    """Return the first and the family name, with a suffix after the first name moved to the family name."""
    *words, last = given.split()
    if words and _is_suffix(last):
        return " ".join(words), f"{family} {last}"
    return given, family


def parse_name_fields(fields: list[str]) -> tuple[str, str, Message | None]:
    """Return the given name, the family name, and the problem or None.

    The names are empty if the fields are not a name.
    """
    if any(character.isdigit() for f in fields if type(f) is str for character in f):
        return "", "", Message("digits_in_name")
    if len(fields) > 1 and (younger := next((f for f in fields[1:] if _is_suffix(f)), "")):
        others = [field for field in fields if field != younger]  # “King, Martin, Jr.”
        fields = [f"{others[0]} {younger}", *others[1:]]
    if len(fields) > 2:
        return "", "", Message("too_many_commas")
    if not all(any(character.isalpha() for character in field) for field in fields):
        return "", "", Message("not_a_name")
    if len(fields) == 2:
        return *move_suffix_to_family(fields[1], fields[0]), None
    words = fields[0].split()
    while len(words) > 1 and words[-1] in ("-", "\u2013"):
        words.pop()  # “Eva Krüger - 745”
    if capitals := _count_capital_words(words):
        return " ".join(words[capitals:]), " ".join(words[:capitals]), None  # “MÜLLER Jürgen”
    begin = family_name_index(words)
    return " ".join(words[:begin]), " ".join(words[begin:]), None


def _is_suffix(word: str) -> bool:
    """Return whether the word is a suffix that distinguishes people with the same name."""
    return word.strip(".").casefold() in SUFFIXES or (word[:1], word[-1:]) == ("(", ")")


def _count_capital_words(words: Sequence[str]) -> int:
    """Return how many leading words are a family name in capitals; 0 if all or none are.

    Initials alone do not count.
    """
    capitals = [word.isupper() and sum(map(str.isalpha, word)) > 1 for word in words]
    count = next((at for at, is_capital in enumerate(capitals) if not is_capital), 0)
    long = [sum(map(str.isalpha, word)) > 2 for word in words]
    others = any(map(all, zip(capitals[count:], long[count:], strict=True)))
    return count if any(long[:count]) and not others else 0
