"""The catalogues of texts, brought up to date with the program.

It collects every text from the source, keeps the translations there are, and compiles them. English is filled in from
the source; a German text that is missing is named, and has to be written into the `.po` file by hand.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from rumms.lab.tool import check_source, parser_of, run
from rumms.language import CODES, DOMAIN
from rumms.places import shipped

KEYWORDS: Final[dict[str, tuple[int, ...] | None]] = {
    "say": None,
    "later": None,
    "count": (1, 2),
    "Counted": (1, 2),
    "Refusal": None,
    "BadOption": None,
    "NoWindow": None,
    "BadBot": None,
    "InUse": None,
    "IllegalMove": (2,),
}
"""The functions whose first text, or the text at these places, is shown to people."""

MADE: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""The catalogues carry no date of their own, so that the same texts give the same files."""

Text = str | list[str] | tuple[str, ...]


def texts() -> dict[str | tuple[str, ...], list[str]]:
    """Every text in the source, with the files it stands in."""
    found: dict[str | tuple[str, ...], list[str]] = {}
    package = Path(__file__).resolve().parent.parent
    rows = extract_from_dir(package, [("**.py", "python")], keywords=KEYWORDS)
    for file, _line, text, _comments, _context in rows:
        files = found.setdefault(text, [])
        if f"rumms/{file}" not in files:
            files.append(f"rumms/{file}")
    return found


def path_of(code: str, kind: str) -> Path:
    """The file of a language: `po` to edit, `mo` to load."""
    return shipped("assets", "languages", code, "LC_MESSAGES", f"{DOMAIN}.{kind}")


def read(code: str) -> Catalog:
    """The catalogue of a language as it stands."""
    path = path_of(code, "po")
    if not path.exists():
        return Catalog(code)
    with path.open("rb") as file:
        return read_po(file, locale=code)


def renewed(code: str) -> Catalog:
    """The catalogue of a language with exactly the texts of the source."""
    old = read(code)
    new = Catalog(
        code,
        project="Rumms",
        copyright_holder="The Rumms developers",
        creation_date=MADE,
        revision_date=MADE,
        fuzzy=False,
        header_comment="# The texts of Rumms. MIT licence.",
    )
    for text, files in texts().items():
        known = old.get(text[0] if isinstance(text, tuple) else text)
        translated = known.string if known else ""
        string = text if code == "en" else translated
        new.add(text, string, locations=[(file, 0) for file in files])
    return new


def as_po(catalogue: Catalog) -> bytes:
    """The file to edit."""
    written = io.BytesIO()
    write_po(written, catalogue, width=110, sort_output=True, include_lineno=False)
    return written.getvalue()


def as_mo(catalogue: Catalog) -> bytes:
    """The file to load."""
    written = io.BytesIO()
    write_mo(written, catalogue)
    return written.getvalue()


def missing(catalogue: Catalog) -> list[Text]:
    """Texts without a translation."""
    return [m.id for m in catalogue if m.id and not (all(m.string) if isinstance(m.string, tuple) else m.string)]


def main(words: Sequence[str] | None = None) -> int:
    """Bring all catalogues up to date; 1 if a translation is missing."""
    parser_of("languages", __doc__).parse_args(words)
    check_source()
    lacking = 0
    for code in CODES:
        catalogue = renewed(code)
        path_of(code, "po").parent.mkdir(parents=True, exist_ok=True)
        path_of(code, "po").write_bytes(as_po(catalogue))
        path_of(code, "mo").write_bytes(as_mo(catalogue))
        for text in missing(catalogue):
            lacking += 1
            print(f"{code}: no translation of {text!r}")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(run(main))
