"""Whether the gate of the project's server is running: what is missing there fails instead of being passed over."""

import os


def in_ci() -> bool:
    """Tell whether the environment says CI, as the services that run tests do."""
    return os.environ.get("CI", "").lower() in ("true", "1")
