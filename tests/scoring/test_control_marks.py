"""Commands never print control characters from the content or the name of a file."""

from io import StringIO

import pytest
from django.core.management import BaseCommand, CommandError, call_command

from scoring.control_marks import mark_control_characters

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\x7f"
HARMLESS = "␛]0;owned␇␛[2J\\x9b31m␡"


@pytest.mark.parametrize("make", ["{evil}", "#player1 {evil} A\n>x{evil}: Q 8H QI{evil} +1 1\n"])
def test_verify_games_replaces_control_characters_in_files_and_names(tmp_path, make):
    file = tmp_path / f"game{EVIL}.gcg"
    file.write_text(make.format(evil=EVIL), encoding="utf-8")
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("verify_games", str(tmp_path), stdout=out)
    text = out.getvalue()
    assert HARMLESS in text
    assert [mark for mark in text if ord(mark) < 32 and mark != "\n"] == []
    assert not {"\x7f", "\x9b"} & set(text)


def test_every_command_replaces_control_characters_even_in_errors(tmp_path, capsys):
    class Sayer(BaseCommand):
        def handle(self, **_options):
            self.stdout.write(f"hello {EVIL}\tend\n")
            self.stderr.write(f"\r[#  ] {EVIL}", ending="")
            raise CommandError(EVIL)

    with pytest.raises(SystemExit):
        Sayer().run_from_argv(["manage.py", "sayer", "--skip-checks"])
    shown = capsys.readouterr()
    assert shown.out == f"hello {HARMLESS}\tend\n"
    assert shown.err == f"\r[#  ] {HARMLESS}CommandError: {HARMLESS}\n"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann Šafář 1400 – 李明\n\tדנה", "Ann Šafář 1400 – 李明\n\tדנה"),
        ("No.,Name\r\n1,Ann\rBen\r\n", "No.,Name\r\n1,Ann␍Ben\r\n"),
    ],
)
def test_ordinary_text_and_ends_of_lines_are_kept(text, shown):
    assert mark_control_characters(text) == shown
