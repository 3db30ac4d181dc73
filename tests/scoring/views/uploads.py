"""Uploading game files like a browser."""

import html
import io
import re
import zipfile

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scoring.models import Upload, UploadedGame

PAGE = "/games/upload/"
State = UploadedGame.State

SHORT = """#player1 ana Ana Lopez
#player2 ben Ben Okafor
>ana: FLOTY 8H LOFTY +30 30
>ben: LOAM 7I LOAM +{0} {0}
"""
RIGHT, WRONG = SHORT.format(24), SHORT.format(26)


def send(client, *files, folder=False, **more):
    sent = [
        SimpleUploadedFile(name, data if isinstance(data, bytes) else data.encode())
        for name, data in files
    ]
    return client.post(PAGE, {"folder" if folder else "files": sent, **more})


def zipped(**files):
    bundle = io.BytesIO()
    with zipfile.ZipFile(bundle, "w", zipfile.ZIP_DEFLATED) as out:
        for name, text in files.items():
            out.writestr(name.replace("__", "/") + ".gcg" * ("." not in name), text)
    return bundle.getvalue()


def text_of(answer):
    body = answer.content.decode().partition("<main")[2]
    return html.unescape(" ".join(re.sub(r"<[^>]*>", " ", body).split()))


def look(client, answer):
    """Return the page that an upload leads to."""
    assert answer.status_code == 302, text_of(answer)
    return client.get(answer.url)


def save(client, *names, upload=None):
    upload = upload or Upload.objects.first()
    rows = upload.games.filter(name__in=names) if names else upload.games.all()
    path = reverse("scoring:save_uploaded", args=[upload.pk])
    return client.post(path, {"game": [row.pk for row in rows]}, follow=True)
