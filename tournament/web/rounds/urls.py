"""URL patterns of rounds: plan, drafts, pairings and their reasons."""

from django.urls import path

from tournament.web.addresses import DIVISION, ROUND
from tournament.web.rounds import (
    automatic_rounds,
    bulk_plan,
    edit_round,
    make_round,
    pairing_progress,
    pairings,
    plan,
    what_if,
)

urlpatterns = [
    path(f"{DIVISION}rounds/<int:number>/edit/", edit_round.edit_round, name="edit_round"),
    path(f"{DIVISION}plan/", plan.plan_page, name="plan"),
    path(f"{DIVISION}plan/marked/", bulk_plan.change_plan_lines, name="change_plan_lines"),
    path(f"{DIVISION}plan/options/", plan.method_options, name="method_options"),
    path(f"{DIVISION}plan/unattended/", automatic_rounds.set_auto_publish, name="unattended"),
    path(f"{ROUND}pairings/", pairings.pairings_page, name="pairings"),
    path(f"{ROUND}pair/", pairings.pair_page, name="pair_round"),
    path(f"{ROUND}pair/present/", pairings.pair_present_players, name="pair_present"),
    path(f"{ROUND}reasoning/", what_if.reasoning_page, name="round_reasoning"),
    path(f"{ROUND}what-if/", what_if.what_if_page, name="what_if"),
    path(f"{DIVISION}pairing/", pairing_progress.pairing_progress, name="pairing_progress"),
    path(f"{DIVISION}rounds/new/", make_round.make_round, name="make_round"),
]
