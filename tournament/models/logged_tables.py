"""The tables covered by the log of an event, and the reasons for excluding the others."""

from collections.abc import Collection
from itertools import groupby
from operator import itemgetter

from django.contrib.auth.models import User
from django.db.models import Q

from scoring.models.facts import (
    SHARED_PREFIX,
    UNLOGGED_COLUMNS,
    UNLOGGED_TABLES,
    digest_of_values,
    register_facts,
)
from tournament.models.club import Club
from tournament.models.event import Division, Event, RemovedEvent
from tournament.models.membership import Invitation, Membership, RecoveryCode, SecondFactor
from tournament.models.people import Entry, KeepApart, Player
from tournament.models.player_reports import PlayerReport
from tournament.models.prizes import Prize
from tournament.models.ratings import ListedRating, Rating, RatingChange, RatingList, RatingRun
from tournament.models.results import Penalty, ResultEntry
from tournament.models.rounds import Pairing, PlanLine, Round


def _rating_list_digests(lists: Collection[int]) -> dict[int, str]:
    """Return a digest of the rows of each rating list, since they are too many to log one by one.

    Lists without rows are missing from the result. Uses one query.
    """
    rows = ListedRating.objects.filter(on_list__in=lists).order_by("on_list", "pk").values_list(
        "on_list", "pk", "name", "name_key", "member", "rating", "games", "deviation", "volatility",
        "last_played", "form",
    )  # fmt: skip
    return {
        key: digest_of_values(value for row in of_list for value in row[1:])
        for key, of_list in groupby(rows.iterator(chunk_size=2000), key=itemgetter(0))
    }


register_facts(
    "event", Event, "organisation_id", "slug", "name", "date", "preset", "club_id", "rules_copy", "lexicon",
    "lots_seed", "is_practice", "closed_at", "naspa_tournament_id", "naspa_director_id", "place", "language",
    "second_language", "in_calendar", "is_public", "size", "created_at", "extras",
    to_event="pk",
)  # fmt: skip
register_facts(
    "division", Division, "event_id", "slug", "name", "position", "precedence", "rounds_planned",
    "held_back_from", "ranked_before", "seating", "players_report", "extras",
    to_event="event",
)  # fmt: skip
register_facts(
    "entry", Entry, "division_id", "player_id", "number", "rating", "withdrawn_after", "member",
    "career_games", "fixed_board", "rating_class", "team", "by_initials", "arrived_at", "extras", "owes", "paid_at",
    "added_at", "rounds_after_leaving",
    to_event="division__event",
)  # fmt: skip
register_facts(
    "apart", KeepApart, "event_id", "one_id", "other_id", "is_hard", "ended_at", "reason", "added_by_id", "added_at",
    to_event="event",
)  # fmt: skip
register_facts(
    "plan", PlanLine, "division_id", "from_round", "to_round", "method", "options", "source",
    to_event="division__event",
)  # fmt: skip
register_facts(
    "round", Round, "division_id", "number", "phase", "method", "options", "seed", "source_round", "fixed",
    "players_report", "notes", "created_at", "published_at", "closed_at",
    to_event="division__event",
)  # fmt: skip
register_facts(
    "pairing",
    Pairing,
    "round_id",
    "board",
    "first_id",
    "second_id",
    "game_id",
    "replaced_at",
    "reasons",
    to_event="round__division__event",
)
register_facts(
    "result", ResultEntry, "pairing_id", "first_score", "second_score", "spread_only", "outcome", "source",
    "standing", "entered_by_id", "entered_at", "reason", "superseded_at", "superseded_by_id",
    to_event="pairing__round__division__event",
)  # fmt: skip
register_facts(
    "report", PlayerReport, "pairing_id", "entry_id", "first_score", "second_score", "replaced_at", "at", "at_kiosk",
    to_event="pairing__round__division__event",
)  # fmt: skip
register_facts(
    "penalty",
    Penalty,
    "entry_id",
    "round_number",
    "spread",
    "revoked_at",
    "reason",
    "entered_by_id",
    "entered_at",
    to_event="entry__division__event",
)
register_facts(
    "rating", Rating, "division_id", "system", "through", "undone_at", "options", "list_called", "rated_at",
    "rated_by_id", "undone_why",
    to_event="division__event",
)  # fmt: skip
register_facts(
    "rated",
    RatingChange,
    "of_id",
    "entry_id",
    "old",
    "new",
    "deviation",
    "volatility",
    "games",
    "performance",
    "form",
    "came_with",
    to_event="of__division__event",
)
register_facts(
    "prize", Prize, "event_id", "division_id", "kind", "options", "place", "title", "value",
    "exclusive", "winner_id", "removed_at", "position", "winner_why", "added_at",
    to_event="event",
)  # fmt: skip

register_facts(
    f"{SHARED_PREFIX}player", Player, "organisation_id", "name", "sort_name", "name_key", "is_minor", "merged_into_id",
    "created_at",
    to_event="entries__division__event",
)  # fmt: skip
register_facts(
    f"{SHARED_PREFIX}club", Club, "organisation_id", "slug", "name", "season_rule", "created_at", to_event="events"
)  # fmt: skip
register_facts(f"{SHARED_PREFIX}list", RatingList,
    "organisation_id", "system", "name", "club_id", "as_of", "withdrawn_at",
        also=("rows", _rating_list_digests))  # fmt: skip
register_facts(
    f"{SHARED_PREFIX}run", RatingRun, "organisation_id", "stood_on_id", "made_id", "undone_at"
)
register_facts(
    f"{SHARED_PREFIX}membership",
    Membership,
    "event_id",
    "organisation_id",
    "user_id",
    "role",
    "ended_at",
    to_event="event",
)
register_facts(
    f"{SHARED_PREFIX}invitation", Invitation, "event_id", "organisation_id", "role", "secret_hash",
    "without_password", "expires_at", "withdrawn_at", "used_by_id",
    to_event="event",
)  # fmt: skip
register_facts(f"{SHARED_PREFIX}account", User, "username", "is_active", "is_staff", "is_superuser")
register_facts(
    f"{SHARED_PREFIX}factor", SecondFactor, "user_id", "confirmed_at", secrets=("secret",),
    only=Q(confirmed_at__isnull=False),
)  # fmt: skip
register_facts(f"{SHARED_PREFIX}recovery", RecoveryCode, "factor_id", "digest", "used_at")
register_facts(f"{SHARED_PREFIX}address", RemovedEvent, "organisation_id", "slug")

UNLOGGED_TABLES |= {
    "tournament.AccountLanguage": "the language somebody reads, and how they read tables",
    "tournament.EventLogo": "a picture on papers",
    "tournament.IncomingFile": "a file that waits to be imported: what comes of it is held",
    "tournament.UndoStep": "what Undo offers. It points to its entry of the log, so it is written after that; what an "
    "undo changes is held",
}
UNLOGGED_COLUMNS |= {
    "tournament.Event.slots": "what a stream shows",
    "tournament.Event.printing": "packs of papers, and what was printed last",
    "tournament.Division.unattended": "whether the program pairs by itself just now",
    "tournament.Rating.stood_on": "a rating list, which belongs to no event",
    "tournament.Rating.made": "a rating list, which belongs to no event",
    "tournament.Rating.run": "a rating run, which belongs to no event",
    "tournament.PlayerReport.key": "which phone a report came from",
    "tournament.Club.logo": "a picture on papers",
}
COVERED_BY = {"tournament.ListedRating": f"{SHARED_PREFIX}list"}
"""Tables whose rows are covered by the rows of another table, with the kind of that table."""
