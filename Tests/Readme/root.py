"""A bare Debian 12 or 13, kept in .build/readme, and a copy of it for each scene: with a systemd, processes, files
and a network of its own, in which no other computer exists."""
import contextlib
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

# The packages that the computer has before its owner opens the README.
BASE = "sudo,make,curl,openssl,ca-certificates,procps,systemd-sysv"
# Further packages in apt's cache: the libraries of the programs, and Python for the scene with a hostile owner.
LIBRARIES = "libcmark0.30.2 libturbojpeg0 libcurl4 libsqlite3-0 libmd0 libcrypt1 tzdata python3"

# The first process of a scene: it makes /mnt/root its root folder, with devices of its own, and becomes systemd.
# Source: "The container interface", systemd.io/CONTAINER_INTERFACE.
BOOT = """set -e
cd /mnt/root
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup sys/fs/cgroup
mount -t tmpfs -o mode=755 devices dev
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=666,mode=620,gid=5 terminals dev/pts
mount -t tmpfs shared dev/shm
while read -r name major minor; do mknod -m 666 "dev/$name" c "$major" "$minor"; done <<END
null 1 3
zero 1 5
full 1 7
random 1 8
urandom 1 9
tty 5 0
END
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s fd/0 dev/stdin
ln -s fd/1 dev/stdout
ln -s fd/2 dev/stderr
mkdir -p mnt/before
pivot_root . mnt/before
umount --lazy /mnt/before
rmdir /mnt/before
exec env -i container=scene PATH=/usr/sbin:/usr/bin:/sbin:/bin /sbin/init
"""

# The namespaces of a scene, and those of its first process.
SCENE = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--net", "--uts", "--ipc",
         "--propagation", "private"]
FIRST = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--cgroup", "--propagation", "private"]
GROUPS = "/mnt/cgroup"


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
    name = hashlib.sha256(repr([BASE, wanted, LIBRARIES]).encode()).hexdigest()[:12]
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
    for line in wanted + [LIBRARIES]:
        call(["chroot", new, "apt-get", "install", "-qq", "--download-only", *line.split()])
    call(["chroot", new, "systemd-machine-id-setup"])
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
    return [*SCENE, *words]


def missing_ability():
    """The error message if this machine cannot make the namespaces and mounts of a scene; otherwise empty."""
    tried = "mount -t tmpfs none /mnt && mkdir /mnt/cgroup /mnt/a /mnt/b /mnt/c /mnt/d && " \
            "mount -t cgroup2 none /mnt/cgroup && mkdir /mnt/cgroup/scene-try && rmdir /mnt/cgroup/scene-try && " \
            "mount -t overlay none -o lowerdir=/mnt/a,upperdir=/mnt/b,workdir=/mnt/c /mnt/d && " + \
            " ".join([*FIRST, "true"])
    done = subprocess.run(isolated(["bash", "-c", tried]), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout.strip() or f"exit code {done.returncode}" if done.returncode else ""


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
        # Mounted here, so that this process sees the files of both folders, too.
        call(["mount", "-t", "tmpfs", "-o", "mode=755", "none", f"{self.folder}/run"])
        call(["mount", "-t", "tmpfs", "-o", "mode=1777", "none", f"{self.folder}/tmp"])
        os.makedirs(f"{self.folder}/mnt/elsewhere")
        call(["mount", "--bind", shared, f"{self.folder}/mnt/elsewhere"])
        names = "localhost records records.example records.example.org second.example"
        write(f"{self.folder}/etc/hosts", f"127.0.0.1 {names}\n::1 {names}\n")
        write(f"{self.folder}/etc/hostname", "records\n")
        write(f"{self.folder}/etc/apt/apt.conf.d/90unattended",
              'APT::Get::Assume-Yes "true";\nDPkg::Use-Pty "false";\n')
        self.shell = None
        self.group = new_group()
        self.boot()

    def boot(self):
        """Starts systemd, and waits until it has started its units."""
        def enter_group():
            write(f"{self.group}/cgroup.procs", "0")
        console = open("/mnt/console", "wb")  # pylint: disable=consider-using-with
        self.first = subprocess.Popen([*FIRST, "bash", "-c", BOOT], stdin=subprocess.DEVNULL, stdout=console,
                                      stderr=console, preexec_fn=enter_group)
        deadline = time.monotonic() + 120
        while not re.search("running|degraded", self.state()):
            if self.first.poll() is not None or time.monotonic() > deadline:
                with open("/mnt/console", encoding="utf-8", errors="replace") as text:
                    raise Failure(f"systemd did not start: {self.state()}\n{text.read()[-3000:]}")
            time.sleep(0.2)

    def state(self):
        if not children(self.first.pid):
            return ""
        return subprocess.run([*self.inside(), "systemctl", "is-system-running"], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout

    def inside(self):
        """The beginning of a command that runs on the computer of the scene."""
        return ["nsenter", "--all", "--target", str(children(self.first.pid)[0])]

    def stop(self):
        """Ends all processes of the scene."""
        self.first.kill()
        self.first.wait()
        remove_group(self.group)

    def copy_sources(self):
        """Copies the checkout and its built programs to ~/albumscan."""
        home = f"{self.folder}/home/host/albumscan"
        files = subprocess.run(["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard", "-z"], check=True,
                               stdout=subprocess.PIPE).stdout.decode().split("\0")
        programs = os.path.relpath(os.path.realpath(f"{ROOT}/.build/release"), ROOT)
        built = ["albumscan", "albumscan-cgi", "albumscan-photo", "albumscan-read", ".built"]
        files += [f"{programs}/{name}" for name in built]
        for name in files:
            if os.path.isfile(f"{ROOT}/{name}") and not name.startswith("Tests/"):
                os.makedirs(os.path.dirname(f"{home}/{name}"), exist_ok=True)
                shutil.copy2(f"{ROOT}/{name}", f"{home}/{name}")
        os.symlink(os.path.relpath(programs, ".build"), f"{home}/.build/release")
        self.root("chown -R host:host /home/host")

    def root(self, command, may_fail=False):
        """Runs a command as root to prepare the scene; returns the output."""
        done = subprocess.run([*self.inside(), "bash", "-c", command], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                              env={"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                                   "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"})
        if done.returncode and not may_fail:
            raise Failure(f"{command}: {done.returncode}\n{done.stdout}")
        return done.stdout

    def start_in_background(self, command):
        subprocess.Popen([*self.inside(), "bash", "-c", command], stdin=subprocess.DEVNULL,
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
            words = [*self.inside(), "sudo", "-iu", "host", *command.split()]
            os.execvp(words[0], words)
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
            [*self.inside(), "sudo", "-iu", "host", "bash", "--norc"], stdin=subprocess.PIPE,
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


def children(pid):
    """The child processes of a process."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as text:
        return [int(word) for word in text.read().split()]
    return []


def new_group():
    """Makes a control group for the processes of this scene, and removes those of former scenes."""
    os.makedirs(GROUPS)
    call(["mount", "-t", "cgroup2", "none", GROUPS])
    for former in glob.glob(f"{GROUPS}/scene-*"):
        with open(f"{former}/cgroup.events", encoding="utf-8") as events:
            if "populated 0" in events.read():
                remove_group(former)
    group = f"{GROUPS}/scene-{time.time_ns()}"
    os.mkdir(group)
    return group


def remove_group(group):
    """Removes a control group whose processes have been ended; the kernel needs a moment for each."""
    deadline = time.monotonic() + 5
    while os.path.exists(group) and time.monotonic() < deadline:
        for folder, _, _ in os.walk(group, topdown=False):
            with contextlib.suppress(OSError):
                os.rmdir(folder)
        time.sleep(0.05)


def start_loopback():
    with socket.socket() as any_socket:
        request = struct.pack("16sh14x", b"lo", 0x1 | 0x40)  # IFF_UP, IFF_RUNNING
        fcntl.ioctl(any_socket, 0x8914, request)  # SIOCSIFFLAGS
