"""Likely slips: the simplest mistakes that give exactly the announced score.

Common mistakes are tried on the proof of the play: a premium missed, counted again or confused with
another, a blank at face value, the bonus, an omitted word. Those that give the announced figure are
reported, the simplest kind first, and the likeliest among equally simple ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from scoring.engine.audit.blank_slips import misplaced_blank_slips, unmarked_blank_slips
from scoring.engine.audit.challenge_slips import possible_challenge_slips, recorded_challenge_slips
from scoring.engine.audit.clues import NO_CLUES, Clues
from scoring.engine.audit.likelihood import MAX_SLIPS, most_likely_slips
from scoring.engine.board.layouts import Premium
from scoring.engine.board.proof import Proof, TileProof
from scoring.engine.board.squares import Square
from scoring.engine.board.tiles import TileSet
from scoring.engine.message import Message, Messages
from scoring.engine.rules.rulesets import RuleSet


@dataclass(slots=True)
class _Word:
    """A word as a player may have counted it: the points and factor of each tile, and the word factors."""

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
    """A whole play as a player may have counted it."""

    words: list[_Word]
    bonus: int
    bonus_multiplied: bool = False

    def score(self) -> int:
        bonus = self.bonus
        if self.bonus_multiplied:
            for factor in self.words[0].factors:
                bonus *= factor
        return sum(word.score() for word in self.words) + bonus

    def score_after(self, *slips: _Slip) -> int:
        """Return the score after making these slips. This count is not changed."""
        words = [
            _Word(word.values.copy(), word.letters.copy(), word.factors.copy())
            for word in self.words
        ]
        count = _Count(words, self.bonus)
        for slip in slips:
            slip.edit(count)
        return count.score()


class _Slip(NamedTuple):
    message: Message
    edit: Callable[[_Count], None]
    common: bool = False
    """Whether the slip is frequent enough to be combined with another."""


def likely_slips(
    proof: Proof, announced: int, tile_set: TileSet, rules: RuleSet, clues: Clues = NO_CLUES
) -> Messages:
    """Return the simplest mistakes that turn the correct score into `announced`, or ().

    At most `MAX_SLIPS` are returned, the likeliest first. Slips confirmed by the `clues` of the
    record precede all others.
    """
    if announced == proof.total:
        return ()
    borne_out = recorded_challenge_slips(announced - proof.total, clues.challenge_points)
    for messages in _explanations(proof, announced, tile_set, rules, clues):
        if borne_out or messages:
            return most_likely_slips(borne_out, messages)
    return ()


def _explanations(
    proof: Proof, announced: int, tile_set: TileSet, rules: RuleSet, clues: Clues
) -> Iterator[list[Message]]:
    """Yield lists of equally simple explanations, the simplest first."""
    difference = announced - proof.total
    right = _correct_count(proof)
    singles = list(_single_slips(proof, tile_set, rules.bingo_bonus))
    yield (
        [slip.message for slip in singles if right.score_after(slip) == announced]
        + swapped_digits_slips(proof.total, announced)
        + possible_challenge_slips(proof, difference, rules)
        + unmarked_blank_slips(proof, announced, clues.blanks, clues.surplus)
        + misplaced_blank_slips(proof, announced, tile_set)
    )
    near = _wrong_value_slips(proof, right, announced, lambda worth: (worth - 1, worth + 1))
    yield _addition_slips(difference) + near
    worths = sorted(set(tile_set.points.values()))
    yield _wrong_value_slips(proof, right, announced, lambda _: worths)
    yield _omission_slips(proof, right, announced)
    common = [slip for slip in singles if slip.common]
    yield [
        Message("two_slips", first=one.message, second=other.message)
        for one, other in combinations(common, 2)
        if right.score_after(one, other) == announced
    ]


def total_slips(before: int, score: int, announced: int) -> Messages:
    """Return the simplest mistakes that turn ``before + score`` into the `announced` total, or ().

    At most `MAX_SLIPS` are returned.
    """
    difference = announced - (before + score)
    slips = []
    if announced == before:
        slips.append(Message("score_not_added", score=score))
    if announced == before + 2 * score:
        slips.append(Message("score_added_twice", score=score))
    if announced == before - score:
        slips.append(Message("score_taken_off", score=score))
    if abs(difference) in (10, 100, 20, 200, 30):
        code = "carried_too_many" if difference > 0 else "carried_too_few"
        slips.append(Message(code, points=abs(difference)))
    slips += swapped_digits_slips(before + score, announced)
    return (tuple(slips) or tuple(_addition_slips(difference)))[:MAX_SLIPS]


def _correct_count(proof: Proof) -> _Count:
    words = [
        _Word(
            [tile.value for tile in word.tiles],
            [tile.letter_factor for tile in word.tiles],
            [tile.word_factor for tile in word.tiles],
        )
        for word in proof.words
    ]
    return _Count(words, proof.bingo)


def _single_slips(proof: Proof, tile_set: TileSet, bonus: int) -> Iterator[_Slip]:
    yield from _word_premium_slips(proof)
    for square, places in _positions_by_square(proof).items():
        tile = _tile(proof, places[0])
        if tile.premium is not None:
            if tile.new:
                yield from _new_premium_slips(proof, square, places, tile)
            else:
                yield from _old_premium_slips(square, places, tile.premium)
        if tile.value == 0:
            yield from _blank_slips(proof, places, tile, tile_set)
    yield from _bonus_slips(proof, bonus)
    if len(proof.words) > 1:
        for index, word in enumerate(proof.words):
            message = Message("word_left_out", word=word.text, score=word.score)
            yield _Slip(message, _omission_edit(index), common=True)


def _positions_by_square(proof: Proof) -> dict[Square, list[tuple[int, int]]]:
    """Return the positions of each square in the proof, as pairs of a word index and a tile index."""
    places: dict[Square, list[tuple[int, int]]] = {}
    for index, word in enumerate(proof.words):
        for at, tile in enumerate(word.tiles):
            places.setdefault(tile.square, []).append((index, at))
    return places


def _tile(proof: Proof, place: tuple[int, int]) -> TileProof:
    return proof.words[place[0]].tiles[place[1]]


def _new_premium_slips(
    proof: Proof, square: Square, places: list[tuple[int, int]], tile: TileProof
) -> Iterator[_Slip]:
    """Yield slips for a premium under a new tile: missed, counted in one word only, or confused with another."""
    premium = tile.premium
    assert premium is not None
    missed = Message("premium_missed", premium=premium, square=square)
    yield _Slip(missed, _premium_factor_edit(places, premium, 1), common=True)
    if len(places) > 1:
        for place in places:
            text = proof.words[place[0]].text
            message = Message("premium_missed_in", premium=premium, square=square, word=text)
            yield _Slip(message, _premium_factor_edit([place], premium, 1))
    for other in (Premium.DLS, Premium.TLS, Premium.DWS, Premium.TWS):
        if other is not premium:

            def count_other_premium(
                count: _Count, premium: Premium = premium, other: Premium = other
            ) -> None:
                _premium_factor_edit(places, premium, 1)(count)
                _premium_factor_edit(places, other, other.factor)(count)

            message = Message("premium_mistaken", premium=premium, square=square, other=other)
            yield _Slip(message, count_other_premium)


def _old_premium_slips(
    square: Square, places: list[tuple[int, int]], premium: Premium
) -> Iterator[_Slip]:
    """Yield the slip of counting a premium again under a tile that was already on the board."""
    message = Message("premium_again", premium=premium, square=square)
    yield _Slip(message, _premium_factor_edit(places, premium, premium.factor), common=True)


def _word_premium_slips(proof: Proof) -> Iterator[_Slip]:
    """Yield slips for a word with several word premiums: multiplied by one factor, or by the sum of the factors."""
    for index, word in enumerate(proof.words):
        factors = [tile.word_factor for tile in word.tiles if tile.word_factor > 1]
        if len(factors) < 2:
            continue
        product = _PRODUCTS.get(word.multiplier) or Message("product", factor=word.multiplier)
        for once in sorted(set(factors)):
            message = Message("multiplied_once", product=product, word=word.text, factor=once)
            yield _Slip(message, _word_factors_edit(index, once))
        added = sum(factors)
        if added != word.multiplier:
            message = Message("factors_added", product=product, word=word.text, factor=added)
            yield _Slip(message, _word_factors_edit(index, added))


_PRODUCTS = {4: Message("double_double"), 9: Message("nine_timer")}


def _blank_slips(
    proof: Proof, places: list[tuple[int, int]], tile: TileProof, tile_set: TileSet
) -> Iterator[_Slip]:
    """Yield slips that count a blank as the letter it stands for."""
    letter = tile_set.letter_of(tile.face)
    worth = tile_set.points.get(letter, 0)
    if worth:
        blank = {"face": tile.face, "square": tile.square, "letter": letter, "worth": worth}
        yield _Slip(Message("blank_counted", **blank), _tile_value_edit(places, worth), common=True)
        if len(places) > 1:
            for place in places:
                text = proof.words[place[0]].text
                message = Message("blank_counted_in", **blank, word=text)
                yield _Slip(message, _tile_value_edit([place], worth))


def _bonus_slips(proof: Proof, bonus: int) -> Iterator[_Slip]:
    if not proof.bingo:

        def give_bonus(count: _Count) -> None:
            count.bonus = bonus

        yield _Slip(Message("bonus_given", bonus=bonus), give_bonus, common=True)
        return

    def forget_bonus(count: _Count) -> None:
        count.bonus = 0

    def multiply_bonus(count: _Count) -> None:
        count.bonus_multiplied = True

    yield _Slip(Message("bonus_forgotten", bonus=proof.bingo), forget_bonus, common=True)
    if proof.words[0].multiplier > 1:
        yield _Slip(Message("bonus_multiplied", bonus=proof.bingo), multiply_bonus)


def _wrong_value_slips(
    proof: Proof, right: _Count, announced: int, others: Callable[[int], Iterable[int]]
) -> list[Message]:
    """Return messages for a letter that, counted with wrong points, would make the play score `announced`.

    `others` gives the points to try instead of the right ones.
    """
    letters: dict[tuple[int, int], list[Message]] = {}
    for letter, worth, places in _letters(proof):
        for other in others(worth):
            slip = _Slip(letter, _tile_value_edit(places, other))
            if other not in (0, worth) and right.score_after(slip) == announced:
                letters.setdefault((worth, other), []).append(letter)
    return [
        Message("misvalued", letters=_without_duplicates(names), other=other, worth=worth)
        for (worth, other), names in letters.items()
    ]


def _omission_slips(proof: Proof, right: _Count, announced: int) -> list[Message]:
    """Return messages for a letter whose omission would make the play score `announced`.

    The letter is not counted at all, or not counted in one of its words.
    """
    letters: dict[tuple[int, str], list[Message]] = {}
    for letter, worth, places in _letters(proof):
        if right.score_after(_Slip(letter, _tile_value_edit(places, 0))) == announced:
            letters.setdefault((worth, ""), []).append(letter)
        for place in places if len(places) > 1 else ():
            if right.score_after(_Slip(letter, _tile_value_edit([place], 0))) == announced:
                text = proof.words[place[0]].text
                letters.setdefault((worth, text), []).append(letter)
    return [
        Message("letter_missed_in", letters=_without_duplicates(names), worth=worth, word=text)
        if text
        else Message("letter_missed", letters=_without_duplicates(names), worth=worth)
        for (worth, text), names in letters.items()
    ]


def _without_duplicates(letters: list[Message]) -> Messages:
    return tuple(dict.fromkeys(letters))


def _letters(proof: Proof) -> Iterator[tuple[Message, int, list[tuple[int, int]]]]:
    """Yield every letter with points: its name, its value and its positions in the proof.

    A letter on several squares is yielded as a whole first, then square by square.
    """
    squares: dict[tuple[str, int], dict[Square, list[tuple[int, int]]]] = {}
    for square, places in _positions_by_square(proof).items():
        tile = _tile(proof, places[0])
        if tile.value:
            squares.setdefault((tile.face, tile.value), {})[square] = places
    for (face, worth), where in squares.items():
        everywhere = [place for places in where.values() for place in places]
        yield Message("letter", face=face), worth, everywhere
        if len(where) > 1:
            for square, places in where.items():
                yield Message("letter_on", face=face, square=square), worth, places


def swapped_digits_slips(correct: int, announced: int) -> list[Message]:
    """Return a message if `announced` is `correct` with two adjacent digits swapped, or []."""
    digits, other = str(abs(correct)), str(abs(announced))
    for at in range(len(digits) - 1):
        swapped = digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]
        if swapped == other and swapped != digits:
            return [Message("digits_swapped", correct=correct)]
    return []


def _addition_slips(difference: int) -> list[Message]:
    """Return a message if the difference is an adding error of 1, 2, 10, 20 or 100 points, or []."""
    if abs(difference) in (1, 2, 10, 20, 100):
        return [Message("added_wrong", points=abs(difference))]
    return []


def _premium_factor_edit(
    places: list[tuple[int, int]], premium: Premium, factor: int
) -> Callable[[_Count], None]:
    """Return an edit that replaces the factor of this premium at these positions."""

    def edit(count: _Count) -> None:
        for index, at in places:
            word = count.words[index]
            (word.letters if premium.applies_to == "letter" else word.factors)[at] = factor

    return edit


def _word_factors_edit(index: int, factor: int) -> Callable[[_Count], None]:
    def edit(count: _Count) -> None:
        count.words[index].factors = [factor]

    return edit


def _tile_value_edit(places: list[tuple[int, int]], value: int) -> Callable[[_Count], None]:
    def edit(count: _Count) -> None:
        for index, at in places:
            count.words[index].values[at] = value

    return edit


def _omission_edit(index: int) -> Callable[[_Count], None]:
    def edit(count: _Count) -> None:
        count.words[index].counted = False

    return edit
