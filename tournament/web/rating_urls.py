"""The addresses of the screens about ratings."""

from django.urls import path

from tournament.web.standings import rating_lists, ratings

DIVISION = "events/<slug:event>/<slug:division>/"

urlpatterns = [
    path("ratings/", rating_lists.lists_page, name="rating_lists"),
    path("ratings/<int:number>/", rating_lists.list_page, name="rating_list"),
    path("ratings/<int:number>/take-back/", rating_lists.take_back, name="take_back_list"),
    path(f"{DIVISION}ratings/", ratings.ratings_page, name="ratings"),
    path(f"{DIVISION}ratings/<int:rating>/undo/", ratings.undo, name="undo_rating"),
]
