"""A process between run-tests and a test process. All processes that the tests start become its children in the end,
also the detached ones (a worker, a browser's driver), so it can count their processor time, and end them.

Source: prctl(2), PR_SET_CHILD_SUBREAPER; getrusage(2), RUSAGE_CHILDREN. Needs no root.
"""
import ctypes
import json
import os
import resource
import signal
import subprocess
import time
import traceback

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
# How long detached processes may go on after the test process, and how long a killed process may need to end.
GRACE_SECONDS, END_SECONDS = 1.0, 10.0


class Reaper:
    """One test process with all its descendants. `words` is its command; the other arguments are those of Popen."""

    def __init__(self, words, log, **options):
        self.reading, writing = os.pipe()
        runner = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.close(self.reading)
                report = watch(words, log, runner, options)
                os.write(writing, json.dumps(report).encode())
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(0)
        os.close(writing)

    def report(self):
        """None while a process runs. Then `exit`, the exit status of the test process (negative: its signal);
        `seconds`, its duration; `processor`, the seconds of all processes; `outlasted`, the number of killed ones."""
        pid, _ = os.waitpid(self.pid, os.WNOHANG)
        return self._read() if pid else None

    def end(self):
        """Kills all processes and waits for their end."""
        self.kill()
        try:
            os.waitpid(self.pid, 0)
        except ChildProcessError:
            return
        os.close(self.reading)

    def kill(self):
        try:
            os.kill(self.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass

    def _read(self):
        with open(self.reading, "rb") as pipe:
            text = pipe.read()
        return json.loads(text) if text else {"exit": -signal.SIGKILL, "seconds": 0, "processor": 0, "outlasted": 0}


def watch(words, log, runner, options):
    """The life of the reaper."""
    os.setsid()
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    for option, value in ((PR_SET_CHILD_SUBREAPER, 1), (PR_SET_PDEATHSIG, signal.SIGTERM)):
        if prctl(option, value, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "prctl")
    signal.signal(signal.SIGTERM, lambda *_: kill_descendants())
    if os.getppid() != runner:
        return None
    started = time.monotonic()
    with open(log, "wb") as output:
        test = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                start_new_session=True, **options)
    pid = status = None
    while pid != test.pid:
        pid, status = os.waitpid(-1, 0)
    test.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.monotonic() - started
    outlasted = 0
    if not all_end(GRACE_SECONDS):
        outlasted = kill_descendants()
        all_end(END_SECONDS)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {"exit": test.returncode, "seconds": seconds, "processor": usage.ru_utime + usage.ru_stime,
            "outlasted": outlasted}


def all_end(seconds):
    """Whether no child is left within this time."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return True
        if pid == 0:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.02)


def kill_descendants():
    """Kills all descendants, also those that they start meanwhile. Returns the number of killed processes."""
    killed = set()
    while new := set(descendants(os.getpid())) - killed:
        for pid in new:
            try:
                os.kill(pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                pass
        killed |= new
    return len(killed)


def descendants(ancestor):
    """The descendants of a process that have not ended."""
    children = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as stat:
                    state, parent = stat.read().rpartition(") ")[2].split()[:2]
            except (FileNotFoundError, ProcessLookupError):
                continue
            children.setdefault(int(parent), []).append((int(name), state))
    found, waiting = [], [ancestor]
    while waiting:
        for pid, state in children.get(waiting.pop(), []):
            waiting.append(pid)
            if state not in "ZX":
                found.append(pid)
    return found
