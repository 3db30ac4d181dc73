"""Versions of public pages, so that unchanged pages are not sent again."""

import re

from django.db.models import CharField, Exists, F, OuterRef, Q, Subquery, Sum, Value
from django.db.models.functions import Cast, Concat

from scoring.models import Activity, Game, TurnEntry
from scoring.models.organisation import ORGANISATION
from tournament.hall.models import Notice
from tournament.models import Entry, Event, Pairing, RatingList
from tournament.queries.versions import version_of, version_of_event

DIGITS = re.compile(r"\d{1,9}")
"""A number in an address."""
ORGANISATION_CHAIN = Concat(
    Value(f"{ORGANISATION}:"), Cast(OuterRef("organisation_id"), CharField())
)
"""The log chain of an event's organisation, as an expression in queries of events."""


LATEST_RATING_LISTS = RatingList.everywhere.filter(withdrawn_at=None).order_by("-pk").values("pk")
"""The keys of the valid rating lists, latest first. A new list may change projected ratings in any event."""


def version_of_my_page(entry: Entry) -> str:
    """Return the version of a player's own page. This takes three queries.

    It changes with every action in the event, with a new rating list, and when a board of the player
    starts or stops being recorded on the score pad.
    """
    own = Q(pairing__first=entry) | Q(pairing__second=entry)
    recorded = Game.everywhere.filter(own, pairing__replaced_at=None, finished_at=None).filter(
        Exists(TurnEntry.objects.filter(game=OuterRef("pk"), superseded_at=None))
    )
    games = sorted(recorded.values_list("pk", flat=True))
    event = entry.division.event
    latest = LATEST_RATING_LISTS.filter(organisation=event.organisation_id).first()
    return version_of([version_of_event(event), games, latest])


def public_version(slug: str, division: str = "", number: str = "", board: str = "") -> str:
    """Return the version of an event's public pages or, with division, round and board, of a live board.

    Return an empty string for an unknown event or board.
    """
    return public_state(slug, division, number, board)[0]


def public_state(
    slug: str, division: str = "", number: str = "", board: str = ""
) -> tuple[str, str]:
    """Return the version and the language of an event's public pages or of a live board.

    Both are empty for an unknown event or board.
    """
    if division:
        return _board_state(slug, division, number, board)
    return _event_state(slug)


def _board_state(slug: str, division: str, number: str, board: str) -> tuple[str, str]:
    """Return the version and language of a board's public page. This takes two queries.

    The version changes with every action in its game, division or event, but not with results and games
    of other boards. Both are empty for an unknown board.
    """
    if not (DIGITS.fullmatch(number) and DIGITS.fullmatch(board)):
        return "", ""
    games = Pairing.objects.filter(
        round__division__event__slug=slug,
        round__division__slug=division,
        round__number=int(number),
        board=int(board),
        replaced_at=None,
    ).values_list("game_id", flat=True)
    if not (game := games[:1]):
        return "", ""
    latest = Activity.objects.order_by("-id").values("hash")
    scopes = {
        "event_": f"event:{slug}",
        "division_": f"event:{slug}/{division}",
        "game_": f"game:{game[0]}",
    }
    row = (
        Event.everywhere.filter(slug=slug)
        .annotate(
            **{name: Subquery(latest.filter(scope=scope)[:1]) for name, scope in scopes.items()},
            house=Subquery(latest.filter(chain=None)[:1]),
            of=Subquery(latest.filter(chain=ORGANISATION_CHAIN)[:1]),
        )
        .values_list(*scopes, "house", "of", "language")
        .first()
    )
    *entries, language = row or ("",)
    return version_of([slug, division, number, board, game[0], *entries]), language


def _event_state(slug: str) -> tuple[str, str]:
    """Return the version and language of an event's public pages. This takes one or two queries.

    The version changes with every action in the event and when the time of a notice passes (a
    second query). It depends on the latest log entries of the event, with its divisions and
    recorded games, of its organisation, and of the installation (people's names, the address in the
    hall), on the latest rating list, and on which events of the organisation are hidden, because
    pages about two people show their games in other events. Both are empty for an unknown event.
    Entries are identified by hash, since their keys are reused after a snapshot is restored.
    """
    others = Event.everywhere.filter(organisation=OuterRef("organisation_id"), is_public=False)
    latest = Activity.objects.order_by("-id").values("hash")
    timed = Notice.objects.filter(taken_down_at=None, time__isnull=False)
    row = (
        Event.everywhere.filter(slug=slug)
        .annotate(
            own=Subquery(latest.filter(chain=f"event:{slug}")[:1]),
            house=Subquery(latest.filter(chain=None)[:1]),
            of=Subquery(latest.filter(chain=ORGANISATION_CHAIN)[:1]),
            timed=Exists(timed.filter(event=OuterRef("pk"))),
            latest_list=Subquery(
                LATEST_RATING_LISTS.filter(organisation=OuterRef("organisation_id"))[:1]
            ),
            hidden=Subquery(
                others.order_by()
                .values("organisation")
                .annotate(keys=Sum(F("pk") * F("pk")))
                .values("keys")
            ),
        )
        .values_list("own", "house", "of", "language", "timed", "latest_list", "hidden")
        .first()
    )
    if row:
        ended = (
            [notice.pk for notice in timed.filter(event__slug=slug) if notice.has_ended]
            if row[4]
            else []
        )
        return version_of([slug, *row[:3], *row[5:], *ended]), row[3]
    return "", ""
