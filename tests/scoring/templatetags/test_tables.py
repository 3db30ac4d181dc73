"""Tables in a region that scrolls."""

from django.template import Context, Template


def test_the_region_of_a_table_is_named_by_its_label_which_is_escaped():
    page = Template('{% table title "reasons" %}<tbody></tbody>{% endtable %}')
    assert page.render(Context({"title": "<A & B>"})) == (
        '<div class="table-scroll" tabindex="0" role="region" aria-label="&lt;A &amp; B&gt;">'
        '<table class="dense reasons"><tbody></tbody></table></div>'
    )


def test_a_heading_can_name_the_region_of_a_table():
    page = Template('{% table labelled_by="numbers" %}{% endtable %}')
    assert page.render(Context()) == (
        '<div class="table-scroll" tabindex="0" role="region" aria-labelledby="numbers">'
        '<table class="dense"></table></div>'
    )


def test_a_translated_label_is_not_escaped_twice():
    page = Template(
        "{% load i18n %}{% blocktranslate asvar label %}Roster of {{ club }}{% endblocktranslate %}"
        "{% table label %}{% endtable %}"
    )
    assert 'aria-label="Roster of A &amp; B"' in page.render(Context({"club": "A & B"}))
