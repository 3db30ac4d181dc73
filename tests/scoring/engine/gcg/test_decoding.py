"""File encodings: declared or not, wrong or unknown, with and without byte order mark."""

import codecs

import pytest

from scoring.engine.gcg import decode, read

TEXT = "#player1 jürgen Jürgen Groß\n#player2 zoë Zoë Åström\n>jürgen: ÄÖÜ 8H ÄÖ +28 28\n"


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode("utf-8"),
        TEXT.encode("latin-1"),
        TEXT.encode("utf-8-sig"),
        codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
        ("#character-encoding UTF-8\n" + TEXT).encode("utf-8"),
        ("#Character-Encoding utf8\r\n" + TEXT).encode("utf-8"),
        ("#character-encoding ISO-8859-1\n" + TEXT).encode("latin-1"),
        ("#character-encoding windows-1252\n" + TEXT).encode("cp1252"),
        codecs.BOM_UTF8 + ("#character-encoding UTF-8\n" + TEXT).encode("utf-8"),
        ("\n\n#character-encoding UTF-8\n" + TEXT).encode("utf-8"),
    ],
)
def test_known_encodings_are_decoded_without_a_finding(data):
    text, odd = decode(data)
    assert odd == ()
    assert text.endswith(TEXT)
    assert not text.startswith("\ufeff")


def test_letters_need_a_declaration_in_the_first_line_or_utf_8():
    polish = "#character-encoding ISO-8859-2\n>ł: ŻÓŁW 8H ŻÓŁW +30 30\n"
    assert decode(polish.encode("iso-8859-2")) == (polish, ())
    russian = ">я: ЩИТ 8H ЩИТ +30 30\n"
    assert decode(russian.encode("utf-8")) == (russian, ())
    late = "#title ö\n#character-encoding UTF-8\n" + TEXT
    text, odd = decode(late.encode("latin-1"))
    assert (text, odd) == (late, ())
    assert [(p.line, p.code) for p in read(text).problems] == [(2, "encoding")]
    text, _ = decode(TEXT.encode() + b">j\x00: AT 8H AT +4 4\n")
    assert [problem.code for problem in read(text).problems] == ["unknown_nick"]
    text, _ = decode("#player1 a A\n>a: AT 8H AT +4 4\n".encode("utf-16-le"))
    assert "\x00" in text


UTF_8 = TEXT.encode("utf-8")
UNKNOWN = ("klingon", "UTF-16", "ascii", "rot13", "zlib", "idna", "punycode", "undefined", "\x00")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        *((name, UTF_8) for name in (*UNKNOWN, "ä", "x" * 10_000, "utf-7")),
        ("UTF-8", TEXT.encode("latin-1")),
        ("unicode_escape", UTF_8 + rb"\q"),
        ("utf-7", b"+2AA- >a: AT 8H AT +4 4"),
    ],
)
def test_unknown_or_wrong_encoding_is_reported_and_the_file_decoded(name, data):
    text, odd = decode(b"#character-encoding " + name.encode() + b"\n" + data)
    assert [(finding.code, finding.line) for finding in odd] == [("encoding", 1)]
    assert text.startswith("#character-encoding")
    text.encode("utf-8")
    if data.startswith(b"#player1"):
        assert "#player1 jürgen Jürgen Groß" in text


@pytest.mark.parametrize(
    "data", [b"", b"\x00", b"\xff", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"\xff\xfe\x00"]
)
def test_short_byte_sequences_are_decoded_without_error(data):
    text, odd = decode(data)
    assert odd == ()
    assert len(text) <= len(data)
