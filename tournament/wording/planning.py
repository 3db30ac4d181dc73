"""Sentences about planning a round: problems, comparisons, refusals and proposed plans.

They are never stored. Parameters are as in `tournament.wording.pairing`.
"""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.wording.sentence import PluralSentence, Wording

PROBLEMS: Mapping[str, Wording] = {
    "twice": _("{numbers:names} is in this round more than once."),
    "himself": _("{numbers:names} cannot be paired with themselves."),
    "left_out": _("{numbers:names} has neither an opponent nor the bye."),
    "unknown": _("There is no player number {numbers:numbers} in this division."),
    "not_there": _("{numbers:names} is withdrawn or absent this round."),
    "board_twice": _("Board {board} has more than one pairing."),
    "apart": _("{numbers:names} are kept apart and cannot meet."),
    "should_not_meet": _("{numbers:names} should be kept apart if possible."),
    "not_as_set": _("{numbers:names} were set to meet but do not."),
    "no_bye_as_set": _("{numbers:names} was set to have the bye but does not."),
    "repeat": _("{numbers:names} have met before, in {rounds:rounds}."),
    "second_bye": _("{numbers:names} has already had a bye, in {rounds:rounds}."),
    "several_byes": _(
        "Several players have the bye in this round: {numbers:names}. Two of them could meet."
    ),
    "many_left_out": _(
        "{players} players have neither an opponent nor the bye: {named:comma_names} and "
        "{others} more."
    ),
}

UNUSUAL_PAIRINGS: Mapping[str, Wording] = {
    "leader_far": _(
        "{entry:name} ({place:ordinal}) meets {opponent:name} ({other:ordinal}), {wins:wins} "
        "apart. A nearer opponent is possible at no extra cost."
    ),
    "last_round_not_first_and_second": _(
        "{one:name} and {other:name}, first and second, do not meet in the last round."
    ),
    "gibsonized_meets_contender": _(
        "{entry:name} is gibsonized and meets {opponent:name}, who can still win a prize, "
        "although there are players who no longer can."
    ),
    "floats_again": _(
        "{players} of the {floating} players who meet an opponent with a different number of wins "
        "floated in the same direction in the previous round."
    ),
    "first_again": _("Going first for the third time in a row: {entries:some_names}."),
    "second_again": _("Going second for the third time in a row: {entries:some_names}."),
}

COMPARISONS: Mapping[str, Wording] = {
    "are_kept_apart": _("{one:name} and {other:name} are kept apart."),
    "would_meet_again": _("{one:name} and {other:name} would meet again, after {rounds:rounds}."),
    "would_not_meet_again": _("{one:name} and {other:name} would not meet again."),
    "would_have_bye_again": _("{entry:name} would have the bye again."),
    "would_not_have_bye_again": _("{entry:name} would not have the bye again."),
    "would_break_wish": _(
        "{one:name} and {other:name} would meet, although they should be kept apart if possible."
    ),
    "wins_apart": _(
        "Added up over all boards, opponents would be {wins:wins} apart instead of {now:halves}."
    ),
    "places_apart": _(
        "Added up over all boards, opponents would be {places} places apart instead of {now}."
    ),
    "many_out_of_balance": PluralSentence(
        "players",
        lambda players: ngettext(
            "{players} player would have firsts and seconds that differ by two or more, instead "
            "of {now}.",
            "{players} players would have firsts and seconds that differ by two or more, "
            "instead of {now}.",
            players,
        ),
    ),
    "out_of_balance": _("{entry:name} would have gone first {firsts} and second {seconds} times."),
    "boards_would_change": PluralSentence(
        "boards",
        lambda boards: ngettext(
            "{boards} other board would change.", "{boards} other boards would change.", boards
        ),
    ),
    "no_board_would_change": _("No other board would change."),
    "would_meet": _("{entry:name} would meet {opponent:name}."),
    "would_have_bye": _("{entry:name} would have the bye."),
    "out_of_turn": _(
        "The round follows a table in which all players meet in turn. If you change it, some "
        "players will meet twice or not at all later."
    ),
    "costs_nothing": _("The change would cost nothing."),
    "choose_two": _("Choose two different players."),
    "does_not_play": _("{entry:name} does not play in this round."),
    "meets_already": _("{one:name} already meets {other:name} in this round."),
    "never_meet": _("{one:name} and {other:name} are kept apart and never meet."),
    "with_the_two_fixed": _("If these two players meet: {refusal:sentences}"),
}

CONFLICTS: Mapping[str, Wording] = {
    "nobody_may_have_bye": PluralSentence(
        "players",
        lambda players: ngettext(
            "There is {players} player to pair, but no bye is allowed: {entries:some_names}. "
            "Allow a bye, or add or leave out a player.",
            "There are {players} players to pair, but no bye is allowed: {entries:some_names}. "
            "Allow a bye, or add or leave out a player.",
            players,
        ),
    ),
    "only_two_apart": _(
        "Only {one:name} and {other:name} are left to pair, and they are kept apart."
    ),
    "only_two_met": _(
        "Only {one:name} and {other:name} are left to pair, and they have already met "
        "{times:times}."
    ),
    "cannot_be_paired": _("No pairing includes {entries:some_names}, whatever the other pairings."),
    "can_meet_nobody": _("No opponent is available for {entries:some_names}."),
    "can_meet_only": _("{entries:some_names} can meet only {rivals:some_names}."),
    "each_other": _("{entries:some_names} can meet only each other"),
    "groups": _("{groups:semicolons}: one of them is left over."),
    "groups_or_rivals": _("{groups:semicolons}, or {rivals:some_names}: one of them is left over."),
    "groups_and_singles": _(
        "{groups:semicolons}, or {rivals:some_names}; {singles:some_names} can meet only "
        "{rivals:some_names}: one of them is left over."
    ),
    "let_meet_again": _("Allow repeats between players who have met {times:times}."),
    "let_meet": _("Let {pairs:alternatives} meet."),
    "the_two": _("{one:name} and {other:name}"),
    "give_up_some_apart": _("Allow some of the pairs kept apart to meet."),
    "change_what_is_set": _("Change the pairings and byes you fixed."),
    "let_more_in": _("Include more players, or pair this round by hand."),
}

FIXED_PAIRINGS: Mapping[str, Wording] = {
    "set_unknown": _(
        "There is no player number {number} in this division. Remove it from the fixed pairings."
    ),
    "set_absent": _(
        "{entry:name} is withdrawn or absent in round {round} but has a fixed pairing or bye in "
        "it. Remove that, or bring the player back."
    ),
    "set_twice": _("{entry:name} has more than one fixed pairing or bye. Keep one of them."),
    "set_apart": _(
        "{one:name} and {other:name} are kept apart and cannot be paired. Remove the fixed "
        "pairing, or let them meet."
    ),
    "set_bye": _("No bye is allowed, but you fixed one: {entries:comma_names}. Allow byes."),
}

BY_HAND: Mapping[str, Wording] = {
    "in_line": _("Line {line}: {problem:message}"),
    "nobody_called": _("There is no player “{text:text}” in this division."),
    "not_a_pair": _("“{text:text}” names {players} players; a pair has two."),
    "no_part_of_round": _("“{text:text}” is not part of a round."),
    "swap_two": _("Choose two players to swap."),
    "boards_from_one": _("Boards are numbered from 1."),
    "sits_out_already": _("That player already has the bye."),
    "unpair_first": _(
        "Only two players without an opponent can be paired. Unpair the players first."
    ),
    "pair_is_two": _("Choose two players to pair."),
    "two_meet_already": _("These two players already meet."),
    "no_such_board": _("There is no board {board} in this round."),
    "not_in_round": _("Player number {number} is not in this round."),
    "choose_players_and_boards": _("Choose the players and boards, then press the button."),
    "choose_change": _("Choose one of the changes."),
    "type_a_change": _("Type a pair, such as 3 5, or a bye, such as 7 bye."),
}

REFUSALS: Mapping[str, Wording] = {
    "no_such_method": _('There is no pairing method "{method:text}". Methods: {methods:commas}.'),
    "no_such_option": _("{method:label} has no option {options:commas}. Options: {known:commas}."),
    "no_options": _("{method:label} takes no options. Remove {options:commas}."),
    "wrong_options": _("{method:label}: {wrong:sentences}"),
    "wrong_choice": _("“{option:text}” must be one of {choices:commas}, not {value:text}."),
    "wrong_value": _("“{option:text}” must be {wanted:message}, not {value:text}."),
    "a_number": _("a whole number"),
    "a_number_to": _("a whole number from 0 to {most:thousands}"),
    "nothing": _("nothing"),
    "true_or_false": _("true or false"),
    "a_text": _("a line of text"),
    "a_list_of_numbers": _("a list of whole numbers"),
    "a_list_of_pairs": _("a list of pairs of numbers"),
    "source_too_late": _(
        "Round {round} cannot be paired on the standings after round {after}. Choose an earlier "
        "round."
    ),
    "results_missing": _(
        "Results are missing in round {round}: {boards:first_few}. Enter them or pair on the "
        "standings after round {before}."
    ),
    "results_missing_first": _(
        "Results are missing in round {round}: {boards:first_few}. Enter them, or pair in order "
        "of seeds."
    ),
    "one_against_other": _("{one:name} against {other:name}"),
    "fault": _(
        "{method:label} could not pair this round because of an error in Ninetimer. "
        "{fault:text} Choose another method or other options, or pair the round by hand."
    ),
    "cannot_be_saved": _(
        "{method:label} produced a round that cannot be saved. {problems:sentences}"
    ),
}

METHODS: Mapping[str, Wording] = {
    "table_unknown": _(
        "The table contains numbers that no player in this division has: {numbers:commas}. Remove "
        "them from the field."
    ),
    "table_twice": _("The table contains a player twice. Name every player in the field once."),
    "table_bye": _(
        "{entries:comma_names} would have no opponent in the table, but byes are not allowed. "
        "Allow byes, or pair this round by another method."
    ),
    "robin_too_few": _("A round robin needs at least two players. Add players first."),
    "robin_over": _(
        "With {players} players, each cycle takes {rounds} rounds. Cycles planned from round "
        "{first}: {cycles}; they end with round {last}. Round {round} needs another cycle or "
        "another method."
    ),
    "bracket_too_few": _("A bracket needs at least two players. Add players first."),
    "bracket_list": _(
        "The listed order must name each of the {players} players once and have {size} places "
        "from the top of the bracket down, with 0 for an empty place."
    ),
    "elimination_too_few": _("Double elimination needs at least two players. Add players first."),
    "elimination_early": _(
        "Double elimination begins with round {first}. Pair earlier rounds by another method."
    ),
    "elimination_over": _(
        "Only {entry:name} is left in the double elimination. Pair this round by another method."
    ),
    "elimination_nobody": _(
        "No player is left in the double elimination. Pair this round by another method."
    ),
    "ladder_size": _("A group of a ladder needs at least two players."),
    "ladder_early": _(
        "The ladder begins with round {first}. Pair earlier rounds by another method."
    ),
    "ladder_result": _(
        "The previous block is not finished: {one:name} against {other:name} has no result in "
        "round {round}. Enter it first."
    ),
    "parts_size": _(
        "The top must have at least 2 players and leave some for the rest; {size} of {players} "
        "is not possible."
    ),
    "parts_across": _(
        "{one:name} and {other:name} are fixed to meet but belong to different parts. Remove "
        "the fixed pairing, or pair all players by one method."
    ),
    "bracket_games": _("A match has at least one game. Set “Games in a match” to 1 or more."),
    "bracket_over": _(
        "With {players} players, the bracket takes rounds {first} to {last}. Round {round} "
        "needs another method."
    ),
    "bracket_result": _(
        "The match of {match:names} has no result for {entry:name} in round {round}. Enter it "
        "first."
    ),
    "fontes_odd": _(
        "Initial Fontes needs an odd number of rounds, 3, 5 or 7, not {rounds}. Use {below} or "
        "{above}."
    ),
    "fontes_over": _(
        "The initial rounds are rounds {first} to {last}. Round {round} needs another method."
    ),
    "fontes_too_few": _(
        "{rounds} initial rounds need at least {rounds} players, but there are {players}. Play "
        "fewer initial rounds, or a round robin."
    ),
    "queen_factor": _("Queen of the hill needs a factor of at least 1."),
    "factor_factor": _("Factor pairing needs a factor of at least 1."),
    "interleaved_too_few": _("An interleaved round robin needs at least two players."),
    "interleaved_over": _(
        "{odd} odd and {even} even seeds need {rounds} rounds, {first} to {last}. Round {round} "
        "needs another method."
    ),
    "teams_games_too_few": _(
        "Members of different teams must meet at least once. Set “Games” to 1 or more."
    ),
    "teams_over": _(
        "{teams} teams of up to {members} members need {rounds} rounds, {first} to {last}. "
        "Round {round} needs another method."
    ),
    "teams_missing": _(
        "In a team round robin, every player needs a team. Without a team: {entries:comma_names}."
    ),
    "teams_none": _(
        "A team round robin needs an even number of teams, but there are no teams. Put the "
        "players into two, four or another even number of teams."
    ),
    "teams_odd": _(
        "A team round robin needs an even number of teams, but there are {teams} "
        "({names:commas}). Put the players into two, four or another even number of teams."
    ),
    "cop_rounds": _(
        "COP looks ahead to the last round. First set the number of rounds of the division."
    ),
    "cop_futures": _(
        "“Simulations of the division” must be between 1 and {most:thousands}, not {futures}."
    ),
    "cop_control_futures": _(
        "“Simulations for loss of control” must be between 1 and {most:thousands}, not {futures}."
    ),
    "cop_hope": _("“Minimum chance, in %” needs at least one number from 0 to 100."),
    "cop_loss": _(
        "“Threshold for loss of control, in %” must be between 1 and 100, not {percent}."
    ),
    "cop_too_many": _(
        "COP can look ahead for at most {most:thousands} players. Split the division."
    ),
    "chew_rounds": _(
        "Chew pairings need to know who can still win a prize. First set the number of rounds "
        "of the division."
    ),
    "chew_caps": _("“Maximum players in a flight” needs at least one number, each 2 or more."),
}

PLANS: Mapping[str, Wording] = {
    "no_such_source": _(
        "“{text:text}” is not a source of standings. Write previous, one earlier, seeds, or "
        "round 4."
    ),
    "rounds_backwards": _("Rounds {first} to {last} run backwards. Put the smaller number first."),
    "round_published": _(
        "Round {published} is already published. Plan round {next} and later rounds."
    ),
    "beyond_last": _(
        "The division has {rounds} rounds, so round {round} cannot be planned. Change the number "
        "of rounds first."
    ),
    "beyond_most": _(
        "The division cannot have more than {rounds} rounds, so round {round} cannot be planned. "
        "Change the number of rounds first."
    ),
    "source_not_before": _(
        "Round {round} cannot be paired on the standings after round {after}. Choose an earlier "
        "round."
    ),
    "too_few_for_plan": _(
        "An event needs at least two players. Add the players first, then propose a plan."
    ),
    "too_many_for_plan": _("{players} players are too many for one division. Split it."),
    "rounds_for_plan": _("A plan can have 1 to {most} rounds, not {rounds}."),
    "plan_robin": _("{players} players meet each other {times:times} in {rounds} rounds."),
    "plan_all_met": _(
        "All players have met each other, so the remaining rounds follow the standings."
    ),
    "plan_last_round": _(
        "In the last round, neighbours in the standings meet and decide the places, even if they "
        "have already met."
    ),
    "plan_drawn": _("One round is drawn by lot."),
    "plan_fontes": _(
        "Groups of {size}, with one player from each part of the seed list, sort the field; "
        "rounds 1 to {rounds} can be published together."
    ),
    "plan_swiss": _("Players with equal wins meet, without repeats if possible."),
    "plan_swiss_halves": _(
        "Players with equal wins meet, top half against bottom half, without repeats if possible."
    ),
    "plan_swiss_again": _(
        "Players with equal wins meet; two players may meet again {times:times} if that keeps "
        "opponents close in the standings."
    ),
    "plan_cop": _(
        "In the last quarter of the rounds, COP simulates the rest of the event many times. "
        "Players who can still win a prize meet the opponents they must beat, even if they have "
        "already met."
    ),
    "plan_factor": _(
        "The leaders meet the players just below them who can still catch up, even if they have "
        "already met."
    ),
}

NOT_STORED: Mapping[str, Wording] = {
    **PROBLEMS,
    **UNUSUAL_PAIRINGS,
    **COMPARISONS,
    **CONFLICTS,
    **FIXED_PAIRINGS,
    **BY_HAND,
    **REFUSALS,
    **METHODS,
    **PLANS,
}
