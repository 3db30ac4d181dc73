"""Sentences about pairings by code, for the engine and the actions.

A parameter is in braces, with its format after a colon
(`tournament.wording.parameter_formats`). Parts of sentences, such as `3 wins each`, have
codes of their own and are used as parameters.
"""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.wording.sentence import PluralSentence, Wording
from tournament.wording.concessions import CONCESSIONS
from tournament.wording.planning import NOT_STORED

VERBATIM: Mapping[str, Wording] = {"text": "{text:text}"}
"""The wording of a sentence kept verbatim, as stored in archives of the first version."""

WHO_MEETS: Mapping[str, Wording] = {
    "seeds": _("seed {one} against seed {other}"),
    "wins_each": _("{wins:wins} each"),
    "wins_against": _("{wins:wins} against {other:halves}"),
    "places": _("place {one} against place {other}"),
    "seed_places": _("place {one} against place {other} in the seed list"),
    "by_place": _("{places:message}, {standing:message}"),
    "by_standing": _("{standing:message}, {places:message}"),
    "near_by_standing": _("{standing:message}, near each other in the standings"),
    "near_by_seed": _("{standing:message}, near each other by seed"),
    "halves": _("{standing:message}, top half against bottom half"),
    "highest_possible": _("{places:message}, {standing:message}, the highest possible opponent"),
    "factor": _("{places:message}, factor {factor}, {standing:message}"),
    "near_factor": _(
        "{places:message}, as near to factor {factor} as possible, {standing:message}"
    ),
    "swiss_below": _("{standing:message}, Swiss below place {place}"),
    "halves_below": _("{standing:message}, top half against bottom half below place {place}"),
    "quarters_upper": _("{places:message}, first quarter against second, {standing:message}"),
    "quarters_lower": _("{places:message}, third quarter against fourth, {standing:message}"),
    "quarters_near": _(
        "{places:message}, as near to the pairing by quarters as possible, {standing:message}"
    ),
    "float_alone": _("{entry:name} floats down: no other player has {wins:wins}"),
    "float_odd": _("{entry:name} floats down: {players} players have {wins:wins}, an odd number"),
    "float": _("{entry:name} floats down from the players with {wins:wins}"),
    "float_met": _("nearer, but met before: {entries:some_names}"),
    "float_others": _("nearer, but paired better with others: {entries:some_names}"),
    "drawn": _("drawn by lot"),
    "by_hand": _("by hand"),
    "by_director": _("set by the director"),
    "table_row": _("round {row} of the table"),
    "table_row_of_cycle": _("round {row} of the table, cycle {cycle}"),
    "no_opponent_in_table": _("no opponent in the table this round"),
    "both_without_opponent": _("both without an opponent in the table"),
    "spared_a_second_bye": _("no player in the group has a second bye"),
    "bracket": _("match {match} of {matches}, game {game} of {games}"),
    "elimination": _("match {match} of double elimination, game {game} of {games}"),
    "ladder": _("block {block} of the ladder, round {row} of {rounds} in the group"),
    "part_top": _("in the top {size}"),
    "part_rest": _("below the top {size}"),
    "fontes": _("round {row} of {rounds} in a group with one player from each band of seeds"),
    "odd_even": _("round {row} of odd against even seeds"),
    "teams": _("team against team, member {member} of {members}"),
    "teams_games": _("team against team, member {member} of {members}, game {game} of {games}"),
}

EARLIER_MEETINGS: Mapping[str, Wording] = {
    "not_met": _("have not met"),
    "met_in": _("met in {rounds:rounds}"),
    "met_in_why": _("met in {rounds:rounds}: {why:message}"),
    "avoiding_costs_wins": _(
        "otherwise {entry:name} ({place:ordinal}) would meet {opponent:name} ({other:ordinal}), "
        "{wins:wins} apart"
    ),
    "avoiding_costs_places": PluralSentence(
        "places",
        lambda places: ngettext(
            "otherwise {entry:name} ({place:ordinal}) would meet {opponent:name} "
            "({other:ordinal}), {places} place apart",
            "otherwise {entry:name} ({place:ordinal}) would meet {opponent:name} "
            "({other:ordinal}), {places} places apart",
            places,
        ),
    ),
    "counted_anew": _("repeats count from round {since} on"),
    "within_price": _("the plan lets players meet again in this round"),
    "strictly_by_place": _("the method pairs strictly by place"),
    "met_everybody": _("{entry:name} has met all available opponents"),
    "fewest_repeats": _("no pairing of this round has fewer repeats"),
    "fewest_among_contenders": _(
        "no pairing of the players in contention for {prize:message} has fewer repeats"
    ),
    "fewest_among_left": _("no pairing of the remaining players has fewer repeats"),
    "lightest": _("without this repeat, the pairings would have a greater total weight"),
    "forced": _("{demands:all}"),
    "starts_even_out": _("their firsts and seconds even out"),
    "mates_meet": _("both in {team:text}; avoiding this costs more than the plan allows"),
    "wished_apart": _("should be kept apart, but no pairing with as few repeats allows it"),
    "wished_apart_always": _("should be kept apart, but no pairing allows it"),
    "wished_apart_why": _("should be kept apart: {why:message}"),
    "as_few_meetings": _(
        "in every pairing with as few repeats and earlier meetings, some players meet who should "
        "be kept apart"
    ),
    "as_few_meetings_and_byes": _(
        "in every pairing with as few repeats, earlier meetings and second byes, some players "
        "meet who should be kept apart"
    ),
    "as_few_repeats_and_byes": _(
        "in every pairing with as few repeats and second byes, some players meet who should be "
        "kept apart"
    ),
    "as_few_byes": _(
        "in every pairing with as few second byes, some players meet who should be kept apart"
    ),
    "as_this_bye": _(
        "in every pairing with the same bye, some players meet who should be kept apart"
    ),
    "meet_again": _("{one:name} and {other:name} meet again after {rounds:rounds}: {why:message}."),
    "wish_broken": _(
        "{one:name} and {other:name} meet although they should be kept apart if possible: in "
        "every pairing with as few repeats, some players meet who should be kept apart."
    ),
    "wish_broken_in_flight": _(
        "{one:name} and {other:name} meet although they should be kept apart if possible: in "
        "every pairing of their flight with as few repeats, some players meet who should be kept "
        "apart."
    ),
    "wish_broken_always": _(
        "{one:name} and {other:name} meet although they should be kept apart if possible: in "
        "every pairing, some players meet who should be kept apart."
    ),
    "wish_broken_why": _(
        "{one:name} and {other:name} meet although they should be kept apart if possible: "
        "{why:message}."
    ),
    "not_proved": _(
        "This field is too large to compare all pairings: no better round was found, but there "
        "may be one."
    ),
}

BYES: Mapping[str, Wording] = {
    "bye_lowest": _("lowest of the players with the fewest byes ({byes})"),
    "bye_highest": _("highest of the players with the fewest byes ({byes})"),
    "bye_had_more": _("has had more byes ({byes}) than others ({fewest})"),
    "bye_passed_over": _(
        "if {entry:name} had the bye, there would be more repeats, or more players would meet who "
        "should be kept apart"
    ),
    "bye_keeps_wins_close": _("if {entry:name} had the bye, opponents would differ more in wins"),
    "bye_gibsonized": _("gibsonized, and so no longer playing for a prize"),
    "bye_again": _("{entry:name} has the bye again after {rounds:rounds}: {why:message}."),
}

WHO_IS_FIRST: Mapping[str, Wording] = {
    "first": _("first: {why:message}"),
    "first_counts": _("first: {why:message} ({one} to {other})"),
    "first_starts": _("first: {why:message} ({one:starts}; the other {other:starts})"),
    "fewer_firsts": _("has gone first less often"),
    "more_seconds": _("has gone second more often"),
    "balance": _("has gone first less often relative to the games played"),
    "head_to_head": _("went second when they last met"),
    "turn_about": _("went second in the last round in which only one of them did"),
    "by_table": _("as given in the pairing table"),
    "by_list": _("named first in the director’s list"),
    "listed": _("named first in the table or list that paired the round"),
}

PRIZES: Mapping[str, Wording] = {
    "place": _("{place:ordinal} place"),
    "place_range": _("places {first} to {last}"),
    "place_of_class": _("{places:message} of class {group:text}"),
    "class_prize": _("the prize of class {group:text}"),
}

GIBSONIZED: Mapping[str, Wording] = {
    "gibsonized": PluralSentence(
        "left",
        lambda left: ngettext(
            "{entry:name} is gibsonized for {prize:message}: {leads:all} with {left} round left.",
            "{entry:name} is gibsonized for {prize:message}: {leads:all} with {left} rounds left.",
            left,
        ),
    ),
    "gibsonized_by_spread": PluralSentence(
        "left",
        lambda left: ngettext(
            "{entry:name} is gibsonized for {prize:message}: {leads:all} with {left} round left; "
            "{spread} spread cannot be made up in it.",
            "{entry:name} is gibsonized for {prize:message}: {leads:all} with {left} rounds left; "
            "{spread} spread cannot be made up in them.",
            left,
        ),
    ),
    "ahead_of": _("{lead:message} ahead of {entry:name}"),
    "behind": _("{lead:message} behind {entry:name}"),
    "nobody_to_take_it": _("no other player can take it"),
    "lead_in_wins": _("{wins:wins}"),
    "lead_in_spread": _("{wins:wins} and {spread} spread"),
    "both_gibsonized": _("both gibsonized, and so paired with each other"),
    "gibsonized_meets_who_wins_nothing": _(
        "{one:name} is gibsonized, and {other:name} is the highest-ranked of the players met "
        "least often who can no longer win a prize"
    ),
    "gibsonized_meets_who_is_left": _(
        "{one:name} is gibsonized, and {other:name} is the highest-ranked of the remaining "
        "players met least often"
    ),
}

FLIGHTS: Mapping[str, Wording] = {
    "flight_joined": _(
        "The players in contention for {prize:message} cannot be paired with each other because "
        "some are kept apart, so other players join them."
    ),
    "rest_joined": _(
        "The players out of contention cannot be paired with each other because some are kept "
        "apart, so other players join them."
    ),
    "flight": _("{players} players are in the flight for {prize:message}."),
    "flight_capped": _(
        "{players} of the {contenders} contenders are in the flight for {prize:message}."
    ),
    "no_flight": _("{players} players are in no flight of contenders."),
    "both_play_for": _("both are in contention for {prize:message}"),
    "sure_of_more": _(
        "{entry:name} is sure of a higher prize and meets a contender for {prize:message}"
    ),
    "both_in_no_flight": _("in no flight of contenders"),
    "leader_caught": _(
        "{leader:name} leads for {prize:message} and meets {entry:name}, the lowest contender who "
        "can still catch up, with as few repeats as possible"
    ),
    "leader_left": _(
        "{leader:name} leads for {prize:message} and meets {entry:name}, the lowest contender "
        "left, with as few repeats as possible"
    ),
}

COP: Mapping[str, Wording] = {
    "played_out": PluralSentence(
        "bound",
        lambda bound: ngettext(
            "{futures:thousands} simulations of {rounds:message} were run with seed {seed}; "
            "leaders met opponents at most {bound} place below, and {percent} % of the "
            "simulations are enough to be in the running.",
            "{futures:thousands} simulations of {rounds:message} were run with seed {seed}; "
            "leaders met opponents at most {bound} places below, and {percent} % of the "
            "simulations are enough to be in the running.",
            bound,
        ),
    ),
    "last_round": _("the last round"),
    "last_rounds": _("the last {rounds} rounds"),
    "in_the_running": _(
        "Lowest player in the running for {prize:message}: {entry:name}, now in {place:ordinal} "
        "place (in {share:share} of simulations)."
    ),
    "lowest_prize": _("Lowest player who won a prize in any simulation: {entry:name}."),
    "nobody_loses_control": _("No player loses control."),
    "leader_settled": _(
        "There is no choice of opponent for {leader:name} in this round, so loss of control was "
        "not checked."
    ),
    "leader_always_wins": _(
        "{leader:name} came out ahead in every simulation, so loss of control was not checked."
    ),
    "settled_elsewhere": _(
        "{entry:name} would lose control, but cannot meet {leader:name} in this round."
    ),
    "control_loss_of_two": _("{one:message}; or {other:name}, who would also lose control"),
    "control_loss": _(
        "loss of control: by winning every game, {entry:name} wins the event in "
        "{vs_first:share} of {futures:thousands} simulations when meeting {leader:name} each "
        "round, and otherwise in {otherwise:share}"
    ),
    "demanded": _("{why:begun}."),
    "stay_in_group": _("groups separated by gibsonized players stay apart"),
    "prize_hill": _("king of the hill in the last round, among all who can win a prize"),
    "class_hill": _("king of the hill in the last round, for the prize of class {group:text}"),
    "factor_three": _(
        "factor 3 with two rounds left, from {first:ordinal} to {last:ordinal} place"
    ),
    "gibson_groups": _("gibson groups"),
    "king_of_the_hill": _("king of the hill"),
    "class": _("class {group:text}"),
    "watch_control": _("loss of control"),
    "factor_3": _("factor 3"),
    "demand_broken": _("not satisfied: {demand:message}"),
    "demand_given_up": _(
        "{one:name} and {other:name} meet although COP wants a different pairing ({why:message}): "
        "no pairing satisfies all of COP’s demands."
    ),
    "penalty": _("penalty: {why:message}"),
    "cannot_hope": _("{entry:name} cannot hope for {place:ordinal} place"),
    "class_prize_given": _(
        "{rival:name} contends for the prize of class {group:text}, which {holder:name} already has"
    ),
    "plays_for_none": _("{rival:name} can still win a prize, and {settled:name} no longer can"),
    "weight": _("weight {total}: {distance:message}"),
    "weight_repeats": _("weight {total}: {distance:message}, met {times:times} {repeats}"),
    "squared": PluralSentence(
        "places",
        lambda places: ngettext(
            "{places} place apart squared is {weight}",
            "{places} places apart squared is {weight}",
            places,
        ),
    ),
    "cubed": PluralSentence(
        "places",
        lambda places: ngettext(
            "{places} place apart cubed is {weight}",
            "{places} places apart cubed is {weight}",
            places,
        ),
    ),
    "from_hope": PluralSentence(
        "places",
        lambda places: ngettext(
            "{places} place from the lowest player who can still reach the higher-ranked player’s "
            "place, cubed and doubled, is {weight}",
            "{places} places from the lowest player who can still reach the higher-ranked "
            "player’s place, cubed and doubled, is {weight}",
            places,
        ),
    ),
    "met_just_now": _("met in the previous round, and neither can still win a prize"),
    "widened": _(
        "No remaining player could hope for {place:ordinal} place, so one more player, "
        "{entry:name}, was counted as able to reach it."
    ),
    "weigh_together": _("The total weight of the pairings is {total}, with no penalty."),
    "weigh_together_penalties": PluralSentence(
        "penalties",
        lambda penalties: ngettext(
            "The total weight of the pairings is {total}, with one penalty.",
            "The total weight of the pairings is {total}, with {penalties} penalties.",
            penalties,
        ),
    ),
}

ATTENDANCE: Mapping[str, Wording] = {
    "as_imported": _("from the imported file"),
    "missed": _("entered after this round was published"),
    "came_back": _("returned after this round was published"),
    "has_withdrawn": _("has withdrawn"),
    "no_show": _("did not show up"),
    "came_late": _("arrived after the round was published"),
    "came_late_meets_bye": _("{entry:name} arrived late and {bye:name} had the bye"),
    "opponent_left": _("{entry:name} left before the round was played"),
    "in_place_of": _("instead of {entry:name}, who left"),
    "changed_by_hand": _("changed by hand"),
}

SENTENCES: Mapping[str, Wording] = {
    **VERBATIM, **WHO_MEETS, **EARLIER_MEETINGS, **BYES, **WHO_IS_FIRST, **PRIZES,
    **GIBSONIZED, **FLIGHTS, **COP, **ATTENDANCE, **CONCESSIONS, **NOT_STORED,
}  # fmt: skip
