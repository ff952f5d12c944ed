"""The manual pages: albumscan(1) from the description that the program prints of its own commands, and
albumscan.conf(5) from the tables of settings in docs/interface.md. Both are in the macros of man(7)."""
import json
import re
import subprocess
import time

HIDDEN = {"version", "help"}


def albumscan(program, version, when):
    """The text of albumscan(1). `program` is the path of `albumscan`; `when` is in seconds since 1970."""
    described = subprocess.run([program, "--experimental-dump-help"], check=True, stdout=subprocess.PIPE).stdout
    command = json.loads(described)["command"]
    about = command["discussion"]
    lines = head("ALBUMSCAN", 1, version, when)
    lines += ["albumscan \\- " + text(command["abstract"].rstrip(".")), ".SH SYNOPSIS"]
    lines += [f".B albumscan\n[\\fB\\-\\-config\\fR \\fIfile\\fR] \\fIcommand\\fR [\\fIargument\\fR ...]"]
    lines += [".SH DESCRIPTION", text(
        "AlbumScan identifies record sleeves in photographs and keeps each find in a log: static pages on your own "
        "web server. The CGI program and its worker do this for a browser; the commands do it at a terminal.")]
    lines += [".SH OPTIONS", *options(command)]
    lines += [".SH COMMANDS"]
    for one in command["subcommands"]:
        lines += section(one, [])
    lines += [".SH \"EXIT STATUS\""]
    for status, meaning in re.findall(r"(\d) ([^·.]+)", about):
        lines += [".TP", f".B {status}", text(meaning.strip().capitalize() + ".")]
    lines += [".SH \"OTHER PROGRAMS\"", ".TP", ".B albumscan\\-cgi",
              "The CGI program. A web server starts it for each request that may change something.",
              ".TP", ".B albumscan\\-photo",
              "Decodes and examines one photo. It gives up most rights first, so the other programs decode no photo themselves."]
    lines += [".SH ENVIRONMENT", ".TP", ".B ALBUMSCAN_CONFIG", "The control file for a command without \\-\\-config."]
    lines += [".SH FILES", ".TP", ".I /etc/albumscan/*.conf, /srv/albumscan/etc/albumscan.conf",
              "Control files. A command without \\-\\-config reads the only one; several are an error.", ".TP",
              ".I /usr/share/albumscan",
              "Templates, public files, prompts, texts, the sample catalogue, and the rules of web servers.", ".TP",
              ".I /usr/share/doc/albumscan/README.md.gz", "How to set up a log behind a web server.",
              ".SH \"SEE ALSO\"", ".BR albumscan.conf (5)"]
    return "\n".join(lines) + "\n"


def section(command, above):
    """A command with its usage, options and commands below it."""
    if not command.get("shouldDisplay", True) or command["commandName"] == "help":
        return []
    names = above + [command["commandName"]]
    lines = [".SS \"" + text(" ".join(names)) + "\""]
    below = [one for one in command.get("subcommands", []) if one["commandName"] != "help"]
    lines += [usage(command, names), ".PP", text(command.get("abstract", ""))]
    if command.get("discussion"):
        for paragraph in command["discussion"].split("\n\n"):
            lines += [".PP", text(" ".join(paragraph.split()))]
    lines += options(command)
    for one in below:
        lines += section(one, names)
    return lines


def usage(command, names):
    words = ["\\fBalbumscan " + text(" ".join(names)) + "\\fR"]
    for one in shown(command):
        words.append(argument(one))
    if command.get("subcommands"):
        words.append("\\fIcommand\\fR")
    return " ".join(words)


def argument(one):
    """An argument as it stands in the usage."""
    value = "\\fI" + text(one.get("valueName", "")) + "\\fR"
    if one["kind"] == "positional":
        word = value
    else:
        word = "\\fB" + text(long(one)) + "\\fR" + (" " + value if one["kind"] == "option" else "")
    word += " ..." if one.get("isRepeating") else ""
    return f"[{word}]" if one.get("isOptional") else word


def options(command):
    lines = []
    for one in shown(command):
        label = argument({**one, "isOptional": False})
        rest = one.get("abstract", "")
        if "defaultValue" in one:
            rest += f" (default: {one['defaultValue']})"
        lines += [".TP", label, text(" ".join(rest.split())) or "\\&"]
    return lines


def shown(command):
    return [one for one in command.get("arguments", [])
            if one.get("shouldDisplay", True) and one.get("valueName") not in HIDDEN]


def long(one):
    name = one["preferredName"]
    return ("--" if name["kind"] == "long" else "-") + name["name"]


def conf(interface, version, when):
    """The text of albumscan.conf(5), from the text of docs/interface.md: its paragraphs and tables of settings."""
    part = interface.partition("\n## Configuration\n")[2].partition("\n## ")[0]
    lines = head("ALBUMSCAN.CONF", 5, version, when)
    lines += ["albumscan.conf \\- the control file of AlbumScan", ".SH DESCRIPTION"]
    settings = 0
    for block in part.strip().split("\n\n"):
        if not block.startswith("|"):
            lines += [".PP", marked(" ".join(block.split()))]
            continue
        heads, _, *rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in block.splitlines()]
        for row in rows:
            if heads[0] != "key":
                lines += [".TP", marked(row[0]), marked(": ".join(row[1:])) + "."]
                continue
            keys, default, meaning = row
            settings += 1
            lines += [".TP", marked(keys), marked(meaning[:1].upper() + meaning[1:]) + ".",
                      "Default: " + marked(default) + "."]
    if settings < 40:
        raise ValueError(f"docs/interface.md: {settings} settings under “Configuration”; the tables have another shape")
    lines += [".SH \"SEE ALSO\"", ".BR albumscan (1)"]
    return "\n".join(lines) + "\n"


def head(name, number, version, when):
    day = time.strftime("%Y-%m-%d", time.gmtime(when))
    return [f".TH {name} {number} {day} \"AlbumScan {version}\" \"AlbumScan\"", ".SH NAME"]


def marked(markdown):
    """Code and emphasis of Markdown as bold and italic letters; a link as its text."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", markdown)
    parts = re.split(r"(`[^`]+`|\*[^*]+\*)", plain)
    made = "".join("\\fB" + text(one[1:-1]) + "\\fR" if one.startswith("`")
                   else "\\fI" + text(one[1:-1]) + "\\fR" if re.fullmatch(r"\*[^*]+\*", one) else text(one)
                   for one in parts)
    return made


def text(plain):
    """Plain text as one line of the source: no letter has a meaning for troff."""
    made = plain.replace("\\", "\\e").replace("-", "\\-").replace("“", "\\(lq").replace("”", "\\(rq")
    return "\\&" + made if made[:1] in ".'" else made
