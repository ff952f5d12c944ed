"""The processes of the test product: each one runs a group of suites, with a folder and ports of its own."""
import os
import re
import shutil
import tempfile
import time

import reaper
import weights

# Ports below those that the kernel gives to clients (32768 and up), a range for each process.
FIRST_PORT, PORTS = 12_000, 1_000


class Run:
    """One process of the test product while it runs."""

    def __init__(self, group, slot, fixtures, options):
        self.group, self.slot = group, slot
        name = re.sub(r"[^A-Za-z0-9.]+", "-", group.name)[:100]
        self.log, self.events = (f"{options.output}/tests/{name}.{end}" for end in ("log", "events"))
        self.limit = options.limit
        self.folder = tempfile.mkdtemp(prefix="albumscan-tests-", dir=temporary_parent())
        os.chmod(self.folder, 0o755)  # web servers run as another user and read below it
        first = FIRST_PORT + slot * PORTS
        environment = os.environ | {
            "TMPDIR": self.folder,
            "ALBUMSCAN_TEST_PORTS": f"{first}-{first + PORTS - 1}",
            "ALBUMSCAN_TEST_FIXTURES": fixtures,
            # swift-testing would store the stack of each thrown error, which no output shows.
            "SWT_SWIFT_ERROR_BACKTRACING_ENABLED": "0",
        }
        words = [options.product, "--testing-library", "swift-testing", "--no-parallel",
                 "--filter", group.pattern, "--event-stream-version", "0",
                 "--event-stream-output-path", self.events]
        self.started = time.monotonic()
        # lighttpd, started as another user, changes into the folder that it was started in.
        self.reaper = reaper.Reaper(words, self.log, cwd=self.folder, env=environment)

    def is_over(self):
        """Whether all its processes have ended; then its exit status and times are known."""
        report = self.reaper.report()
        if report is None:
            if time.monotonic() - self.started > self.limit:
                self.reaper.kill()
            return False
        self.exit, self.seconds, self.processor = report["exit"], report["seconds"], report["processor"]
        self.outlasted = report["outlasted"]
        shutil.rmtree(self.folder, ignore_errors=True)
        return True

    def stop(self):
        """Ends the processes before they are over."""
        self.reaper.end()
        shutil.rmtree(self.folder, ignore_errors=True)


def temporary_parent():
    """/dev/shm if programs may run from it and it has room, else /tmp. The programs make each commit durable, and
    on a disk the tests would wait for that."""
    try:
        memory = os.statvfs("/dev/shm")
    except OSError:
        return "/tmp"
    is_fit = memory.f_bavail * memory.f_frsize >= 2 << 30 and not memory.f_flag & os.ST_NOEXEC
    return "/dev/shm" if is_fit and os.access("/dev/shm", os.W_OK) else "/tmp"


def run_all(groups, fixtures, options, finished):
    """Runs the groups, the longest first, as long as the processors are not overbooked; those that must
    be alone come last. Calls `finished` with each ended process."""
    waiting = sorted(groups, key=lambda group: (group.is_alone, -group.seconds))
    running, free_slots = [], list(range(options.jobs))
    try:
        while waiting or running:
            while (group := weights.next_group(waiting, [run.group for run in running],
                                                 options.jobs)) is not None:
                waiting.remove(group)
                running.append(Run(group, free_slots.pop(0), fixtures, options))
            for run in [run for run in running if run.is_over()]:
                running.remove(run)
                free_slots.append(run.slot)
                finished(run)
            time.sleep(0.02)
    finally:
        for run in running:
            run.stop()
