"""Malicious files: zip members that cannot be unpacked, and workbooks that unpack to a huge size."""

import io
import zipfile

PACKINGS = {"lzma": zipfile.ZIP_LZMA, "bzip2": zipfile.ZIP_BZIP2, "deflate": zipfile.ZIP_DEFLATED}


def broken_zip(packing: str, **files: str | bytes) -> bytes:
    """Return a zip with one corrupted file per packing method; `_` stands for the dot of a file name."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", PACKINGS[packing]) as bundle:
        for name, content in files.items():
            bundle.writestr(name.replace("_", "."), content)
    whole = bytearray(out.getvalue())
    with zipfile.ZipFile(out) as bundle:
        for info in bundle.infolist():
            start = info.header_offset + 30 + len(info.filename)
            for at in range(start + 2, start + info.compress_size):
                whole[at] ^= 0x5A
    return bytes(whole)


def repacked(content: bytes, packing: str, **replaced: bytes) -> bytes:
    """Return a repacked workbook or zip in which the parts with the given name endings are replaced; `_` stands
    for the dot.
    """
    out = io.BytesIO()
    endings = {name.replace("_", "."): data for name, data in replaced.items()}
    with (
        zipfile.ZipFile(io.BytesIO(content)) as before,
        zipfile.ZipFile(out, "w", PACKINGS[packing]) as after,
    ):
        for name in before.namelist():
            data = next((data for end, data in endings.items() if name.endswith(end)), None)
            after.writestr(name, before.read(name) if data is None else data)
    return out.getvalue()


def workbook(rows: list[list[object]]) -> bytes:
    """Return a workbook with these rows."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    for row in rows:
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def heavy_workbook() -> bytes:
    """Return a 42 KB workbook whose sheet unpacks to almost 20 million bytes of cells."""
    head = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row>'
    cells = b"<c><v>1</v></c>" * 1_300_000
    sheet = head + cells + b"</row></sheetData></worksheet>"
    return repacked(workbook([["Name"], ["Ana Lopez"]]), "deflate", sheet1_xml=sheet)
