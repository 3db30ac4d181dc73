"""The read-only API for programs: the content of the public site as JSON, described by OpenAPI.

Every answer about an event is made once for each state of the event, and its ETag is the version of
that state. The modules of the public site decide what is secret: `tournament.hall.queries.public`
and `tournament.queries.visibility`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypeVar

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI, Query

from scoring.tenancy import set_tenant
from tournament.broadcast.web.api import answers
from tournament.engine.results import NOBODY, result_values
from tournament.hall.queries.public import PublicDivision, listed_events, public_division
from tournament.models import Division, Event
from tournament.queries.cache import cache_reads
from tournament.queries.event.frame import divisions_with_event
from tournament.queries.people.rating_lists import system_of

Item = TypeVar("Item")
PER_PAGE, MAX_PER_PAGE = 100, 500
MAX_LISTED_EVENTS = 20
"""The maximum number of events listed in the error for an unknown event."""

api = NinjaAPI(
    title="Ninetimer",
    version="1",
    description=(
        "What the public site of an event shows, for programs. Read-only, open to everybody. Answers carry an ETag: "
        "send it as If-None-Match and get 304 while nothing has changed. Without a key at most 20 requests a second, "
        "averaged over a minute; with one (X-API-Key) as many as the key says."
    ),
    docs_url=None,
    urls_namespace="api",
)


class ObjectNotFound(Exception):
    """The requested object does not exist; `there_is` lists the existing ones."""

    def __init__(self, detail: str, there_is: Sequence[object] = ()) -> None:
        super().__init__(detail)
        self.there_is = [str(name) for name in there_is]


@api.exception_handler(ObjectNotFound)
def _not_found_answer(request: HttpRequest, reason: ObjectNotFound) -> HttpResponse:
    return api.create_response(
        request, {"detail": str(reason), "there_is": reason.there_is}, status=404
    )


def find_event(slug: str) -> Event:
    """Return the public event with this slug; its organisation becomes the current one.

    Raise `ObjectNotFound` if there is none.
    """
    event = Event.everywhere.filter(slug=slug, is_public=True).first()
    if event is None:
        latest = listed_events().values_list("slug", flat=True)[:MAX_LISTED_EVENTS]
        raise ObjectNotFound(f"There is no event “{slug}”.", list(latest))
    set_tenant(event.organisation_id)
    return event


def find_division(event: str, slug: str) -> Division:
    """Return the division with this slug in an event. Raise `ObjectNotFound` for an unknown event or division."""
    divisions = divisions_with_event(find_event(event))
    for division in divisions:
        if division.slug == slug:
            return division
    raise ObjectNotFound(f"There is no division “{slug}”.", [row.slug for row in divisions])


def _division_state(event: str, division: str) -> PublicDivision:
    with cache_reads():
        return public_division(find_division(event, division))


def _parse_round(state: PublicDivision, number: str) -> int:
    rounds = [row.round.number for row in state.rounds]
    if number not in map(str, rounds):
        raise ObjectNotFound(f"There is no published round {number}.", rounds)
    return int(number)


def paginate(items: Sequence[Item] | QuerySet[Any], page: int, per_page: int) -> dict[str, Any]:
    """Return one page of a list or query set. Raise `ObjectNotFound` for a page beyond the last."""
    count = items.count() if isinstance(items, QuerySet) else len(items)
    pages = max(1, -(-count // per_page))
    if page > pages:
        raise ObjectNotFound(f"There is no page {page}.", range(1, pages + 1))
    start = (page - 1) * per_page
    return {"page": page, "pages": pages, "count": count, "items": items[start : start + per_page]}


Page = Annotated[int, Query(ge=1)]
PerPage = Annotated[int, Query(ge=1, le=MAX_PER_PAGE)]
DIVISION_PATH = "/events/{event}/divisions/{division}"
OTHER_RESPONSES = {304: None, 401: answers.Refusal, 404: answers.Refusal, 429: answers.Refusal}
"""The schemas of the other answers of every endpoint, by HTTP status: unchanged content, and errors."""
PAGED_RESPONSES = {**OTHER_RESPONSES, 422: answers.InvalidParametersAnswer}


@api.get(
    "/events",
    response={200: answers.ListPage[answers.EventSummary], **PAGED_RESPONSES},
    url_name="api_events",
)
def events(request: HttpRequest, page: Page = 1, per_page: PerPage = PER_PAGE) -> Any:
    """Return every public event with players, latest first, without practice."""
    del request
    answer = paginate(listed_events(), page, per_page)
    return answer | {"items": [_event_summary(event) for event in answer["items"]]}


@api.get(
    "/events/{event}", response={200: answers.EventAnswer, **OTHER_RESPONSES}, url_name="api_event"
)
def one_event(request: HttpRequest, event: str) -> Any:
    """Return an event with its divisions."""
    del request
    this_event = find_event(event)
    divisions = []
    for division in divisions_with_event(this_event):
        state = public_division(division)
        divisions.append(
            {
                "slug": division.slug,
                "name": division.name,
                "players": len(state.games.people),
                "rounds_planned": division.rounds_planned,
                "rounds": [row.round.number for row in state.rounds],
                "held_back_from": division.held_back_from,
                "rating_system": system_of(division) or "",
            }
        )
    return {**_event_summary(this_event), "divisions": divisions}


def _event_summary(event: Event) -> dict[str, Any]:
    return {
        "slug": event.slug,
        "name": event.name,
        "place": event.place,
        "date": event.date,
        "is_closed": event.closed_at is not None,
    }


@api.get(
    f"{DIVISION_PATH}/rounds",
    response={200: list[answers.RoundAnswer], **OTHER_RESPONSES},
    url_name="api_rounds",
)
def rounds(request: HttpRequest, event: str, division: str) -> Any:
    """Return the published rounds of a division."""
    del request
    return [
        {
            "number": row.round.number,
            "phase": row.round.phase,
            "method": row.round.method,
            "boards": row.boards,
            "results": row.results,
        }
        for row in _division_state(event, division).rounds
    ]


@api.get(
    f"{DIVISION_PATH}/rounds/{{number}}/pairings",
    response={200: list[answers.PairingAnswer], **OTHER_RESPONSES},
    url_name="api_pairings",
)
def pairings(request: HttpRequest, event: str, division: str, number: str) -> Any:
    """Return the pairings of a round by board with the results so far, byes last."""
    del request
    state = _division_state(event, division)
    return _pairings(state, _parse_round(state, number))


@api.get(
    f"{DIVISION_PATH}/results",
    response={200: answers.ListPage[answers.PairingAnswer], **PAGED_RESPONSES},
    url_name="api_results",
)
def results(
    request: HttpRequest, event: str, division: str, page: Page = 1, per_page: PerPage = PER_PAGE
) -> Any:
    """Return the results so far, by round and board."""
    del request
    state = _division_state(event, division)
    rows = [
        row
        for shown in state.rounds
        for row in _pairings(state, shown.round.number)
        if row["result"]
    ]
    return paginate(rows, page, per_page)


def _pairings(state: PublicDivision, number: int) -> list[dict[str, Any]]:
    return [
        {
            "round": number,
            "board": meeting.board,
            "first": number_and_name(state, meeting.first),
            "second": None if meeting.second == NOBODY else number_and_name(state, meeting.second),
            "goes_first_is_known": meeting.firsts_known,
            "result": _result(meeting),
            "is_recorded": (number, meeting.board) in state.recorded_boards,
        }
        for meeting in state.games.in_round(number)
    ]


def number_and_name(state: PublicDivision, number: int) -> dict[str, Any]:
    """Return the number and public name of a player."""
    return {"number": number, "name": state.games.name(number)}


def _result(meeting: Any) -> dict[str, Any] | None:
    if meeting.outcome is None:
        return None
    first, second = result_values(meeting.outcome, meeting.first_score, meeting.second_score)
    return {
        "outcome": str(meeting.outcome),
        "first_score": meeting.first_score if meeting.has_scores else None,
        "second_score": meeting.second_score if meeting.has_scores else None,
        "first_spread": first.spread,
        "second_spread": second.spread,
    }


@api.get(
    f"{DIVISION_PATH}/standings",
    response={200: answers.StandingsAnswer, **PAGED_RESPONSES},
    url_name="api_standings",
)
def standings(
    request: HttpRequest,
    event: str,
    division: str,
    after: str = "",
    page: Page = 1,
    per_page: PerPage = PER_PAGE,
) -> Any:
    """Return the standings after a round, by default the latest with a result."""
    del request
    with cache_reads():
        state = public_division(find_division(event, division))
        known = list(state.standings.rounds)
        if after and after not in map(str, known):
            raise ObjectNotFound(f"There are no standings after round {after}.", known)
        table = state.standings_after(int(after) if after else None)
    apart = state.division.event.rules.ties_apart
    lines = [
        {
            "rank": row.line.rank,
            "is_shared": row.line.shared,
            "number": row.person.number,
            "name": state.games.name(row.person.number),
            "rating": row.person.rating,
            "games": row.line.games,
            "wins": row.line.half_wins / 2,
            "losses": row.line.half_losses / 2,
            "ties": row.line.ties,
            "record": row.line.record_text(ties_apart=apart),
            "spread": row.line.spread,
            "figures": {
                metric: cell.value for metric, cell in zip(table.keys, row.cells, strict=False)
            },
            "decided_by": row.line.decided_by or "",
            "is_withdrawn": row.line.withdrawn,
        }
        for row in table.rows
    ]
    under_way = state.is_under_way and table.after == state.standings.after
    return {**paginate(lines, page, per_page), "after": table.after, "is_under_way": under_way}


@api.get(
    f"{DIVISION_PATH}/players",
    response={200: answers.ListPage[answers.PlayerAnswer], **PAGED_RESPONSES},
    url_name="api_players",
)
def players(
    request: HttpRequest, event: str, division: str, page: Page = 1, per_page: PerPage = PER_PAGE
) -> Any:
    """Return the players of a division by number."""
    del request
    state = _division_state(event, division)
    return paginate(
        [_player(state, number) for number in sorted(state.games.by_number)], page, per_page
    )


def _player(state: PublicDivision, number: int) -> dict[str, Any]:
    person = state.games.by_number[number]
    return {
        "number": number,
        "name": person.name,
        "rating": person.rating,
        "rating_class": person.rating_class,
        "team": person.team,
        "rank": state.ranks.get(number),
        "record": state.record(number),
        "last_round": person.left_after,
    }


@api.get(
    f"{DIVISION_PATH}/players/{{entry}}",
    response={200: answers.PlayerRounds, **OTHER_RESPONSES},
    url_name="api_player",
)
def player(request: HttpRequest, event: str, division: str, entry: str) -> Any:
    """Return a player with every published round."""
    del request
    state = _division_state(event, division)
    if entry not in map(str, state.games.by_number):
        raise ObjectNotFound(f"There is no player {entry}.", sorted(state.games.by_number))
    number, apart = int(entry), state.division.event.rules.ties_apart
    steps = [
        {
            "round": step.round,
            "board": step.board,
            "opponent": number_and_name(state, step.opponent)
            if step.opponent in state.games.by_number
            else None,
            "goes_first": step.goes_first if step.opponent != NOBODY else None,
            "letter": step.letter,
            "own_score": step.own if step.is_played else None,
            "opponent_score": step.theirs if step.is_played else None,
            "spread": step.spread,
            "record": step.record_text(ties_apart=apart),
            "total_spread": step.total_spread,
        }
        for step in state.games.steps[number]
    ]
    return {**_player(state, number), "rounds": steps}
