"""tourney.js, the file that overlay and broadcast programs poll."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.wording.phrases import FormattedInteger
from tournament.engine.interchange import (
    DerivedFigures,
    PortableDivision,
    PortableEvent,
    Remark,
    UnreadableEvent,
)
from tournament.exchange.event_files import EventFormat, NamedFile
from tournament.exchange.preflight import CONFIG_HOLDS, Detail, player_line_details
from tournament.exchange.tsh.bundle import USUAL_BYE
from tournament.exchange.tsh.config import Config, event_from_settings, rating_system_key
from tournament.exchange.tsh.config_writing import TSH_NAMES, config_settings
from tournament.exchange.tsh.invalid_settings import drop_invalid_settings
from tournament.exchange.tsh.javascript import UnexpectedEnd, javascript_text, javascript_value
from tournament.exchange.tsh.literals import NotALiteral
from tournament.exchange.tsh.players import (
    MAX_PLAYERS,
    MAX_ROUNDS,
    PlayerLine,
    build_division,
    parse_score,
)
from tournament.exchange.tsh.text import decode_text
from tournament.exchange.tsh.writing import (
    WrittenLine,
    refusals_of,
    written_lines,
    written_name,
    written_rating,
)

RANK_PRIZE = "place"
"""The kind of prize based on the standings."""
DERIVED_TAGS = ("excwins", "newr", "perfr", "rcrank", "rrank")
"""Player tags with derived figures, which are recalculated or left out."""
PLAYER_KEYS = ("etc", "id", "name", "pairings", "rating", "scores")
DIVISION_KEYS = ("maxr", "name", "players")


class TourneyJs(EventFormat):
    """tsh's `tourney.js` with configuration, divisions, players, pairings and scores of a whole event.

    Every event offers this file at its own address, for programs that show pairings and standings on a
    screen; rounds whose standings are held back have no scores in it. Ranks, ratings, seeds and who is
    in the money are recalculated and agree with the pages of the event.
    """

    label = _lazy("tourney.js")
    wants_figures = True
    holds = CONFIG_HOLDS - {"plan", "prizes", "naspa_numbers"}

    def recognises(self, file: NamedFile) -> bool:
        """Return whether the extension is `.js` or the file begins with `newt=`."""
        head = file.content[:200].lstrip(b"\xef\xbb\xbf \r\n\t")
        return PurePath(file.name).suffix.casefold() == ".js" or head.startswith(b"newt=")

    def read(self, files: Sequence[NamedFile]) -> PortableEvent:
        """Return the event.

        Raise `Unreadable` if the script is damaged, or has no divisions, invalid ones or invalid players.
        """
        file = files[0]
        text, odd = decode_text(file.name, file.content, "utf-8")
        begin, end = text.find("{"), text.rstrip("; \r\n\t").rfind("}")
        if begin < 0 or end < begin:
            raise UnreadableEvent(
                _error_remark(
                    file, _("The file contains no “newt={...};”. The file may be cut off.")
                )
            )
        try:
            whole = javascript_value(text[begin : end + 1])
        except NotALiteral as broken:
            at = text[:begin].count("\n") + broken.line
            if isinstance(broken, UnexpectedEnd):
                sentence = _(
                    "The file cannot be read as JavaScript: {why}. It may be cut off; download "
                    "it again from its source."
                )
            else:
                sentence = _(
                    "The file cannot be read as JavaScript: {why}. Correct the file at that "
                    "point, or download it again from its source."
                )
            sentence = sentence.format(why=broken)
            raise UnreadableEvent(Remark(file.name, at, sentence, True)) from broken
        if not _is_storable(whole):
            raise UnreadableEvent(
                _error_remark(file, _("The file contains a text or number that cannot be stored."))
            )
        if not isinstance(whole, dict) or not _as_list(whole.get("divisions")):
            raise UnreadableEvent(_error_remark(file, _("The file contains no divisions.")))
        config = Config(file.name)
        settings = whole.get("config")
        if not isinstance(settings, dict):
            settings = {}
        config.values = {(str(key).casefold(), ""): value for key, value in settings.items()}
        drop_invalid_settings(config)
        bye = config.integer("bye_spread")
        divisions: list[PortableDivision] = []
        remarks = list(odd)
        for at, values in enumerate(_as_list(whole["divisions"])):
            if not isinstance(values, dict):
                raise UnreadableEvent(
                    _error_remark(file, _("Division {number} is not valid.").format(number=at + 1))
                )
            division, more = _division(file, values, at, USUAL_BYE if bye is None else abs(bye))
            planned = _planned_round_count(values.get("maxr")) or config.integer("max_rounds")
            divisions.append(replace(division, rounds_planned=planned))
            remarks += more
        event = event_from_settings(config, tuple(divisions))
        extras = {"tourney": {key: whole[key] for key in whole if key != "divisions"}}
        return replace(event, extras=extras).with_remarks(*remarks)

    def details(self, event: PortableEvent) -> Iterable[Detail]:
        """Yield messages on missing results, awards that do not fit, and missing or shared member numbers."""
        return player_line_details(event)

    def refusals(self, event: PortableEvent) -> tuple[str, ...]:
        """Return messages about missing results that are followed by later results, or () if there are none."""
        return refusals_of(event, names=False)

    def write(self, event: PortableEvent) -> tuple[NamedFile, ...]:
        """Return the file. Raise `Unwritable` if a missing result is followed by a later one."""
        whole = dict(event.extras.get("tourney") or {})
        whole["config"] = config_settings(event, whole.get("config") or {})
        whole["divisions"] = [_division_object(event, division) for division in event.divisions]
        return (NamedFile("tourney.js", f"newt={javascript_text(whole)};\n".encode()),)


def _division(
    file: NamedFile, values: dict[str, Any], at: int, bye_spread: int
) -> tuple[PortableDivision, tuple[Remark, ...]]:
    name = " ".join(str(values.get("name") or f"{at + 1}").split())[:40]
    players = _as_list(values.get("players"))[1:]
    if len(players) > MAX_PLAYERS:
        raise UnreadableEvent(
            _error_remark(
                file,
                _(
                    "The file has more than {most_players:,} players, which is too many for a "
                    "division."
                ).format(most_players=FormattedInteger(MAX_PLAYERS)),
            )
        )
    lines = [_player_line(file, name, number, player) for number, player in enumerate(players, 1)]
    division, remarks = build_division(file.name, name, lines, bye_spread=bye_spread)
    if not lines:
        remarks = (
            *remarks,
            _error_remark(file, _("Division {name} has no players.").format(name=name)),
        )
    entrants = tuple(
        replace(
            entrant,
            line=0,
            extras={**entrant.extras, "tourney": _other_values(player, PLAYER_KEYS)},
        )
        for entrant, player in zip(division.entrants, players, strict=True)
    )
    extras = {"tourney": _other_values(values, DIVISION_KEYS)}
    placed = tuple(replace(remark, line=0) for remark in remarks)
    return replace(division, entrants=entrants, extras=extras), placed


def _player_line(file: NamedFile, division: str, number: int, values: Any) -> PlayerLine:
    """Return a player of the file as a line of a tsh division; `number` is the line number.

    Raise `Unreadable` for invalid data.
    """
    where = _("Division {division}, player {number}").format(division=division, number=number)
    if not isinstance(values, dict) or not str(values.get("name") or "").strip():
        raise UnreadableEvent(_error_remark(file, _("{where} has no name.").format(where=where)))
    opponents, scores = _as_list(values.get("pairings")), _as_list(values.get("scores"))
    if len(opponents) > MAX_ROUNDS:
        text = _("{where} has more than {most_rounds} rounds.")
        raise UnreadableEvent(_error_remark(file, text.format(where=where, most_rounds=MAX_ROUNDS)))
    while scores and scores[-1] is None:
        scores.pop()
    if None in scores:
        missing = scores.index(None) + 1
        raise UnreadableEvent(
            _error_remark(
                file,
                _(
                    "{where} has no score for round {missing}, but has scores for later rounds."
                ).format(where=where, missing=missing),
            )
        )
    figures = tuple(parse_score(str(score)) for score in scores)
    etc = values.get("etc")
    tags = tuple(
        (str(key), _tag_text(value))
        for key, value in (etc.items() if isinstance(etc, dict) else ())
        if "password" not in str(key).lower()
    )
    return PlayerLine(
        line=number,
        name=" ".join(str(values["name"]).split())[:80],
        rating=_rating_text(values.get("rating")),
        opponents=tuple(
            whom or 0 if _is_whole_number_or_none(whom) else None for whom in opponents
        ),
        scores=figures,
        tags=tags,
        impossible=tuple(
            str(score) for score, figure in zip(scores, figures, strict=True) if figure is None
        ),
    )


def _rating_text(value: Any) -> str:
    """Return a rating as written in a player line of tsh; "0" for none."""
    return "0" if value is None else str(value)


def _division_object(event: PortableEvent, division: PortableDivision) -> dict[str, Any]:
    records = written_lines(division)
    figures = division.figures
    players = [_player_object(number, own, event, figures) for number, own in enumerate(records, 1)]
    whole = dict(division.extras.get("tourney") or {})
    if figures is not None:
        whole |= _figures_of_division(event, division, figures, whole)
    return whole | {
        "maxr": _last_round(division),
        "name": division.name,
        "players": [None, *players],
    }


def _figures_of_division(
    event: PortableEvent,
    division: PortableDivision,
    figures: DerivedFigures,
    before: dict[str, Any],
) -> dict[str, Any]:
    """Return the derived data of a division.

    The imported name of the rating system is kept if it still stands for the event's system.
    """
    places = {entrant.number: place for place, entrant in enumerate(division.entrants, 1)}
    named = before.get("rating_system")
    if not (isinstance(named, str) and rating_system_key(named) == event.rating_system):
        named = TSH_NAMES.get(event.rating_system)
    in_the_money = [prize.place for prize in division.prizes if prize.kind == RANK_PRIZE]
    out = max(in_the_money, default=None) or _first_number(before.get("first_out_of_the_money"))
    classes = {entrant.rating_class for entrant in division.entrants} - {""}
    return {
        "classes": len(classes) or None,
        "first_out_of_the_money": [out or 0] * (_last_round(division) + 1),
        "maxrp": len(division.rounds) - 1,
        "rating_system": named,
        "seeds": [places[number] for number in figures.seeds],
    }


def _first_number(value: Any) -> int | None:
    """Return the first item of a list if it is a whole number, otherwise None."""
    first = value[0] if isinstance(value, list) and value else None
    return first if _is_whole_number_or_none(first) else None


def _is_storable(value: Any) -> bool:
    """Return whether the value can be stored: it has no null characters, lone surrogates, NaN or infinite numbers."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        return b"\\u0000" not in text.encode()
    except ValueError:
        return False


def _planned_round_count(last: Any) -> int | None:
    """Return the number of rounds, given the 0-based last round; None if it is not a number from 0 to 998."""
    return (
        last + 1
        if _is_whole_number_or_none(last) and last is not None and 0 <= last < 999
        else None
    )


def _last_round(division: PortableDivision) -> int:
    """Return the 0-based last round, played or planned."""
    return max(division.rounds_planned or 0, len(division.rounds), 1) - 1


def _player_object(
    number: int, own: WrittenLine, event: PortableEvent, figures: DerivedFigures | None
) -> dict[str, Any]:
    rest = dict(own.entrant.extras.get("tourney") or {"photo": ""})
    tags = {name: _tag_list(text) for name, text in own.tags}
    if figures is not None:
        tags = {name: value for name, value in tags.items() if name not in DERIVED_TAGS}
        tags |= _figures_of_player(own.entrant.number, event, figures)
    return rest | {
        "etc": tags,
        "id": number,
        "name": written_name(own.entrant),
        "pairings": list(own.opponents),
        "rating": _parse_figure(written_rating(own.entrant).partition("+")[0]),
        "scores": list(own.scores),
    }


def _figures_of_player(
    number: int, event: PortableEvent, figures: DerivedFigures
) -> dict[str, list[Any] | None]:
    """Return a player's new rating after each round, and seed and ranks after each round, by their tags.

    `newr` is None without ratings. `rcrank` is None unless the event has spread caps; `rrank` leaves out
    entries that have since withdrawn.
    """
    seed = figures.seeds.index(number) + 1
    ranks = [seed, *(by_number.get(number, 0) for by_number in figures.ranks)]
    return {
        "newr": [by_number.get(number, 0) for by_number in figures.ratings] or None,
        "rcrank": ranks if event.spread_caps else None,
        "rrank": [seed, *(by_number.get(number, 0) for by_number in figures.present_ranks)],
    }


def _tag_text(value: Any) -> str | None:
    if value is None:
        return None
    return " ".join(str(item) for item in (value if isinstance(value, list) else [value]))


def _tag_list(text: str | None) -> list[Any] | None:
    return None if text is None else [_parse_figure(part) for part in text.split()]


def _parse_figure(part: str) -> int | float | str:
    """Return the number that is written exactly like this word, or else the word itself."""
    for kind in (int, float):
        try:
            if str(kind(part)) == part and part not in ("nan", "inf", "-inf"):
                return kind(part)
        except ValueError:
            continue
    return part


def _other_values(values: dict[str, Any], known: tuple[str, ...]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if key not in known}


def _as_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list) else []


def _is_whole_number_or_none(value: Any) -> bool:
    return value is None or (isinstance(value, int) and not isinstance(value, bool))


def _error_remark(file: NamedFile, sentence: str) -> Remark:
    return Remark(file.name, 0, sentence, True)
