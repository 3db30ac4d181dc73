"""The Django app of the event and the director's desk."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    """Names the app; its models live in `tournament.models`."""

    name = "tournament"
    verbose_name = "Event"

    def ready(self) -> None:
        """Listen to the score pad: a finished game posts its result to its pairing."""
        from scoring.signals import game_finished, game_reopened
        from tournament.actions.games import on_game_finished, on_game_reopened

        game_finished.connect(on_game_finished, dispatch_uid="tournament.post_result")
        game_reopened.connect(on_game_reopened, dispatch_uid="tournament.withdraw_result")
