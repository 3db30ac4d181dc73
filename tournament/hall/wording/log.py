"""Log sentences for phones, clocks, notices, screens, kiosks and players' reports."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

from scoring.wording.sentence import SentenceTable, Wording
from tournament.wording.verbs import plain_verbs

_SENTENCES: Mapping[str, Wording] = {
    "request_challenge": _("{player} asks for a ruling on a challenge, board {board}."),
    "request_question": _("{player} has a question, board {board}."),
    "request_director": _("{player} needs the director, board {board}."),
    "request_no_board": _("{player} needs the director."),
    "request_leave": _("{player} wants to leave after round {round}."),
    "request_no_phone": _("{player} wants to play without a phone."),
    "request_seen": _("Marked as seen: {what}"),
    "request_done": _("Marked as done: {what}"),
    "request_granted": _("Granted: {what}"),
    "request_declined": _("Declined: {what}"),
    "open_kiosk": _("Kiosk of {event} opened."),
    "end_kiosk": _("Kiosk of {event} closed."),
    "renew_code": _("{player}, division {division}, has a new code."),
    "report_result": _("{player} reported a result for round {round}, {pairing}: {result}."),
    "confirm_report": _("{player} confirmed a result for round {round}, {pairing}: {result}."),
    "report_differs": _(
        "{player} reported a result for round {round}, {pairing}: {result}. The other player reported a "
        "different result; nothing counts until the director decides."
    ),
    "division_reports": _("Players of division {division} can report results."),
    "division_reports_off": _("Players of division {division} can no longer report results."),
    "round_reports": _("Players can report results of round {round} of division {division}."),
    "round_reports_off": _(
        "Players can no longer report results of round {round} of division {division}."
    ),
    "player_reports": _("{player}, division {division}, can report results."),
    "player_reports_off": _("{player}, division {division}, can no longer report results."),
    "phone_again": _("{player} can use a phone again."),
    "choose_address": _("Codes and papers lead to {address}."),
    "let_phones_in": _("Phones have access at {address}."),
    "close_to_phones": _("Phones no longer have access."),
    "moved_door": _("The address for phones is now {address}; it was {old}."),
    "left_network": _("The laptop left the network on which phones reached it at {old}."),
    "start_clock": _("Clock of round {round}, division {division}, started: {minutes} minutes."),
    "pause_clock": _("Clock of round {round}, division {division}, paused."),
    "resume_clock": _("Clock of round {round}, division {division}, resumed."),
    "change_clock": _("Clock of round {round}, division {division}, changed: {minutes} minutes."),
    "stop_clock": _("Clock of round {round}, division {division}, stopped."),
    "post_notice": _("Notice for {where}: {notice}."),
    "take_down_notice": _("Notice for {where} taken down: {notice}."),
    "notice_pairings": _("pairings at {time}"),
    "notice_start": _("the round starts at {time}"),
    "notice_lunch": _("lunch until {time}"),
    "notice_break": _("break until {time}"),
    "set_screen": _("{screen} set up."),
    "show_on_screens": _("Screens of {where} now show: {what}."),
    "screens_as_usual": _("Screens of {where} returned to the usual rotation."),
    "remove_screen": _("{screen} removed."),
    "show_site": _("The public site is on: everybody can open it."),
    "hide_site": _("The public site is off: it is hidden from everybody."),
}
LOG = SentenceTable(_SENTENCES)
VERBS: Mapping[str, str] = {
    **plain_verbs("""
        change_clock hide_site let_players_report open_kiosk
        pause_clock post_notice remove_screen resume_clock set_screen show_on_screens show_site start_clock stop_clock
    """),
    "end_kiosk": _("Close kiosk"),
    "let_phones_in": _("Allow phone access"),
    "close_to_phones": _("End phone access"),
    "choose_address": _("Choose the address for codes"),
    "confirm_report": _("Player confirms a result"),
    "move_door": _("Change the address for phones"),
    "phone_again": _("Allow a player's phone again"),
    "renew_code": _("Renew a player's code"),
    "report_result": _("Player reports a result"),
    "request": _("Player request to the director"),
    "settle_request": _("Settle a player's request"),
    "take_down_notice": _("Take down notice"),
}
"""The English name of each kind of action."""
