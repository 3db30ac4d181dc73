"""The character U+0000 is refused in every field and address, with any database."""

import pytest

from tests.shown import refusal

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("/events/new/", {"name": "Autumn\0 Open", "preset": "club"}),
        ("/events/autumn-open/a/undo/1/", {"reason": "\0"}),
        ("/events/autumn-open/a/players/", {"roster": "Ana\0 Lopez", "step": "save"}),
    ],
)
def test_field_containing_a_null_character_is_refused_with_a_page(
    director_client, four, address, sent
):
    answer = director_client.post(address, sent)
    assert answer.status_code == 400
    assert "The text contains the character U+0000" in answer.text


def test_address_containing_a_null_character_is_refused(client, event):
    for answer in (
        client.get("/events/autumn-open/", {"q": "\0"}),
        client.get("/events/autumn%00open/"),
    ):
        assert refusal(answer) == (400, "A character cannot be stored")
