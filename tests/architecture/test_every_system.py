"""Portability: the source uses nothing that exists only on POSIX systems.

A function missing on Windows must be guarded by a branch on `sys.platform` or `hasattr`, or
by a handler for ImportError or AttributeError. Platform-dependent strftime codes, folders of
one system, and files opened in the system's default encoding are never allowed.
"""

import ast
import re
from collections.abc import Iterator, Sequence

import pytest

from tests.architecture.modules import SOURCE, Module, modules

POSIX_MODULES = {
    "crypt", "curses", "fcntl", "grp", "nis", "posix", "pty", "pwd", "readline", "resource", "spwd", "syslog",
    "termios", "tty",
}  # fmt: skip
POSIX_NAMES = {
    "os": """
        O_CLOEXEC O_DIRECTORY O_DSYNC O_NOFOLLOW O_NONBLOCK O_SYNC WNOHANG chown chroot confstr ctermid fchmod
        fchown fdatasync fork forkpty getegid geteuid getgid getgroups getloadavg getpgid getpgrp getpriority
        getresuid getuid initgroups killpg lchown lockf mkfifo mknod nice openpty pathconf pipe2 posix_fadvise
        posix_fallocate posix_spawn pread pwrite sched_getaffinity sched_yield sendfile setgid setpgid
        setpriority setsid setuid statvfs sync sysconf tcgetpgrp ttyname uname wait wait3 wait4
    """,
    "signal": """
        ITIMER_REAL SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGUSR1 SIGUSR2 alarm
        pause pthread_kill pthread_sigmask setitimer sigwait
    """,
    "socket": "AF_NETLINK AF_PACKET AF_UNIX SO_BINDTODEVICE SO_REUSEPORT if_nametoindex",
    "time": "clock_gettime pthread_getcpuclockid tzset",
    "asyncio": "open_unix_connection start_unix_server",
}
POSIX_NAMES = {module: set(names.split()) for module, names in POSIX_NAMES.items()}
POSIX_METHODS = {
    "add_signal_handler", "create_unix_server", "create_unix_connection", "set_forkserver_preload",
}  # fmt: skip
WAYS_TO_START = {"fork", "forkserver"}
FOLDERS = re.compile(r"(/tmp|/var|/dev|/etc|/proc|/usr|/home|/run|/opt|[A-Za-z]:\\)(/|\\|$)")
OUR_SHARE = {
    # Debian's word lists, from which developers build the open word list.
    "scoring/management/commands/build_word_list.py"
}
SIGNS_OF_ONE_SYSTEM = re.compile(r"%[-#_^][a-zA-Z]")
WHERE_IT_DIFFERS = {"ImportError", "AttributeError"}


def guards(nodes: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """Yield the guarded parts of a module."""
    for node in nodes:
        if isinstance(node, ast.Try):
            caught = " ".join(
                ast.unparse(handler.type) for handler in node.handlers if handler.type
            )
            if WHERE_IT_DIFFERS & set(re.findall(r"\w+", caught)):
                yield from node.body
        elif (
            isinstance(node, ast.With)
            and any(
                re.search(r"suppress\(.*(Import|Attribute)Error", ast.unparse(item.context_expr))
                for item in node.items
            )
        ) or (
            isinstance(node, ast.If | ast.IfExp)
            and re.search(r"sys\.platform|hasattr|libc_ver|way == ", ast.unparse(node.test))
        ):
            yield node


def problems(nodes: Sequence[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield the line and name of every use in a module that another system lacks."""
    guarded = {id(inner) for part in guards(nodes) for inner in ast.walk(part)}
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in docstrings
        ):
            if SIGNS_OF_ONE_SYSTEM.search(node.value):
                yield node.lineno, f"the sign of one system in “{node.value}”"
            if FOLDERS.match(node.value) and id(node) not in guarded:
                yield node.lineno, f"the folder {node.value}"
        if isinstance(node, ast.Call):
            yield from encoding_left_to_the_system(node)
        if id(node) in guarded:
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            origin = getattr(node, "module", None) or ""
            for alias in node.names:
                if alias.name.partition(".")[0] in POSIX_MODULES or origin in POSIX_MODULES:
                    yield node.lineno, f"the module {origin or alias.name}"
                if alias.name in POSIX_NAMES.get(origin, ()):
                    yield node.lineno, f"{origin}.{alias.name}"
        elif isinstance(node, ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else "…"
            if node.attr in POSIX_NAMES.get(owner, ()) or node.attr in POSIX_METHODS:
                yield node.lineno, f"{owner}.{node.attr}"
        elif isinstance(node, ast.Constant) and node.value in WAYS_TO_START:
            yield node.lineno, f"processes that are started by {node.value}"


def encoding_left_to_the_system(call: ast.Call) -> Iterator[tuple[int, str]]:
    """Yield text reads and writes without an encoding: Windows does not default to UTF-8."""
    named = {keyword.arg for keyword in call.keywords}
    method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    modes = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
    if "encoding" in named:
        return
    if (method == "read_text" and not call.args) or (
        method == "write_text" and len(call.args) == 1
    ):
        yield call.lineno, f"{method} without an encoding"
    plain = isinstance(call.func, ast.Name) and call.func.id == "open"
    if (plain or method == "fdopen") and not any("b" in str(mode) for mode in modes):
        yield call.lineno, "open without an encoding"
    if method == "open" and any(mode in ("w", "r", "a", "x", "r+") for mode in modes):
        yield call.lineno, "open without an encoding"


@pytest.mark.full
def test_no_code_depends_on_a_single_operating_system():
    left = [
        f"{module.shown}:{line}: {what}"
        for module in (*modules(), Module("manage", SOURCE / "manage.py"))
        if module.shown not in OUR_SHARE
        for line, what in problems(module.nodes)
    ]
    assert left == []


def test_no_two_file_names_differ_only_in_case():
    """Windows and macOS treat them as one, and cannot store names with a colon, a question mark or an asterisk."""
    names = [
        path.relative_to(SOURCE).as_posix()
        for top in ("scoring", "tournament", "templates", "fixtures")
        for path in (SOURCE / top).rglob("*")
        if "__pycache__" not in path.parts
    ]
    assert len({name.casefold() for name in names}) == len(names)
    assert [name for name in names if re.search(r'[:?*<>|"\\]|[ .](/|$)', name)] == []
