"""The addresses of events as files, in and out."""

from django.urls import path

from tournament.web.files import exporting, importing

EVENT = "events/<slug:event>/"

urlpatterns = [
    path("import/", importing.upload_event, name="import_event"),
    path("import/<slug:batch>/", importing.preview_event, name="preview_event"),
    path(f"{EVENT}files/", exporting.files_page, name="files"),
    path(f"{EVENT}files/<slug:key>/", exporting.event_file, name="event_file"),
    path(f"{EVENT}tourney.js", exporting.tourney_js, name="tourney_js"),
]
