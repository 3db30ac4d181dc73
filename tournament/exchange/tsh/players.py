"""Read the lines of a division's file: one player each, with opponents, the player's scores, and tags.

`Surname, Given  900 0 8 29; 50 335 378; board 4 8 12; p12 0 2 1`. A player's number is the position
of the line among the player lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.wording.phrases import FormattedInteger
from tournament.engine.interchange import (
    PortableDivision,
    PortableEntrant,
    PortablePenalty,
    Remark,
    member_number_in,
    spoken_and_sort_name,
)
from tournament.engine.pairing.event_plan import MAX_PLAYERS, MAX_ROUNDS
from tournament.engine.roster import MAX_NAME_LENGTH, name_key
from tournament.engine.round_assembly import MAX_SCORE, PlayerMeetings, assemble_rounds
from tournament.exchange.import_warnings import implausible_results, remarks_of
from tournament.exchange.tsh.own_tag import TAG, apply_own_tags
from tournament.exchange.tsh.text import MAX_LINE_LENGTH, lines_of

MAX_LINES = 10_000
MAX_LISTED_INVALID = 20
"""The maximum number of invalid figures that are named one by one."""
MAX_RATING = 9_999
ALONE = _lazy("Send the file of one division only.")

Tags = tuple[tuple[str, str | None], ...]
"""The names and values of tags in the order of the line; a value is None for `undefined` in a script."""

_RATING = re.compile(r"-?\d+(?:[.+]\d+)*", re.ASCII)
_FRESH = re.compile(r"\s*[^\s\d#][^\d]*\s\d+(?:[.+]\d+)*\s*", re.ASCII)
"""A pattern for a line before round 1: a name and a rating, without a semicolon."""
_WHOLE = re.compile(r"-?\d{1,9}", re.ASCII)


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A parsed line. `tags` are in the order of the line, without passwords.

    A score is None if its figure is invalid.
    """

    line: int
    name: str
    rating: str
    opponents: tuple[int | None, ...]
    scores: tuple[int | None, ...]
    tags: Tags
    impossible: tuple[str, ...] = ()
    """Invalid figures in place of scores."""


def read_division(
    file: str, text: str, name: str, *, bye_spread: int
) -> tuple[PortableDivision, tuple[Remark, ...]]:
    """Return the division in the text of a `.t` file, with remarks for the director.

    If the file has no players or too many, or a line is invalid, the division is empty and a remark
    blocks the import. `bye_spread` is the spread of byes without a score.
    """
    players: list[PlayerLine] = []
    comments: list[list[int | str]] = []
    remarks: list[Remark] = []
    for number, raw in enumerate(lines_of(text), start=1):
        if number > MAX_LINES:
            remarks.append(
                Remark(
                    file,
                    number,
                    _(
                        "The file has more than {most_lines:,} lines, which is too many for a "
                        "division. {alone}"
                    ).format(most_lines=FormattedInteger(MAX_LINES), alone=ALONE),
                    True,
                )
            )
            break
        line = raw.strip()
        if not line:
            continue
        if line.startswith("#"):
            comments.append([len(players), line])
            continue
        if len(players) >= MAX_PLAYERS:
            remarks.append(
                Remark(
                    file,
                    number,
                    _(
                        "The file has more than {most_players:,} players, which is too many for a "
                        "division. {alone}"
                    ).format(most_players=FormattedInteger(MAX_PLAYERS), alone=ALONE),
                    True,
                )
            )
            break
        cut_off = any(player.opponents for player in players) and not text.endswith(("\n", "\r"))
        try:
            players.append(_parse_line(number, raw, is_whole=not (cut_off and text.endswith(raw))))
        except ValueError as wrong:
            remarks.append(Remark(file, number, str(wrong), True))
            if len(remarks) >= 20:
                remarks.append(Remark(file, 0, _("More lines have the same problem."), True))
                break
    if not players and not remarks:
        remarks.append(Remark(file, 0, _("The file contains no players."), True))
    if remarks:
        return PortableDivision(name, (), file=file), tuple(remarks)
    if text and not text.endswith(("\n", "\r")):
        remarks.append(
            Remark(
                file, players[-1].line, _("The last line has no line break. Was the file cut off?")
            )
        )
    division, more = build_division(file, name, players, bye_spread=bye_spread)
    if comments:
        division = replace(division, extras={**division.extras, "comments": comments})
    return division, (*remarks, *more)


def build_division(
    file: str, name: str, players: list[PlayerLine], *, bye_spread: int
) -> tuple[PortableDivision, tuple[Remark, ...]]:
    """Return the division with these players, from any kind of file, and remarks for the director."""
    remarks = list(_duplicate_name_remarks(file, players))
    left_out = [remark for player in players for remark in _omitted_figure_remarks(file, player)]
    remarks += left_out[:MAX_LISTED_INVALID]
    if left_out[MAX_LISTED_INVALID:]:
        remarks.append(Remark(file, 0, _("More lines have the same problem.")))
    entrants = [
        _build_entrant(number, player, remarks, file) for number, player in enumerate(players, 1)
    ]
    own = [
        PlayerMeetings(
            number=number,
            name=entrants[number - 1].name,
            line=player.line,
            opponents=player.opponents,
            scores=player.scores,
            boards=tag_integers(dict(player.tags).get("board")),
            starts=tag_integers(dict(player.tags).get("p12")),
            is_off="off" in dict(player.tags),
        )
        for number, player in enumerate(players, 1)
    ]
    done = assemble_rounds(own, bye_spread=bye_spread)
    remarks += remarks_of(file, done.contradictions)
    own_tags = {number: dict(player.tags).get(TAG) for number, player in enumerate(players, 1)}
    rounds, unfit = apply_own_tags(done.rounds, own_tags)
    for number, round_ in unfit if done.rounds else ():
        text = _(
            "The tag {tag} of {player} for round {round} does not match the lines of the two "
            "players. It is left out."
        ).format(tag=TAG, player=entrants[number - 1].name, round=round_)
        remarks.append(Remark(file, players[number - 1].line, text))
    division = PortableDivision(name, tuple(entrants), tuple(rounds), file=file)
    return division, (*remarks, *implausible_results(division))


def tag_integers(text: str | None) -> tuple[int, ...]:
    """Return the integers in the value of a tag, one per round; anything else counts as 0."""
    return tuple(int(part) if _WHOLE.fullmatch(part) else 0 for part in (text or "").split())


def _parse_line(number: int, raw: str, *, is_whole: bool) -> PlayerLine:
    """Return a parsed line. Raise `ValueError` with the problem and advice.

    With `is_whole`, a line may lack the semicolon if it is a name and a rating, as before round 1.
    """
    if len(raw) > MAX_LINE_LENGTH:
        raise ValueError(
            _("The line has {count:,} characters. This is not a file of results.").format(
                count=FormattedInteger(len(raw))
            )
        )
    parts = _split_parts(raw)
    if (
        len(parts) < 2 and is_whole and _FRESH.fullmatch(raw)
    ):  # tsh adds the semicolon with the first pairing
        parts.append("")
    if len(parts) < 2:
        raise ValueError(
            _(
                "“{short}” is not the line of a player: there is no semicolon after the "
                "opponents. Write name, rating, opponents; scores. The file may be cut off or "
                "of another kind."
            ).format(short=_shorten(raw))
        )
    name, rating, opponents = _parse_head(parts[0])
    scores = parts[1].split()
    if len(scores) > MAX_ROUNDS or len(opponents) > MAX_ROUNDS:
        raise ValueError(
            _("There are more than {most_rounds} rounds. This is not a file of results.").format(
                most_rounds=MAX_ROUNDS
            )
        )
    figures = tuple(parse_score(score) for score in scores)
    tags = tuple(_parse_tag(part) for part in parts[2:] if part.strip())
    return PlayerLine(
        number,
        name,
        rating,
        opponents,
        figures,
        tuple(t for t in tags if "password" not in t[0].lower()),
        tuple(s for s, figure in zip(scores, figures, strict=True) if figure is None),
    )


def parse_score(text: str) -> int | None:
    """Return the score or spread of a game, or None if the text is not a possible one."""
    score = int(text) if _WHOLE.fullmatch(text) else None
    return None if score is None or abs(score) > MAX_SCORE else score


def _parse_head(text: str) -> tuple[str, str, tuple[int | None, ...]]:
    """Return the name, rating and opponents; the rating is the first of the figures at the end.

    Raise `ValueError` if there is no rating or the name is too long.
    """
    words = text.split()
    begin = len(words)
    while begin > 1 and words[begin - 1].isascii() and words[begin - 1].isdecimal():
        begin -= 1
    if begin > 1 and _RATING.fullmatch(words[begin - 1]):
        begin -= 1
    if begin >= len(words) or not words:
        raise ValueError(
            _("“{short}” has no rating. Write it after the name, or 0 if there is none.").format(
                short=_shorten(text)
            )
        )
    name = " ".join(words[:begin])
    if len(name) > MAX_NAME_LENGTH:
        raise ValueError(
            _("The name has {count} characters; the maximum is {longest_name}.").format(
                count=len(name), longest_name=MAX_NAME_LENGTH
            )
        )
    opponents = words[begin + 1 :]
    return (
        name,
        words[begin],
        tuple(None if opponent == "00" else int(opponent[:9]) for opponent in opponents),
    )


def _split_parts(raw: str) -> list[str]:
    """Return the parts between semicolons; a backslash escapes the next character."""
    if "\\" not in raw:
        return raw.split(";")
    parts, current, letters = [], "", iter(raw)
    for letter in letters:
        if letter == "\\":
            current += next(letters, "")
        elif letter == ";":
            parts.append(current)
            current = ""
        else:
            current += letter
    return [*parts, current]


def _parse_tag(part: str) -> tuple[str, str | None]:
    name, _, value = part.strip().partition(" ")
    return name, value.strip()


def _duplicate_name_remarks(file: str, players: list[PlayerLine]) -> Iterator[Remark]:
    """Yield a blocking remark on each name that appears on an earlier line."""
    seen: dict[str, int] = {}
    for player in players:
        key = name_key(spoken_and_sort_name(player.name)[0])
        if key in seen:
            yield Remark(
                file,
                player.line,
                _(
                    "{player} is also on line {seen}. Add something to one of the names to tell "
                    "them apart, such as Jr."
                ).format(player=player.name, seen=seen[key]),
                blocks=True,
            )
        seen.setdefault(key, player.line)


def _omitted_figure_remarks(file: str, player: PlayerLine) -> Iterator[Remark]:
    """Yield remarks on figures that cannot be a score or a rating and are left out."""
    for figure in player.impossible:
        text = _(
            "“{figure}” is not a possible score. It is left out; enter the result after the import."
        )
        yield Remark(file, player.line, text.format(figure=_shorten(figure)))
    if _rating_of(player) is None:
        text = _(
            "“{figure}” is not a possible rating. It is left out; enter the rating after the "
            "import."
        )
        yield Remark(file, player.line, text.format(figure=_shorten(player.rating)))


def _rating_of(player: PlayerLine) -> int | None:
    """Return the rating, 0 for none, or None if it is invalid."""
    whole = re.split(r"[.+]", player.rating)[0]
    rating = int(whole) if re.fullmatch(r"\d{1,9}", whole, re.ASCII) else -1
    return rating if 0 <= rating <= MAX_RATING else None


def _build_entrant(
    number: int, player: PlayerLine, remarks: list[Remark], file: str
) -> PortableEntrant:
    name, sort_name = spoken_and_sort_name(player.name)
    if not any(letter.isalpha() for letter in name):
        sentence = _(
            "“{short}” is not a name. Enter the player's name, such as “Lopez, Ana”."
        ).format(short=_shorten(name))
        remarks.append(Remark(file, player.line, sentence, blocks=True))
    tags = dict(player.tags)
    rating = _rating_of(player)
    penalties = tuple(
        PortablePenalty(round_, spread, "")
        for round_, spread in enumerate(tag_integers(tags.get("penalty")), 1)
        if spread and round_ <= len(player.opponents)
    )
    extras: dict[str, object] = {"name": player.name}
    if others := [list(tag) for tag in player.tags if tag[0] != TAG]:
        extras["tags"] = others
    if rating is not None and player.rating != str(rating):
        extras["rating"] = player.rating
    if "off" in tags and (last := _last_round(player)) < len(player.opponents):
        extras["left"] = [len(player.opponents), last]
    return PortableEntrant(
        number=number,
        name=name,
        sort_name=sort_name,
        written=player.name,
        rating=rating or None,
        member=member_number_in(extras),
        rating_class=(tags.get("class") or "")[:20],
        team=(tags.get("team") or "")[:40],
        withdrawn_after=len(player.opponents) if "off" in tags else None,
        penalties=penalties,
        extras=extras,
        line=player.line,
    )


def _last_round(player: PlayerLine) -> int:
    """Return the last round with an opponent or a score other than 0; zeros after it mean a withdrawal."""
    met = [at for at, opponent in enumerate(player.opponents, 1) if opponent]
    scored = [at for at, score in enumerate(player.scores, 1) if score]
    return max(met + scored, default=0)


def _shorten(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:57]}..."
