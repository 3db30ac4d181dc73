"""The site of an event as files for a USB stick or any web host: linked copies of the public pages.

The pages come from the views of the public site for an anonymous visitor, and are found by following
links, so that secrets remain secret. The templates omit whatever needs the laptop (forms, clocks,
refreshing scripts) if `site.is_published`. Every link becomes a relative one to a file.
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
from django.http import Http404, HttpRequest, QueryDict
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.queries.consistent_reads import consistent_read
from tournament import jobs
from tournament.broadcast.exchange.site import CannotPublish, LazyFile, SiteFolder, WriteResult
from tournament.exchange.event_exchange import prepare_event
from tournament.hall.queries.versions import public_version
from tournament.hall.web.public_games import whole_game_page
from tournament.hall.web.site import site_page
from tournament.models import Division, Event
from tournament.queries.cache import cache_reads
from tournament.queries.event.frame import divisions_with_event
from tournament.reports.definition import find_definition
from tournament.reports.delivery import (
    EventState,
    build_report,
    event_state,
    file_name,
    render_report,
    report_fragment,
)
from tournament.reports.event_folder import hide_empty_columns, is_empty_report
from tournament.reports.report import Report
from tournament.reports.report_options import CannotReport
from tournament.web.language import event_language
from tournament.web.page import BETWEEN_TAGS
from tournament.wording.plugins import name_of

PUBLISHED_URL_NAMES = frozenset(
    {
        "site_now", "site_division", "site_pairings", "site_pairings_of", "site_standings",
        "site_standings_after", "site_players", "site_player", "site_games", "site_game", "site_best",
        "site_highlights", "site_highlights_of",
        "site_prizes", "site_schedule", "site_more",
    }
)  # fmt: skip
"""The URL names of the public pages that are published. Links to other pages are removed."""
PAPERS = (
    "pairings", "standings", "cross_table", "results_by_player", "prizes", "high_games", "high_plays",
)  # fmt: skip
"""The keys of the public reports that are included as PDFs."""
FEED_FILE_NAME = "tourney.js"
_LINK = re.compile(r'\s(href|src)="([^"]*)"( data-file)?')
_SCRIPT = re.compile(r'<script\b[^>]*\btype="module"[^>]*></script>\s*')
_ICON = re.compile(r'<use href="[^"]*icons[^"#]*\.svg#([a-z-]+)">')
_SYMBOL = re.compile(r'<symbol id="([a-z-]+)".*?</symbol>', re.DOTALL)
_STYLE_URL = re.compile(r"""url\(["']?([^"')]+)["']?\)""")
_STROKE = 'fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round"'


def site_version(event: Event) -> str:
    """Return the version of the site. This takes one or two queries.

    It changes with every action in the event, with the program, and with the active language.
    """
    return f"{public_version(event.slug)}-{_program_digest()}-{get_language()}"


def publish_site(
    event: Event, folder: Path, progress: jobs.OnProgress = jobs.ignore_progress
) -> WriteResult | None:
    """Write the site of an event into a folder; return the changes, or None if it was up to date.

    All files show the same moment, regardless of concurrent changes. Raise `CannotPublish` if the public
    site is off or the folder cannot be used.
    """
    there = SiteFolder.open(folder, event.slug)
    with event_language(event.language):
        with consistent_read():
            version = site_version(event)
            if there.is_up_to_date(version):
                return None
            files = site_files(event, progress)
        return there.write(version, files, progress)


def site_files(
    event: Event, progress: jobs.OnProgress = jobs.ignore_progress
) -> dict[str, bytes | LazyFile]:
    """Return the files of an event's site by name within the folder; papers are made only when written.

    Raise `CannotPublish` if the public site is off.
    """
    if not event.is_public:
        raise CannotPublish(_("The public site is off. Turn it on under Hall, then publish it."))
    with cache_reads():
        site = _SiteCollector(event, event_state(event))
        site.follow_links(progress)
        site.add_papers()
        feed = prepare_event(event, "tourney_js", public=True).files()[0]
    return {**site.files, **site.static_files(), FEED_FILE_NAME: feed.content}


def file_name_for(path: str, query: str, slug: str) -> str:
    """Return the name of the file for an address of the public site."""
    below = unquote(path.removeprefix(reverse("site_now", args=[slug])))
    shown = "-".join(part for pair in parse_qsl(query) for part in pair)
    return f"{below}{shown or 'index'}.html"


@dataclass
class _SiteCollector:
    """The collected files of a site."""

    event: Event
    state: EventState
    files: dict[str, bytes | LazyFile] = field(default_factory=dict)
    _static: set[str] = field(default_factory=set)
    _addresses: dict[tuple[str, str], str] = field(default_factory=dict)
    """The file name for each address of the site; empty if the address is not published."""
    _targets: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The result of `_target_of` for each absolute address."""
    _queue: deque[tuple[str, str]] = field(default_factory=deque)

    def __post_init__(self) -> None:
        self.start = reverse("site_now", args=[self.event.slug])
        self.divisions = divisions_with_event(self.event)
        self._own_pages = {
            f"{self.start}more/papers/",
            *(f"{self.start}{division.slug}/cross-table/" for division in self.divisions),
        }

    def follow_links(self, progress: jobs.OnProgress) -> None:
        """Collect all pages reachable from the start page, and the cross-tables: the first half of the progress."""
        is_lost = False
        self._file_for(self.start, "")
        while self._queue:
            progress(len(self.files), 2 * (len(self.files) + len(self._queue)), "pages")
            path, query = self._queue.popleft()
            name = self._addresses[path, query]
            try:
                content = self._add_page(path, query)
            except Http404:
                self._addresses[path, query], is_lost = "", True
                self._targets.clear()
                continue
            self.files[name] = self._linked_page(content, path, name)
        if is_lost:  # earlier pages may link to a page that does not exist
            for (path, query), name in list(self._addresses.items()):
                if name in self.files:
                    self.files[name] = self._linked_page(self._add_page(path, query), path, name)
        for division in self.divisions:
            self._add_cross_table(division)

    def _add_page(self, path: str, query: str) -> str:
        match = resolve(path)
        request = self._request(path, query)
        view = whole_game_page if match.url_name == "site_game" else match.func
        return str(view(request, *match.args, **match.kwargs).text)

    def _request(self, path: str, query: str = "") -> HttpRequest:
        """Return an anonymous request for a page to be published."""
        request = HttpRequest()
        request.method, request.path, request.path_info = "GET", path, path
        request.GET = QueryDict(query)
        request.META = {"SERVER_NAME": "localhost", "SERVER_PORT": "80", "QUERY_STRING": query}
        request.user = AnonymousUser()
        request.version = "published"  # type: ignore[attr-defined]
        request.published_as_of = self.state.moment  # type: ignore[attr-defined]
        return request

    def _add_cross_table(self, division: Division) -> None:
        chosen = find_definition("cross_table")
        options = chosen.public_options(chosen.Options(division=division.slug))
        path = f"{self.start}{division.slug}/cross-table/"
        try:
            report = hide_empty_columns(
                build_report(chosen, self.event, options, self.state.moment, "html")
            )
        except CannotReport:
            return
        place = (self.event, self.divisions, division)
        answer = site_page(
            self._request(path), "cross_table", "standings", place, report=report_fragment(report)
        )
        name = file_name_for(path, "", self.event.slug)
        self.files[name] = self._linked_page(answer.text, path, name)

    def add_papers(self) -> None:
        """Collect the papers, and the page that links to them."""
        papers = [
            paper
            for key in PAPERS
            for division in self.divisions
            if (paper := self._build_paper(key, division)) is not None
        ]
        listed = []
        for label, report in papers:
            name = f"papers/{file_name(report)}.pdf"
            if name in self.files:  # a report of the whole event is made only once
                continue
            source = _digest(_program_digest(), repr(_strip_time(report)))
            self.files[name] = LazyFile(source, partial(_render_pdf, report))
            listed.append((label, f"../../{name}"))
        path = f"{self.start}more/papers/"
        alone = self.divisions[0] if len(self.divisions) == 1 else None
        place = (self.event, self.divisions, alone)
        feed = f"../../{FEED_FILE_NAME}"
        answer = site_page(self._request(path), "papers", "more", place, papers=listed, feed=feed)
        name = file_name_for(path, "", self.event.slug)
        self.files[name] = self._linked_page(answer.text, path, name)

    def _build_paper(self, key: str, division: Division) -> tuple[str, Report] | None:
        chosen = find_definition(key)
        given = {"division": division.slug} if "division" in chosen.option_names() else {}
        options = chosen.public_options(chosen.Options(**given))
        try:
            report = build_report(
                chosen, self.event, options, self.state.moment, "pdf", chain_head=self.state.head
            )
        except CannotReport:
            return None
        if is_empty_report(report):
            return None
        label = name_of(chosen)
        if given and len(self.divisions) > 1:
            label = _("{paper}, division {division}").format(paper=label, division=division)
        return label, hide_empty_columns(report)

    def static_files(self) -> dict[str, bytes]:
        """Return the style sheets, pictures and fonts that the pages use, directly or indirectly."""
        files: dict[str, bytes] = {}
        names = deque(sorted(self._static))
        while names:
            name = names.popleft()
            if f"static/{name}" in files:
                continue
            content = files[f"static/{name}"] = read_static_file(name)
            if name.endswith(".css"):
                folder = posixpath.dirname(name)
                for address in _STYLE_URL.findall(content.decode()):
                    if not urlsplit(address).scheme and not address.startswith(("#", "data:")):
                        there = posixpath.join(folder, urlsplit(address).path)
                        names.append(posixpath.normpath(there))
        return files

    def _linked_page(self, html: str, path: str, name: str) -> bytes:
        """Return a page with inline icons and relative links to files, without the scripts that need the laptop."""
        folder = posixpath.dirname(name)

        def lead(match: re.Match[str]) -> str:
            attribute, address, is_file = match.groups()
            if is_file:  # a file of the page, not an address
                return f' {attribute}="{address}"'
            there = self._relative_address(address.replace("&amp;", "&"), path, folder)
            return f' {attribute}="{there}"' if there else ""

        html = _SCRIPT.sub("", html)
        icons = sorted(set(_ICON.findall(html)))
        html = _ICON.sub(r'<use href="#icon-\1">', html)
        html = _LINK.sub(lead, html)
        if icons:
            at = html.index(">", html.index("<body")) + 1
            html = html[:at] + _sprite(tuple(icons)) + html[at:]
        return BETWEEN_TAGS.sub(b">\n<", html.encode())

    def _relative_address(self, address: str, path: str, folder: str) -> str:
        """Return the address of the file relative to `folder`, or the replacement for an address without a file."""
        if not address.startswith("/"):
            file, mark = self._target_of(address, path)
        elif (known := self._targets.get(address)) is not None:  # equal on every page
            file, mark = known
        else:
            file, mark = self._targets[address] = self._target_of(address, path)
        return _relative_path(file, folder) + mark if file else mark

    def _target_of(self, address: str, path: str) -> tuple[str, str]:
        """Return the file for a link and the fragment to append; for a link without a file, "" and what replaces it."""
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
            file = self._file_for(there, parts.query)
        return file, f"#{parts.fragment}" if parts.fragment and file else ""

    def _file_for(self, path: str, query: str) -> str:
        """Return the file for an address, queueing its page if it is new, or an empty string if not published."""
        known = self._addresses.get((path, query))
        if known is not None:
            return known
        name = file_name_for(path, query, self.event.slug)
        if path in self._own_pages:
            pass
        elif _url_name_of(path) in PUBLISHED_URL_NAMES:
            self._queue.append((path, query))
        else:
            name = ""
        self._addresses[path, query] = name
        return name


def read_static_file(name: str) -> bytes:
    """Return the content of the static file with this name. Raise `FileNotFoundError` for an unknown one."""
    if staticfiles_storage.exists(name):
        with staticfiles_storage.open(name) as file:
            content: bytes = file.read()
            return content
    source = finders.find(name)
    if source is None:
        raise FileNotFoundError(name)
    return Path(source).read_bytes()


def _relative_path(file: str, folder: str) -> str:
    """Return the relative path from a folder of the site to a file, like `posixpath.relpath` but faster."""
    names, there = folder.split("/") if folder else [], file.split("/")
    shared = 0
    while shared < min(len(names), len(there) - 1) and names[shared] == there[shared]:
        shared += 1
    return "../" * (len(names) - shared) + "/".join(there[shared:])


def _url_name_of(path: str) -> str:
    try:
        return resolve(path).url_name or ""
    except Resolver404:
        return ""


@cache
def _icons() -> Mapping[str, str]:
    """Return the icons by name as SVG symbols, each with an id for use within a page.

    Pages opened from a disk cannot load icons from another file.
    """
    text = read_static_file("ninetimer/icons.svg").decode()
    return {match[1]: match[0].replace('id="', 'id="icon-', 1) for match in _SYMBOL.finditer(text)}


@cache
def _sprite(names: tuple[str, ...]) -> str:
    symbols = "".join(_icons()[name] for name in names)
    return f"<svg hidden {_STROKE}>{symbols}</svg>"


def _strip_time(report: Report) -> Report:
    """Return the report without its time and log head, so that a change of these alone does not rewrite the paper."""
    parts = tuple(map(_strip_time, report.parts))
    return replace(report, printed_at=datetime.min.replace(tzinfo=UTC), chain_head="", parts=parts)


def _render_pdf(report: Report) -> bytes:
    return render_report(report, "pdf").content


def _digest(*texts: str) -> str:
    return sha256("\0".join(texts).encode()).hexdigest()


@cache
def _program_digest() -> str:
    """Return a digest that changes with the program's source files: their names, sizes and times."""
    rows = [
        f"{path}:{there.st_size}:{there.st_mtime_ns}"
        for folder in ("scoring", "tournament", "templates")
        for path in sorted((settings.SOURCE_DIR / folder).rglob("*.*"))
        if path.suffix in _PROGRAM_FILE_SUFFIXES and (there := path.stat())
    ]
    return _digest(*rows)[:12]


_PROGRAM_FILE_SUFFIXES = (".py", ".html", ".css", ".js", ".svg", ".toml", ".mo")
