"""The likely slip: the simplest mistake that gives exactly the score that was announced.

Every mistake people make at the table is tried on the proof of the play: a premium missed, counted
again or taken for another, a blank at face value, the bonus, a word left out. What gives the
announced figure is reported, simplest kind first; when several are equally simple, all are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from scoring.engine.audit.blank_slips import typed_as_tiles
from scoring.engine.board.layouts import Premium
from scoring.engine.board.proof import Proof, TileProof
from scoring.engine.board.squares import Square
from scoring.engine.board.tiles import TileSet
from scoring.engine.rules.rulesets import ChallengeMode, RuleSet


@dataclass(slots=True)
class _Word:
    """A word as somebody may have counted it: points and factor for each tile, factors of the word."""

    values: list[int]
    letters: list[int]
    factors: list[int]
    counted: bool = True

    def score(self) -> int:
        if not self.counted:
            return 0
        total = sum(value * factor for value, factor in zip(self.values, self.letters, strict=True))
        for factor in self.factors:
            total *= factor
        return total


@dataclass(slots=True)
class _Count:
    """A whole play as somebody may have counted it."""

    words: list[_Word]
    bonus: int
    bonus_multiplied: bool = False

    def score(self) -> int:
        bonus = self.bonus
        if self.bonus_multiplied:
            for factor in self.words[0].factors:
                bonus *= factor
        return sum(word.score() for word in self.words) + bonus

    def after(self, *slips: _Slip) -> int:
        """The score somebody gets who makes these slips; this count stays as it is."""
        words = [
            _Word(word.values.copy(), word.letters.copy(), word.factors.copy())
            for word in self.words
        ]
        count = _Count(words, self.bonus)
        for slip in slips:
            slip.edit(count)
        return count.score()


class _Slip(NamedTuple):
    sentence: str
    edit: Callable[[_Count], None]
    common: bool = False
    """Happens often enough to be believed together with another."""


def likely_slips(
    proof: Proof, announced: int, tile_set: TileSet, rules: RuleSet, *, blanks: int = 0
) -> tuple[str, ...]:
    """The simplest mistakes that turn the correct score into `announced`, as sentences; () if none fits.

    With `blanks` not accounted for, one may have been typed as a tile.
    """
    if announced == proof.total:
        return ()
    for found in _explanations(proof, announced, tile_set, rules, blanks):
        if found:
            return tuple(dict.fromkeys(found))
    return ()


def _explanations(
    proof: Proof, announced: int, tile_set: TileSet, rules: RuleSet, blanks: int
) -> Iterator[list[str]]:
    """Explanations, those equally simple together, the simplest first."""
    difference = announced - proof.total
    right = _count(proof)
    singles = list(_singles(proof, tile_set, rules.bingo_bonus))
    yield (
        [slip.sentence for slip in singles if right.after(slip) == announced]
        + digits_swapped(proof.total, announced)
        + _bonuses(proof, difference, rules)
        + typed_as_tiles(proof, announced, blanks)
    )
    near = _misvalued(proof, right, announced, lambda worth: (worth - 1, worth + 1))
    yield _addition(difference) + near
    worths = sorted(set(tile_set.points.values()))
    yield _misvalued(proof, right, announced, lambda _: worths)
    yield _left_out(proof, right, announced)
    common = [slip for slip in singles if slip.common]
    yield [
        f"{one.sentence[:-1]}, and {_lower(other.sentence)}"
        for one, other in combinations(common, 2)
        if right.after(one, other) == announced
    ]


def total_slips(before: int, score: int, announced: int) -> tuple[str, ...]:
    """The simplest mistakes that turn ``before + score`` into the `announced` total."""
    difference = announced - (before + score)
    found = []
    if announced == before:
        found.append(f"The {score} of this turn was not added.")
    if announced == before + 2 * score:
        found.append(f"The {score} of this turn was added twice.")
    if announced == before - score:
        found.append(f"The {score} of this turn was taken off instead of added.")
    if abs(difference) in (10, 100, 20, 200, 30):
        found.append(
            f"Carried {abs(difference)} too {'many' if difference > 0 else 'few'} into the total."
        )
    found += digits_swapped(before + score, announced)
    return tuple(found) or tuple(_addition(difference))


def _count(proof: Proof) -> _Count:
    words = [
        _Word(
            [tile.value for tile in word.tiles],
            [tile.letter_factor for tile in word.tiles],
            [tile.word_factor for tile in word.tiles],
        )
        for word in proof.words
    ]
    return _Count(words, proof.bingo)


def _singles(proof: Proof, tile_set: TileSet, bonus: int) -> Iterator[_Slip]:
    yield from _word_premiums_together(proof)
    for square, places in _places(proof).items():
        tile = _tile(proof, places[0])
        if tile.premium is not None:
            if tile.new:
                yield from _new_premium(proof, square, places, tile)
            else:
                yield from _old_premium(square, places, tile.premium)
        if tile.value == 0:
            yield from _blank(proof, places, tile, tile_set)
    yield from _bonus(proof, bonus)
    if len(proof.words) > 1:
        for index, word in enumerate(proof.words):
            yield _Slip(
                f"The word {word.text} ({word.score}) was left out.", _leave_out(index), common=True
            )


def _places(proof: Proof) -> dict[Square, list[tuple[int, int]]]:
    """Where each square stands in the proof: pairs of word and tile."""
    places: dict[Square, list[tuple[int, int]]] = {}
    for index, word in enumerate(proof.words):
        for at, tile in enumerate(word.tiles):
            places.setdefault(tile.square, []).append((index, at))
    return places


def _tile(proof: Proof, place: tuple[int, int]) -> TileProof:
    return proof.words[place[0]].tiles[place[1]]


def _new_premium(
    proof: Proof, square: Square, places: list[tuple[int, int]], tile: TileProof
) -> Iterator[_Slip]:
    """A premium under a new tile: not counted, counted in one word only, or taken for another."""
    premium = tile.premium
    assert premium is not None
    yield _Slip(
        f"The {premium.words} on {square} was not counted.",
        _factor(places, premium, 1),
        common=True,
    )
    if len(places) > 1:
        for place in places:
            text = proof.words[place[0]].text
            yield _Slip(
                f"The {premium.words} on {square} was not counted in {text}.",
                _factor([place], premium, 1),
            )
    for other in (Premium.DLS, Premium.TLS, Premium.DWS, Premium.TWS):
        if other is not premium:

            def taken(count: _Count, premium: Premium = premium, other: Premium = other) -> None:
                _factor(places, premium, 1)(count)
                _factor(places, other, other.factor)(count)

            yield _Slip(f"The {premium.words} on {square} was taken for a {other.words}.", taken)


def _old_premium(
    square: Square, places: list[tuple[int, int]], premium: Premium
) -> Iterator[_Slip]:
    """A premium under a tile that lay there before: counted again."""
    yield _Slip(
        f"The {premium.words} on {square}, already used, was counted again.",
        _factor(places, premium, premium.factor),
        common=True,
    )


def _word_premiums_together(proof: Proof) -> Iterator[_Slip]:
    """A double-double or nine-timer multiplied once, or its factors added."""
    for index, word in enumerate(proof.words):
        factors = [tile.word_factor for tile in word.tiles if tile.word_factor > 1]
        if len(factors) < 2:
            continue
        names = {4: "double-double", 9: "nine-timer"}
        name = names.get(word.multiplier, f"x{word.multiplier}")
        for once in sorted(set(factors)):
            yield _Slip(
                f"The {name} of {word.text} was multiplied only x{once}.", _set_factors(index, once)
            )
        if sum(factors) != word.multiplier:
            added = sum(factors)
            yield _Slip(
                f"The {name} of {word.text} was counted x{added}: the factors were added.",
                _set_factors(index, added),
            )


def _blank(
    proof: Proof, places: list[tuple[int, int]], tile: TileProof, tile_set: TileSet
) -> Iterator[_Slip]:
    """A blank counted as the letter it stands for."""
    letter = tile_set.plain(tile.face)
    worth = tile_set.points.get(letter, 0)
    if worth:
        sentence = f"The blank {tile.face} on {tile.square} was counted as {letter}, {worth}."
        yield _Slip(sentence, _value(places, worth), common=True)
        if len(places) > 1:
            for place in places:
                text = proof.words[place[0]].text
                yield _Slip(f"{sentence[:-1]}, in {text}.", _value([place], worth))


def _bonus(proof: Proof, bonus: int) -> Iterator[_Slip]:
    if not proof.bingo:

        def given(count: _Count) -> None:
            count.bonus = bonus

        yield _Slip(
            f"The bonus of {bonus} was given, though not all tiles were laid.", given, common=True
        )
        return

    def forgotten(count: _Count) -> None:
        count.bonus = 0

    def multiplied(count: _Count) -> None:
        count.bonus_multiplied = True

    yield _Slip(f"The bonus of {proof.bingo} was forgotten.", forgotten, common=True)
    if proof.words[0].multiplier > 1:
        yield _Slip(f"The bonus of {proof.bingo} was multiplied with the word.", multiplied)


def _misvalued(
    proof: Proof, right: _Count, announced: int, others: Callable[[int], Iterable[int]]
) -> list[str]:
    """A letter counted with other points than its own in every word; `others` gives those to try."""
    found: dict[tuple[int, int], list[str]] = {}
    for which, worth, where in _letters(proof):
        for other in others(worth):
            slip = _Slip(which, _value(where, other))
            if other not in (0, worth) and right.after(slip) == announced:
                found.setdefault((worth, other), []).append(which)
    return [
        f"{_either(names)} was counted {other} instead of {worth}."
        for (worth, other), names in found.items()
    ]


def _left_out(proof: Proof, right: _Count, announced: int) -> list[str]:
    """A letter not counted at all, or counted in one of its words and not in the other."""
    found: dict[tuple[int, str], list[str]] = {}
    for which, worth, where in _letters(proof):
        if right.after(_Slip(which, _value(where, 0))) == announced:
            found.setdefault((worth, ""), []).append(which)
        for place in where if len(where) > 1 else ():
            if right.after(_Slip(which, _value([place], 0))) == announced:
                text = f" in {proof.words[place[0]].text}"
                found.setdefault((worth, text), []).append(which)
    return [
        f"{_either(names)} ({worth}) was not counted{text}."
        for (worth, text), names in found.items()
    ]


def _either(names: list[str]) -> str:
    """Names as alternatives: ``A``, ``A or E``, ``A, E or O``."""
    unique = list(dict.fromkeys(names))
    return unique[0] if len(unique) == 1 else f"{', '.join(unique[:-1])} or {unique[-1]}"


def _letters(proof: Proof) -> Iterator[tuple[str, int, list[tuple[int, int]]]]:
    """Every letter that counts something, by name, worth and places in the proof.

    A letter on several squares is taken as a whole first, then square by square.
    """
    squares: dict[tuple[str, int], dict[Square, list[tuple[int, int]]]] = {}
    for square, places in _places(proof).items():
        tile = _tile(proof, places[0])
        if tile.value:
            squares.setdefault((tile.face, tile.value), {})[square] = places
    for (face, worth), where in squares.items():
        yield face, worth, [place for places in where.values() for place in places]
        if len(where) > 1:
            for square, places in where.items():
                yield f"{face} on {square}", worth, places


def digits_swapped(correct: int, announced: int) -> list[str]:
    """The sentence for two neighbouring digits exchanged, [] if that is not what happened."""
    digits, other = str(abs(correct)), str(abs(announced))
    if len(digits) != len(other):
        return []
    for at in range(len(digits) - 1):
        swapped = digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]
        if swapped == other and swapped != digits:
            return [f"The digits of {correct} were swapped."]
    return []


def _bonuses(proof: Proof, difference: int, rules: RuleSet) -> list[str]:
    """Points for challenges in vain, written into the play instead of on a line of their own."""
    points = rules.penalty_points if rules.challenge is ChallengeMode.POINTS else 5
    number = difference // points if points else 0
    if difference <= 0 or difference % points or number > len(proof.words):
        return []
    if number == 1:
        return [f"A challenge bonus of {points} was folded into the score."]
    return [
        f"{_NUMBERS.get(number, str(number))} challenge bonuses of {points} were folded into the score."
    ]


_NUMBERS = {2: "Two", 3: "Three", 4: "Four", 5: "Five"}


def _addition(difference: int) -> list[str]:
    """A plain slip in adding: off by one or two, or by a carried ten."""
    if abs(difference) in (1, 2, 10, 20, 100):
        return [f"Added wrong by {abs(difference)}."]
    return []


def _factor(
    places: list[tuple[int, int]], premium: Premium, factor: int
) -> Callable[[_Count], None]:
    """Count this premium with another factor at these places."""

    def edit(count: _Count) -> None:
        for index, at in places:
            word = count.words[index]
            (word.letters if premium.applies_to == "letter" else word.factors)[at] = factor

    return edit


def _set_factors(index: int, factor: int) -> Callable[[_Count], None]:
    def edit(count: _Count) -> None:
        count.words[index].factors = [factor]

    return edit


def _value(places: list[tuple[int, int]], value: int) -> Callable[[_Count], None]:
    def edit(count: _Count) -> None:
        for index, at in places:
            count.words[index].values[at] = value

    return edit


def _leave_out(index: int) -> Callable[[_Count], None]:
    def edit(count: _Count) -> None:
        count.words[index].counted = False

    return edit


def _lower(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:] if sentence.startswith("The ") else sentence
