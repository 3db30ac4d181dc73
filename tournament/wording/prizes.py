"""Sentences about prizes and rating classes: titles, achievements, shared prizes, and unreadable lines."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.wording.sentence import PluralSentence, Wording

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
    "over_seed": _("seeded {seed:ordinal}, finished {place:ordinal}"),
    "wins_in_games": _("{half_wins:halves} wins of {games}, {spread:signed}"),
    "wins_by": _("{wins} wins by {total} in all ({margins:commas})"),
    "won_from_behind": _("from {points} behind in round {round} against {opponent:text}"),
    "right_scores": _("{right} of {announced} scores announced correctly"),
    "losses_by": PluralSentence(
        "losses",
        lambda losses: ngettext(
            "{losses} loss by {total}",
            "{losses} losses by {total} in all ({margins:commas})",
            losses,
        ),
    ),
}

CEREMONY: Mapping[str, Wording] = {
    "winner_not_there": _("The winner chosen by hand is no longer in the event."),
    "set_by_hand": _("Chosen by hand."),
    "set_by_hand_for": _("Chosen by hand: {reason:text}"),
    "figures_say": _("By the results alone, it would go to {names:and}."),
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
    "cannot_be_shared": _("“{extra:text}” cannot be shared: the director decides who gets it."),
    "passed_over": PluralSentence(
        "count",
        lambda count: ngettext(
            "{holders:all} is ranked higher but won a more valuable prize.",
            "{holders:all} are ranked higher but won more valuable prizes.",
            count,
        ),
    ),
    "holder": "{player:text} ({prize:message})",
    "passed_over_holding": PluralSentence(
        "count",
        lambda count: ngettext(
            "{holders:all} is ranked higher but has already won an exclusive prize.",
            "{holders:all} are ranked higher but have each already won an exclusive prize.",
            count,
        ),
    ),
    "all_have_more": _("Every eligible player has won a more valuable prize."),
    "all_hold_one": _("Every eligible player has already won an exclusive prize."),
    "few_in_line": PluralSentence(
        "count",
        lambda count: ngettext(
            "Only {count} player is eligible.", "Only {count} players are eligible.", count
        ),
    ),
    "nobody_qualifies": _("No player qualifies."),
    "director_names": _("The director names the winner."),
    "none_recorded": _("No game has been recorded turn by turn. Choose the winner by hand."),
    "class_empty": _("No player is left in class {rating_class:text}."),
    "team_empty": _("No player is in team {team:text}."),
    "rounds_to_come": _("Round {round} has not been played yet."),
    "few_wins": _("No player won {wins} games."),
    "few_scores": _("No player announced {scores} scores."),
    "few_losses_by_rounds": _("No player lost enough games: half of the rounds, or six."),
    "few_losses": _("No player lost {losses} games."),
    "metric_decided": _(
        "Level with {player:text} on {metrics:lower_labels}; {metric:lower_label} decided, "
        "{own:text} against {theirs:text}."
    ),
}

PRIZE_LINE_PROBLEMS: Mapping[str, Wording] = {
    "unknown_kind": _("There is no kind of prize “{key:text}”. Kinds: {known:commas}."),
    "kind_without_options": _("{label:label} takes no options. Remove {unknown:commas}."),
    "unknown_kind_options": _(
        "{label:label} has no option {unknown:commas}. Options: {known:commas}."
    ),
    "options_missing": _("{label:label} needs these options: {missing:commas}."),
    "no_division_yet": _("There is no division {division:text}; there are no divisions yet."),
    "no_such_division": PluralSentence(
        "count",
        lambda count: ngettext(
            "There is no division {division:text}. The only division is {known:and}.",
            "There is no division {division:text}. The divisions are {known:and}.",
            count,
        ),
    ),
    "which_division": _(
        "The division is missing. Begin the line with one of: {divisions:commas}, then “:”."
    ),
    "empty_class": _("No player is in class {rating_class:text} yet."),
    "what_called": _("Give the prize a name: “By hand: Best dressed = a trophy”."),
    "prize_not_understood": _(
        "This line cannot be read. Write a place (“1st”) or one of: {words:prize_examples}; "
        "then “=” and the value. For a prize given by the director: “By hand: Best dressed = a "
        "trophy”."
    ),
    "long_value": _("The value has {letters} characters; the maximum is {most}."),
    "places_range": _("Places must be from 1 to {most}, with the smaller number first."),
    "prize_there_already": _("This prize is already on the list."),
    "some_places_there_already": _("The other places in this line are already on the list."),
    "place_has_prize_already": _(
        "There is already a prize for the same place or achievement ({values:commas}). The winner "
        "gets both."
    ),
    "prize_reasons": "{reasons:sentences}",
}

CLASSES: Mapping[str, Wording] = {
    "class_needs_name": _("A class needs a name and its lowest rating: “B from 1200”."),
    "class_twice": _("Class {name:text} appears twice."),
    "class_open": _(
        "Class {before:text} has no lowest rating, so no players are left for {name:text}."
    ),
    "class_not_below": _("{least} is not below {before}: write the strongest class first."),
    "most_classes": _("There can be at most {most} classes."),
}

SENTENCES: Mapping[str, Wording] = {
    **TITLES,
    **ACHIEVEMENTS,
    **CEREMONY,
    **PRIZE_LINE_PROBLEMS,
    **CLASSES,
}
