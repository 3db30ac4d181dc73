"""The program's own archive: a whole event in one file."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.lexicon import lexicons
from scoring.wording.phrases import comma_list
from tournament.engine.interchange import (
    PortableDivision,
    PortableEntrant,
    PortableEvent,
    PortableMeeting,
    PortableRound,
    Remark,
    UnreadableEvent,
)
from tournament.engine.results import NOBODY
from tournament.engine.round_assembly import sort_by_board
from tournament.exchange.event_files import EventFormat, NamedFile
from tournament.models.tables import archived_table_name
from tournament.queries.files.archive import archived_tables
from tournament.queries.safety.archive_proof import ArchiveProof, compare_with_log

KIND = "ninetimer event"
VERSION = 3
"""The archive version, increased if older programs cannot read the format; older archives can always be opened."""
MAX_BYTES = 100_000_000
"""The largest unpacked size of an archive, in bytes."""
SUFFIX = ".ninetimer"

Rows = list[dict[str, Any]]


class Archive(EventFormat):
    """Ninetimer's own archive: a whole event in one file, to open on another laptop or to keep.

    It contains divisions, players, rounds, pairings, every result with who, when and why, penalties, plans,
    prizes, who is kept apart, the recorded games with their turns, corrections, rulings and players' sheets,
    and the activity log, which continues on the laptop that opens it. Accounts and
    helpers are not included. The organisation's own word lists are included if their licence allows copying;
    other word lists are not.
    """

    label = _lazy("Ninetimer archive")
    wants_whole = True

    def recognises(self, file: NamedFile) -> bool:
        """Return whether the file is gzipped or has the extension or the beginning of an archive."""
        begins = file.content[:200]
        packed = begins.startswith(b"\x1f\x8b")
        return packed or file.name.casefold().endswith(SUFFIX) or KIND.encode() in begins

    def read(self, files: Sequence[NamedFile]) -> PortableEvent:
        """Return the event. Raise `Unreadable` for a damaged archive or one from a newer program."""
        file = files[0]
        whole = _load_document(file)
        try:
            return _event_from_rows(
                whole, compare_with_log(whole, rows_as_written=_matches_checksum(whole))
            )
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as wrong:
            raise UnreadableEvent(_damaged_file_remark(file)) from wrong

    def write(self, event: PortableEvent) -> tuple[NamedFile, ...]:
        """Return the file of an event with all its rows; the same event always gives the same bytes."""
        assert event.archive_content is not None
        rows = event.archive_content["rows"]
        text = json.dumps(
            {
                "kind": KIND,
                "version": VERSION,
                "program": event.archive_content["program"],
                "sha256": _digest(rows),
                "rows": rows,
                "log": event.archive_content.get("log", []),
                "origin": event.archive_content["origin"],
                **(
                    {"word_lists": lists}
                    if (lists := event.archive_content.get("word_lists"))
                    else {}
                ),
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )
        stem = re.sub(r"\W+", "-", event.name).strip("-").lower() or "event"
        return (NamedFile(f"{stem}{SUFFIX}", gzip.compress(text.encode(), mtime=0)),)


def _load_document(file: NamedFile) -> dict[str, Any]:
    content = file.content
    if content.startswith(b"\x1f\x8b"):
        try:
            with gzip.GzipFile(fileobj=io.BytesIO(content)) as opened:
                content = opened.read(MAX_BYTES + 1)
        except (OSError, EOFError, zlib.error) as broken:
            raise UnreadableEvent(_damaged_file_remark(file)) from broken
        if len(content) > MAX_BYTES:
            raise UnreadableEvent(
                Remark(
                    file.name,
                    0,
                    _("The archive unpacks to far more data than an event needs."),
                    True,
                )
            )
    try:
        whole = json.loads(content)
    except (ValueError, RecursionError) as broken:
        raise UnreadableEvent(_damaged_file_remark(file)) from broken
    if not isinstance(whole, dict) or whole.get("kind") != KIND:
        raise UnreadableEvent(Remark(file.name, 0, _("This is not a Ninetimer archive."), True))
    version = whole.get("version")
    if not isinstance(version, int) or version > VERSION:
        document = _(
            "The archive was written by Ninetimer {whole}, which is newer than this version. "
            "Update Ninetimer first."
        ).format(whole=whole.get("program"))
        raise UnreadableEvent(Remark(file.name, 0, document, True))
    comparable = "origin" in whole or _matches_checksum(whole)
    if not isinstance(whole.get("rows"), dict) or not comparable:
        raise UnreadableEvent(_damaged_file_remark(file))
    return whole


def _matches_checksum(whole: Mapping[str, Any]) -> bool:
    """Return whether the rows match the checksum stored with them."""
    return _digest(whole["rows"]) == whole.get("sha256")


def _digest(rows: Any) -> str:
    text = json.dumps(rows, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _damaged_file_remark(file: NamedFile) -> Remark:
    sentence = _(
        "The archive is damaged or was changed. Copy it again from the laptop that wrote it."
    )
    return Remark(file.name, 0, sentence, True)


def _event_from_rows(whole: Mapping[str, Any], proof: ArchiveProof) -> PortableEvent:
    """Return the event in the archive, built from the results that count and the current pairings."""
    rows: Mapping[str, Rows] = whole["rows"]
    event = rows["tournament.Event"][0]
    players = rows["tournament.Player"]
    entries = rows["tournament.Entry"]
    word_lists = _word_lists(whole)
    counting = {
        result["pairing"]: result
        for result in rows["tournament.ResultEntry"]
        if result["standing"] == "counts"
    }
    meetings: dict[int, list[PortableMeeting]] = {}
    for place, pairing in enumerate(rows["tournament.Pairing"], 1):
        if pairing["replaced_at"] is None:
            meeting = _build_meeting(pairing, entries, counting.get(place))
            meetings.setdefault(pairing["round"], []).append(meeting)
    return PortableEvent(
        name=str(event["name"]),
        date=str(event["date"] or ""),
        place=str(event["place"]),
        preset=str(event["preset"]),
        divisions=tuple(
            _build_division(place, meeting, rows, entries, players, meetings)
            for place, meeting in enumerate(rows["tournament.Division"], 1)
        ),
        archive_content={
            "program": whole.get("program"),
            "rows": rows,
            "log": whole.get("log", []),
            "proof": proof,
            "word_lists": word_lists,
        },
        remarks=(*_missing_list_remarks(word_lists), *_inactive_room_remarks(rows)),
    )


def _word_lists(whole: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Return the word lists that the archive includes or refers to, by key.

    Raise `KeyError`, `TypeError` or `AttributeError` for invalid data.
    """
    lists = whole.get("word_lists", {})
    for key, values in lists.items():
        if not all(isinstance(text, str) for text in (key, *values.values())):
            raise TypeError(key)
        values["name"], values["tileset"], values["sha256"]
    return dict(lists)


def _missing_list_remarks(word_lists: Mapping[str, Mapping[str, str]]) -> Iterator[Remark]:
    """Yield remarks on word lists that differ from those installed here, or are neither installed nor included."""
    here = lexicons()
    for key, values in word_lists.items():
        if key in here and here[key].sha256 != values["sha256"]:
            yield Remark(
                "",
                0,
                _("The word list {name} here differs from the edition used for the event.").format(
                    name=values["name"]
                ),
            )
        elif key not in here and "words" not in values:
            yield Remark(
                "",
                0,
                _(
                    "The event uses the word list {name}, which may not be copied and is not "
                    "installed here. Load it under Word lists."
                ).format(name=values["name"]),
            )


def _inactive_room_remarks(rows: Mapping[str, Rows]) -> Iterator[Remark]:
    """Yield a remark if the archive contains data of rooms that are inactive here."""
    known = {archived_table_name(model) for model, _ways in archived_tables()}
    counts = {
        name.partition(".")[2]: len(rows[name]) for name in rows if rows[name] and name not in known
    }
    if counts:
        yield Remark(
            "",
            0,
            _(
                "Parts of the archive belong to features that are switched off here ({parts}). "
                "They are kept unchanged and included in later archives of the event."
            ).format(parts=comma_list(f"{name}: {count}" for name, count in counts.items())),
        )


def _build_division(
    place: int,
    row: dict[str, Any],
    rows: Mapping[str, Rows],
    entries: Rows,
    players: Rows,
    meetings: Mapping[int, list[PortableMeeting]],
) -> PortableDivision:
    return PortableDivision(
        name=str(row["name"]),
        entrants=tuple(
            PortableEntrant(
                row_of_division["number"],
                players[row_of_division["player"] - 1]["name"],
                players[row_of_division["player"] - 1]["sort_name"],
                rating=row_of_division["rating"],
                withdrawn_after=row_of_division["withdrawn_after"],
            )
            for row_of_division in sorted(entries, key=lambda entry: entry["number"])
            if row_of_division["division"] == place
        ),
        rounds=tuple(
            PortableRound(row_of_division["number"], tuple(sort_by_board(meetings.get(at, []))))
            for at, row_of_division in sorted(
                enumerate(rows["tournament.Round"], 1), key=lambda item: item[1]["number"]
            )
            if row_of_division["division"] == place
        ),
        rounds_planned=row["rounds_planned"],
    )


def _build_meeting(
    pairing: dict[str, Any], entries: Rows, result: dict[str, Any] | None
) -> PortableMeeting:
    first = entries[pairing["first"] - 1]["number"]
    second = entries[pairing["second"] - 1]["number"] if pairing["second"] else NOBODY
    meeting = PortableMeeting(first, second, board=pairing["board"])
    if result is None:
        return meeting
    return PortableMeeting(
        first,
        second,
        result["first_score"],
        result["second_score"],
        result["outcome"],
        pairing["board"],
        spread_only=result["spread_only"],
    )
