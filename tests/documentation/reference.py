"""What the manual has from the code: `python -m tests.documentation` writes it into the pages of `docs/`.

What stands in a page between `<!-- made from the code: reports -->` and `<!-- end -->` is made by the function
`reports`. It is kept in the repository, so that a wheel is built with nothing of the program installed; `make docs`
writes it, and a test compares it with the code.
"""

import inspect
import re
from argparse import ArgumentParser
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from django.core.management import get_commands, load_command_class
from django.test import override_settings
from django.utils.translation import override

from scoring import catalogue
from scoring.engine.audit.findings import Code
from scoring.engine.board.board import Board
from scoring.wording.findings import MEANINGS
from tests.architecture.modules import APPS, SOURCE
from tournament.catalogue import presets as all_presets
from tournament.engine.event_rules import AT_ONCE, EventRules
from tournament.engine.pairing.method import all_methods
from tournament.engine.prizes.kind import all_kinds
from tournament.engine.ratings.system import all_systems
from tournament.engine.standings import all_metrics
from tournament.exchange.event_files import event_formats
from tournament.models.membership import Role
from tournament.queries.safety.logged_values import VALUES_OF_RULES
from tournament.reports.definition import GROUPS, all_reports
from tournament.reports.renderer import all_renderers
from tournament.web.access import OF_ORGANISATION, PERMISSIONS_OF, RIGHTS
from tournament.web.event.rules import CHOICES
from tournament.web.help_pages import TYPED, topics
from tournament.wording.plugins import option_texts, paragraphs_of
from tournament.wording.recheck import DIFFERENCES

DOCS = SOURCE / "docs"
BLOCK = re.compile(r"(<!-- made from the code: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def cell(value: object) -> str:
    """Return a value as it may stand in a table."""
    return re.sub(r"\s+", " ", str(value)).replace("|", "\\|").replace("<", "&lt;").strip()


def code(*keys: object) -> str:
    """Return each key in code type, with commas between them."""
    return ", ".join(f"`{key}`" for key in keys)


def table(head: str, rows: Iterable[Iterable[object]]) -> str:
    """Return a table; `head` names the columns, with bars between them."""
    names = [name.strip() for name in head.split("|")]
    lines = [names, ["---"] * len(names), *([cell(value) for value in row] for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines) + "\n"


def options(one: Any) -> str:
    """Return a table of the options of a plug-in, without those that the program fills in."""
    rows = []
    for item in fields(one.Options):
        if item.metadata.get("hidden"):
            continue
        texts = option_texts(item)
        label = f"**{texts.label}.** " if item.metadata.get("label") else ""
        values = "; ".join(
            f"{code(key) if key else 'empty:'} {text}" for key, text in texts.choices
        )
        if item.name == getattr(one, "chooses", ""):
            values = "one of the papers below"
        rows.append((code(item.name), label + texts.help, values or typed(item)))
    return table("option | what it does | values", rows) if rows else ""


def typed(item: Any) -> str:
    """Return how the value of an option without choices is written, with its default."""
    kind = str(getattr(item.type, "__name__", item.type)).replace(" | None", "")
    words = {"bool": "yes or no", "int": "a whole number", "float": "a number"}.get(kind, "a text")
    if isinstance(item.default, bool):
        return f"{words}; {'yes' if item.default else 'no'} if not given"
    if isinstance(item.default, (int, float, str)) and item.default != "":
        return f"{words}; `{item.default}` if not given"
    return words


def plugin(key: str, one: Any, fact: str, *, level: str = "##") -> str:
    """Return the section of one plug-in: its name, what it says of itself, its options."""
    name = getattr(one, "title", "") or one.label
    about = "\n\n".join(paragraphs_of(one.explanation()))
    text = f"{level} `{key}` {name} {{#{key}}}\n\n{about}\n\n"
    return text + (f"{fact}\n\n" if fact else "") + options(one)


# --- what stands in the blocks -------------------------------------------------------------


def commands() -> str:
    """Every command with its arguments and options."""
    return "".join(_command(name, parser) for name, parser in our_commands().items())


def our_commands() -> dict[str, ArgumentParser]:
    """Return the parser of every command of the program but `migrate`, which is Django's with a lock around it."""
    ours = sorted(name for name, app in get_commands().items() if app.partition(".")[0] in APPS)
    return {
        name: load_command_class(get_commands()[name], name).create_parser("ninetimer", name)
        for name in ours
        if name != "migrate"
    }


def _command(name: str, parser: ArgumentParser) -> str:
    of_all = set(
        load_command_class("django.core", "check").create_parser("", "")._option_string_actions
    )
    line, rows = [name], []
    for action in parser._actions:
        if of_all.intersection(action.option_strings) or "--skip-checks" in action.option_strings:
            continue
        if action.dest.startswith("option_"):  # of a report, see `reports`
            continue
        value = "" if action.nargs == 0 else action.metavar or action.dest.upper()
        value = value if isinstance(value, str) else " ".join(value)
        if not action.option_strings:
            shown = f"{value}..." if action.nargs in ("+", "*") else value
            line.append(f"[{shown}]" if action.nargs in ("?", "*") else shown)
        typed = [f"{option} {value}".strip() for option in action.option_strings] or [value]
        choices = [str(choice) for choice in action.choices or ()]
        about = (action.help or "").replace("%%", "%")
        if choices and not all(choice in about for choice in choices):
            about += f" ({', '.join(choices)})"
        rows.append((code(*typed), about))
    if name == "export_report":
        rows.append(("`--OPTION VALUE`", "an option of the report, see [Reports](reports.md)"))
    about = " ".join((parser.description or "").split())
    return f"## `{' '.join(line)}` {{#{name}}}\n\n{about}\n\n" + (
        table("argument or option | what it does", rows) if rows else ""
    )


SETTING = re.compile(r'((?:^#: .*\n)*)^.*environment\.\w+\(\s*"(\w+)"', re.MULTILINE)


def environment() -> str:
    """Every name of the environment that the settings look up, with what the comment above it says."""
    text = (SOURCE / "tournament/settings.py").read_text("utf-8")
    rows = [(code(name), note.replace("#: ", " ")) for note, name in SETTING.findall(text)]
    return table("setting | what it does", rows)


def rules_of_events() -> str:
    """Every setting of an event."""
    rows = []
    for item in fields(EventRules):
        texts = option_texts(item)
        values = "; ".join(f"`{key}` {VALUES_OF_RULES[key]}" for key in CHOICES.get(item.name, ()))
        applies = "at once" if item.name in AT_ONCE else "from the next round"
        rows.append((code(item.name), f"**{texts.label}.** {texts.help}", values, applies))
    return table("setting | what it decides | values | a change applies", rows)


def presets() -> str:
    """The rules that a new event begins with."""
    rows = (
        (
            code(key),
            one.name,
            code(one.rules),
            code(*one.precedence),
            one.bye_spread,
            code(one.rating_system),
        )
        for key, one in all_presets().items()
    )
    return table("preset | name | rule set | ranked by | spread of a bye | rating system", rows)


def report_formats() -> str:
    """Every format that reports are written in."""
    rows = (
        (code(key), paragraphs_of(one.explanation())[0]) for key, one in all_renderers().items()
    )
    return table("format | what it is", rows)


def reports() -> str:
    """Every report by its place on the menu, with its options and variants."""
    text = ""
    for group in GROUPS:
        text += f"## {group}\n\n"
        for key, one in sorted(all_reports().items(), key=lambda item: item[1].title):
            if one.group == group:
                private = one.private and "director only" not in one.explanation()
                text += plugin(key, one, "For the director only." if private else "", level="###")
                if one.variants:
                    text += table(
                        f"{one.chooses} | title | what is in it | its own key",
                        (
                            (code(value), variant.title, variant.help, code(variant.key))
                            for value, variant in one.variants.items()
                        ),
                    )
    return text


def plugins(every: Mapping[str, Any], fact: Callable[[Any], str] = lambda _plugin: "") -> str:
    """Return a section for each plug-in of a folder, in the order of their names."""
    ordered = sorted(every.items(), key=lambda item: str(item[1].label))
    return "".join(plugin(key, one, fact(one)) for key, one in ordered)


def pairing_methods() -> str:
    """Every pairing method."""
    return plugins(all_methods())


def metrics() -> str:
    """Every metric that can rank."""
    return plugins(all_metrics())


def rating_systems() -> str:
    """Every rating system, with what it assumes where a figure of a player is not known."""

    def fact(one: Any) -> str:
        return "\n".join(f"- *{need}* not known: {guess}" for need, guess in one.guesses.items())

    return plugins(all_systems(), fact)


def prize_kinds() -> str:
    """Every kind of prize, with the words it is typed by."""

    def fact(one: Any) -> str:
        words = ", ".join(f"“{word}”" for word in one.words if word)
        return f"Typed as {words}." if words else ""

    return plugins(all_kinds(), fact)


def verification() -> str:
    """Every code of a finding in a recorded game."""
    rows = ((code(one.value), one.severity.value, MEANINGS[one]) for one in Code)
    return table("code | weight | what it means", rows)


def differences() -> str:
    """Every difference that a recheck can name."""
    rows = (
        (code(key), wording if isinstance(wording, str) else wording.say(2))
        for key, wording in DIFFERENCES.items()
    )
    return table("code | sentence", rows)


def file_formats() -> str:
    """Every format of event files."""

    def fact(one: Any) -> str:
        ways = [way for way, is_so in (("reads", one.reads), ("writes", one.writes)) if is_so]
        return f"Ninetimer {' and '.join(ways)} it."

    return plugins(event_formats(), fact)


def rule_sets() -> str:
    """Every rule set of the game."""
    return table(
        "rule set | name | tiles | board | failed challenge | minutes | overtime | not confirmed",
        (
            (
                code(key),
                one.name,
                code(one.tile_set),
                code(one.layout),
                f"{one.penalty_points} points"
                if one.challenge.value == "points"
                else one.challenge.value,
                one.initial_seconds // 60 or "",
                f"{one.overtime_per_minute} a minute" if one.overtime_per_minute else "",
                code(*one.unconfirmed) if one.unconfirmed else "",
            )
            for key, one in catalogue.rule_sets().items()
        ),
    )


def boards() -> str:
    """Every board, drawn."""
    text = ""
    for key, layout in catalogue.layouts().items():
        drawn = "\n".join(
            f"    {line}" for line in str(Board(layout, catalogue.tile_set("english"))).splitlines()
        )
        text += f"### `{key}` {layout.name} {{#{key}}}\n\n{drawn}\n\n"
    return text


def tile_sets() -> str:
    """Every tile set: how many there are of each tile, by what it is worth."""
    rows = []
    for key, one in catalogue.tile_sets().items():
        by_value = {value: f"**{value}**" for value in sorted(one.points.values())}
        for tile, count in one.counts.items():
            if count:
                by_value[one.points[tile]] += f" {'blank' if tile == '?' else tile}×{count}"
        name = one.name if one.confirmed else f"{one.name} (not confirmed)"
        rows.append((code(key), name, one.size, "; ".join(by_value.values())))
    return table("tile set | name | tiles | by value", rows)


def api() -> str:
    """Every address of the API with its parameters, and what it answers besides."""
    from tournament.broadcast.web.api.description import (  # a room may be off
        RESPONSES,
        openapi_description,
    )

    rows = []
    for address, methods in openapi_description("/api/v1/")["paths"].items():
        method = methods["get"]
        parameters = [one["name"] for one in method["parameters"] if one["in"] == "query"]
        rows.append((code(address), method["description"], code(*parameters) if parameters else ""))
    answers = table("address | what it answers | parameters", rows)
    return f"{answers}## Answers other than 200\n\n" + table(
        "status | what it means", RESPONSES.items()
    )


def roles() -> str:
    """Who may do what, as the program decides it."""

    def rights(rows: Iterable[tuple[object, Any]], shown: Collection[Role]) -> str:
        return table(
            " | ".join(["what", *(str(role.label) for role in shown)]),
            (
                (what, *("yes" if needed in PERMISSIONS_OF[role] else "" for role in shown))
                for what, needed in rows
            ),
        )

    of_event = [role for role in PERMISSIONS_OF if role is not Role.RATING_OFFICER]
    of_organisation = [Role.OWNER, Role.DIRECTOR, Role.RATING_OFFICER, Role.READER]
    return (
        "## In an event\n\n"
        + rights(RIGHTS, of_event)
        + "## In an organisation\n\nA role in an organisation holds in all its events.\n\n"
        + rights(OF_ORGANISATION, of_organisation)
    )


def typed_words() -> str:
    """The words that can be typed on a screen instead of figures."""
    text = ""
    for topic, words in TYPED.items():
        alike = "".join(f"- {code(*english)}\n" for _local, english in words.rows())
        text += f"## {topics()[topic].english_title}\n\n{alike}\n"
    return text


def stream_fields() -> str:
    """The fields of a stream."""
    from tournament.broadcast.queries.stream_fields import FIELDS  # a room may be off

    return code(*FIELDS)


def benchmarks() -> str:
    """What is measured, and how."""
    text = ""
    for path in sorted((SOURCE / "tests/benchmarks").glob("[a-z]*.py")):
        text += f"## `{path.stem}`\n\n{inspect.cleandoc(path.read_text('utf-8').split(chr(34) * 3)[1])}\n\n"
    return text


BLOCKS: Mapping[str, Callable[[], str]] = {
    block.__name__: block
    for block in (
        commands, environment, rules_of_events, presets, report_formats, reports, pairing_methods, metrics,
        rating_systems, prize_kinds, verification, differences, file_formats, rule_sets, boards, tile_sets, api,
        roles, typed_words, stream_fields, benchmarks,
    )
}  # fmt: skip


def filled(text: str) -> str:
    """Return the text of a page with every block as the code has it now."""
    with override("en-gb"), override_settings(NINETIMER_PAPER="a4"):
        return BLOCK.sub(
            lambda block: f"{block[1]}\n{BLOCKS[block[2]]().strip()}\n\n{block[3]}", text
        )


def pages() -> Iterator[tuple[Path, str]]:
    """Return every page with such a block, and its text as it is."""
    for path in sorted(DOCS.rglob("*.md")):
        if BLOCK.search(text := path.read_text("utf-8")):
            yield path, text
