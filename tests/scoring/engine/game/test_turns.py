"""A turn is immutable and has a readable representation."""

from scoring.engine.game.turns import Turn, TurnKind


def test_turn_has_a_readable_representation_and_stable_names():
    turn = Turn(TurnKind.PLAY, 1, ("CH", "?"), "8H", ("CH", "a"), 12, 40, 7)
    shown = repr(turn).replace(repr(TurnKind.PLAY), "Kind.PLAY")
    assert eval(shown, {"Turn": Turn, "Kind": TurnKind}) == turn
    assert {kind.value for kind in TurnKind} == {
        "play", "exchange", "pass", "withdrawn", "challenge_bonus", "overtime", "end_rack",
        "adjustment",
    }  # fmt: skip
