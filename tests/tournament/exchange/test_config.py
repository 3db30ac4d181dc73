"""Configurations of tsh: plain values are read, the rest is kept and listed, and no code runs."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.engine.interchange import PortablePrize, UnreadableEvent
from tournament.exchange.event_files import NamedFile, read_bundle
from tournament.exchange.tsh.config import read_config
from tournament.exchange.tsh.config_writing import config_warnings
from tournament.exchange.tsh.javascript import javascript_text, javascript_value
from tournament.exchange.tsh.literals import NotALiteral, perl_text, perl_value

ONE = NamedFile("a.t", b"Ana 0;\nBen 0;\n")


def told_by(text, *others):
    config = NamedFile("config.tsh", f"division a a.t\n{text}\n".encode())
    return read_bundle([config, ONE, *others])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1),
        (" -3.5 ", -3.5),
        ("'it''", None),
        ("'it\\'s'", "it's"),
        ('"two\\nlines"', "two\nlines"),
        ("[1, 2, [3]]", [1, 2, [3]]),
        ("[1,2,]", [1, 2]),
        ("{ 'A' => [1, 12], B => 'x' }", {"A": [1, 12], "B": "x"}),
        ("undef", None),
        ("1; # a comment", 1),
        ("[1, 2", None),
        ("1 + 1", None),
        ('"costs $5"', None),
        ("sub { system 'true' }", None),
        ("`ls`", None),
        ("qw(a b)", None),
        ("exit", None),
        ("[" * 100_000, None),
        ("", None),
    ],
)
def test_plain_literals_are_values_and_code_is_refused(text, value):
    if value is None and text != "undef":
        with pytest.raises(NotALiteral):
            perl_value(text)
    else:
        assert perl_value(text) == value


PLAIN = st.recursive(
    st.integers(-(10**6), 10**6) | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(PLAIN)
def test_value_round_trips_through_its_literal(value):
    assert perl_value(perl_text(value)) == value
    assert javascript_value(f"[{javascript_text(value)}]") == [value]


def test_omitted_script_values_are_undefined():
    assert javascript_value('[undefined,{"a":1},,"undefined, [",2,]') == [
        None,
        {"a": 1},
        None,
        "undefined, [",
        2,
    ]
    with pytest.raises(NotALiteral):
        javascript_value("[alert(1)]")


def test_reformatted_script_is_read():
    """Bare words, single quotes, trailing commas, comments, and characters by code."""
    text = """{ // made pretty
      config: { event_name: 'Ana\\'s \\u00c4 \\x41', $max: 2, "notes": undefined, 'x': -1.5e1, },
      divisions: [ { name: "A", players: [ undefined, ], seen: true, }, ], /* the end */
    }"""
    assert javascript_value(text) == {
        "config": {"event_name": "Ana's Ä A", "$max": 2, "notes": None, "x": -15.0},
        "divisions": [{"name": "A", "players": [None], "seen": True}],
    }


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("{a: 1\n b: 2}", 2, "a comma is missing before “b: 2}”"),
        ("{a\n= 1}", 2, "there is no colon after the name a"),
        ("{a: 'it's'}", 1, "a comma is missing before “s'}”"),
        ("{a: 'end}", 1, "the text beginning with 'end} never ends"),
        ("{a:\n run(1)}", 2, "“run(1)}” is not a plain value"),
        ("{a: function() { }}", 1, "“function() { }}” is not a plain value"),
        ("{a: NaN}", 1, "NaN is not a number that can be stored"),
        ("{a: [1, 2", 1, "the end is missing"),
        ("{a: 1} b", 1, "“b” comes after the end"),
        ("{[1]: 2}", 1, "“[1]: 2}” is where a name is expected"),
        ("[" * 100 + "]" * 100, 1, "it is nested far too deeply"),
    ],
)
def test_script_error_is_named_with_its_line(text, line, reason):
    with pytest.raises(NotALiteral) as wrong:
        javascript_value(text)
    assert (wrong.value.line, str(wrong.value)) == (line, reason)


def test_event_takes_its_name_date_and_rules_from_the_configuration(harbour_event):
    assert (
        harbour_event.name,
        harbour_event.date,
        harbour_event.bye_spread,
        harbour_event.forfeit_spread,
    ) == ("Harbour Open", "2026-09-19", 50, -50)
    assert harbour_event.spread_caps == (350, 300)
    assert harbour_event.precedence == ("wins", "losses", "capped_spread")
    assert [(d.name, d.rounds_planned) for d in harbour_event.divisions] == [("A", 5), ("B", 6)]


def test_whole_spread_ranks_without_a_cap():
    event = told_by("config event_name = 'Open'")
    assert (event.spread_caps, event.precedence) == (None, ("wins", "losses", "spread"))


def test_programs_are_preserved_and_reported_but_never_run(harbour_event, write, tmp_path):
    sentences = [str(remark) for remark in harbour_event.remarks]
    assert (
        'config.tsh, line 16: “config hook = sub { system "true" }” is more than a plain value. '
        "It is kept for export but never run; if it matters, write the value itself."
    ) in sentences
    assert (
        'config.tsh, line 17: “perl print "hello";” is a program. It is kept for export but '
        "never run."
    ) in sentences
    text = write("tsh_config", harbour_event)[0].content.decode()
    assert 'config hook = sub { system "true" }\nperl print "hello";\n' in text


def test_lines_without_effect_are_preserved_and_listed(harbour_event):
    numbers = [remark.line for remark in harbour_event.remarks if remark.unused]
    assert numbers == [12, 14, 15, 18, 19, 22]


def test_pairing_lines_of_paired_rounds_are_reported_together(harbour_event):
    assert [str(remark) for remark in harbour_event.remarks if "autopair" in remark.text] == [
        (
            "config.tsh, line 19: autopair: 2 lines of division A are about rounds that are "
            "already paired. They are kept for export."
        )
    ]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "bye_spread = -99999",
            "bye_spread is “-99999”: a bye must give a whole number of points up to",
        ),
        ("bye_spread = 'many'", "bye_spread is “many”: a bye must give a whole number"),
        (
            "rating_system = 'xyz'",
            ("rating_system is “xyz”: there is no rating system of that name"),
        ),
        ("max_rounds = 99999999", "max_rounds is “99999999”: an event has 1 to 200 rounds."),
        ("max_rounds{'A'} = -1", "max_rounds{A} is “-1”: an event has 1 to 200 rounds."),
        (
            "spread_cap = [-5, 'x', 0]",
            "spread_cap is “[-5, 'x', 0]”: only whole numbers from 0",
        ),
        (
            "gibson_spread = -3",
            "gibson_spread is “-3”: only whole numbers from 0 to 9999 are allowed.",
        ),
        ("event_date = '32 Foo'", "event_date is “32 Foo”: that is not a date. Write it as"),
    ],
)
def test_invalid_value_is_reported_with_its_line_and_ignored(line, sentence):
    event = told_by(f"config event_name = 'Open'\nconfig {line}")
    plain = told_by("config event_name = 'Open'\n")
    (only,) = event.remarks
    assert str(only).startswith(f"config.tsh, line 3: {sentence}")
    assert not only.blocks
    assert replace(event, remarks=(), extras=plain.extras) == plain
    assert f"config {line}" in event.extras["config"]


@pytest.mark.parametrize(
    "line",
    [
        "bye_spread = 0",
        "bye_spread = -50",
        "spread_cap = 350",
        "spread_cap = [0, '300']",
        "rating_system = 'none'",
        "rating_system = 'naspa-csw lct'",
        "max_rounds = '18'",
        "event_date = '2026-02-14'",
    ],
)
def test_valid_value_is_accepted_without_a_remark(line):
    assert told_by(f"config {line}").remarks == ()


def test_plan_of_future_rounds_is_imported():
    event = told_by(
        "config max_rounds = 6\n"
        "autopair a 0 1 ns 0 0 a\nautopair a 1 2 ns 0 1 a\nautopair a 2 3 NS 0 2 a\n"
        "autopair a 2 4 ns 3 2 a\nautopair a 2 5 koth 3 2 a\nautopair a 5 6 koth 9 5 a\n"
        "autopair a 6 7 koth 9 6 a\nautopair b 0 1 rr a"
    )
    assert [str(line) for line in event.divisions[0].plan] == [
        "1–3: swiss (previous)",
        "4: swiss (one earlier)",
        "5: king_of_the_hill (round 2)",
        "6: king_of_the_hill (previous)",
    ]
    assert event.divisions[0].plan[1].options == {"repeats": 3}
    assert [remark.line for remark in event.remarks] == [9, 10]


def test_prizes_for_places_and_high_wins_are_imported():
    event = told_by(
        "prize rank 1 A $200\nprize highwin 1 a 'A book, and = a pen'\n"
        "prize rank 1 a $50 class=B\nprize luckystiff 1 a $5\nprize rank 99 a $1\n"
        "prize rank 1 z $9\nautopair z 1 2 ns 0 1 z\n"
    )
    assert event.divisions[0].prizes == (
        PortablePrize("place", 1, "$200"),
        PortablePrize("high_win", 1, "A book, and = a pen"),
    )
    assert [remark.line for remark in event.remarks if remark.unused] == [4, 5, 6, 7, 8]


def test_password_line_is_reported_and_dropped(harbour_event):
    assert "config.tsh, line 13: Passwords are not imported or exported." in [
        str(remark) for remark in harbour_event.remarks
    ]
    assert not any("password" in line for line in harbour_event.extras["config"])


def test_changed_event_overwrites_preserved_lines(harbour_event, write):
    changed = replace(
        harbour_event, name="Quay Open", date="2027-01-02", spread_caps=None, bye_spread=100
    )
    text = write("tsh_config", changed)[0].content.decode()
    assert "config event_name = 'Quay Open'" in text
    assert "config event_date = 'January 2, 2027'" in text
    assert "config bye_spread = 100" in text


@pytest.mark.parametrize(
    ("before", "system", "line"),
    [
        ("", "naspa", "config rating_system = 'nsa2008'"),
        ("", "german", "config rating_system = 'deu'"),
        ("", "glicko", ""),
        ("", "aspa", "config rating_system = 'aus'"),
        ("", "none", ""),
        ("config rating_system = 'naspa-csw'", "naspa", "config rating_system = 'naspa-csw'"),
        ("config rating_system = 'aus'", "aspa", "config rating_system = 'aus'"),
        ("config rating_system = 'aus'", "wespa", "config rating_system = 'wespa'"),
        ("config rating_system = 'thai'", "wespa", "config rating_system = 'thai'"),
        ("config rating_system = 'aus'", "none", ""),
        ("config rating_system = 'aus'", "glicko", ""),
        ("config rating_system = 'thai'", "glicko", "config rating_system = 'thai'"),
        ("config rating_system = f(1)", "glicko", "config rating_system = f(1)"),
        ("config rating_system = 'nsa2008 lct'", "naspa", "config rating_system = 'nsa2008 lct'"),
    ],
)
def test_rating_system_replaces_only_a_line_with_another_known_system(write, before, system, line):
    lines = f"division A a.t\n{before}\n".encode()
    harbour_event = read_bundle([NamedFile("config.tsh", lines), NamedFile("a.t", b"Ana 0;\n")])
    text = write("tsh_config", replace(harbour_event, rating_system=system))[0].content.decode()
    assert [item for item in text.splitlines() if "rating" in item] == ([line] if line else [])


def test_rating_system_unknown_to_the_format_is_reported_as_omitted(harbour_event):
    (sentence,) = config_warnings(replace(harbour_event, rating_system="glicko"))
    assert (
        sentence == "The file format does not support the rating system Glicko, so it is left out."
    )
    assert list(config_warnings(replace(harbour_event, rating_system="naspa"))) == []


def test_division_without_its_file_is_refused_with_the_missing_name(harbour):
    with pytest.raises(UnreadableEvent) as refused:
        read_bundle(harbour[:2])
    assert (
        "config.tsh, line 3: b.t is the file of division B but is missing. Send it too."
    ) in str(refused.value)


def test_configuration_alone_names_the_missing_files():
    with pytest.raises(UnreadableEvent, match=r"The configuration names no division. Add a"):
        read_bundle([NamedFile("config.tsh", b"config event_name = 'x'\n")])


def test_files_the_configuration_does_not_name_are_omitted_and_reported():
    event = told_by("", NamedFile("z.t", b"Zed 0;\n"))
    assert [str(remark) for remark in event.remarks] == [
        "z.t: config.tsh does not refer to this file. It is left out."
    ]
    assert len(event.divisions) == 1


def test_numbered_settings_form_a_list():
    config = read_config("config.tsh", "config spread_cap[1] = 300\nconfig spread_cap[0] = 200\n")
    assert config.figures("spread_cap") == (200, 300)


def test_truncated_archive_names_the_unfinished_file(harbour_event, write):
    (archive,) = write("tsh_archive", harbour_event)
    cut = archive.content[: archive.content.index(b"#end_file name=b.t")]
    with pytest.raises(UnreadableEvent, match=r"b\.t begins here but never ends"):
        read_bundle([NamedFile("x.tsh", cut)])


def test_remarks_on_an_archive_count_its_own_lines(harbour_event, write):
    (archive,) = write("tsh_archive", harbour_event)
    broken = archive.content.replace(b"Brook, Saskia", b"Brook, Saskia;;;")
    event = read_bundle([NamedFile("x.tsh", broken)])
    line = broken[: broken.index(b";;;")].count(b"\n") + 1
    assert any(remark.line == line and remark.blocks for remark in event.remarks)
