"""Upload recorded games as files: verify and store the files first, then save the selected ones as games."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, LogEntry, log, log_all
from scoring.actions.flips import outcome_for_log
from scoring.actions.games import check_player_count, final_score_sentences, missing_end_racks
from scoring.actions.refusals import Refused
from scoring.actions.summaries import write_summary
from scoring.actions.turns import (
    entries_of,
    entry_of,
    game_fields,
    imported_record_sentence,
    scope_of,
)
from scoring.actions.unpacking import GameFile
from scoring.engine.audit.verification import Verification
from scoring.lexicon import lexicons
from scoring.models import Edit, Game, GamePlayer, TurnEntry, Upload, UploadedGame
from scoring.models.organisation import current_tenant_filter
from scoring.queries.sheets import GameSheet
from scoring.queries.uploads import UNREADABLE, verify_file, verify_text
from scoring.signals import game_finished, games_about_to_be_saved
from scoring.subprocesses import ReadingStopped, read_upload
from scoring.wording.log import say
from scoring.wording.names import name_of
from scoring.wording.phrases import comma_list
from scoring.wording.sentence import Sentence

SAVING_SECONDS_PER_CALL = 1.0
"""Seconds for which one call of `save_selected_games` saves games."""

FILES_PER_PROCESS = 200
"""Number of files read by one process, few enough to stay within its time limit."""

UNSAVED_UPLOAD_LIFETIME = timedelta(days=2)

State = UploadedGame.State


class GameNotSaved(Refused):
    """A file cannot be saved as a game. `why` is the reason as a code with parameters."""

    def __init__(self, why: Sentence) -> None:
        super().__init__(why.text)
        self.why = why


def store_upload(actor: Actor, pieces: Iterable[GameFile], rules: str = "") -> Upload:
    """Verify and store every file with its findings, without saving any as a game.

    Earlier uploads without a saved game are deleted after `UNSAVED_UPLOAD_LIFETIME`. Raise `Refused` if there are no
    files or reading them takes too long.
    """
    now = timezone.now()
    waiting, seen = list(pieces), []
    try:
        for start in range(0, len(waiting), FILES_PER_PROCESS):
            some = waiting[start : start + FILES_PER_PROCESS]
            seen += read_upload(unsaved_rows, some, rules, contents=[piece.data for piece in some])
    except ReadingStopped as stopped:
        raise Refused(str(stopped)) from stopped
    if not seen:
        raise Refused(_("The upload contains no .gcg or .txt file."))
    _mark_duplicates(seen)
    with transaction.atomic():
        _delete_old_uploads()
        upload = Upload.objects.create(created_at=now, created_by=actor.user)
        for position, row in enumerate(seen, 1):
            row.upload, row.position = upload, position
        UploadedGame.objects.bulk_create(seen, batch_size=200)
        done = say("take_in", upload=upload, files=len(seen))
        log(actor, "take_in", done, scope=f"upload:{upload.pk}")
    return upload


def select_files(upload: Upload, numbers: Collection[int], actor: Actor) -> int:
    """Select the files with these primary keys for saving; return the number newly selected.

    Raise `Refused` if the upload then has no selected file, or if the backup before saving fails.
    """
    possible = upload.games.filter(pk__in=numbers, state=State.LOOKED_AT).exclude(status=UNREADABLE)
    if count := possible.count():
        games_about_to_be_saved.send(Upload, upload=upload, number=count, actor=actor)
    with transaction.atomic():
        wanted = upload.games.filter(pk__in=numbers, state=State.LOOKED_AT).exclude(
            status=UNREADABLE
        )
        number = wanted.update(state=State.CHOSEN)
        if not number and not upload.games.filter(state=State.CHOSEN).exists():
            raise Refused(_("Choose at least one game to save."))
        upload.saving_since, upload.stopped_at = timezone.now(), None
        upload.save(update_fields=["saving_since", "stopped_at"])
        log(
            actor, "choose", say("choose", upload=upload, games=number), scope=f"upload:{upload.pk}"
        )
    return number


def save_selected_games(
    upload: Upload, actor: Actor, *, seconds: float = SAVING_SECONDS_PER_CALL
) -> int:
    """Spend about `seconds` saving the selected games, each in its own transaction; return the number left.

    If a game cannot be saved, the reason is stored with it, and the others are saved all the same.
    Stop early once `stop_upload` has been called.
    """
    end = time.monotonic() + seconds
    waiting = upload.games.filter(state=State.CHOSEN).order_by("position")
    for key in list(waiting.values_list("pk", flat=True)):
        if (
            time.monotonic() > end
            or Upload.objects.filter(pk=upload.pk, stopped_at__isnull=False).exists()
        ):
            break
        _save_game(key, actor)
    return waiting.count()


def stop_upload(upload: Upload, actor: Actor) -> None:
    """Stop saving. Saved games are kept, and the other files can be chosen again."""
    with transaction.atomic():
        upload.stopped_at = timezone.now()
        upload.save(update_fields=["stopped_at"])
        left = upload.games.filter(state=State.CHOSEN).update(state=State.LOOKED_AT)
        log(actor, "stop", say("stop", upload=upload, left=left), scope=f"upload:{upload.pk}")


def remove_uploads(actor: Actor, uploads: Sequence[Upload]) -> list[Upload]:
    """Delete uploads with their files, all or none; return the deleted ones.

    Raise `Refused` if any of them has a saved or waiting game, because its files are needed to
    recognize a game that is uploaded again. The message names every such upload.
    """
    with transaction.atomic():
        rows = Upload.objects.filter(pk__in=[upload.pk for upload in uploads]).order_by("pk")
        held = list(rows.select_for_update(no_key=True))
        needed = set(
            UploadedGame.objects.filter(
                upload__in=held, state__in=(State.SAVED, State.CHOSEN)
            ).values_list("upload_id", flat=True)
        )
        if needed:
            stay = comma_list(str(upload) for upload in held if upload.pk in needed)
            raise Refused(
                _(
                    "Games from {uploads} have been saved, and the uploaded files are needed to "
                    "recognise these games if they are uploaded again. Nothing was removed. "
                    "Deselect these uploads and try again."
                ).format(uploads=stay)
            )
        names = [str(upload) for upload in held]
        rows.delete()
        if held:
            log(actor, "remove_uploads", say("remove_uploads", uploads=len(held), names=names))
    return held


def unsaved_rows(pieces: Sequence[GameFile], rules: str) -> list[UploadedGame]:
    """Return unsaved rows for the files with their findings, without using the database."""
    return [_unsaved_row(piece, rules) for piece in pieces]


def _unsaved_row(piece: GameFile, rules: str) -> UploadedGame:
    if piece.problem:
        message = piece.problem.as_json()
        report = {"findings": [{"line": 0, "error": True, "message": message, "slips": []}]}
        return UploadedGame(name=piece.name, status=UNREADABLE, report=report)
    look = verify_file(piece.data, rules)
    row = UploadedGame(
        name=piece.name,
        text=look.text,
        digest=hashlib.sha256(look.text.encode()).hexdigest() if look.text else "",
        status=look.status,
        rules=look.rules,
        report=look.report,
    )
    if look.verification is not None and (why := _reason_not_to_save(look.verification)):
        row.state = State.REFUSED
        _store_reason(row, why)
    return row


def _mark_duplicates(rows: list[UploadedGame]) -> None:
    """Mark the files that are already saved as games or repeat an earlier file of this upload."""
    known = dict(
        UploadedGame.objects.filter(
            digest__in={row.digest for row in rows if row.digest}, game__isnull=False
        ).values_list("digest", "game_id")
    )
    first: dict[str, str] = {}
    for row in rows:
        if not row.digest or row.state == State.REFUSED:
            continue
        if row.digest in known:
            row.state = State.KNOWN
            _store_reason(row, say("saved_as", number=known[row.digest]))
        elif row.digest in first:
            row.state = State.KNOWN
            _store_reason(row, say("same_as_file", file=first[row.digest]))
        first.setdefault(row.digest, row.name)


def _save_game(key: int, actor: Actor) -> None:
    with transaction.atomic():
        row = UploadedGame.objects.select_for_update(no_key=True).get(pk=key)
        if row.state != State.CHOSEN:
            return  # saved by another window
        try:
            with transaction.atomic():
                row.game = (
                    _save_as_game(row, actor)
                    if (known := _duplicate_game_key(row)) is None
                    else None
                )
        except Refused as refused:
            row.state = State.REFUSED
            _store_reason(row, refused.why if isinstance(refused, GameNotSaved) else None)
            row.problem = str(refused)
        else:
            row.state = State.SAVED if known is None else State.KNOWN
            _store_reason(row, None if known is None else say("saved_as", number=known))
        row.save(update_fields=["state", "problem", "report", "game"])


def _duplicate_game_key(row: UploadedGame) -> int | None:
    """Return the key of a game saved from the same text in another upload, or None."""
    same = UploadedGame.objects.filter(
        current_tenant_filter("upload__organisation"), digest=row.digest, game__isnull=False
    )
    return same.values_list("game_id", flat=True).first()


def _store_reason(row: UploadedGame, why: Sentence | None) -> None:
    """Store why a file is not saved, as a code with parameters and as a sentence; None removes the reason."""
    row.problem = "" if why is None else why.text
    row.report.pop("problem", None)
    if why is not None:
        row.report["problem"] = why.as_json()


def _save_as_game(row: UploadedGame, actor: Actor) -> Game:
    done = verify_text(row.text, row.rules).verification
    if done is None:
        raise GameNotSaved(say("no_game_in_it"))
    if (why := _reason_not_to_save(done)) is not None:
        raise GameNotSaved(why)
    record = done.audit.record
    return record_whole_game(
        done,
        [_name_on_one_line(seat.name or seat.nick) for seat in record.seats],
        actor,
        title=_name_on_one_line(record.pragma("title") or row.name)[:120],
        lexicon=_lexicon_key(_name_on_one_line(record.pragma("lexicon") or "")),
    )


def _reason_not_to_save(done: Verification) -> Sentence | None:
    """Return why a readable game cannot be saved, or None if it can."""
    record, rules = done.audit.record, done.setting.rules
    number = len(record.seats)
    if not rules.players_min <= number <= rules.players_max:
        return say("wrong_number", rules=name_of(rules), players=number)
    for seat in record.seats:
        if len(seat.name or seat.nick) > 120:
            return say("name_too_long", name=(seat.name or seat.nick)[:30])
    for turn in record.turns:
        write = done.setting.tile_set.format_tiles
        if len(write(turn.tiles)) > 120 or len(write(turn.rack or ())) > 80:
            return say("too_many_tiles", line=turn.line)
    return None


def _lexicon_key(name: str) -> str:
    """Return the key of the word list named in a file if it is known, otherwise the name as written."""
    matching = (
        words.key
        for words in lexicons().values()
        if name.lower() in (words.key, words.name.lower())
    )
    return next(matching, name[:80])


def _name_on_one_line(text: str) -> str:
    """Return a name on a single line."""
    return " ".join(text.split())


def _delete_old_uploads() -> None:
    """Delete the uploads that are older than `UNSAVED_UPLOAD_LIFETIME` and from which no game was saved."""
    since = timezone.now() - UNSAVED_UPLOAD_LIFETIME
    Upload.objects.filter(created_at__lt=since).exclude(games__state=State.SAVED).delete()


def record_whole_game(
    done: Verification, names: list[str], actor: Actor, *, title: str = "", lexicon: str = ""
) -> Game:
    """Save a verified game under the rules it was verified with, in one transaction.

    Missing end-rack lines are added, and the game is finished. It stays open if it has not ended or a
    missing rack is unknown. Raise `Refused` for a number of players that the rules do not allow.
    """
    record, replayed, setting = done.audit.record, done.audit.game, done.setting
    check_player_count(setting.rules, names)
    now = timezone.now()
    amounts = replayed.settlement.amounts if done.audit.is_finished else (None,)
    ends = None not in amounts
    with transaction.atomic():
        game = Game.objects.create(
            rules=setting.rules.key,
            tile_set=setting.tile_set.key,
            layout=setting.layout.key,
            lexicon=lexicon,
            title=title,
            created_at=now,
            created_by=actor.user,
            finished_at=now if ends else None,
            **game_fields(record),
        )
        scope = scope_of(game)
        GamePlayer.objects.bulk_create(
            GamePlayer(game=game, seat=number, name=name, nick=seat.nick[:120])
            for number, (name, seat) in enumerate(zip(names, record.seats, strict=True), 1)
        )
        entries = list(entries_of(game, record, actor, setting.tile_set))
        racks = missing_end_racks(replayed) if ends else []
        written = [
            entry_of(game, turn, number * TurnEntry.STEP, actor, setting.tile_set)
            for number, turn in enumerate(racks, len(entries) + 1)
        ]
        TurnEntry.objects.bulk_create(entries + written)
        Edit.objects.bulk_create(
            Edit(game=game, after=entry, made_at=now, made_by=actor.user) for entry in written
        )
        log_entries = [
            LogEntry("open_game", say("open_game", game=game, players=names), scope),
            LogEntry("record_games_turns", imported_record_sentence(game, record), scope),
        ]
        if ends:
            outcome = done.audit.outcome
            finals = tuple(final or 0 for final in outcome.finals)
            log_entries.append(
                LogEntry(
                    "finish_game",
                    say("finish_game", game=game, finals=final_score_sentences(names, finals)),
                    scope,
                    after=outcome_for_log(outcome),
                )
            )
        log_all(actor, log_entries)
        prefetch_related_objects(entries + written, "rulings")  # empty, saves a query per entry
        write_summary(GameSheet(game, entries + written, names), rulings=0)
        if ends:
            game_finished.send(Game, game=game, scores=finals, winners=outcome.winners, actor=actor)
    return game
