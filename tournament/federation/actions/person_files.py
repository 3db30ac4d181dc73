"""Taking along everything that is stored about a person."""

from scoring.actions.activity import Actor
from tournament.actions.people.persons import act_on_person
from tournament.federation.queries.personal_data import PersonalData, personal_data
from tournament.models import Player
from tournament.wording.log import say


def take_person_file(actor: Actor, player: Player) -> PersonalData:
    """Return everything stored about a person, contacts too, and write down who took it along."""
    with act_on_person(actor, player) as action:
        data = personal_data(player)
        action.log(
            "take_person_file",
            say("take_person_file", player=player),
            after={"person": player.pk},
        )
    return data
