"""A bare Debian 12 or 13, kept in .build/readme, and a copy of it for each scene: with processes, files and a
network of its own, in which no other computer exists."""
import fcntl
import glob
import hashlib
import os
import pty
import re
import select
import shutil
import socket
import struct
import subprocess
import sys
import time

import blocks

ROOT = blocks.ROOT
CACHE = f"{ROOT}/.build/readme"
MIRROR = "http://deb.debian.org/debian"
SECURITY = "http://deb.debian.org/debian-security"

# The packages that the computer has before its owner opens the README; python3 runs the stand-in of systemctl.
BASE = "sudo,make,curl,openssl,ca-certificates,python3,procps"


# A stand-in for systemd-tmpfiles: it makes the folders of one file.
TMPFILES = """#!/bin/sh
while read -r kind path mode user group rest; do
  [ "$kind" != d ] || install -d -m "$mode" -o "$user" -g "$group" "$path"
done < "/etc/tmpfiles.d/$2"
"""


def packages():
    """The packages of each command apt-get install of the blocks."""
    text = "".join(block.text for block in blocks.read())
    return sorted({line.strip() for line in re.findall(r"apt-get install (?:\./\S+ )?((?:[a-z0-9.+-]+ ?)+)", text)})


def prepare(release="bookworm"):
    """Makes the root of a release of Debian, with the packages that the blocks install in apt's cache. Needs the
    network; a second call returns the same root. Returns its folder."""
    wanted = packages()
    if release != "bookworm":
        # Other releases install only the package of `make deb`; its dependencies have the names of both releases.
        wanted = [line for line in wanted if "libcmark" not in line]
    name = hashlib.sha256(repr([BASE, wanted]).encode()).hexdigest()[:12]
    folder = f"{CACHE}/{release}-{name}"
    if os.path.exists(folder):
        return folder
    for old in glob.glob(f"{CACHE}/{release}-*") + [f"{CACHE}/new"]:
        shutil.rmtree(old, ignore_errors=True)
    os.makedirs(CACHE, exist_ok=True)
    new = f"{CACHE}/new"
    say(f"making a root of Debian {release} with the packages of {len(wanted)} commands")
    call(["mmdebstrap", "--quiet", "--variant=minbase", f"--include={BASE}", release, new,
          f"deb {MIRROR} {release} main", f"deb {MIRROR} {release}-updates main",
          f"deb {SECURITY} {release}-security main"])
    shutil.copy("/etc/resolv.conf", f"{new}/etc/resolv.conf")
    call(["chroot", new, "apt-get", "update", "-qq"])
    libraries = "libcmark0.30.2 libturbojpeg0 libcurl4 libsqlite3-0 libmd0 libcrypt1 tzdata"
    for line in wanted + [libraries]:
        call(["chroot", new, "apt-get", "install", "-qq", "--download-only", *line.split()])
    # Packages then call systemctl, as on a computer with systemd.
    os.makedirs(f"{new}/run/systemd/system")
    call(["chroot", new, "useradd", "--create-home", "--shell", "/bin/bash", "host"])
    write(f"{new}/etc/sudoers.d/host", "host ALL=(ALL) NOPASSWD: ALL\n")
    os.rename(new, folder)
    return folder


def call(words):
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(words)}: {done.returncode}\n{done.stdout[-3000:]}")


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def say(text):
    print(f"readme: {text}", flush=True)


def isolated(words):
    """A command in namespaces of its own; all its processes end with it."""
    return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--net", "--uts", "--ipc",
            "--propagation", "private", *words]


class Failure(Exception):
    """A block or a check of a scene failed."""


class Computer:
    """The root of one scene, as its owner "host" sees it at a terminal."""

    def __init__(self, base, shared):
        """`base` is the folder of `prepare`; `shared` a folder that all scenes of one run see at /mnt/elsewhere.
        Call it in namespaces of `isolated`."""
        self.folder = "/mnt/root"
        start_loopback()
        socket.sethostname("records")
        call(["mount", "-t", "tmpfs", "none", "/mnt"])
        for name in ["upper", "work", "root"]:
            os.makedirs(f"/mnt/{name}")
        call(["mount", "-t", "overlay", "none", "-o", f"lowerdir={base},upperdir=/mnt/upper,workdir=/mnt/work",
              self.folder])
        call(["mount", "-t", "proc", "proc", f"{self.folder}/proc"])
        call(["mount", "--rbind", "/dev", f"{self.folder}/dev"])
        os.makedirs(f"{self.folder}/mnt/elsewhere")
        call(["mount", "--bind", shared, f"{self.folder}/mnt/elsewhere"])
        names = "localhost records records.example records.example.org"
        write(f"{self.folder}/etc/hosts", f"127.0.0.1 {names}\n::1 {names}\n")
        # Without the second line, packages do not find the stand-in of systemctl.
        write(f"{self.folder}/etc/apt/apt.conf.d/90unattended", 'APT::Get::Assume-Yes "true";\n'
              'DPkg::Path "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";\nDPkg::Use-Pty "false";\n')
        write(f"{self.folder}/usr/local/bin/systemd-tmpfiles", TMPFILES)
        os.chmod(f"{self.folder}/usr/local/bin/systemd-tmpfiles", 0o755)
        for command in ["systemctl", "service"]:
            shutil.copy(f"{ROOT}/Tests/Readme/systemctl", f"{self.folder}/usr/local/sbin/{command}")
        self.shell = None

    def copy_sources(self):
        """Copies the checkout and its built programs to ~/albumscan."""
        home = f"{self.folder}/home/host/albumscan"
        files = subprocess.run(["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard", "-z"], check=True,
                               stdout=subprocess.PIPE).stdout.decode().split("\0")
        programs = os.path.relpath(os.path.realpath(f"{ROOT}/.build/release"), ROOT)
        files += [f"{programs}/{name}" for name in ["albumscan", "albumscan-cgi", "albumscan-photo", ".built"]]
        for name in files:
            if os.path.isfile(f"{ROOT}/{name}") and not name.startswith("Tests/"):
                os.makedirs(os.path.dirname(f"{home}/{name}"), exist_ok=True)
                shutil.copy2(f"{ROOT}/{name}", f"{home}/{name}")
        os.symlink(os.path.relpath(programs, ".build"), f"{home}/.build/release")
        self.root("chown -R host:host /home/host")

    def root(self, command, may_fail=False):
        """Runs a command as root to prepare the scene; returns the output."""
        done = subprocess.run(["chroot", self.folder, "bash", "-c", command], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                              env={"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                                   "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"})
        if done.returncode and not may_fail:
            raise Failure(f"{command}: {done.returncode}\n{done.stdout}")
        return done.stdout

    def start_in_background(self, command):
        subprocess.Popen(["chroot", self.folder, "bash", "-c", command], stdin=subprocess.DEVNULL,
                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def text(self, path):
        with open(self.folder + path, encoding="utf-8") as file:
            return file.read()

    def type(self, text, name, may_fail=None, seconds=600):
        """Types commands into the owner's shell, which keeps its folder, variables and aliases, and returns the
        output. Stops at the first command that fails; `may_fail` is the beginning of a command that may end
        with 1."""
        if self.shell is None:
            self.open_shell()
        output = ""
        for command in commands(text):
            code, printed = self.type_one(command, f"{name}: {command}", seconds)
            output += printed
            if code and not (may_fail and code == 1 and command.startswith(may_fail)):
                raise Failure(f"{name} failed with {code}:\n{command}\nIt printed:\n{printed[-3000:]}")
        return output

    def type_one(self, command, name, seconds):
        """Types one command. Returns its exit code and its output."""
        write(f"{self.folder}/tmp/block", command)
        os.chmod(f"{self.folder}/tmp/block", 0o644)
        self.shell.stdin.write(b". /tmp/block\necho \"@@end $?\"\n")
        self.shell.stdin.flush()
        output, deadline = b"", time.monotonic() + seconds
        while not (end := re.search(rb"@@end (\d+)\n$", output)):
            if not select.select([self.shell.stdout], [], [], max(0, deadline - time.monotonic()))[0]:
                raise Failure(f"{name} did not end within {seconds} s:\n{output.decode(errors='replace')}")
            part = os.read(self.shell.stdout.fileno(), 65536)
            output += part
            if not part:
                raise Failure(f"{name} ended the shell:\n{output.decode(errors='replace')}")
        return int(end[1]), output[:end.start()].decode(errors="replace")

    def talk(self, command, replies, seconds=300):
        """Runs a command of the owner at a terminal, and answers its questions. `replies` are pairs: the end of a
        question, and the answer or a function that returns the answer. Returns the exit code, and all that the terminal
        showed."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.execvp("chroot", ["chroot", self.folder, "sudo", "-iu", "host", *command.split()])
        shown, deadline = "", time.monotonic() + seconds
        for question, answer in replies:
            begin = len(shown)
            while question not in shown[begin:]:
                part = read(terminal, deadline)
                if not part:
                    raise Failure(f"{command} did not ask \"{question}\":\n{shown}")
                shown += part
            text = answer(shown) if callable(answer) else answer
            os.write(terminal, f"{text}\n".encode())
        while part := read(terminal, deadline):
            shown += part
        os.close(terminal)
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown

    def open_shell(self):
        self.shell = subprocess.Popen(
            ["chroot", self.folder, "sudo", "-iu", "host", "bash", "--norc"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0)
        self.shell.stdin.write(b"set -o pipefail; shopt -s expand_aliases; cd ~/albumscan 2>/dev/null || true\n")


def commands(text):
    """The commands of a block. A command may have several lines."""
    command = ""
    for line in text.splitlines(keepends=True):
        command += line
        if not line.endswith("\\\n") and \
                subprocess.run(["bash", "-n"], input=command, text=True, capture_output=True).returncode == 0:
            if command.strip():
                yield command
            command = ""
    if command.strip():
        yield command


def read(terminal, deadline):
    """The next output at a terminal; empty if the command has ended, and after the deadline."""
    if not select.select([terminal], [], [], max(0, deadline - time.monotonic()))[0]:
        return ""
    try:
        return os.read(terminal, 65536).decode(errors="replace").replace("\r", "")
    except OSError:  # The command has closed the terminal.
        return ""


def start_loopback():
    with socket.socket() as any_socket:
        request = struct.pack("16sh14x", b"lo", 0x1 | 0x40)  # IFF_UP, IFF_RUNNING
        fcntl.ioctl(any_socket, 0x8914, request)  # SIOCSIFFLAGS
