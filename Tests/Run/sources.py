"""The tests as the sources declare them, in the readable form of ways.readable; needs no build."""
import os
import re

DECLARATION = re.compile(
    r"^(?:@Suite\b.*?\s)?(?:private |fileprivate )?(?:final )?(?:struct|class|enum|extension)\s+(?P<type>\w+)"
    r"|@Test\b.*?\bfunc\s+(?P<test>`[^`]+`|\w+)", re.MULTILINE | re.DOTALL)
BROWSER = re.compile(r"\b(?:Browser|Viewfinder|Tour|FirefoxBrowser|WebKitBrowser)\(")


def files(root):
    """The texts of all files with tests."""
    for folder, _, names in os.walk(f"{root}/Tests"):
        for name in names:
            if name.endswith("Tests.swift"):
                with open(f"{folder}/{name}", encoding="utf-8") as file:
                    yield file.read()


def tests(texts):
    found = set()
    for text in texts:
        suite = ""
        for declaration in DECLARATION.finditer(text):
            if declaration["type"]:
                suite = declaration["type"]
            else:
                found.add(f"{suite}/{declaration['test'].strip('`')}")
    return found


def suites_with_browser(texts):
    """The suites whose files start a browser."""
    return {suite[1] for text in texts if BROWSER.search(text)
            for suite in [re.search(r"\bstruct (\w+Tests)\b", text)] if suite}
