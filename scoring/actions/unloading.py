"""Loaded word lists that nothing plays by, removed with their files."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, hold_log, log
from scoring.actions.lexicons import are_several, sweep
from scoring.actions.refusals import Refused
from scoring.lexicon import Lexicon, folder_of, loaded_folder
from scoring.models import Game
from scoring.signals import word_lists_in_use
from scoring.walls import here_or_first
from scoring.wording.log import say
from scoring.wording.names import name_of


def remove_lexicons(actor: Actor, lists: Sequence[Lexicon]) -> list[Lexicon]:
    """Remove loaded lists, all of them or none; verdicts given by them stay on record.

    Raises `Refused` for lists that come with the program, that other organisations play by, too, or that a game
    or an event names; and where a file cannot be deleted, which names those that were before it.
    """
    with transaction.atomic():
        hold_log()  # also keeps loading a list of that name apart
        reasons = [reason for words in lists if (reason := _why_it_stays(words))]
        if reasons:
            raise Refused(
                _("Nothing was removed. {reasons} Unmark what stays.").format(
                    reasons=" ".join(reasons)
                )
            )
        removed, failed = _deleted(lists)
        if removed:
            log(
                actor,
                "remove_lexicons",
                say("remove_lexicons", lists=len(removed), names=[row.name for row in removed]),
                before=[{"lexicon": row.key, "sha256": row.sha256} for row in removed],
            )
    if failed:
        raise Refused(failed)
    return removed


def _deleted(lists: Sequence[Lexicon]) -> tuple[list[Lexicon], str]:
    """The lists whose files are gone, and why the next one's could not be deleted."""
    removed: list[Lexicon] = []
    for words in lists:
        folder = loaded_folder() if words.for_all else folder_of(here_or_first())
        try:
            (folder / f"{words.key}.toml").unlink(missing_ok=True)
        except OSError as problem:
            return removed, _("{list} cannot be removed ({problem}).").format(
                list=words.name, problem=problem.strerror
            )
        sweep(folder, words.key, "")
        removed.append(words)
    return removed, ""


def _why_it_stays(words: Lexicon) -> str:
    """Why the list cannot be removed, as a sentence; empty where it can."""
    name = name_of(words)
    if words.shipped:
        return _("{list} comes with Ninetimer.").format(list=name)
    if words.for_all and are_several():
        return _("{list} is for all organisations here.").format(list=name)
    if Game.objects.filter(lexicon=words.key).exists():
        return _("A recorded game is played with {list}.").format(list=name)
    for _receiver, user in word_lists_in_use.send(Lexicon, key=words.key):
        if user:
            return _("{event} is played with {list}.").format(event=user, list=name)
    return ""
