"""The site of an event as files: the pages of the public site, led to one another, for a stick or any web host.

The pages are asked from the views of the public site itself, as a stranger gets them, and follow one another's links;
so what is secret there is secret here. What needs the laptop (forms, clocks, scripts that refresh) is left out by
the templates where `site.is_published`, and every link becomes a relative one to a file.
"""

from __future__ import annotations

import posixpath
import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.queries.consistent_reads import consistent_read
from tournament import jobs
from tournament.broadcast.exchange.site import CannotPublish, LazyFile, SiteFolder, WriteResult
from tournament.exchange.event_exchange import prepare_event
from tournament.hall.queries.versions import public_version
from tournament.hall.web.public_games import whole_game
from tournament.hall.web.site import show
from tournament.models import Division, Event
from tournament.queries.cache import cached_reads
from tournament.queries.event.frame import divisions_in
from tournament.reports.definition import definition
from tournament.reports.delivery import AsOf, as_of, build, file_name, page_part, render
from tournament.reports.event_folder import is_empty_report, without_empty_columns
from tournament.reports.report import Report
from tournament.reports.request import CannotReport
from tournament.web.language import language_for_everybody
from tournament.web.page import BETWEEN_TAGS
from tournament.wording.plugins import name_of

PUBLISHED = frozenset(
    {
        "site_now", "site_division", "site_pairings", "site_pairings_of", "site_standings",
        "site_standings_after", "site_players", "site_player", "site_games", "site_game", "site_best",
        "site_highlights", "site_highlights_of",
        "site_prizes", "site_schedule", "site_more",
    }
)  # fmt: skip
"""The pages of the public site that are published; links to any other are none."""
PAPERS = (
    "pairings",
    "standings",
    "cross_table",
    "results_by_player",
    "prizes",
    "high_games",
    "high_plays",
)
"""The reports that go along as PDF, as everybody may read them."""
FEED = "tourney.js"
_LINK = re.compile(r'\s(href|src)="([^"]*)"( data-file)?')
_SCRIPT = re.compile(r'<script\b[^>]*\btype="module"[^>]*></script>\s*')
_ICON = re.compile(r'<use href="[^"]*icons[^"#]*\.svg#([a-z-]+)">')
_SYMBOL = re.compile(r'<symbol id="([a-z-]+)".*?</symbol>', re.DOTALL)
_IN_STYLE = re.compile(r"""url\(["']?([^"')]+)["']?\)""")
_STROKE = 'fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round"'
_HEAD = "<body"


def site_version(event: Event) -> str:
    """The version of the site: another one after anything done in the event, and with another program. One query."""
    return f"{public_version(event.slug)}-{_program()}-{get_language()}"


def publish(
    event: Event, folder: Path, progress: jobs.OnProgress = jobs.ignore_progress
) -> WriteResult | None:
    """Write the site of an event into a folder; None where it is there already. Raises `CannotPublish`.

    All of it shows one moment, whatever is entered meanwhile.
    """
    there = SiteFolder.at(folder, event.slug)
    with language_for_everybody(event.language):
        with consistent_read():
            version = site_version(event)
            if there.is_up_to_date(version):
                return None
            files = site_files(event, progress)
        return there.write(version, files, progress)


def site_files(
    event: Event, progress: jobs.OnProgress = jobs.ignore_progress
) -> dict[str, bytes | LazyFile]:
    """Return the files of an event's site by their names below the folder; papers and games are made when needed.

    Raises `CannotPublish` where the public site is off.
    """
    if not event.is_public:
        raise CannotPublish(_("The public site is off. Turn it on under Hall, then publish it."))
    with cached_reads():
        site = _Site(event, as_of(event))
        site.follow_links(progress)
        site.add_papers()
        feed = prepare_event(event, "tourney_js", public=True).files()[0]
    return {**site.files, **site.static_files(), FEED: feed.content}


def file_of(path: str, query: str, slug: str) -> str:
    """Return the name of the file that has the page at an address of the public site."""
    below = unquote(path.removeprefix(reverse("site_now", args=[slug])))
    shown = "-".join(part for pair in parse_qsl(query) for part in pair)
    return f"{below}{shown or 'index'}.html"


@dataclass
class _Site:
    """The files of a site as they are gathered."""

    event: Event
    state: AsOf
    files: dict[str, bytes | LazyFile] = field(default_factory=dict)
    _static: set[str] = field(default_factory=set)
    _addresses: dict[tuple[str, str], str] = field(default_factory=dict)
    """The file of each address of the site that is published; empty for one that is not."""
    _targets: dict[str, tuple[str, str]] = field(default_factory=dict)
    """What each address from the root leads to."""
    _open: deque[tuple[str, str]] = field(default_factory=deque)

    def __post_init__(self) -> None:
        self.start = reverse("site_now", args=[self.event.slug])
        self.divisions = divisions_in(self.event)
        self._own_pages = {
            f"{self.start}more/papers/",
            *(f"{self.start}{division.slug}/cross-table/" for division in self.divisions),
        }

    def follow_links(self, progress: jobs.OnProgress) -> None:
        """Gather every page that can be reached from the first; to write them will be the other half of the work."""
        self._file_at(self.start, "")
        while self._open:
            progress(len(self.files), 2 * (len(self.files) + len(self._open)), "pages")
            path, query = self._open.popleft()
            name = self._addresses[path, query]
            try:
                content = self._page(path, query)
            except Http404:
                self._addresses[path, query] = ""
                self._targets.clear()
                continue
            self.files[name] = self._led(content, path, name)
        for division in self.divisions:
            self._add_cross_table(division)

    def _page(self, path: str, query: str) -> str:
        match = resolve(path)
        request = self._request(path, query)
        view = whole_game if match.url_name == "site_game" else match.func
        return _text(view(request, *match.args, **match.kwargs))

    def _request(self, path: str, query: str = "") -> HttpRequest:
        """Return a request as a stranger sends it, for a page that is to be a file."""
        request = HttpRequest()
        request.method, request.path, request.path_info = "GET", path, path
        request.GET = QueryDict(query)
        request.META = {"SERVER_NAME": "localhost", "SERVER_PORT": "80", "QUERY_STRING": query}
        request.user = AnonymousUser()
        request.version = "published"  # type: ignore[attr-defined]
        request.published_as_of = self.state.moment  # type: ignore[attr-defined]
        return request

    def _add_cross_table(self, division: Division) -> None:
        chosen = definition("cross_table")
        options = chosen.for_everybody(chosen.Options(division=division.slug))
        path = f"{self.start}{division.slug}/cross-table/"
        try:
            report = without_empty_columns(
                build(chosen, self.event, options, self.state.moment, "html")
            )
        except CannotReport:
            return
        place = (self.event, self.divisions, division)
        answer = show(
            self._request(path), "cross_table", "standings", place, report=page_part(report)
        )
        name = file_of(path, "", self.event.slug)
        self.files[name] = self._led(_text(answer), path, name)

    def add_papers(self) -> None:
        """Gather the papers, and the page that leads to them."""
        papers = [
            paper
            for key in PAPERS
            for division in self.divisions
            if (paper := self._paper(key, division)) is not None
        ]
        listed = []
        for label, report in papers:
            name = f"papers/{file_name(report)}.pdf"
            if name in self.files:  # a report of the whole event, once for all divisions
                continue
            source = _digest(_program(), repr(_undated(report)))
            self.files[name] = LazyFile(source, partial(_as_pdf, report))
            listed.append((label, f"../../{name}"))
        path = f"{self.start}more/papers/"
        alone = self.divisions[0] if len(self.divisions) == 1 else None
        place = (self.event, self.divisions, alone)
        answer = show(
            self._request(path), "papers", "more", place, papers=listed, feed=f"../../{FEED}"
        )
        name = file_of(path, "", self.event.slug)
        self.files[name] = self._led(_text(answer), path, name)

    def _paper(self, key: str, division: Division) -> tuple[str, Report] | None:
        chosen = definition(key)
        given = {"division": division.slug} if "division" in chosen.option_names() else {}
        options = chosen.for_everybody(chosen.Options(**given))
        try:
            report = build(
                chosen, self.event, options, self.state.moment, "pdf", chain_head=self.state.head
            )
        except CannotReport:
            return None
        if is_empty_report(report):
            return None
        label = name_of(chosen)
        if given and len(self.divisions) > 1:
            label = _("{paper}, division {division}").format(paper=label, division=division)
        return label, without_empty_columns(report)

    def static_files(self) -> dict[str, bytes]:
        """The style sheets, pictures and typefaces the pages name, with what those name in turn."""
        files: dict[str, bytes] = {}
        names = deque(sorted(self._static))
        while names:
            name = names.popleft()
            if f"static/{name}" in files:
                continue
            content = files[f"static/{name}"] = static_file(name)
            if name.endswith(".css"):
                folder = posixpath.dirname(name)
                for address in _IN_STYLE.findall(content.decode()):
                    if not urlsplit(address).scheme and not address.startswith(("#", "data:")):
                        there = posixpath.join(folder, urlsplit(address).path)
                        names.append(posixpath.normpath(there))
        return files

    def _led(self, html: str, path: str, name: str) -> bytes:
        """Return a page with links to files, without the scripts that need the laptop, icons of its own."""
        folder = posixpath.dirname(name)

        def lead(match: re.Match[str]) -> str:
            attribute, address, is_file = match.groups()
            if is_file:  # beside the page, not one of its addresses
                return f' {attribute}="{address}"'
            there = self._relative(address.replace("&amp;", "&"), path, folder)
            return f' {attribute}="{there}"' if there else ""

        html = _SCRIPT.sub("", html)
        icons = sorted(set(_ICON.findall(html)))
        html = _ICON.sub(r'<use href="#icon-\1">', html)
        html = _LINK.sub(lead, html)
        if icons:
            at = html.index(">", html.index(_HEAD)) + 1
            html = html[:at] + _sprite(tuple(icons)) + html[at:]
        return BETWEEN_TAGS.sub(b">\n<", html.encode())

    def _relative(self, address: str, path: str, folder: str) -> str:
        """Return the address as a file has it; empty for one that leads to nothing that is published."""
        if not address.startswith("/"):
            file, mark = self._target(address, path)
        elif (known := self._targets.get(address)) is not None:  # the same on every page
            file, mark = known
        else:
            file, mark = self._targets[address] = self._target(address, path)
        return _from_folder(file, folder) + mark if file else mark

    def _target(self, address: str, path: str) -> tuple[str, str]:
        """Return the file an address leads to, with what is added; without a file what stands there instead."""
        parts = urlsplit(address)
        if parts.scheme or parts.netloc or (not parts.path and not parts.query):
            return "", address
        there = posixpath.normpath(posixpath.join(path, parts.path)) if parts.path else path
        there += "/" if parts.path.endswith("/") and not there.endswith("/") else ""
        file = ""
        if there.startswith(settings.STATIC_URL):
            name = there.removeprefix(settings.STATIC_URL)
            self._static.add(name)
            file = f"static/{name}"
        elif there.startswith(self.start):
            file = self._file_at(there, parts.query)
        return file, f"#{parts.fragment}" if parts.fragment and file else ""

    def _file_at(self, path: str, query: str) -> str:
        """Return the file of an address of the site; what is met for the first time will be made."""
        known = self._addresses.get((path, query))
        if known is not None:
            return known
        name = file_of(path, query, self.event.slug)
        if path in self._own_pages:
            pass
        elif _screen(path) in PUBLISHED:
            self._open.append((path, query))
        else:
            name = ""
        self._addresses[path, query] = name
        return name


def static_file(name: str) -> bytes:
    """Return the bytes of a static file by the name that pages give it."""
    if staticfiles_storage.exists(name):
        with staticfiles_storage.open(name) as file:
            content: bytes = file.read()
            return content
    source = finders.find(name)
    if source is None:
        raise FileNotFoundError(name)
    return Path(source).read_bytes()


def _from_folder(file: str, folder: str) -> str:
    """Return the way from a folder of the site to a file of it, as `posixpath.relpath` does without asking the disk."""
    names, there = folder.split("/") if folder else [], file.split("/")
    shared = 0
    while shared < min(len(names), len(there) - 1) and names[shared] == there[shared]:
        shared += 1
    return "../" * (len(names) - shared) + "/".join(there[shared:])


def _screen(path: str) -> str:
    try:
        return resolve(path).url_name or ""
    except Resolver404:
        return ""


def _text(answer: HttpResponse) -> str:
    return answer.content.decode()


@cache
def _symbols() -> Mapping[str, str]:
    """The icons by name: a page opened from a stick may not take them out of another file."""
    text = static_file("ninetimer/icons.svg").decode()
    return {match[1]: match[0].replace('id="', 'id="icon-', 1) for match in _SYMBOL.finditer(text)}


@cache
def _sprite(names: tuple[str, ...]) -> str:
    symbols = "".join(_symbols()[name] for name in names)
    return f"<svg hidden {_STROKE}>{symbols}</svg>"


def _undated(report: Report) -> Report:
    """The report without the moment at which it was made: what else differs is worth a new paper."""
    parts = tuple(map(_undated, report.parts))
    return replace(report, printed_at=datetime.min.replace(tzinfo=UTC), chain_head="", parts=parts)


def _as_pdf(report: Report) -> bytes:
    return render(report, "pdf").content


def _digest(*texts: str) -> str:
    return sha256("\0".join(texts).encode()).hexdigest()


@cache
def _program() -> str:
    """Another text after any change of the program: its source by names, sizes and times."""
    rows = [
        f"{path}:{there.st_size}:{there.st_mtime_ns}"
        for folder in ("scoring", "tournament", "templates")
        for path in sorted((settings.SOURCE_DIR / folder).rglob("*.*"))
        if path.suffix in _OF_THE_PROGRAM and (there := path.stat())
    ]
    return _digest(*rows)[:12]


_OF_THE_PROGRAM = (".py", ".html", ".css", ".js", ".svg", ".toml", ".mo")
