"""Exercise the room of `tea/` in a process in which it is enabled, and print the findings as JSON."""

import json
import sys

import tournament

tournament.__path__.append(sys.argv[1])

from tournament import settings as program  # noqa: E402 - once the room can be found

program.INSTALLED_APPS.append("tournament.tea")

import django  # noqa: E402
from django.core.management import call_command  # noqa: E402

django.setup()
call_command("migrate", verbosity=0)

from io import StringIO  # noqa: E402

from django.contrib.auth.models import User  # noqa: E402
from django.test import Client  # noqa: E402
from tournament.tea.actions.cups import sweeten  # noqa: E402
from tournament.tea.models import Cup  # noqa: E402

from scoring.actions.activity import Actor  # noqa: E402
from scoring.models import Activity  # noqa: E402
from tournament import extension  # noqa: E402
from tournament.actions.event.events import create_division, create_event  # noqa: E402
from tournament.actions.people.entries import add_players  # noqa: E402
from tournament.models.tables import program_models  # noqa: E402
from tournament.queries.files.archive import archived_rows_of  # noqa: E402
from tournament.queries.safety.recheck_all import check_part, parts_to_check  # noqa: E402
from tournament.wording.verbs import verb_in_words  # noqa: E402

director = User.objects.get(username="director")
desk = Actor.for_user(director)
event = create_event(desk, name="Autumn Open", preset="club")
add_players(desk, create_division(desk, event, name="A"), "Ana Lopez 1800\nBen Okafor 1700")
sweeten(desk, Cup.objects.first(), 2)
client = Client(SERVER_NAME="localhost")
client.force_login(director)


def shown(path: str) -> str:
    answer = client.get(path)
    return answer.content.decode() if answer.status_code == 200 else str(answer.status_code)


desk_page = client.get("/events/autumn-open/a/players/")
printed = StringIO()
call_command("tea", stdout=printed)
print(
    json.dumps(
        {
            "page": "2 cups" in shown("/events/autumn-open/tea/"),
            "tab": '/events/autumn-open/tea/"' in desk_page.content.decode(),
            "setting": "Kettle" in shown("/events/autumn-open/rules/"),
            "link": "Tea for everybody" in shown("/"),
            "card": "Cups of this person: 1"
            in shown(f"/people/{Cup.objects.first().entry.player_id}/"),
            "report": "Ana Lopez" in shown("/events/autumn-open/reports/tea_list/?format=html"),
            "help": "Tea is poured" in shown("/help/tea/"),
            "log": Activity.objects.latest("pk").summary,
            "verb": verb_in_words("sweeten"),
            "archive": archived_rows_of(event).rows["tournament.Cup"],
            "middleware": desk_page.headers.get("X-Tea"),
            "work": [work.__name__ for work, _seconds in extension.BACKGROUND_TASKS],
            "table": Cup in program_models(),
            "command": printed.getvalue().strip(),
            "differences": [
                str(row) for part in parts_to_check() for row in check_part(part).differences
            ],
        }
    )
)
