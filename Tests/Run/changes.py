"""The last green whole run of each part (whole.tsv), and the files that changed since then, as git knows them."""
import collections
import functools
import os
import subprocess

import parts

PATH = f"{parts.FOLDER}/whole.tsv"
RECORD_PATH = os.path.relpath(PATH, parts.ROOT)
HEAD = "# part\tcommit of its last green whole run\tminutes of that run\n"

Run = collections.namedtuple("Run", "commit minutes")
# `run` is None if the whole history counts as changed. `files` are the changed files that touch the part.
Due = collections.namedtuple("Due", "part run files minutes")


class NotRecorded(Exception):
    """The reason why a run is not written into whole.tsv."""


def read(path=PATH):
    """Part to its last green run."""
    runs = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                name, commit, minutes = line.rstrip("\n").split("\t")
                runs[name] = Run(commit, float(minutes))
    return runs


def record(minutes_of, path=PATH):
    """Writes the present commit for the parts of `minutes_of`: name to minutes."""
    changed = [file for file in since("HEAD") if file != RECORD_PATH]
    if changed:
        raise NotRecorded(f"the working tree has changes that no commit has: {', '.join(changed[:3])}")
    commit = git("rev-parse", "HEAD").strip()
    runs = read(path) | {name: Run(commit, minutes) for name, minutes in minutes_of.items()}
    with open(path, "w", encoding="utf-8") as file:
        file.write(HEAD)
        for part in parts.read():
            if part.name in runs:
                file.write(f"{part.name}\t{runs[part.name].commit}\t{runs[part.name].minutes:.1f}\n")


def due(all_parts, runs):
    """The parts that the change since their last green run touches, the most related first."""
    found = []
    for part in all_parts:
        run = runs.get(part.name)
        minutes = run.minutes if run else part.minutes
        run = run if run and is_known(run.commit) else None
        files = [file for file in (since(run.commit) if run else every_file()) if part.is_touched(file)]
        if files and part.name != parts.NO_PART:
            found.append(Due(part, run, files, minutes))
    return sorted(found, key=relation)


def relation(due):
    """The order of due parts: the most related first, and of equally related parts the shorter ones."""
    return -len(due.files), due.minutes


def fitting(dues, minutes, packages):
    """The due parts that need only these packages, ran green before, and fit into the minutes, in their order; then the
    others. The minutes of a part that never ran green are a guess, and its failure may be older than the change."""
    chosen, left_out = [], []
    for due in dues:
        fits = due.run and due.minutes <= minutes and due.part.packages == packages
        (chosen if fits else left_out).append(due)
        minutes -= due.minutes if fits else 0
    return chosen, left_out


def git(*words):
    return subprocess.run(["git", "-c", "core.quotePath=false", *words], cwd=parts.ROOT, check=True,
                          stdout=subprocess.PIPE, text=True).stdout


def is_known(commit):
    return subprocess.run(["git", "cat-file", "-e", f"{commit}^{{commit}}"], cwd=parts.ROOT,
                          stderr=subprocess.DEVNULL, check=False).returncode == 0


@functools.cache
def since(commit):
    """The files that differ from the commit, with those that git does not track yet; under both names if renamed."""
    return sorted({*git("diff", "--name-only", "--no-renames", commit).splitlines(),
                   *git("ls-files", "--others", "--exclude-standard").splitlines()})


@functools.cache
def every_file():
    return git("ls-files").splitlines()
