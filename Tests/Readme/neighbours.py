"""Scenes in which a host has a second site on the web server of AlbumScan: whatever happens to AlbumScan, the server starts
and the second site answers."""
import re

import scenes
from root import Failure, ROOT, write
from scenes import CERTIFICATE, curl, eventually, expect, has_certificate, has_the_package, sets_up

OLD_TEXT = '# Written by "albumscan setup", which writes it again, or a file with ".new" if you have changed this one.\n'


class Server:
    """A web server: its service and packages, and the file of the second site."""

    def __init__(self, name, service, packages, file, text, scheme="https"):
        self.name, self.service, self.packages, self.scheme = name, service, packages, scheme
        self.file, self.text = file, text
        self.address = f"--address {scheme}://records.example"

    def setup(self, *options):
        return sets_up(f"--server {self.name}", self.address, *options)


LIGHTTPD = Server(
    "lighttpd", "lighttpd", "lighttpd lighttpd-modules-lua lighttpd-mod-deflate lighttpd-mod-openssl",
    "/etc/lighttpd/conf-enabled/60-second.conf",
    '$HTTP["host"] == "second.example" { server.document-root = "/var/www/second" }\n')
APACHE = Server(
    "apache", "apache2", "apache2", "/etc/apache2/sites-enabled/second.conf",
    "<VirtualHost *:80>\nServerName second.example\nDocumentRoot /var/www/second\n</VirtualHost>\n")
NGINX = Server(
    "nginx", "nginx", "nginx fcgiwrap", "/etc/nginx/sites-enabled/second",
    "server { listen 80; listen [::]:80; server_name second.example; root /var/www/second; }\n")
# Caddy would ask a public authority for a certificate.
CADDY = Server(
    "caddy", "caddy", "caddy lighttpd lighttpd-modules-lua lighttpd-mod-deflate", "/etc/caddy/Caddyfile",
    "http://second.example {\n\troot * /var/www/second\n\tfile_server\n}\n", "http")
SERVERS = [LIGHTTPD, APACHE, NGINX, CADDY]


def named(name):
    def name_step(step):
        step.__name__ = name
        return step
    return name_step


def has_second_site(server):
    @named(f"second site behind {server.name}")
    def step(computer):
        write(f"{computer.folder}{server.file}", server.text)
        write(f"{computer.folder}/var/www/second/index.html", "the second site\n")
        computer.root(f"chmod -R a+rX /var/www/second; systemctl restart {server.service}")
        answers_second(computer)
    return step


@eventually
def answers_second(computer):
    status, head, body = curl(computer, "/index.html", scheme="http", host="second.example")
    expect(status == 200 and body == "the second site\n", f"the second site: {head}\n{body[:300]}")


@eventually
def answers_first(computer):
    status, head, _ = curl(computer, "/sign-in/", scheme="http")
    expect(status in (200, 301, 308), f"records.example: {head}")


def survives(server, *, has_first):
    """The server starts with its present files, as after a start of the computer, and the second site answers."""
    @named(f"{server.name} starts, and the second site answers")
    def step(computer):
        told = computer.root(f"systemctl reset-failed; systemctl restart {server.service} 2>&1; "
                             f"systemctl is-active {server.service}", may_fail=True)
        expect(told.endswith("active\n") and "inactive" not in told,
               f"{told}{computer.root(f'journalctl -n 20 -u {server.service}', may_fail=True)}")
        answers_second(computer)
        if has_first:
            answers_first(computer)
            if server.scheme == "https":
                scenes.serves_https(computer)
    return step


def no_text_beside(computer):
    """A web server or systemd may read each file of these folders."""
    left = computer.root("find /etc /srv/*/cgi-bin -name '*albumscan*.old' -o -name '*albumscan*.new' | "
                         "grep -v ^/etc/albumscan/ || true")
    expect(not left.strip(), f"texts of setup lie in the folders of a web server: {left}")


def keeps_texts_of_root(computer):
    kept = computer.root("find /etc/albumscan -path '*.old/*' -type f")
    expect("/etc/albumscan/albumscan.old/etc/" in kept, f"no former text is kept: {kept}")


def data(computer):
    return computer.root("cd /srv/albumscan && find data etc -type f ! -name '*-wal' ! -name '*-shm' ! -name 'log*' ! -name '*.log' | sort | "
                         "xargs md5sum")


def removes(command):
    """The data and the record stay; no unit and no timer runs."""
    @named(f"apt-get {command}")
    def step(computer):
        scenes.worker_has_ended(computer)
        computer.before = data(computer)
        computer.files = computer.root("cat /etc/albumscan/*.setup; find /etc -name '*albumscan*' | sort")
        computer.root(f"apt-get {command} albumscan; test ! -e /usr/bin/albumscan && test ! -e /usr/share/albumscan")
        changed = set(data(computer).splitlines()) ^ set(computer.before.splitlines())
        expect(not changed, f"{command} changed files of the host: {changed}")
        units = computer.root("systemctl list-units --no-legend --plain --state=active 'albumscan*'; "
                              "systemctl list-unit-files --no-legend --state=enabled 'albumscan*' || true")
        expect(not units.strip(), f"units are left: {units}")
        records = computer.root("ls /etc/albumscan 2>/dev/null || true")
        expect(("albumscan.setup" in records) == (command == "remove"), f"/etc/albumscan has {records}")
    return step


def purge_leaves_nothing(computer):
    # The user albumscan owns the data, which stay.
    left = computer.root("ls -d /etc/albumscan 2>/dev/null; find /etc -name '*albumscan*'; "
                         "grep -rl albumscan /etc --exclude=passwd* --exclude=*shadow* --exclude=group* --exclude=sub*id*",
                         may_fail=True)
    expect(not left.strip(), f"the purge left {left}")


def installs_again(computer):
    """The package alone puts everything back."""
    computer.type("cd ~; sudo apt-get install ./albumscan_*.deb\n", "the package once more")
    files = computer.root("cat /etc/albumscan/*.setup; find /etc -name '*albumscan*' | sort")
    expect(files == computer.files, f"before the removal:\n{computer.files}\nafter the installation:\n{files}")
    # The installation opens the database, as an upgrade does.
    changed = set(data(computer).splitlines()) ^ set(computer.before.splitlines())
    expect(all(line.endswith("data/albums.db") for line in changed), f"the installation changed files of the host: {changed}")


def units_run(computer):
    units = computer.root("systemctl list-unit-files --no-legend --state=enabled 'albumscan*'")
    for unit in re.findall(r"albumscan\S+", units):
        state = computer.root(f"systemctl is-active {unit}", may_fail=True)
        expect(state == "active\n", f"{unit} is {state}")
    expect("albumscan" in units, "no unit is enabled")


def has_text_of_the_former_version(computer):
    """The former version kept a former text beside the file; with it, setup took the port 443 away."""
    file = "/etc/lighttpd/conf-enabled/50-albumscan.conf"
    computer.root(f"sed '1,2d' {file} > /tmp/rest")
    write(f"{computer.folder}{file}.old", OLD_TEXT + computer.text("/tmp/rest"))


def upgrades(computer):
    computer.type("cd ~; sudo apt-get install ./albumscan_*.deb\n", "the new package")


def removes_earlier_package_file(computer):
    computer.root("rm /home/host/albumscan_0.9_amd64.deb")


# The person

@eventually
def strangers_get_pages(computer):
    status, head, _ = curl(computer, "/", scheme="http")
    expect(status == 200, f"a stranger gets {head}")


@eventually
def strangers_get_nothing(computer):
    for path in ["/", "/history/", "/statistics/", "/search/manifest.json"]:
        status, head, _ = curl(computer, path)
        expect(status in (401, 404), f"a stranger gets {path}: {head}")


def asks_for_the_name_again(computer):
    """The second run at a terminal asks for the name, because the first run could add no person."""
    code, shown = computer.talk("sudo albumscan setup --offline", [
        ("own [lighttpd]: ", ""), ("[https://records.example]: ", ""), ("sample (may be empty): ", ""),
        ("for MusicBrainz (may be empty)", ""), ("Language of the pages", ""),
        ("Your name, as the owner of the log (may be empty): ", "Sarah"), (scenes.CONFIRMATION, "yes")])
    expect(code == 0 and "sign-in/#" in shown, f"setup ended with {code}:\n{shown}")
    people = computer.root("cd /; albumscan person list")
    expect("Sarah" in people and "owner" in people, people)


def asks_for_no_name(computer):
    code, shown = computer.talk("sudo albumscan setup --offline", [
        ("own [lighttpd]: ", ""), ("[https://records.example]: ", ""), ("sample (may be empty): ", ""),
        ("for MusicBrainz (may be empty)", ""), ("Language of the pages", ""), (scenes.CONFIRMATION, "yes")])
    expect(code == 0 and "Your name" not in shown, f"setup ended with {code}:\n{shown}")


def tells_how_to_add_a_person(computer):
    expect("person add NAME" in computer.printed, computer.printed)


# Two installations

def two_installations_share_the_port(computer):
    """Each name has HTTPS, whichever installation is changed or removed."""
    certificate = f"--certificate {CERTIFICATE}"
    second = ["/srv/second", "--server lighttpd", certificate]
    secure, plain = "--address https://records.example.org", "--address http://records.example.org"
    first = LIGHTTPD.setup(certificate)
    first(computer)
    sets_up(*second, secure)(computer)
    both_speak_https(computer)
    sets_up("--server lighttpd", "--address http://records.example")(computer)
    speaks_https("records.example.org")(computer)
    first(computer)
    both_speak_https(computer)
    sets_up(*second, plain)(computer)
    speaks_https("records.example")(computer)
    sets_up(*second, secure)(computer)
    sets_up("--undo")(computer)
    speaks_https("records.example.org")(computer)
    first(computer)
    sets_up("--undo", "/srv/second")(computer)
    speaks_https("records.example")(computer)


def speaks_https(host):
    @eventually
    def check(computer):
        # systemd refuses more than five starts in ten seconds.
        computer.root("systemctl reset-failed")
        status, head, _ = curl(computer, "/sign-in/", host=host)
        expect(status == 200, f"https://{host}: {head}")
    return check


def both_speak_https(computer):
    for host in ["records.example", "records.example.org"]:
        speaks_https(host)(computer)


def changes_the_address_and_back(server):
    @named("address changed and back")
    def step(computer):
        survived = survives(server, has_first=True)
        sets_up(f"--server {server.name}", "--address http://records.example.org")(computer)
        survives(server, has_first=False)(computer)
        for _ in range(2):
            server.setup()(computer)
            survived(computer)
        no_text_beside(computer)
        keeps_texts_of_root(computer)
    return step


def begin(server, package=has_the_package):
    return [package, scenes.installs(server.packages), has_certificate, has_second_site(server), server.setup(),
            survives(server, has_first=True)]


def hostile_owner(computer):
    """Tests/Root: the owner of the data swaps files and folders, and root runs commands."""
    for file in ["Tests/Root/hostile.py", "package/postinst"]:
        with open(f"{ROOT}/{file}", encoding="utf-8") as source:
            write(f"{computer.folder}/opt/check/{file}", source.read())
    computer.root("apt-get install -qq python3")
    printed = computer.root("python3 /opt/check/Tests/Root/hostile.py /usr")
    expect(printed.count("ok") > 100, printed)


SCENES = {
    "a hostile owner": [has_the_package, scenes.installs("lighttpd"), hostile_owner],
    "late certificate": [
        has_the_package, scenes.installs(LIGHTTPD.packages), has_second_site(LIGHTTPD),
        sets_up("--server lighttpd", "--address https://records.example", "--person Sarah"),
        scenes.asks_for_a_certificate, strangers_get_pages, has_certificate, sets_up(), tells_how_to_add_a_person,
        asks_for_the_name_again, strangers_get_nothing, survives(LIGHTTPD, has_first=True),
        scenes.is_root_for_commands, scenes.signs_in, asks_for_no_name, strangers_get_nothing, no_text_beside,
    ],
    "two installations behind lighttpd": [
        has_the_package, scenes.installs(LIGHTTPD.packages), has_certificate, has_second_site(LIGHTTPD),
        two_installations_share_the_port, survives(LIGHTTPD, has_first=True),
    ],
    "upgrade with a second site": [
        *begin(LIGHTTPD, scenes.has_an_earlier_package), has_text_of_the_former_version, has_the_package,
        removes_earlier_package_file, upgrades, survives(LIGHTTPD, has_first=True), units_run, LIGHTTPD.setup(),
        survives(LIGHTTPD, has_first=True), no_text_beside, keeps_texts_of_root, sets_up("--undo"),
        scenes.is_taken_back, survives(LIGHTTPD, has_first=False), no_text_beside,
    ],
}
for one in SERVERS:
    SCENES[f"setup again behind {one.name}"] = [
        *begin(one), changes_the_address_and_back(one), units_run, sets_up("--undo"), scenes.is_taken_back,
        no_text_beside, survives(one, has_first=False),
    ]
    SCENES[f"removal behind {one.name}"] = [
        *begin(one), removes("remove"), survives(one, has_first=False), installs_again, units_run,
        survives(one, has_first=True), one.setup(), survives(one, has_first=True), removes("purge"),
        purge_leaves_nothing, survives(one, has_first=False),
    ]
for scene in list(SCENES):
    SCENES[scene + scenes.TRIXIE] = SCENES[scene]
