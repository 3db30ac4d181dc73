"""URLs of streams, live boards, API keys, the API and the published site."""

from django.urls import include, path

from tournament.broadcast.web import api_keys, publishing, streams
from tournament.web.addresses import BOARD, EVENT

urlpatterns = [
    path("api/", include("tournament.broadcast.web.api.urls")),
    path(
        "stream/<slug:event>/<slug:slot>/<slug:field>.txt", streams.field_text, name="stream_text"
    ),
    path("stream/<slug:event>/<slug:slot>/<slug:field>/", streams.field_page, name="stream_field"),
    path(f"{EVENT}streams/", streams.streams_page, name="streams"),
    path(f"{EVENT}streams/point/", streams.point_slot_page, name="point_slot"),
    path(f"{EVENT}streams/switch/", streams.switch_stream_page, name="switch_stream"),
    path(f"{EVENT}streams/channel/", streams.point_channel_page, name="point_channel"),
    path(f"{EVENT}streams/<slug:slot>/delete/", streams.remove_slot_page, name="remove_slot"),
    path(f"{BOARD}stream/", streams.show_in_slot, name="feature_board"),
    path(f"{EVENT}programs/", api_keys.api_keys_page, name="api_keys"),
    path(f"{EVENT}programs/<int:number>/end/", api_keys.end_key, name="end_api_key"),
    path(f"{EVENT}publish/", publishing.publishing_page, name="publishing"),
    path(f"{EVENT}publish/site.zip", publishing.published_zip, name="published_zip"),
]
