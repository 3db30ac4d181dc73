"""The fields of a stream's slot, by name: functions from a `streams.StreamSource` to lines of text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import mean

from django.utils.translation import gettext_lazy as _lazy

from scoring.wording.phrases import format_signed, ordinal
from tournament.broadcast.queries.streams import StreamSource
from tournament.engine.highlights import HighlightKind
from tournament.engine.results import NOBODY
from tournament.hall.queries.meetings import games_between, head_to_heads
from tournament.queries.event.highlights import division_highlights
from tournament.queries.standings.rating_preview import rating_preview
from tournament.queries.standings.standings import standings_row_details
from tournament.wording.event import event_wording

MAX_TABLE_LINES = 10
"""The maximum number of lines in a table of a stream."""
MIN_STREAK = 3
"""The minimum number of consecutive wins for a streak."""
FieldLines = list[tuple[str, ...]]
"""The content of a field: lines of cells, with a single cell for plain text."""

FieldFunction = Callable[[StreamSource], FieldLines]


def _text_lines(value: str) -> FieldLines:
    return [(value,)] if value else []


def _player_field(make: Callable[[StreamSource, int], str], player: int) -> FieldFunction:
    def lines(source: StreamSource) -> FieldLines:
        number = source.entry_number_of(player)
        return _text_lines(make(source, number)) if number is not None and source.state else []

    return lines


def _score(source: StreamSource) -> FieldLines:
    if len(source.scores) != 2:
        return []
    first, second = source.scores
    return [(f"{first:>3} - {second:<3}",)]


def _player_score(player: int) -> FieldFunction:
    return lambda source: [(f"{source.scores[player - 1]:>3}",)] if len(source.scores) == 2 else []


def _name(source: StreamSource, number: int) -> str:
    return source.state.games.name(number) if source.state else ""


def _record(source: StreamSource, number: int) -> str:
    row = source.state.rows.get(number) if source.state and source.state.standings.after else None
    return row.line.record_text(ties_apart=source.event.rules.ties_apart) if row else "0-0"


def _spread(source: StreamSource, number: int) -> str:
    row = source.state.rows.get(number) if source.state and source.state.standings.after else None
    return format_signed(row.line.spread) if row else "0"


def _ordinal_rank(source: StreamSource, number: int) -> str:
    rank = source.state.ranks.get(number) if source.state else None
    return ordinal(rank) if rank else ""


def _rating(source: StreamSource, number: int) -> str:
    rating = source.state.games.by_number[number].rating if source.state else None
    return str(rating) if rating else ""


def _average_score(source: StreamSource, number: int) -> str:
    scores = [side.score for side in source.sides(number) if side.score is not None]
    return f"{mean(scores):.1f}" if scores else ""


def _high_score(source: StreamSource, number: int) -> str:
    scores = [side.score for side in source.sides(number) if side.score is not None]
    return str(max(scores)) if scores else ""


def _unseen_tiles(source: StreamSource) -> FieldLines:
    return _text_lines(source.live.current_unseen_tiles.text) if source.live else []


def _unseen_count(source: StreamSource) -> FieldLines:
    if source.live is None:
        return []
    unseen = source.live.current_unseen_tiles
    tiles = event_wording("tiles", count=unseen.count)
    vowels = event_wording("vowels", count=unseen.vowels)
    consonants = event_wording("consonants", count=unseen.consonants)
    return [(tiles,), (f"{vowels} | {consonants}",)]


def _last_play(source: StreamSource) -> FieldLines:
    """Return a line with the last turn and, if they differ, a second line with the announced and correct scores.

    Return an empty list without a live board or turn.
    """
    if not (source.live and source.live.turns):
        return []
    turn = source.live.turns[-1]
    row = turn.row
    done = f"{turn.name}: {row.turn.coordinate} {row.word} {row.counts} {row.total}"
    return [*_text_lines(done.replace("  ", " ")), *_text_lines(turn.difference_sentence)]


def _blank_word(at: int) -> FieldFunction:
    def lines(source: StreamSource) -> FieldLines:
        words = source.live.blank_words if source.live else []
        return _text_lines(words[at - 1]) if len(words) >= at else []

    return lines


def _round_number(source: StreamSource) -> FieldLines:
    if source.pairing is None or source.division is None:
        return []
    number, last = source.pairing.round.number, source.division.rounds_planned
    if last and number <= last:
        return [(event_wording("round_of", round=number, rounds=last),)]
    return [(str(number),)]


def _history(player: int) -> FieldFunction:
    def lines(source: StreamSource) -> FieldLines:
        number = source.entry_number_of(player)
        if number is None or source.state is None:
            return []
        return [
            (
                str(row.round),
                row.result,
                row.opponent.name if row.opponent else event_wording("bye"),
                row.spread,
            )
            for row in reversed(source.state.rounds_of(number))
            if row.result
        ]

    return lines


def _player_card(player: int) -> FieldFunction:
    def lines(source: StreamSource) -> FieldLines:
        number = source.entry_number_of(player)
        if number is None or source.state is None:
            return []
        rows = [
            (event_wording("record"), f"{_record(source, number)} {_spread(source, number)}"),
            (event_wording("place"), _ordinal_rank(source, number)),
            (event_wording("rating"), _rating(source, number)),
            (event_wording("average"), _average_score(source, number)),
            (event_wording("highest_game"), _high_score(source, number)),
        ]
        return [(_name(source, number),), *(row for row in rows if row[1])]

    return lines


def _head_to_head(source: StreamSource) -> FieldLines:
    if source.state is None or len(source.entry_numbers) != 2:
        return []
    one, other = source.entry_numbers
    records = {row.opponent.number: row for row in head_to_heads(source.state, one)}
    if other not in records:
        return [(event_wording("have_not_met", one=source.names[0], other=source.names[1]),)]
    record = records[other]
    meetings = games_between(source.state, one, other)
    return [
        (source.names[0], record.record, source.names[1], record.spread),
        *(
            (
                event_wording("met_in", event=row.event, round=row.round),
                row.result_text or row.margin,
            )
            for row in meetings[:MAX_TABLE_LINES]
        ),
    ]


def _standings(source: StreamSource) -> FieldLines:
    if source.state is None or not source.state.standings.after:
        return []
    recent = standings_row_details(source.state.standings, public=True)
    lines: FieldLines = []
    for row in source.state.standings.rows[:MAX_TABLE_LINES]:
        moved = recent[row.person.number].ranks_gained if row.person.number in recent else None
        number = row.person.number
        movement = "" if not moved else (f"▲{moved}" if moved > 0 else f"▼{-moved}")
        lines.append(
            (
                str(row.line.rank),
                row.person.name,
                _record(source, number),
                _spread(source, number),
                movement,
            )
        )
    return lines


def _rating_gain(source: StreamSource) -> FieldLines:
    preview = rating_preview(source.state.standings) if source.state else None
    if preview is None or source.state is None:
        return []
    rows = [row for row in preview.by_number.values() if row.rounded_figures[2] is not None]
    rows.sort(key=lambda row: -(row.rounded_figures[2] or 0))
    names = source.state.games.name
    return [
        (
            names(row.person.number),
            str(row.rounded_figures[1] or ""),
            format_signed(row.rounded_figures[2] or 0),
        )
        for row in rows[:MAX_TABLE_LINES]
    ]


def _scoring_leaders(source: StreamSource) -> FieldLines:
    if source.section is None:
        return []
    scores: dict[int, list[int]] = {}
    for side in source.section.sides:
        if side.score is not None:
            scores.setdefault(side.number, []).append(side.score)
    best = sorted(scores, key=lambda number: -mean(scores[number]))[:MAX_TABLE_LINES]
    return [
        (source.section.name(number), f"{mean(scores[number]):.1f}", str(max(scores[number])))
        for number in best
    ]


def _division_figures(source: StreamSource) -> FieldLines:
    if source.section is None:
        return []
    winners = [side for side in source.section.sides if side.won and side.score is not None]
    if not winners:
        return []
    rows = [
        (event_wording("games"), str(len(source.section.games))),
        (event_wording("average_winning"), f"{mean(side.score or 0 for side in winners):.1f}"),
        (
            event_wording("average_losing"),
            f"{mean(side.opponent_score or 0 for side in winners):.1f}",
        ),
    ]
    best = division_highlights(source.division) if source.division else None
    rows += [(row.label, row.figure) for row in best.rows] if best else []
    return list(dict.fromkeys(rows))


def _ticker(source: StreamSource) -> FieldLines:
    """Return the results of the current round and the highlights of the division; an empty list without a division."""
    if source.state is None or source.division is None:
        return []
    latest = source.state.latest_round
    items = []
    if latest is not None:
        items += [
            f"{row.first_name} – {row.second_name} {row.result}"
            for row in source.state.boards_of_round(latest.round.number)
            if row.result and row.second_name
        ]
    items += [
        f"{row.label}: {row.figure}, {row.who}" for row in division_highlights(source.division).rows
    ]
    return [(item,) for item in items]


POPUP_LABELS = {
    HighlightKind.HIGH_GAME: _lazy("New high game"),
    HighlightKind.HIGH_PLAY: _lazy("New high play"),
    HighlightKind.UPSET: _lazy("Upset"),
}
"""The labels of the highlights that pop up when they change, by kind of highlight."""


def _popups(source: StreamSource) -> FieldLines:
    """Return current pop-ups: the division's high game and high play, upsets of its latest round, and streaks.

    Return an empty list without a division.
    """
    if source.section is None or source.division is None or source.state is None:
        return []
    best = division_highlights(source.division)
    lines: FieldLines = [
        (str(POPUP_LABELS[HighlightKind(row.kind)]), row.figure, row.who)
        for row in best.rows
        if row.kind in (HighlightKind.HIGH_GAME, HighlightKind.HIGH_PLAY)
    ]
    if best.rounds:
        now = division_highlights(source.division, best.rounds[-1])
        lines += [
            (str(POPUP_LABELS[HighlightKind.UPSET]), row.figure, row.who)
            for row in now.rows
            if row.kind == HighlightKind.UPSET
        ]
    for number, steps in source.state.games.steps.items():
        wins = 0
        for step in reversed([step for step in steps if step.outcome is not None]):
            if step.letter != "W" or step.opponent == NOBODY:
                break
            wins += 1
        if wins >= MIN_STREAK:
            lines.append(
                (
                    event_wording("winning_streak"),
                    event_wording("wins_in_a_row", count=wins),
                    source.state.games.name(number),
                )
            )
    return lines


def _board(source: StreamSource) -> FieldLines:
    """Return the board as rows of letters, with a dot for an empty square; an empty list without a live board."""
    if source.live is None:
        return []
    cells = source.live.released.sheet.board().cells
    return [("".join((cell.tile or ".").ljust(1) for cell in row),) for row in cells]


def _fields_of_both_players(
    name: str, make: Callable[[StreamSource, int], str]
) -> dict[str, FieldFunction]:
    return {f"p{player}_{name}": _player_field(make, player) for player in (1, 2)}


FIELDS: Mapping[str, FieldFunction] = {
    "score": _score,
    "p1_score": _player_score(1),
    "p2_score": _player_score(2),
    **_fields_of_both_players("name", _name),
    "combined_names": lambda source: _text_lines(" – ".join(source.names)),
    "unseen_tiles": _unseen_tiles,
    "unseen_count": _unseen_count,
    "last_play": _last_play,
    "blank1": _blank_word(1),
    "blank2": _blank_word(2),
    **_fields_of_both_players("record", _record),
    **_fields_of_both_players("place", _ordinal_rank),
    **_fields_of_both_players("spread", _spread),
    **_fields_of_both_players("rating", _rating),
    **_fields_of_both_players("average", _average_score),
    **_fields_of_both_players("high", _high_score),
    "division": lambda source: _text_lines(str(source.division or "")),
    "tournament": lambda source: _text_lines(str(source.event)),
    "round": _round_number,
    "table": lambda source: _text_lines(str(source.pairing.board) if source.pairing else ""),
    "p1_card": _player_card(1),
    "p2_card": _player_card(2),
    "p1_history": _history(1),
    "p2_history": _history(2),
    "head_to_head": _head_to_head,
    "standings": _standings,
    "rating_gain": _rating_gain,
    "scoring_leaders": _scoring_leaders,
    "division_figures": _division_figures,
    "board": _board,
    "ticker": _ticker,
    "popups": _popups,
}
"""Every field by name. A field that also exists in other programs has the same name as there."""
JOINED_FIELD = "line"
"""The name of the field that joins others in one line."""
DEFAULT_JOINED_FIELDS = "p1_record,p1_spread,p1_place,p1_rating"


def joined_fields(source: StreamSource, fields: str, joint: str) -> FieldLines:
    """Return one line: the first line of each of these fields, separated by `joint`.

    `fields` are names separated by commas. Raise `KeyError` for an unknown field.
    """
    parts = [FIELDS[name.strip()](source) for name in fields.split(",") if name.strip()]
    return _text_lines(joint.join(" ".join(lines[0]).strip() for lines in parts if lines))


def plain_text(lines: FieldLines) -> str:
    """Return the content of a field as a string, with tabs between cells."""
    return "\n".join("\t".join(line) for line in lines)
