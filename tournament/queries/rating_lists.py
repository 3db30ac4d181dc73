"""The lists of ratings there are."""

from django.db.models import Count

from tournament.models import RatingList


def all_lists() -> list[RatingList]:
    """Every list, those that hold first, the latest first, each with `people`. One query."""
    lists = RatingList.objects.select_related("club").annotate(people=Count("rows"))
    return sorted(lists, key=lambda each: each.withdrawn_at is not None)
