"""Run actions concurrently, each in its own thread with its own database connection."""

import threading
from concurrent.futures import ThreadPoolExecutor


def at_once(connected, *jobs):
    """Run all jobs at the same moment and return the result or the refusal of each.

    `connected` is the context manager that connects a thread to the database (the fixtures
    `on_sqlite` and `on_postgresql`).
    """
    all_ready = threading.Barrier(len(jobs))

    def do(job):
        with connected():
            all_ready.wait()
            try:
                return job()
            except Exception as refused:  # noqa: BLE001 - whatever it is, the test looks at it
                return refused

    with ThreadPoolExecutor(len(jobs)) as people:
        return list(people.map(do, jobs))
