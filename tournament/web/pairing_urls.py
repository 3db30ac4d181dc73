"""The addresses of the screens that plan, pair and explain rounds."""

from django.urls import path

from tournament.web.rounds import compare, pairings, plan

DIVISION = "events/<slug:event>/<slug:division>/"
ROUND = f"{DIVISION}rounds/<int:number>/"

urlpatterns = [
    path(f"{DIVISION}plan/", plan.plan_page, name="plan"),
    path(f"{DIVISION}plan/options/", plan.method_options, name="method_options"),
    path(f"{ROUND}pairings/", pairings.pairings_page, name="pairings"),
    path(f"{ROUND}pair/", pairings.pair, name="pair_round"),
    path(f"{ROUND}compare/", compare.compare_page, name="compare"),
]
