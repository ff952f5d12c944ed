"""The tests that start a browser, and which of them `make test` keeps: ways.tsv has a row for each.

A moved test is a browser test without a row: it runs in `make tour` only, and `.ci/run` draws a few of them.
"""
import hashlib
import os
import re

PATH = os.path.join(os.path.dirname(os.path.realpath(__file__)), "ways.tsv")

# Each way needs a test that goes all of it.
WAYS = ("scan", "tray", "offline queue", "album", "edit", "history", "search", "selection", "shelf camera",
        "shelf results", "sign-in", "settings", "import", "people", "published log", "share")

SETS = ("daily", "moved", "all")

# All tests of these suites start a browser.
BROWSER_SUITES = re.compile(r"^(Browser\w*Tests|TourTests|EngineTests)$")
# The tests of other suites that start a browser.
OTHER_BROWSER_TESTS = {
    "BackOfSleeveTests/the page of a failed scan sends the back by script, and becomes the album",
    "ReviewTests/pages with sources and without a review pass the accessibility checks",
    "SpendingTests/from 80 percent of the cap on the owner's pages have a note",
}
# WebKit and Firefox, which only `./setup tour` installs.
ONLY_IN_TOUR = re.compile(r"^EngineTests/")


def read(path=PATH):
    """The rows: pairs of a way and of a test in readable form."""
    with open(path, encoding="utf-8") as lines:
        return [tuple(line.rstrip("\n").split("\t")) for line in lines if line.strip() and line[0] != "#"]


def readable(test):
    """`Suite/name` of ``Module.Suite/`name`(argument:)``, the form of `--list-tests`."""
    suite, _, function = test.partition("/")
    return f"{suite.rpartition('.')[2]}/{re.sub(r'[(][^()`]*[)]$', '', function).strip('`')}"


def starts_browser(test):
    name = readable(test)
    return bool(BROWSER_SUITES.match(name.partition("/")[0])) or name in OTHER_BROWSER_TESTS


def moved(tests, rows):
    """The browser tests without a row."""
    kept = {row[1] for row in rows}
    return [test for test in tests if starts_browser(test) and readable(test) not in kept]


def drawn(tests, rows, count, seed):
    """`count` of the moved tests that Chromium runs. The same seed draws the same tests; a test that is added or
    removed changes no other choice."""
    candidates = [test for test in moved(tests, rows) if not ONLY_IN_TOUR.match(readable(test))]
    return sorted(candidates, key=lambda test: hashlib.sha256(f"{seed} {test}".encode()).digest())[:count]


def problems(tests, rows):
    """What is wrong with the rows, in words. `tests` are all tests, in readable form."""
    yield from (f"ways.tsv: a row needs a way and a test: {row}" for row in rows if len(row) != 2)
    rows = [row for row in rows if len(row) == 2]
    names = [row[1] for row in rows]
    yield from (f"ways.tsv: no test has the name {name}" for name in names if name not in tests)
    yield from (f"ways.tsv: {name} starts no browser" for name in names if name in tests and not starts_browser(name))
    yield from (f"ways.tsv: {name} has two rows" for name in sorted(set(names)) if names.count(name) > 1)
    yield from (f"ways.tsv: no test goes the way {way}" for way in WAYS if way not in {row[0] for row in rows})
