"""The value of a prize: parse an amount of money from the director's text, and share it."""

import re
from dataclasses import dataclass, replace

from tournament.engine.message import Message

CURRENCY = r"(?:[A-Z]{1,2}\$|[€$£¥₺]|[A-Z]{3}\b|kr\b|zł|Ft\b|Kč|euros?\b|dollars?\b|pounds?\b)"
AMOUNT = r"\d{1,3}(?:[ ,.'\u2019\u00a0]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?"
VALUE = re.compile(
    rf"^(?P<before>{CURRENCY}\s*)?(?P<amount>{AMOUNT})(?P<after>\s*{CURRENCY})?"
    r"(?:\s*(?:and|plus|with|[+,&])\s*(?P<extra>\S.*))?$"
)


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in cents with its currency as written: `before` or `after` the number."""

    cents: int
    before: str = ""
    after: str = ""

    @property
    def currency(self) -> str:
        """The currency without spaces; empty if none was written."""
        return (self.before or self.after).strip()

    def __str__(self) -> str:
        whole, cents = divmod(self.cents, 100)
        figure = f"{whole}.{cents:02d}" if cents else str(whole)
        return f"{self.before}{figure}{self.after}"


@dataclass(frozen=True, slots=True)
class PrizeValue:
    """A parsed prize value: money (None if there is none), and items that cannot be divided."""

    money: Money | None = None
    extra: str = ""

    @property
    def cents(self) -> int:
        """The money in cents; 0 if there is none."""
        return self.money.cents if self.money else 0


def parse_prize_value(text: str) -> PrizeValue:
    """Return a parsed value: money alone, money and something else, or something else alone.

    >>> parse_prize_value("€ 50 and a trophy")
    PrizeValue(money=Money(cents=5000, before='€ ', after=''), extra='a trophy')
    >>> parse_prize_value("$1,000.50").cents, parse_prize_value("2 tickets"), parse_prize_value("")
    (100050, PrizeValue(money=None, extra='2 tickets'), PrizeValue(money=None, extra=''))
    """
    text = " ".join(text.split())
    match = VALUE.match(text)
    if not match:
        return PrizeValue(None, text)
    money = Money(_cents(match["amount"]), match["before"] or "", match["after"] or "")
    return PrizeValue(money, match["extra"] or "")


def split_money(pool: Money, people: int) -> list[Money]:
    """Return the pool in `people` equal parts; the first parts get one leftover cent each.

    >>> [str(part) for part in split_money(Money(10000), 3)]
    ['33.34', '33.33', '33.33']
    """
    share, left = divmod(pool.cents, people)
    return [replace(pool, cents=share + (place < left)) for place in range(people)]


def sum_money(parts: list[Money]) -> Money | None:
    """Return the sum, or None if there is nothing to add or the currencies differ."""
    if not parts or len({part.currency for part in parts}) > 1:
        return None
    return replace(parts[0], cents=sum(part.cents for part in parts))


def sharing_message(amounts: tuple[str, ...], total: str, parts: tuple[str, ...]) -> Message:
    """Return the message on how the money is shared: in equal parts, or with a cent's difference."""
    people = len(parts)
    if len(amounts) > 1:
        if parts[0] == parts[-1]:
            return Message(
                "pool_shared", amounts=amounts, total=total, people=people, each=parts[0]
            )
        return Message(
            "pool_shared_unevenly", amounts=amounts, total=total, people=people, parts=parts
        )
    if parts[0] == parts[-1]:
        return Message("amount_shared", total=total, people=people, each=parts[0])
    return Message("amount_shared_unevenly", total=total, people=people, parts=parts)


def _cents(figure: str) -> int:
    whole, cents = figure, "00"
    if match := re.search(r"[.,](\d{1,2})$", figure):
        whole, cents = figure[: match.start()], match[1].ljust(2, "0")
    return int(re.sub(r"\D", "", whole)) * 100 + int(cents)
