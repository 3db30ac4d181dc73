"""The word lists of this desk, and loading one. Words themselves are never shown or sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring import catalogue
from scoring.access import Permission, requires
from scoring.actions.activity import Actor
from scoring.actions.lexicons import LONGEST_NAME, Loaded, NotLoaded, load_lexicon
from scoring.engine.typing.word_lists import LineTrouble, Trouble, WordFile
from scoring.lexicon import shelf

SHOWN = 100
"""Lines told of each kind of trouble."""

_HEADINGS = {
    Trouble.ODD: "Lines that are no words",
    Trouble.TWICE: "Words that stand twice, kept once",
    Trouble.LENGTH: "Words too short or too long to be played, left out",
}


class WordListForm(forms.Form):
    """A list to load."""

    name = forms.CharField(
        max_length=LONGEST_NAME,
        label="Name of the list",
        help_text="As players know it, such as NWL2023. Events and games name it.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    tile_set = forms.ChoiceField(label="Tiles its words are made of", initial="english")
    file = forms.FileField(
        label="File",
        error_messages={"required": "Choose the file first."},
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".txt,.csv,.tsv,text/plain"}),
    )
    replace = forms.BooleanField(label="Put it in the place of a list of that name", required=False)
    leave_out_odd = forms.BooleanField(label="Leave out lines that are no words", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = sorted((tiles.name, key) for key, tiles in catalogue.tile_sets().items())
        tile_set, file = self.fields["tile_set"], self.fields["file"]
        assert isinstance(tile_set, forms.ChoiceField)
        file.widget.attrs["data-most-bytes"] = settings.UPLOAD_LIMIT
        tile_set.choices = [(key, name) for name, key in named]
        file.help_text = (
            "Plain text in UTF-8, one word a line; further columns are ignored. "
            f"{settings.UPLOAD_LIMIT // 1_048_576} MB at most: a longer one is loaded with "
            "manage.py import_lexicon."
        )

    def clean_file(self) -> Any:
        """The file, refused unread when it is beyond what a page takes."""
        file = self.cleaned_data["file"]
        if file.size > settings.UPLOAD_LIMIT:
            raise forms.ValidationError(
                f"The file has {file.size / 1_048_576:.0f} MB; {settings.UPLOAD_LIMIT // 1_048_576} MB can come "
                "through a page. Load it with manage.py import_lexicon."
            )
        return file


@dataclass(frozen=True)
class TroubleLines:
    """Lines with one kind of trouble, as the page lists them."""

    heading: str
    lines: list[LineTrouble]
    more: int


@requires(Permission.DIRECT)
def word_lists(request: HttpRequest) -> HttpResponse:
    """List what there is; load what is sent."""
    form = WordListForm()
    if request.method == "POST":
        form = WordListForm(request.POST, request.FILES)
    done: Loaded | None = None
    words: WordFile | None = None
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            done = load_lexicon(
                Actor.of(request.user),
                given["name"],
                given["file"].read(),
                given["tile_set"],
                replace=given["replace"],
                leave_out_odd=given["leave_out_odd"],
            )
        except NotLoaded as refused:
            form.add_error(None, str(refused))
            words = refused.words
        else:
            words, form = done.words, WordListForm()
    here = shelf()
    context = {
        "lists": [
            (words, f"{len(words):,}", catalogue.tile_sets().get(words.tileset))
            for words in here.lists.values()
        ],
        "damaged": here.damaged.items(),
        "form": form,
        "done": done,
        "size": f"{len(done.lexicon):,}" if done else "",
        "told": _told(words),
    }
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "scoring/judge/lexicons.html", context, status=status)


def _told(words: WordFile | None) -> list[TroubleLines]:
    found = []
    for trouble, heading in _HEADINGS.items():
        if lines := words.of(trouble) if words else []:
            more = max(0, len(lines) - SHOWN)
            found.append(TroubleLines(f"{heading}: {len(lines):,}", lines[:SHOWN], more))
    return found
