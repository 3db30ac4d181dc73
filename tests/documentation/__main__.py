"""Write the generated parts of the manual: `python -m tests.documentation`."""

import os

import django


def main() -> None:
    """Write every block of every page."""
    from tests.documentation.reference import filled, pages

    for path, text in pages():
        path.write_text(filled(text), encoding="utf-8")


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    main()
