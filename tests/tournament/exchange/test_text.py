"""Encodings of tsh's files: by byte order mark, configuration, UTF-8 or Latin-1."""

import pytest

from tournament.exchange.event_files import NamedFile, read_bundle


def test_latin_1_is_read_unless_a_mark_or_the_configuration_differs():
    line = "Müller, Zoë 1500;\n"
    sent = {
        "latin": (line.encode("latin-1"), []),
        "marked": (b"\xef\xbb\xbf" + line.encode(), []),
        "utf-16": (b"\xff\xfe" + line.encode("utf-16-le"), []),
    }
    for name, (content, remarks) in sent.items():
        event = read_bundle([NamedFile(f"{name}.t", content)])
        assert event.divisions[0].entrants[0].name == "Zoë Müller", name
        assert list(event.remarks) == remarks
    config = b"config encoding = 'utf-8'\ndivision a a.t\n"
    event = read_bundle([NamedFile("config.tsh", config), NamedFile("a.t", line.encode())])
    assert event.divisions[0].entrants[0].name == "Zoë Müller"


def test_undeclared_utf_8_is_read_and_reported(write):
    line = "Lopez, Ana 1600;\nMüller, Zoë 1500;\n"
    read = read_bundle([NamedFile("a.t", line.encode())])
    assert read.divisions[0].entrants[1].name == "Zoë Müller"
    sentence = "a.t, line 2: The file was read as UTF-8, because its accents are in UTF-8. Check the names."
    assert [str(remark) for remark in read.remarks] == [sentence]
    archive = f"#begin_file name=config.tsh\ndivision a a.t\n#end_file\n#begin_file name=a.t\n{line}#end_file\n"
    read = read_bundle([NamedFile("x.tsh", archive.encode())])
    assert read.divisions[0].entrants[1].name == "Zoë Müller"
    assert (
        str(read.remarks[0])
        == "x.tsh, line 6: a.t: The file was read as UTF-8, because its accents are in UTF-8. Check the names."
    )


def test_configured_encoding_is_used_and_misfits_are_reported():
    line = "Müller, Zoë 1500;\n"
    latin = b"config encoding = 'iso-8859-1'\ndivision a a.t\n"
    read = read_bundle([NamedFile("config.tsh", latin), NamedFile("a.t", line.encode())])
    assert read.divisions[0].entrants[0].written == "MÃ¼ller, ZoÃ«"
    assert "a.t, line 1: The accents look like UTF-8" in str(read.remarks[0])
    utf8 = latin.replace(b"iso-8859-1", b"utf-8")
    read = read_bundle([NamedFile("config.tsh", utf8), NamedFile("a.t", line.encode("latin-1"))])
    assert read.divisions[0].entrants[0].name == "Zoë Müller"
    assert (
        "a.t: Parts of the file are not in utf-8, the encoding named in the configuration."
        in str(read.remarks[0])
    )


def test_latin_1_text_resembling_utf_8_is_written_with_a_mark(write):
    read = read_bundle([NamedFile("a.t", b"\xef\xbb\xbf" + "MÃ¼ller, Zo 0;\n".encode())])
    (written,) = write("tsh_t", read)
    again = read_bundle([written])
    assert again.divisions[0].entrants[0].written == "MÃ¼ller, Zo"
    assert again.remarks == ()


@pytest.mark.parametrize("encoding", ["unicode_escape", "undefined", "utf-7", "rot13", "klingon"])
def test_unknown_encoding_is_reported_and_ignored(encoding):
    config = f"config encoding = '{encoding}'\ndivision a a.t\n".encode()
    event = read_bundle(
        [NamedFile("config.tsh", config), NamedFile("a.t", b"M\xfcller, Zo\xeb 0;\n")]
    )
    assert event.divisions[0].entrants[0].name == "Zoë Müller"
    assert f"a.t: The encoding “{encoding}” is not known. The file was read as Latin-1." in [
        str(remark) for remark in event.remarks
    ]
