"""Parse the rating after a name: an integer or a decimal, possibly with a thousands separator or after a word."""

import re

from tournament.engine.message import Message, Messages

MAX_RATING = 4000
UNRATED = frozenset(
    {"unrated", "unr", "unr.", "nr", "n/r", "n/a", "-", "--", "\u2013", "\u2014", "new", "0"}
)
RATING = re.compile(r"^\(?(\d{1,4})\)?[+*?p]?$")
THOUSANDS = re.compile(r"(?<![\d.,'])(\d{1,3})[., '](\d{3})(?=[\")+*?p]*$)")
"""A pattern for a rating with a thousands separator, at the end of a line: `1,650`, `1.650`, `1 650`."""
NO_RATING = re.compile(r"^\(?(?:\d{5,}|[-\u2212\u2013]\d+)\)?$")
"""A pattern for a number that was meant as a rating but is out of range."""
ZERO = re.compile(r"^0+$")
DECIMAL = re.compile(r"(?<![\d.,])(\d{4}[.,]\d{3,9}|\d{1,4}[.,]\d{1,2})(?=[\")]*$)")
"""A pattern for a rating with decimals at the end of a string: `1450.5`, `1450,5`, `1450.123`."""
TWO_NUMBERS = re.compile(r"[^\W\d].*?[\s,;](\d{3,5}) (\d{4,8})$")
"""A pattern for a name followed by two numbers, either of which could be the rating."""
NAMED_RATING = re.compile(
    r"(?:^|[\s,;:-])(?:rating|rtg|elo)[:.]?\s+(?=\(?\d{1,4}\)?$)", re.IGNORECASE
)
"""A pattern for a word such as `rating` before a rating."""


def join_thousands(text: str) -> str:
    """Return the text without the thousands separator in a final rating."""
    return THOUSANDS.sub(r"\1\2", text)


def round_rating(text: str) -> str:
    """Return the text with the decimals of a final rating rounded."""
    return DECIMAL.sub(lambda match: str(round(float(match[1].replace(",", ".")))), text)


def rating_note(typed: str, read: str) -> Messages:
    """Return a note on a final rating that was rounded or joined, or () if it was read as typed."""
    if typed == read:
        return ()
    words = [re.split(r"[\s;\"(]", text.rstrip('")'))[-1] for text in (typed, read)]
    if DECIMAL.search(typed):
        return (Message("rating_rounded", typed=words[0], rating=words[1]),)
    separated = THOUSANDS.search(typed)
    return (
        Message("rating_joined", typed=separated[0] if separated else words[0], rating=words[1]),
    )


def split_after_rating(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the line up to its rating, and the fields after it, such as a country or a club.

    Return the whole line and () if it has no such fields or is in another form.
    """
    fields = re.split(r"[;\t]|,(?=\s)", text)
    for at in range(1, len(fields) - 1):
        rating = round_rating(join_thousands(fields[at].strip()))
        if RATING.match(rating) and any(map(str.isalpha, fields[0])):
            behind = tuple(field.strip() for field in fields[at + 1 :] if field.strip())
            if all(any(map(str.isalpha, field)) for field in behind):
                length = sum(map(len, fields[: at + 1])) + at
                return text[:length].rstrip(), behind
    return text, ()


def is_rating(text: str) -> bool:
    """Return whether a cell is a rating, means unrated, or is a number outside the range of ratings."""
    whole = round_rating(join_thousands(text))
    return bool(RATING.match(whole) or NO_RATING.match(whole)) or text.casefold() in UNRATED


def check_rating(typed: str) -> tuple[int | None, Message | None]:
    """Return the rating and None, or None and the problem if the rating is too high or negative."""
    digits = "".join(letter for letter in typed if letter.isdecimal())
    if NO_RATING.match(typed) and not typed.strip("()").isdecimal():
        return None, Message("negative_rating", digits=digits)
    rating = int(digits[:9])
    if rating > MAX_RATING:
        return None, Message("high_rating", rating=digits[:9], most=MAX_RATING)
    return rating, None


def take_rating(fields: list[str]) -> tuple[str | None, list[str]]:
    """Return the digits of the rating ("" if there is none or it is 0) and the other fields.

    Return (None, []) if there are no other fields.
    """
    *before, last = fields or [""]
    words = last.split(" ")
    match = RATING.match(words[-1])
    digits = ""
    if match or words[-1].casefold() in UNRATED:
        digits = match.group(1) if match else ""
        words = words[:-1]
        last = " ".join(words)
    rest = [*before, last]
    rest = [field for field in rest if field]
    if not rest:
        return None, []
    return digits if digits.strip("0") else "", rest
