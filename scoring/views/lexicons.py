"""The page of installed word lists, on which lists can be loaded; the words are never shown or sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring import catalogue
from scoring.access import Permission, has_permission, requires
from scoring.actions.activity import Actor
from scoring.actions.lexicons import (
    MAX_NAME_LENGTH,
    LexiconNotLoaded,
    LoadedLexicon,
    has_several_organisations,
    load_lexicon,
    remove_lexicons,
)
from scoring.actions.unpacking import MEGABYTE
from scoring.bulk_actions import confirm_and_run, list_address, selected_rows
from scoring.engine.typing.word_lists import RejectedLine, RejectionCause, WordFile
from scoring.lexicon import Lexicon, installed_word_lists
from scoring.models.organisation import INSTALLATION
from scoring.tables import FigureColumn, ListTable, TextColumn, list_page
from scoring.wording.names import name_of
from scoring.wording.phrases import FormattedInteger, format_thousands

MAX_SHOWN_LINES = 100
"""Maximum number of rejected lines listed for each cause."""

_HEADINGS = {
    RejectionCause.ODD: _lazy("Lines that are not words"),
    RejectionCause.TWICE: _lazy("Duplicate words, each counted once"),
    RejectionCause.LENGTH: _lazy("Words too short or too long to play, left out"),
}


class WordListForm(forms.Form):
    """A word list to load."""

    name = forms.CharField(
        max_length=MAX_NAME_LENGTH,
        label=_lazy("Name of the list"),
        help_text=_lazy("The name players use, such as NWL2023. Events and games refer to it."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    tile_set = forms.ChoiceField(label=_lazy("Tile set"), initial="english")
    file = forms.FileField(
        label=_lazy("File"),
        error_messages={"required": _lazy("Choose the file first.")},
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".txt,.csv,.tsv,text/plain"}),
    )
    replace = forms.BooleanField(
        label=_lazy("Replace the existing list with this name"), required=False
    )
    leave_out_odd = forms.BooleanField(
        label=_lazy("Leave out lines that are not words"), required=False
    )
    may_be_copied = forms.BooleanField(
        label=_lazy("The licence allows copying"),
        help_text=_lazy("If it does, the list is included in the archives of events that use it."),
        required=False,
    )
    for_all = forms.BooleanField(
        label=_lazy("For all organisations here"),
        help_text=_lazy("Otherwise, only your organisation can see and use the list."),
        required=False,
    )

    def __init__(self, *args: Any, asks_for_whom: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not asks_for_whom:
            del self.fields["for_all"]
        by_name = sorted((name_of(tiles), key) for key, tiles in catalogue.tile_sets().items())
        tile_set, file = self.fields["tile_set"], self.fields["file"]
        assert isinstance(tile_set, forms.ChoiceField)
        file.widget.attrs["data-most-bytes"] = settings.UPLOAD_LIMIT
        file.widget.attrs["data-too-large"] = _(
            "These files total {size} MB; you can send up to {most} MB at once."
        )
        tile_set.choices = [(key, name) for name, key in by_name]
        file.help_text = _(
            "Plain text in UTF-8, one word per line; further columns are ignored. At most "
            "{most} MB; load a larger file with {command} import_lexicon."
        ).format(most=settings.UPLOAD_LIMIT // MEGABYTE, command=settings.COMMAND)

    def clean_file(self) -> Any:
        """Return the file. Raise `ValidationError` if it exceeds the upload limit, without reading it."""
        file = self.cleaned_data["file"]
        if file.size > settings.UPLOAD_LIMIT:
            raise forms.ValidationError(
                _(
                    "The file is {size:.0f} MB; a page accepts up to {most} MB. Load it with "
                    "{command} import_lexicon."
                ).format(
                    size=file.size / MEGABYTE,
                    most=settings.UPLOAD_LIMIT // MEGABYTE,
                    command=settings.COMMAND,
                )
            )
        return file


class WordListsTable(ListTable):
    """The installed word lists, without their words."""

    key = "word-lists"
    searched = ("name", "key")
    always = ("name",)
    marked_by = "key"

    name = TextColumn(verbose_name=_lazy("List"))
    short = TextColumn(verbose_name=_lazy("Short name"), accessor="key", untranslated=True)
    size = FigureColumn(verbose_name=_lazy("Words"), empty_values=(), orderable=False)
    tileset = TextColumn(verbose_name=_lazy("Tiles"))
    shipped = TextColumn(verbose_name=_lazy("Source"), empty_values=())
    sha256 = TextColumn(
        verbose_name=_lazy("SHA-256"), wraps=True, orderable=False, untranslated=True
    )

    def checkbox_label(self, record: Lexicon) -> str:
        """Return the accessible label of the checkbox of a list."""
        return _("Select {name}").format(name=name_of(record))

    def render_name(self, record: Lexicon) -> str:
        """Return the name of the list."""
        return name_of(record)

    def render_size(self, record: Lexicon) -> str:
        """Return the number of words as text."""
        return format_thousands(len(record))

    def value_size(self, record: Lexicon) -> int:
        """Return the number of words as a figure for a file."""
        return len(record)

    def render_tileset(self, value: str) -> str:
        """Return the name of the list's tile set, or its key if it is unknown."""
        tiles = catalogue.tile_sets().get(value)
        return name_of(tiles) if tiles else value

    def render_shipped(self, record: Lexicon) -> str:
        """Return the origin of the list."""
        if record.shipped:
            return _("comes with Ninetimer")
        return _("loaded here") if record.for_all else _("loaded by your organisation")


@dataclass(frozen=True)
class RejectedLines:
    """Lines rejected for one cause, as listed on the page."""

    heading: str
    lines: list[RejectedLine]
    more: int


@requires(Permission.DIRECT)
def word_lists(request: HttpRequest) -> HttpResponse:
    """Show the word lists and load an uploaded one.

    The list is loaded for the user's organisation or, if an administrator of the installation chooses
    so, for all organisations.
    """
    asks_for_whom = (
        has_permission(request.user, Permission.DIRECT, INSTALLATION)
        and has_several_organisations()
    )
    form = WordListForm(asks_for_whom=asks_for_whom)
    if request.method == "POST":
        form = WordListForm(request.POST, request.FILES, asks_for_whom=asks_for_whom)
    done: LoadedLexicon | None = None
    words: WordFile | None = None
    if request.method == "POST" and form.is_valid():
        cleaned = form.cleaned_data
        try:
            done = load_lexicon(
                Actor.for_user(request.user),
                cleaned["name"],
                cleaned["file"].read(),
                cleaned["tile_set"],
                replace=cleaned["replace"],
                leave_out_odd=cleaned["leave_out_odd"],
                may_be_copied=cleaned["may_be_copied"],
                for_all=cleaned.get("for_all", False),
            )
        except LexiconNotLoaded as refused:
            form.add_error(None, str(refused))
            words = refused.words
        else:
            words, form = done.words, WordListForm(asks_for_whom=asks_for_whom)
    here = installed_word_lists()
    context = {
        "damaged": here.damaged.items(),
        "form": form,
        "done": done,
        "size": format_thousands(len(done.lexicon)) if done else "",
        "count": len(done.lexicon) if done else 0,
        "rejected": _rejected_lines(words),
    }
    status = 422 if form.errors else 200
    return list_page(
        request,
        "scoring/judge/lexicons.html",
        context,
        WordListsTable,
        list(here.lists.values()),
        title=_("Word lists"),
        status=status,
    )


@requires(Permission.DIRECT)
@require_POST
def remove_selected_lists(request: HttpRequest) -> HttpResponse:
    """Remove the selected word lists after confirmation. Only loaded lists that are not in use can be removed."""
    to = list_address(request, reverse("handbook:lexicons"))
    marked = selected_rows(request, list(installed_word_lists().lists.values()), "key")
    if not marked:
        return redirect(to)
    return confirm_and_run(
        request,
        marked,
        "key",
        remove_lexicons,
        listed=_("Word lists"),
        back=to,
        question=ngettext("Remove {count} word list?", "Remove {count} word lists?", len(marked)),
        names=[
            ngettext("{list}: {count} word", "{list}: {count} words", len(row)).format(
                list=name_of(row), count=format_thousands(len(row))
            )
            for row in marked
        ],
        happens=_(
            "The words will be deleted from this computer, and the word judge will no longer be "
            "able to use them. A list that an event or a game uses cannot be removed."
        ),
        button=_("Remove"),
        done=lambda count: ngettext(
            "{count} word list removed.", "{count} word lists removed.", count
        ),
    )


def _rejected_lines(words: WordFile | None) -> list[RejectedLines]:
    groups = []
    for cause, heading in _HEADINGS.items():
        if lines := words.rejected_for(cause) if words else []:
            more = max(0, len(lines) - MAX_SHOWN_LINES)
            title = _("{heading}: {count:,}").format(
                heading=heading, count=FormattedInteger(len(lines))
            )
            groups.append(RejectedLines(title, lines[:MAX_SHOWN_LINES], more))
    return groups
