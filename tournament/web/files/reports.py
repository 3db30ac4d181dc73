"""The reports menu of an event, the report files, and the papers of a recorded game."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.access import game_scope
from scoring.downloads import file_response
from scoring.views.pad import find_game
from tournament.models import Division, Event
from tournament.reports.definition import (
    EARLIER_KEYS,
    GROUPS,
    Definition,
    NoSuchReport,
    all_reports,
    find_definition,
    single_variant,
)
from tournament.reports.delivery import (
    PICTURE_FORMATS,
    build_report,
    event_state,
    pictures_of,
    render_picture,
    render_report,
    report_fragment,
)
from tournament.reports.first_page import shorten_to_first_page
from tournament.reports.paper import NoSuchPaper
from tournament.reports.renderer import all_renderers
from tournament.reports.report import Report
from tournament.reports.report_options import CannotReport, options_from
from tournament.web.access import Permission, ask_to_log_in, has_page_permission, requires
from tournament.web.other_devices import address_for_others, address_of_this_computer
from tournament.web.page import find_event, page, parse_whole_number
from tournament.wording.plugins import help_of, name_of, option_texts, summary_of, translate_text

QUOTED_LITERAL = re.compile(r"`(.+?)`")
"""Pattern of a literal word in the help of an option."""
DEFAULT_REPORT = "standings"
"""The key of the report shown if no report or an unknown one is chosen."""
FIRST_FORMATS = ("pdf", "xlsx", "html")
"""The most requested formats, in order; the others follow by name."""


@dataclass(frozen=True)
class OptionField:
    """One option of a report as a form field."""

    name: str
    label: str
    help: str
    required: bool
    is_number: bool
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    """Each possible value with its label; empty for free text."""


@dataclass(frozen=True)
class ReportOffer:
    """The report chosen on the menu, with its options and a preview.

    `preview` is the first page. If the report cannot be made, it is None and `error` contains the
    reason.
    """

    key: str
    title: str
    help: tuple[str, ...]
    questions: tuple[OptionField, ...]
    preview: SafeString | None
    beyond: int
    error: str
    way: str
    """The options as a query string for links."""
    pictures: tuple[str, ...] = ()
    """The titles of the report's pictures."""
    chooses: str = ""
    """The name of the option that selects the report's variant, or an empty string."""
    chosen: str = ""
    """The value of the variant shown."""
    variants: tuple[tuple[str, str], ...] = ()
    """The value and the title of each variant."""


@requires(Permission.DESK)
def reports_menu(request: HttpRequest, event: str) -> HttpResponse:
    """List the reports that the reader may see, by group.

    The one in `?show=`, or else the first, is shown with its options and first page.
    """
    this_event = find_event(event)
    return _render_menu(request, this_event, request.GET.get("show", ""))


@requires(Permission.DESK)
def report_file(request: HttpRequest, event: str, key: str) -> HttpResponse:
    """Send a report in the format given by `?format=`; `paper`, `way`, `type` and `ink` describe the paper.

    The other parameters are the report's options. `?picture=` limits picture formats to one picture.
    Private reports require the permission to look. A refusal is shown on the menu.
    """
    this_event = find_event(event)
    given = {name: str(value).strip() for name, value in request.GET.items()}
    file_format = given.pop("format", "html")
    picture = given.pop("picture", "")
    words = (given.pop(name, "") for name in ("paper", "way", "type", "ink"))
    paper = " ".join(word for word in words if word)
    try:
        chosen = find_definition(key)
        if chosen.private and not has_page_permission(request, Permission.LOOK):
            return ask_to_log_in(request)
        if file_format in PICTURE_FORMATS:
            report = _build_report(request, this_event, chosen, given, "pdf")
            delivery = render_picture(report, file_format, _parse_picture_number(picture))
            return file_response(delivery.content, delivery.content_type, delivery.file_name)
        report = _build_report(request, this_event, chosen, given, file_format)
        if file_format == "html":  # the file has inline styles, unlike pages
            return _report_page(request, report)
        delivery = render_report(report, file_format, paper)
    except (CannotReport, NoSuchPaper, NoSuchReport) as refused:
        return _render_menu(request, this_event, key, str(refused))
    return file_response(
        delivery.content, delivery.content_type, delivery.file_name, is_shown=file_format == "pdf"
    )


def _parse_picture_number(picture: str) -> int | None:
    """Return the 1-based number of the picture, or None if `picture` is empty.

    Raise `CannotReport` if it is not a whole number.
    """
    number = parse_whole_number(picture)
    if picture and number is None:
        raise CannotReport(
            _("{option} must be a whole number, not “{text}”.").format(
                option=_("Picture"), text=picture
            )
        )
    return number


def _build_report(
    request: HttpRequest,
    event: Event,
    chosen: Definition,
    given: dict[str, str],
    file_format: str = "html",
) -> Report:
    """Return the report for this format, without the QR codes and private sections that the reader may not see.

    Raise `CannotReport` if it cannot be made with these options, and `NoSuchReport` for an unknown format.
    """
    if "address" in chosen.option_names():
        known = given.get("address") or (
            "" if address_of_this_computer() else address_for_others(request, "/").rstrip("/")
        )
        given = {**given, "address": known}
    options = options_from(chosen.Options, _parse_options(chosen.Options, given))
    if not has_page_permission(request, Permission.LOOK):
        options = chosen.public_options(options)
    elif not has_page_permission(request, Permission.DIRECT):
        options = chosen.options_without_codes(options)
    state = event_state(event)
    return build_report(chosen, event, options, state.moment, file_format, chain_head=state.head)


def _report_page(request: HttpRequest, report: Report) -> HttpResponse:
    """Return the report as a page of the site, with links to its files."""
    downloads = []
    for key in _sort_formats(all_renderers()):
        if key != "html":
            query = request.GET.copy()
            query["format"] = key
            downloads.append((key.upper(), f"?{query.urlencode()}"))
    title = " · ".join([report.title, *report.division_and_round, report.event])
    context = {"report": report_fragment(report), "title": title, "downloads": downloads}
    return page(request, "tournament/files/report.html", context)


def _sort_formats(keys: Iterable[str]) -> list[str]:
    """Return the formats with the most requested first and the rest by name."""
    return sorted(
        keys, key=lambda key: (FIRST_FORMATS.index(key) if key in FIRST_FORMATS else 99, key)
    )


def _visible_keys(request: HttpRequest) -> list[str]:
    """Return the keys of the reports this reader may see."""
    looks = has_page_permission(request, Permission.LOOK)
    return [key for key, report in all_reports().items() if looks or not report.private]


def _render_menu(request: HttpRequest, event: Event, key: str, error: str = "") -> HttpResponse:
    """Return the menu with one report chosen; `error` is the reason why it was refused.

    A retired key selects the variant that replaced it; an unknown key, or one the reader may not
    see, selects the first report.
    """
    given = {name: request.GET.get(name, "").strip() for name in request.GET}
    if key in EARLIER_KEYS:
        key, value = EARLIER_KEYS[key]
        given = {all_reports()[key].chooses: value} | given
    keys = _visible_keys(request)
    if key not in keys:
        key = DEFAULT_REPORT if DEFAULT_REPORT in keys else keys[0]
    formats = _sort_formats(all_renderers())
    menu: dict[str, list[tuple[str, str, str]]] = {group: [] for group in GROUPS}
    for report_key in keys:
        report = find_definition(report_key)
        papers = " ".join(translate_text(variant.title) for variant in report.variants.values())
        menu[report.group].append((report_key, name_of(report), papers))
    return page(
        request,
        "tournament/files/reports.html",
        {
            "event": event,
            "menu": [
                (
                    translate_text(group),
                    group == find_definition(key).group,
                    sorted(entries, key=_title_key),
                )
                for group, entries in menu.items()
                if entries
            ],
            "offer": _report_offer(key, given, request, event, error),
            "divisions": list(Division.objects.filter(event=event)),
            "formats": [(key, summary_of(all_renderers()[key])) for key in formats],
            "papers": [("a4", "A4"), ("letter", _("Letter"))],
            "usual_paper": settings.NINETIMER_PAPER,
            "refused": error,
        },
        status=422 if error else 200,
    )


def _title_key(offer: tuple[str, str, str]) -> str:
    return offer[1].casefold()


def _report_offer(
    key: str, typed: dict[str, str], request: HttpRequest, event: Event, error: str
) -> ReportOffer:
    report = find_definition(key)
    given = {name: typed.get(name, "") for name in report.option_names()}
    chosen, hidden = "", {report.chooses}
    if report.variants:
        usual = next(iter(report.variants))
        given[report.chooses] = given[report.chooses] or usual
        chosen = given[report.chooses] if given[report.chooses] in report.variants else usual
        hidden.update(report.variants[chosen].without)
    questions = tuple(
        OptionField(
            name=item.name,
            label=option_texts(item).label,
            help=QUOTED_LITERAL.sub("“\\1”", option_texts(item).help),
            required=False,
            is_number="int" in str(item.type),
            value=given[item.name],
            choices=option_texts(item).choices,
        )
        for item in fields(report.Options)
        if item.name not in hidden
        and not item.metadata["hidden"]
        and (item.name != "audience" or has_page_permission(request, Permission.LOOK))
    )
    preview, beyond = None, 0
    pictures: tuple[str, ...] = ()
    if not error:
        try:
            whole = _build_report(request, event, report, given)
            pictures = tuple(picture.title or whole.title for picture in pictures_of(whole))
            first, beyond = shorten_to_first_page(whole)
            preview = report_fragment(first, heading=2)
        except (CannotReport, NoSuchReport) as refused:
            error = str(refused)
    return ReportOffer(
        key,
        name_of(report),
        help_of(single_variant(key, chosen) if chosen else report),
        questions,
        preview,
        beyond,
        error,
        urlencode({name: value for name, value in given.items() if value}),
        pictures,
        report.chooses,
        chosen,
        tuple((value, translate_text(one.title)) for value, one in report.variants.items()),
    )


def _parse_options(options: type[Any], given: dict[str, str]) -> dict[str, Any]:
    """Return the typed options, with whole numbers converted. Raise `CannotReport` if a number is not whole."""
    values: dict[str, Any] = dict(given)
    for item in fields(options):
        text = given.get(item.name, "")
        if "int" in str(item.type) and text:
            if (number := parse_whole_number(text)) is None:
                raise CannotReport(
                    _("{option} must be a whole number, not “{text}”.").format(
                        option=option_texts(item).label, text=text
                    )
                )
            values[item.name] = number
    return values


@require_safe
@requires(Permission.DESK, game_scope)
def game_paper(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Send a paper of the game in the format given by `?format=`.

    The board is drawn after the turn in `?turn=`. Raise `Http404` if there is no such paper or it
    cannot be made.
    """
    game = find_game(pk)
    turn = parse_whole_number(request.GET.get("turn", ""))
    file_format = request.GET.get("format", "pdf")
    try:
        of_game = getattr(find_definition(key), "of_game", None)
        if of_game is None:
            raise CannotReport(_("“{key}” is not a report of one game.").format(key=key))
        report = of_game(game, timezone.localtime(), turn)
        if file_format == "html":
            address = request.path
            downloads = [(name.upper(), f"{address}?format={name}") for name in ("pdf", "xlsx")]
            context = {
                "report": report_fragment(report),
                "title": report.title,
                "downloads": downloads,
            }
            return page(request, "tournament/files/report.html", context)
        delivery = render_report(report, file_format, request.GET.get("paper", ""))
    except (CannotReport, NoSuchReport, NoSuchPaper) as refused:
        raise Http404(str(refused)) from refused
    return file_response(
        delivery.content, delivery.content_type, delivery.file_name, is_shown=file_format == "pdf"
    )
