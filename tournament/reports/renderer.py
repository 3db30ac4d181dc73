"""The base class of renderers, and the registry of those in `renderers/`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from django.utils.translation import gettext as _

from scoring.wording.phrases import comma_list
from tournament.engine.plugins import Plugin, Plugins
from tournament.reports import renderers
from tournament.reports.definition import NoSuchReport
from tournament.reports.paper import Paper
from tournament.reports.report import Report


class Renderer(Plugin, ABC):
    """A format for reports. The name of its module is its key and the extension of its files."""

    content_type: ClassVar[str]
    is_text: ClassVar[bool]
    """Whether the output can be written to a terminal."""
    for_programs: ClassVar[bool] = False
    """Whether the output is for programs and therefore always in English."""

    @abstractmethod
    def render(self, report: Report, paper: Paper) -> bytes:
        """Return the report rendered in this format for the given paper."""

    def warnings(self, report: Report) -> tuple[str, ...]:
        """Return a sentence for each text that cannot be shown as written; by default, there are none."""
        del report
        return ()


_RENDERERS = Plugins(renderers, Renderer)  # type: ignore[type-abstract]


def all_renderers() -> Mapping[str, Renderer]:
    """Return the renderer of every report format by key, in key order."""
    return _RENDERERS


def renderer(key: str) -> Renderer:
    """Return the renderer of a format. Raise `NoSuchReport` for an unknown format."""
    if key not in _RENDERERS:
        raise NoSuchReport(
            _("There is no format “{key}”. Formats: {formats}.").format(
                key=key, formats=comma_list(_RENDERERS)
            )
        )
    return _RENDERERS[key]
