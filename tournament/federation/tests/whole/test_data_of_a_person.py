"""Every row about one person: in the file on request, after an erasure, and in the backup of the organisation.

Each row is compared with the one that somebody last read; see `tests/approved.py`.
"""

import datetime as dt
import json
import re
from collections import Counter

import pytest
from django.conf import settings
from django.db import models
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.actions.disputes import TypedColumn, save_columns
from scoring.actions.notes import annotate
from scoring.actions.turns import record_all_turns
from scoring.engine import gcg
from scoring.models import (
    Activity,
    GamePhoto,
    Organisation,
    PaperCopy,
    TurnEntry,
    Upload,
    UploadedGame,
)
from scoring.queries.disputes import ColumnPosition
from scoring.tenancy import FIRST_TENANT
from tests.approved import check_approved
from tests.remembered import remembered
from tests.tournament.reports.evening import GAME
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.housekeeping import close_event
from tournament.actions.people.check_in import check_in
from tournament.actions.people.clubs import create_club
from tournament.actions.people.details import update_entry
from tournament.actions.people.entries import add_players
from tournament.actions.people.keep_apart import keep_apart
from tournament.actions.people.persons import correct_person, merge_persons
from tournament.actions.people.rating_lists import add_rating_list
from tournament.actions.results.penalties import give_penalty
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.safety.organisations import create_organisation
from tournament.actions.standings.prizes import add_prizes, set_winner
from tournament.actions.standings.ratings import rate_division
from tournament.engine.ratings.rating_list import parse_rating_list
from tournament.federation.actions import imported_log_chains, organisation_archive
from tournament.federation.actions.championships import change_championship, create_championship
from tournament.federation.actions.contacts import change_contacts
from tournament.federation.actions.erasure import erase_person
from tournament.federation.actions.imported_log_chains import BATCH_SIZE
from tournament.federation.actions.organisation_archive import import_organisation
from tournament.federation.actions.registration_checks import TypedContact, TypedRegistration
from tournament.federation.actions.registration_fees import record_payment
from tournament.federation.actions.registration_rules import set_questions, set_registration_rules
from tournament.federation.actions.registrations import register_family
from tournament.federation.actions.sharing import accept_person, offer_person
from tournament.federation.engine.questions import RegistrationQuestion
from tournament.federation.exchange.organisation_file import BackupFile, write_backup
from tournament.federation.queries import erasure
from tournament.federation.queries.erasure import (
    consequences_of_erasing,
    count_entries_naming,
    names_of,
)
from tournament.federation.queries.organisation_rows import (
    backup_fields,
    backup_rows,
    backup_tables,
    roles_in_backup,
    settings_of,
)
from tournament.federation.queries.personal_data import personal_data
from tournament.federation.queries.text_tables import (
    name_columns,
    narrow_rows,
    text_positions,
    text_tables,
)
from tournament.federation.tests.stories import Clock, Codes
from tournament.models import Entry, Event, Pairing, Player, PlayerReport, codes
from tournament.models.tables import archived_table_name, program_models
from tournament.queries.standings.starting_ratings import CAREER_TAG

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(bool(settings.ROOMS_OFF), reason="other rooms have tables of their own"),
]
CHANGING = {"salt", "hash", "content_hash", "previous_hash", "digests", "token", "redacted_at"}
"""Columns of digests and random values."""
RANDOM = re.compile(r"\b[0-9a-f]{64}\b|(?<=-)[0-9a-f]{6}(?=\W)|(?<=\()[0-9a-f]{6}(?=\))")
LISTED = [
    ["Name", "Rating", "Games", "Member"],
    ["Zoe Muler", "1799", "12", "AT-7781"],
    ["Zoë Müller", "1805.4", "14", "AT-7792"],
    ["Ana O’Brien", "1660", "9", "Q3"],
]
MEMBERS = re.compile(r"(?<=member_numbers=)(\([^)]*\))")
PEOPLE = """\
Zoe Muler #AT-7781 1811
Łukasz Żak 1702
Ana O’Brien #Q3 1655
Ben Stone 1500
Dai Jones 1400
Finn Larsen 1300
"""


CLOCK = Clock()
"""The clock of these tests, which stands still within a step."""


@pytest.fixture
def clock(monkeypatch):
    CLOCK.minutes = 0
    monkeypatch.setattr(timezone, "now", CLOCK)
    monkeypatch.setattr(codes, "random_letters", Codes())


@pytest.fixture
def person(zoe, monkeypatch):
    """The same, later, with further codes."""
    CLOCK.minutes = 600
    monkeypatch.setattr(codes, "random_letters", Codes(1000))
    return zoe


def person_of(name):
    return Player.objects.filter(name=name).earliest("pk")


def play(desk, division, boards, scores):
    round_ = publish_round(desk, pair_by_hand(desk, division, boards, firsts_as_listed=True))
    rows = list(Pairing.objects.filter(round=round_).order_by("board"))
    for pairing, score in zip(rows, scores, strict=True):
        if score:
            enter_result(desk, pairing, *score, accepted=True)
    return rows


def later(action, *given, **named):
    """Do this a minute later."""
    CLOCK.minutes += 1
    return action(*given, **named)


@pytest.fixture
@remembered
def zoe(desk):
    """A person with at least one row of every kind, under former names too."""
    later(create_organisation, desk, name="Northern Lights")
    later(create_club, desk, name="Thursdays")
    event = later(
        create_event, desk, name="Masters", preset="naspa_nwl", date=dt.date(2026, 9, 5),
        place="Leeds",
    )  # fmt: skip
    division = later(create_division, desk, event, name="A")
    later(add_players, desk, division, PEOPLE)
    first, third = (division.entries.get(number=number) for number in (1, 3))
    later(check_in, desk, first, here=True)
    later(correct_person, desk, first.player, name="Zoë Müller", is_minor=False)
    first = division.entries.get(number=1)
    later(add_players, desk, division, "Zoe Muler 1210\nZoë Müllerová 1200")
    CLOCK.minutes += 1
    add_players(desk, create_division(desk, event, name="B"), "Zoé Müller 1000\nHana Sato")
    later(
        keep_apart, desk, event, first.player, third.player, hard=True,
        reason="a quarrel of Zoë Müller",
    )  # fmt: skip
    boards = later(
        play, desk, division, [(5, 1), (2, 4), (6, 3), (7, 8)],
        [(401, 377), (388, 412), (350, 350), (300, 299)],
    )  # fmt: skip
    later(correct_result, desk, boards[0], 410, 377, reason="misread by Zoë Müller")
    later(correct_result, desk, boards[3], 301, 299, reason="a slip")
    PlayerReport.objects.create(
        pairing=boards[0], entry=first, first_score=401, second_score=377, at=timezone.now()
    )
    second = play(
        desk, division, [(1, 2), (5, 4), (3, 8), (6, 7)], [None, (366, 399), (421, 333), (280, 310)]
    )
    later(enter_result, desk, second[0], 35, spread_only=True)
    game = later(start_game, desk, boards[1])
    own = later(start_game, desk, boards[0])
    later(record_all_turns, own, gcg.read(GAME), desk)
    later(save_columns, own, {ColumnPosition(1, 1): TypedColumn("30\n0\n20")}, desk)
    later(annotate, TurnEntry.objects.filter(game=own).first(), "found by Zoë  MÜLLER", desk)
    for of, picture in ((own, b"\xff\xd8\x01"), (game, b"\xff\xd8\x02")):
        GamePhoto.objects.create(game=of, picture=picture, added_at=timezone.now())
        PaperCopy.objects.create(
            game=of, key="recount", name="a.pdf", content=b"%PDF" + picture,
            printed_at=timezone.now(),
        )  # fmt: skip
    later(give_penalty, desk, first, round_number=2, spread=-15, reason="Zoë Müller was late")
    later(
        update_entry, desk, Entry.objects.get(pk=first.pk), rating=1811, member="AT-7781",
        owes="12 €", team="Friends of Zoë Müller",
    )  # fmt: skip
    CLOCK.minutes += 1
    Entry.objects.filter(pk=first.pk).update(
        extras={
            "left": "18:00", "tags": [[CAREER_TAG, "44"], ["x", "Zoë Müller"]], "zoë": "Müller, Zoë",
        }
    )  # fmt: skip
    prizes = later(add_prizes, desk, event, "A: 1st = 100\nby hand: Best hat = a hat")
    later(set_winner, desk, prizes[-1], Entry.objects.get(pk=first.pk), why="Zoë Müller made it.")
    later(
        add_rating_list, desk, key="naspa", name="NASPA", as_of=dt.date(2026, 8, 1), source="typed",
        read=parse_rating_list(LISTED),
    )  # fmt: skip
    later(rate_division, desk, Event.objects.get(pk=event.pk).divisions.get(name="A"), "naspa")
    later(
        change_contacts, desk, first.player,
        {"email": "zoe@secret.example", "telephone": "555 77", "call_whom": "Gus"},
    )  # fmt: skip
    later(change_contacts, desk, third.player, {"email": "ana@example.org"})
    cup = later(create_event, desk, name="Müller Cup", preset="club", date=dt.date(2026, 12, 5))
    hall = later(create_division, desk, cup, name="Zoë Müller Hall")
    later(
        set_registration_rules, desk, cup, when="now", limit=2, fee="15 €", about="Ask Zoë Müller."
    )
    later(
        set_questions, desk, cup,
        [RegistrationQuestion("", "Meal", ("soup", "rice")), RegistrationQuestion("", "Arrival")],
    )  # fmt: skip
    people = [
        TypedRegistration(
            "Zoë Müller",
            hall,
            "AT-7781",
            "vegan",
            club="Leeds",
            answers={"q1": "soup", "q2": "at 9"},
        ),
        TypedRegistration("Hana Sato", hall, "H4", "by bus", answers={"q1": "rice"}, is_minor=True),
    ]
    contact = TypedContact("zoe@secret.example", "555 77", "Zoë Müller", agreed=True, language="en")
    registered = later(register_family, Actor("Zoë Müller"), cup, people, contact)
    later(record_payment, desk, registered[0], amount="4,50", how="transfer")
    later(record_payment, desk, registered[1], amount="15", how="cash")
    later(add_players, desk, hall, "Łukasz Żak\nDai Jones")
    merge_persons(desk, Player.objects.get(pk=first.player_id), person_of("Zoé Müller"))
    CLOCK.minutes += 1
    accept_person(desk, offer_person(desk, first.player, to="Northern Lights", how="by letter"))
    later(offer_person, desk, third.player, to="Northern Lights", how="by mail")
    CLOCK.minutes += 1
    upload = Upload.objects.create(created_at=timezone.now())
    text = "#player1 zoë Zoë Müller\n#player2 Ben Ben Stone\n>zoë: ZONE 8H ZONE +26 26\n>Ben: A A1 A +1 1\n"
    CLOCK.minutes += 1
    UploadedGame.objects.create(
        upload=upload, position=1, name="Zoë Müller.gcg", text=text,
        report={"players": ["Zoë Müller"]},
    )  # fmt: skip
    series = later(create_championship, desk, name="Series of Zoë Müller")
    rules = {"scoring": "place", "table": [], "best": 0, "qualify": 2, "qualify_each": 0}
    later(
        change_championship, desk, series, name=series.name, events=[event], rules=rules,
        by_division=True,
    )  # fmt: skip
    later(close_event, desk, Event.objects.get(pk=event.pk), accepted=True)
    return Player.objects.get(pk=first.player_id)


def lines_of(prefix, rows):
    return {f"{prefix} {number:02}": shown(row) for number, row in enumerate(rows, start=1)}


def shown(value):
    return json.dumps(value, ensure_ascii=False, default=str, sort_keys=True)


def test_text_columns_of_every_table_are_those_approved(request):
    now = {
        f"table {table.model.__name__}": shown([table.organisation_lookups, table.columns])
        for table in text_tables.__wrapped__()
    }
    now |= {f"facts {name}": shown(places) for name, places in text_positions().items()}
    now |= {
        f"names of {model.__name__}": name for model, name in name_columns.__wrapped__().items()
    }
    check_approved(request, now)


@pytest.mark.parametrize(
    ("parts", "columns", "numbers"),
    [
        ([], ["name"], [1, 2, 3, 4]),
        ([("Stone",)], ["name"], [1, 4]),
        ([("stone",)], ["name"], [1, 4]),
        ([("Stone", "Ben")], ["name"], [1]),
        ([("Ben", "Stone")], ["name"], [1]),
        ([("Stone", "Ben"), ("Jones",)], ["name"], [1, 3]),
        ([("Sato",)], ["name"], []),
        ([("Sato",)], ["name", "sort_name"], [2]),
        ([("Sato", "Hana")], ["sort_name", "name"], [2]),
    ],
)  # fmt: skip
def test_only_rows_with_all_parts_of_a_name_are_read(parts, columns, numbers):
    now = timezone.now()
    for name, other in (
        ("Ben Stone", "x"),
        ("Hana", "Sato"),
        ("Dai Jones", "y"),
        ("Eva Stone", "z"),
    ):
        Player.objects.create(name=name, sort_name=other, name_key=name, created_at=now)
    rows = narrow_rows(Player.objects.order_by("pk"), columns, frozenset(parts))
    keys = list(Player.objects.order_by("pk").values_list("pk", flat=True))
    assert [keys.index(row.pk) + 1 for row in rows] == numbers


@pytest.mark.usefixtures("clock")
def test_every_record_about_a_person_is_the_one_approved(request, person):
    now = {}
    people = {name: person_of(name) for name in ("Zoë Müller", "Ana O'Brien", "Hana Sato")}
    people["in the north"] = Player.objects.filter(name="Zoë Müller").latest("pk")
    for name, one in people.items():
        data = personal_data(one)
        for kind, rows in data.records.items():
            now |= lines_of(f"{name} {kind}", rows) or {f"{name} {kind}": "none"}
        now[f"{name} files"] = shown([data.photographs, data.papers])
    check_approved(request, now)


@pytest.mark.usefixtures("clock")
def test_consequences_and_names_are_those_approved(request, person):
    now = {}
    for one in (person, person_of("Ana O'Brien"), person_of("Hana Sato")):
        done = consequences_of_erasing(one)
        now[f"consequences {one}"] = f"{done} {count_entries_naming(one)}"
        names = names_of(one, "Z. M.")
        text = MEMBERS.sub(
            lambda matches: str(sorted(re.findall(r"[\w-]+", matches[1]))), str(names)
        )
        now[f"names of {one}"] = f"{text} {sorted(names.search_terms)}"
    check_approved(request, now)


def all_rows():
    """Return every row of every table by model and key, without columns of digests."""
    rows = {}
    for model in program_models(with_links=True):
        for row in models.QuerySet(model).order_by("pk").values():
            key = row.pop(model._meta.pk.attname)
            rows[model.__name__, key] = {
                name: shown(bytes(value) if isinstance(value, memoryview) else value)
                for name, value in row.items()
                if name not in CHANGING
            }
    return rows


def differences_between(before, after):
    """Return a line for each row that was added, removed or changed."""
    lines = {}
    for model, key in sorted({*before, *after}, key=str):
        was, now = before.get((model, key), {}), after.get((model, key), {})
        changed = [name for name in {**was, **now} if was.get(name) != now.get(name)]
        if changed:
            kind = "new" if not was else "gone" if not now else "changed"
            shows = now if kind == "new" else {name: now.get(name) for name in changed}
            line = shown(shows if kind != "gone" else {}).replace("\\", "")
            lines[f"{model} {key}"] = f"{kind} {RANDOM.sub('*', line)}"
    return lines


@pytest.mark.usefixtures("clock")
def test_rows_changed_by_an_erasure_are_those_approved(request, desk, person):
    before = all_rows()
    erase_person(desk, person, typed="zoë  müller", reason="asked for by Zoë Müller")
    now = differences_between(before, all_rows())
    check_approved(request, {f"erased {row}": line for row, line in now.items()})


@pytest.mark.usefixtures("clock")
def test_rows_changed_by_an_erasure_that_keeps_photographs_are_those_approved(
    request, monkeypatch, desk, person
):
    monkeypatch.setattr(erasure, "BATCH_SIZE", 3)
    other = person_of("Łukasz Żak")
    before = all_rows()
    erase_person(desk, other, typed="Łukasz Żak", reason="asked", photographs=False)
    now = differences_between(before, all_rows())
    check_approved(request, {f"second erased {row}": line for row, line in now.items()})


def rows_by_place(organisation):
    """Return the rows of an organisation in a backup, with places in their table for keys."""
    rows, places = {}, {}
    for model, way in backup_tables():
        matches = list(backup_rows(organisation, model, way))
        places[model] = {row.pk: place for place, row in enumerate(matches, start=1)}
        rows[model] = matches
    shown_rows = {}
    for model, matches in rows.items():
        for place, row in enumerate(matches, start=1):
            values = {}
            for field in backup_fields(model):
                value = getattr(row, field.attname)
                if field.related_model in places and value is not None:
                    value = f"#{places[field.related_model].get(value)}"
                elif isinstance(value, memoryview):
                    value = bytes(value)
                if field.name not in CHANGING:
                    values[field.name] = shown(value)
            shown_rows[archived_table_name(model), place] = values
    return shown_rows


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("at_once", [BATCH_SIZE, 1])
def test_every_row_of_a_restored_organisation_is_the_one_approved(
    request, monkeypatch, desk, person, tmp_path, at_once
):
    for module in (imported_log_chains, organisation_archive):
        monkeypatch.setattr(module, "BATCH_SIZE", at_once)
    first = Organisation.objects.get(pk=FIRST_TENANT)
    first.contacts_kept_days = 77
    first.save()
    path = tmp_path / "first.ninetimer-organisation"
    write_backup(first, path)
    written = []
    made = import_organisation(
        desk, BackupFile(path), name="Aurora", owner=desk.user, copy=True, done=written.append
    )
    before, after = rows_by_place(first), rows_by_place(made)
    now = {f"restored {row}": line for row, line in differences_between(before, after).items()}
    counts = Counter(table for table, _place in after)
    now |= {f"restored rows of {table}": str(count) for table, count in counts.items()}
    now[f"restored rows written, {at_once} at once"] = shown(written)
    now["restored settings"] = shown([made.name, settings_of(made), roles_in_backup(made)])
    chains = Activity.objects.filter(carried=True).values_list("chain", flat=True)
    now["restored logs"] = re.sub(r"house-\w+", "house", shown(Counter(chains)))
    log = Activity.objects.get(verb="import_organisation")
    now["restored entry"] = shown([log.chain, log.summary, log.after])
    check_approved(request, now)
