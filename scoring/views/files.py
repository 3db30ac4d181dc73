"""Recorded games as files: upload one or a thousand, inspect and save them, and download a game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.files.base import ContentFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from scoring import catalogue
from scoring.access import Permission, game_scope, requires
from scoring.actions.activity import Actor
from scoring.actions.refusals import Refused
from scoring.actions.unpacking import MAX_FILES, MAX_UNPACKED_BYTES, MEGABYTE, UnpackedGames, unpack
from scoring.actions.uploads import (
    remove_uploads,
    save_selected_games,
    select_files,
    stop_upload,
    store_upload,
)
from scoring.bulk_actions import confirm_and_run, list_address, parse_key, selected_rows
from scoring.downloads import file_response
from scoring.models import Game, Upload, UploadedGame
from scoring.queries.game_files import faithful_copy, strict_copy
from scoring.queries.uploads import (
    UNREADABLE,
    ShownFinding,
    all_uploads,
    file_counts,
    files_of_upload,
    findings_of,
    problem_of,
    verification_setting,
)
from scoring.signals import breadcrumbs, receiver_results
from scoring.tables import FigureColumn, ListTable, MomentColumn, TextColumn, list_page
from scoring.views.pad import find_game
from scoring.wording.names import name_of
from scoring.wording.phrases import format_points, format_thousands, scores_line

State = UploadedGame.State
MAX_PASTE_LENGTH = 500_000
STRICT_FORMS = ("announced", "corrected")
"""Kinds of strict files, by the scores they contain."""


class FilesForm(forms.Form):
    """Games to upload: chosen files, dropped files, a folder, or pasted text."""

    rules = forms.ChoiceField(label=_lazy("Rules"), required=False)
    pasted = forms.CharField(
        required=False,
        max_length=MAX_PASTE_LENGTH,
        strip=False,
        label=_lazy("Or paste a game"),
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        by_name = sorted((name_of(rules), key) for key, rules in catalogue.rule_sets().items())
        rules = self.fields["rules"]
        assert isinstance(rules, forms.ChoiceField)
        rules.choices = [("", _("as each file specifies"))] + [(key, name) for name, key in by_name]


@dataclass(frozen=True)
class ListedFile:
    """One file as listed on the page."""

    row: UploadedGame
    score: str
    corrected: str
    """The correct final scores if they differ from the announced ones, otherwise empty."""
    setting: str
    problem: str
    findings: list[ShownFinding]

    @property
    def can_be_saved(self) -> bool:
        """Whether the file can be chosen for saving."""
        return self.row.state == State.LOOKED_AT and self.row.status != UNREADABLE


class UploadsTable(ListTable):
    """All uploads of games, newest first."""

    key = "uploads"
    always = ("upload",)

    upload = TextColumn(
        verbose_name=_lazy("Upload"),
        empty_values=(),
        order_by="id",
        linkify=lambda record: reverse("scoring:uploaded", args=[record.pk]),
    )
    created_at = MomentColumn(verbose_name=_lazy("When"), format="j M Y, H:i", order_by="id")
    created_by = TextColumn(verbose_name=_lazy("Who"), accessor="created_by__username")
    files = FigureColumn(verbose_name=_lazy("Files"))
    verified = FigureColumn(verbose_name=_lazy("Without differences"))
    differs = FigureColumn(verbose_name=_lazy("With differences"))
    unfinished = FigureColumn(verbose_name=_lazy("Unfinished"))
    unreadable = FigureColumn(verbose_name=_lazy("Unreadable"))
    saved = FigureColumn(verbose_name=_lazy("Saved"))

    def render_upload(self, record: Upload) -> str:
        """Return the name of the upload."""
        return str(record)


@requires(Permission.DIRECT)
def upload_games(request: HttpRequest) -> HttpResponse:
    """Show the upload form; verify uploaded files and show the findings."""
    form = FilesForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            unpacked = _unpack_upload(request, form.cleaned_data["pasted"])
            upload = store_upload(
                Actor.for_user(request.user), unpacked.files, form.cleaned_data["rules"]
            )
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            if unpacked.left_out:
                message = ngettext(
                    "{count} other file in the zip was left out because it is neither .gcg nor "
                    ".txt.",
                    "{count} other files in the zip were left out because they are neither .gcg "
                    "nor .txt.",
                    unpacked.left_out,
                )
                messages.info(request, message.format(count=unpacked.left_out))
            return redirect("scoring:uploaded", pk=upload.pk)
    context = {
        "form": form,
        "most": format_thousands(MAX_FILES),
        "megabytes": settings.UPLOAD_LIMIT // MEGABYTE,
        "most_bytes": settings.UPLOAD_LIMIT,
        "unpacked": MAX_UNPACKED_BYTES // MEGABYTE,
    }
    status = 422 if form.errors else 200
    return list_page(
        request,
        "scoring/files/upload.html",
        context,
        UploadsTable,
        all_uploads(),
        title=_("Uploads"),
        status=status,
    )


@requires(Permission.DIRECT)
@require_POST
def remove_selected_uploads(request: HttpRequest) -> HttpResponse:
    """Delete the selected uploads after confirmation. Uploads with saved games cannot be deleted."""
    to = list_address(request, reverse("scoring:upload"))
    marked = selected_rows(request, all_uploads(), "pk")
    if not marked:
        return redirect(to)
    return confirm_and_run(
        request,
        marked,
        "pk",
        remove_uploads,
        listed=_("Games from files"),
        back=to,
        question=ngettext("Remove {count} upload?", "Remove {count} uploads?", len(marked)),
        names=[
            ngettext("{upload}: {files} file", "{upload}: {files} files", row.files).format(
                upload=row, files=row.files
            )
            for row in marked
        ],
        happens=_(
            "The uploaded files will be deleted. An upload with saved games cannot be removed."
        ),
        button=_("Remove"),
        done=lambda count: ngettext("{count} upload removed.", "{count} uploads removed.", count),
    )


@requires(Permission.DIRECT)
@require_safe
def upload_findings(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the findings about every file and the progress of saving."""
    upload = get_object_or_404(Upload, pk=pk)
    return _show_upload(request, upload)


@requires(Permission.DIRECT)
@require_POST
def save_uploaded_games(request: HttpRequest, pk: int) -> HttpResponse:
    """Save the selected games, or continue saving, for about a second at a time."""
    upload = get_object_or_404(Upload, pk=pk)
    actor = Actor.for_user(request.user)
    try:
        if "go_on" not in request.POST:
            ticked = [key for text in request.POST.getlist("game") if (key := parse_key(text))]
            select_files(upload, ticked[:MAX_FILES], actor)
        save_selected_games(upload, actor)
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("scoring:uploaded", pk=pk)


@requires(Permission.DIRECT)
@require_POST
def stop_saving(request: HttpRequest, pk: int) -> HttpResponse:
    """Stop saving. Saved games are kept, and the other files can be chosen again."""
    stop_upload(get_object_or_404(Upload, pk=pk), Actor.for_user(request.user))
    return redirect("scoring:uploaded", pk=pk)


@requires(Permission.DESK, game_scope)
@require_safe
def game_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the game as GCG: as recorded or, with `?form=`, strict with announced or corrected scores.

    Raise `Http404` if the game has no strict form.
    """
    game = find_game(pk)
    form = request.GET.get("form", "")
    text, ending = faithful_copy(game), ""
    if form in STRICT_FORMS:
        text, ending = strict_copy(game, corrected=form == "corrected").text, f"-{form}"
        if not text:
            raise Http404
    names = [player.name for player in game.players.all()]
    name = f"{_file_name(game, names)}{ending}.gcg"
    return file_response(text, "text/plain; charset=utf-8", name)


@requires(Permission.DESK, game_scope)
@require_safe
def game_files(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the available forms of the game file and the information that other programs would lose."""
    game = find_game(pk)
    context = {
        "game": game,
        "players": " – ".join(player.name for player in game.players.all()),
        "places": receiver_results(breadcrumbs, game),
        "copy": strict_copy(game),
    }
    return render(request, "scoring/files/game.html", context)


def _unpack_upload(request: HttpRequest, pasted: str) -> UnpackedGames:
    """Return everything uploaded with the form, unpacked.

    Raise `Refused` if it contains no game file. May raise the exceptions of `unpack`.
    """
    files: list[Any] = [*request.FILES.getlist("files"), *request.FILES.getlist("folder")]
    files = [file for file in files if file.name]
    if pasted.strip():
        files.append(ContentFile(pasted.encode(), name="pasted.gcg"))
    if not files:
        raise Refused(_("Choose a file, drop one, or paste a game."))
    unpacked = unpack(files, limit=settings.UPLOAD_LIMIT)
    if not unpacked.files:
        raise Refused(_("The upload contains no .gcg or .txt file."))
    return unpacked


def _show_upload(request: HttpRequest, upload: Upload) -> HttpResponse:
    states, statuses = file_counts(upload)
    saving = bool(states[State.CHOSEN]) and upload.stopped_at is None
    shown = [] if saving else [_listed_file(game) for game in files_of_upload(upload)]
    context = {
        "upload": upload,
        "games": shown,
        "number": statuses.total(),
        "statuses": statuses,
        "saving": saving,
        "stopped": upload.stopped_at is not None,
        "saved": states[State.SAVED],
        "refused": states[State.REFUSED],
        "known": states[State.KNOWN],
        "all": states[State.SAVED] + states[State.CHOSEN],
        "can_be_saved": sum(game.can_be_saved for game in shown),
    }
    return render(request, "scoring/files/uploaded.html", context)


def _listed_file(row: UploadedGame) -> ListedFile:
    report = row.report
    names, announced = report.get("names", []), report.get("announced", [])
    correct = report.get("correct", [])
    pairs = [
        f"{name} {format_points(points)}" for name, points in zip(names, announced, strict=False)
    ]
    same = announced == correct or None in correct
    return ListedFile(
        row,
        " – ".join(pairs),
        "" if same else scores_line(correct),
        verification_setting(row),
        problem_of(row),
        findings_of(row),
    )


def _file_name(game: Game, names: list[str]) -> str:
    """Return a file name valid on any system: letters, digits and dashes."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", f"{game.pk} {' '.join(names)}").strip("-")
    return f"game-{plain[:80]}"
