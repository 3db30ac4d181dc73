"""Log sentences for phones, clocks, notices, screens, kiosks and players' reports."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

from scoring.wording.sentence import Sentences, Wording
from tournament.wording.verbs import plain_verbs

_SENTENCES: Mapping[str, Wording] = {
    "request_challenge": _("{player} asks for a ruling on a challenge, board {board}."),
    "request_question": _("{player} has a question, board {board}."),
    "request_director": _("{player} needs the director, board {board}."),
    "request_no_board": _("{player} needs the director."),
    "request_leave": _("{player} wants to leave after round {round}."),
    "request_no_phone": _("{player} wants to play without a phone."),
    "request_seen": _("Seen: {what}"),
    "request_done": _("Taken down: {what}"),
    "request_granted": _("Granted: {what}"),
    "request_declined": _("Declined: {what}"),
    "open_kiosk": _("A kiosk of {event} is opened."),
    "end_kiosk": _("A kiosk of {event} is ended."),
    "renew_code": _("{player}, division {division}, has a new code."),
    "report_result": _("{player} reports for round {round}, {pairing}: {result}."),
    "confirm_report": _("{player} confirms for round {round}, {pairing}: {result}."),
    "report_differs": _(
        "{player} reports for round {round}, {pairing}: {result}. The other player reported something "
        "else; nothing counts until the director decides."
    ),
    "division_reports": _("Players of division {division} report results."),
    "division_reports_off": _("Players of division {division} report no results."),
    "round_reports": _("Players report results of round {round} of division {division}."),
    "round_reports_off": _("Players report no results of round {round} of division {division}."),
    "player_reports": _("{player}, division {division}, reports results."),
    "player_reports_off": _("{player}, division {division}, reports no results."),
    "phone_again": _("{player} takes part by phone again."),
    "choose_address": _("Codes and papers lead to {address}."),
    "let_phones_in": _("Phones are let in at {address}."),
    "close_to_phones": _("Phones are no longer let in."),
    "moved_door": _("The address for phones is now {address}; it was {old}."),
    "left_network": _("The laptop left the network in which phones reached it at {old}."),
    "start_clock": _("Clock of round {round}, division {division}, started: {minutes} minutes."),
    "pause_clock": _("Clock of round {round}, division {division}, paused."),
    "resume_clock": _("Clock of round {round}, division {division}, runs on."),
    "change_clock": _("Clock of round {round}, division {division}, changed: {minutes} minutes."),
    "stop_clock": _("Clock of round {round}, division {division}, stopped."),
    "post_notice": _("Notice for {where}: {notice}."),
    "take_down_notice": _("Notice for {where} taken down: {notice}."),
    "notice_pairings": _("pairings at {time}"),
    "notice_start": _("the round starts at {time}"),
    "notice_lunch": _("lunch until {time}"),
    "notice_break": _("break until {time}"),
    "set_screen": _("{screen} set: what it shows, and how."),
    "show_on_screens": _("Screens of {where} show now: {what}."),
    "screens_as_usual": _("Screens of {where} rotate as usual again."),
    "remove_screen": _("{screen} removed."),
    "show_site": _("The public site is on: everybody may open it."),
    "hide_site": _("The public site is off: nobody may open it."),
}
LOG = Sentences(_SENTENCES)
VERBS: Mapping[str, str] = {
    **plain_verbs("""
        change_clock close_to_phones end_kiosk hide_site let_phones_in let_players_report open_kiosk
        pause_clock post_notice remove_screen resume_clock set_screen show_on_screens show_site start_clock stop_clock
    """),
    "choose_address": _("Choose the address of codes"),
    "confirm_report": _("Player confirms a result"),
    "move_door": _("Change phone address"),
    "phone_again": _("Return to phone reports"),
    "renew_code": _("Renew code of a player"),
    "report_result": _("Player reports a result"),
    "request": _("Player request to the director"),
    "settle_request": _("Settle a player's request"),
    "take_down_notice": _("Take notice down"),
}
"""The English name of each kind of action."""
