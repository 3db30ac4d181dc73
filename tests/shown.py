"""What a page's forms carry of what they were made from, as a browser sends it back."""

import re

CARRIED = re.compile(r'<input type="hidden" name="(pairing|seen|beside|accepted)" value="([^"]*)"')
NO_PAGE = (404, "There is no such page")


def heading(answer):
    """The first heading of a page."""
    return answer.content.decode().partition("<h1>")[2].partition("</h1>")[0]


def refusal(answer):
    """The status of an answer and the heading of the page that explains it; `NO_PAGE` for what is not there."""
    return answer.status_code, heading(answer)


def carried(page):
    """The hidden values of a page, a text: what was shown, and what was asked already."""
    return dict(CARRIED.findall(page))


def as_shown(client, path):
    """The same of the page at `path`, opened by a test client now."""
    return carried(client.get(path).content.decode())


def result_line(board, first, second):
    """The form of one line at the desk or on the results page, in which what is odd is accepted already."""
    line = f"{board} {first} {second}"
    return {"line": line, "mode": "scores", "by": "board", "accepted": f"b{line}"}
