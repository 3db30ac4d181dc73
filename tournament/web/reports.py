"""The menu of reports of an event, and their files."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournament.models import Division, Event
from tournament.reports.asking import CannotReport, options_from
from tournament.reports.delivery import build, page_part, render
from tournament.reports.paper import NoSuchPaper
from tournament.reports.registry import (
    NoSuchReport,
    definition,
    for_everybody,
    format_keys,
    help_text,
    is_private,
    renderer,
    report_keys,
)
from tournament.reports.report import Report
from tournament.web.access import Permission, ask_to_log_in, may, requires
from tournament.web.page import find_event, page

FIRST_FORMATS = ("pdf", "xlsx", "html")
"""The formats asked for most, in that order; the rest follow by name."""


@dataclass(frozen=True)
class Question:
    """One option of a report as a form asks it."""

    name: str
    help: str
    required: bool
    is_number: bool
    value: str


@dataclass(frozen=True)
class Offer:
    """One report on the menu."""

    key: str
    title: str
    help: tuple[str, ...]
    questions: tuple[Question, ...]
    error: str


@requires(Permission.READ)
def reports_menu(request: HttpRequest, event: str) -> HttpResponse:
    """List every report with its options and formats."""
    return _show(request, find_event(event))


@requires(Permission.READ)
def report_file(request: HttpRequest, event: str, key: str) -> HttpResponse:
    """Send a report in the format of `?format=`; other names are the report's options."""
    found = find_event(event)
    given = {name: str(value).strip() for name, value in request.GET.items()}
    file_format = given.pop("format", "html")
    words = (given.pop(name, "") for name in ("paper", "way", "type", "ink"))
    paper = " ".join(word for word in words if word)
    try:
        chosen = definition(key)
        if is_private(chosen) and not may(request, Permission.LOOK):
            return ask_to_log_in(request)
        if "address" in (each.name for each in fields(chosen.Options)):
            given["address"] = given.get("address") or _site(request)
        options = options_from(chosen.Options, _numbers(chosen.Options, given))
        if not may(request, Permission.LOOK):
            options = for_everybody(chosen, options)
        report = build(chosen, found, options, timezone.localtime())
        if file_format == "html":  # the file carries a style of its own, which no page may
            return _as_page(request, report)
        delivery = render(report, file_format, paper)
    except (CannotReport, NoSuchReport, NoSuchPaper) as refused:
        return _show(request, found, error=(key, str(refused)))
    response = HttpResponse(delivery.content, content_type=delivery.content_type)
    shown = "inline" if file_format == "pdf" else "attachment"
    response["Content-Disposition"] = f'{shown}; filename="{delivery.file_name}"'
    return response


def _site(request: HttpRequest) -> str:
    """The site's address as phones in the hall reach it; empty where the laptop talks to itself."""
    host = request.get_host()
    alone = host.startswith(("localhost", "127.", "[::1]"))
    return "" if alone else f"{request.scheme}://{host}"


def _as_page(request: HttpRequest, report: Report) -> HttpResponse:
    """The report as a page of the site, with the way to its files."""
    downloads = []
    for key in _in_order(format_keys()):
        if key != "html":
            query = request.GET.copy()
            query["format"] = key
            downloads.append((key.upper(), f"?{query.urlencode()}"))
    title = " · ".join([report.title, *report.place, report.event])
    context = {"report": page_part(report), "title": title, "downloads": downloads}
    return page(request, "reports/page.html", context)


def _in_order(keys: Iterable[str]) -> list[str]:
    """The formats asked for most first, the rest by name."""
    return sorted(
        keys, key=lambda key: (FIRST_FORMATS.index(key) if key in FIRST_FORMATS else 99, key)
    )


def _show(request: HttpRequest, event: Event, error: tuple[str, str] = ("", "")) -> HttpResponse:
    formats = _in_order(format_keys())
    looks = may(request, Permission.LOOK)
    keys = [key for key in report_keys() if looks or not is_private(definition(key))]
    return page(
        request,
        "reports.html",
        {
            "event": event,
            "offers": [_offer(key, request, error) for key in keys],
            "divisions": list(Division.objects.filter(event=event)),
            "formats": [(key, help_text(renderer(key)).split("\n")[0]) for key in formats],
            "papers": [("a4", "A4"), ("letter", "Letter")],
            "error": error[1] if error[0] not in report_keys() else "",
        },
        status=422 if error[1] else 200,
    )


def _offer(key: str, request: HttpRequest, error: tuple[str, str]) -> Offer:
    found = definition(key)
    questions = tuple(
        Question(
            name=item.name,
            help=item.metadata.get("help", ""),
            required=False,
            is_number="int" in str(item.type),
            value=request.GET.get(item.name, "") if error[0] in ("", key) else "",
        )
        for item in fields(found.Options)
    )
    return Offer(
        key,
        found.title,
        _paragraphs(help_text(found)),
        questions,
        error[1] if error[0] == key else "",
    )


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def _numbers(options: type[Any], given: dict[str, str]) -> dict[str, Any]:
    """What was typed, with whole numbers where the report wants them."""
    values: dict[str, Any] = dict(given)
    for item in fields(options):
        text = given.get(item.name, "")
        if "int" in str(item.type) and text:
            if not text.isdecimal():
                raise CannotReport(f"{item.name.capitalize()} is a whole number, not “{text}”.")
            values[item.name] = int(text)
    return values
