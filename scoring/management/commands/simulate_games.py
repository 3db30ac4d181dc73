"""``manage.py simulate_games``: write games between simulated players as GCG."""

import json
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.catalogue import NotInCatalogue
from scoring.management.jobs import require_job_count
from scoring.management.progress import with_progress_bar
from scoring.simulation import CannotSimulate, Habits
from scoring.simulation.anagrams import WordsDoNotFitTiles
from scoring.simulation.games import SimulatedGameFile, SimulationRequest

MAX_GAMES = 100_000


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Plays legal games between simulated players with the open word list, including "
            "exchanges, passes, phonies, challenges, overtime and, on request, wrong scores, and "
            "writes them as GCG. The same seed gives the same files; game 7 of a seed is the same "
            "however many games are played."
        )
        add = parser.add_argument
        add("number", type=int, help=_("number of games"))
        add("--seed", default="1", help=_("any number or text (default: 1)"))
        add("--to", type=Path, help=_("a new or empty folder (default: print the games)"))
        add(
            "--mistakes",
            type=float,
            default=0.0,
            help=_("share of wrongly announced scores, 0 to 1 (default: 0)"),
        )
        add(
            "--truth",
            type=Path,
            help=_("file for a list of the wrong scores, one JSON object per line"),
        )
        add("--rules", default="naspa_nwl", help=_("key of a rule set (default: naspa_nwl)"))
        add("--tileset", help=_("key of a tile set (default: the one in the rules)"))
        add("--layout", help=_("key of a board (default: the one in the rules)"))
        add(
            "--players", type=int, help=_("number of players (default: the fewest the rules allow)")
        )
        add("--jobs", type=int, default=1, help=_("number of processes (default: 1)"))

    def handle(self, *_args: Any, number: int, jobs: int, **options: Any) -> None:
        to, truth = options["to"], options["truth"]
        if not 1 <= number <= MAX_GAMES:
            raise CommandError(
                _("{number} games: choose 1 to {most}.").format(number=number, most=MAX_GAMES)
            )
        require_job_count(jobs)
        try:
            order = SimulationRequest(
                seed=options["seed"],
                rules=options["rules"],
                tile_set=options["tileset"],
                layout=options["layout"],
                players=options["players"],
                habits=Habits(mistakes=options["mistakes"]),
            )
            order.simulate(1)  # fails before anything is written
            if to is not None:
                _make_folder(to)
            with truth.open("w", encoding="utf-8") if truth else nullcontext() as listed:
                for game in with_progress_bar(order.play_games(number, jobs), number, self.stderr):
                    self._write_game(game, to)
                    if listed is not None:
                        listed.writelines(
                            json.dumps({"file": game.file_name, **mistake}) + "\n"
                            for mistake in game.mistakes
                        )
        except OSError as error:
            raise CommandError(
                _("{filename}: {strerror}.").format(
                    filename=error.filename, strerror=error.strerror
                )
            ) from error
        except (NotInCatalogue, CannotSimulate, WordsDoNotFitTiles, ValueError) as error:
            raise CommandError(str(error)) from error
        if to is not None:
            written = ngettext(
                "{number} game written to {folder}.", "{number} games written to {folder}.", number
            )
            self.stdout.write(written.format(number=number, folder=to))

    def _write_game(self, game: SimulatedGameFile, to: Path | None) -> None:
        if to is None:
            self.stdout.write(game.text)
        else:
            (to / game.file_name).write_text(game.text, encoding="utf-8", newline="")


def _make_folder(path: Path) -> None:
    path.mkdir(parents=True, exist_ok=True)
    if any(path.iterdir()):
        raise CommandError(
            _("{path} is not empty. Name a new folder, or empty this one.").format(path=path)
        )
