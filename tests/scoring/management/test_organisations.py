"""Commands for data of an organisation require its name if there are several."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from scoring.lexicon import lexicons
from scoring.models import Organisation
from scoring.tenancy import FIRST_TENANT
from tournament.models import Event, Player

pytestmark = pytest.mark.django_db
SMALL = {"players": 4, "rounds": 1, "stdout": io.StringIO()}


@pytest.fixture
def north():
    return Organisation.objects.create(name="Northern Lights", created_at=timezone.now())


def test_single_organisation_need_not_be_named():
    call_command("simulate_event", **SMALL)
    assert Event.everywhere.get().organisation_id == FIRST_TENANT
    call_command("simulate_event", organisation="the first organisation", **SMALL)
    assert Event.everywhere.count() == 2


def test_one_of_several_organisations_must_be_named(north):
    with pytest.raises(
        CommandError, match="Available organisations: the first organisation, Northern Lights"
    ):
        call_command("simulate_event", **SMALL)
    with pytest.raises(CommandError, match="There is no organisation “South”"):
        call_command("simulate_event", organisation="South", **SMALL)
    assert not Event.everywhere.exists()
    call_command("simulate_event", organisation=" northern  lights ", **SMALL)
    assert Event.everywhere.get().organisation == north
    assert {person.organisation for person in Player.everywhere.all()} == {north}


def test_person_is_searched_in_the_named_organisation(north, tmp_path):
    call_command("simulate_event", organisation="Northern Lights", **SMALL)
    name = Player.everywhere.earliest("pk").name
    with pytest.raises(CommandError, match="has ever been entered"):
        call_command("export_person", name, organisation="the first organisation", to=str(tmp_path))
    call_command("export_person", name, organisation="Northern Lights", to=str(tmp_path))
    assert len(list(tmp_path.glob("*.zip"))) == 1


def test_word_list_is_shared_unless_an_organisation_is_named(north, tmp_path, settings):
    settings.NINETIMER_DATA_DIR = tmp_path
    words = tmp_path / "words.txt"
    words.write_text("AA\nAB\n")
    call_command("import_lexicon", "Common", words, stdout=io.StringIO())
    call_command(
        "import_lexicon", "Own", words, organisation="Northern Lights", stdout=io.StringIO()
    )
    assert list(lexicons(FIRST_TENANT)) == ["open_english", "common"]
    assert list(lexicons(north.pk)) == ["open_english", "own", "common"]
