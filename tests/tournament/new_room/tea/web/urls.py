"""URLs of the tea room."""

from django.urls import path
from tournament.tea.web import views

from tournament.web.addresses import EVENT

urlpatterns = [
    path("tea/", views.all_tea, name="all_tea"),
    path(f"{EVENT}tea/", views.tea, name="tea"),
]
