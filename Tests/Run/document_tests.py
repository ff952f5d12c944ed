"""Lists and numbers in the documents against the sources."""
import os
import re
import unittest

import parts

# The files that docs/style.md, rule 2, still allows to be longer than 250 lines.
LONG_FILES = {
    "Sources/Commands/Commands/ImportCommand.swift",
    "Sources/Commands/Program/Setup.swift",
    "Sources/Covers/Finding/QuadSearch.swift",
    "Sources/Covers/Spines/CandidateSearch.swift",
    "Sources/Covers/Spines/SpineWeights+Fitted.swift",
    "Sources/Exchange/Backups/Restore.swift",
    "Sources/Exchange/Exports/ExportRowReading.swift",
    "Sources/Host/Settings/Configuration.swift",
    "Sources/Host/Settings/PublishSettings.swift",
    "Sources/Publishing/LogPublisher.swift",
    "Sources/Refresh/PageRefresher.swift",
    "Sources/Routes/Program/Routes.swift",
    "Sources/Routes/Shelves/ShelfRoutes.swift",
    "Sources/Scanning/Calls/ModelCall.swift",
    "Sources/Scanning/Review/ReviewStage.swift",
    "Sources/Scanning/Worker/Housekeeping.swift",
    "Sources/Site/Building/Site+Build.swift",
    "Sources/Site/Indexes/LoadedIndex.swift",
    "Sources/Site/Sharing/ShareCard.swift",
    "Sources/Store/Albums/CoverRecords.swift",
    "Sources/Store/Database/Schema.swift",
    "Sources/Store/Exchange/Restoring.swift",
    "Sources/Store/Finds/Details.swift",
    "Sources/Store/Finds/Facets.swift",
    "Sources/Store/Finds/FindSummaries.swift",
    "Sources/Store/Finds/Finds.swift",
    "Sources/Store/Ledger/Ledger.swift",
    "Sources/Store/People/Sessions.swift",
    "Sources/Store/Published/Projection.swift",
    "Sources/Store/Shelves/ShelfChanges.swift",
    "Sources/Store/Shelves/ShelfJobs.swift",
}


def text(path):
    with open(f"{parts.ROOT}/{path}", encoding="utf-8") as file:
        return file.read()


def sources(*roots, ends=(".swift",)):
    """The paths and texts of all files below the folders."""
    for root in roots:
        for folder, _, names in os.walk(f"{parts.ROOT}/{root}"):
            for name in names:
                if name.endswith(ends):
                    path = os.path.relpath(f"{folder}/{name}", parts.ROOT)
                    yield path, text(path)


def section(document, title):
    """The text of one section of a document."""
    return text(document).partition(f"\n## {title}\n")[2].partition("\n## ")[0]


class Seams(unittest.TestCase):
    def documented(self):
        """The names of the failpoints: a row may give the endings once, as `(:before, :after)`."""
        names = set()
        table = section("docs/test-seams.md", "Failpoints").partition("| name | change | test |")[2]
        for line in table.splitlines():
            cell = line.split("|")[1] if line.startswith("| `") else ""
            head, _, endings = cell.partition("(")
            ends = re.findall(r"`(:\w+)`", endings) or [""]
            names |= {name + end for name in re.findall(r"`([\w:-]+)`", head) for end in ends}
        return names

    def points(self):
        """The failpoints of the sources, and those of the transitions that jobs commit by name."""
        found, transitions = set(), set()
        for path, source in sources("Sources"):
            found |= set(re.findall(r'Failpoint\.pass\("([\w:-]+)"', source))
            names = re.findall(r'(tools\.)?commit\(\s*"([\w-]+)"', source)
            prefixes = ("shelf-",) if "/ShelfRun" in path else ("job-", "") if "/JobRun" in path else ("",)
            transitions |= {tuple(prefix + name for prefix in ([""] if isPlain else prefixes)) for isPlain, name in names}
        return found, transitions

    def test_each_failpoint_is_in_the_document_and_no_other(self):
        documented = self.documented()
        points, transitions = self.points()
        steps = re.search(r"^    case (.*)$", text("Sources/Store/Database/Upgrade.swift"), re.MULTILINE)[1]
        points |= {f"upgrade-{name}" for name in steps.split(", ")}
        self.assertEqual(points - documented, set())
        missing = {names for names in transitions if not {f"{name}:before" for name in names} & documented}
        self.assertEqual(missing, set())
        known = points | {f"{name}{end}" for names in transitions for name in names for end in (":before", ":after")}
        self.assertEqual(documented - known, set())

    def test_each_variable_of_programs_and_tests_is_in_the_document_and_no_other(self):
        """Variables of CGI, of systems and of settings have documents of their own."""
        reading = re.compile(r'(?:getenv\(|[eE]nvironment\[|environ\[|environ\.get\()"([A-Z_]+)"')
        read = {name for _, source in sources("Sources", "Tests", ends=(".swift", ".c", ".py")) for name in reading.findall(source)}
        read |= set(reading.findall(text("Package.swift")))
        seams = text("docs/test-seams.md")
        documented = set(re.findall(r"`([A-Z][A-Z_]+)(?:=[A-Za-z0-9-]*)?`", seams))
        self.assertEqual(read - documented - {"REQUEST_METHOD"}, set())
        everything = "".join(source for _, source in sources("Sources", "Tests", ends=(".swift", ".c", ".py", "run-tests")))
        everything += text("Package.swift") + text("Makefile")
        self.assertEqual({name for name in documented if name not in everything}, set())


class Lists(unittest.TestCase):
    def test_the_glossary_has_each_kind_of_job_and_no_other(self):
        body = text("Sources/Albums/Scans/Job.swift").partition("enum JobKind")[2].partition("/// The table.")[0]
        kinds = re.findall(r'^  case (\w+)(?: = "([\w-]+)")?$', body, re.MULTILINE)
        kinds = {(raw or name).replace("-", " ") for name, raw in kinds}
        row = re.search(r"\| kind \| the task of a job: ([^|]+) \|", text("docs/glossary.md"))[1]
        self.assertEqual(set(row.split(", ")), kinds)

    def test_each_name_that_browser_tests_take_from_a_module_is_exported(self):
        """Most browser tests run only in the tour, so a renamed function of public/ would be noticed late."""
        exported = {}
        for path, source in sources("public", ends=(".js",)):
            names = re.findall(r"^export (?:async )?(?:function|const|let|class) (\w+)", source, re.MULTILINE)
            for group in re.findall(r"^export \{([^}]*)\}", source, re.MULTILINE):
                names += re.findall(r"\w+", group)
            exported.setdefault(os.path.basename(path)[:-3], set()).update(names)
        module = r'await (?:module\("([\w-]+)"\)|import\("/([\w-]+)\.js"\))'
        taken = re.compile(rf"const \{{([\w,\s]+)\}} = {module}|\({module}\)\.(\w+)")
        found = {("".join(modules), name.strip())
                 for _, source in sources("Tests", ends=(".swift",))
                 for names, *modules, one in taken.findall(source) for name in (names or one).split(",")}
        self.assertGreater(len(found), 20)
        self.assertEqual({pair for pair in found if pair[1] not in exported.get(pair[0], set())}, set())

    def test_the_longest_route_is_that_of_limits(self):
        lengths = {".item": len("100"), ".importNumber": 3}
        routes = re.findall(r"Route\(\s*\.(?:get|post), \[(.*?)\]", text("Sources/Routes/Program/Routes.swift"))
        longest = max(sum(1 + (lengths.get(word, 26) if word.startswith(".") else len(word) - 2)
                          for word in route.split(", ") if word) for route in routes)
        self.assertIn(f"the longest route has {longest} |", text("docs/limits.md"))

    def test_the_parts_of_the_form_with_a_photo_are_those_of_limits(self):
        source = text("Sources/Routes/Finds/AcceptRoute.swift")
        words = re.search(r'picture: "photo", texts: \[(.*?)\]', source)[1].split(",")
        number = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"][1 + len(words)]
        self.assertIn(f"our largest form, a photo with its key, has {number} |", text("docs/limits.md"))

    def test_the_sides_of_a_sheet_are_those_of_the_documents(self):
        side = re.search(r"static let side = ([\d_]+)", text("Sources/PhotoCommands/Sheet.swift"))[1]
        booked = re.search(r"static let sidePixels = ([\d_]+)", text("Sources/Scanning/Shelf/ShelfSheet.swift"))[1]
        side, booked = (f"{int(number.replace('_', '')):,}" for number in (side, booked))
        self.assertIn(f"| sheet, crops of a sheet | {side} px, 10 |", text("docs/limits.md"))
        self.assertIn(f"| side of a sheet in a booking | {booked} px |", text("docs/limits.md"))
        self.assertIn(f"at most {side} pixels on its longer side", text("docs/services.md"))

    def test_no_further_file_has_more_than_250_lines(self):
        long = {path for path, source in sources("Sources") if source.count("\n") > 250}
        self.assertEqual(long - LONG_FILES, set())
        self.assertEqual(LONG_FILES - long, set(), "they are shorter now: remove their lines")
