"""The questions every club has, each answered for one rule set from its switches.

An answer that rests on a switch no rule text was found for is marked as a setting; it never names a
rule. Sources: the facts on the rules, sections 1 to 5 and 7.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from scoring import catalogue
from scoring.engine.game.turns import Kind, Turn
from scoring.engine.rules.challenges import NoChallenge, challenge
from scoring.engine.rules.rulesets import (
    CapEffect,
    ChallengeMode,
    OutForm,
    PenaltyPer,
    RuleSet,
    TieRule,
)
from scoring.wording.engine import sentence


@dataclass(frozen=True)
class Answer:
    """One question with its answer, a sentence each; `unconfirmed` where it rests on a setting."""

    key: str
    question: str
    sentences: tuple[str, ...]
    unconfirmed: bool = False

    @property
    def in_short(self) -> str:
        """The question in a word or two, for the list above all of them."""
        return IN_SHORT[self.key]


IN_SHORT = {
    "begin": "Who begins",
    "proper-nouns": "Names",
    "same-word": "Same word twice",
    "blank": "Blank",
    "both-ends": "Both ends",
    "premiums": "Premiums",
    "bonus": "Bonus",
    "first-play": "First play",
    "exchange": "Exchange",
    "challenge": "Challenge",
    "double-challenge": "Double challenge",
    "phony": "Phony",
    "too-late": "Too late",
    "which-word": "Several words",
    "end": "End of the game",
    "racks": "Tiles left",
    "tie": "Tie",
    "clock": "Overtime",
    "overdrawn": "Overdrawn",
    "tiles": "Tile missing",
    "slip": "Wrong score",
}


CHECKLIST = (
    "Add the values of all letters of the word, those that lay there too. A blank counts 0.",
    "A double or triple letter square counts only under a tile laid in this turn.",
    (
        "Then multiply by every double or triple word square under a tile laid in this turn, one after the other; "
        "a blank on it multiplies all the same."
    ),
    "Do the same for every word made across. A premium under a new tile counts in both its words.",
    "Add the words together.",
    "Add the bonus if every tile of a full rack was laid, after all multiplying.",
    "Say the score, write it down, add it to the total, say the total. Both players do.",
)
"""Scoring a play, in the order in which slips are avoided."""


@cache
def answers(rules: RuleSet) -> tuple[Answer, ...]:
    """Every question, answered for `rules`."""
    return (
        _who_begins(),
        _words(rules),
        Answer(
            "same-word",
            "May the same word be played twice in a game?",
            ("Yes. It scores each time, also when it is made again by lengthening another word.",),
        ),
        Answer(
            "blank",
            "Does a blank keep its letter?",
            (
                "Yes, to the end of the game: said when it is laid, and not taken for the real tile later.",
                "Only a play that comes off the board takes its blank back to the rack, free again.",
            ),
        ),
        Answer(
            "both-ends",
            "May a word be lengthened at both ends in one turn?",
            (
                "Yes, if all new tiles stand in one row or column and make one word with what lies between.",
            ),
        ),
        Answer(
            "premiums",
            "Do premium squares count again on later turns?",
            (
                "No. A square counts in the turn in which it is covered, in both words it makes then, and never again.",
                "When a play is taken off the board its squares are fresh again.",
            ),
        ),
        _bonus(rules),
        _first_play(rules),
        _exchange(rules),
        _challenge(rules),
        _double_challenge(rules),
        _phony(rules),
        _too_late(rules),
        _several_words(),
        _end(rules),
        _racks(rules),
        _tie(rules),
        *([_clock(rules)] if rules.initial_seconds or rules.overtime_per_minute else []),
        _overdrawn(rules),
        Answer(
            "tiles",
            "A tile is missing, or there is one too many. What now?",
            (
                "Once the game has begun it goes on. The score pad names the tile as a warning; the scores stay.",
            ),
        ),
        _slip(),
    )


def by_the_clock(rules: RuleSet) -> bool:
    """Whether these are tournament rules: games in a box have no clock."""
    return rules.initial_seconds > 0


def _who_begins() -> Answer:
    return Answer(
        "begin",
        "Who begins?",
        (
            "At a tournament the pairing says who goes first. Without one, each player draws a tile.",
            "The letter nearest A begins, a blank beats A, and equal letters draw again. The tiles go back.",
        ),
    )


def _words(rules: RuleSet) -> Answer:
    first = (
        "What the event's word list holds, and nothing else: the word judge answers yes or no."
        if by_the_clock(rules)
        else "Agree on one dictionary or list before the game; what it holds counts."
    )
    return Answer(
        "proper-nouns",
        "Are names, abbreviations or words with a hyphen acceptable?",
        (
            first,
            "Names written with a capital, abbreviations, prefixes alone, and words with hyphen or apostrophe are not.",
            "A word that is also a name counts when the list has it as a word.",
        ),
    )


def _bonus(rules: RuleSet) -> Answer:
    size = rules.rack_size
    return Answer(
        "bonus",
        f"When do the {rules.bingo_bonus} extra points count?",
        (
            f"When exactly {size} tiles are laid in one turn, after all multiplying.",
            f"{size - 1} tiles or fewer earn nothing extra, even if they empty the rack.",
        ),
        any_unconfirmed(rules, "bingo_bonus", "rack_size"),
    )


def _first_play(rules: RuleSet) -> Answer:
    start = catalogue.layout(rules.layout).start
    return Answer(
        "first-play",
        f"The first play misses {start}. What now?",
        (
            f"The first play lays two tiles or more and covers {start}. Else it can be challenged off.",
            "If nobody challenges it, it stands: the director confirms it and it is recorded as irregular.",
        ),
    )


def _exchange(rules: RuleSet) -> Answer:
    least, size = rules.exchange_minimum, rules.rack_size
    if least >= size:
        said = f"While at least {least} tiles are in the bag: up to {size} tiles, and the turn is over."
    else:
        said = f"While at least {_tiles(least)} in the bag: any number up to what is left there, and the turn is over."
    return Answer(
        "exchange",
        "When may tiles be exchanged?",
        (said, "Passing is possible at any time."),
        any_unconfirmed(rules, "exchange_minimum"),
    )


def _challenge(rules: RuleSet) -> Answer:
    play = Turn(Kind.PLAY, 0)
    try:
        taken_off = sentence(challenge(rules, play, 1, valid=False).message)
        stands = sentence(challenge(rules, play, 1, valid=True).message)
    except NoChallenge as why:
        sentences: tuple[str, ...] = (sentence(why.message),)
    else:
        sentences = (f"A word is not acceptable: {_small(taken_off)}", f"All are: {_small(stands)}")
        if rules.penalty_points and rules.penalty_per is PenaltyPer.WORD:
            sentences += ("The points are counted for every word challenged.",)
    names = ["challenge"]
    if rules.penalty_points:
        names += ["penalty_points", "penalty_to", "penalty_per"]
    return Answer(
        "challenge", "What follows from a challenge?", sentences, any_unconfirmed(rules, *names)
    )


def _double_challenge(rules: RuleSet) -> Answer:
    costs = _in_vain(rules)
    if rules.challenge is ChallengeMode.DOUBLE:
        sentences = [f"Yes: a challenge in vain costs a turn. {costs}"]
        if rules.scoreless_limit:
            sentences.append("The turn lost counts among those worth nothing.")
    else:
        sentences = [
            "No. A double challenge is one that costs the challenger the next turn when it is in vain.",
            f"By these rules: {_small(costs)}",
        ]
    unconfirmed = _challenge(rules).unconfirmed
    return Answer("double-challenge", "Is there a double challenge?", tuple(sentences), unconfirmed)


def _in_vain(rules: RuleSet) -> str:
    try:
        return sentence(challenge(rules, Turn(Kind.PLAY, 0), 1, valid=True).message)
    except NoChallenge as why:
        return sentence(why.message)


def _phony(rules: RuleSet) -> Answer:
    off = (
        "Challenged in time it comes off: 0 for the turn, the turn is lost, the tiles go back to the rack, "
        "the squares are fresh again."
    )
    stands = "Challenged too late or not at all it stands and keeps its score."
    said = (_in_vain(rules),) if rules.challenge is ChallengeMode.VOID else (off, stands)
    return Answer("phony", "What becomes of a phony?", said)


def _overdrawn(rules: RuleSet) -> Answer:
    """Who decides: no rule text at hand says what follows."""
    if by_the_clock(rules):
        who = f"Call the director, who decides by the body's own rules ({rules.name})"
    else:
        who = "Look it up in the rules in the box"
    return Answer(
        "overdrawn",
        "Somebody drew a tile too many. What now?",
        (
            f"{who}: Ninetimer has no text of them on this.",
            "The score pad goes on. Tiles that do not add up are a warning there; the scores stay.",
        ),
    )


def _too_late(rules: RuleSet) -> Answer:
    if by_the_clock(rules):
        said = (
            "Until the player of the play has properly drawn new tiles. After that the play stands."
        )
    else:
        said = "Until the next player starts the next turn. After that the play stands."
    return Answer("too-late", "When does a challenge come too late?", (said,))


def _several_words() -> Answer:
    return Answer(
        "which-word",
        "Several words are challenged. Are we told which one was wrong?",
        (
            "No. There is one verdict for the whole play: if one word is not acceptable the play comes off.",
            "The director may rule that the list was wrong; the log then keeps both answers.",
        ),
    )


def _end(rules: RuleSet) -> Answer:
    sentences = ["When the bag is empty and a player has laid the last tile, and the play stands."]
    if rules.scoreless_limit:
        sentences.append(
            f"It may be ended after {rules.scoreless_limit} turns in a row worth nothing, both players together: "
            "passes, exchanges, phonies taken back, turns lost to a challenge and plays worth 0. "
            "Any score begins the count anew."
        )
    if rules.pass_limit:
        times = (
            "once"
            if rules.pass_limit == 1
            else "twice"
            if rules.pass_limit == 2
            else f"{rules.pass_limit} times"
        )
        sentences.append(
            f"It may be ended when every player has passed {times} running, with no exchange between."
        )
    if not rules.scoreless_limit and not rules.pass_limit:
        sentences.append("Or when no further play can be made; the players say so.")
    return Answer(
        "end",
        "When does the game end?",
        tuple(sentences),
        any_unconfirmed(rules, "scoreless_limit", "pass_limit"),
    )


def _racks(rules: RuleSet) -> Answer:
    if rules.out_form is OutForm.DOUBLE:
        out = "Who went out receives twice the value of the tiles left with the opponent, who keeps the score."
    else:
        out = "Every other player loses the value of the tiles left, and who went out receives all of it."
    return Answer(
        "racks",
        "What do the tiles left on a rack do?",
        (
            out,
            "If nobody went out, everyone loses the value of the own tiles. A total may fall below 0.",
        ),
        any_unconfirmed(rules, "out_form"),
    )


def _tie(rules: RuleSet) -> Answer:
    said = (
        "Nobody wins: half a win each."
        if rules.tie_rule is TieRule.HALF
        else "Whoever had more before the tiles left were settled wins. Equal there too: the win is shared."
    )
    return Answer(
        "tie", "The final scores are equal. Who wins?", (said,), any_unconfirmed(rules, "tie_rule")
    )


def _clock(rules: RuleSet) -> Answer:
    sentences = []
    if rules.initial_seconds:
        sentences.append(f"Each player has {minutes_shown(rules.initial_seconds)}.")
    if rules.overtime_per_minute:
        sentences.append(
            f"Every minute begun beyond that costs {rules.overtime_per_minute} points, taken off last, "
            "from the offender only."
        )
    if rules.overtime_cap_minutes and rules.overtime_cap_effect is CapEffect.LOSES:
        sentences.append(f"More than {rules.overtime_cap_minutes} minutes over loses the game.")
    names = ["initial_seconds", "overtime_per_minute", "overtime_cap_minutes"]
    return Answer(
        "clock", "What does overtime cost?", tuple(sentences), any_unconfirmed(rules, *names)
    )


def _slip() -> Answer:
    return Answer(
        "slip",
        "A wrong score is noticed later. Can it be mended?",
        (
            "In the same turn: it is simply said right.",
            "Later in the game: every later total is worked out again, and the announced figures stay beside them.",
            "After the game, slip not signed: a recount turn by turn. Slip signed: the director only, with a reason.",
        ),
        unconfirmed=True,
    )


def any_unconfirmed(rules: RuleSet, *names: str) -> bool:
    """Whether one of these switches is not confirmed by a rule text."""
    return any(name in rules.unconfirmed for name in names)


def minutes_shown(seconds: int) -> str:
    """Seconds as a clock shows them, 25:00."""
    return f"{seconds // 60}:{seconds % 60:02d}"


def _tiles(number: int) -> str:
    return "one tile is" if number == 1 else f"{number} tiles are"


def _small(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
