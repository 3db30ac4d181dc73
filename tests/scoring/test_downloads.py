"""Files as answers to a request."""

from scoring.downloads import file_response


def test_a_file_is_saved_under_its_name():
    sent = file_response("a", "text/csv", "list.csv")
    assert sent["Content-Disposition"] == 'attachment; filename="list.csv"'
    assert (sent.content, sent["Content-Type"]) == (b"a", "text/csv")


def test_a_file_with_accents_in_its_name_is_still_an_attachment():
    sent = file_response(b"", "text/plain", "Łukasz.gcg")
    assert sent["Content-Disposition"] == "attachment; filename*=utf-8''%C5%81ukasz.gcg"


def test_a_file_can_be_shown_first():
    sent = file_response(b"", "application/pdf", "round.pdf", is_shown=True)
    assert sent["Content-Disposition"] == 'inline; filename="round.pdf"'
