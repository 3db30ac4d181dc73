"""The data of an event that a file loses, summarized by kind and reported before the file is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.wording.phrases import comma_list, format_signed
from tournament.actions.files.importing import matching_preset
from tournament.catalogue import presets
from tournament.engine.interchange import MADE_UP, PortableEntrant, PortableEvent
from tournament.engine.results import GAMES
from tournament.exchange.preflight import caps_in_words
from tournament.wording.plugins import system_name, translate_text

if TYPE_CHECKING:
    from tournament.exchange.event_files import EventFormat

USUAL_PRECEDENCE = ("wins", "losses", "spread")
CAPPED_PRECEDENCE = ("wins", "losses", "capped_spread")
MAX_DETAILS = 400


@dataclass(frozen=True, slots=True)
class DataLoss:
    """A kind of data that a file omits or changes: a summary line and the details."""

    kind: str
    summary: str
    details: tuple[str, ...] = ()
    """The individual losses counted by the summary line."""


def data_losses(event_format: EventFormat, event: PortableEvent) -> list[DataLoss]:
    """Return everything that the file omits or changes, with a line per kind.

    Problems of this event in the format come first, then data that the format cannot contain. The latter
    is listed only for formats that can be both imported and exported, except archives.
    """
    by_kind: dict[str, list[str]] = {}
    for kind, sentence in event_format.details(event):
        by_kind.setdefault(kind, []).append(sentence)
    summed = [_combined_loss(kind, sentences) for kind, sentences in by_kind.items()]
    if not (event_format.reads and event_format.writes) or event_format.wants_whole:
        return summed
    placeless = unsupported_data(event_format, event)
    return [*summed, *(loss for loss in placeless if loss.kind not in by_kind)]


def unsupported_data(event_format: EventFormat, event: PortableEvent) -> Iterator[DataLoss]:
    """Yield the event's data that files of the format cannot contain, with a line per kind."""
    for kind, sentence_of in UNSUPPORTED_DATA.items():
        if kind not in event_format.holds and (sentence := sentence_of(event, event_format)):
            yield DataLoss(kind, sentence)


def _combined_loss(kind: str, sentences: list[str]) -> DataLoss:
    """Return the loss with these messages: a single one unchanged, several summarized by their number.

    The messages become the details, at most `MAX_DETAILS`. If the kind has no summary, the first message
    takes its place, and the rest become the details.
    """
    count = len(sentences)
    if count == 1 or kind not in SUMMARIES:
        return DataLoss(kind, sentences[0], tuple(sentences[1:]))
    details = sentences[:MAX_DETAILS]
    return DataLoss(kind, SUMMARIES[kind](count).format(count=count), tuple(details))


SUMMARIES: Mapping[str, Callable[[int], str]] = {
    "missing_results": lambda count: ngettext(
        "{count} line about boards without a result.",
        "{count} lines about boards without a result.",
        count,
    ),
    "forfeits": lambda count: ngettext(
        "{count} forfeit, void round or win against the scores is left out or written differently.",
        "{count} forfeits, void rounds and wins against the scores are left out or written differently.",
        count,
    ),
    "awards": lambda count: ngettext(
        "{count} forfeit, void round or win against the scores is written differently.",
        "{count} forfeits, void rounds and wins against the scores are written differently.",
        count,
    ),
    "byes": lambda count: ngettext(
        "{count} bye is written differently.", "{count} byes are written differently.", count
    ),
    "penalties": lambda count: ngettext(
        "The file cannot store {count} penalty.", "The file cannot store {count} penalties.", count
    ),
    "long_names": lambda count: ngettext(
        "{count} name is shortened.", "{count} names are shortened.", count
    ),
    "letters": lambda count: ngettext(
        "{count} name is written with plain letters.",
        "{count} names are written with plain letters.",
        count,
    ),
    "large_scores": lambda count: ngettext(
        "{count} score does not fit.", "{count} scores do not fit.", count
    ),
    "left_out_players": lambda count: ngettext(
        "The players in {count} division are left out.",
        "The players in {count} divisions are left out.",
        count,
    ),
}
"""The functions that word the number of losses, by kind of loss."""


def _entrants(event: PortableEvent) -> Iterator[PortableEntrant]:
    return (entrant for division in event.divisions for entrant in division.entrants)


def _recorded_games_message(event: PortableEvent, _format: EventFormat) -> str:
    return (
        ngettext(
            "{count} recorded game is not included; to save it, use “Recorded games”.",
            "{count} recorded games are not included; to save them, use “Recorded games”.",
            event.recorded_games,
        ).format(count=event.recorded_games)
        if event.recorded_games
        else ""
    )


def _name_message(event: PortableEvent, _format: EventFormat) -> str:
    return _("The file cannot store the name of the event, {name}.").format(name=event.name)


def _date_message(event: PortableEvent, _format: EventFormat) -> str:
    text = _("The day of the event, {date}, is lost when the file is read again.")
    return text.format(date=event.date) if event.date else ""


def _place_message(event: PortableEvent, _format: EventFormat) -> str:
    text = _("The file cannot store the place of the event, {place}.")
    return text.format(place=event.place) if event.place else ""


def _default_import_preset(event: PortableEvent, event_format: EventFormat) -> str:
    """Return the key of the preset with which the file is imported by default."""
    system = event.rating_system if "rating_system" in event_format.holds else ""
    return matching_preset(
        PortableEvent("", (), rating_system=system, preset=event_format.preset_read)
    )


def _preset_message(event: PortableEvent, event_format: EventFormat) -> str:
    read = _default_import_preset(event, event_format)
    if not event.preset or event.preset not in presets() or read == event.preset:
        return ""
    return _(
        "The file cannot store the preset of rules, {preset}. When it is imported, {other} is "
        "used unless you choose the preset."
    ).format(
        preset=translate_text(presets()[event.preset].name),
        other=translate_text(presets()[read].name),
    )


def _rating_system_message(event: PortableEvent, event_format: EventFormat) -> str:
    if presets()[_default_import_preset(event, event_format)].rating_system == event.rating_system:
        return ""
    system = _("none") if event.rating_system == "none" else system_name(event.rating_system)
    return _("The file cannot store the rating system, {system}.").format(system=system)


def _precedence_message(event: PortableEvent, event_format: EventFormat) -> str:
    capped = "caps" in event_format.holds and bool(event.spread_caps)
    usual = CAPPED_PRECEDENCE if capped else USUAL_PRECEDENCE
    if event.precedence in ((), usual) and not any(d.precedence for d in event.divisions):
        return ""
    return _(
        "The file cannot store the order of the metrics: when it is imported, players are "
        "ranked by wins and spread."
    )


def _spread_caps_message(event: PortableEvent, _format: EventFormat) -> str:
    if not event.spread_caps:
        return ""
    return _("The file cannot store the spread cap ({caps}).").format(
        caps=caps_in_words(event.spread_caps)
    )


def _awards_message(event: PortableEvent, event_format: EventFormat) -> str:
    """Return a message on the spreads of byes and forfeits if the rules used for the import differ; otherwise ""."""
    rules = presets()[_default_import_preset(event, event_format)]
    bye, forfeit = event.bye_spread, event.forfeit_spread
    if "bye_spread" in event_format.holds:
        if bye is None or forfeit in (None, -bye):
            return ""
        return _("The file cannot store the spread of a forfeit ({forfeit}).").format(
            forfeit=format_signed(forfeit or 0)
        )
    if bye in (None, rules.bye_spread) and forfeit in (None, rules.forfeit_spread):
        return ""
    return _("The file cannot store the spread of byes ({bye}) and forfeits ({forfeit}).").format(
        bye=format_signed(bye or 0), forfeit=format_signed(forfeit or 0)
    )


def _gibson_rule_message(event: PortableEvent, event_format: EventFormat) -> str:
    rules = presets()[_default_import_preset(event, event_format)]
    if tuple(event.gibson_spread or ()) == tuple(rules.gibson_spread):
        return ""
    return _("The file cannot store the Gibson spread.")


def _planned_rounds_message(event: PortableEvent, _format: EventFormat) -> str:
    planned = [d for d in event.divisions if (d.rounds_planned or 0) > len(d.rounds)]
    return _("The file cannot store the number of rounds.") if planned else ""


def _pairing_plan_message(event: PortableEvent, _format: EventFormat) -> str:
    return (
        _("The file cannot store the plan for later rounds.")
        if any(division.plan for division in event.divisions)
        else ""
    )


def _prizes_message(event: PortableEvent, _format: EventFormat) -> str:
    count = sum(len(d.prizes) + d.omitted_prize_count for d in event.divisions)
    return (
        ngettext(
            "The file cannot store {count} prize.", "The file cannot store {count} prizes.", count
        ).format(count=count)
        if count
        else ""
    )


def _naspa_numbers_message(event: PortableEvent, _format: EventFormat) -> str:
    if not (event.naspa_tournament_id or event.naspa_director_id):
        return ""
    return _("The file cannot store the NASPA numbers of the event and its director.")


def _player_count_message(
    singular_and_plural: Callable[[int], str], has: Callable[[PortableEntrant], object]
) -> Callable[[PortableEvent, EventFormat], str]:
    """Return a function that words the number of players with some data, or returns "" if there are none."""

    def sentence(event: PortableEvent, _format: EventFormat) -> str:
        count = sum(bool(has(entrant)) for entrant in _entrants(event))
        return singular_and_plural(count).format(count=count) if count else ""

    return sentence


def _boards_message(event: PortableEvent, _format: EventFormat) -> str:
    count = sum(
        meeting.board is not None and meeting.outcome in GAMES
        for division in event.divisions
        for round_ in division.rounds
        for meeting in round_.meetings
    )
    return (
        ngettext(
            "The file cannot store the board of {count} game.",
            "The file cannot store the boards of {count} games.",
            count,
        ).format(count=count)
        if count
        else ""
    )


def _made_up_boards_message(event: PortableEvent, _format: EventFormat) -> str:
    """Return a message on boards and starts that the imported file lacked, or "" if there are none."""
    divisions = [division.name for division in event.divisions if division.extras.get(MADE_UP)]
    if not divisions:
        return ""
    return _(
        "The boards and firsts of division {divisions} are left out: the imported file had "
        "none, and Ninetimer assigned them."
    ).format(divisions=comma_list(divisions))


def _playoffs_message(event: PortableEvent, _format: EventFormat) -> str:
    count = sum(len(division.playoffs) for division in event.divisions)
    return (
        ngettext(
            "The file cannot store {count} game that is not part of a round, such as a play-off.",
            "The file cannot store {count} games that are not part of a round, such as play-offs.",
            count,
        ).format(count=count)
        if count
        else ""
    )


def _history_message(event: PortableEvent, _format: EventFormat) -> str:
    return (
        _("The history of entries and corrections stays here; the archive includes it.")
        if any(division.rounds for division in event.divisions)
        else ""
    )


UNSUPPORTED_DATA: Mapping[str, Callable[[PortableEvent, EventFormat], str]] = {
    "recorded_games": _recorded_games_message,
    "name": _name_message,
    "date": _date_message,
    "place": _place_message,
    "preset": _preset_message,
    "rating_system": _rating_system_message,
    "precedence": _precedence_message,
    "caps": _spread_caps_message,
    "awards_of_rules": _awards_message,
    "gibson": _gibson_rule_message,
    "rounds_planned": _planned_rounds_message,
    "plan": _pairing_plan_message,
    "prizes": _prizes_message,
    "naspa_numbers": _naspa_numbers_message,
    "playoffs": _playoffs_message,
    "ratings": _player_count_message(
        lambda count: ngettext(
            "The file cannot store the rating of {count} player.",
            "The file cannot store the ratings of {count} players.",
            count,
        ),
        lambda entrant: entrant.rating,
    ),
    "members": _player_count_message(
        lambda count: ngettext(
            "The file cannot store the member number of {count} player.",
            "The file cannot store the member numbers of {count} players.",
            count,
        ),
        lambda entrant: entrant.member,
    ),
    "classes": _player_count_message(
        lambda count: ngettext(
            "The file cannot store the class of {count} player.",
            "The file cannot store the classes of {count} players.",
            count,
        ),
        lambda entrant: entrant.rating_class,
    ),
    "teams": _player_count_message(
        lambda count: ngettext(
            "The file cannot store the team of {count} player.",
            "The file cannot store the teams of {count} players.",
            count,
        ),
        lambda entrant: entrant.team,
    ),
    "withdrawals": _player_count_message(
        lambda count: ngettext(
            "The file cannot record that {count} player has withdrawn.",
            "The file cannot record that {count} players have withdrawn.",
            count,
        ),
        lambda entrant: entrant.withdrawn_after is not None,
    ),
    "tags": _player_count_message(
        lambda count: ngettext(
            "The file cannot store other imported data of {count} player.",
            "The file cannot store other imported data of {count} players.",
            count,
        ),
        lambda entrant: entrant.extras.get("tags"),
    ),
    "boards": _boards_message,
    "made_up": _made_up_boards_message,
    "history": _history_message,
}
"""The kinds of data that a format may be unable to contain, each with the function that words the loss."""
