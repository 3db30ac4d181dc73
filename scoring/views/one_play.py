"""Check a single play without a game or a log-in. The address contains the complete state."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from scoring import catalogue
from scoring.access import Permission, requires
from scoring.engine.audit.identify import DEFAULT_RULES
from scoring.engine.board.diagram import diagram
from scoring.engine.board.layouts import Layout
from scoring.engine.board.tiles import BLANK, TileSet
from scoring.engine.dispute.play_check import CheckedPlay, check_play
from scoring.engine.dispute.position import (
    MAX_CHARACTERS,
    NotAPosition,
    Position,
    UnreadableLine,
    read_position,
)
from scoring.engine.dispute.word_placement import add_word, remove_word
from scoring.engine.rules.rulesets import RuleSet
from scoring.engine.typing.typed_turn import MAX_LINE_LENGTH, LineNotUnderstood
from scoring.views.drawing import Drawing, draw
from scoring.views.last_choices import RULES, last_choice, remember_choice
from scoring.views.throttle import A_MINUTE, Throttle, too_many_requests
from scoring.wording.engine import line_sentence, sentence
from scoring.wording.names import name_of
from scoring.wording.phrases import comma_list

MAX_CHECKS = 120
"""Maximum number of checks per minute from one device without a log-in."""
CHECK_THROTTLE = Throttle(most=MAX_CHECKS, seconds=A_MINUTE, name="plays checked")
_MAX_QUERY_LENGTH = 40_000
"""Maximum length of the query in characters: the longest position with every character escaped."""
_MAX_PROBLEMS = 12
_ROW = re.compile(r"(\d{1,9})\.(\d)\.(\d{1,3})", re.ASCII)


@dataclass
class CheckPage:
    """A play to check and the data shown about it."""

    rules: RuleSet
    tile_set: TileSet
    layout: Layout
    position_text: str = ""
    play: str = ""
    cased: bool = False
    """Whether the play comes from the board, which uses lower case only for blanks."""
    is_sent: bool = False
    """Whether a play was submitted, even an empty one. A link may show only a position."""
    position_change: str = ""
    """``on`` to add the typed word to the position, ``off`` to remove it, or ""."""
    changed_position: Position | None = None
    """The position with the word added or removed; None if neither was requested or possible."""
    chosen: dict[str, str] = field(default_factory=dict)
    """Choices in addition to the rules: tile set, layout."""
    problems: list[str] = field(default_factory=list)
    """Errors in the position or the choices."""
    play_problem: str = ""
    position: Position | None = None
    checked: CheckedPlay | None = None
    link: str = ""
    row: str = ""
    """The row of a dispute to return to, as game, seat and row (``12.1.7``), or ""."""

    @property
    def drawing(self) -> Drawing:
        """The board with the play, as far as both are understood."""
        if self.checked is not None:
            return draw(diagram(self.checked.board, self.checked.last))
        position = self.position or Position(self.layout, self.tile_set, {})
        return draw(diagram(position.game(self.rules).board))

    @property
    def caption(self) -> str:
        """The board in words: the number of tiles, and the play."""
        number = len(self.position.tiles) if self.position else 0
        if self.checked is not None and self.checked.last:
            play = f"{self.checked.turn.coordinate} {self.checked.word}"
            if not number:
                return _("{play} on an empty board.").format(play=play)
            return ngettext(
                "The position with {count} tile, after {play}.",
                "The position with {count} tiles, after {play}.",
                number,
            ).format(count=number, play=play)
        if not number:
            return _("An empty board.")
        return ngettext(
            "The position with {count} tile.", "The position with {count} tiles.", number
        ).format(count=number)

    @property
    def dispute_link(self) -> tuple[str, str]:
        """The row of the dispute and the address back to it, with the points if the play is legal.

        Both are "" if there is no row.
        """
        match = _ROW.fullmatch(self.row)
        if match is None:
            return ("", "")
        game, seat, row = match.groups()
        address = reverse("dispute:game", args=[int(game)])
        checked = self.checked
        if checked is None or checked.proof is None or not checked.is_legal:
            return (row, f"{address}#row-{seat}-{row}")
        play = f"{checked.turn.coordinate} {checked.proof.words[0].text}"
        query = {"seat": seat, "row": row, "points": checked.proof.total, "play": play}
        return (row, f"{address}?{urlencode(query)}")  # no anchor: the button has the focus

    @property
    def blank_count(self) -> int:
        """Number of blanks in the set."""
        return self.tile_set.counts.get(BLANK, 0)

    @property
    def has_other_set(self) -> bool:
        """Whether a tile set or board other than that of the rules was chosen."""
        return bool(self.chosen.get("tiles") or self.chosen.get("layout"))

    @property
    def surplus_tiles(self) -> str:
        """Tiles of the position in excess of the set, as text."""
        surplus = self.position.surplus_tiles if self.position else ()
        return comma_list(_("a blank") if tile == BLANK else tile for tile in surplus)

    @property
    def choices(self) -> dict[str, list[tuple[str, str, bool]]]:
        """The options of each choice: key, name, and whether it is selected."""
        tile_set, layout = self.chosen.get("tiles", ""), self.chosen.get("layout", "")
        return {
            "rules": [
                (r.key, name_of(r), r.key == self.rules.key) for r in catalogue.rule_sets().values()
            ],
            "tiles": [
                (t.key, name_of(t), t.key == tile_set) for t in catalogue.tile_sets().values()
            ],
            "layout": [(b.key, name_of(b), b.key == layout) for b in catalogue.layouts().values()],
        }

    @property
    def differs(self) -> bool:
        """Whether the announced score differs from the correct one."""
        return self.checked is not None and self.checked.difference != 0


@require_safe
@requires(Permission.READ)
def check_score(request: HttpRequest) -> HttpResponse:
    """Show the form and, if a position or play is given, the result of checking it.

    If a word was added to the position or removed, redirect to the new position.
    """
    page = _page_for_query(request)
    status = 200
    if len(request.META.get("QUERY_STRING", "")) > _MAX_QUERY_LENGTH:
        page.problems.append(
            _("This is too long for a position; the maximum is {most} characters.").format(
                most=MAX_CHARACTERS
            )
        )
    elif (page.position_text or page.play) and too_many_requests(request, CHECK_THROTTLE):
        page.problems.append(
            _(
                "More than {most} plays were checked from this device within a minute. Wait a "
                "minute."
            ).format(most=MAX_CHECKS)
        )
        status = 429
    elif not page.problems:
        _check_play(page)
        if page.changed_position is not None:
            return remember_choice(
                redirect(_address(page, page.changed_position)), RULES, page.rules.key
            )
        if page.checked is not None:
            page.link = request.build_absolute_uri(_address(page, page.position, page.play))
    if status == 200 and (page.problems or page.play_problem):
        status = 422
    response = render(request, "scoring/dispute/check.html", {"page": page}, status=status)
    return (
        remember_choice(response, RULES, page.rules.key) if page.checked is not None else response
    )


def _page_for_query(request: HttpRequest) -> CheckPage:
    """Return the page for the query, with a problem for an unknown rule set, tile set or layout."""
    chosen = {name: str(request.GET.get(name, "")) for name in ("rules", "tiles", "layout")}
    problems = []
    known: dict[str, Mapping[str, object]] = {
        "rules": catalogue.rule_sets(),
        "tiles": catalogue.tile_sets(),
        "layout": catalogue.layouts(),
    }
    unknown = {
        "rules": _("There is no rule set “{key}”. Choose one from the list."),
        "tiles": _("There is no tile set “{key}”. Choose one from the list."),
        "layout": _("There is no board “{key}”. Choose one from the list."),
    }
    for name, key in chosen.items():
        if key and key not in known[name]:
            problems.append(unknown[name].format(key=key[:40]))
            chosen[name] = ""
    remembered = last_choice(request, RULES, catalogue.rule_sets())
    rules = catalogue.rule_set(chosen["rules"] or remembered or DEFAULT_RULES)
    return CheckPage(
        rules=rules,
        tile_set=catalogue.tile_set(chosen["tiles"] or rules.tile_set),
        layout=catalogue.layout(chosen["layout"] or rules.layout),
        position_text=str(request.GET.get("position", ""))[: MAX_CHARACTERS + 1],
        play=str(request.GET.get("play", ""))[: MAX_LINE_LENGTH + 1],
        cased=request.GET.get("cased") == "1",
        is_sent="play" in request.GET,
        position_change=str(request.GET.get("put", "")),
        row=row if _ROW.fullmatch(row := str(request.GET.get("row", ""))) else "",
        chosen=chosen,
        problems=problems,
    )


def _check_play(page: CheckPage) -> None:
    try:
        page.position = read_position(page.position_text, page.rules, page.tile_set, page.layout)
    except NotAPosition as refused:
        page.problems += _messages(refused.problems)
        return
    if page.position_text == page.position.cgp:
        page.position_text = str(page.position)  # from a link; rows are easier to edit
    if not page.play.strip():
        if page.is_sent:
            page.play_problem = _(
                "Type the play: its square, its word and the announced score, such as 8H FROZEN 38."
            )
        return
    answer: Position | CheckedPlay | LineNotUnderstood
    if page.position_change in _POSITION_CHANGES:
        lay = _POSITION_CHANGES[page.position_change]
        answer = lay(page.position, page.rules, page.play, cased=page.cased)
    else:
        answer = check_play(page.position, page.rules, page.play, cased=page.cased)
    if isinstance(answer, LineNotUnderstood):
        page.play_problem = sentence(answer.message)
    elif isinstance(answer, CheckedPlay):
        page.checked = answer
    else:
        page.changed_position = answer


_POSITION_CHANGES = {"on": add_word, "off": remove_word}


def _messages(problems: tuple[UnreadableLine, ...]) -> list[str]:
    messages = [line_sentence(problem) for problem in problems[:_MAX_PROBLEMS]]
    if more := len(problems) - len(messages):
        last = ngettext(
            "{count} more line cannot be read.", "{count} more lines cannot be read.", more
        )
        messages.append(last.format(count=more))
    return messages


def _address(page: CheckPage, position: Position | None, play: str = "") -> str:
    """Return the address of this page with a position and, if one is checked, a play."""
    query = {
        "rules": page.rules.key,
        "tiles": page.chosen["tiles"],
        "layout": page.chosen["layout"],
        "position": position.cgp if position and position.tiles else "",
        "play": " ".join(play.split()),
        "cased": "1" if play and page.cased else "",
        "row": page.row,
    }
    filled = {name: value for name, value in query.items() if value}
    return f"{reverse('dispute:check')}?{urlencode(filled, safe='/')}"
