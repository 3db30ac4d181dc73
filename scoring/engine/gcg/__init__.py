"""GCG, the file format of recorded games: `decode` bytes, `read` text, `write` text.

Source: "poslfit: Scrabble: .gcg File Format", version 1.2 (2019-05-12), and the dialects of FORMATS.
"""

from scoring.engine.gcg.reader import Unreadable, decode, read
from scoring.engine.gcg.writer import write

__all__ = ["Unreadable", "decode", "read", "write"]
