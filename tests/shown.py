"""What a page shows, and what its forms carry of what they were made from, as a browser sends it back."""

import re

from django.utils.html import strip_tags

CARRIED = re.compile(r'<input type="hidden" name="(pairing|seen|beside|accepted)" value="([^"]*)"')
NO_PAGE = (404, "This page does not exist")


def text(answer):
    """The words of a page without its tags, blanks as one."""
    return " ".join(re.sub(r"<[^>]*>", " ", answer.text).split())


def stripped(answer):
    """The same where a tag parts no words."""
    return " ".join(strip_tags(answer.text).split())


def source(answer):
    """A page with its tags, blanks as one."""
    return " ".join(answer.text.split())


def main_words(answer):
    """The words of the main part of a page."""
    main = answer.text.partition("<main")[2].partition("</main>")[0]
    return " ".join(re.sub(r"<[^<>]*>", " ", main.partition(">")[2]).split())


def words_shown(answer):
    """The words of the main part of a page that is there."""
    assert answer.status_code == 200
    return main_words(answer)


def heading(answer):
    """The first heading of a page."""
    return answer.text.partition("<h1>")[2].partition("</h1>")[0]


def refusal(answer):
    """The status of an answer and the heading of the page that explains it; `NO_PAGE` for what is not there."""
    return answer.status_code, heading(answer)


def carried(page):
    """The hidden values of a page, a text: what was shown, and what was asked already."""
    return dict(CARRIED.findall(page))


def as_shown(client, path):
    """The same of the page at `path`, opened by a test client now."""
    return carried(client.get(path).text)


def result_line(board, first, second):
    """The form of one line at the desk or on the results page, in which what is odd is accepted already."""
    line = f"{board} {first} {second}"
    return {"line": line, "mode": "scores", "by": "board", "accepted": f"b{line}"}
