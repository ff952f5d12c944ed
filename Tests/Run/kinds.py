"""The processor time of a run by kind of program, from the kernel's process accounting. Only root can switch it on.

The kernel appends a record for each process that ends, on the whole machine; a record belongs to the run if its parents
lead to a reaper of the run. Times are rounded down to hundredths of a second.
Source: acct(2), acct(5) (`struct acct_v3`), <https://man7.org/linux/man-pages/man5/acct.5.html>.
"""
import collections
import ctypes
import os
import re
import socket
import struct

KINDS = ("browsers", "albumscan", "albumscan-cgi", "albumscan-photo", "test processes", "rest")
# The kernel keeps 15 characters of a name. The name of a process of Chromium may be that of its last thread.
NAMES = (
    ("albumscan", re.compile(r"^albumscan$")),
    ("albumscan-cgi", re.compile(r"^albumscan-cgi$")),
    ("albumscan-photo", re.compile(r"^albumscan-photo$")),
    ("browsers", re.compile(r"^(chrom|chrome_crashpad|headless_shell|Chrom|Thread(Pool|Cache)|Viz|Compositor|Cr[A-Z]"
                            r"|Web(Kit|Driver)|firefox|geckodriver|MiniBrowser|Xvfb)")),
)
# A web server runs the control file, whose name is albumscan, too, and whose `#!` line names albumscan-cgi.
WEB_SERVER = re.compile(r"^(lighttpd|apache2|nginx|fcgiwrap|caddy|busybox|httpd)$")
CONTROL_FILE = "albumscan"

LOCK = "\0albumscan-tests-accounting"

RECORD = struct.Struct("=BBHIIIIIIf8H16s")
FORKED, VERSION, TICKS = 0x01, 3, 100

Process = collections.namedtuple("Process", "pid parent name seconds is_fork")


class Accounting:
    """The accounting into a file, from `start` to `stop`. The kernel has only one such file, so a second run with
    --kinds at the same time is refused: a socket with a name that only one process can have is the lock."""

    def __init__(self, path):
        self.path = path
        self.lock = socket.socket(socket.AF_UNIX)

    def start(self):
        try:
            self.lock.bind(LOCK)
        except OSError as error:
            raise OSError(error.errno, "another run with --kinds uses the accounting of this machine") from error
        with open(self.path, "wb"):
            pass
        self._switch(self.path.encode())

    def stop(self):
        self._switch(None)
        self.lock.close()

    def in_words(self, summary, product):
        """The lines at the end of a run; `product` is the name of the test product."""
        with open(self.path, "rb") as file:
            ended = list(processes(file.read()))
        return list(lines(*tally(ended, summary.reapers, product), summary.processor))

    def _switch(self, path):
        if ctypes.CDLL(None, use_errno=True).acct(path) != 0:
            code = ctypes.get_errno()
            raise OSError(code, f"acct: {os.strerror(code)}")


def processes(data):
    """The records in the order in which the processes ended."""
    for (flags, version, _, _, _, _, pid, parent, _, _, user, system, *_, name) in RECORD.iter_unpack(
            data[:len(data) // RECORD.size * RECORD.size]):
        if version & 0x0F == VERSION:
            yield Process(pid, parent, name.partition(b"\0")[0].decode(errors="replace"),
                          (ticks(user) + ticks(system)) / TICKS, bool(flags & FORKED))


def ticks(number):
    """A `comp_t`: 13 bits, and an exponent of 3 bits to the base 8."""
    return (number & 0x1FFF) << (number >> 13) * 3


def tally(ended, roots, product):
    """Kind to (seconds, starts), and the seconds of the rest by name, for the descendants of `roots`. `product` is the
    name of the test product.

    A parent of the run ends after its children, because the children of an ended process belong to a reaper. So the
    records are read from the last to the first, and the parent of a record is the last process read with its pid."""
    known = {}
    seconds, starts, rest = collections.Counter(), collections.Counter(), collections.Counter()
    for process in reversed(ended):
        above = known.get(process.parent)
        if process.pid in roots and process.is_fork:
            known[process.pid] = ("rest", "")
        elif process.parent in roots or above:
            known[process.pid] = (kind(process, *(above or ("rest", "")), product), process.name)
        else:
            known.pop(process.pid, None)
            continue
        found = known[process.pid][0]
        seconds[found] += process.seconds
        starts[found] += not process.is_fork
        if found == "rest":
            rest[process.name] += process.seconds
    return {name: (seconds[name], starts[name]) for name in KINDS}, rest


def kind(process, kind_above, name_above, product):
    if process.is_fork and kind_above != "rest":
        return kind_above
    if process.name == product[:15]:
        return "test processes"
    if process.name == CONTROL_FILE and WEB_SERVER.match(name_above):
        return "albumscan-cgi"
    for name, pattern in NAMES:
        if pattern.match(process.name):
            return name
    return "browsers" if kind_above == "browsers" else "rest"


def lines(table, rest, processor):
    """`processor` are the seconds that the reapers counted."""
    yield "Seconds of processor by kind, with the number of starts:"
    for name in KINDS:
        yield f"  {name:16}{table[name][0]:8.1f}{table[name][1]:8}"
    lost = processor - sum(seconds for seconds, _ in table.values())
    yield f"  {'rounded away':16}{lost:8.1f}"
    yield "  Most of the rest: " + ", ".join(f"{name} {seconds:.1f}" for name, seconds in rest.most_common(6))
