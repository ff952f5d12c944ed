#!/usr/bin/env python3
"""hostile.py PREFIX [--sample N --seed SEED]: commands of root beside a hostile owner of an installation.

PREFIX has the files of `make install-files`. The owner of the data swaps a file or a folder; then root runs a command.
No file outside of the installation may appear, change or disappear, root may own no file inside, the command ends
within seconds, and a failure says why. Prints a line for each cell of the table; exits with 1 if one is wrong.
With --sample, plays only N cells, which the seed decides; the first line says so.
The script runs in a mount namespace of its own, with copies of /etc, /srv and /home."""
import argparse
import os
import pty
import random
import select
import shutil
import subprocess
import sys
import time

PARSER = argparse.ArgumentParser(usage=__doc__)
PARSER.add_argument("prefix")
PARSER.add_argument("--sample", type=int)
PARSER.add_argument("--seed", default="")
OPTIONS = PARSER.parse_args()
PREFIX = os.path.realpath(OPTIONS.prefix)
POSTINST = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__)))), "package/postinst")
HOME = "/srv/records"
WHOLE = "/srv/.whole"
CONTROL = f"{HOME}/etc/albumscan.conf"
OUTSIDE = ["/srv/foreign", "/etc/cron.d", "/etc/albumscan", "/home", "/tmp/working"]
LONGEST = 20
ANSWERS = ["--server", "own", "--address", "http://127.0.0.1:8017", "--yes", "--offline"]


def isolate():
    if os.environ.get("HOSTILE_INSIDE") != "1":
        os.environ["HOSTILE_INSIDE"] = "1"
        os.execvp("unshare", ["unshare", "--mount", "--propagation", "private", sys.executable] + sys.argv)
    sh("""set -e
        mount -t tmpfs none /srv; mkdir /srv/.etc; cp -a /etc/. /srv/.etc; mount --bind /srv/.etc /etc
        rm -rf /etc/albumscan; mkdir -p /etc/cron.d /run/systemd; mount -t tmpfs none /run/systemd
        mount -t tmpfs none /home; chmod 755 /home /srv
        mkdir -p /tmp/working; mount -t tmpfs none /tmp/working; chmod 755 /tmp/working""")


def sh(script, user=None):
    """Runs a script as root or as another user."""
    words = ["bash", "-c", script]
    if user:
        words = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"] + words
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"the script failed: {script}\n{done.stdout}{done.stderr}")
    return done.stdout


def run(words):
    """The exit code (124 after the time limit) and the output of a command of root."""
    variables = {"PATH": f"{PREFIX}/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "HOME": "/root"}
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          cwd="/tmp/working", env=variables, text=True, start_new_session=True) as child:
        try:
            text, _ = child.communicate(timeout=LONGEST)
            return child.returncode, text
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, 9)
            return 124, child.communicate()[0]


def albumscan(*words):
    return run([f"{PREFIX}/bin/albumscan", *words])


COMMANDS = {
    "init": lambda: albumscan("--config", CONTROL, "init"),
    "init by link": lambda: albumscan("init"),
    "build": lambda: albumscan("--config", CONTROL, "build"),
    "nightly": lambda: albumscan("--config", CONTROL, "nightly"),
    "doctor": lambda: albumscan("--config", CONTROL, "doctor", "--offline"),
    "postinst": lambda: run(["sh", POSTINST, "configure", "1.0"]),
    "setup again": lambda: albumscan("setup", HOME, *ANSWERS),
    "undo": lambda: albumscan("setup", HOME, "--undo", "--yes"),
}

# Swaps of the owner: name, script of the owner, words that the message of `init` contains (None: it may succeed).
OWNER, ROOT = "albumscan", None
SWAPS = [
    ("pages in cron.d, no data", OWNER,
     "printf 'data: ../none\\nsite: /etc/cron.d\\n' > etc/albumscan.conf", "cron.d"),
    ("pages in root's folder", OWNER,
     "sed -i 's|^site:.*|site: /srv/foreign|' etc/albumscan.conf", "foreign"),
    ("a link for the data", OWNER, "mv data kept; ln -s /srv/foreign data", "foreign"),
    ("a link to the victim's data", OWNER, "mv data kept; ln -s /home/victim/documents data", "victim"),
    ("a link for the pages", OWNER, "mv site kept; ln -s /srv/foreign site", "foreign"),
    ("a pipe for the data", OWNER, "mv data kept; mkfifo data", "data"),
    ("a pipe for the control file", OWNER, "rm etc/albumscan.conf; mkfifo etc/albumscan.conf", "no regular file"),
    ("a pipe for the CGI file", OWNER, "rm cgi-bin/albumscan; mkfifo cgi-bin/albumscan", None),
    ("a pipe for the log", OWNER, "rm -f data/log; mkfifo data/log", None),
    ("a link to root's secret", OWNER,
     "rm etc/albumscan.conf; ln -s /srv/foreign/secret etc/albumscan.conf", "Permission denied"),
    ("a link to the victim's control file", OWNER,
     "rm etc/albumscan.conf; ln -s /home/victim/etc/albumscan.conf etc/albumscan.conf", "belongs to nobody"),
    ("a link for the folder of the control file", OWNER, "mv etc kept; ln -s /home/victim/etc etc", "belongs to nobody"),
    ("a link for the folder of the CGI file", OWNER,
     "mv cgi-bin kept; ln -s /srv/foreign/cgi-bin cgi-bin", None),
    ("a control file of a third user", ROOT, "chown nobody: etc/albumscan.conf", "belongs to nobody"),
    ("a control file that all can write", ROOT, "chmod 666 etc/albumscan.conf", "chmod o-w"),
    ("a control file of root", ROOT, "chown root: etc/albumscan.conf", None),
    ("a foreign folder for the data", OWNER,
     "mkdir other; echo 1 > other/letter; chmod 755 other; "
     "sed -i 's|^data:.*|data: ../other|' etc/albumscan.conf", "letter"),
    ("a foreign folder for the pages", OWNER,
     "mkdir other; echo mine > other/index.html; sed -i 's|^site:.*|site: ../other|' etc/albumscan.conf",
     "other/index.html"),
    ("another address", OWNER,
     "sed -i 's|^base-url:.*|base-url: https://evil.example|' etc/albumscan.conf", None),
]


def prepare():
    sh("""set -e
        mkdir -p /srv/foreign/cgi-bin /home/victim/etc /home/victim/documents
        echo foreign > /srv/foreign/index.html; echo letter > /home/victim/documents/letter
        echo 'data: secret' > /srv/foreign/secret; chmod 600 /srv/foreign/secret
        printf 'data: ../documents\\nsite: ../pages\\n' > /home/victim/etc/albumscan.conf
        chown -R nobody: /home/victim; chmod 755 /home/victim /home/victim/documents
        mkdir -p /tmp/working/cgi-bin; printf 'data: /home/victim/documents\\nsite: /etc/cron.d\\n' \
          > /tmp/working/cgi-bin/albumscan; chown -R nobody: /tmp/working""")
    code, text = albumscan("setup", HOME, *ANSWERS)
    if code:
        raise SystemExit(f"setup failed: {text}")
    # Root would remove the file that a link replaces if the record named it.
    shutil.copy2(f"{HOME}/cgi-bin/albumscan", "/srv/foreign/cgi-bin/albumscan")
    os.chown("/srv/foreign/cgi-bin/albumscan", 0, 0)
    sh(f"cp -a {HOME} {WHOLE}; cp -a /etc/albumscan /srv/.record")


def restore():
    sh(f"rm -rf {HOME} /etc/albumscan; cp -a {WHOLE} {HOME}; cp -a /srv/.record /etc/albumscan")


def outside(but=()):
    """Every file outside of the installation, with its owner, rights, size, time and content."""
    folders = " ".join(folder for folder in OUTSIDE if folder not in but)
    return sh(f"find {folders} -printf '%p %U %m %y %s %T@\\n' | sort; find {folders} -type f -print0 | sort -z | "
              "xargs -0 --no-run-if-empty md5sum")


def faults(command, expected, code, text, seconds, before):
    found = []
    if code == 124:
        found.append(f"it did not end within {LONGEST} s")
    if code < 0 or code > 4 and command != "postinst":
        found.append(f"exit code {code}")
    # Setup writes its record, and undo removes it.
    but = ["/etc/albumscan"] if command in ("setup again", "undo") else []
    after = outside(but)
    changed = set(after.splitlines()) ^ set(before.splitlines())
    changed = [line for line in changed if not any(folder + "/" in line or line.startswith(folder + " ") for folder in but)]
    if changed:
        found.append("outside: " + "; ".join(sorted(changed)))
    inside = sh(f"find {HOME} -user root -not -path {CONTROL}")
    if inside.strip():
        found.append("root owns " + inside.replace("\n", " "))
    if code and not text.strip():
        found.append("it says nothing")
    if expected and command in ("init", "init by link") and (code == 0 or expected not in text):
        found.append(f"the message does not name “{expected}”")
    if found:
        found.append(f"code {code} after {seconds:.1f} s: {text[-600:]}")
    return found


def play(cells):
    wrong = 0
    for (name, user, script, expected), command in cells:
        restore()
        before = outside()
        sh(f"cd {HOME} && {script}", user)
        begun = time.time()
        code, text = COMMANDS[command]()
        found = faults(command, expected, code, text, time.time() - begun, before)
        print(f"{'wrong' if found else 'ok'}\t{name}\t{command}\t{code}\t{(text.strip().splitlines() or [''])[-1][:150]}")
        for fault in found:
            print(f"      {fault}")
        wrong += bool(found)
    return wrong


def answer_late(swap, words):
    """Types `yes` only after the owner has swapped a file, which root's question had shown."""
    restore()
    child, terminal = pty.fork()
    if child == 0:
        os.chdir("/tmp/working")
        os.execv(words[0], words)
    shown = b""
    deadline = time.time() + LONGEST
    is_answered = False
    while time.time() < deadline:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                read = os.read(terminal, 4096)
            except OSError:
                break
            if not read:
                break
            shown += read
        if b"Go on?" in shown and not is_answered:
            is_answered = True
            sh(f"cd {HOME} && {swap}", OWNER)
            os.write(terminal, b"yes\n")
    else:
        os.kill(child, 9)
        shown += b"\nit did not end"
    os.waitpid(child, 0)
    os.close(terminal)
    return is_answered, shown.decode(errors="replace")


SWAPS_AT_QUESTIONS = [
    "mv cgi-bin kept; ln -s /srv/foreign/cgi-bin cgi-bin",
    "mv etc kept; ln -s /home/victim/etc etc",
    "mv data kept; ln -s /home/victim/documents data",
    "rm cgi-bin/albumscan; mkfifo cgi-bin/albumscan",
    "rm etc/albumscan.conf; mkfifo etc/albumscan.conf",
]
QUESTIONS = {
    "undo": ["setup", HOME, "--undo"],
    "setup": ["setup", HOME] + [word for word in ANSWERS if word != "--yes"] + [
        "--contact", "", "--language", "", "--provider", "sample", "--person", "Anna"],
}


def play_questions(cells):
    wrong = 0
    for question, swap in cells:
        before = outside(["/etc/albumscan"]).splitlines()
        is_answered, shown = answer_late(swap, [f"{PREFIX}/bin/albumscan", *QUESTIONS[question]])
        after = outside(["/etc/albumscan"]).splitlines()
        changed = set(before) ^ set(after)
        is_right = is_answered and not changed and "did not end" not in shown
        print(f"{'ok' if is_right else 'wrong'}\t{swap}\tafter the question of {question}")
        if not is_right:
            print(f"      {changed or ''} {shown[-800:]}")
            wrong += 1
    return wrong


def play_working_folder():
    """A control file in the working folder does not count for root, and the one of --config does."""
    sh("rm -rf /etc/albumscan /srv/records")
    before = outside(["/etc/albumscan"])
    code, text = albumscan("init")
    is_right = code == 2 and "--config" in text and outside(["/etc/albumscan"]) == before
    print(f"{'ok' if is_right else 'wrong'}\tthe working folder\tinit\t{code}\t{text.strip()}")
    return not is_right


def chosen():
    """The cells to play: of the commands, and of the questions."""
    cells = [(swap, command) for swap in SWAPS for command in COMMANDS]
    questions = [(question, swap) for question in QUESTIONS for swap in SWAPS_AT_QUESTIONS]
    if not OPTIONS.sample:
        return cells, questions
    both = random.Random(OPTIONS.seed).sample(cells + questions, OPTIONS.sample)
    print(f"ok\t{OPTIONS.sample} of {len(cells + questions)} cells, ALBUMSCAN_SEED={OPTIONS.seed} (all: make torture)")
    return [cell for cell in both if cell[1] in COMMANDS], [cell for cell in both if cell[1] not in COMMANDS]


isolate()
prepare()
CELLS, CELLS_OF_QUESTIONS = chosen()
WRONG = play(CELLS) + play_questions(CELLS_OF_QUESTIONS) + play_working_folder()
print(f"{WRONG} wrong")
sys.exit(1 if WRONG else 0)
