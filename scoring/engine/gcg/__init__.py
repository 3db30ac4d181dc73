"""GCG, the file format of recorded games: `decode`, `read`, `write` and `write_strict`.

Source: "poslfit: Scrabble: .gcg File Format", version 1.2 (2019-05-12). Other programs write
dialects of it.
"""

from scoring.engine.gcg.decoding import decode
from scoring.engine.gcg.reader import Unreadable, read
from scoring.engine.gcg.strict import StrictCopy, write_strict
from scoring.engine.gcg.writer import write

__all__ = ["StrictCopy", "Unreadable", "decode", "read", "write", "write_strict"]
