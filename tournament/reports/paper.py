"""Print settings: paper size, orientation, large type, and black only."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _

from scoring.wording.phrases import comma_list

PAPERS = ("a4", "letter")
ORIENTATIONS = ("portrait", "landscape")
LARGE, BLACK = "large", "black"


@dataclass(frozen=True, slots=True)
class Paper:
    """The paper and print settings, written as words: `a4 landscape large black`.

    Without an orientation, the report's own is used. `large` prints everything half as large again;
    `black` prints without colours and without grey letters.

    >>> str(Paper.parse("Letter large"))
    'letter large'
    """

    size: str = "a4"
    orientation: str = ""
    large: bool = False
    black: bool = False

    @classmethod
    def parse(cls, text: str) -> Paper:
        """Return the paper that `text` describes, such as "a4 landscape"; the size defaults to that of the settings.

        Raise `NoSuchPaper`, whose message names the known words, for an unknown word.
        """
        words = text.lower().split()
        for word in words:
            if word not in (*PAPERS, *ORIENTATIONS, LARGE, BLACK):
                raise NoSuchPaper(
                    _(
                        "There is no paper “{word}”. Papers: {papers}. You can also type {words}."
                    ).format(
                        word=word,
                        papers=comma_list(PAPERS),
                        words=comma_list((*ORIENTATIONS, LARGE, BLACK)),
                    )
                )
        return cls(
            next((word for word in words if word in PAPERS), settings.NINETIMER_PAPER),
            next((word for word in words if word in ORIENTATIONS), ""),
            LARGE in words,
            BLACK in words,
        )

    def __str__(self) -> str:
        words = (
            self.size,
            self.orientation,
            LARGE if self.large else "",
            BLACK if self.black else "",
        )
        return " ".join(word for word in words if word)

    def is_landscape(self, landscape: bool) -> bool:
        """Return whether to print in landscape format, given the report's own orientation."""
        return self.orientation == "landscape" if self.orientation else landscape


class NoSuchPaper(ValueError):
    """The requested paper does not exist; the message names the known ones."""
