"""Texts in tables that a spreadsheet program must not take for formulas."""

STARTS = ("=", "+", "-", "@", "\t", "\r")


def harmless(text: str) -> str:
    """The text with an apostrophe in front where it would be taken for a formula."""
    return f"'{text}" if text.startswith(STARTS) else text


def harmed(text: str) -> str:
    """The text without the apostrophe that `harmless` put in front."""
    return text[1:] if text.startswith("'") and text[1:].startswith(STARTS) else text
