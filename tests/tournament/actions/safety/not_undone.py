"""Verbs of the log that cannot be undone, by reason. Every other verb is undone in a test."""

_WHY = {
    "it takes something back itself, and the action it takes back is done once more": """
        undo redo reopen_event reopen_game unsign_slip take_ruling_back take_down_notice undo_rating
        undo_run end_apart end_api_key end_kiosk end_membership end_offer end_practice end_publishing
        end_second_factor end_sharing end_unattended withdraw_invitation withdraw_rating_list withdraw_rating_lists
        resume_publishing phone_again close_to_phones revoke_payment
    """,
    "another action takes it back and keeps that it was done: Reopen, End, Withdraw, Undo rating, Undo run, Stop": """
        take_payment
        close_event finish_game rate_division run_ratings sign_slip rule keep_apart invite make_api_key open_kiosk
        post_notice let_phones_in set_unattended set_publishing schedule_publishing add_rating_list set_second_factor
        offer_person stop_publishing judge overrule
    """,
    "it is a setting with its earlier value in the log: the same form changes it back": """
        change_rules change_championship change_prize change_role rename_division rename_event rename_organisation
        set_registration set_seating set_look set_logo set_screen set_prize_winner show_on_screens show_standings
        set_season_rule
        plan_rounds order_prizes cut_classes join_club let_players_report name_word_list choose_address move_door
        keep_contacts_for change_contacts correct_person note_for_body save_columns annotate point_channel point_slot
        set_fee set_questions
        renew_code move_entry rule_on_row agree_final show_site hide_site turn_stream_on turn_stream_off
    """,
    "what it makes is removed where it stands, while nothing depends on it": """
        create_event create_division create_club create_championship create_organisation add_prize add_prizes
        import_event import_division import_organisation import_lexicon next_session open_game add_photo keep_pack
        keep_incoming take_in choose stop
    """,
    "it removes what nothing depends on, or what is to be gone; a snapshot has it": """
        remove_division remove_event remove_practice_event remove_prize remove_prizes remove_clubs remove_snapshots
        remove_uploads remove_lexicons remove_screen remove_pack remove_photo remove_logo delete_slot
        merge_persons merge_clubs forget_contacts erase_person erase_again
    """,
    "it is undone on the score pad: the game there decides what its board has": """
        start_game post_recorded_result withdraw_recorded_result
    """,
    "somebody else's decision, who decides again": """
        accept_invitation accept_person person_accepted decline_person person_declined accept_registration
        move_up_registration register change_registration end_registration request settle_request
        make_director
    """,
    "what was printed and signed stays as it was": "print_recount",
    "what was sent or told to somebody stays so": "send_messages deliver_by_hand keep_messages write_again",
    "Undo of adding the players, or taking the player out, unlinks the registration": "link_registered",
    "a file is read once; its turns are taken back on the pad one by one": "record_games_turns",
    "a snapshot was taken just before: that is restored": "restore_snapshot",
    "a secret that is gone cannot come back": "reset_password renew_recovery_codes use_recovery_code",
    "it writes into the log alone": """
        hold_account hold_more hold_shared hold_second_factor look_at_contacts look_at_messages look_at_registration
        record_print refuse_unattended
        result_flips take_person_file
    """,
}
NOT_UNDONE = {verb: why for why, verbs in _WHY.items() for verb in verbs.split()}
