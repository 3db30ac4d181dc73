"""Read the text of a page, and the hidden form values that a browser sends back."""

import re

from django.utils.html import strip_tags

CARRIED = re.compile(r'<input type="hidden" name="(pairing|seen|beside|accepted)" value="([^"]*)"')
NO_PAGE = (404, "This page does not exist")


def text(answer):
    """Return the text of a page without tags, with whitespace collapsed."""
    return " ".join(re.sub(r"<[^>]*>", " ", answer.text).split())


def stripped(answer):
    """Return the same, without a space in place of a tag."""
    return " ".join(strip_tags(answer.text).split())


def source(answer):
    """Return the page source with whitespace collapsed."""
    return " ".join(answer.text.split())


def main_words(answer):
    """Return the text of the main element of a page."""
    main = answer.text.partition("<main")[2].partition("</main>")[0]
    return " ".join(re.sub(r"<[^<>]*>", " ", main.partition(">")[2]).split())


def words_shown(answer):
    """Return the text of the main element of a page with status 200."""
    assert answer.status_code == 200
    return main_words(answer)


def heading(answer):
    """Return the first heading of a page."""
    return answer.text.partition("<h1>")[2].partition("</h1>")[0]


def refusal(answer):
    """Return the status and the heading of an error page; `NO_PAGE` for a missing page."""
    return answer.status_code, heading(answer)


def carried(page):
    """Return the hidden form values of a page: the shown version and the confirmed questions."""
    return dict(CARRIED.findall(page))


def as_shown(client, path):
    """Return the hidden form values of the page that is now at `path`."""
    return carried(client.get(path).text)


def result_line(board, first, second):
    """Return the form data of one result line, with all questions confirmed."""
    line = f"{board} {first} {second}"
    return {"line": line, "mode": "scores", "by": "board", "accepted": f"b{line}"}
