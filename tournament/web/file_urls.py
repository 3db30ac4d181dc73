"""The addresses of events as files, in and out."""

from django.urls import path

from tournament.web import export_event, import_event

EVENT = "events/<slug:event>/"

urlpatterns = [
    path("import/", import_event.upload_event, name="import_event"),
    path("import/<slug:batch>/", import_event.preview_event, name="preview_event"),
    path(f"{EVENT}files/", export_event.files_page, name="files"),
    path(f"{EVENT}files/<slug:key>/", export_event.event_file, name="event_file"),
    path(f"{EVENT}tourney.js", export_event.tourney_js, name="tourney_js"),
]
