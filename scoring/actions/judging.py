"""The word judge: one verdict on all words of a play, recorded with the user, device, place and time.

The verdict does not show which word was wrong. Both players type the words, so that a typing slip
is not judged. The director may rule against the word list; both answers are kept.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import catalogue
from scoring.actions.activity import Actor, log
from scoring.actions.refusals import Refused
from scoring.engine.board.spelling import typed_words
from scoring.engine.board.tiles import UnknownTile
from scoring.lexicon import Lexicon
from scoring.models import Game, Judgement
from scoring.wording.engine import sentence
from scoring.wording.log import say
from scoring.wording.sentence import Sentence

MAX_WORDS = 8
"""The largest number of words that a play of seven tiles can make."""

MAX_TYPED_LENGTH = 200
"""Maximum number of characters typed by one player."""

ANONYMOUS_VERDICTS_PER_MINUTE = 20
"""Maximum number of verdicts a minute for a device without a logged-in user."""

A_MINUTE = timedelta(minutes=1)


class TooManyVerdicts(Refused):
    """The device has used up its verdicts for this minute."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "This device has asked for {count} verdicts within a minute. "
                "Wait a minute, or have the director log in here."
            ).format(count=ANONYMOUS_VERDICTS_PER_MINUTE)
        )


def judge(
    actor: Actor,
    words: Lexicon,
    typed: str,
    again: str,
    *,
    game: Game | None = None,
    place: str = "",
    address: str = "",
) -> Judgement:
    """Judge the words that both players typed and record the verdict.

    `address` is the address of the device. Without a log-in, the device is limited to
    `ANONYMOUS_VERDICTS_PER_MINUTE` verdicts a minute; beyond that, raise `TooManyVerdicts`. Raise `Refused` if there
    are no words or too many, if one is invalid or a single letter, or if the players' words differ.
    """
    first, second = _parse_words(typed, words), _parse_words(again, words)
    if not first:
        raise Refused(_("Type every word formed by the play, separated by spaces."))
    if letters := [
        word for word in first if len(catalogue.tile_set(words.tileset).split_into_tiles(word)) < 2
    ]:
        raise Refused(
            _("“{letter}” is one letter; a word has at least two. Nothing was judged.").format(
                letter=letters[0]
            )
        )
    if len(first) > MAX_WORDS:
        raise Refused(
            _("A play makes at most {most} words; you typed {count}.").format(
                most=MAX_WORDS, count=len(first)
            )
        )
    if sorted(first) != sorted(second):
        raise Refused(
            _(
                "The two lines do not contain the same words. Nothing was judged. Look at the "
                "board and type the words again."
            )
        )
    with transaction.atomic():
        if actor.user is None and _recent_judgement_count(address) >= ANONYMOUS_VERDICTS_PER_MINUTE:
            raise TooManyVerdicts
        verdict = Judgement.objects.create(
            at=timezone.now(),
            user=actor.user,
            address=address,
            game=game,
            place=(str(game) if game else place)[:120],
            lexicon=words.key,
            lexicon_name=words.name,
            lexicon_sha256=words.sha256,
            words=list(first),
            by_list=not words.unknown_words(first),
        )
        log(
            actor,
            "judge",
            say(
                "judge",
                place=verdict.place or say("word_judge"),
                words=verdict.words,
                verdict=_verdict_sentence(acceptable=verdict.acceptable),
                lexicon=words.name,
            ),
            scope=f"game:{game.pk}" if game else "judge",
            after={"judgement": verdict.pk, "sha256": words.sha256},
        )
    return verdict


def overrule(judgement: Judgement, actor: Actor, *, reason: str) -> Judgement:
    """Rule against the answer of the word list (an erroneous adjudication), keeping both answers.

    A second ruling restores the answer of the list. Raise `Refused` if no reason is given.
    """
    if not reason.strip():
        raise Refused(_("Give a reason for ruling against the list."))
    with transaction.atomic():
        held = Judgement.objects.select_for_update(no_key=True).get(pk=judgement.pk)
        before = {"acceptable": held.acceptable, "reason": held.ruled_reason}
        held.ruled = not held.by_list if held.ruled is None else None
        held.ruled_reason = reason.strip()
        held.ruled_at = timezone.now()
        held.ruled_by = actor.user
        held.save(update_fields=["ruled", "ruled_reason", "ruled_at", "ruled_by"])
        log(
            actor,
            "overrule",
            say(
                "overrule",
                place=held.place or say("word_judge"),
                words=held.words,
                verdict=_verdict_sentence(acceptable=held.acceptable),
                lexicon=held.lexicon_name,
                by_list=_verdict_sentence(acceptable=held.by_list),
            ),
            scope=f"game:{held.game_id}" if held.game_id else "judge",
            reason=reason.strip(),
            before=before,
            after={"judgement": held.pk, "acceptable": held.acceptable},
        )
    return held


def _verdict_sentence(*, acceptable: bool) -> Sentence:
    return say("acceptable") if acceptable else say("not_acceptable")


def _parse_words(typed: str, words: Lexicon) -> tuple[str, ...]:
    if len(typed) > MAX_TYPED_LENGTH:
        raise Refused(
            _("The words of one play can have at most {count} characters.").format(
                count=MAX_TYPED_LENGTH
            )
        )
    try:
        return typed_words(typed, catalogue.tile_set(words.tileset))
    except UnknownTile as unknown:
        raise Refused(
            _("{problem} Nothing was judged.").format(problem=sentence(unknown.message))
        ) from unknown


def _recent_judgement_count(address: str) -> int:
    since = timezone.now() - A_MINUTE
    return Judgement.objects.filter(address=address, user=None, at__gt=since).count()
