"""The handbook of the rules: common questions answered for one rule set, open to everybody."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring import catalogue
from scoring.access import Permission, requires
from scoring.engine.audit.identify import DEFAULT_RULES
from scoring.engine.board.spelling import Speller
from scoring.engine.board.tiles import BLANK, TileSet, UnknownTile
from scoring.engine.rules.draw import starting_draw
from scoring.engine.rules.rulesets import RuleSet
from scoring.handbook.answer import has_clock
from scoring.handbook.comparisons import column_headings, comparison_rows
from scoring.handbook.questions import answers, scoring_checklist
from scoring.handbook.worked_examples import (
    ending_examples,
    impossible_examples,
    overtime_table,
    worked_examples,
)
from scoring.wording.names import name_of


@dataclass(frozen=True)
class StartingDrawAnswer:
    """Two letters drawn for the start, as typed, and a sentence with the result or the problem."""

    first: str
    second: str
    sentence: str
    refused: bool = False


@requires(Permission.READ)
@require_safe
def default_rules(request: HttpRequest) -> HttpResponse:
    """Show the rule set that games use by default."""
    return _render_rules(request, catalogue.rule_set(DEFAULT_RULES))


@requires(Permission.READ)
@require_safe
def rules_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the rules of one rule set. Raise `Http404` if it is unknown."""
    try:
        return _render_rules(request, catalogue.rule_set(key))
    except catalogue.NotInCatalogue as unknown:
        raise Http404(str(unknown)) from unknown


def _render_rules(request: HttpRequest, rules: RuleSet) -> HttpResponse:
    context = {
        "rules": rules,
        "tiles": catalogue.tile_set(rules.tile_set),
        "has_clock": has_clock(rules),
        "all": comparison_rows(),
        "columns": column_headings(),
        "answers": answers(rules),
        "checklist": scoring_checklist(),
        "examples": worked_examples(),
        "impossible": impossible_examples(),
        "endings": ending_examples(),
        "overtime": overtime_table(rules) if rules.overtime_per_minute else (),
        "draw": _starting_draw_answer(
            request.GET.get("first", ""),
            request.GET.get("second", ""),
            catalogue.tile_set(rules.tile_set),
        ),
    }
    return render(request, "scoring/handbook.html", context)


def _starting_draw_answer(first: str, second: str, tiles: TileSet) -> StartingDrawAnswer:
    """Return the result of the draw for the start, empty if no letter is typed; a question mark is a blank."""
    first, second = first.strip()[:5], second.strip()[:5]
    if not first and not second:
        return StartingDrawAnswer("", "", "")
    try:
        letters = [_parse_tile(first, tiles), _parse_tile(second, tiles)]
    except UnknownTile:
        problem = _("Type one tile of the {tiles} set for each player; ? is a blank.")
        return StartingDrawAnswer(first, second, problem.format(tiles=name_of(tiles)), refused=True)
    begins = starting_draw(letters, tiles).starting_seat
    if begins is None:
        sentence = (
            _("Both have a blank: both draw again.")
            if letters[0] == BLANK
            else _("Both have {letter}: both draw again.").format(letter=letters[0])
        )
        return StartingDrawAnswer(first, second, sentence)
    near, far = letters[begins], letters[1 - begins]
    if near == BLANK:
        sentence = (
            _("The first player begins: a blank beats {letter}.")
            if begins == 0
            else _("The second player begins: a blank beats {letter}.")
        )
    else:
        sentence = (
            _("The first player begins: {near} is nearer to A than {letter}.")
            if begins == 0
            else _("The second player begins: {near} is nearer to A than {letter}.")
        )
    return StartingDrawAnswer(first, second, sentence.format(near=near, letter=far))


def _parse_tile(text: str, tiles: TileSet) -> str:
    if text == BLANK:
        return BLANK
    spelled = Speller(tiles).spell(text)
    if len(spelled) != 1:
        raise UnknownTile(text, text, tiles)
    return spelled[0]
