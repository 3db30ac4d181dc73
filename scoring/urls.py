"""The addresses of the score pad."""

from django.urls import path

from scoring.views import deciding, entering, files, judge, live, new_game, pad

app_name = "scoring"

urlpatterns = [
    path("new/", new_game.new_game, name="new"),
    path("upload/", files.upload_games, name="upload"),
    path("upload/<int:pk>/", files.uploaded, name="uploaded"),
    path("upload/<int:pk>/save/", files.save_uploaded, name="save_uploaded"),
    path("upload/<int:pk>/stop/", files.stop_saving, name="stop_saving"),
    path("<int:pk>/", pad.pad, name="pad"),
    path("<int:pk>/game.gcg", files.game_file, name="game_file"),
    path("<int:pk>/board.svg", pad.board_svg, name="board_svg"),
    path("<int:pk>/live/", live.live, name="live"),
    path("<int:pk>/preview/", entering.preview, name="preview"),
    path("<int:pk>/turns/", entering.record, name="record"),
    path("<int:pk>/turns/last/take-back/", entering.take_back_last, name="take_back"),
    path("<int:pk>/turns/<int:entry>/", entering.correct, name="correct"),
    path("<int:pk>/turns/<int:entry>/before/", entering.insert, name="insert"),
    path("<int:pk>/turns/<int:entry>/take-out/", entering.take_out_turn, name="take_out"),
    path("<int:pk>/undo/", entering.undo_last, name="undo"),
    path("<int:pk>/redo/", entering.redo_last, name="redo"),
    path("<int:pk>/turns/<int:entry>/ruling/", deciding.rule_on, name="rule"),
    path("<int:pk>/judge/", judge.game_judge, name="game_judge"),
    path("<int:pk>/finish/", deciding.finish, name="finish"),
    path("<int:pk>/reopen/", deciding.reopen, name="reopen"),
    path("<int:pk>/signed/", deciding.sign, name="sign"),
    path("<int:pk>/not-signed/", deciding.unsign, name="unsign"),
]
