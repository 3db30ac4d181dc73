"""Event rules: the settings of a preset, which an event copies when it is created."""

from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields
from typing import Any

from tournament.engine.message import Message, MessageError
from tournament.engine.naming import INITIALS, NAME_FORMS
from tournament.engine.results import SpreadCap
from tournament.engine.standings import precedence_problems
from tournament.engine.starts import StartRules

MISSED_ROUNDS = ("bye", "forfeit", "void")
ROUNDS_AFTER_LEAVING = ("forfeit", "void")
WITHDRAWN_PLACEMENTS = ("last", "hidden")
TIE_NOTATIONS = ("halves", "apart")
NAME_ORDERS = ("given_first", "family_first")
PLAYERS_REPORT = ("no", "confirmed", "at_once")
ENDED, TURNS_LATER, EVERY_TURN = "ended", "turns_later", "every_turn"
RULES_CHANGEABLE_ANY_TIME = frozenset(
    {
        "ties",
        "names",
        "minors",
        "players_report",
        "live_boards",
        "live_turns",
        "live_rulings",
        "live_ratings",
    }
)
"""Rules that can change while rounds are played; no earlier score, pairing or rank depends on them."""
LIVE_BOARDS = (ENDED, TURNS_LATER, EVERY_TURN)
ITEM_TYPES = {tuple[int, ...]: int, tuple[str, ...]: str}
"""The item type of each list type among the rules."""


def _required_field(text: str, label: str = "") -> Any:
    """Return a required field with its help text, and a label if its name is unsuitable as one."""
    return field(metadata={"help": text, "label": label})


def _optional_field(text: str, label: str) -> Any:
    """Return an optional string field with its help text."""
    return field(default="", metadata={"help": text, "label": label})


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRules:
    """All rules that differ between the events of rating bodies. Spreads are in points."""

    name: str = _required_field("The name that the director sees in the list of presets.")
    rules: str = _required_field("The scoring rule set for the games.")
    tile_set: str = _optional_field(
        "The tiles, if they differ from those of the rule set.", "Tiles"
    )
    layout: str = _optional_field(
        "The board, if it differs from that of the rule set.", "The board"
    )
    bye_spread: int = _required_field(
        "Spread awarded for a bye, and to the opponent of a player who forfeits."
    )
    forfeit_spread: int = _required_field("Spread of a player who forfeits, as a negative number.")
    byes_count_as_starts: bool = _required_field("Whether a bye counts as going first or second.")
    forfeits_charged_as_starts: bool = _required_field(
        "Whether a forfeit counts alternately as going first and second for the player who "
        "forfeits."
    )
    head_to_head_firsts: bool = _required_field(
        "Whether players with equal starts alternate according to their last game against each "
        "other.",
        "Head-to-head firsts",
    )
    spread_caps: tuple[int, ...] = _required_field(
        "The maximum spread that counts for a game, round by round; the last cap applies to all "
        "later rounds. Enter 0 or leave it empty for no cap."
    )
    precedence: tuple[str, ...] = _required_field(
        "The metrics that rank the players, most important first.", label="Ranked by"
    )
    gibson_spread: tuple[int, ...] = _required_field(
        "The spread a player can make up per round, used to decide who has clinched: in the last "
        "round, the last but one, and so on. Leave it empty to ignore spread for clinching."
    )
    missed_rounds: str = _required_field("A late entry's missed rounds: bye, forfeit or void.")
    rounds_after_leaving: str = _required_field("Rounds after a withdrawal: forfeit or void.")
    withdrawn: str = _required_field("Where withdrawn players are listed: last or hidden.")
    rating_system: str = _required_field('The rating system, or "none".')
    ties: str = field(
        default="halves",
        metadata={
            "help": (
                "How two ties and a win are written: 2-1, with each tie as half a win and "
                "half a loss, or 1-0-2."
            ),
            "label": "Ties in records",
        },
    )
    names: str = field(
        default="given_first",
        metadata={
            "help": "How names are written: Zoë Lindqvist, first name first, listed under "
            "Lindqvist; or Nagy Péter, family name first, as in Hungary, China, Japan "
            "and Korea. It applies to names typed from now on.",
            "label": "Names",
        },
    )
    minors: str = field(
        default=INITIALS,
        metadata={
            "help": "How names of minors are shown in public, on pages, screens, phones and in "
            "files: in full; the first name and the first letter of the family name; or "
            "initials only. Select “Minor” on the person's page.",
            "label": "Names of minors",
        },
    )
    players_report: str = field(
        default="confirmed",
        metadata={
            "help": "Whether players report their results from their phones: no; confirmed (a result "
            "counts once both players report the same one); or immediately (it counts "
            "provisionally as soon as one player reports it).",
            "label": "Players report results",
        },
    )
    live_boards: str = field(
        default=ENDED,
        metadata={
            "help": "Which turns of a board recorded on the score pad the public sees: none until the "
            "game has ended; all except the latest turns; or every turn immediately. Players "
            "can watch, too.",
            "label": "Live boards",
        },
    )
    live_turns: int = field(
        default=4,
        metadata={
            "help": (
                "The number of turns by which a live board is delayed, if the latest turns "
                "are not shown."
            ),
            "label": "Delay in turns",
        },
    )
    live_rulings: bool = field(
        default=False,
        metadata={
            "help": "Whether the public pages show differences and rulings of recorded games.",
            "label": "Public differences",
        },
    )
    live_ratings: bool = field(
        default=False,
        metadata={
            "help": "Whether the public standings, on phones and on screens, show the rating each "
            "player would have if the event ended now, marked as unofficial.",
            "label": "Live ratings",
        },
    )

    @property
    def ties_apart(self) -> bool:
        """Whether wins, losses and ties are written separately; a tie still ranks as half a win."""
        return self.ties == "apart"

    @property
    def family_first(self) -> bool:
        """Whether names are written with the family name first."""
        return self.names == "family_first"

    @property
    def spread_cap(self) -> SpreadCap:
        """The spread caps in the form that standings need."""
        if not self.spread_caps:
            return SpreadCap()
        *earlier, last = (cap or None for cap in self.spread_caps)
        return SpreadCap(last, dict(enumerate(earlier, start=1)))

    @property
    def start_rules(self) -> StartRules:
        """The rules for what counts as a start."""
        return StartRules(self.byes_count_as_starts, self.forfeits_charged_as_starts)

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for storage; `event_rules` reads them."""
        return {
            key: list(value) if isinstance(value, tuple) else value
            for key, value in asdict(self).items()
        }


def caps_after_change(
    before: tuple[int, ...], wanted: tuple[int, ...], settled: int
) -> tuple[int, ...]:
    """Return the spread caps if those in `wanted` apply after round `settled`; earlier rounds keep those in `before`.

    Return () if no round then has a cap.
    """

    def of(caps: tuple[int, ...], number: int) -> int:
        return caps[min(number, len(caps)) - 1] if caps else 0

    settled_caps = [of(before, number) for number in range(1, settled + 1)]
    later = [of(wanted, n) for n in range(settled + 1, max(len(wanted), settled + 1) + 1)]
    while later and later[-1] == (
        later[-2] if len(later) > 1 else settled_caps[-1] if settled_caps else 0
    ):
        later.pop()
    caps = (*settled_caps, *later)
    return caps if any(caps) else ()


def event_rules(values: Mapping[str, Any], source: str) -> EventRules:
    """Return the rules in `values`, which came from `source` (a file or event, named in messages).

    Raise `BadEventRules` with every reason: missing and unknown keys, wrong types, and values that
    contradict each other.
    """
    reasons: list[Message] = []
    known = {item.name: item for item in fields(EventRules)}
    reasons += [Message("unknown_key", key=key) for key in values if key not in known]
    reasons += [
        Message("missing_key", key=key)
        for key, item in known.items()
        if key not in values and item.default is MISSING
    ]
    clean: dict[str, Any] = {}
    for key, item in known.items():
        if key in values and values[key] != item.default:
            try:
                clean[key] = _convert(values[key], item.type)
            except TypeError:
                reasons.append(_type_message(key, values[key], item.type))
    reasons += _contradictions(clean)
    if reasons:
        raise BadEventRules(Message("bad_rules", source=source, reasons=tuple(reasons)))
    return EventRules(**clean)


def _is_valid(value: Any, kind: Any) -> bool:
    """Return whether the value fits `kind`: a non-empty string, a bool, or an int that is not a bool."""
    if kind is str:
        return isinstance(value, str) and bool(value)
    return kind in (bool, int) and type(value) is kind


def _convert(value: Any, kind: Any) -> Any:
    """Return the value as the given type, with lists as tuples. Raise `TypeError` if the type is wrong."""
    if isinstance(value, list | tuple) and kind in ITEM_TYPES:
        return tuple(_convert(item, ITEM_TYPES[kind]) for item in value)
    if _is_valid(value, kind):
        return value
    raise TypeError


def _type_message(key: str, value: Any, kind: Any) -> Message:
    """Return the message that states the required type of a key's value."""
    if isinstance(value, list | tuple) and kind in ITEM_TYPES:
        value, kind = (
            next(item for item in value if not _is_valid(item, ITEM_TYPES[kind])),
            ITEM_TYPES[kind],
        )
    shown = repr(value)
    if kind is str:
        return Message("must_be_text", key=key, value=shown)
    if kind is bool:
        return Message("must_be_bool", key=key, value=shown)
    if kind is int:
        return Message("must_be_whole", key=key, value=shown)
    return Message("must_be_list", key=key, value=shown)


def _contradictions(clean: Mapping[str, Any]) -> list[Message]:
    reasons: list[Message] = []
    for key, allowed in (
        ("missed_rounds", MISSED_ROUNDS),
        ("rounds_after_leaving", ROUNDS_AFTER_LEAVING),
        ("withdrawn", WITHDRAWN_PLACEMENTS),
        ("ties", TIE_NOTATIONS),
        ("names", NAME_ORDERS),
        ("minors", NAME_FORMS),
        ("players_report", PLAYERS_REPORT),
        ("live_boards", LIVE_BOARDS),
    ):
        if key in clean and clean[key] not in allowed:
            reasons.append(Message("must_be_one_of", key=key, allowed=allowed, value=clean[key]))
    if any(figure < 0 for figure in clean.get("spread_caps", ())):
        reasons.append(Message("figures_from_0", key="spread_caps"))
    if clean.get("live_turns", 1) < 1:
        reasons.append(Message("figures_above_0", key="live_turns"))
    if any(figure < 1 for figure in clean.get("gibson_spread", ())):
        reasons.append(Message("figures_above_0", key="gibson_spread"))
    if clean.get("forfeit_spread", 0) > 0:
        reasons.append(Message("forfeit_costs"))
    if clean.get("bye_spread", 0) < 0:
        reasons.append(Message("bye_brings"))
    if "precedence" in clean:
        capped = any(clean.get("spread_caps", ()))
        reasons += [
            Message("bad_precedence", reason=reason)
            for reason in precedence_problems(clean["precedence"], capped=capped)
        ]
    return reasons


class BadEventRules(MessageError):
    """The rules of a preset or an event are invalid; the message names the source and every reason."""
