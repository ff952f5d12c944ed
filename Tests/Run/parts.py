"""The parts of `make tour` and `make torture`: their tests, and the paths whose change touches them (parts.tsv)."""
import collections
import os
import re

import ways

FOLDER = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(FOLDER))
PATH = f"{FOLDER}/parts.tsv"

# Each target with the seconds after which a process of its tests is stuck.
TARGETS = {"tour": 7200, "torture": 14400}
NO_PART = "-"
TABLE_HEAD = "| a change in | touches of the tour | of torture |"
# Each folder in these, and each of the folders alone, must be in a row.
PARENTS, ALONE = ("Sources", "public", "Tests"), ("templates", "prompts", "words", "docs/servers", "package")


class Part(collections.namedtuple("Part", "name target packages minutes tests paths")):
    """`tests` are patterns of readable tests (ways.readable), or one command after `$`."""

    @property
    def command(self):
        return self.tests[1:].strip() if self.tests.startswith("$") else None

    @property
    def patterns(self):
        return [] if self.command or self.name == NO_PART else self.tests.split("|")

    @property
    def expression(self):
        """The expression for `run-tests --filter`."""
        return "|".join(r"^\w+\." + in_regex(suite) + "/" + ("`" + re.escape(name) + r"`\(" if name else "")
                        for suite, _, name in (pattern.partition("/") for pattern in self.patterns))

    def has_suite(self, suite):
        return any(re.fullmatch(in_regex(pattern.partition("/")[0]), suite) for pattern in self.patterns)

    def is_touched(self, file):
        """A file with a suite touches the parts of this suite; any other file those that have its path."""
        suite = re.search(r"^Tests/(?:.*/)?(\w+Tests)\.swift$", file)
        return self.has_suite(suite[1]) if suite else any(contains(path, file) for path in self.paths)


def in_regex(pattern):
    return re.escape(pattern).replace(r"\*", r"\w*")


def contains(path, file):
    return file == path or file.startswith(f"{path}/")


def read(path=PATH):
    """All parts, the last one with the paths that touch no part."""
    parts, several = [], {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            cells = line.rstrip("\n").split("\t")
            if line.startswith("#"):
                continue
            if line.startswith("@"):
                several[cells[0]] = cells[1].split()
                continue
            name, target, packages, minutes, tests, words = cells
            paths = [path for word in words.split() for path in several.get(word, [word])]
            parts.append(Part(name, target, packages, float(minutes), tests, paths))
    return parts


def folders(root=ROOT):
    """The folders that must be in a row."""
    return [f"{parent}/{name}" for parent in PARENTS for name in sorted(os.listdir(f"{root}/{parent}"))
            if os.path.isdir(f"{root}/{parent}/{name}") and not name.startswith((".", "__"))] + list(ALONE)


def is_covered(path, listed, root=ROOT):
    """Whether a row has the path, or all that is in it."""
    if any(contains(one, path) for one in listed):
        return True
    if not os.path.isdir(f"{root}/{path}") or not any(contains(path, one) for one in listed):
        return False
    return all(is_covered(f"{path}/{name}", listed, root) for name in os.listdir(f"{root}/{path}"))


def problems(parts, tests, root=ROOT):
    """What is wrong with the table, in words. `tests` are all tests, in readable form."""
    listed = {path for part in parts for path in part.paths}
    yield from (f"parts.tsv: no part has {path}, and the last row does not have it"
                for path in folders(root) if not is_covered(path, listed, root))
    yield from (f"parts.tsv: {path} does not exist" for path in sorted(listed) if not os.path.exists(f"{root}/{path}"))
    names = [part.name for part in parts]
    yield from (f"parts.tsv: two parts are called {name}" for name in sorted(set(names)) if names.count(name) > 1)
    for part in parts:
        if part.name != NO_PART and part.target not in TARGETS:
            yield f"parts.tsv: {part.name} is of no target"
        for pattern in part.patterns:
            suite, slash, _ = pattern.partition("/")
            if not any(test == pattern if slash else re.match(in_regex(suite) + "/", test) for test in tests):
                yield f"parts.tsv: {part.name} names no test: {pattern}"
    for test in sorted(tests):
        if ways.BROWSER_SUITES.match(test.partition("/")[0]):
            count = sum(bool(re.match(part.expression, f"M.{test.replace('/', '/`', 1)}`("))
                        for part in parts if part.target == "tour" and part.patterns)
            if count != 1:
                yield f"parts.tsv: {count} parts of the tour have {test}"


def table(parts):
    """The lines of the table in CONTRIBUTING.md: paths, and the parts that a change below them touches."""
    listed = dict.fromkeys(path for part in parts for path in part.paths)
    paths = [path for path in folders() if is_covered(path, listed) and any(contains(one, path) for one in listed)]
    paths += [path for path in listed if path not in paths]
    rows = collections.defaultdict(list)
    for path in paths:
        touched = [part for part in parts if any(contains(one, path) for one in part.paths)]
        rows[tuple(tuple(part.name for part in touched if part.target == target) for target in TARGETS)].append(path)
    yield TABLE_HEAD
    yield "|---|---|---|"
    for touched, some in rows.items():
        cells = [", ".join(names) if len(names) < len(of_target(parts, target)) else "all"
                 for names, target in zip(touched, TARGETS)]
        yield f"| {' '.join(f'`{path}`' for path in sorted(some))} | {' | '.join(cell or '–' for cell in cells)} |"


def of_target(parts, target):
    return [part for part in parts if part.target == target]


def with_table(text, parts):
    """The text of CONTRIBUTING.md with the table of these parts in place of its own."""
    before, _, after = text.partition(TABLE_HEAD + "\n")
    rest = after.splitlines(keepends=True)
    while rest and rest[0].startswith("|"):
        rest.pop(0)
    return before + "".join(f"{line}\n" for line in table(parts)) + "".join(rest)
