"""Forms for recording games. They check the syntax; actions check whether an entry is possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext_lazy

from scoring import catalogue
from scoring.engine.audit.identify import DEFAULT_RULES
from scoring.engine.typing.typed_turn import MAX_LINE_LENGTH
from scoring.lexicon import lexicons
from scoring.models import Ruling
from scoring.wording.names import name_of

_TEXT_ATTRS = {"autocomplete": "off", "spellcheck": "false"}
MAX_REASON_LENGTH = 300


def typed_reason(data: Mapping[str, Any], name: str = "reason") -> str:
    """Return the reason in the data of a form on a single line, shortened to `MAX_REASON_LENGTH` characters."""
    return " ".join(str(data.get(name, "")).split())[:MAX_REASON_LENGTH]


class LineForm(forms.Form):
    """One line of the score pad, and the state of the page when it was typed."""

    line = forms.CharField(
        max_length=MAX_LINE_LENGTH,
        required=False,
        error_messages={
            "max_length": _lazy(
                "The line has %(show_value)d characters; the maximum for a turn is %(limit_value)d."
            )
        },
    )
    seen = forms.IntegerField(required=False, min_value=0)
    """The fingerprint of the sheet shown on the page."""
    confirmed = forms.CharField(required=False, max_length=MAX_LINE_LENGTH)
    """The line whose irregularities were shown. Entering the same line again accepts them."""
    cased = forms.BooleanField(required=False)
    """Whether lower-case letters are blanks even in a word without upper case."""
    reason = forms.CharField(required=False, max_length=MAX_REASON_LENGTH)

    @property
    def error_sentences(self) -> list[str]:
        """All errors of the form, as sentences."""
        return [str(message) for messages in self.errors.values() for message in messages]


class RulingForm(forms.Form):
    """The director's decision on a difference, or the withdrawal of an earlier one."""

    BACK = "back"
    decision = forms.ChoiceField(choices=[*Ruling.Decision.choices, (BACK, _lazy("taken back"))])
    reason = forms.CharField(required=False, max_length=MAX_REASON_LENGTH)


class PageStateForm(forms.Form):
    """The state of the page on which a button was pressed."""

    seen = forms.IntegerField(required=False, min_value=0)


class RemoveTurnForm(PageStateForm):
    """The removal of a turn that was never made."""

    reason = forms.CharField(required=False, max_length=MAX_REASON_LENGTH)


class NotesForm(forms.Form):
    """The notes and the mark of a turn."""

    text = forms.CharField(required=False)
    mark = forms.CharField(required=False, max_length=1)


class ReopenForm(forms.Form):
    """The reason for reopening a finished game."""

    reason = forms.CharField(
        max_length=MAX_REASON_LENGTH,
        label=_lazy("Reason for reopening the game"),
        error_messages={
            "required": _lazy("Give a reason for reopening the game: its result has been posted.")
        },
        widget=forms.TextInput(attrs=_TEXT_ATTRS),
    )


SEATS = ("first", "second", "third", "fourth")


class NewGameForm(forms.Form):
    """A new game outside any event."""

    first = forms.CharField(
        max_length=120,
        label=_lazy("Who begins"),
        widget=forms.TextInput(attrs={**_TEXT_ATTRS, "autofocus": True}),
    )
    second = forms.CharField(
        max_length=120, label=_lazy("Second"), widget=forms.TextInput(attrs=_TEXT_ATTRS)
    )
    third = forms.CharField(
        max_length=120,
        label=_lazy("Third"),
        required=False,
        widget=forms.TextInput(attrs=_TEXT_ATTRS),
    )
    fourth = forms.CharField(
        max_length=120,
        label=_lazy("Fourth"),
        required=False,
        widget=forms.TextInput(attrs=_TEXT_ATTRS),
    )
    rules = forms.ChoiceField(label=_lazy("Rules"))
    tile_set = forms.ChoiceField(label=_lazy("Tiles"), required=False)
    layout = forms.ChoiceField(label=pgettext_lazy("with squares", "Board"), required=False)
    lexicon = forms.ChoiceField(label=_lazy("Word list"), required=False)
    title = forms.CharField(
        max_length=120,
        required=False,
        label=_lazy("Title"),
        help_text=_lazy("Shown in headings; for example, “Club night, table 3”."),
        widget=forms.TextInput(attrs=_TEXT_ATTRS),
    )

    def __init__(self, *args: Any, last_used: Sequence[str] = (), **kwargs: Any) -> None:
        """Offer the rule sets in `last_used` (keys, most recent first) before all other rule sets."""
        super().__init__(*args, **kwargs)
        rule_sets = catalogue.rule_sets()
        first = [key for key in dict.fromkeys((*last_used, DEFAULT_RULES)) if key in rule_sets]
        others = sorted(set(rule_sets) - set(first), key=lambda key: name_of(rule_sets[key]))
        self._set_choices("rules", [(key, name_of(rule_sets[key])) for key in (*first, *others)])
        as_the_rules_say = ("", _("as the rules specify"))
        for field, items in (("tile_set", catalogue.tile_sets()), ("layout", catalogue.layouts())):
            named = sorted((name_of(item), key) for key, item in items.items())
            self._set_choices(field, [as_the_rules_say, *((key, name) for name, key in named)])
        lists = [(words.key, name_of(words)) for words in lexicons().values()]
        self._set_choices("lexicon", [("", _("none: the director rules on words")), *lists])
        for seat in SEATS:
            self.fields[seat].widget.attrs["list"] = "people-known"

    def clean(self) -> dict[str, Any]:
        """Check that the word list is made for the chosen tiles."""
        typed = super().clean() or {}
        words = lexicons().get(typed.get("lexicon", ""))
        rules = catalogue.rule_sets().get(typed.get("rules", ""))
        if words is not None and rules is not None:
            tiles = catalogue.tile_set(typed.get("tile_set") or rules.tile_set)
            if words.tileset != tiles.key:
                message = _(
                    "{words} is not a list for {tiles} tiles. Choose another list, or none."
                )
                self.add_error(
                    "lexicon", message.format(words=name_of(words), tiles=name_of(tiles))
                )
        return typed

    def _set_choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def names(self) -> list[str]:
        """The players' names in the order of their seats."""
        typed = (self.cleaned_data[seat] for seat in SEATS)
        return [name for name in typed if name]
