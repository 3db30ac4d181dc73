"""The prize for the best member of a team."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from tournament.engine.message import Message
from tournament.engine.plugins import option
from tournament.engine.prizes.contest import ContestDivision
from tournament.engine.prizes.standings_prize import StandingsPrize


@dataclass(frozen=True)
class TeamOptions:
    """Options for the team."""

    team: str = option("", "The name of the team, as entered for its players.")


class TeamMember(StandingsPrize):
    """For the best-placed player of a team."""

    label = "Best of a team"
    words = ("team",)
    Options = TeamOptions

    def title_of(self, place: int, options: Any) -> Message:
        """Return the title: "Best of team Reds", with the place if it is not the first."""
        if place == 1:
            return Message("best_of_team", team=options.team)
        return Message("place_of_team", place=place, team=options.team)

    def eligible(self, section: ContestDivision, options: Any) -> Collection[int]:
        """Return the numbers of the players in the team; the case of its name is ignored."""
        wanted = options.team.casefold()
        return {
            person.number
            for person in section.people.values()
            if wanted and person.team.casefold() == wanted
        }

    def no_winner_reason(self, options: Any) -> Message:
        """Return the message that the team has no players."""
        return Message("team_empty", team=options.team)

    def parse_options(self, text: str) -> Mapping[str, Any] | None:
        """Return the options for a team named as `team reds`; None for other text."""
        word, _, team = text.partition(" ")
        return {"team": team.strip()} if word in self.words and team.strip() else None
