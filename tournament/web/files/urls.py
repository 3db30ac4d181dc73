"""URL patterns of imports, exports and reports."""

from django.urls import path

from tournament.web.addresses import EVENT
from tournament.web.files import (
    exporting,
    importing,
    papers_zip,
    print_desk,
    recounts,
    reports,
    result_table,
    submission,
)

urlpatterns = [
    path("import/", importing.upload_event, name="import_event"),
    path("import/<slug:batch>/", importing.preview_event, name="preview_event"),
    path("import/<slug:batch>/columns/", result_table.result_columns, name="result_columns"),
    path(f"{EVENT}files/", exporting.files_page, name="files"),
    path(f"{EVENT}files/send/", submission.send_results, name="send_results"),
    path(f"{EVENT}files/papers/", papers_zip.event_zip_page, name="whole_event"),
    path(f"{EVENT}files/papers/zip/", papers_zip.download_event_zip, name="whole_event_zip"),
    path(f"{EVENT}files/<slug:key>/", exporting.event_file, name="event_file"),
    path(f"{EVENT}tourney.js", exporting.tourney_js, name="tourney_js"),
    path(f"{EVENT}print/", print_desk.print_desk, name="print_desk"),
    path(f"{EVENT}print/look/", print_desk.branding_page, name="paper_look"),
    path(f"{EVENT}print/<slug:key>/", print_desk.print_pack, name="print_pack"),
    path(f"{EVENT}print/<slug:key>/remove/", print_desk.remove_pack_page, name="drop_pack"),
    path(f"{EVENT}reports/", reports.reports_menu, name="reports"),
    path(f"{EVENT}reports/<slug:key>/", reports.report_file, name="report_file"),
    path("games/<int:pk>/papers/<slug:key>/", reports.game_paper, name="game_paper"),
    path("games/<int:pk>/recount/print/", recounts.print_recount_page, name="print_recount"),
    path("games/<int:pk>/papers/copies/<int:copy>/", recounts.paper_copy, name="paper_copy"),
]
