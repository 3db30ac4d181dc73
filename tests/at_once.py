"""Several people in the same instant: each in a thread with a connection of its own, none before all are ready."""

import threading
from concurrent.futures import ThreadPoolExecutor


def at_once(connected, *jobs):
    """Do all jobs in the same instant; return what each gave, or the exception it was refused with.

    `connected` is how a thread comes to the database (the fixtures `on_sqlite` and `on_postgresql`).
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
