"""Sentences about prizes: titles, achievements, shared prizes, and unreadable lines."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.wording.sentence import Counted, Wording

TITLES: Mapping[str, Wording] = {
    "prize_name": "{name:text}",
    "prize_titles": "{titles:all}",
    "best_of_kind": "{label:label}",
    "place_of_kind": _("{place:ordinal} {label:lower_label}"),
    "place_title": _("{place:ordinal} place"),
    "best_of_rounds": _("Best of rounds {first} to {last}"),
    "place_of_rounds": _("{place:ordinal} best of rounds {first} to {last}"),
    "best_of_team": _("Best of team {team:text}"),
    "place_of_team": _("{place:ordinal} best of team {team:text}"),
    "class_title": _("{place:ordinal} in class {rating_class:text}"),
}

ACHIEVEMENTS: Mapping[str, Wording] = {
    "record_and_spread": "{record:text} {spread:signed}",
    "score_in_game": _("{score} to {theirs} in round {round} against {opponent:text}"),
    "spread_in_game": _("in round {round} against {opponent:text}: {spread:signed}"),
    "spread_and_scores": _(
        "{score} to {theirs} ({spread:signed}) in round {round} against {opponent:text}"
    ),
    "upset": _(
        "{points} rating points ({own} beat {theirs}) in round {round} against {opponent:text}"
    ),
    "spread_over_rounds": _("over {rounds} rounds: {spread:signed}"),
    "combined": _("{total} ({own} to {theirs}) in round {round}"),
    "play": _("{score} for {word:text} at {coordinate:text} in round {round}"),
    "over_seed": _("seeded {seed:ordinal}, ended {place:ordinal}"),
    "wins_in_games": _("{half_wins:halves} wins of {games}, {spread:signed}"),
    "wins_by": _("{wins} wins by {total} together ({margins:commas})"),
    "won_from_behind": _("from {points} behind in round {round} against {opponent:text}"),
    "right_scores": _("{right} of {announced} scores announced right"),
    "losses_by": Counted(
        "losses",
        lambda losses: ngettext(
            "{losses} loss by {total}",
            "{losses} losses by {total} together ({margins:commas})",
            losses,
        ),
    ),
}

CEREMONY: Mapping[str, Wording] = {
    "winner_not_there": _("The winner set by hand is not there."),
    "set_by_hand": _("Set by hand."),
    "set_by_hand_for": _("Set by hand: {reason:text}"),
    "figures_say": _("The figures alone give it to {names:and}."),
    "no_result_yet": _("There are no results yet."),
    "level_on": _("{names:and} are level on {phrase:label}."),
    "pool_shared": _(
        "{amounts:and} together are {total:text}, shared by {people}: {each:text} each."
    ),
    "pool_shared_unevenly": _(
        "{amounts:and} together are {total:text}, shared by {people}: {parts:and}."
    ),
    "amount_shared": _("The {total:text} is shared by {people}: {each:text} each."),
    "amount_shared_unevenly": _("The {total:text} is shared by {people}: {parts:and}."),
    "currencies_differ": _("The currencies differ, so the director shares the money."),
    "cannot_be_shared": _("“{extra:text}” cannot be shared: the director decides who has it."),
    "passed_over": Counted(
        "count",
        lambda count: ngettext(
            "{holders:all} stands before and won something more valuable.",
            "{holders:all} stand before and won something more valuable.",
            count,
        ),
    ),
    "holder": "{player:text} ({prize:message})",
    "passed_over_holding": Counted(
        "count",
        lambda count: ngettext(
            "{holders:all} stands before and has won an exclusive prize already.",
            "{holders:all} stand before and have won an exclusive prize each already.",
            count,
        ),
    ),
    "all_have_more": _("Everybody in line has won something more valuable."),
    "all_hold_one": _("Everybody in line has won an exclusive prize already."),
    "few_in_line": Counted(
        "count",
        lambda count: ngettext("Only {count} is in line.", "Only {count} are in line.", count),
    ),
    "nobody_qualifies": _("Nobody qualifies."),
    "director_names": _("The director names the winner."),
    "none_recorded": _("No game is recorded turn by turn. Set the winner by hand."),
    "class_empty": _("Nobody is left in class {rating_class:text}."),
    "team_empty": _("Nobody plays for team {team:text}."),
    "rounds_to_come": _("Round {round} is still to come."),
    "few_wins": _("Nobody won {wins} games."),
    "few_scores": _("Nobody announced {scores} scores."),
    "few_losses_by_rounds": _("Nobody lost half of the rounds, or six games."),
    "few_losses": _("Nobody lost {losses} games."),
    "metric_decided": _(
        "Level with {player:text} on {metrics:lower_labels}; {metric:lower_label} decided, "
        "{own:text} against {theirs:text}."
    ),
}

NOT_A_PRIZE: Mapping[str, Wording] = {
    "unknown_kind": _("There is no kind of prize “{key:text}”; there are {known:commas}."),
    "kind_without_options": _("{label:label} has no option {unknown:commas}; it has none."),
    "unknown_kind_options": _(
        "{label:label} has no option {unknown:commas}; it has {known:commas}."
    ),
    "options_missing": _("{label:label} needs to know: {missing:commas}."),
    "no_division_yet": _("There is no division {division:text}; there is none yet."),
    "no_such_division": Counted(
        "count",
        lambda count: ngettext(
            "There is no division {division:text}; there is {known:and}.",
            "There is no division {division:text}; there are {known:and}.",
            count,
        ),
    ),
    "which_division": _("Which division? Begin the line with one of: {divisions:commas}, and “:”."),
    "empty_class": _("Nobody is in class {rating_class:text} yet."),
    "what_called": _("What is it called? “By hand: Best dressed = a trophy”."),
    "prize_not_understood": _(
        "Not understood. Write a place (“1st”) or one of: {words:prize_examples}; then “=” and the value. "
        "What the director gives away: “By hand: Best dressed = a trophy”."
    ),
    "long_value": _("The value has {letters} letters; the maximum is {most}."),
    "places_range": _("Places count from 1 to {most}, the lower first."),
    "prize_there_already": _("This prize is on the list already."),
    "some_places_there_already": _("The other places of this line are on the list already."),
    "place_has_prize_already": _(
        "There is a prize for this already ({values:commas}): whoever wins it has both."
    ),
    "prize_reasons": "{reasons:sentences}",
}

CLASSES: Mapping[str, Wording] = {
    "class_needs_name": _("A class has a name and the lowest rating in it: “B from 1200”."),
    "class_twice": _("Class {name:text} is there twice."),
    "class_open": _("Class {before:text} has no lowest rating, so nobody is left for {name:text}."),
    "class_not_below": _("{least} is not below {before}: write the strongest class first."),
    "most_classes": _("There can be at most {most} classes."),
}

SENTENCES: Mapping[str, Wording] = {**TITLES, **ACHIEVEMENTS, **CEREMONY, **NOT_A_PRIZE, **CLASSES}
