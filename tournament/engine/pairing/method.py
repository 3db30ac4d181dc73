"""What a pairing method is."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from tournament.engine.pairing import methods
from tournament.engine.pairing.option_values import wrong_values
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.request import Request
from tournament.engine.plugins import Plugin, Plugins


class Method(Plugin, ABC):
    """A way of pairing a round. The file's name is its key, the docstring the director's help."""

    label: ClassVar[str]
    uses_standings: ClassVar[bool] = True
    """Whether the order of the standings decides; otherwise the seeds, a draw or a list does."""
    is_list: ClassVar[bool] = False
    """Whether the pairs are the director's own list, shown with its problems and not refused."""

    @abstractmethod
    def propose(self, request: Request, options: Any) -> Proposal:
        """Pairs and byes for the present. Raises `CannotPair` with what would make it possible."""

    def means_repeats(self, options: Any) -> bool:
        """Whether the method itself lets players meet again, so that no repeat is to be avoided."""
        del options
        return False

    @classmethod
    def options_from(cls, values: Mapping[str, Any]) -> Any:
        """The options with `values` set. Raises `CannotPair` for a name or a value it has not."""
        if unknown := cls.unknown_options(values):
            raise CannotPair(f"{cls.label} {unknown}")
        if wrong := wrong_values(cls.Options, values):
            raise CannotPair(f"{cls.label}: {' '.join(wrong)}")
        return cls.Options(**values)


_METHODS = Plugins(methods, Method)  # type: ignore[type-abstract]


def all_methods() -> Mapping[str, Method]:
    """Every pairing method by key, in key order."""
    return _METHODS


def repeats_meant(method: str, options: Mapping[str, Any]) -> bool:
    """Whether a round paired so is meant to have repeats; not for a method nobody knows any more."""
    found = all_methods().get(method)
    try:
        return found is not None and found.means_repeats(found.options_from(options))
    except CannotPair:
        return False


class CannotPair(Exception):
    """The round cannot be paired as asked; the sentence says what would make it possible."""
