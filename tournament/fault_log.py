"""The file of our own faults, which several processes may write."""

import os
from logging import LogRecord
from logging.handlers import RotatingFileHandler


class FaultLog(RotatingFileHandler):
    """A file that begins anew when it is long, also where another process began it anew meanwhile.

    Without that look the other one would go on writing the old file, and throw away the new one when it turns.
    """

    def emit(self, record: LogRecord) -> None:
        """Write an entry, into the file that bears the name now."""
        if self.stream is not None and not self._bears_the_name(self.stream.fileno()):
            self.stream.close()
            self.stream = None  # opened again when it is written
        super().emit(record)

    def _bears_the_name(self, opened: int) -> bool:
        try:
            named = os.stat(self.baseFilename)  # noqa: PTH116 - what the file below is compared with
        except OSError:
            return False
        return os.path.samestat(named, os.fstat(opened))
