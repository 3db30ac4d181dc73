"""Option values from outside: every invalid one is explained."""

from dataclasses import dataclass

import pytest

from tests.tournament.engine.pairing.refusals import refused
from tournament.engine.pairing.method import all_methods, invalid_value_messages
from tournament.engine.plugins import option
from tournament.wording.sentences import sentences


@dataclass(frozen=True)
class Options:
    count: int = option(1)
    last: int | None = option(None)
    strict: bool = option(False)
    rest: str = option("swiss", choices=(("swiss", "Swiss"), ("halves", "halves")))
    word: str = option("")
    field: tuple[int, ...] = option(())
    pairs: tuple[tuple[int, int], ...] = option(())


def test_valid_values_are_not_mentioned_but_a_methods_wrong_one():
    good = {
        "count": 3, "last": None, "strict": True, "rest": "halves", "word": "x", "field": [1, 2],
        "pairs": [[1, 2], (3, 4)],
    }  # fmt: skip
    assert invalid_value_messages(Options, good) == ()
    assert invalid_value_messages(Options, {"last": 4}) == ()
    with refused(r"Factor: “factor” must be a whole number .* not 'x'\."):
        all_methods()["factor"].options_from({"factor": "x"})


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("count", "3", "“count” must be a whole number from 0 to 10,000,000, not '3'."),
        ("count", True, "“count” must be a whole number from 0 to 10,000,000, not True."),
        ("count", -1, "“count” must be a whole number from 0 to 10,000,000, not -1."),
        ("last", "x", "“last” must be a whole number, not 'x'."),
        ("strict", 1, "“strict” must be true or false, not 1."),
        ("rest", "best", "“rest” must be one of swiss, halves, not 'best'."),
        ("rest", ["swiss"], "“rest” must be one of swiss, halves, not ['swiss']."),
        ("word", 5, "“word” must be a line of text, not 5."),
        ("field", [1, "2"], "“field” must be a list of whole numbers, not [1, '2']."),
        ("field", 7, "“field” must be a list of whole numbers, not 7."),
        ("pairs", [[1, 2, 3]], "“pairs” must be a list of pairs of numbers, not [[1, 2, 3]]."),
    ],
)
def test_wrong_value_is_reported_with_the_expected_kind(name, value, sentence):
    assert sentences(invalid_value_messages(Options, {name: value}), {}) == (sentence,)


@pytest.mark.parametrize("key", all_methods())
def test_every_method_accepts_its_own_defaults(key):
    method = all_methods()[key]
    usual = {name: getattr(method.Options(), name) for name in method.Options.__dataclass_fields__}
    assert method.options_from(usual) == method.Options()


@pytest.mark.parametrize("letters", [37, 38, 39, 60])
def test_long_value_is_cut_to_forty_characters(letters):
    """Including its quotes; three of the forty are dots if it is longer."""
    value = "x" * letters
    (message,) = invalid_value_messages(Options, {"rest": value})
    shown = message.params["value"]
    assert shown == (repr(value) if letters <= 38 else f"'{'x' * 36}...")
