"""A report is one file: found by name, described by its docstring, configured by its options."""

from dataclasses import fields, is_dataclass

import pytest

from tests.tournament.reports.samples import plain_report
from tournament.reports.definition import (
    EARLIER_KEYS,
    GROUPS,
    NoSuchReport,
    all_papers,
    all_reports,
    find_definition,
)
from tournament.reports.delivery import render_report
from tournament.reports.renderer import all_renderers, renderer
from tournament.reports.report_options import CannotReport, options_from


@pytest.mark.parametrize("key", [*all_reports(), *EARLIER_KEYS])
def test_every_report_explains_itself_and_its_options(key):
    chosen = find_definition(key)
    assert chosen.title
    assert chosen.group in GROUPS
    assert chosen.explanation().splitlines()[0].endswith((".", ","))
    assert is_dataclass(chosen.Options)
    assert all(option.metadata["help"] for option in fields(chosen.Options))


@pytest.mark.parametrize("key", all_renderers())
def test_every_format_explains_itself_and_names_its_files(key):
    assert renderer(key).explanation()
    content, content_type, name, _ = render_report(plain_report(["Ana"], round_number=3), key)
    assert content
    assert content_type == renderer(key).content_type
    assert name == f"autumn-names-round-3.{key}"


def test_reports_with_private_data_are_never_public():
    of_federation = {"registered", "registration_fees"}
    assert {key for key, chosen in all_papers().items() if chosen.private} - of_federation == {
        "activity_log", "check_in_list", "pairing_reasons", "rating_history",
        "rating_officer_papers", "ratings", "round_progress", "treasurer",
    }  # fmt: skip
    assert all(chosen.private for key, chosen in all_papers().items() if key in of_federation)


def test_unknown_report_or_format_names_the_known():
    with pytest.raises(NoSuchReport, match=r"There is no report “standing”\. Reports: .*standings"):
        find_definition("standing")
    with pytest.raises(NoSuchReport, match=r"There is no format “doc”\. Formats: .*html"):
        render_report(plain_report([]), "doc")
    with pytest.raises(NoSuchReport):
        find_definition("../standings")


def test_unknown_option_is_refused_and_a_blank_one_is_not_given():
    of_standings = find_definition("standings").Options
    assert options_from(of_standings, {"division": "", "round": None}) == of_standings()
    with pytest.raises(
        CannotReport, match=r"has no option board\. Options: division, round, ratings, audience\."
    ):
        options_from(of_standings, {"board": 4, "round": 2})


def test_report_that_became_a_variant_is_found_by_its_former_key():
    variants = {
        variant.key: (key, value)
        for key, report in all_reports().items()
        for value, variant in report.variants.items()
    }
    assert {key: variants[key] for key in variants if key not in all_reports()} == EARLIER_KEYS
    for key, (report, value) in EARLIER_KEYS.items():
        alone = find_definition(key)
        chooses = all_reports()[report].chooses
        assert getattr(alone.Options(), chooses) == value
        paper = all_papers()[key]
        assert alone.selected_variant(alone.Options()).key == key
        assert paper.selected_variant(alone.Options()).key == key
        assert getattr(alone.Options(**{chooses: "x"}), chooses) == "x"
        with pytest.raises(NoSuchReport, match="There is no report “x”"):
            alone.selected_variant(alone.Options(**{chooses: "x"}))


def test_every_paper_is_a_report_or_a_variant():
    assert set(all_papers()) == {*all_reports(), *EARLIER_KEYS} - {"records", "by_round"}
    assert all_papers()["pairings"].title == "Pairings by board"
