"""Simulated helpers at four laptops, which enter results over HTTP and remember the acknowledged ones."""

import http.client
import random
import ssl
import threading
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from http.cookiejar import CookieJar

from tests.installation import DIRECTOR, PASSWORD
from tests.shown import result_line

Score = tuple[int, int]
BAD_GATEWAY = 502
GONE = (http.client.HTTPException, ConnectionError, urllib.error.URLError, TimeoutError)


class _AsAnswered(urllib.request.HTTPRedirectHandler):
    """Redirect handler that does not follow redirects: the redirect is the acknowledgement."""

    def redirect_request(self, *_args, **_options):
        return None


@dataclass
class Browser:
    """A logged-in browser. Its cookies survive a restart of the server."""

    cookies: CookieJar = field(default_factory=CookieJar)
    trusted: ssl.SSLContext | None = None
    """The trusted certificates; None for plain HTTP."""
    headers: dict[str, str] = field(default_factory=dict)
    """Additional request headers."""

    def __post_init__(self) -> None:
        secure = [urllib.request.HTTPSHandler(context=self.trusted)] if self.trusted else []
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.cookies), _AsAnswered(), *secure
        )

    def get(self, address: str) -> tuple[int, str]:
        return self.send(urllib.request.Request(address, headers=self.headers))

    def post(self, address: str, values: dict[str, object]) -> tuple[int, str]:
        token = next(cookie.value for cookie in self.cookies if cookie.name == "ninetimer_csrf")
        data = urllib.parse.urlencode({**values, "csrfmiddlewaretoken": token}).encode()
        # The Origin and Referer headers of a page; behind a proxy its address begins with https.
        by_https = self.headers.get("X-Forwarded-Proto") == "https"
        origin = address.replace("http://", "https://") if by_https else address
        headers = {**self.headers, "Referer": origin}
        return self.send(urllib.request.Request(address, data, headers))

    def send(self, request: urllib.request.Request, timeout: float = 30) -> tuple[int, str]:
        try:
            with self.opener.open(request, timeout=timeout) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, refused.read().decode()

    def log_in(self, server: str) -> None:
        self.get(f"{server}/login/")
        status, page = self.post(f"{server}/login/", {"username": DIRECTOR, "password": PASSWORD})
        assert status == 302, page


class Helper:
    """A helper who enters and corrects the results of some boards, one by one, as fast as the server answers."""

    def __init__(self, division: str, boards: list[int], seed: int) -> None:
        self.division, self.boards = division, boards
        self.browser = Browser()
        self.rng = random.Random(seed)
        self.acknowledged: list[tuple[int, Score]] = []
        self.unanswered: list[tuple[int, Score]] = []
        self.refused: list[str] = []
        self.sent = 0

    def begin(self, server: str) -> threading.Thread:
        """Start entering results in a thread, which ends when the server is gone."""
        thread = threading.Thread(target=self._enter_until_gone, args=[server])
        thread.start()
        return thread

    def _enter_until_gone(self, server: str) -> None:
        while self.enter(server):
            pass

    def enter(self, server: str) -> bool:
        """Enter one result and return whether the server accepted it. A gateway error counts as unanswered."""
        board = self.rng.choice(self.boards)
        self.sent += 1
        first, second = 200 + self.sent % 700, 201 + self.sent // 700
        try:
            status, page = self.browser.post(
                f"{server}{self.division}rounds/1/results/", result_line(board, first, second)
            )
        except GONE:
            status = BAD_GATEWAY
        if status == 302:
            self.acknowledged.append((board, (first, second)))
        elif status == BAD_GATEWAY:
            self.unanswered.append((board, (first, second)))
        else:
            self.refused.append(f"{status}: {page}")
        return status == 302
