"""Fees in words: amounts owed, payments, and the totals of an event."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext, pgettext_lazy

from scoring.wording.phrases import comma_list
from tournament.federation.engine.fees import FeeBalance, FeeTotals, format_amount

PAYMENT_METHODS = (
    ("cash", _lazy("cash")),
    ("transfer", _lazy("bank transfer")),
    ("card", _lazy("card or online")),
    ("other", pgettext_lazy("a way of paying", "other")),
)
"""The key and the name of each payment method."""


def fee_in_words(balance: FeeBalance, fee: str) -> str:
    """Return the amount owed, or else the amount paid and the payment methods; an empty string if there is no fee.

    If a fee is settled without a recorded payment, refer to the list of players.
    """
    if balance.owed and balance.paid:
        return _("{owed} of {due} to pay").format(
            owed=format_amount(balance.owed, fee), due=format_amount(balance.due, fee)
        )
    if balance.owed:
        return _("{owed} to pay").format(owed=format_amount(balance.owed, fee))
    if balance.paid:
        ways = comma_list(str(dict(PAYMENT_METHODS)[way]) for way in balance.payment_methods)
        return _("{amount} paid, {how}").format(amount=format_amount(balance.paid, fee), how=ways)
    return _("paid (see the list of players)") if balance.due and balance.is_settled else ""


def fees_in_words(totals: FeeTotals, fee: str) -> str:
    """Return the totals of an event as a sentence."""
    return ngettext(
        "Fees: {paid} of {due} paid; {count} person still owes {owed}.",
        "Fees: {paid} of {due} paid; {count} people still owe {owed}.",
        totals.people_owing,
    ).format(
        paid=format_amount(totals.paid, fee),
        due=format_amount(totals.due, fee),
        count=totals.people_owing,
        owed=format_amount(totals.owed, fee),
    )
