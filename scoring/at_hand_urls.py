"""The addresses of what lies at hand in the hall: the word judge, the word lists, the rules."""

from django.urls import path

from scoring.views import alive, handbook, judge, lexicons, saved_form

app_name = "at_hand"

urlpatterns = [
    path("alive/", alive.alive, name="alive"),
    path("judge/", judge.word_judge, name="judge"),
    path("judge/log/", judge.judgement_log, name="judge_log"),
    path("judge/log/<int:pk>/", judge.overrule_judgement, name="overrule"),
    path("kept/<str:key>/", saved_form.kept_form, name="kept"),
    path("lexicons/", lexicons.word_lists, name="lexicons"),
    path("rules/", handbook.usual_rules, name="rules"),
    path("rules/<slug:key>/", handbook.rules_of, name="rules_of"),
]
