"""Run commands of tests as forks of a process that has loaded the common modules.

A new Python takes longer to load Django, the engines and other packages than most commands
take to run. Modules that read settings, above all the models, are loaded by the fork itself,
so that it works in its own data folder. Servers, and tests of starting, start as usual
(`tests/installation.py`).
"""

import atexit
import contextlib
import gc
import importlib
import json
import os
import runpy
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).resolve().parents[1]
OWN = ("tournament", "scoring", "tests", "django.contrib", "axes", "csp", "__")
"""Packages that may read settings when imported."""
ENGINES = ("tournament.engine", "scoring.engine")
"""Exceptions to `OWN`."""
_lock = threading.Lock()
_process: list[subprocess.Popen[str]] = []


def run(
    typed: Sequence[str], environment: Mapping[str, str], modules: Path
) -> subprocess.CompletedProcess[str]:
    """Run `manage.py` with these arguments, or code after `-c`; return its exit status and output.

    `modules` is a file with the names of the modules to load first.
    """
    with tempfile.TemporaryDirectory(prefix="ninetimer-warm-") as folder:
        printed, complained = Path(folder, "out"), Path(folder, "err")
        order = {
            "typed": typed,
            "environment": {**environment},
            "out": f"{printed}",
            "err": f"{complained}",
        }
        with _lock:
            if not _process:
                _process.append(_started(modules))
            there, back = _process[0].stdin, _process[0].stdout
            assert there is not None
            assert back is not None
            there.write(json.dumps(order) + "\n")
            there.flush()
            status = int(back.readline())
        return subprocess.CompletedProcess(
            typed, status, printed.read_text("utf-8"), complained.read_text("utf-8")
        )


def _started(modules: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.warm", str(modules)],
        cwd=SOURCE,
        env={**os.environ, "LC_ALL": "C.UTF-8", "OPENBLAS_NUM_THREADS": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(process.communicate)
    return process


def _main(modules: Path) -> int:
    gc.set_threshold(50_000, 20, 100)
    for name in modules.read_text("utf-8").split():
        if name.startswith(ENGINES) or not name.startswith(OWN):
            # Modules that need settings are loaded by the fork.
            with contextlib.suppress(Exception):
                importlib.import_module(name)
    gc.freeze()
    for line in sys.stdin:
        if not (child := os.fork()):
            return _become(json.loads(line))
        _pid, how = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(how), flush=True)
    return 0


def _become(order: dict[str, Any]) -> int:
    """Turn into the process of one command."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    for number, path in ((0, os.devnull), (1, order["out"]), (2, order["err"])):
        opened = os.open(path, os.O_RDONLY if number == 0 else flags, 0o600)
        os.dup2(opened, number)
        os.close(opened)
    os.environ.clear()
    os.environ.update(order["environment"])
    typed = order["typed"]
    try:
        if typed[0] == "-c":
            sys.argv = ["-c", *typed[2:]]
            exec(compile(typed[1], "<string>", "exec"), {"__name__": "__main__"})
        else:
            sys.argv = ["manage.py", *typed]
            runpy.run_path(str(SOURCE / "manage.py"), run_name="__main__")
    except SystemExit as ended:
        if ended.code is None or isinstance(ended.code, int):
            return ended.code or 0
        print(ended.code, file=sys.stderr)
        return 1
    except BaseException:  # noqa: BLE001 - as Python ends with any
        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(_main(Path(sys.argv[1])))
