"""The processes of a run, their times, and the record of whole runs."""
import importlib.machinery
import importlib.util
import os
import struct
import sys
import tempfile
import time
import unittest
import unittest.mock

import changes
import kinds
import parts
import reaper


def program(name):
    """A program of Tests/Run as a module."""
    loader = importlib.machinery.SourceFileLoader(name, f"{parts.FOLDER}/{name}")
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


class WholeRuns(unittest.TestCase):
    def setUp(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.enterContext(unittest.mock.patch.object(parts, "ROOT", folder))
        self.table = f"{folder}/{changes.RECORD_PATH}"
        os.makedirs(os.path.dirname(self.table))
        changes.git("init", "--quiet")
        self.write(self.table, changes.HEAD)
        self.write(f"{folder}/prompts", "one")
        self.commit = self.committed()
        self.prompts = f"{folder}/prompts"
        self.addCleanup(self.forget)

    def write(self, path, text):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        self.forget()

    def forget(self):
        changes.since.cache_clear()
        changes.every_file.cache_clear()

    def committed(self):
        changes.git("add", "--all")
        changes.git("-c", "user.name=A", "-c", "user.email=a@b.example", "commit", "--quiet", "--message", "One")
        return changes.git("rev-parse", "HEAD").strip()

    def test_a_recorded_part_is_due_after_a_change_of_its_paths(self):
        part = next(part for part in parts.read() if "prompts" in part.paths)
        changes.record({part.name: 2.5}, self.table)
        runs = changes.read(self.table)
        self.assertEqual(runs, {part.name: changes.Run(self.commit, 2.5)})
        self.assertEqual(changes.due([part], runs), [])
        self.write(self.prompts, "two")
        self.assertEqual([due.files for due in changes.due([part], runs)], [["prompts"]])

    def test_a_run_of_changes_that_are_not_committed_is_not_recorded(self):
        self.write(self.prompts, "two")
        with self.assertRaises(changes.NotRecorded):
            changes.record({"looks": 2.5}, self.table)

    def test_a_part_is_green_if_none_of_its_suites_has_a_failure(self):
        whole = program("whole")
        some = [parts.Part(name, "tour", "test", 1, f"{name}Tests", []) for name in "ABC"]
        self.write(self.table, "M.ATests\t30.0\t0\nM.BTests\t10.0\t2\n")
        self.assertEqual(whole.green_parts(some, self.table, 1, 8.0), {"A": 6.0})
        self.write(self.table, "M.ATests\t30.0\t0\nM.BTests\t10.0\t0\n")
        self.assertEqual(whole.green_parts(some, self.table, 0, 8.0), {"A": 6.0, "B": 2.0})
        self.assertEqual(whole.green_parts(some, self.table, 1, 8.0), {})


class Processes(unittest.TestCase):
    def test_detached_processes_count_and_those_that_go_on_are_killed(self):
        with tempfile.TemporaryDirectory() as folder:
            pipe = f"{folder}/pipe"
            os.mkfifo(pipe)
            burn = ("import os, time\nwhile time.process_time() < 0.2: pass\n"
                    f"open('{pipe}', 'w').write(str(os.getpid()))")
            script = (f'(setsid "{sys.executable}" -c "{burn}" &); read pid < {pipe}; '
                      "while [ -e /proc/$pid ]; do sleep 0.01; done; (setsid sleep 60 &); exit 3")
            watched = reaper.Reaper(["sh", "-c", script], f"{folder}/log", cwd=folder)
            while (report := watched.report()) is None:
                time.sleep(0.01)
        self.assertEqual((report["exit"], report["outlasted"]), (3, 1))
        self.assertGreater(report["processor"], 0.2)

    def test_the_end_of_a_run_ends_all_its_processes(self):
        with tempfile.TemporaryDirectory() as folder:
            watched = reaper.Reaper(["sh", "-c", "(setsid sleep 60 &); sleep 60"], f"{folder}/log", cwd=folder)
            while len(reaper.descendants(watched.pid)) < 3:
                time.sleep(0.01)
            some = reaper.descendants(watched.pid)
            watched.end()
            self.assertFalse([pid for pid in some if os.path.exists(f"/proc/{pid}")])


class Kinds(unittest.TestCase):
    def record(self, pid, parent, name, ticks, is_fork=False):
        return kinds.RECORD.pack(kinds.FORKED * is_fork, 3, 0, 0, 0, 0, pid, parent, 0, 0.0, ticks, 0,
                                 *[0] * 6, name.encode())

    def test_a_process_counts_for_its_kind_if_its_parents_lead_to_the_run(self):
        data = b"".join([
            self.record(7, 1, "albumscan", 5000),  # of another run
            self.record(20, 12, "albumscan", 30),  # the control file, which a web server starts
            self.record(12, 11, "lighttpd", 10),
            self.record(13, 10, "albumscan", 50),  # a worker, whose parent has ended
            self.record(15, 14, "chromium", 40, is_fork=True),
            self.record(16, 14, "exe", 20),
            self.record(14, 10, "chromium", 100),
            self.record(11, 10, "AlbumScanPackag", 200),
            self.record(10, 2, "python3", 1, is_fork=True),
            self.record(20, 2, "chromium", 900),  # a later process with the pid of one of the run
        ])
        table, rest = kinds.tally(list(kinds.processes(data)), {10}, "AlbumScanPackageTests.xctest")
        self.assertEqual(table, {"browsers": (1.6, 2), "albumscan": (0.5, 1), "albumscan-cgi": (0.3, 1),
                                 "albumscan-photo": (0, 0), "test processes": (2.0, 1), "rest": (0.11, 1)})
        self.assertEqual(dict(rest), {"lighttpd": 0.1, "python3": 0.01})

    def test_times_have_an_exponent_to_the_base_eight(self):
        self.assertEqual([kinds.ticks(number) for number in (5, 0x2001, 0x4002)], [5, 8, 128])
        self.assertEqual(struct.calcsize(kinds.RECORD.format), 64)
