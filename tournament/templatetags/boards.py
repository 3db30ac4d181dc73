"""Template tags and filters for the boards of a round, such as the links to their pages.

`{% links_of_boards division round as links %}` computes once what the rows share; then
`{{ pairing.board|board_link:links }}` is the link of every row.
"""

from dataclasses import dataclass

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournament.models import Division, Pairing, Player, Round
from tournament.queries.results.confirmation import outcome_sentence
from tournament.queries.rounds.rounds import Board

register = template.Library()


@dataclass(frozen=True, slots=True)
class BoardLinks:
    """The common parts of the links to the boards of one round."""

    address: str
    """The address of a board without its number and the last slash."""
    label: str
    """The accessible label, with `%(board)s` for the number."""


@register.simple_tag
def links_of_boards(division: Division, round_: Round) -> BoardLinks:
    """Return the common parts of the links to the boards of a round.

    The event of the division must be loaded.
    """
    address = reverse("board", args=[division.event.slug, division.slug, round_.number, 0])
    return BoardLinks(address.removesuffix("0/"), gettext("Board %(board)s"))


@register.filter
def board_link(board: int, links: BoardLinks) -> SafeString:
    """Return the number of a board as a link to its page."""
    label = links.label % {"board": board}
    return format_html(
        '<a id="board-{}" href="{}{}/" aria-label="{}">{}</a>',
        board,
        links.address,
        board,
        label,
        board,
    )


@register.simple_tag
def link_with_names(pairing: Pairing, links: BoardLinks) -> SafeString:
    """Return the number of a pairing's board as a link to its page, labelled with the full names of both players."""
    both = f"{pairing.first.name} – {pairing.second.name if pairing.second else ''}"
    return format_html(
        '<a id="board-{}" href="{}{}/" data-numbers="{}" title="{}" aria-label="{}: {}">{}</a>',
        pairing.board,
        links.address,
        pairing.board,
        f"{pairing.first.number} {pairing.second.number if pairing.second else ''}",
        both,
        links.label % {"board": pairing.board},
        both,
        pairing.board,
    )


@register.filter
def narrow_name(player: Player) -> SafeString:
    """Return a name for narrow columns: the family name, and the initial if it fits."""
    family, initial = player.narrow_name
    return format_html("<bdi><span>{}</span> <span>{}</span></bdi>", family, initial)


@register.filter
def board_address(board: int, links: BoardLinks) -> str:
    """Return the address of a board's page."""
    return f"{links.address}{board}/"


@register.filter
def winner_in_words(board: Board) -> str:
    """Return the winner of a board by its scores, in words.

    Return an empty string if there is no result, if the scores do not show the winner, or if no game
    was played.
    """
    if board.result is None or board.result.winner_label or not board.result.is_game:
        return ""
    return outcome_sentence(board.pairing, board.result)
