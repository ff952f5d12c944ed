#!/usr/bin/env python3
"""Compares the programs of two checkouts: medians of processor time over alternating rounds.

Usage: compare.py BASE NEW [ROUNDS]

BASE and NEW are checkouts with a finished release build. The database of BASE has version 9 or later. BASE makes an
installation with the sample catalogue and 10,000 finds. A second installation of BASE and one of NEW begin with copies
of its data folder, so all three have the same history; NEW upgrades its copy.

The spread is the difference of a figure between the two installations of BASE, which no change causes. The exit code is
1 if a figure of NEW is worse than that of BASE by more than the spread and 3 %.
"""

import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile

FINDS = 10_000
LIMIT = 0.03


def processor_seconds(arguments, environment=None):
    """Runs a program to its end. Returns the user and system time of the program and of its children."""
    with open(os.devnull, "r+b") as null:
        process = subprocess.Popen(
            arguments, env=environment, stdin=null, stdout=null, stderr=null)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, process.returncode


class Installation:
    """One side: a data folder, a site and a control file for the programs of a checkout."""

    def __init__(self, checkout, folder):
        self.checkout = checkout
        self.folder = folder
        self.programs = os.path.join(checkout, ".build", "release")
        os.makedirs(folder, exist_ok=True)
        self.control = os.path.join(folder, "albumscan")
        with open(self.control, "w") as file:
            file.write(f"#!{self.programs}/albumscan-cgi\n")
            file.write(f"data: {folder}/data\nsite: {folder}/site\nprovider: sample\n")
            for name in ("templates", "public", "prompts"):
                file.write(f"{name}: {checkout}/{name}\n")
        os.chmod(self.control, 0o755)

    @property
    def database(self):
        return os.path.join(self.folder, "data", "albums.db")

    def albumscan(self, *arguments):
        seconds, code = processor_seconds(
            [f"{self.programs}/albumscan", "--config", self.control, *arguments])
        if code != 0:
            raise SystemExit(f"{self.checkout}: albumscan {' '.join(arguments)} ended with {code}")
        return seconds

    def session(self):
        """100 requests for the session, as a web server makes them."""
        environment = {
            "REQUEST_METHOD": "GET", "PATH_INFO": "/session", "SCRIPT_NAME": "/cgi-bin/albumscan",
            "REMOTE_ADDR": "127.0.0.1", "SERVER_PROTOCOL": "HTTP/1.1", "HTTP_HOST": "127.0.0.1:8017",
            "GATEWAY_INTERFACE": "CGI/1.1",
        }
        return sum(processor_seconds([self.control], environment)[0] for _ in range(100))

    def build(self):
        shutil.rmtree(os.path.join(self.folder, "site"))
        return self.albumscan("build")

    def scan(self):
        """The photo with another comment each time, because a second upload of the same bytes is the same scan."""
        with open(os.path.join(self.checkout, "sample", "photo.jpg"), "rb") as file:
            photo = file.read()
        comment = os.urandom(16)
        path = os.path.join(self.folder, "photo.jpg")
        with open(path, "wb") as file:
            file.write(photo[:2] + b"\xff\xfe\x00\x12" + comment + photo[2:])
        return self.albumscan("scan", path)

    def photo(self, command):
        return self.albumscan(command, os.path.join(self.checkout, "sample", "photo.jpg"))


def fill(path):
    """Adds albums with a review and a find each. Names only columns that every version from 9 on has."""
    database = sqlite3.connect(path)
    # Versions before 12 have the kind of the work in the table `finds`.
    has_kind = any(row[1] == "kind" for row in database.execute("PRAGMA table_info(finds)"))
    kind = (", kind", ", 'album'") if has_kind else ("", "")
    with database:
        for number in range(FINDS):
            key = f"artist {number} / album {number}"
            moment = 1_700_000_000_000 + number * 7_000_000
            album = database.execute(
                "INSERT INTO albums (key, key_rules, artist, title, year, record_label)"
                " VALUES (?, 3, ?, ?, ?, 'Label') RETURNING id",
                (key, f"Artist {number}", f"Album {number}", 1960 + number % 60)).fetchone()[0]
            database.execute("INSERT INTO album_genres VALUES (?, 0, 'Rock')", (album,))
            database.execute(
                "INSERT INTO reviews (key, language, summary, rating, recommendation, origin, prompt, written)"
                " VALUES (?, 'en', 'A record that repays listening. It was made in a week.', ?,"
                " 'reliableListen', 'catalogue', '', ?)", (key, number % 101, moment))
            points = [("bullet", position, "Evidence of some kind.") for position in range(3)]
            points += [("track", position, f"Track {position}") for position in range(3)]
            database.executemany(
                "INSERT INTO review_points (review, language, kind, position, text) VALUES (?, 'en', ?, ?, ?)",
                [(key, *point) for point in points])
            item = database.execute(
                "INSERT INTO items (position, album, sure, evidence, progress, created, updated)"
                " VALUES (0, ?, 1, 'recognised certain, rivals 0, musicbrainz notAsked, picture none',"
                " 'queued', ?, ?) RETURNING id", (album, moment, moment)).fetchone()[0]
            database.execute(
                f"INSERT INTO finds (id, item, person, album, found{kind[0]}) VALUES (?, ?, 'owner', ?, ?{kind[1]})",
                (f"{number:025d}f", item, album, moment))
    database.close()


def installations(base_checkout, new_checkout, folder):
    """Two installations of the base and one of the new checkout, with the same log."""
    base = Installation(base_checkout, os.path.join(folder, "base"))
    base.albumscan("init")
    base.albumscan("catalogue", "import", f"{base_checkout}/sample/catalogue/catalogue.csv")
    fill(base.database)
    again = Installation(base_checkout, os.path.join(folder, "again"))
    new = Installation(new_checkout, os.path.join(folder, "new"))
    for side in (again, new):
        shutil.copytree(f"{base.folder}/data", f"{side.folder}/data")
    for side in (base, again, new):
        side.albumscan("init")
    return base, again, new


def compared(name, measure, sides, rounds):
    """Measures one figure, prints it, and returns whether it is within the limit."""
    times = [[] for _ in sides]
    for _ in range(rounds):
        for side, figures in zip(sides, times):
            figures.append(measure(side))
    base, again, new = (statistics.median(figures) for figures in times)
    spread = abs(again / base - 1)
    before = (base + again) / 2
    change = new / before - 1
    is_fine = change <= spread + LIMIT
    print(f"{'ok  ' if is_fine else 'MISS'}  {name}: {new * 1000:.1f} ms, base {before * 1000:.1f} ms,"
          f" {100 * change:+.1f} % (spread of the base {100 * spread:.1f} %)", flush=True)
    return is_fine


def main():
    base_checkout, new_checkout = (os.path.abspath(path) for path in sys.argv[1:3])
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    # On a disk, the time to make files depends on the files that were removed before.
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        sides = installations(base_checkout, new_checkout, folder)
        figures = {
            "100 sessions by the CGI": lambda side: side.session(),
            "crop of the sample photo": lambda side: side.photo("crop"),
            "recognition of the sample photo": lambda side: side.photo("recognise"),
            "scan of the sample photo": lambda side: side.scan(),
            f"build of {FINDS} finds": lambda side: side.build(),
        }
        are_fine = [compared(name, measure, sides, rounds) for name, measure in figures.items()]
    sys.exit(0 if all(are_fine) else 1)


if __name__ == "__main__":
    main()
