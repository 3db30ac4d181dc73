"""Build the manual with the wheel, which carries it; an installation in a clone has it in build/manual."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from mkdocs.commands.build import build
from mkdocs.config import load_config


class BuildManual(BuildHookInterface):
    """Run MkDocs before the files of the wheel are gathered."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build docs/ into build/manual, and put that into the wheel unless it only points to the clone."""
        config = load_config(str(Path(self.root) / "mkdocs.yml"))
        build(config)
        if version != "editable":
            build_data["force_include"][config.site_dir] = "tournament/manual"
