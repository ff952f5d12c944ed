"""The blocks between lines of three backticks in the documents that a host follows."""
import dataclasses
import os

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))
DOCUMENTS = ["README.md"] + [f"docs/{name}.md" for name in [
    "scanning", "server", "people", "model", "configuration", "backups", "publishing"]]


@dataclasses.dataclass(frozen=True)
class Block:
    document: str
    line: int  # of the document, where the text begins
    text: str

    @property
    def first(self):
        """The first line, by which the table names the block."""
        return self.text.splitlines()[0] if self.text else ""

    def __str__(self):
        return f"{self.document}:{self.line}"


def read():
    """All blocks, in the order of the documents."""
    found = []
    for document in DOCUMENTS:
        lines, begin = [], None
        with open(f"{ROOT}/{document}", encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if not line.startswith("```"):
                    lines.append(line)
                elif begin is None:
                    lines, begin = [], number + 1
                else:
                    found.append(Block(document, begin, "".join(lines)))
                    begin = None
        if begin is not None:
            raise ValueError(f"{document}:{begin}: the block does not end")
    return found
