"""The word judge, at a keyboard shared by both players, and the director's log of its verdicts."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.access import Permission, game_scope, has_page_permission, requires
from scoring.actions.activity import Actor
from scoring.actions.judging import TooManyVerdicts, judge, overrule
from scoring.actions.refusals import Refused
from scoring.forms import typed_reason
from scoring.lexicon import Lexicon, has_own_lists, lexicons
from scoring.models import Game, Judgement
from scoring.models.organisation import set_known_tenant
from scoring.signals import breadcrumbs, receiver_results
from scoring.tables import ListFilter, ListTable, MomentColumn, TextColumn, list_page
from scoring.tenancy import current_tenant
from scoring.views.game_page import place_in_words
from scoring.views.last_choices import WORD_LIST, last_choice, remember_choice
from scoring.views.pad import find_game
from scoring.wording.phrases import format_thousands


@requires(Permission.ASK)
@never_cache
def word_judge(request: HttpRequest) -> HttpResponse:
    """Show the standalone judge: choose a list and a board, then judge one play after another.

    The address may name the organisation that owns the lists with ``?of=``, because players in the hall
    have no account.
    """
    query = request.POST if request.method == "POST" else request.GET
    set_known_tenant(query.get("of", ""))
    place = query.get("board", "").strip()[:60]
    return _judge_page(
        request,
        query.get("list", ""),
        None,
        _("Board {board}").format(board=place) if place else "",
        place,
    )


@requires(Permission.ASK, game_scope)
@never_cache
def game_judge(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the judge for the board of one game, by default with the game's word list."""
    game = find_game(pk)
    query = request.POST if request.method == "POST" else request.GET
    return _judge_page(
        request,
        query.get("list", "") or game.lexicon,
        game,
        place_in_words(receiver_results(breadcrumbs, game), game)
        or (str(game) if has_page_permission(request, Permission.DESK) else ""),
        "",
    )


@requires(Permission.DIRECT)
def judgement_log(request: HttpRequest) -> HttpResponse:
    """Show all verdicts, with forms to rule against the list."""
    verdicts = (("yes", _("acceptable")), ("no", _("not acceptable")), ("ruled", _("ruled on")))
    return list_page(
        request,
        "scoring/judge/log.html",
        {},
        JudgementsTable,
        Judgement.objects.select_related("user", "ruled_by", "game"),
        title=_("Judgements"),
        filters=[ListFilter("verdict", _("Verdict"), verdicts, _matches_verdict)],
    )


@requires(Permission.DIRECT)
@require_POST
def overrule_judgement(request: HttpRequest, pk: int) -> HttpResponse:
    """Rule against the list on one judgement, or restore the list's answer."""
    judgement = get_object_or_404(Judgement, pk=pk)
    reason = typed_reason(request.POST)
    try:
        ruled = overrule(judgement, Actor.for_user(request.user), reason=reason)
    except Refused as refused:
        messages.error(request, f"{judgement}: {refused}")
    else:
        place = ruled.place or _("Word judge")
        messages.success(
            request,
            _("{place}, {ruling}. Both verdicts are kept.").format(place=place, ruling=ruled),
        )
    return redirect("handbook:judge_log")


def _judge_page(
    request: HttpRequest, key: str, game: Game | None, shown: str, board: str
) -> HttpResponse:
    lists = lexicons()
    sees_game = has_page_permission(request, Permission.DESK)
    words = lists.get(key) or (next(iter(lists.values())) if len(lists) == 1 else None)
    way_out = reverse("scoring:pad", args=[game.pk]) if game and sees_game else "/"
    context: dict[str, Any] = {
        "game": game,
        "shown": shown,
        "board": board,
        "words": words,
        "of": current_tenant() if has_own_lists(current_tenant()) and not game else "",
        "size": format_thousands(len(words)) if words else "",
        "count": len(words) if words else 0,
        "way_out": way_out,
    }
    if words is None:
        context |= {"lists": lists.values(), "chosen": last_choice(request, WORD_LIST, lists)}
        return render(request, "scoring/judge/choose.html", context)
    if request.method != "POST":
        return render(request, "scoring/judge/ask.html", context)
    typed, again = request.POST.get("typed", ""), request.POST.get("again", "")
    context |= {"typed": typed, "again": again}
    if typed.strip() and not again.strip():
        return render(request, "scoring/judge/ask.html", {**context, "second": True})
    try:
        verdict = _judge_words(request, words, typed, again, game, shown)
    except TooManyVerdicts as refused:
        return render(
            request, "scoring/judge/ask.html", {**context, "refused": str(refused)}, status=429
        )
    except Refused as refused:
        context |= {"refused": str(refused), "second": bool(typed.strip())}
        return render(request, "scoring/judge/ask.html", context, status=422)
    context |= {"acceptable": verdict.by_list}
    response = render(request, "scoring/judge/verdict.html", context)
    return remember_choice(response, WORD_LIST, words.key)


def _judge_words(
    request: HttpRequest, words: Lexicon, typed: str, again: str, game: Game | None, place: str
) -> Judgement:
    address = str(request.META.get("REMOTE_ADDR", ""))
    actor = Actor.for_user(request.user)
    if actor.user is None:
        actor = Actor(_("device {address}").format(address=address))
    return judge(actor, words, typed, again, game=game, place=place, address=address)


class JudgementsTable(ListTable):
    """All verdicts of the word judge, latest first."""

    key = "judgements"
    searched = ("words", "place", "ruled_reason")
    always = ("words", "verdict", "ruling")

    at = MomentColumn(verbose_name=_lazy("When"), format="j M Y, H:i:s", order_by="id")
    place = TextColumn(
        verbose_name=_lazy("Where"),
        linkify=lambda record: record.game and record.game.get_absolute_url(),
    )
    words = TextColumn(verbose_name=_lazy("Words"))
    verdict = TextColumn(
        verbose_name=_lazy("Verdict"), empty_values=(), order_by="by_list", wraps=True
    )
    lexicon_name = TextColumn(verbose_name=_lazy("Word list"))
    asked_by = TextColumn(verbose_name=_lazy("Requested by"), empty_values=(), order_by="user")
    ruling = TextColumn(
        verbose_name=_lazy("Rule against the list"),
        empty_values=(),
        orderable=False,
        exclude_from_export=True,
    )

    def checkbox_label(self, record: Judgement) -> str:
        """Return the accessible label of the checkbox of a judgement."""
        return _("Select {name}").format(name=", ".join(record.words))

    def render_words(self, value: list[str]) -> str:
        """Return the words of the play."""
        return ", ".join(value)

    def render_verdict(self, record: Judgement) -> str:
        """Return the verdict or, if the director ruled against the list, both answers and the reason."""
        return render_to_string("scoring/judge/_verdict_on_list.html", {"judgement": record})

    def value_verdict(self, record: Judgement) -> str:
        """Return the verdict for a file, with the director's name and reason if it was ruled on."""
        counts = _("acceptable") if record.acceptable else _("not acceptable")
        if record.ruled is None or not record.ruled_by:
            return counts
        return _("{verdict}, ruled by {user}: {reason}").format(
            verdict=counts, user=record.ruled_by, reason=record.ruled_reason
        )

    def render_lexicon_name(self, record: Judgement) -> str:
        """Return the name of the list, with the beginning of its digest."""
        return f"{record.lexicon_name}, {record.lexicon_sha256[:8]}"

    def render_asked_by(self, record: Judgement) -> str:
        """Return the name of the logged-in user, or the address of the device."""
        return str(record.user) if record.user else record.address

    def render_ruling(self, record: Judgement) -> str:
        """Return the form for ruling against the list."""
        return render_to_string(
            "scoring/judge/_rule_on_list.html", {"judgement": record}, request=self.request
        )


def _matches_verdict(judgement: Judgement, key: str) -> bool:
    return judgement.ruled is not None if key == "ruled" else judgement.acceptable == (key == "yes")
