"""The addresses of the dispute desk: two sheets and the board, and one play by itself."""

from django.urls import path

from scoring.views import dispute, new_dispute, one_play

app_name = "dispute"

urlpatterns = [
    path("check/", one_play.check, name="check"),
    path("disputes/new/", new_dispute.new_dispute, name="new"),
    path("games/<int:pk>/dispute/", dispute.dispute, name="game"),
    path("games/<int:pk>/dispute/sheets/", dispute.keep_sheets, name="sheets"),
    path("games/<int:pk>/dispute/rulings/<int:entry>/", dispute.rule_on, name="rule"),
]
