"""The files of a batch that waits to be imported."""

from tournament.models import IncomingFile


def incoming(batch: str) -> list[tuple[str, bytes]]:
    """Name and content of every file, in the order they came; none for a batch that is gone.

    One query.
    """
    rows = IncomingFile.objects.filter(batch=batch).order_by("position")
    return [(name, bytes(content)) for name, content in rows.values_list("name", "content")]
