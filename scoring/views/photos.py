"""View, add, print and remove the photographs of a game, for users who may record it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.access import Permission, game_scope, requires
from scoring.actions.activity import Actor
from scoring.actions.photos import MAX_PHOTO_BYTES, MAX_PHOTOS, add_photo, remove_photo
from scoring.actions.refusals import Refused
from scoring.models import GamePhoto
from scoring.signals import breadcrumbs, receiver_results
from scoring.views.pad import find_game


@requires(Permission.RECORD, game_scope)
@never_cache
def photos(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the photographs of the game at printable size, and add an uploaded one.

    A refused photograph is reported on the page.
    """
    game = find_game(pk)
    refused = ""
    if request.method == "POST":
        upload = request.FILES.get("photo")
        content = upload.read() if upload else b""
        try:
            add_photo(
                game, content, Actor.for_user(request.user), caption=request.POST.get("caption", "")
            )
        except Refused as reason:
            refused = str(reason)
        else:
            messages.success(request, _("The photograph has been saved with the game."))
            return redirect("scoring:photos", pk=pk)
    photos = list(game.photos.defer("picture").select_related("added_by"))
    context = {
        "game": game,
        "players": " – ".join(player.name for player in game.players.all()),
        "places": receiver_results(breadcrumbs, game),
        "photos": photos,
        "most": MAX_PHOTOS,
        "megabytes": MAX_PHOTO_BYTES // 1_000_000,
        "room": len(photos) < MAX_PHOTOS,
        "refused": refused,
    }
    status = 422 if refused else 200
    return render(request, "scoring/photos.html", context, status=status)


@requires(Permission.RECORD, game_scope)
@never_cache
def photo(request: HttpRequest, pk: int, shown: int) -> HttpResponse:  # noqa: ARG001 - the permission asks
    """Return one photograph, which must not be cached."""
    photo = get_object_or_404(GamePhoto, pk=shown, game=pk)
    return HttpResponse(bytes(photo.picture), content_type="image/jpeg")


@requires(Permission.RECORD, game_scope)
@require_POST
def delete_photo(request: HttpRequest, pk: int, shown: int) -> HttpResponse:
    """Delete a photograph."""
    remove_photo(get_object_or_404(GamePhoto, pk=shown, game=pk), Actor.for_user(request.user))
    messages.success(request, _("The photograph has been removed."))
    return redirect("scoring:photos", pk=pk)
