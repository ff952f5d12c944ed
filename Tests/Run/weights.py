"""The duration of each suite, and the groups of suites that may run in parallel.

The table (weights.tsv) only decides the order: a wrong or missing line makes a run slower, never wrong.
"""
import argparse
import collections
import math
import os
import re

PATH = os.path.join(os.path.dirname(os.path.realpath(__file__)), "weights.tsv")
HEAD = "# suite\tseconds\tseconds of processor\talone: no other process beside it\n"
# A suite that the table does not have yet.
DEFAULT = (5.0, 2.5, False)
# Suites are put together up to this many seconds: a process costs a tenth of a second to start.
SMALL = 15.0
# A longer suite is split into processes of about this many seconds. The tests of a process share browsers.
LONG = 45.0

Group = collections.namedtuple("Group", "name tests seconds processor is_alone pattern")


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


def groups(tests, table, pattern_of):
    """The tests as groups for one process each: long suites split, small ones put together by module."""
    suites = collections.defaultdict(list)
    for test in tests:
        suites[test.partition("/")[0]].append(test)
    result, small = [], collections.defaultdict(list)
    for suite, functions in sorted(suites.items()):
        seconds, processor, is_alone = table.get(suite, DEFAULT)
        if is_alone:
            result.append(group(suite, functions, seconds, processor, pattern_of(functions), True))
        elif seconds > LONG and len(functions) > 1:
            count = min(len(functions), math.ceil(seconds / LONG))
            for number in range(count):
                some = functions[number::count]
                name = some[0] if len(some) == 1 else f"{suite} {number + 1}/{count}"
                share = len(some) / len(functions)
                result.append(group(name, some, seconds * share, processor * share, function_pattern(some)))
        elif seconds > SMALL:
            result.append(group(suite, functions, seconds, processor, pattern_of(functions)))
        else:
            small[suite.partition(".")[0]].append((suite, functions, seconds, processor))
    for module, parts in small.items():
        for number, bundle in enumerate(bundles(parts), start=1):
            names = [part[0] for part in bundle]
            functions = [test for part in bundle for test in part[1]]
            result.append(group(f"{module} {number} ({', '.join(n.partition('.')[2] for n in names)})", functions,
                                sum(part[2] for part in bundle), sum(part[3] for part in bundle),
                                pattern_of(functions)))
    return result


def group(name, tests, seconds, processor, pattern, is_alone=False):
    return Group(name, tests, seconds, processor, is_alone, pattern)


def suite_pattern(functions):
    """All tests of the suites of the functions."""
    suites = sorted({function.partition("/")[0] for function in functions})
    return "^(" + "|".join(suite.replace(".", "\\.") for suite in suites) + ")\\/"


def function_pattern(functions):
    """Names only these functions, for a run that leaves out other functions of the same suites."""
    return "|".join("^" + re.escape(function).replace("/", "\\/") + "\\/" for function in functions)


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


def bundles(parts):
    """Parts of one module in lists of at most SMALL seconds."""
    bundle, length = [], 0.0
    for part in parts:
        if bundle and length + part[2] > SMALL:
            yield bundle
            bundle, length = [], 0.0
        bundle.append(part)
        length += part[2]
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
    """The share of one processor that a group uses, on average; 1.5 at most."""
    return min(1.5, group.processor / max(group.seconds, 0.1))
