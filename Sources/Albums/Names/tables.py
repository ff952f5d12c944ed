#!/usr/bin/env python3
"""Writes the tables of NameTable.swift's neighbours from the Unicode Character Database.

Needs the Python package unicodedata2, version 17.0.0. `tables.py` writes the Swift files beside it; `tables.py --check`
only compares them. docs/names.md says what the tables are for.
"""

import pathlib
import sys

import unicodedata2 as unicode

VERSION = "17.0.0"
FOLDER = pathlib.Path(__file__).parent

# DerivedCoreProperties.txt, Default_Ignorable_Code_Point. The Python package does not have the property.
IGNORABLE = [
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
]

# Signs that people write for the apostrophe (docs/names.md, "Apostrophes").
APOSTROPHES = "'`´ʹʻʼʽʾʿ՚׳‘’‛′ꞌ"

# Letters that have no decomposition, as the collation of Unicode (DUCET) sorts them.
LETTERS = {"ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "ŧ": "t", "æ": "ae", "œ": "oe", "þ": "th"}

# Signs whose compatibility mapping would join different names: a trade mark is no letter, an inch is no apostrophe.
KEPT = "™℠″‴⁗"

# U+0345 is a mark of Greek letters, and its case folding is a letter.
IOTA = "\u0345"

SURROGATES, HANGUL = range(0xD800, 0xE000), range(0xAC00, 0xD7A4)
MARKS = ("Mn", "Mc", "Me")


def is_bare(letter):
    """Whether marks of this letter do not count: a letter of the Latin or the Greek script."""
    return unicode.category(letter).startswith("L") and unicode.name(letter, "").startswith(("LATIN ", "GREEK "))


def folded(text):
    """Case folding (CaseFolding.txt, C and F), decomposed once more."""
    text = "".join(one if one == IOTA else unicode.normalize("NFKD", case_folded(one)) for one in text)
    return "".join(LETTERS.get(one, one) for one in text)


# CaseFolding.txt of Unicode 15 to 17: capital letters that an older Python does not know.
NEWER = {
    **{chr(0x10D50 + at): chr(0x10D70 + at) for at in range(22)},
    **{chr(0x16EA0 + at): chr(0x16EBB + at) for at in range(25)},
    "\u1C89": "\u1C8A", "\uA7CB": "\u0264", "\uA7CC": "\uA7CD", "\uA7CE": "\uA7CF", "\uA7D2": "\uA7D3",
    "\uA7D4": "\uA7D5", "\uA7DA": "\uA7DB", "\uA7DC": "\u019B",
}


def case_folded(one):
    return NEWER.get(one) or one.casefold()


def mapping(one):
    code = ord(one)
    if any(first <= code <= last for first, last in IGNORABLE):
        return ""
    if unicode.normalize("NFD", one) in APOSTROPHES:
        return "'"
    if one == "№":
        return "no "
    if one in KEPT:
        return one
    if unicode.category(one) in ("Zs", "Zl", "Zp") or code in (*range(9, 14), 0x85):
        return " "
    kept, base = "", None
    for part in folded(unicode.normalize("NFKD", one)):
        if part in APOSTROPHES:
            part = "'"
        if unicode.category(part) in MARKS and base is not None and is_bare(base):
            continue
        if unicode.category(part) not in MARKS:
            base = part
        kept += part
    return kept


def mappings():
    """(code, text) for each character that the normal form replaces."""
    found = []
    for code in range(0x110000):
        if code in SURROGATES or code in HANGUL:
            continue
        text = mapping(chr(code))
        if text != chr(code):
            found.append((code, text))
    return found


def runs(pairs):
    """Joins characters in equal steps whose replacements are in equal steps."""
    result, at = [], 0
    while at < len(pairs):
        code, text = pairs[at]
        best = (1, 1, 0)
        if len(text) <= 1:
            for step in (1, 2):
                for change in (0, 1, 2) if text else (0,):
                    count = 1
                    while (at + count < len(pairs) and pairs[at + count][0] == code + step * count
                           and len(pairs[at + count][1]) == len(text)
                           and (not text or ord(pairs[at + count][1]) == ord(text) + change * count)):
                        count += 1
                    if count > best[0]:
                        best = (count, step, change)
        result.append((code, text, *best))
        at += best[0]
    return result


class Writer:
    """Numbers as printable characters: base 45, the last digit of a number is below 45."""

    ALPHABET = [chr(code) for code in range(35, 127) if chr(code) != "\\"][:90]

    def __init__(self):
        self.text = ""

    def number(self, value):
        while value >= 45:
            self.text += self.ALPHABET[45 + value % 45]
            value //= 45
        self.text += self.ALPHABET[value]

    def signed(self, value):
        self.number(value * 2 if value >= 0 else -value * 2 - 1)


def mapping_text():
    writer, last = Writer(), 0
    for code, text, count, step, change in runs(mappings()):
        writer.number(code - last)
        is_run = count > 1
        writer.number(len(text) * 2 + is_run)
        if is_run:
            writer.number(count)
            writer.number((step - 1) * 3 + change)
        before = code
        for one in text:
            writer.signed(ord(one) - before)
            before = ord(one)
        last = code
    return writer.text


def composition_text():
    """Pairs that compose (UAX #15, primary composites), of letters whose marks count; without Hangul."""
    writer, pairs = Writer(), []
    for code in range(0x110000):
        if code in SURROGATES or code in HANGUL:
            continue
        parts = unicode.decomposition(chr(code)).split()
        if len(parts) != 2 or parts[0].startswith("<") or unicode.normalize("NFC", chr(code)) != chr(code):
            continue
        first, second = (int(part, 16) for part in parts)
        if is_letter(first) and not is_bare(unicode.normalize("NFD", chr(first))[0]):
            pairs.append((first, second, code))
    before = (0, 0, 0)
    for pair in sorted(pairs):
        writer.number(pair[0] - before[0])
        writer.signed(pair[1] - before[1])
        writer.signed(pair[2] - pair[0])
        before = pair
    return writer.text


def is_letter(code):
    return unicode.category(chr(code))[0] in "LMN"


def ranges(test):
    found, start = [], None
    for code in range(0x110001):
        holds = code < 0x110000 and code not in SURROGATES and test(chr(code))
        if holds and start is None:
            start = code
        if not holds and start is not None:
            found.append((start, code - start))
            start = None
    return found


def range_text(test):
    writer, last = Writer(), 0
    for start, count in ranges(test):
        writer.number(start - last)
        writer.number(count)
        last = start + count
    return writer.text


def class_text():
    """Combining classes (UAX #44) that are not 0, in ranges."""
    writer, last, code = Writer(), 0, 0
    while code < 0x110000:
        value = 0 if code in SURROGATES else unicode.combining(chr(code))
        if not value:
            code += 1
            continue
        start = code
        while code < 0x110000 and unicode.combining(chr(code)) == value:
            code += 1
        writer.number(start - last)
        writer.number(code - start)
        writer.number(value)
        last = code
    return writer.text


def is_word(one):
    category = unicode.category(one)
    return category[0] in "LMN" or category == "Cn"


def literal(text):
    width = 93
    lines = [text[at:at + width] for at in range(0, len(text), width)]
    return "\\\n".join("    " + line for line in lines)


HEAD = """// {title}
//
// tables.py wrote this file from the data of Unicode {version}. Do not edit it.
"""


def part(name, comment, text):
    return f'  /// {comment}\n  static let {name}: StaticString = """\n{literal(text)}\n    """\n'


def files():
    text = mapping_text()
    # A file has at most about 250 lines.
    half = 93 * 225
    pieces = [text[at:at + half] for at in range(0, len(text), half)]
    result = {}
    for index, piece in enumerate(pieces):
        number = index + 1
        result[f"NameTable+Mappings{number}.swift"] = (
            HEAD.format(title=f"The replacements of the normal form of names, part {number} of {len(pieces)}.",
                        version=VERSION)
            + f"\nextension NameTable {{\n{part(f'mappings{number}', 'See `NameTable.readMappings`.', piece)}}}\n")
    result["NameTable+Classes.swift"] = (
        HEAD.format(title="The classes of characters that the normal form of names needs.", version=VERSION)
        + "\nextension NameTable {\n"
        + "\n".join([
            part("compositions", "Pairs that compose: first, second and composed character.", composition_text()),
            part("combiningClasses", "Ranges of marks with their combining classes.", class_text()),
            part("words", "Ranges of letters, marks, numbers and unassigned characters.", range_text(is_word)),
            part("marks", "Ranges of marks.", range_text(lambda one: unicode.category(one) in MARKS)),
            part("bareLetters", "Ranges of letters of the Latin and the Greek script.", range_text(is_bare)),
        ]) + "}\n")
    return result


def main():
    if unicode.unidata_version != VERSION:
        sys.exit(f"tables.py needs the data of Unicode {VERSION}, not {unicode.unidata_version}.")
    is_check = "--check" in sys.argv
    for name, text in files().items():
        path = FOLDER / name
        if is_check:
            if path.read_text(encoding="utf-8") != text:
                sys.exit(f"{name} is not the text that tables.py writes.")
        else:
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
