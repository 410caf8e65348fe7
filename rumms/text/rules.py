"""The rules of a game for people, and the numbered catalogue behind them."""

from __future__ import annotations

from rich.console import Console
from rich.markdown import Markdown

from rumms.catalogue import Entry
from rumms.language import code


def print_rules(console: Console, entry: Entry, *, numbered: bool = False) -> None:
    """Print the rules: laid out for a terminal, as the plain file for anything else."""
    name = "rules.md" if numbered else f"rules_{code()}.md"
    text = (entry.path / name).read_text(encoding="utf-8")
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        console.file.write(text)
