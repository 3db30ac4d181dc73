"""The addresses of the screens about prizes and rating classes."""

from django.urls import path

from tournament.web.people import classes
from tournament.web.standings import prizes

EVENT = "events/<slug:event>/"

urlpatterns = [
    path(f"{EVENT}prizes/", prizes.prizes_page, name="prizes"),
    path(f"{EVENT}prizes/new/", prizes.new_prize, name="new_prize"),
    path(f"{EVENT}prizes/move/", prizes.move, name="move_prize"),
    path(f"{EVENT}prizes/<int:prize>/", prizes.prize_page, name="prize"),
    path(f"{EVENT}<slug:division>/classes/", classes.classes_page, name="classes"),
]
