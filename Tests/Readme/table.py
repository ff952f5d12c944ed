"""The use of each block: a scene runs it, it is a part of a control file or of a server's configuration, or no scene
can run it, for a stated reason. A block is named by the beginning of its first line.

`change` replaces a text that needs a person at the terminal, and gives the reason. `may_fail` is the beginning of the
one command that may end with 1.
"""
import dataclasses
import re

import blocks


@dataclasses.dataclass(frozen=True)
class Row:
    document: str
    start: str
    kind: str  # "run", "settings", "file" or "skip"
    reason: str = ""
    change: tuple = ()  # (text, other text, why)
    may_fail: str = ""


def run(start, change=(), may_fail="", document="README.md"):
    return Row(document, start, "run", "", change, may_fail)


def settings(start, document="README.md"):
    """Lines of the control file: the program reads a control file with them without an error."""
    return Row(document, start, "settings")


def file(start, document):
    """A part of a web server's configuration, which a scene installs."""
    return Row(document, start, "file")


def skip(start, reason, document="README.md"):
    return Row(document, start, "skip", reason)


NEEDS_COMPILER = "needs a Swift toolchain; the programs are built outside and copied into the root"
SCANNING, SERVER, PEOPLE, MODEL, BACKUPS, PUBLISHING = [
    f"docs/{name}.md" for name in ["scanning", "server", "people", "model", "backups", "publishing"]]

REMOTE = (
    "rclone.conf config", "rclone.conf config create elsewhere webdav url=http://127.0.0.1:8900 vendor=other",
    "`rclone config` asks a person; the remote is `rclone serve webdav`")

ROWS = [
    skip("make run      #", NEEDS_COMPILER),
    skip("make run HOST", NEEDS_COMPILER + "; HTTPSTests and BrowserHTTPSTests run `serve --https`"),
    skip("echo 'insecure-lan", "ends with make run, which " + NEEDS_COMPILER),
    run("alias albumscan=.build", document=SERVER),
    skip("sudo albumscan reader install    #", "downloads 46 MB from PyPI; ReaderInstallationTests and make test run it",
         SERVER),
    skip("python3 -m pip download", "downloads 46 MB from PyPI; ReaderInstallationTests installs from a folder", SERVER),
    run("albumscan catalogue import ~/covers", document=SCANNING),
    run("albumscan recognise", document=SCANNING),
    run("albumscan export", document=SCANNING),
    skip("albumscan import collection.csv --reviews", "needs an account with a provider; ImportReviewsTests runs it",
         SCANNING),
    skip("(umask 077; echo sk-", "needs an account with a provider; DoctorTests plays the services", MODEL),
    run("echo sk-", document=MODEL),
    settings("provider: openai-compatible", document=MODEL),
    run("albumscan person add", document=PEOPLE),
    run("curl -H \"X-Albumscan-Token", document=PEOPLE),
    settings("# The address from which the proxy connects", document=PEOPLE),
    skip("make build", NEEDS_COMPILER, SERVER),
    run("sudo make install PREFIX=/usr/local\n", document=SERVER),
    run("sudo apt-get install ./albumscan_*.deb qrencode lighttpd", change=(
        "sudo albumscan setup", "sudo albumscan setup --address https://records.example --server lighttpd --contact "
        "me@records.example --person Sarah --offline --yes", "without options, setup asks a person")),
    run("sudo albumscan person add"),
    run("sudo albumscan backup"),
    run("sudo albumscan setup --show", change=(
        "setup --show", "setup --show --address https://records.example", "without options, setup asks a person"),
        document=SERVER),
    run("sudo albumscan setup /srv/records", change=(
        "--yes", "--offline --yes", "no service can be reached"), document=SERVER),
    run("sudo albumscan setup --undo", change=("--undo", "--undo --yes", "undo asks a person"), document=SERVER),
    run("sudo apt-get install ./albumscan_*.deb qrencode\n", document=SERVER),
    skip("make deb && docker compose", "needs a container engine; buildah builds and runs the image by hand (docs/releases.md)",
         SERVER),
    run("sudo apt-get install libsqlite3-0", document=SERVER),
    run("cd /usr/local/share/albumscan", document=SERVER),
    run("sudo apt-get install lighttpd", document=SERVER),
    run("sudo apt-get install apache2", document=SERVER),
    run("sudo apt-get install nginx", document=SERVER),
    run("sudo apt-get install caddy", change=(
        "then edit the name", "then edit the name\nsudo sed -i 's|^records.example {|&\\n\\ttls "
        "/etc/letsencrypt/live/records.example/fullchain.pem /etc/letsencrypt/live/records.example/privkey.pem|' "
        "/etc/caddy/Caddyfile", "Caddy would ask a public authority for a certificate; it gets one of our own"), document=SERVER),
    skip("sudo apt-get install certbot",
         "needs a public name; the scene puts a certificate of its own where certbot puts one", SERVER),
    run("sudo sed -i 's/^ *#https //' /etc/lighttpd", document=SERVER),
    run("sudo a2enmod ssl", document=SERVER),
    run("sudo sed -i 's/^ *#https //' /etc/nginx", document=SERVER),
    run("echo 'worker: systemd", document=SERVER),
    run("echo 'publish-to", document=PUBLISHING),
    run("albumscan backup", document=BACKUPS),
    run("sudo apt-get install rclone\n", change=REMOTE, document=BACKUPS),
    run("sudo cp /usr/local/share/albumscan/nightly", document=BACKUPS),
    run("sudo apt-get install rclone  ", change=REMOTE, document=BACKUPS),
    run("albumscan restore", may_fail="sudo diff", document=BACKUPS),
    run("sudo make install PREFIX=/usr/local     #", document=BACKUPS),
    run("sudo systemctl stop 'albumscan*'", document=BACKUPS),
    settings("# A new or an empty folder", PUBLISHING),
    file("server {", PUBLISHING),
    skip("30 4 * * *", "needs a repository at GitHub; PublishRemoteTests runs the script with a local one", PUBLISHING),
]


def row(block):
    """The row of a block. Raises ValueError if there is none, or more than one."""
    first = block.first + "\n"
    rows = [row for row in ROWS if row.document == block.document and first.startswith(row.start)]
    if len(rows) != 1:
        raise ValueError(f"{block}: {len(rows)} rows of Tests/Readme/table.py fit \"{block.first}\"; name the block "
                         "in exactly one row, with the scene that runs it or the reason why it cannot run")
    return rows[0]


def text(of):
    return next(block.text for block in blocks.read() if row(block) == of)


def check(used):
    """Raises ValueError unless each block has a row, each row a block, and each row that can be used is one of
    the rows in `used`, which the scenes name."""
    rows = [row(block) for block in blocks.read()]
    for other in ROWS:
        if rows.count(other) != 1:
            raise ValueError(f"{rows.count(other)} blocks of {other.document} begin with \"{other.start}\"")
        if other.kind == "settings" and re.search(r"^[^#\n].*[ \t]#", text(other), re.M):
            raise ValueError(f"\"{other.start}\": a control file has no comment behind a value")
        if other.kind == "skip" and not other.reason:
            raise ValueError(f"\"{other.start}\" gives no reason")
        if other.kind in ("run", "file") and other not in used:
            raise ValueError(f"no scene runs \"{other.start}\" of {other.document}")
