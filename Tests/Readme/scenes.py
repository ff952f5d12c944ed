"""The scenes: each is a computer on which a host follows a part of the documents from the beginning. A scene is
a list of blocks, named as in the table, and of checks between them."""
import contextlib
import glob
import re
import shutil
import sqlite3
import time

import blocks
import table
from root import Failure, write

CERTIFICATE = "/etc/letsencrypt/live/records.example"
CHALLENGE = "/.well-known/acme-challenge"

INSTALL = [
    "sudo apt-get install libsqlite3-0",
    "sudo make install PREFIX=/usr/local\n",
    "cd /usr/local/share/albumscan",
]


def expect(is_true, text):
    if not is_true:
        raise Failure(text)


def eventually(check, seconds=5):
    """Repeats a check until it succeeds, because a server may not have started yet, or may not have read its new
    files."""
    def again(computer):
        deadline = time.monotonic() + seconds
        while True:
            try:
                return check(computer)
            except Failure:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
    again.__name__ = check.__name__
    return again


def curl(computer, path, *options, scheme="https", host="records.example"):
    """The status, the headers in lower case, and the body of an answer."""
    address = f"{scheme}://{host}{path}"
    words = f"curl --silent --show-error --include --path-as-is --max-time 20 {' '.join(options)} '{address}'"
    text = computer.root(words, may_fail=True).replace("\r", "")
    head, _, body = text.partition("\n\n")
    status = re.match(r"HTTP/\S+ (\d+)", head)
    return int(status[1]) if status else 0, head.lower(), body


# Checks

def finds(count):
    def check(computer):
        shown = computer.root("cd / && albumscan show finds", may_fail=True)
        expect(shown.count("Kind of Blue") == count, f"the history is:\n{shown}")
    return check


def knows_the_sample(computer):
    covers = computer.root("cd / && albumscan show covers").strip().splitlines()
    expect(len(covers) >= 24, f"{len(covers)} covers are known")


def has_a_challenge(computer):
    computer.root(f"install -d /var/www/albumscan-acme{CHALLENGE}; echo key > /var/www/albumscan-acme{CHALLENGE}/token")


@eventually
def serves_plain(computer):
    """Port 80 sends the site, and certbot's answers from a folder that only root can write."""
    has_a_challenge(computer)
    status, head, body = curl(computer, "/", scheme="http")
    expect(status == 200 and "AlbumScan" in body, f"port 80 answers {head}\n{body[:300]}")
    status, head, body = curl(computer, f"{CHALLENGE}/token", scheme="http")
    expect(status == 200 and body == "key\n", f"the challenge: {head}\n{body}")
    denied = computer.root("sudo -u www-data touch /var/www/albumscan-acme/x 2>&1", may_fail=True)
    expect("denied" in denied, "the web server can write the folder of the challenges")


def has_certificate(computer):
    """Puts a certificate of an own authority where certbot puts one, readable by root alone."""
    computer.root(f"""set -e; install -d -m 700 /etc/letsencrypt/live {CERTIFICATE}; cd {CERTIFICATE}
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -keyout ca.key -out ca.crt -days 30 \
          -subj /CN=Authority
        openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -keyout privkey.pem -out new.csr \
          -subj /CN=records.example
        echo subjectAltName=DNS:records.example,DNS:records.example.org > names
        openssl x509 -req -in new.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 30 -extfile names -out new.pem
        cat new.pem ca.crt > fullchain.pem; chmod 600 privkey.pem
        cp ca.crt /usr/local/share/ca-certificates/own.crt; update-ca-certificates""")


def has_readable_certificate(computer):
    """Caddy reads its certificate as its own user."""
    has_certificate(computer)
    computer.root(f"chmod 755 /etc/letsencrypt/live {CERTIFICATE}; chmod 644 {CERTIFICATE}/privkey.pem")


@eventually
def serves_https(computer):
    status, head, _ = curl(computer, "/history/?a=b", scheme="http")
    expect(status in (301, 308) and "location: https://records.example/history/?a=b" in head, f"port 80: {head}")
    status, head, _ = curl(computer, "/sign-in/")
    expect(status == 200, f"https: {head}")


@eventually
def serves_https_by_our_rules(computer):
    serves_https(computer)
    for path in ["/sign-in/", "/", "/nowhere", "/cgi-bin/albumscan/session"]:
        _, head, _ = curl(computer, path)
        values = re.findall(r"strict-transport-security: (.*)", head)
        expect(values == ["max-age=15552000"], f"{path}: {head}")
    status, head, body = curl(computer, f"{CHALLENGE}/token", scheme="http")
    expect(status == 200 and body == "key\n", f"the challenge: {head}\n{body}")


@eventually
def protects(computer):
    """With people, a stranger gets the sign-in page, and certbot still gets its answers."""
    status, head, _ = curl(computer, "/history/")
    expect(status == 401, f"a stranger reads the history: {head}")


def signs_in(computer):
    """A person follows the link that the terminal printed, and reads the history."""
    printed = computer.type("albumscan person invite Sarah\n", "an invitation")
    code = re.search(r"sign-in/#(\S+)", printed)
    expect(code, f"no link: {printed}")
    status, head, _ = curl(computer, "/cgi-bin/albumscan/session", "--cookie-jar /tmp/cookies",
                           "-H 'Origin: https://records.example'", f"-d 'code={code[1]}&confirm=1'")
    expect(status == 303, f"signing in: {head}")
    status, head, _ = curl(computer, "/history/", "--cookie /tmp/cookies")
    expect(status == 200, f"the history of a person: {head}")


def has_token(computer):
    """The token is in the variable TOKEN, and a photo in the folder."""
    computer.root("cp /home/host/albumscan/sample/photo.jpg /home/host/sleeve.jpg; chown host: /home/host/sleeve.jpg")
    printed = computer.type("cd ~; albumscan person token Sarah\n", "a token")
    token = re.search(r"albumscan_[A-Za-z0-9_-]{43}", printed)
    expect(token, f"no token: {printed}")
    computer.type(f"TOKEN={token[0]}\n", "the variable")


def scan_is_answered(computer):
    expect(re.search(r'"id":\s*"[0-9a-z]{26}"', computer.printed), f"the scan's answer: {computer.printed}")
    computer.root("""cd /; for i in $(seq 300); do
        albumscan show finds | grep -q 'Kind of Blue' && exit 0; sleep 0.1; done; exit 1""")


def worker_is_a_service(computer):
    """The scan was made by the service; the request for it is gone."""
    computer.root("test -n \"$(systemctl show --property ExecMainPID --value albumscan-work.service | grep -vx 0)\" && "
                  "test ! -e /srv/albumscan/data/worker-wanted && test -d /run/albumscan/albumscan-$(id -u www-data)")


def has_the_package(computer):
    """The package that `make deb` wrote, in the folder of the terminal."""
    packages = glob.glob(f"{blocks.ROOT}/.build/package/albumscan_*.deb")
    expect(len(packages) == 1, f"make deb wrote {packages}")
    shutil.copy(packages[0], f"{computer.folder}/home/host/")
    computer.type("cd ~\n", "the folder of the package")


def packaged(start):
    """A block with the folder of the package, as the README says."""
    def play_packaged(computer):
        block, row = find(start)
        computer.printed = computer.type(block.text.replace("/usr/local/share", "/usr/share"), str(block), row.may_fail)
    play_packaged.__name__ = f"packaged {start}"
    return play_packaged


def has_manual_pages(computer):
    computer.root("zgrep -q 'albumscan doctor' /usr/share/man/man1/albumscan.1.gz && "
                  "zgrep -q publish..to /usr/share/man/man5/albumscan.conf.5.gz && "
                  "test -e /usr/share/bash-completion/completions/albumscan")
    computer.root("dpkg --verify albumscan")


@eventually
def worker_has_ended(computer):
    left = computer.root("ps -eo stat=,comm= | grep albumscan | grep -v ^Z || true")
    expect(not left.strip(), f"a process runs: {left}")


def removal_keeps_the_log(computer):
    """Neither removal nor purge touches the host's files of data, and the web server can start without the package. A new
    installation continues with the data and with the files that the host made by hand."""
    kept = "cd /srv/albumscan && find . -type f ! -name '*-wal' ! -name '*-shm' | sort | xargs md5sum"
    server = "cat /etc/lighttpd/conf-enabled/*albumscan.conf"
    worker_has_ended(computer)
    before, files = computer.root(kept), computer.root(server)
    computer.root("apt-get purge albumscan; test ! -e /usr/bin/albumscan && test ! -e /usr/share/albumscan")
    after = computer.root(kept)
    changed = set(after.splitlines()) ^ set(before.splitlines())
    expect(not changed, f"the purge changed files of the host: {changed}")
    computer.root("systemctl restart lighttpd")
    computer.type("cd ~ && sudo apt-get install ./albumscan_*.deb\n", "the package once more")
    expect(computer.root(server) == files, "the installation did not put the files of the web server back")
    finds(1)(computer)


def key_is_private(computer):
    mode = computer.root("stat -c '%a %U' /srv/albumscan/data/keys/openai; rm /srv/albumscan/data/keys/openai")
    expect(mode == "600 www-data\n", f"the key has {mode}")


def log_is_published(computer):
    find = re.search(r"[0-9a-z]{26}", computer.root("cd / && albumscan show finds"))
    expect(find, "no find")
    computer.type(f"albumscan edit {find[0]} --public yes && albumscan publish\n", "publishing a find")
    expect("Kind of Blue" in computer.root(f"cat /srv/albumscan/log/album/{find[0]}/index.html"), "no page")


def log_is_sent(computer):
    """The published log is sent to a remote. A find that its person makes private disappears there, too."""
    remote = "/mnt/elsewhere/log"
    find = re.search(r"[0-9a-z]{26}", computer.root("cd / && albumscan show finds"))[0]
    computer.root(f"rm -rf {remote}; echo 'publish-remote: elsewhere:log' >> /srv/albumscan/etc/albumscan.conf")
    computer.type("albumscan publish\n", "sending the log")
    different = computer.root(f"cd /srv/albumscan/log && for name in $(find album search -type f) index.html; do "
                              f"cmp $name {remote}/$name; done 2>&1", may_fail=True)
    expect(not different, f"the remote has other files: {different}")
    computer.root(f"test -e {remote}/album/{find}/index.html")
    computer.type(f"albumscan edit {find} --public no && albumscan publish\n", "taking a find back")
    computer.root(f"test ! -e {remote}/album/{find}/index.html && test -e {remote}/index.html")


def disk_is_mounted(computer):
    computer.root("install -d -o www-data /mnt/disk")


def backup_is_whole(computer):
    names = computer.root("tar tf /mnt/disk/records.tar").split()
    expect("albums.db" in names and "control-file" in names, f"{names}")


def remote_is_up(computer):
    """A WebDAV server elsewhere; its folder is the same in all scenes."""
    computer.start_in_background("sleep 1; until command -v rclone; do sleep 0.2; done; "
                                 "exec rclone serve webdav /mnt/elsewhere --addr 127.0.0.1:8900")



def remote_has_a_backup(computer):
    listed = computer.root("ls /mnt/elsewhere/records")
    expect(re.search(r"albumscan-\d{4}-\d\d-\d\d\.tar", listed), f"the remote has {listed}")


def timer_makes_a_backup(computer):
    """Runs the unit of the timer: with the remote, and with a folder in its place."""
    computer.root("sudo -u www-data rclone --config /srv/albumscan/etc/rclone.conf delete elsewhere:records; "
                  "systemctl start albumscan-nightly.service")
    remote_has_a_backup(computer)
    computer.root("""install -d -o www-data /mnt/disk/nightly
        sed -i 's|^backup-to:.*|backup-to: /mnt/disk/nightly|' /srv/albumscan/etc/albumscan.conf
        systemctl start albumscan-nightly.service; ls /mnt/disk/nightly/albumscan-*.tar""")


def history_is_back(computer):
    finds(1)(computer)
    computer.root("grep -q backup-to /srv/albumscan/data/restored-control-file")
    expect("Kind of Blue" in computer.root("cat /srv/albumscan/site/history/index.html"), "the pages are old")
    expect("ok" in computer.root("cd / && albumscan check && echo ok"), "check")


FIXTURES = f"{blocks.ROOT}/Tests/Store/Fixtures"
FORMER_CONTROL_FILE = """#!/usr/local/bin/albumscan-cgi
data: ../data
site: ../site
base-url: http://records.example
"""


def was_installed_long_ago(computer):
    """The installation of an earlier README: a database of version 9 that every user can read, a control file
    without `cgi-file`, and a link to the file of the web server. The new sources have a control file of their own."""
    computer.root("""set -e
        apt-get install lighttpd lighttpd-modules-lua lighttpd-mod-deflate
        install -d -o www-data -g www-data /srv/albumscan /srv/albumscan/etc /srv/albumscan/cgi-bin /srv/albumscan/site
        install -d -o www-data -g www-data /srv/albumscan/data{,/photos} /usr/local/share/albumscan/servers
        for scan in queued review waiting; do
          name=scan${scan}0000000000000000000
          cp /home/host/albumscan/sample/photo.jpg /srv/albumscan/data/photos/${name:0:26}.jpg
        done
        chown www-data: /srv/albumscan/data/photos/*
        echo '#!/usr/local/bin/albumscan-cgi /srv/albumscan/etc/albumscan.conf' > /srv/albumscan/cgi-bin/albumscan
        chmod 755 /srv/albumscan/cgi-bin/albumscan
        ln -s /usr/local/share/albumscan/servers/lighttpd.conf /etc/lighttpd/conf-enabled/50-albumscan.conf""")
    with contextlib.closing(sqlite3.connect(f"{computer.folder}/srv/albumscan/data/albums.db")) as database:
        for name in ["v9.sql", "v9-rows.sql"]:
            with open(f"{FIXTURES}/{name}", encoding="utf-8") as file:
                database.executescript(file.read())
    write(f"{computer.folder}/srv/albumscan/etc/albumscan.conf", FORMER_CONTROL_FILE)
    computer.root("chown www-data: /srv/albumscan/data/albums.db; chmod 644 /srv/albumscan/data/albums.db")
    computer.type("cd ~/albumscan; make --no-print-directory cgi-bin/albumscan\n"
                  "alias albumscan='sudo -u www-data albumscan'\n", "the new sources")


def is_upgraded(computer):
    """No find is lost, a copy of the old database is kept, and other users cannot read the two databases."""
    finds = computer.root("cd / && albumscan show finds").strip().splitlines()
    expect(len(finds) == 4, f"the finds are: {finds}")
    listed = computer.root("cd /srv/albumscan && stat -c '%a %n' data data/albums.db*")
    expect(re.search(r"data/albums\.db\.v9-20", listed), f"no copy of the old database: {listed}")
    expect(not re.search(r"^\d*[1-7] ", listed, re.M), f"others have rights: {listed}")
    control = computer.text("/srv/albumscan/etc/albumscan.conf")
    expect(control == FORMER_CONTROL_FILE, f"the control file was changed: {control}")
    expect(not computer.root("ls -d /home/host/albumscan/data || true", may_fail=True).startswith("/home"),
           "the sources were made an installation")
    computer.root("cd / && albumscan check")
    expect("Tago Mago" in computer.text("/srv/albumscan/site/history/index.html"), "the pages are not built")


def rules_are_whole(computer):
    """The commands for the web server replace the link, and do not write through it."""
    computer.root("test ! -L /etc/lighttpd/conf-enabled/50-albumscan.conf; "
                  "cmp ~host/albumscan/docs/servers/lighttpd.conf /usr/local/share/albumscan/servers/lighttpd.conf")


@eventually
def asks_for_sign_in(computer):
    """The database has people."""
    status, head, body = curl(computer, "/", scheme="http")
    expect(status == 401 and "AlbumScan" in body, f"a stranger gets {head}\n{body[:300]}")


def old_files(computer):
    """Reads the host's files before an upgrade, to compare them after it."""
    computer.before = computer.root("cat /etc/lighttpd/conf-enabled/*albumscan.conf /srv/albumscan/etc/albumscan.conf")
    computer.type("cd ~/albumscan\n", "the new sources")


def host_lines_stay(computer):
    after = computer.root("cat /etc/lighttpd/conf-enabled/*albumscan.conf /srv/albumscan/etc/albumscan.conf")
    expect(after == computer.before, "the upgrade changed the host's lines")
    computer.root("service lighttpd restart")
    serves_https_by_our_rules(computer)
    finds(1)(computer)


def caddyfile_is_removed(computer):
    computer.root("rm /etc/caddy/Caddyfile")


@eventually
def nothing_is_left(computer):
    """No file, no unit and no process of AlbumScan. The host's own files elsewhere stay."""
    places = " ".join(f"-not -path '{place}/*'" for place in ["/home", "/mnt", "/proc", "/run", "/tmp"])
    left = computer.root(f"find / -xdev -iname '*albumscan*' {places}; grep -rl albumscan /etc || true; "
                         "ps -eo stat=,comm= | grep albumscan | grep -v ^Z || true")
    expect(not left.strip(), f"left: {left}")


def is_a_checkout(computer):
    """Adds the control file and the known covers that `make run` makes, and the files of the examples."""
    computer.type("""cd ~/albumscan
        make --no-print-directory cgi-bin/albumscan
        .build/release/albumscan init
        mkdir ~/covers ~/photos
        cp sample/catalogue/*.jpg ~/covers 2>/dev/null || true
        head -c 200 sample/catalogue/catalogue.csv
        cp sample/photo.jpg photo1.jpg; cp sample/photo.jpg photo2.jpg; cp sample/photo.jpg photo.jpg
        cp sample/photo.jpg wall.jpg; cp sample/photo.jpg ~/photos
        cp sample/catalogue/catalogue.csv ~/covers.csv
        cp -r sample/catalogue/. ~/
        """, "what make run leaves")


def has_a_collection(computer):
    computer.root("""cat > /home/host/albumscan/collection.csv <<'END'
Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition,Collection Sleeve Condition,Collection Notes
PC 34847,Talking Heads,Remain in Light,Sire,LP,,1980,1234,Uncategorized,2024-01-02 10:00:00,,,
END
""")


def settings_are_valid(computer):
    """Each block of settings, added to the control file of the installation."""
    for block in blocks.read():
        if table.row(block).kind == "settings":
            kept = computer.text("/srv/albumscan/etc/albumscan.conf")
            keys = set(re.findall(r"^([a-z-]+):", block.text, re.M))
            lines = [line for line in kept.splitlines() if line.split(":")[0] not in keys]
            with open(f"{computer.folder}/srv/albumscan/etc/tried.conf", "w", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n" + block.text)
            computer.root("cd / && albumscan --config /srv/albumscan/etc/tried.conf show queue")


def publishing_server(computer):
    """The server of docs/publishing.md in nginx, beside AlbumScan's own."""
    block = next(block for block in blocks.read() if block.first == "server {")
    with open(f"{computer.folder}/etc/nginx/sites-enabled/log", "w", encoding="utf-8") as file:
        file.write(block.text)
    computer.root("service nginx reload")
    serves_the_log(computer)
    computer.root("rm /etc/nginx/sites-enabled/log")


@eventually
def serves_the_log(computer):
    def ask(path, *options):
        return curl(computer, path, *options, scheme="http", host="records.example.org")
    for family in ["--ipv4", "--ipv6"]:
        status, head, body = ask("/", family)
        expect(status == 200 and "Kind of Blue" in body, f"{family}: {head}\n{body[:300]}")
        expect("must-revalidate" in head and "noindex" in head, head)
    status, head, body = ask("/nowhere")
    expect(status == 404 and "<!doctype html>" in body.lower(), head)
    status, head, _ = ask("/.albumscan")
    expect(status == 403, f"the mark is public: {head}")
    style = computer.root("cd /srv/albumscan/log && ls assets/* | head -n 1").strip()
    expect("immutable" in ask(f"/{style}")[1], style)


# Setup

def installs(packages):
    """The package, and the packages of a web server."""
    def play_installs(computer):
        computer.type(f"sudo apt-get install ./albumscan_*.deb qrencode {packages} && sudo systemctl disable --now "
                      "lighttpd\n" if "lighttpd" in packages else
                      f"sudo apt-get install ./albumscan_*.deb qrencode {packages}\n", "the packages")
    play_installs.__name__ = f"installs {packages}"
    return play_installs


def sets_up(*options):
    def play_sets_up(computer):
        words = " ".join(dict.fromkeys(["--offline", "--yes", *options]))
        computer.printed = computer.type(f"sudo albumscan setup {words}\n", "setup")
    play_sets_up.__name__ = f"setup {' '.join(options)}"
    return play_sets_up


def asks_for_a_certificate(computer):
    """Without a certificate, setup names the command that gets one, and adds no person yet."""
    expect("certbot certonly" in computer.printed and "-d records.example" in computer.printed, computer.printed)
    expect("sign-in/#" not in computer.printed, "setup made a link that no browser can open")


def is_root_for_commands(computer):
    """A command that root starts goes on as the owner of the data, so no file in the folder belongs to root."""
    computer.type("alias albumscan='sudo albumscan'\n", "the alias")
    left = computer.root("find /srv/*/data /srv/*/site /srv/*/etc -user root")
    expect(not left.strip(), f"root owns {left}")


def worker_is_a_service_of(name):
    def play_worker(computer):
        computer.root(f"systemctl show --property ExecMainPID --value albumscan-work@{name}.service | grep -qvx 0 && "
                      f"test ! -e /srv/{name}/data/worker-wanted && test -d /run/albumscan/albumscan-$(id -u www-data) && "
                      f"grep -qx 'worker: systemd' /srv/{name}/etc/albumscan.conf")
    play_worker.__name__ = f"worker is a service of {name}"
    return play_worker


HOST_FILE = "/etc/lighttpd/conf-enabled/50-albumscan.conf"


def keeps_changed_files(computer):
    """A second run changes nothing. A file that the host has changed stays, and the new text is in a folder of root; a
    setting that the host added stays, too."""
    files = f"cat {HOST_FILE} /srv/albumscan/etc/albumscan.conf /etc/systemd/system/albumscan-work@*"
    before = computer.root(files)
    sets_up()(computer)
    expect(computer.root(files) == before, "a second run changed a file")
    computer.root(f"echo '# mine' >> {HOST_FILE}; echo 'monthly-cap: 3' >> /srv/albumscan/etc/albumscan.conf")
    sets_up("--language de")(computer)
    expect(f"keep {HOST_FILE}" in computer.printed, computer.printed)
    computer.root(f"grep -qx '# mine' {HOST_FILE} && test -e /etc/albumscan/albumscan.new{HOST_FILE} && "
                  f"test ! -e {HOST_FILE}.new")
    control = computer.text("/srv/albumscan/etc/albumscan.conf")
    expect("monthly-cap: 3\n" in control and "language: de\n" in control, control)
    expect("language: de" not in computer.text("/srv/albumscan/etc/albumscan.conf.old"), "no copy")
    expect('lang="de"' in computer.text("/srv/albumscan/site/index.html"), "the pages are old")


def undo_keeps_the_log(computer):
    """Undo removes the files that setup wrote, but no file that the host changed, and no find."""
    computer.root(f"grep -qx '# mine' {HOST_FILE}; test ! -e /etc/lighttpd/conf-enabled/49-albumscan.conf; "
                  "test ! -e /etc/albumscan/albumscan.conf; test ! -e /srv/albumscan/cgi-bin/albumscan; "
                  "test ! -e /etc/systemd/system/albumscan-work@albumscan.path; "
                  "test ! -e /etc/tmpfiles.d/albumscan.conf")
    computer.root("test -e /srv/albumscan/etc/albumscan.conf && test -e /srv/albumscan/site/history/index.html")
    shown = computer.root("cd / && albumscan --config /srv/albumscan/etc/albumscan.conf show finds")
    expect(shown.count("Kind of Blue") == 1, f"the history is:\n{shown}")


def second_installation(computer):
    """Two installations behind one web server, each with its own name; a command without a choice lists both."""
    sets_up("/srv/other", "--server apache", "--address http://records.example.org")(computer)
    status, head, body = curl(computer, "/", scheme="http", host="records.example.org")
    expect(status == 200 and "AlbumScan" in body, f"the second one answers {head}\n{body[:300]}")
    protects(computer)
    told = computer.root("cd / && albumscan show finds", may_fail=True)
    expect("there are several control files" in told and "/etc/albumscan/other.conf" in told, told)
    sets_up("--undo", "/srv/other")(computer)
    protects(computer)


def is_taken_back(computer):
    left = computer.root("ls /etc/albumscan /etc/systemd/system/albumscan* /etc/apache2/sites-*/albumscan* "
                         "/etc/caddy/albumscan* 2>/dev/null; grep -h albumscan /etc/caddy/Caddyfile 2>/dev/null || true",
                         may_fail=True)
    expect(not left.strip(), f"left: {left}")
    computer.root("ls /srv/albumscan/data/albums.db")


def state_of_files(computer):
    return computer.root("find /etc /srv /usr /var/www -printf '%p %m %u %T@ %l\\n' | sort")


KEY = "sk-key-at-a-terminal"
QUESTIONS = [
    ("own [nginx]: ", "ngnix"), ("own [nginx]: ", ""),
    ("Address that people open, such as https://records.example: ", "records.example"),
    ("Address that people open, such as https://records.example: ", "https://records.example:8443"),
    ("Address that people open, such as https://records.example: ", "https://records.example"),
    ("sample (may be empty): ", "opneai"), ("sample (may be empty): ", "openai"),
    ("for MusicBrainz (may be empty): ", "me@records.example"), ("Language of the pages: de, en [en]: ", ""),
    ("Your name, as the owner of the log (may be empty): ", "Sarah"),
]
READER = "(46 MB from PyPI): yes, no [yes]: "
REFUSALS = ["“ngnix” is none of the web servers", "an address begins with https:// or http://",
            "listens at the ports 80 and 443", "“opneai” is none of the providers"]
CONFIRMATION = "Go on? yes or no [no]: "


def says_no_to_setup(computer):
    """At a terminal, setup refuses wrong answers and asks again. It shows its plan, and "no" changes nothing."""
    computer.root("rm -f /etc/timezone; ln -sf /usr/share/zoneinfo/Europe/Berlin /etc/localtime")
    before = state_of_files(computer)
    code, shown = computer.talk(
        "sudo albumscan setup", [*QUESTIONS, (READER, "maybe"), (READER, ""), (CONFIRMATION, "")])
    for line in [*REFUSALS, "answer yes or no", "install the text reader for this computer",
                 "write the control file /srv/albumscan/etc/albumscan.conf",
                 "base-url: https://records.example", "contact: me@records.example", "language: en",
                 "time-zone: Europe/Berlin", "provider: openai", "write /etc/nginx/sites-available/albumscan",
                 "add the person Sarah", "nothing was changed"]:
        expect(line in shown, f"setup did not show \"{line}\":\n{shown}")
    expect(code == 1, f"setup ended with {code}:\n{shown}")
    expect(state_of_files(computer) == before, f"setup changed files:\n{shown}")


def says_yes_to_setup(computer):
    """With "yes", setup makes what it has shown, and reads the key without showing it."""
    before = state_of_files(computer)

    def agrees(shown):
        expect("write /etc/nginx/sites-available/albumscan" in shown, f"setup has shown no plan:\n{shown}")
        expect(state_of_files(computer) == before, f"setup changed files before the answer:\n{shown}")
        return "yes"
    # The computer has no network, so setup goes on without the text reader.
    code, shown = computer.talk("sudo albumscan setup --offline --reader", [
        *QUESTIONS, (CONFIRMATION, agrees), ("Key for openai (not shown; may be empty): ", KEY)])
    expect(code == 0 and "sign-in/#" in shown, f"setup ended with {code}:\n{shown}")
    expect("setup goes on without the text reader" in shown, shown)
    expect(KEY not in shown, f"the terminal shows the key:\n{shown}")
    kept = computer.root("cd /srv/albumscan/data/keys && stat -c '%a %U' openai && cat openai")
    expect(kept.split() == ["600", "www-data", KEY], f"the key has {kept}")


def takes_the_present_answers(computer):
    """A second run takes the values of the control file for empty answers, and changes no file."""
    files = ("cat /etc/nginx/sites-available/albumscan /srv/albumscan/etc/albumscan.conf /srv/albumscan/data/keys/openai; "
             "sort /etc/albumscan/albumscan.setup")
    before = computer.root(files)
    code, shown = computer.talk("sudo albumscan setup --offline", [
        ("own [nginx]: ", ""), ("[https://records.example]: ", ""), ("[openai]: ", ""), ("[me@records.example]: ", ""),
        ("[en]: ", ""), (CONFIRMATION, "yes")])
    expect(code == 0 and "Your name" not in shown and "Key for" not in shown, f"setup ended with {code}:\n{shown}")
    expect(computer.root(files) == before, f"the second run changed a file:\n{shown}")


def refuses_wrong_options(computer):
    """Setup refuses a wrong option before it changes a file."""
    before = state_of_files(computer)
    for words, reason in [
            ("/srv/Records", "is no folder for an installation"), ("--language xx", "none of the languages de, en"),
            ("--time-zone Europe/Berln", "is no time zone"), ("--server caddy", "apt-get install caddy")]:
        told = computer.root(f"cd /; albumscan setup {words} --address https://records.example --yes; echo \"ended with $?\"")
        expect(reason in told and "ended with 2" in told, f"setup {words}:\n{told}")
    expect(state_of_files(computer) == before, "setup changed files")


def setup_needs_an_installation(computer):
    told = computer.root("cd ~host/albumscan; .build/release/albumscan setup; echo \"ended with $?\"")
    expect("setup belongs to an installed program" in told and "ended with 2" in told, told)


def takes_back_a_bad_file(computer):
    """A web server that could not start with the new files keeps the former ones."""
    computer.root("echo 'nonsense;' > /etc/nginx/conf.d/broken.conf")
    told = computer.root("cd / && albumscan setup /srv/third --server nginx --address http://records.example.org --offline "
                         "--yes", may_fail=True)
    expect("were taken back" in told and "nonsense" in told, told)
    computer.root("test ! -e /etc/nginx/sites-enabled/albumscan-third && rm /etc/nginx/conf.d/broken.conf && nginx -t")


def has_an_earlier_package(computer):
    """The same package with a lower version."""
    has_the_package(computer)
    computer.root("""set -e; cd /home/host; dpkg-deb -R albumscan_*.deb /tmp/earlier; rm albumscan_*.deb
        sed -i 's/^Version: .*/Version: 0.9/' /tmp/earlier/DEBIAN/control
        dpkg-deb -Znone -b /tmp/earlier albumscan_0.9_amd64.deb""")


def has_an_earlier_database(computer):
    """A database of version 9 with finds, people, and three scans that are not finished, whose photos are there."""
    computer.root("""set -e; systemctl stop albumscan-work@albumscan.path || true; pkill -x albumscan || true
        rm /srv/albumscan/data/albums.db
        for scan in queued review waiting; do
          name=scan${scan}0000000000000000000
          install -o www-data -g www-data /usr/share/albumscan/catalogue/*21.jpg /srv/albumscan/data/photos/${name:0:26}.jpg
        done""")
    with contextlib.closing(sqlite3.connect(f"{computer.folder}/srv/albumscan/data/albums.db")) as database:
        for name in ["v9.sql", "v9-rows.sql"]:
            with open(f"{FIXTURES}/{name}", encoding="utf-8") as file:
                database.executescript(file.read())
    computer.root("chown www-data: /srv/albumscan/data/albums.db; systemctl start albumscan-work@albumscan.path")


def has_own_lines(computer):
    computer.root(f"echo '# mine' >> {HOST_FILE}; echo 'monthly-cap: 3' >> /srv/albumscan/etc/albumscan.conf; "
                  "rm /home/host/albumscan_0.9_amd64.deb")
    computer.before = computer.root(f"cat {HOST_FILE} /srv/albumscan/etc/albumscan.conf")


def upgrades_the_package(computer):
    computer.type("cd ~; sudo apt-get install ./albumscan_*.deb\n", "the new package")


def is_upgraded_in_flight(computer):
    """The upgrade has upgraded the database and kept a copy and the host's lines. The scans in flight go on."""
    after = computer.root(f"cat {HOST_FILE} /srv/albumscan/etc/albumscan.conf")
    expect(after == computer.before, "the upgrade changed the host's lines")
    listed = computer.root("cd /srv/albumscan && stat -c '%a %U %n' data data/albums.db*")
    expect(re.search(r"data/albums\.db\.v9-20", listed), f"no copy of the old database: {listed}")
    expect(not re.search(r"root", listed), f"root has files: {listed}")
    computer.root("cd / && albumscan work")
    photos = computer.root("ls /srv/albumscan/data/photos; cd / && albumscan show queue")
    expect("scanqueued" not in photos, f"the scan in flight is not over: {photos}")
    computer.root("cd / && albumscan check")
    shown = computer.root("cd / && albumscan show finds").strip().splitlines()
    expect(len(shown) >= 4, f"the finds are: {shown}")


# The upgrade to a later schema

# Waits while the file photo-waits exists. The unit of the worker has a /tmp of its own, so the files are in the data.
SLOW_PHOTO_PROGRAM = """#!/bin/sh
if [ -e /srv/albumscan/data/photo-waits ]; then
  touch /srv/albumscan/data/photo-begun
  while [ -e /srv/albumscan/data/photo-waits ]; do sleep 0.1; done
fi
exec /usr/bin/albumscan-photo.real "$@"
"""


def has_a_slow_photo_program(computer):
    computer.root("mv /usr/bin/albumscan-photo /usr/bin/albumscan-photo.real")
    write(f"{computer.folder}/usr/bin/albumscan-photo", SLOW_PHOTO_PROGRAM)
    computer.root("chmod 755 /usr/bin/albumscan-photo")


def has_a_scan_in_flight(computer):
    """The worker reads a photo. It cannot store the result, because the scene holds the lock of the database."""
    computer.root("touch /srv/albumscan/data/photo-waits")
    computer.type(find("curl -H \"X-Albumscan-Token")[0].text, "a photo")
    photo_program_runs(computer)
    computer.held = sqlite3.connect(f"{computer.folder}/srv/albumscan/data/albums.db")
    computer.held.execute("BEGIN IMMEDIATE")
    computer.root("rm /srv/albumscan/data/photo-waits /srv/albumscan/data/photo-begun")


@eventually
def photo_program_runs(computer):
    expect("begun" in computer.root("ls /srv/albumscan/data"), "no worker reads the photo")


def has_the_next_package(computer):
    """The package of a later version, whose schema has one step more."""
    packages = glob.glob(f"{blocks.ROOT}/.build/again/.build/package/albumscan_99*.deb")
    expect(len(packages) == 1, "build the package of a later version first: package/again --later")
    shutil.copy(packages[0], f"{computer.folder}/home/host/")


def upgrades_during_the_scan(computer):
    """The upgrade waits for the running worker. Then the scan ends, and the upgrade goes on."""
    computer.start_in_background("cd /home/host; apt-get install ./albumscan_99*.deb > /tmp/upgrade 2>&1; "
                                 "echo \"ended with $?\" >> /tmp/upgrade")
    upgrade_prints("Waiting for the worker")(computer)
    finds(0)(computer)
    computer.held.close()
    upgrade_prints("ended with 0")(computer)


def upgrade_prints(text):
    def check(computer):
        printed = computer.root("cat /tmp/upgrade")
        expect(text in printed, f"the upgrade printed no \"{text}\":\n{printed}")
    return eventually(check, seconds=100)


def has_the_next_schema(computer):
    """The database has the new step, a copy is kept, and no line of the host has changed. The scan has its album
    and its page."""
    version = computer.root("cd / && albumscan check && albumscan --version")
    expect("99.0.0" in version, f"the version is {version}")
    with contextlib.closing(sqlite3.connect(f"{computer.folder}/srv/albumscan/data/albums.db")) as database:
        rows = database.execute("SELECT made_up FROM finds").fetchall()
        version = database.execute("PRAGMA user_version").fetchone()[0]
    expect(rows == [("made up",)], f"the rows of the made-up column are {rows}")
    computer.root(f"ls /srv/albumscan/data/albums.db.v{version - 1}-20*")
    after = computer.root(f"cat {HOST_FILE} /srv/albumscan/etc/albumscan.conf")
    expect(after == computer.before, "the upgrade changed the host's lines")
    finds(1)(computer)
    find = re.search(r"[0-9a-z]{26}", computer.root("cd / && albumscan show finds"))[0]
    status, head, body = curl(computer, f"/album/{find}/", "--cookie /tmp/cookies")
    expect(status == 200 and "Kind of Blue" in body, f"the page of the find: {head}")


def removal_keeps_all(computer):
    """Neither removal nor purge changes a file of the installation, and the web server can start."""
    kept = ("cd /srv/albumscan && find . -type f ! -name '*-wal' ! -name '*-shm' | sort | "
            "xargs md5sum")
    worker_has_ended(computer)
    before = computer.root(kept)
    for command in ["remove", "purge"]:
        told = computer.root(f"apt-get {command} albumscan; test ! -e /usr/bin/albumscan")
        changed = set(computer.root(kept).splitlines()) ^ set(before.splitlines())
        expect(not changed, f"{command} changed files of the host: {changed}\n{told}")
        computer.root("systemctl restart lighttpd")


def uses_our_certificate(computer):
    """Caddy would ask a public authority for a certificate; it gets one of our own."""
    computer.root("sed -i 's|^records.example {|&\\n\\ttls /etc/letsencrypt/live/records.example/fullchain.pem "
                  "/etc/letsencrypt/live/records.example/privkey.pem|' /usr/share/albumscan/servers/caddy")


@eventually
def serves_alone(computer):
    status, head, body = curl(computer, "/", scheme="http", host="127.0.0.1:8017")
    expect(status == 200 and "AlbumScan" in body, f"serve answers {head}\n{body[:300]}")
    owner = computer.root("stat -c %U /srv/albumscan/data /srv/albumscan/site")
    expect(owner == "albumscan\nalbumscan\n", owner)


PEOPLE = ["albumscan person add", protects, signs_in, has_token, "curl -H \"X-Albumscan-Token", scan_is_answered]

SIGNED_IN = [protects, is_root_for_commands, signs_in, has_token, "curl -H \"X-Albumscan-Token", scan_is_answered]
ANSWERS = ["--address https://records.example", "--person Sarah", "--offline", "--yes"]

REMOVE = ["sudo systemctl stop 'albumscan*'", nothing_is_left]

SCENES = {
    "lighttpd": [
        *INSTALL, knows_the_sample, "sudo apt-get install lighttpd", serves_plain, has_certificate,
        "sudo sed -i 's/^ *#https //' /etc/lighttpd", serves_https_by_our_rules, *PEOPLE, "echo sk-", key_is_private,
        "echo 'publish-to", log_is_published, disk_is_mounted, "albumscan backup", backup_is_whole, remote_is_up,
        "sudo apt-get install rclone\n", remote_has_a_backup, log_is_sent, "sudo cp /usr/local/share/albumscan/nightly",
        timer_makes_a_backup, settings_are_valid, old_files, "sudo make install PREFIX=/usr/local     #",
        host_lines_stay, *REMOVE,
    ],
    "restore": [
        *INSTALL, remote_is_up, "sudo apt-get install rclone  ", "albumscan restore",
        history_is_back,
    ],
    "upgrade": [
        "sudo apt-get install libsqlite3-0", was_installed_long_ago, "sudo make install PREFIX=/usr/local     #",
        is_upgraded, "sudo apt-get install lighttpd", rules_are_whole, asks_for_sign_in,
    ],
    "Apache": [
        *INSTALL, "sudo apt-get install apache2", serves_plain, has_certificate, "sudo a2enmod ssl",
        serves_https_by_our_rules, "echo 'worker: systemd", *PEOPLE, worker_is_a_service, *REMOVE,
    ],
    "package": [
        has_the_package, "sudo apt-get install ./albumscan_*.deb qrencode\n", has_manual_pages, packaged("cd /usr/local/share/albumscan"),
        knows_the_sample, packaged("sudo apt-get install lighttpd"), serves_plain, has_certificate,
        "sudo sed -i 's/^ *#https //' /etc/lighttpd", serves_https_by_our_rules, *PEOPLE, removal_keeps_the_log, protects,
    ],
    "setup": [
        has_the_package, "sudo apt-get install ./albumscan_*.deb qrencode lighttpd", asks_for_a_certificate,
        knows_the_sample, serves_plain, has_certificate, "sudo albumscan setup --show", sets_up("--person Sarah"),
        serves_https_by_our_rules, *SIGNED_IN, worker_is_a_service_of("albumscan"), finds(1),
        "sudo albumscan person add", "sudo albumscan backup", keeps_changed_files, "sudo albumscan setup --undo",
        undo_keeps_the_log,
    ],
    "setup Apache": [
        has_the_package, installs("apache2"), has_certificate, has_a_challenge, sets_up("--server apache", *ANSWERS),
        serves_https_by_our_rules, *SIGNED_IN, worker_is_a_service_of("albumscan"), second_installation,
        sets_up("--undo"), is_taken_back,
    ],
    "setup nginx": [
        has_the_package, installs("nginx fcgiwrap"), has_certificate, has_a_challenge, "sudo albumscan setup /srv/records",
        serves_https_by_our_rules, *SIGNED_IN, worker_is_a_service_of("records"), takes_back_a_bad_file,
        serves_https_by_our_rules,
    ],
    "setup at a terminal": [
        has_the_package, installs("nginx fcgiwrap"), has_certificate, has_a_challenge, refuses_wrong_options,
        says_no_to_setup, says_yes_to_setup, serves_https_by_our_rules, protects, takes_the_present_answers,
        serves_https_by_our_rules,
    ],
    "setup Caddy": [
        has_the_package, installs("caddy lighttpd lighttpd-modules-lua lighttpd-mod-deflate"),
        has_readable_certificate, uses_our_certificate, sets_up("--server caddy", *ANSWERS), serves_https, *SIGNED_IN,
        sets_up("--undo"), is_taken_back,
    ],
    "upgrade of the package": [
        has_an_earlier_package, installs("lighttpd lighttpd-modules-lua lighttpd-mod-deflate"),
        sets_up("--server lighttpd", "--address http://records.example"), has_an_earlier_database, has_own_lines,
        has_the_package, upgrades_the_package, is_upgraded_in_flight, asks_for_sign_in,
    ],
    "upgrade during a scan": [
        has_an_earlier_package, installs("lighttpd lighttpd-modules-lua lighttpd-mod-deflate lighttpd-mod-openssl"),
        has_certificate, sets_up("--server lighttpd", *ANSWERS), protects, is_root_for_commands, signs_in, has_token,
        has_own_lines, has_a_slow_photo_program, has_a_scan_in_flight, has_the_next_package,
        upgrades_during_the_scan, has_the_next_schema, removal_keeps_all,
    ],
    "setup own": [
        has_the_package, installs("lighttpd lighttpd-modules-lua lighttpd-mod-deflate"),
        sets_up("--server own", "--address http://127.0.0.1:8017", "--offline", "--yes"), serves_alone,
    ],
    "nginx": [
        *INSTALL, "sudo apt-get install nginx", serves_plain, has_certificate,
        "sudo sed -i 's/^ *#https //' /etc/nginx", serves_https_by_our_rules, *PEOPLE, "echo 'publish-to",
        log_is_published, publishing_server, *REMOVE,
    ],
    "Caddy": [*INSTALL, has_readable_certificate, "sudo apt-get install caddy", serves_https, *PEOPLE,
              caddyfile_is_removed, *REMOVE],
    "checkout": [
        "sudo apt-get install libsqlite3-0", is_a_checkout, setup_needs_an_installation, "alias albumscan=.build",
        "albumscan catalogue import ~/covers", "albumscan recognise", has_a_collection, "albumscan export",
    ],
}


TRIXIE = " on Debian 13"

# The package is for both releases.
for scene in ["package", "setup", "setup Apache", "setup nginx", "setup Caddy", "setup own", "setup at a terminal",
              "upgrade of the package", "upgrade during a scan"]:
    SCENES[scene + TRIXIE] = SCENES[scene]


def used():
    """The rows of the table that the scenes run."""
    rows = set()
    for steps in SCENES.values():
        rows |= {find(step)[1] for step in steps if isinstance(step, str)}
        if publishing_server in steps:
            rows |= {row for row in table.ROWS if row.kind == "file"}
    return rows


def find(start):
    """The block that begins with `start`, and its row."""
    for block in blocks.read():
        row = table.row(block)
        if row.start == start and row.kind == "run":
            return block, row
    raise ValueError(f"no block begins with \"{start}\"")


def play(computer, steps, said):
    """Runs the steps of a scene. Calls `said` with each step and its seconds."""
    for step in steps:
        started = time.monotonic()
        if isinstance(step, str):
            block, row = find(step)
            text = block.text
            if row.change:
                if row.change[0] not in text:
                    raise Failure(f"{block} has no \"{row.change[0]}\", which the table changes")
                text = text.replace(*row.change[:2])
            computer.printed = computer.type(text, str(block), row.may_fail)
            name = f"{block}  {block.first.strip()[:70]}"
        else:
            step(computer)
            name = f"check {step.__name__.replace('_', ' ')}"
        said(name, time.monotonic() - started)
