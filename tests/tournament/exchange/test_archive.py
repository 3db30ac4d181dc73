"""Our archive: a complete round trip, and archives of every earlier version."""

import gzip
import json
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.actions.activity import Actor
from scoring.actions.lexicons import load_lexicon
from scoring.lexicon import lexicon, lexicons, loaded_lists_folder
from scoring.models import Activity, Ruling, TurnEntry
from scoring.queries.chain import check_log
from tests.tournament.actions.safety.every_row import everything
from tournament.actions.act import ConfirmationRequired, Refused
from tournament.actions.event.cascade_delete import delete_with_dependents
from tournament.actions.event.rules import set_word_list
from tournament.actions.files.importing import import_event
from tournament.actions.people.clubs import assign_to_club, create_club
from tournament.engine.interchange import UnreadableEvent
from tournament.engine.message import messages_from_json
from tournament.exchange.event_exchange import prepare_event
from tournament.exchange.event_files import NamedFile, read_bundle
from tournament.exchange.formats.archive import Archive, _digest
from tournament.models import Club, Event, Player, ResultEntry
from tournament.models.tables import archived_table_name, program_models
from tournament.queries.files.archive import archived_rows_of, archived_tables, excluded_tables
from tournament.queries.safety.activity import ActivityFilter, activity_lines, matching_entries
from tournament.queries.safety.recheck import recheck
from tournament.queries.standings.standings import division_standings
from tournament.wording.sentences import sentences

pytestmark = pytest.mark.postgres

FOLDER = Path(__file__).resolve().parents[3] / "fixtures" / "archives"
ARCHIVES = sorted(FOLDER.glob("*.ninetimer"))


def archive_of(event):
    return prepare_event(event, "archive").single_file(event.slug)


def opened(sent, **options):
    return import_event(Actor("test"), read_bundle([sent]), **options)


def contents(sent):
    return json.loads(gzip.decompress(sent.content))


def packed(whole, *, sealed=False):
    """Return contents as a file, with the checksum of their rows if it is sealed."""
    if sealed:
        whole["sha256"] = _digest(whole["rows"])
    return NamedFile("x.ninetimer", json.dumps(whole).encode())


def test_every_table_is_archived_or_deliberately_excluded():
    """A new table must be listed, or its rows would silently be missing."""
    ours = {archived_table_name(model) for model in program_models()}
    owned = {archived_table_name(model) for model, _ in archived_tables()}
    assert ours == owned | excluded_tables()
    assert owned & excluded_tables() == set()


@pytest.mark.django_db
@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.stem)
def test_archive_of_every_released_version_opens(path):
    event = opened(NamedFile(path.name, path.read_bytes()))
    division = event.divisions.get()
    rows = division_standings(division, 4).rows
    assert (event.name, division.entries.count(), division.rounds.count()) == ("Demo Open", 24, 5)
    assert [row.person.name for row in rows[:2]] == ["Abigail Thistlewood", "Zoë Lindqvist"]
    assert TurnEntry.objects.count() == 171
    assert list(Ruling.objects.values_list("announced", "correct", "reason")) == [
        (68, 18, "Counted again at the table"),
        (31, 81, "Counted again at the table"),
        (21, 12, "Counted again at the table"),
    ]
    corrected = ResultEntry.objects.get(reason="The slip was read wrongly")
    assert corrected.supersedes.get().standing == "superseded"
    assert (event.club.name, event.prizes.get().value) == ("Thursday Club", "€ 50 and a trophy")
    assert list(recheck(event)) == []


@pytest.mark.django_db
def test_archive_of_the_first_version_is_exported_as_imported():
    """On an empty laptop, the only differences are additions of later versions."""
    sent = NamedFile("0.1.ninetimer", (FOLDER / "0.1.ninetimer").read_bytes())
    first = opened(sent)
    again = contents(archive_of(first))["rows"]
    for table, rows in contents(sent)["rows"].items():
        for place, (was, now) in enumerate(zip(rows, again[table], strict=True)):
            for key in ("reasons", "notes"):  # sentences then, codes now
                if isinstance(was.get(key), list) and table in (
                    "tournament.Pairing",
                    "tournament.Round",
                ):
                    now[key] = list(sentences(messages_from_json(now[key]), {}))
            assert {key: now[key] for key in was} == was, f"{table} {place}"


@pytest.mark.django_db
def test_archive_round_trip_is_identical(whole_robin, event):
    sent = archive_of(event)
    slug = event.slug
    everybody = list(Player.objects.all())
    delete_with_dependents([event])
    delete_with_dependents(everybody)
    assert (Event.objects.count(), Player.objects.count()) == (0, 0)
    again = opened(sent)
    assert again.slug == slug
    was, now = contents(sent), contents(archive_of(again))
    logs = was.pop("log"), now.pop("log")
    del was["origin"], now["origin"]
    assert now == was
    assert logs[1][: len(logs[0])] == logs[0]
    assert [row["verb"] for row in logs[1][len(logs[0]) :]] == [
        "import_event", "import_division", "hold_what_is_there",
    ]  # fmt: skip


@pytest.mark.django_db
def test_imported_log_is_continued_where_the_archive_is_opened(whole_robin, event):
    sent = archive_of(event)
    again = opened(sent)
    here = Activity.objects.filter(chain=f"event:{event.slug}").order_by("pk")
    there = Activity.objects.filter(chain=f"event:{again.slug}").order_by("pk")
    assert [row.hash for row in there][: len(here)] == [row.hash for row in here]
    assert [row.carried for row in there] == [True] * len(here) + [False] * 3
    assert there[len(here)].previous_hash == here.last().hash
    report = check_log()
    assert report.fault_message == ""
    assert report.heads[f"event:{again.slug}"].entries == len(here) + 3
    sentences = [line.what for line in activity_lines(matching_entries(ActivityFilter(again)))]
    assert sentences[-1] == "Event Autumn Open created with the rules of NASPA, NWL words."
    assert "Event Autumn Open opened from an archive." in sentences
    assert list(recheck(again)) == []


@pytest.mark.django_db
def test_member_numbers_are_archived_and_older_archives_use_their_tags(whole_robin, event, four):
    four.entries.filter(number=1).update(member="AA 0123")
    four.entries.filter(number=2).update(extras={"tags": [["xtid", "77"]]}, member="78")
    whole = contents(archive_of(event))
    older = json.loads(json.dumps(whole))
    for row in older["rows"]["tournament.Entry"]:
        del row["member"]
    for archive, numbers in ((whole, ["AA 0123", "78", "", ""]), (older, ["", "77", "", ""])):
        again = opened(packed(archive, sealed=True), accepted=True)
        entries = again.divisions.get().entries.order_by("number")
        assert list(entries.values_list("member", flat=True)) == numbers


@pytest.mark.django_db
def test_renamed_columns_keep_their_first_names_in_archives(whole_robin, event, four):
    Event.objects.update(extras={"config": ["a line"]})
    four.entries.filter(number=2).update(extras={"tags": [["motto", "on"]]})
    rows = contents(archive_of(event))["rows"]
    assert rows["tournament.Event"][0]["kept"] == {"config": ["a line"]}
    assert [row["kept"] for row in rows["tournament.Entry"]][1] == {"tags": [["motto", "on"]]}
    assert not any("extras" in row for table in rows.values() for row in table)
    again = opened(archive_of(event), accepted=True)
    assert again.extras == {"config": ["a line"]}
    assert again.divisions.get().entries.get(number=2).extras == {"tags": [["motto", "on"]]}


@pytest.mark.django_db
def test_club_is_archived_with_its_logo_and_season_rule(whole_robin, event, desk):
    club = create_club(desk, name="Quay Club")
    Club.objects.filter(pk=club.pk).update(logo=b"\x89PNG picture", season_rule={"win": 2})
    sent = archive_of(assign_to_club(desk, event, club))
    delete_with_dependents([event])
    Club.objects.all().delete()
    club = opened(sent).club
    assert (bytes(club.logo), club.season_rule) == (b"\x89PNG picture", {"win": 2})


@pytest.mark.django_db
def test_archive_opened_beside_its_event_gets_a_new_address(whole_robin, event):
    again = opened(archive_of(event))
    assert again.slug == "autumn-open-2"
    assert Player.objects.count() == 4
    was, now = archived_rows_of(event).rows, archived_rows_of(again).rows
    assert now.pop("tournament.Event")[0] == {
        **was.pop("tournament.Event")[0],
        "slug": "autumn-open-2",
    }
    tokens = [{row.pop("token") for row in rows["tournament.PlayerCode"]} for rows in (was, now)]
    assert not tokens[0] & tokens[1]  # an old QR code leads to the event it was printed for
    assert now == was


@pytest.mark.django_db
def test_author_of_an_entry_is_stored_without_the_account(whole_robin, event, desk):
    sent = archive_of(event)
    whole = json.loads(gzip.decompress(sent.content).replace(b'"director"', b'"anna"'))
    whole["log"] = []  # its hashes were made with the original name
    again = opened(packed(whole, sealed=True))
    anna = User.objects.get(username="anna")
    assert (anna.is_active, anna.has_usable_password()) == (False, False)
    results = ResultEntry.objects.filter(pairing__round__division__event=again)
    assert set(results.values_list("entered_by__username", flat=True)) == {"anna"}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda whole: {**whole, "version": 99, "program": "9.9"}, "written by Ninetimer 9.9"),
        (lambda whole: {**whole, "kind": "something"}, "not a Ninetimer archive"),
        (lambda whole: {**whole, "rows": {}}, "damaged or was changed"),
        (lambda whole: {**whole, "rows": {}, "sha256": str(Archive().label)}, "damaged"),
        (lambda whole: [whole], "not a Ninetimer archive"),
    ],
)
def test_newer_changed_or_malformed_archive_is_refused(change, expected):
    whole = contents(NamedFile("x", (FOLDER / "0.1.ninetimer").read_bytes()))
    with pytest.raises(UnreadableEvent, match=expected):
        read_bundle([packed(change(whole))])


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_mutated_archive_never_crashes(data):
    """It is refused with a reason, or read completely."""
    text = (FOLDER / "0.1.ninetimer").read_bytes()
    if data.draw(st.booleans()):
        text = gzip.decompress(text)
    at = data.draw(st.integers(0, len(text) - 1))
    changed = (
        text[:at] + data.draw(st.binary(max_size=3)) + text[at + data.draw(st.integers(0, 3)) :]
    )
    if changed == text:
        return
    try:
        event = read_bundle([NamedFile("x.ninetimer", changed)])
    except UnreadableEvent as refused:
        assert refused.remarks  # noqa: PT017 - that nothing else is raised is the promise
    else:
        assert event.name == "Demo Open"  # the change is outside the rows


def with_row(table, row=0, **values):
    return lambda whole: whole["rows"][f"tournament.{table}"][row].update(values)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda whole: whole["log"].pop(3), "Entry 4 of the log in the archive has been changed or damaged"),
        (with_row("Pairing", 3, first=99), "contradicts itself, so nothing was imported"),
        (with_row("Pairing", reasons=[{"code": "nonsense", "params": {}}]), "contradicts itself"),
        (with_row("Pairing", reasons=1), "contradicts itself"),
        (
            lambda whole: whole["rows"]["tournament.Event"][0]["rules_copy"].update(rules="moon"),
            "the rule set “moon”, which",
        ),
    ],
)  # fmt: skip
def test_refused_archive_leaves_nothing_behind(whole_robin, event, change, sentence):
    before = everything(), Activity.objects.count()
    read = read_bundle([archive_of(event)])
    change(read.archive_content)
    with pytest.raises(Refused, match=sentence):
        import_event(Actor("test"), read)
    assert (everything(), Activity.objects.count()) == before


@pytest.mark.django_db
def test_changed_log_is_asked_about(whole_robin, event):
    whole = contents(archive_of(event))
    whole["log"][3]["reason"] = "another"
    question = "Entry 4 of the log in the archive was changed after it was"
    for _ in ("changed", "missing"):
        with pytest.raises(ConfirmationRequired, match=question):
            opened(packed(whole))
        del whole["log"][3]


@pytest.mark.django_db
def test_number_of_queries_is_fixed(whole_robin, event, django_assert_num_queries):
    with django_assert_num_queries(len(archived_tables()) + 1):
        archived_rows_of(event)


@pytest.fixture
def lists(tmp_path, settings):
    settings.NINETIMER_DATA_DIR = tmp_path


def named_list(desk, event, *, may_be_copied):
    """Return the archive of an event with a word list, on a laptop that no longer has the list."""
    load_lexicon(desk, "Club 26", b"AA\nBOX\nFOX\n", "english", may_be_copied=may_be_copied)
    sent = archive_of(set_word_list(desk, event, "club_26"))
    for path in loaded_lists_folder().iterdir():
        path.unlink()
    assert "club_26" not in lexicons()
    return sent


def test_copyable_word_list_is_archived_and_a_shipped_one_is_not(desk, event, lists):
    assert "word_lists" not in contents(archive_of(set_word_list(desk, event, "open_english")))
    sent = named_list(desk, event, may_be_copied=True)
    assert read_bundle([sent]).remarks == ()
    again = opened(sent)
    assert again.lexicon == "club_26"
    assert "BOX" in lexicon("club_26")
    assert "ZA" not in lexicon("club_26")
    assert lexicon("club_26").may_be_copied
    assert contents(archive_of(again))["word_lists"] == contents(sent)["word_lists"]


def test_word_list_that_may_not_be_copied_is_named_and_reported_missing(desk, event, lists):
    sent = named_list(desk, event, may_be_copied=False)
    (values,) = contents(sent)["word_lists"].values()
    assert sorted(values) == ["name", "sha256", "tileset"]
    (remark,) = read_bundle([sent]).remarks
    assert "uses the word list Club 26, which may not be copied" in str(remark)
    assert opened(sent).lexicon == "club_26"
    assert "club_26" not in lexicons()
    load_lexicon(desk, "Club 26", b"AA\n", "english")
    (remark,) = read_bundle([sent]).remarks
    assert "The word list Club 26 here differs from the edition" in str(remark)


def test_word_list_changed_in_the_archive_is_refused(desk, event, lists):
    sent = named_list(desk, event, may_be_copied=True)
    whole = contents(sent)
    whole["word_lists"]["club_26"]["words"] += "qi\n"
    with pytest.raises(Refused, match="The word list Club 26 in the archive has been changed or"):
        opened(packed(whole))


@pytest.mark.django_db
def test_rows_of_a_disabled_room_are_preserved_and_exported(whole_robin, event):
    whole = contents(archive_of(event))
    whole["rows"]["tournament.Cup"] = cups = [{"entry": 1, "sugar": 2}]
    sent = packed(whole, sealed=True)
    (remark,) = (row.text for row in read_bundle([sent]).remarks if "switched off" in row.text)
    assert "(Cup: 1)" in remark
    again = contents(archive_of(opened(sent)))["rows"]
    assert again["tournament.Cup"] == cups
    assert "rooms_off" not in again["tournament.Event"][0]["kept"]
