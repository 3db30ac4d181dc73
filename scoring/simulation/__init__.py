"""Games simulated from a seed, between players who search, challenge and miscount like people."""

from scoring.simulation.games import CannotSimulate, SimulatedGame, simulate_game
from scoring.simulation.people import Habits
from scoring.simulation.slips import MistakeKind

__all__ = ["CannotSimulate", "Habits", "MistakeKind", "SimulatedGame", "simulate_game"]
