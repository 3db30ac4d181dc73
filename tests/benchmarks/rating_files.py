"""How long a published list of 50,000 ratings takes: `python -m tests.benchmarks.rating_files`.

The targets are 5 seconds for text and 15 for a workbook, from the bytes to people and problems.
"""

import io
import os
import time

import django


def rows(count):
    for number in range(count):
        yield f"Given{number} Family{number % 977}", 600 + number % 1500, number % 900, "2020-01-10"


def published_text(count):
    lines = ["NICKstateNAME                   spring.tou 20200110"]
    for name, rating, games, _day in rows(count):
        lines.append(f"     AUS {name[:20]:<20} {games:>4} {rating:>4} 20200110   86.6 ")
    return "\n".join(lines).encode()


def csv_text(count):
    lines = ["Name,Rating,Games,Last played"]
    lines += [f"{name},{rating},{games},{day}" for name, rating, games, day in rows(count)]
    return "\n".join(lines).encode()


def workbook(count):
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    sheet.append(["Name", "Rating", "Games", "Last played"])
    for row in rows(count):
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def seconds(name, content):
    """Seconds by the clock from the bytes to people, those of the processor, and how many people there are."""

    from tournament.engine.ratings.listed import read_list, rows_in
    from tournament.web.people.rating_lists import text_of_list

    began, worked = time.perf_counter(), time.process_time()
    text, _notes, _day = text_of_list(name, content)
    read = read_list(rows_in(text))
    return time.perf_counter() - began, time.process_time() - worked, len(read.people)


def main(count=50_000):
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    for name, content, target in (
        ("list.dat", published_text(count), 5),
        ("list.csv", csv_text(count), 5),
        ("list.xlsx", workbook(count), 15),
    ):
        took, worked, people = seconds(name, content)
        print(
            f"{name}: {len(content):,} bytes, {people:,} people, {took:.1f} s by the clock, {worked:.1f} s "
            f"of the processor (target {target} s)"
        )


if __name__ == "__main__":
    main()
