"""Searching the library of games: `python -m tests.benchmarks.library`.

A data folder of its own holds so many finished games of 24 plays; the page is asked for as a browser asks, and
the slowest and the middle answer of each search are printed, in milliseconds. What the turns of the games tell is
added up from all of them; its line has the games that are added up.
"""

import json
import statistics

from tests.benchmarks import benchmark_parser
from tests.installation import short_lived

GAMES = 50_000
SEARCHES = {
    "everything": "/games/",
    "player": "/games/?player=ximena",
    "who beat whom": "/games/?player=ximena+3&opponent=quill+7&player_won=on",
    "words": "/games/?word=QUIXOTRY+ZA",
    "score and bingos": "/games/?score=600&bingos=4",
    "page 500": "/games/?page=500",
    "nothing": "/games/?word=NOSUCHWORD",
    "turns of a player": "/games/turns/?player=%22ximena+3%22",
    "turns of all games": "/games/turns/",
}
PREPARE = """
from random import Random
from django.utils import timezone
from scoring.models import Game, GamePlayer, GameSummary

draw, now = Random(1), timezone.now()
words = ["".join(draw.choices("ETAOINSRHLDCU", k=draw.randint(2, 8))) for _ in range(20_000)]
words += ["QUIXOTRY", "ZA"]
def side(seat, names, finals):
    scores = [None if draw.random() < 0.05 else draw.randint(4, 60) for _ in range(12)]
    return dict(
        name=names[seat], opponent=names[1 - seat], score=finals[seat], opponent_score=finals[1 - seat],
        margin=finals[seat] - finals[1 - seat], half_points=1 + (finals[seat] > finals[1 - seat]), began=seat == 0,
        went_out=seat == 1, challenges_lost=0, challenges_won=0, opponent_slips=[2], scores=scores,
        bingos=[[draw.choice(words), draw.randint(60, 95)] for _ in range(2)], exchanges=1, phonies=0, double_words=3,
        triple_words=2, double_doubles=0, nine_timers=0, slips=[-2, 10],
    )
for begun in range(0, {games}, 5000):
    games = Game.objects.bulk_create(
        Game(rules="wespa", tile_set="english", layout="standard", title=f"Night {{begun}}",
             created_at=now, finished_at=now)
        for _ in range(min(5000, {games} - begun))
    )
    players, summaries = [], []
    for game in games:
        names = [f"Ximena {{draw.randint(1, 300)}}", f"Quill {{draw.randint(1, 300)}}"]
        finals = [draw.randint(250, 620), draw.randint(250, 620)]
        keys = [name.casefold() for name in names]
        players += [GamePlayer(game=game, seat=seat, name=name) for seat, name in enumerate(names, 1)]
        summaries.append(GameSummary(
            game=game, players="|" + "|".join(keys) + "|", winners=f"|{{keys[finals[0] < finals[1]]}}|",
            finals=finals, highest=max(finals), words=" " + " ".join(draw.choices(words, k=24)) + " ",
            bingos=draw.randint(0, 5), differences=draw.randint(0, 2),
            sides=[side(0, names, finals), side(1, names, finals)],
        ))
    GamePlayer.objects.bulk_create(players, batch_size=500)
    GameSummary.objects.bulk_create(summaries, batch_size=200)
"""
ASK = """
import json, re, time
from django.contrib.auth.models import User
from django.test import Client
client = Client(SERVER_NAME="localhost")
client.force_login(User.objects.filter(is_superuser=True).first() or User.objects.create_superuser("measuring"))
client.get("/games/")
for name, address in {searches}:
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        answer = client.get(address)
        times.append(time.perf_counter() - begun)
        assert answer.status_code == 200, answer.status_code
    text = answer.content.decode()
    shown = re.search(r'class="list-line">\\s*([\\d,.]+)', text) or re.search(r"([\\d,.]+) recorded games", text)
    print(json.dumps([name, int(re.sub(r"\\D", "", shown[1])) if shown else 0, times]))
"""


def main(games: int) -> None:
    """Print how many games each search finds, and how long the page takes."""
    with short_lived("library") as installation:
        installation.manage("collectstatic", "--no-input", "--verbosity", "0")
        script = PREPARE.replace("{games}", str(games)).replace("{{", "{").replace("}}", "}")
        installation.manage("shell", "--no-imports", "--command", script)
        ask = ASK.replace("{searches}", repr(list(SEARCHES.items())))
        printed = installation.manage("shell", "--no-imports", "--command", ask)
        for line in printed.splitlines():
            name, count, times = json.loads(line)
            middle, slowest = statistics.median(times) * 1000, max(times) * 1000
            print(
                f"{name}: {count:,} games, {middle:.0f} ms at the median, {slowest:.0f} ms at most"
            )


if __name__ == "__main__":
    short = benchmark_parser(__doc__).parse_args().short
    main(30 if short else GAMES)
