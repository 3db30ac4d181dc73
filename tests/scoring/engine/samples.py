"""The samples beside the project, where they are; nowhere else."""

from pathlib import Path

import pytest

SAMPLES = Path(__file__).resolve().parents[4] / "shared" / "samples" / "games"


def sample_files(pattern: str = "*.gcg") -> list[object]:
    """The paths of samples for `parametrize`; one test that skips where there are none."""
    absent = pytest.param(SAMPLES, marks=pytest.mark.skip("the samples lie beside the project"))
    return sorted(SAMPLES.glob(pattern)) or [absent]
