"""The addresses of the score pad."""

from django.urls import URLPattern

app_name = "scoring"

urlpatterns: list[URLPattern] = []
