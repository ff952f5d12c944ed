"""The reports of the test processes: swift-testing's event stream, one JSON object on each line.

Source: https://github.com/swiftlang/swift-testing/blob/main/Documentation/ABI/JSON.md (version 0).
"""
import collections
import json

# The maximum lines of a failure, characters of a line, and failures in the summary.
EXCERPT_LINES, EXCERPT_WIDTH, FAILURES_SHOWN = 4, 400, 40


def notes(text):
    """A line that a test reports with `note(_:)` (Tests/Support): a seed, a sample, a measurement."""
    return [line for line in text.splitlines() if line.startswith("note: ")]


class Result:
    """The results of one process; `seconds` has the seconds of each suite."""

    def __init__(self):
        self.passed = self.failed = 0
        self.seconds = collections.Counter()


class Report:
    """The results of all processes: counts of test functions, and the reasons of the failures."""

    def __init__(self, tests):
        self.passed = self.failed = 0
        self.failures, self.skipped = [], []
        # The number of failures of each suite.
        self.failed_of = collections.Counter()

    def add(self, name, tests, path, exit_status):
        """Counts the tests of one process. A test that did not end counts as failed, with the process'
        exit status; a process that fails without a failed test counts as one failure more."""
        result, ended, issues, begun = Result(), {}, collections.defaultdict(list), {}
        for record in records(path):
            payload = record.get("payload", {})
            kind, test = payload.get("kind"), function(payload.get("testID", ""))
            if kind == "issueRecorded" and not payload.get("issue", {}).get("isKnown"):
                issues[test].append(excerpt(payload))
            elif kind == "testStarted" and test:
                begun[test] = payload["instant"]["absolute"]
            elif kind == "testSkipped" and test:
                ended[test] = "skip"
                self.skipped.append(f"{test}: {text(payload)}")
            elif kind == "testEnded" and test:
                ended[test] = symbol(payload)
                seconds = payload["instant"]["absolute"] - begun.get(test, 0)
                result.seconds[test.partition("/")[0]] += seconds
        for test in tests:
            if test not in ended:
                when = "while it ran" if test in begun else "before it began"
                reason = f"The process ended {when}: {words(exit_status)}."
                self.fail(result, [test], test, issues[test] + [reason])
            elif ended[test] == "fail":
                self.fail(result, [test], test, issues[test])
            elif ended[test] != "skip":
                result.passed += 1
        if exit_status != 0 and result.failed == 0:
            self.fail(result, tests, name, issues[""] + [f"The process ended: {words(exit_status)}."])
        self.passed += result.passed
        return result

    def fail(self, result, tests, name, reasons):
        self.failed_of.update({test.partition("/")[0] for test in tests})
        result.failed += 1
        self.failed += 1
        self.failures.append((name, reasons))

    def failures_in_words(self, log):
        for skipped in self.skipped:
            yield f"Skipped: {skipped}"
        if self.failures:
            yield f"\nFailed tests (the whole output: {log}):"
        for name, reasons in self.failures[:FAILURES_SHOWN]:
            yield f"- {name}"
            for line in "\n".join(reasons).splitlines()[:EXCERPT_LINES]:
                yield f"    {line[:EXCERPT_WIDTH]}"
        if len(self.failures) > FAILURES_SHOWN:
            yield f"… and {len(self.failures) - FAILURES_SHOWN} more"


def records(path):
    """The records of a stream; its last line may be cut off where the process died."""
    try:
        with open(path, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                try:
                    yield json.loads(line)
                except json.JSONDecodeError:
                    pass
    except FileNotFoundError:
        pass


def function(test_id):
    """`Module.Suite/function()` of `Module.Suite/function()/File.swift:line:column`; "" for a suite."""
    name, slash, place = test_id.rpartition("/")
    return name if slash and ".swift:" in place else ""


def symbol(payload):
    return next((message["symbol"] for message in payload.get("messages", [])), "")


def text(payload):
    return " ".join(message["text"] for message in payload.get("messages", []))


def excerpt(payload):
    place = payload.get("issue", {}).get("sourceLocation", {})
    where = f"{place.get('fileID', '?')}:{place.get('line', '?')}: "
    return where + "\n".join(message["text"] for message in payload.get("messages", []))


def words(exit_status):
    return f"signal {-exit_status}" if exit_status < 0 else f"exit status {exit_status}"
