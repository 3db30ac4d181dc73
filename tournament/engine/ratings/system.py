"""What a rating system is, and which there are."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar

from tournament.engine.folder import classes_in, help_text
from tournament.engine.ratings import systems
from tournament.engine.ratings.rated import After, Field


@dataclass(frozen=True)
class NoOptions:
    """Nothing to choose."""


class RatingSystem(ABC):
    """A body's way of rating. The file's name is its key, the docstring the director's help."""

    label: ClassVar[str]
    Options: ClassVar[type[Any]] = NoOptions
    asks_for_numbers: ClassVar[bool] = False
    """Whether the body wants everybody's member number with the results."""
    needs: ClassVar[tuple[str, ...]] = ("rating",)
    """What of `Before` the system looks at, for the columns of a rating list."""

    @abstractmethod
    def rate(self, field: Field, options: Any) -> dict[int, After]:
        """Everybody after the games of `field`, by entry number."""

    @classmethod
    def options_from(cls, values: Mapping[str, Any]) -> Any:
        """The options with `values` set. Raises `CannotRate` for a name the system has not."""
        known = {item.name for item in fields(cls.Options)}
        if unknown := sorted(set(values) - known):
            raise CannotRate(
                f"{cls.label} has no option {', '.join(unknown)}; "
                f"it has {', '.join(sorted(known)) or 'none'}."
            )
        return cls.Options(**values)

    @classmethod
    def explanation(cls) -> str:
        """The docstring, for the director's page of systems."""
        return help_text(cls)


@cache
def all_systems() -> Mapping[str, RatingSystem]:
    """Every rating system by key, in key order."""
    found = classes_in(systems, RatingSystem)  # type: ignore[type-abstract]
    return MappingProxyType({key: cls() for key, cls in found.items()})


def system(key: str) -> RatingSystem:
    """The rating system of that key. Raises `CannotRate` naming those there are."""
    found = all_systems().get(key)
    if found is None:
        raise CannotRate(
            f"There is no rating system “{key}”; there are {', '.join(all_systems())}."
        )
    return found


def called(key: str) -> str:
    """What people call the system of that key; the key itself where there is none such."""
    found = all_systems().get(key)
    return found.label if found else key


class CannotRate(Exception):
    """The event cannot be rated as asked; the sentence says what would make it possible."""
