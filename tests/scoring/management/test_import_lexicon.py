"""The command `import_lexicon`."""

import io

import pytest
from django.core.management import CommandError, call_command

from scoring.lexicon import lexicon

pytestmark = pytest.mark.django_db


def run(*arguments):
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("import_lexicon", *map(str, arguments), stdout=out, stderr=err)
    except CommandError as refused:
        return str(refused), err.getvalue()
    return out.getvalue(), err.getvalue()


@pytest.fixture
def file(tmp_path):
    return tmp_path / "words.txt"


def test_loaded_list_is_reported_with_its_digest_and_replaced_on_request(lists, file):
    file.write_bytes(b"AA\nAB\nAA\nX\n")
    output, errors = run("Club", file)
    assert output == f"Club (club): 2 words, SHA-256 {lexicon('club').sha256}\n"
    assert errors == (
        "Line 3: “AA” is already on line 1.\nLine 4: “X” has 1 tile; a word has 2 to 15.\n"
    )
    assert "The list Club already exists, with 2 words. " in run("Club", file)[0]
    assert run("Club", file, "--replace")[0].startswith("Club (club): 2 words,")


def test_invalid_lines_are_listed_and_left_out_on_request(lists, file):
    file.write_text("AA\n" + "N0\n" * 25)
    output, errors = run("Club", file)
    assert output.startswith("25 lines contain something that is not a tile of the English set.")
    assert errors.count("Line ") == 20
    assert "… and 5 more lines." in errors
    assert not lists.exists()
    assert run("Club", file, "--leave-out-odd")[0].startswith("Club (club): 1 word,")


def test_missing_file_is_named(lists, file):
    output, _ = run("Club", file)
    assert output == f"{file} cannot be read (No such file or directory)."
