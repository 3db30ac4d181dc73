"""Load and remove custom word lists, which are stored beside the database."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import catalogue
from scoring.actions.activity import Actor, lock_log, log
from scoring.actions.refusals import Refused
from scoring.engine.board.tiles import TileSet
from scoring.engine.typing.word_lists import (
    NotAWordList,
    RejectionCause,
    WordFile,
    matching_tile_sets,
    read_words,
)
from scoring.lexicon import (
    Lexicon,
    installed_word_lists,
    lexicon,
    loaded_lists_folder,
    organisation_lists_folder,
)
from scoring.models import Game
from scoring.models.organisation import Organisation
from scoring.signals import word_lists_in_use
from scoring.subprocesses import ReadingStopped, read_upload
from scoring.tenancy import FIRST_TENANT, current_or_first_tenant, current_tenant, tenant
from scoring.wording.engine import sentence
from scoring.wording.log import say
from scoring.wording.names import name_of
from scoring.wording.phrases import FormattedInteger, or_list
from scoring.wordlist import BuiltWordList, serialize_words

MAX_BYTES = 64 * 1024 * 1024
"""Maximum size of a list in bytes: four times the size of a list of 280,000 words with meanings."""

RESTRICTED_NOTICE = "Loaded by the director for use at this desk; not for copying."
COPYABLE_NOTICE = "Loaded by the director; its licence lets it go along with an event."
MAX_NAME_LENGTH = 60


class LexiconNotLoaded(Refused):
    """The list was not loaded and nothing was changed. `words` is the parsed file, or None."""

    def __init__(self, message: str, words: WordFile | None = None) -> None:
        super().__init__(message)
        self.words = words


@dataclass(frozen=True)
class LoadedLexicon:
    """A newly loaded list and its parsed file, which includes the lines that were not accepted unchanged."""

    lexicon: Lexicon
    words: WordFile
    replaced: str | None
    """The SHA-256 of the list that was replaced, "damaged" if that was unusable, or None if there was none."""


def load_lexicon(
    actor: Actor,
    name: str,
    data: bytes,
    tile_set: str,
    *,
    replace: bool = False,
    leave_out_odd: bool = False,
    may_be_copied: bool = False,
    for_all: bool = False,
) -> LoadedLexicon:
    """Load a word list for a tile set.

    If several organisations share the installation, the list belongs to the current one and is
    hidden from the others, unless it is loaded `for_all`. A list with the same name is replaced only
    if `replace` is set. Lines that contain anything other than tiles prevent loading, unless
    `leave_out_odd` is set. A list that `may_be_copied` is included in archives of events that use it.
    Raise `LexiconNotLoaded`, naming the remedy, or `NotInCatalogue` for an unknown tile set.
    """
    tiles = catalogue.tile_set(tile_set)
    key = lexicon_key_of(name)
    owner = None if for_all or not has_several_organisations() else current_or_first_tenant()
    with tenant(owner):
        before = _existing_digest(key, replace=replace)
    try:
        words, text, counts = read_upload(
            parse_word_list, data, tiles, leave_out_odd=leave_out_odd, contents=[data]
        )
    except ReadingStopped as reason:
        raise LexiconNotLoaded(str(reason)) from reason
    built = BuiltWordList(
        key,
        name.strip(),
        text,
        counts,
        tiles.key,
        COPYABLE_NOTICE if may_be_copied else RESTRICTED_NOTICE,
        "import_lexicon",
        _text_file_name(key, text),
        may_be_copied,
    )
    folder = organisation_lists_folder(owner) if owner else loaded_lists_folder()
    try:
        for level in (loaded_lists_folder(), folder):
            level.mkdir(mode=0o700, exist_ok=True)
        with tenant(owner), transaction.atomic():
            # The lock of the log also serializes loads of the same list.
            log(
                actor,
                "import_lexicon",
                say("import_lexicon", name=built.name, words=built.word_count, tiles=tiles.name),
                scope=f"lexicon:{key}",
                before={"sha256": before} if before else None,
                after={"sha256": built.sha256, "words": built.word_count},
            )
            _write_atomically(folder / built.text_name, built.text)
            # Writing the description switches to the new list.
            _write_atomically(folder / f"{key}.toml", built.description.encode())
            remove_old_files(folder, key, built.text_name)
    except OSError as problem:
        raise LexiconNotLoaded(
            _("The list cannot be written to {folder} ({problem}). Nothing was changed.").format(
                folder=folder, problem=problem.strerror
            )
        ) from problem
    with tenant(owner):
        return LoadedLexicon(lexicon(key), words, before)


def has_several_organisations() -> bool:
    """Return whether several organisations share this installation, each with its own lists.

    This takes one query.
    """
    return Organisation.objects.exclude(pk=FIRST_TENANT).exists()


def lexicon_key_of(name: str) -> str:
    """Return the key of a list as stored in games and events. Raise `LexiconNotLoaded` for an invalid name."""
    shown = name.strip()
    key = re.sub(r"[^a-z0-9]+", "_", shown.lower()).strip("_")
    if not key or not shown.isprintable() or len(shown) > MAX_NAME_LENGTH:
        raise LexiconNotLoaded(
            _("Give the list a name of at most {most} letters or digits, such as NWL2023.").format(
                most=MAX_NAME_LENGTH
            )
        )
    return key


def _existing_digest(key: str, *, replace: bool) -> str | None:
    """Return the SHA-256 of the list with that key, "damaged" for an unusable one, or None if there is no such list.

    Raise `LexiconNotLoaded` if the list must not be replaced.
    """
    there_are = installed_word_lists()
    if key in there_are.damaged:
        return "damaged"  # loading it again replaces it
    there = there_are.lists.get(key)
    if there is None:
        return None
    if there.shipped:
        raise LexiconNotLoaded(
            _("{name} comes with Ninetimer. Give the list another name.").format(name=there.name)
        )
    if there.for_all and current_tenant():
        raise LexiconNotLoaded(
            _(
                "The name {name} is taken by a list that all organisations here share. Give yours "
                "another name."
            ).format(name=there.name)
        )
    if not replace:
        raise LexiconNotLoaded(
            ngettext(
                "The list {name} already exists, with {count:,} word. Choose to replace it, or "
                "give the new list another name.",
                "The list {name} already exists, with {count:,} words. Choose to replace it, or "
                "give the new list another name.",
                len(there),
            ).format(name=there.name, count=FormattedInteger(len(there)))
        )
    return there.sha256


def parse_word_list(
    data: bytes, tiles: TileSet, *, leave_out_odd: bool
) -> tuple[WordFile, bytes, tuple[tuple[int, int], ...]]:
    """Return the words of the file, followed by the text and the word counts returned by `serialize_words`.

    Raise `LexiconNotLoaded` for an invalid file.
    """
    words = _parse_words(data, tiles, leave_out_odd=leave_out_odd)
    return words, *serialize_words(words.words)


def _parse_words(data: bytes, tiles: TileSet, *, leave_out_odd: bool) -> WordFile:
    if len(data) > MAX_BYTES:
        raise LexiconNotLoaded(
            _(
                "The file has {size:,} bytes; a word list may have at most {most:,}. Nothing "
                "was read."
            ).format(size=FormattedInteger(len(data)), most=FormattedInteger(MAX_BYTES))
        )
    try:
        words = read_words(data, tiles)
    except NotAWordList as problem:
        raise LexiconNotLoaded(sentence(problem.message)) from problem
    odd = words.rejected_for(RejectionCause.ODD)
    if odd and not (leave_out_odd and words.words):
        fitting = matching_tile_sets(words, data, catalogue.tile_sets().values())
        advice = (
            _(
                "The letters in these lines belong to the tile set {sets}. Choose that tile set."
            ).format(sets=or_list(other.name for other in fitting))
            if fitting
            else _("Correct these lines, or choose to leave them out.")
        )
        message = ngettext(
            "{count:,} line contains something that is not a tile of the {tiles} set.",
            "{count:,} lines contain something that is not a tile of the {tiles} set.",
            len(odd),
        ).format(count=FormattedInteger(len(odd)), tiles=tiles.name)
        raise LexiconNotLoaded(f"{message} {advice}", words)
    if not words.words:
        raise LexiconNotLoaded(
            _("There are no words in this file. It needs one word per line."), words
        )
    return words


def _text_file_name(key: str, text: bytes) -> str:
    """Return a file name that depends on the words.

    Changed words thus get a new file, which is used as soon as the description that names it has been
    written.
    """
    built = BuiltWordList(key, "", text, ())
    return f"{key}-{built.sha256[:16]}.txt"


def _write_atomically(path: Path, data: bytes) -> None:
    """Write a file atomically, readable only by its owner."""
    handle, draft = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def remove_old_files(folder: Path, key: str, current: str) -> None:
    """Remove earlier files of the list. A process that has one open can still read it."""
    for old in folder.glob(f"{key}-*.txt"):
        if old.name != current and re.fullmatch(rf"{re.escape(key)}-[0-9a-f]{{16}}\.txt", old.name):
            try:
                old.unlink()
            except OSError:
                continue  # open elsewhere on Windows; the next load removes it


def remove_lexicons(actor: Actor, lists: Sequence[Lexicon]) -> list[Lexicon]:
    """Remove loaded lists and return them. Verdicts based on them are kept.

    Raise `Refused` and remove nothing if a list comes with the program, is shared with other
    organisations, is used by a game or an event, or has a file that cannot be deleted.
    """
    with transaction.atomic():
        lock_log()  # also excludes loading a list with that name
        reasons = [reason for words in lists if (reason := _removal_problem(words))]
        if not reasons:
            log(
                actor,
                "remove_lexicons",
                say("remove_lexicons", lists=len(lists), names=[row.name for row in lists]),
                before=[{"lexicon": row.key, "sha256": row.sha256} for row in lists],
            )
            reasons = _delete_files(lists)
        if reasons:
            raise Refused(
                _("Nothing was removed. {reasons} Deselect these lists and try again.").format(
                    reasons=" ".join(reasons)
                )
            )
    return list(lists)


def _delete_files(lists: Sequence[Lexicon]) -> list[str]:
    """Delete the files of the lists and return [].

    If one cannot be deleted, restore those already deleted and return a list with a message instead.
    """
    deleted: dict[Path, bytes] = {}
    for words in lists:
        path = _folder_of(words) / f"{words.key}.toml"
        try:
            description = path.read_bytes()
            path.unlink()
        except FileNotFoundError:
            continue  # somebody else removed it meanwhile
        except OSError as problem:
            for restored, description in deleted.items():
                _write_atomically(restored, description)
            message = _("{list} cannot be removed ({problem}).")
            return [message.format(list=words.name, problem=problem.strerror)]
        deleted[path] = description
    for words in lists:
        remove_old_files(_folder_of(words), words.key, "")
    return []


def _folder_of(words: Lexicon) -> Path:
    if words.for_all:
        return loaded_lists_folder()
    return organisation_lists_folder(current_or_first_tenant())


def _removal_problem(words: Lexicon) -> str:
    """Return a message saying why the list cannot be removed, or "" if it can."""
    name = name_of(words)
    if words.shipped:
        return _("{list} comes with Ninetimer.").format(list=name)
    if words.for_all and has_several_organisations():
        return _("{list} is shared by all organisations here.").format(list=name)
    if Game.objects.filter(lexicon=words.key).exists():
        return _("A recorded game uses {list}.").format(list=name)
    for _receiver, user in word_lists_in_use.send(Lexicon, key=words.key):
        if user:
            return _("{event} uses {list}.").format(event=user, list=name)
    return ""
