"""Sentences about pasted rosters, tables of players, rating lists and rating systems."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

from scoring.wording.sentence import Wording

LINES: Mapping[str, Wording] = {
    "here_already": _(
        "{player:text} is already in this division. To add a different person of the same name, "
        "write something to distinguish them, for example “{player:text} (Leeds)”."
    ),
    "here_withdrawn": _(
        "{player:text} has withdrawn from division {division:text}. Choose “{player:text} plays "
        "again” on the player’s page."
    ),
    "in_other_division": _(
        "{player:text} is already in division {division:text}. To change the division, move the "
        "player on the player’s page."
    ),
    "on_line_already": _(
        "{player:text} is already on line {line}. To add a different person of the same name, "
        "write something to distinguish them, for example “{player:text} (Leeds)”."
    ),
    "looks_like": _("This looks like {other:text}. Is it the same person?"),
    "brackets_in_name": _(
        "“{text:text}” becomes part of the name. If it is only a remark, remove it."
    ),
    "signs_in_name": _(
        "“{signs:text}” is unusual in a name. If it does not belong there, remove it."
    ),
    "bye_in_list": _("“{text:text}” is a bye, not a player. Leave the line out."),
    "read_as_unrated": _("“{text:text}” is not a rating; the player is read as unrated."),
    "no_member_number": _("“{text:text}” is not a member number; it is left out."),
    "rating_rounded": _("The rating {typed:text} is rounded to {rating:text}."),
    "rating_joined": _("The rating {typed:text} is read as {rating:text}."),
    "fields_left_out": _("Left out after the rating: {fields:commas}."),
    "heading": _("Read as a heading."),
    "zero_is_unrated": _("A rating of 0 is read as unrated."),
    "no_name": _("The name is missing. Write “First Last” or “Last, First”."),
    "not_a_name": _("This is not a name."),
    "more_than_name": _(
        "This is more than a name. Write only the name, “First Last” or “Last, First”."
    ),
    "rating_without_name": _("There is a rating but no name."),
    "digits_in_name": _("There are digits in the name. Write the name, then the rating."),
    "two_numbers": _(
        "There are two numbers, {first:text} and {second:text}. Keep the rating, and write the member "
        "number as #{second:text}."
    ),
    "too_many_commas": _("There are too many commas. Write “Last, First” or “First Last”."),
    "long_name": _("The name has {letters} characters; the maximum is {most}."),
    "long_member": _("The member number has {letters} characters; the maximum is {most}."),
    "long_class": _("The class name has {letters} characters; the maximum is {most}."),
    "long_team": _("The team name has {letters} characters; the maximum is {most}."),
    "long_country": _("The country name has {letters} characters; the maximum is {most}."),
    "long_club": _("The club name has {letters} characters; the maximum is {most}."),
}

RATINGS: Mapping[str, Wording] = {
    "member_not_rating": _(
        "“{typed:text}” is a member number, not a rating. Write the rating without “#”."
    ),
    "no_rating": _(
        "“{typed:text}” is not a rating. Write a whole number such as 1650, or leave it out for "
        "an unrated player."
    ),
    "negative_rating": _(
        "A rating of −{digits:text} is below 0. Leave it out for an unrated player, or write it "
        "without the minus sign."
    ),
    "high_rating": _("A rating of {rating:text} is too high; the maximum is {most}."),
}

TABLES: Mapping[str, Wording] = {
    "first_column_numbers": _("The first column is the row number and is left out."),
    "heading_row": _("Row {row} is the heading: {columns:commas}."),
    "heading_rows": _("Rows {first} to {last} are the heading: {columns:commas}."),
    "columns_left_out": _("Left out: {columns:commas}."),
    "rows_above_left_out": _("Left out above the heading: row {rows:commas}."),
    "first_names_beside": _(
        "Column {given:text} has no heading and is read as the first name, column {family:text} "
        "as the last name. If it is the other way round, give each a heading."
    ),
    "column_doubled": _(
        "Columns {first:text} and {other:text} have the same meaning; only {first:text} is read."
    ),
    "no_name_column": _(
        "No column contains the names. Choose the column of names above the table, then choose "
        "“Read again”."
    ),
    "unnamed_column": _(
        "Column {column:text} has no heading and is left out. If you need it, give it a heading."
    ),
}

RATING_LISTS: Mapping[str, Wording] = {
    "list_heading": _("Row {row} is the heading; the columns read are {columns:commas}."),
    "list_row": _("Row {row}: {reason:message}"),
    "listed_already": _("{player:text} is already on the list."),
    "list_no_name": _("the name is missing."),
    "list_long_name": _("“{begin:text}…” is longer than {most} characters."),
    "list_no_rating": _("the rating is missing."),
    "list_not_a_rating": _("“{text:text}” is not a rating."),
    "list_out_of_range": _("{text:text} is not a rating; ratings must be between 1 and {most}."),
    "list_no_games": _("“{text:text}” is not a whole number of games."),
    "list_no_deviation": _("“{text:text}” is not a deviation."),
    "list_no_day": _("“{text:text}” is not a date; write it as 2026-10-03."),
    "list_day_or_month": _(
        "In “{text:text}”, the day and the month cannot be told apart; write it as 2026-10-03."
    ),
    "list_not_in_calendar": _("“{text:text}” is not a date in the calendar."),
}

SYSTEMS: Mapping[str, Wording] = {
    "unknown_system": _("There is no rating system “{key:text}”. Systems: {known:commas}."),
    "system_without_options": _("{label:text} takes no options. Remove {unknown:commas}."),
    "unknown_system_options": _(
        "{label:text} has no option {unknown:commas}. Options: {known:commas}."
    ),
    "no_rating_system": _("{event:text} has no rating system. Choose the system."),
    "nothing_to_rate": _(
        "No game of division {division:text} has been played, so nothing can be rated."
    ),
    "options_not_json": _("“{text:text}” is not JSON. Options look like {example:text}."),
    "options_no_object": _("“{text:text}” contains no options. Options look like {example:text}."),
    "no_round": _("“{text:text}” is not a round. Enter a whole number from 1 to 200."),
}

SENTENCES: Mapping[str, Wording] = {**LINES, **RATINGS, **TABLES, **RATING_LISTS, **SYSTEMS}
