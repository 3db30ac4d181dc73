"""The error log, to which several processes may write."""

import os
from logging import LogRecord
from logging.handlers import RotatingFileHandler


class FaultLog(RotatingFileHandler):
    """A rotating log that several processes can share.

    Before writing, it checks whether another process has rotated the file. Otherwise this process would
    keep writing to the old file, and discard the new one at its own rotation.
    """

    def emit(self, record: LogRecord) -> None:
        """Write an entry to the current file, reopened if another process has rotated it."""
        if self.stream is not None and not self._is_current_file(self.stream.fileno()):
            self.stream.close()
            self.stream = None  # reopened by the next write
        super().emit(record)

    def _is_current_file(self, opened: int) -> bool:
        try:
            named = os.stat(self.baseFilename)  # noqa: PTH116 - what the file below is compared with
        except OSError:
            return False
        return os.path.samestat(named, os.fstat(opened))
