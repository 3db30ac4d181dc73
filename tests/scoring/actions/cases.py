"""Steps at a recorded game; see `tests/cases.py`."""

from scoring.models import Game
from scoring.queries.disputes import turns_in_dispute
from scoring.queries.flips import current_flip, flips_of_game
from scoring.queries.sheets import sheet
from scoring.signals import game_finished
from tests.cases import tell


def tell_game(request, name, actor, make, *steps):
    """Make a game, take the steps and compare; results that a step posts are compared, too."""
    game = make()

    def take(step):
        posted = []

        def hear(sender, scores, winners, reason, **_):
            posted.append(f"posted {scores} {winners} {reason}".strip())

        game_finished.connect(hear)
        try:
            answer = step(actor, Game.objects.get(pk=game.pk))
        finally:
            game_finished.disconnect(hear)
        text = [answer] if isinstance(answer, str) else []
        return " | ".join([*posted, *text]) or None

    tell(request, name, (lambda *_: None, *steps), take, lambda: state_of(game))


def state_of(game):
    """Return every turn with what counts, the outcome, what the sheets dispute, and the flip that holds."""
    now = sheet(Game.objects.get(pk=game.pk))
    rows = [
        f"{row.seat} {row.word} {row.announced}/{row.correct} {row.counts} {row.total}"
        f"{f' {row.ruling.decision}' if row.ruling else ''}{row.entry.mark}{row.entry.comments or ''}"
        f"{' taken back' * row.taken_back}{' to be ruled on' * row.needs_ruling}"
        for row in now.rows
    ]
    flips = flips_of_game(now.game, now.names)
    flip = current_flip(flips, now.outcome, now.names)
    return " | ".join([
        *rows, f"{now.outcome.finals} {now.outcome.winners}",
        *(f"{name}ed" for name in ("finish", "sign") if getattr(now.game, f"{name}ed_at")),
        *turns_in_dispute(now), *([f"{flip.before} → {flip.after}: {flip.why}"] if flip else []),
    ])  # fmt: skip


def to(which, action, *args, **options):
    """Return a step that does something with a turn: `to(1, correct_turn, …)`."""
    return lambda actor, game: action(sheet(game).entries[which - 1], *args, actor, **options)


def of(action, *args, **options):
    return lambda actor, game: action(game, *args, actor, **options)
