"""URLs of registration, members, championships, rating runs, organisations and personal data."""

from django.urls import path

from tournament.federation.web import (
    backup,
    calendar,
    championships,
    contacts,
    erasure,
    members,
    organisations,
    rating_runs,
    register,
    registered_players,
    registration,
    registration_messages,
    registration_rules,
    registrations,
    sharing,
)
from tournament.web.addresses import EVENT, SITE

urlpatterns = [
    path("calendar/", calendar.calendars_page, name="calendars"),
    path("calendar/<int:organisation>/", calendar.calendar_page, name="calendar"),
    path("calendar/<int:organisation>/events.ics", calendar.calendar_file, name="calendar_file"),
    path(f"{SITE}register/", register.register_page, name="register"),
    path("registration/", register.find_registration, name="find_registration"),
    path("registration/<str:code>/", register.registration_page, name="registration"),
    path("people/<int:person>/contacts/", contacts.contacts_page, name="contacts"),
    path("people/<int:person>/file/", contacts.person_file, name="person_file"),
    path("organisation/contacts/", contacts.retention_page, name="keep_contacts"),
    path("people/<int:person>/share/", sharing.share_page, name="share_person"),
    path("people/offered/", sharing.offered_page, name="offered_persons"),
    path("people/offered/<int:share>/", sharing.answer_offer, name="answer_offer"),
    path("people/shared/<int:share>/end/", sharing.end_share, name="end_share"),
    path(f"{EVENT}registration/", registrations.registrations_page, name="registrations"),
    path(
        f"{EVENT}registration/change/",
        registrations.change_registrations,
        name="change_registrations",
    ),
    path(f"{EVENT}registration/add/", registered_players.add_players_page, name="add_registered"),
    path(
        f"{EVENT}registration/add/<slug:division>/",
        registered_players.identify_page,
        name="who_registered",
    ),
    path(f"{EVENT}registration/rules/", registration_rules.rules_page, name="registration_rules"),
    path(
        f"{EVENT}registration/questions/",
        registration_rules.questions_page,
        name="registration_questions",
    ),
    path(f"{EVENT}registration/cash/", registration.record_cash_page, name="paid_in_cash"),
    path(
        f"{EVENT}registration/messages/",
        registration_messages.messages_page,
        name="registration_messages",
    ),
    path(
        f"{EVENT}registration/<int:registration>/", registration.registered_page, name="registered"
    ),
    path("people/<int:person>/erase/", erasure.erase_page, name="erase_person"),
    path("organisations/", organisations.organisations_page, name="organisations"),
    path("organisations/new/", organisations.create_organisation_page, name="create_organisation"),
    path(
        "organisations/<int:organisation>/choose/",
        organisations.choose_organisation_page,
        name="choose_organisation",
    ),
    path(
        "organisations/<int:organisation>/leave/",
        organisations.leave_organisation_page,
        name="leave_organisation",
    ),
    path("organisation/backup/", backup.backup_page, name="backup"),
    path("organisation/backup/file/", backup.backup_file, name="backup_file"),
    path("organisations/backup/", backup.open_backup, name="open_backup"),
    path("championships/", championships.championships_page, name="championships"),
    path(
        "championships/<slug:championship>/",
        championships.change_championship_page,
        name="change_championship",
    ),
    path("championship/<slug:championship>/", championships.championship_page, name="championship"),
    path(
        "championship/<slug:championship>/table.<slug:file_format>",
        championships.championship_file,
        name="championship_file",
    ),
    path("ratings/runs/", rating_runs.runs_page, name="rating_runs"),
    path("ratings/runs/<int:run>/", rating_runs.run_page, name="rating_run"),
    path(
        "ratings/runs/<int:run>/report.<slug:file_format>",
        rating_runs.rating_run_file,
        name="rating_run_file",
    ),
    path("ratings/runs/<int:run>/undo/", rating_runs.undo_run_page, name="undo_rating_run"),
    path("members/", members.members_page, name="members"),
    path("members/<int:person>/", members.member_page, name="member"),
]
