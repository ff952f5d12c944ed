"""The duration of each suite, and the groups of suites that may run in parallel.

The table (weights.tsv) only decides the order: a wrong or missing line makes a run slower, never wrong.
"""
import argparse
import collections
import math
import os
import re

import ways

PATH = os.path.join(os.path.dirname(os.path.realpath(__file__)), "weights.tsv")
HEAD = "# suite\tseconds\tseconds of processor\talone: no other process beside it\n"
# A suite that the table does not have yet.
DEFAULT = (5.0, 2.5, False)
# Suites are put together up to this many seconds: a process costs a tenth of a second to start.
SMALL = 15.0
# A longer suite is split into processes of about this many seconds. The tests of a process share browsers.
LONG = 45.0

Group = collections.namedtuple("Group", "name tests seconds processor is_alone has_browser pattern")


def read():
    """Suite to (seconds, seconds of processor, is alone)."""
    table = {}
    with open(PATH, encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                suite, seconds, processor, *alone = line.rstrip("\n").split("\t")
                table[suite] = (float(seconds), float(processor), alone == ["alone"])
    return table


def write(table, measured):
    """Writes the table with the measured suites replaced."""
    for suite, (seconds, processor) in measured.items():
        table[suite] = (seconds, processor, table.get(suite, DEFAULT)[2])
    with open(PATH, "w", encoding="utf-8") as file:
        file.write(HEAD)
        for suite, (seconds, processor, alone) in sorted(table.items()):
            file.write(f"{suite}\t{seconds:.1f}\t{processor:.1f}" + ("\talone" if alone else "") + "\n")


def scaled(measured, ran, whole):
    """The measured times of suites, of which only some tests ran, as times of all their tests. `ran` and `whole` count
    the tests of each suite."""
    return {suite: [value * whole[suite] / ran[suite] for value in times] for suite, times in measured.items()}


def stale(table, measured):
    """Messages about suites whose entry is wrong by more than a half and five seconds, and about suites without one."""
    wrong = [f"{suite} ({table.get(suite, DEFAULT)[1]:.0f} s, now {processor:.0f} s)"
             for suite, (_, processor) in sorted(measured.items())
             if abs(processor - table.get(suite, DEFAULT)[1]) > max(5, processor / 2)]
    gone = sorted(set(measured) - set(table))
    if wrong:
        yield "Tests/Run/weights.tsv is stale (processor time; --weigh writes it): " + ", ".join(wrong)
    if gone:
        yield "Tests/Run/weights.tsv has no line for: " + ", ".join(gone)


def counts(tests):
    """The number of tests of each suite."""
    return collections.Counter(test.partition("/")[0] for test in tests)


def groups(tests, table, whole):
    """The tests as groups for one process each: long suites split, small ones put together by module. `whole` counts
    all tests of each suite. Tests that start a browser are in groups of their own, and share browsers."""
    suites = collections.defaultdict(list)
    for test in tests:
        suite = test.partition("/")[0]
        is_alone = table.get(suite, DEFAULT)[2]
        suites[suite, ways.starts_browser(test) and not is_alone].append(test)
    result, small = [], collections.defaultdict(list)
    for (suite, has_browser), functions in sorted(suites.items()):
        seconds, processor, is_alone = table.get(suite, DEFAULT)
        share = len(functions) / whole[suite]
        part = Group(suite, functions, seconds * share, processor * share, is_alone, has_browser, None)
        if not is_alone and part.seconds > LONG and len(functions) > 1:
            result += split(part, math.ceil(part.seconds / LONG))
        elif is_alone or part.seconds > (LONG if has_browser else SMALL):
            result.append(part)
        else:
            small[suite.partition(".")[0], has_browser].append(part)
    for (module, has_browser), parts in small.items():
        for number, bundle in enumerate(bundles(parts, LONG if has_browser else SMALL), start=1):
            names = ", ".join(part.name.partition(".")[2] for part in bundle)
            result.append(Group(f"{module} {'browser ' if has_browser else ''}{number} ({names})",
                                [test for part in bundle for test in part.tests],
                                sum(part.seconds for part in bundle), sum(part.processor for part in bundle),
                                False, has_browser, None))
    return [group._replace(pattern=pattern(group.tests, whole)) for group in result]


def split(group, count):
    """The tests of a suite as at most `count` groups."""
    count = min(len(group.tests), count)
    for number in range(count):
        some = group.tests[number::count]
        share = len(some) / len(group.tests)
        yield group._replace(name=some[0] if len(some) == 1 else f"{group.name} {number + 1}/{count}", tests=some,
                             seconds=group.seconds * share, processor=group.processor * share)


def pattern(tests, whole):
    """Fits only these tests: names a suite of which all tests run, and each test of the other suites."""
    here = counts(tests)
    suites = [suite for suite in sorted(here) if here[suite] == whole[suite]]
    names = ["^(" + "|".join(suite.replace(".", "\\.") for suite in suites) + ")\\/"] if suites else []
    names += ["^" + re.escape(test).replace("/", "\\/") + "\\/"
              for test in tests if test.partition("/")[0] not in suites]
    return "|".join(names)


def part(text):
    """`2/3` as (2, 3)."""
    number, slash, count = text.partition("/")
    if not (slash and number.isdigit() and count.isdigit() and 1 <= int(number) <= int(count)):
        raise argparse.ArgumentTypeError(f"not a part such as 2/3: {text}")
    return int(number), int(count)


def part_of(groups, number, count):
    """Part `number` of `count` parts: the longest group first, each to the part with the least work."""
    parts = [[0.0, place, []] for place in range(count)]
    for group in sorted(groups, key=lambda group: (-group.seconds, group.name)):
        least = min(parts)
        least[0] += group.seconds
        least[2].append(group)
    return parts[number - 1][2]


def bundles(parts, limit):
    """Parts of one module in lists of at most `limit` seconds."""
    bundle, length = [], 0.0
    for part in parts:
        if bundle and length + part.seconds > limit:
            yield bundle
            bundle, length = [], 0.0
        bundle.append(part)
        length += part.seconds
    if bundle:
        yield bundle


def next_group(waiting, running, jobs):
    """The first group of `waiting` (longest first) for which a process and enough of the processors are
    left; a group that must be alone waits until nothing runs."""
    if len(running) >= jobs or any(group.is_alone for group in running):
        return None
    room = len(os.sched_getaffinity(0)) + 0.4 - sum(load(group) for group in running)
    for group in waiting:
        if not running or (load(group) <= room and not group.is_alone):
            return group
    return None


def load(group):
    """The share of one processor that a group uses, on average; 1.5 at most. A browser counts as a whole processor, so
    that there are never more browsers than processors."""
    return 1.0 if group.has_browser else min(1.5, group.processor / max(group.seconds, 0.1))
