"""Bulk actions on the list of prizes: remove them, or print their winners' certificates."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring.bulk_actions import list_address, selected_rows
from tournament.actions.standings.bulk_prizes import remove_prizes, version_of_prizes
from tournament.models import Division, Event, Prize
from tournament.queries.standings.prizes import awards_of, engine_prize, prize_sections, prizes_of
from tournament.web.access import Permission, requires
from tournament.web.page import find_event
from tournament.web.tables import confirm_and_run
from tournament.wording.sentences import sentence


@requires(Permission.DIRECT)
@require_POST
def change_prizes(request: HttpRequest, event: str) -> HttpResponse:
    """Remove the selected prizes after a confirmation, or print their winners' certificates."""
    this_event = find_event(event)
    to = list_address(request, reverse("prizes", args=[this_event.slug]))
    prizes = prizes_of(this_event)
    marked = selected_rows(request, prizes, "pk")
    if not marked:
        return redirect(to)
    chosen = request.POST.get("do", "")
    if chosen == "certificates":
        return _print_certificates(request, this_event, prizes, marked, to)
    if chosen != "remove":
        messages.error(request, _("Choose what to do with the selected rows."))
        return redirect(to)
    return confirm_and_run(
        request,
        marked,
        "pk",
        lambda actor, prizes: remove_prizes(
            actor, this_event, prizes, seen=request.POST.get("seen")
        ),
        event=this_event,
        listed=_("Prizes"),
        back=to,
        question=ngettext(
            "Remove {count} prize from the list?",
            "Remove {count} prizes from the list?",
            len(marked),
        ),
        names=[_prize_label(prize) for prize in marked],
        happens=_("Removed prizes are not awarded at the ceremony. They stay in the activity log."),
        button=_("Remove from the list"),
        done=lambda count: ngettext(
            "{count} prize has been removed from the list.",
            "{count} prizes have been removed from the list.",
            count,
        ),
        seen=version_of_prizes(marked),
    )


def _print_certificates(
    request: HttpRequest, event: Event, prizes: list[Prize], marked: list[Prize], to: str
) -> HttpResponse:
    """Redirect to the certificates of all winners of the selected prizes; without a winner, show an error."""
    keys = {prize.pk for prize in marked}
    slugs = dict(Division.objects.filter(event=event).values_list("name", "slug"))
    winners = dict.fromkeys(
        f"{slugs[winner.who.division]}.{winner.who.number}"
        for award in awards_of(prizes, prize_sections(event))
        if keys & {prize.key for prize in award.prizes}
        for winner in award.winners
    )
    if not winners:
        messages.error(request, _("None of the selected prizes has a winner yet."))
        return redirect(to)
    query = urlencode({"only": " ".join(winners), "format": "pdf"})
    return redirect(f"{reverse('report_file', args=[event.slug, 'certificates'])}?{query}")


def _prize_label(prize: Prize) -> str:
    """Return the prize with its division and value, as listed in the confirmation."""
    title = sentence(engine_prize(prize).title)
    division = _("division {division}").format(division=prize.division) if prize.division else ""
    return ", ".join(filter(None, (title, division, prize.value)))
