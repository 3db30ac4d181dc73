"""Configurations of tsh: plain values are read, the rest is kept and listed, and no code runs."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.approved import check_approved
from tournament.exchange.event_files import NamedFile, read_bundle
from tournament.exchange.tsh.config_writing import config_warnings
from tournament.exchange.tsh.javascript import javascript_text, javascript_value
from tournament.exchange.tsh.literals import NotALiteral, perl_text, perl_value

PERL = (
    "1", " -3.5 ", "'it''", "'it\\'s'", '"two\\nlines"', "[1, 2, [3]]", "[1,2,]", "{ 'A' => [1, 12], B => 'x' }",
    "undef", "1; # a comment", "[1, 2", "1 + 1", '"costs $5"', "sub { system 'true' }", "`ls`", "qw(a b)", "exit",
    "[" * 100_000, "",
)  # fmt: skip
REFORMATTED = """{ // made pretty
  config: { event_name: 'Ana\\'s \\u00c4 \\x41', $max: 2, "notes": undefined, 'x': -1.5e1, },
  divisions: [ { name: "A", players: [ undefined, ], seen: true, }, ], /* the end */
}"""
SCRIPT = (
    '[undefined,{"a":1},,"undefined, [",2,]', "[alert(1)]", REFORMATTED, "{a: 1\n b: 2}", "{a\n= 1}", "{a: 'it's'}",
    "{a: 'end}", "{a:\n run(1)}", "{a: function() { }}", "{a: NaN}", "{a: [1, 2", "{a: 1} b", "{[1]: 2}",
    "[" * 100 + "]" * 100,
)  # fmt: skip


@pytest.mark.parametrize(
    ("read_value", "text"),
    [*((perl_value, text) for text in PERL), *((javascript_value, text) for text in SCRIPT)],
)
def test_plain_value_is_read_and_code_refused_as_approved(request, read_value, text):
    try:
        value = repr(read_value(text))
    except NotALiteral as wrong:
        value = f"REFUSED in line {getattr(wrong, 'line', None)}: {wrong}"
    check_approved(request, {f"{read_value.__name__} {text[:200]}": value[:300]})


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


def test_remarks_on_an_archive_count_its_own_lines(harbour_event, write):
    (archive,) = write("tsh_archive", harbour_event)
    broken = archive.content.replace(b"Brook, Saskia", b"Brook, Saskia;;;")
    event = read_bundle([NamedFile("x.tsh", broken)])
    line = broken[: broken.index(b";;;")].count(b"\n") + 1
    assert any(remark.line == line and remark.blocks for remark in event.remarks)
