"""The URLs of the score pad, the dispute desk, the handbook and the word judge."""

from django.urls import include, path

from scoring.views import (
    dispute,
    files,
    handbook,
    judge,
    lexicons,
    live,
    new_dispute,
    one_play,
    pad,
    photos,
    practice,
    rulings,
    saved_form,
    sheet_rulings,
    turn_entry,
)

score_pad = [
    path("new/", pad.new_game, name="new"),
    path("upload/", files.upload_games, name="upload"),
    path("upload/marked/", files.remove_selected_uploads, name="remove_uploads"),
    path("upload/<int:pk>/", files.upload_findings, name="uploaded"),
    path("upload/<int:pk>/save/", files.save_uploaded_games, name="save_uploaded"),
    path("upload/<int:pk>/stop/", files.stop_saving, name="stop_saving"),
    path("<int:pk>/", pad.pad, name="pad"),
    path("<int:pk>/files/", files.game_files, name="game_files"),
    path("practice/", practice.start_practice, name="practise"),
    path("<int:pk>/practice/", practice.practice_result_page, name="practice"),
    path("<int:pk>/photos/", photos.photos, name="photos"),
    path("<int:pk>/photos/<int:shown>/", photos.photo, name="photo"),
    path("<int:pk>/photos/<int:shown>/remove/", photos.delete_photo, name="remove_photo"),
    path("<int:pk>/game.gcg", files.game_file, name="game_file"),
    path("<int:pk>/board.svg", pad.board_svg, name="board_svg"),
    path("<int:pk>/live/", live.live_changes, name="live"),
    path("<int:pk>/preview/", turn_entry.preview_line, name="preview"),
    path("<int:pk>/turns/", turn_entry.record_line, name="record"),
    path("<int:pk>/turns/last/take-back/", turn_entry.take_back_last, name="take_back"),
    path("<int:pk>/turns/<int:entry>/", turn_entry.correct_turn_with_line, name="correct"),
    path("<int:pk>/turns/<int:entry>/before/", turn_entry.insert_line, name="insert"),
    path("<int:pk>/turns/<int:entry>/take-out/", turn_entry.remove_entered_turn, name="take_out"),
    path("<int:pk>/turns/<int:entry>/notes/", turn_entry.annotate_turn, name="annotate"),
    path(
        "<int:pk>/turns/<int:entry>/finished/",
        rulings.correct_turn_of_finished_game,
        name="correct_finished",
    ),
    path("<int:pk>/finished/undo/", rulings.undo_correction, name="undo_correction"),
    path("<int:pk>/undo/", turn_entry.undo_last, name="undo"),
    path("<int:pk>/redo/", turn_entry.redo_last, name="redo"),
    path("<int:pk>/turns/<int:entry>/ruling/", rulings.rule_on, name="rule"),
    path("<int:pk>/judge/", judge.game_judge, name="game_judge"),
    path("<int:pk>/finish/", rulings.finish, name="finish"),
    path("<int:pk>/reopen/", rulings.reopen, name="reopen"),
    path("<int:pk>/signed/", rulings.sign_game_slip, name="sign"),
    path("<int:pk>/not-signed/", rulings.unsign_game_slip, name="unsign"),
]
dispute_desk = [
    path("check/", one_play.check_score, name="check"),
    path("disputes/new/", new_dispute.new_dispute, name="new"),
    path("games/<int:pk>/dispute/", dispute.dispute, name="game"),
    path("games/<int:pk>/dispute/sheets/", dispute.save_sheets, name="sheets"),
    path("games/<int:pk>/dispute/rulings/", dispute.rule_on_all, name="rule_all"),
    path("games/<int:pk>/dispute/rows/", sheet_rulings.rule_on_sheet_row, name="rule_row"),
    path("games/<int:pk>/dispute/final/", sheet_rulings.settle_dispute, name="settle"),
    path("games/<int:pk>/dispute/rulings/<int:entry>/", dispute.rule_on, name="rule"),
]
hall = [
    path("alive/", live.ping, name="alive"),
    path("judge/", judge.word_judge, name="judge"),
    path("judge/log/", judge.judgement_log, name="judge_log"),
    path("judge/log/<int:pk>/", judge.overrule_judgement, name="overrule"),
    path("kept/<str:key>/", saved_form.show_saved_form, name="kept"),
    path("lexicons/", lexicons.word_lists, name="lexicons"),
    path("lexicons/marked/", lexicons.remove_selected_lists, name="remove_lexicons"),
    path("rules/", handbook.default_rules, name="rules"),
    path("rules/<slug:key>/", handbook.rules_page, name="rules_of"),
]

urlpatterns = [
    path("games/", include((score_pad, "scoring"))),
    path("", include((hall, "handbook"))),
    path("", include((dispute_desk, "dispute"))),
]
