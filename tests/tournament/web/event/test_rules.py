"""The forms of an event's rules and word list: every value is explained, and nothing typed is lost."""

import re
from dataclasses import fields
from html import unescape

import pytest

from scoring.actions.lexicons import load_lexicon
from tests.shown import text
from tests.stories import WITH_ALL_ROOMS
from tournament.catalogue import presets
from tournament.engine.event_rules import EventRules
from tournament.models import Event

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/rules/"


def as_typed(page, **changes):
    """Return the form data a browser would send, with some values changed."""
    form = page.context["form"]
    typed = {name: form[name].value() for name in form.fields}
    data = {name: value for name, value in typed.items() if value not in (None, False)}
    return data | {"seen": page.context["seen"]} | changes


def test_form_shows_every_rule_with_its_explanation(director_client, round_one):
    page = director_client.get(PAGE)
    words = text(page)
    assert words.count("apply immediately and need no reason") == 1
    for item in fields(EventRules):
        if item.name != "precedence":
            assert item.metadata["help"] in unescape(words)
    assert page.context["form"]["rank_1"].value() == "wins"


def test_unticked_box_means_no(director_client, event):
    data = as_typed(director_client.get(PAGE))
    data.pop("forfeits_charged_as_starts")
    director_client.post(PAGE, data)
    assert Event.objects.get().rules.forfeits_charged_as_starts is False


def test_invalid_rules_are_refused_and_the_input_is_kept(director_client, event):
    page = director_client.get(PAGE)
    answer = director_client.post(PAGE, as_typed(page, spread_caps="300, many"))
    assert "“many” is not a whole number." in text(answer)
    assert 'value="300, many"' in answer.text
    answer = director_client.post(PAGE, as_typed(page, spread_caps="300"))
    assert "There is a spread cap, but" in text(answer)


def test_rule_that_differs_from_the_preset_is_marked_and_can_be_reset(director_client, event):
    data = as_typed(director_client.get(PAGE), bye_spread="75", forfeit_spread="-80")
    director_client.post(PAGE, data | {"rank_3": "capped_spread"})
    page = director_client.get(PAGE)
    form = page.context["form"]
    assert set(form.changed) == {"bye_spread", "forfeit_spread", "precedence"}
    assert text(page).count("Changed") == 3
    assert "The preset says 50." in text(page)
    assert "The preset says wins, losses, spread." in text(page)
    heading, changed, *_ = form.sections[0]
    assert heading == "Different from the preset"
    assert [field.name for field in changed] == ["bye_spread", "forfeit_spread"]
    director_client.post(PAGE, as_typed(page, as_preset="bye_spread"))
    director_client.post(PAGE, as_typed(director_client.get(PAGE), as_preset="precedence"))
    rules = Event.objects.get().rules
    assert (rules.bye_spread, rules.forfeit_spread) == (50, -80)
    assert rules.precedence == presets()[event.preset].precedence


def test_rarely_used_rules_are_folded_until_changed(director_client, event):
    def sections():
        form = director_client.get(PAGE).context["form"]
        folded = [title for title, _, is_open, _ in form.sections if not is_open]
        shown = {
            title: [f.name for f in names] for title, names, is_open, _ in form.sections if is_open
        }
        return folded, shown, sum(map(len, shown.values())) + len(form.rank_fields[0])

    alone = ["Rarely used", "Players' phones", "Live boards", "On pages and papers"]
    folded, shown, number = sections()
    assert (folded, 12 <= number <= 16) == (alone, True)
    director_client.post(PAGE, as_typed(director_client.get(PAGE), gibson_spread="200"))
    folded, shown, _number = sections()
    assert folded == alone
    assert shown["Different from the preset"] == ["gibson_spread"]


@WITH_ALL_ROOMS
def test_every_setting_of_another_page_links_to_its_field(director_client, four):
    page = director_client.get(PAGE).text
    links = re.findall(
        r'<div role="listitem" data-setting[^>]*> ?<a href="([^"#]*)#?([^"]*)">([^<]*)</a>', page
    )
    labels = {unescape(label) for _, _, label in links}
    assert {
        "Number of rounds", "Hold back from round", "Registration status", "Name of the event",
        "Clock and screens", "Word list", "Helpers and their roles", "Number of the first board",
        "Keep team mates apart up to round", "Minutes to show a draft", "Folder on this laptop",
        "Number of classes",
    } <= labels  # fmt: skip
    shown = {}
    for address, field, label in links:
        if address not in shown:
            shown[address] = director_client.get(address)
        assert shown[address].status_code == 200, address
        assert not field or f'id="{field}"' in shown[address].text, (address, label)


WORD_LIST = "/events/autumn-open/word-list/"


@pytest.mark.parametrize("key", ["lista", "nowhere", "../secret_key"])
def test_only_word_lists_with_the_events_tiles_are_offered_and_taken(
    director_client, event, desk, settings, tmp_path, key
):
    settings.NINETIMER_DATA_DIR = tmp_path
    load_lexicon(desk, "Club List", b"AA\nAB\n", "english")
    load_lexicon(desk, "Lista", b"CHICO\n", "spanish")
    page = director_client.get(WORD_LIST).text
    assert "Open English (unofficial), 245,488 words" in page
    assert "Club List, 2 words" in page
    assert "Lista" not in page
    answer = director_client.post(WORD_LIST, {"list": key})
    assert answer.status_code == 422
    assert "Choose one of: Open English (unofficial), Club List." in answer.text
    assert Event.objects.get().lexicon == "open_english"
