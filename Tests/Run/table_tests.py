"""The tables of Tests/Run against the sources, and what the programs make of them."""
import os
import re
import unittest

import changes
import parts
import sources
import ways
import weights

TEXTS = list(sources.files(parts.ROOT))
TESTS = sources.tests(TEXTS)


def listed(test):
    """A readable test as `--list-tests` prints it."""
    suite, _, name = test.partition("/")
    return f"EndToEndTests.{suite}/`{name}`()"


class Tables(unittest.TestCase):
    def test_each_row_of_ways_names_a_browser_test_and_each_way_has_one(self):
        self.assertEqual(list(ways.problems(TESTS, ways.read())), [])

    def test_each_part_names_tests_and_each_folder_is_in_a_row(self):
        self.assertEqual(list(parts.problems(parts.read(), TESTS)), [])

    def test_the_table_of_contributing_is_that_of_the_parts(self):
        with open(f"{parts.ROOT}/CONTRIBUTING.md", encoding="utf-8") as file:
            text = file.read()
        self.assertEqual(parts.with_table(text, parts.read()), text, "Tests/Run/due --table writes it")

    def test_each_whole_run_is_that_of_a_part(self):
        self.assertLessEqual(set(changes.read()), {part.name for part in parts.read()})

    def test_every_suite_that_starts_a_browser_is_known(self):
        others = {test.partition("/")[0] for test in ways.OTHER_BROWSER_TESTS}
        unknown = {suite for suite in sources.suites_with_browser(TEXTS)
                   if not ways.BROWSER_SUITES.match(suite) and suite not in others}
        self.assertEqual(unknown, set())

    def test_a_wrong_row_is_found(self):
        rows = [*ways.read()[1:], ("scan", "BrowserTests/no such test"), ("scan", sorted(TESTS)[0]), ("share",)]
        self.assertEqual(len(list(ways.problems(TESTS, rows))), 3)
        without_share = [row for row in ways.read() if row[0] != "share"]
        self.assertEqual(list(ways.problems(TESTS, without_share)), ["ways.tsv: no test goes the way share"])


class Ways(unittest.TestCase):
    everything = [listed(test) for test in sorted(TESTS)]

    def test_the_readable_form_has_no_module_and_no_arguments(self):
        self.assertEqual(ways.readable("A.BTests/`it works / too (twice)`(one:two:)"), "BTests/it works / too (twice)")
        self.assertEqual(ways.readable("A.BTests/works()"), "BTests/works")

    def test_kept_and_moved_tests_are_all_browser_tests(self):
        moved = ways.moved(self.everything, ways.read())
        self.assertEqual(len(moved) + len(ways.read()), sum(map(ways.starts_browser, self.everything)))

    def test_a_seed_draws_the_same_moved_tests(self):
        rows = ways.read()
        one, same, other = (ways.drawn(self.everything, rows, 8, seed) for seed in ("a1", "a1", "b2"))
        self.assertEqual(one, same)
        self.assertNotEqual(one, other)
        self.assertEqual(len(set(one) & set(ways.moved(self.everything, rows))), 8)
        self.assertFalse(any("EngineTests" in test for test in ways.drawn(self.everything, rows, 1000, "a1")))


class Groups(unittest.TestCase):
    tests = [listed(f"BrowserATests/{name}") for name in "abcd"] + ["M.KTests/`k`()", "M.LTests/`l`()"]
    table = {"EndToEndTests.BrowserATests": (40.0, 8.0, False), "M.KTests": (30.0, 3.0, False)}

    def groups(self, tests):
        return weights.groups(tests, self.table, weights.counts(self.tests))

    def test_a_whole_suite_is_named_and_of_another_each_test(self):
        whole, some = self.groups(self.tests), self.groups(self.tests[:2] + self.tests[4:])
        self.assertIn(r"^(EndToEndTests\.BrowserATests)\/", [group.pattern for group in whole])
        self.assertIn(r"^EndToEndTests\.BrowserATests\/`a`\(\)\/|^EndToEndTests\.BrowserATests\/`b`\(\)\/",
                      [group.pattern for group in some])

    def test_some_tests_of_a_suite_count_their_share(self):
        browser = next(group for group in self.groups(self.tests[:1]) if group.has_browser)
        self.assertEqual((browser.seconds, browser.processor), (10.0, 2.0))
        self.assertEqual(weights.scaled({"M": [2.0, 1.0]}, {"M": 1}, {"M": 4}), {"M": [8.0, 4.0]})

    def test_there_are_never_more_browsers_than_processors(self):
        browser = next(group for group in self.groups(self.tests) if group.has_browser)
        running = [browser] * len(os.sched_getaffinity(0))
        self.assertIsNone(weights.next_group([browser], running, 1000))
        self.assertIs(weights.next_group([browser], running[1:], 1000), browser)


class Parts(unittest.TestCase):
    def part(self, name, minutes, paths, tests="KTests"):
        return parts.Part(name, "tour", "test", minutes, tests, paths)

    def test_a_folder_touches_and_a_suite_touches_its_own_part_only(self):
        part = self.part("p", 1, ["Sources/Site", "Tests/EndToEnd"], "KTests|BrowserQueue*Tests/it works")
        touched = ["Sources/Site/A.swift", "Tests/EndToEnd/Axe.swift", "Tests/EndToEnd/BrowserQueueTests.swift"]
        others = ["Sources/SiteMap/A.swift", "Tests/EndToEnd/OtherTests.swift", "README.md"]
        self.assertEqual([file for file in touched + others if part.is_touched(file)], touched)

    def test_the_expression_fits_whole_names_only(self):
        expression = self.part("p", 1, [], "KTests|LTests/it is 40 % longer").expression
        fits = [name for name in ("M.KTests/`a`()", "M.BackupKTests/`a`()", "M.LTests/`it is 40 % longer`()",
                                  "M.LTests/`it is 40 % longer, too`()") if re.search(expression, name)]
        self.assertEqual(fits, ["M.KTests/`a`()", "M.LTests/`it is 40 % longer`()"])

    def test_a_folder_without_a_row_is_found(self):
        some = [part._replace(paths=[path for path in part.paths if path != "prompts"]) for part in parts.read()]
        self.assertEqual(list(parts.problems(some, TESTS)),
                         ["parts.tsv: no part has prompts, and the last row does not have it"])

    def test_the_most_related_part_comes_first_and_the_minutes_are_not_exceeded(self):
        names = ["long", "few", "many", "short"]
        run = changes.Run("0" * 40, 1)
        dues = [changes.Due(self.part(name, minutes, []), run, ["f"] * count, minutes)
                for name, minutes, count in zip(names, (20, 5, 9, 4), (30, 2, 9, 2))]
        further = changes.Due(self.part("further", 1, [])._replace(packages="tour"), run, ["f"] * 50, 1)
        new = changes.Due(self.part("new", 1, []), None, ["f"] * 40, 1)
        chosen, left_out = changes.fitting(sorted([*dues, further, new], key=changes.relation), 15, "test")
        self.assertEqual([due.part.name for due in chosen], ["many", "short"])
        self.assertEqual([due.part.name for due in left_out], ["further", "new", "long", "few"])

    @unittest.skipUnless(os.path.exists(f"{parts.ROOT}/.git"), "needs a clone")
    def test_an_unknown_commit_means_that_everything_changed(self):
        run = changes.Run("0" * 40, 3.0)
        due, = changes.due([self.part("p", 1, ["Sources"])], {"p": run})
        self.assertIsNone(due.run)
        self.assertEqual(due.minutes, 3.0)
        self.assertEqual(due.files, [file for file in changes.every_file() if file.startswith("Sources/")])
