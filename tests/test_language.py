"""Both languages are complete, current, and spoken."""

from __future__ import annotations

import gettext
import re
import sys
from io import StringIO
from string import Formatter

import pytest

from rumms import language
from rumms.kernel.refusal import IllegalMove, Refusal
from rumms.lab import languages

RUN = "run: python -m rumms.lab.languages"


def gaps(text: str) -> set[str]:
    """The gaps of a text: `{name}`, and argparse's `%s` and `%(name)s`."""
    named = {str(field) for _, field, _, _ in Formatter().parse(text) if field is not None}
    return named | set(re.findall(r"%(?:\(\w+\))?[rsd]", text))


def strings(text: object) -> list[str]:
    return [text] if isinstance(text, str) else list(text)  # type: ignore[call-overload]


@pytest.mark.parametrize("code", language.CODES)
def test_a_catalogue_has_exactly_the_texts_of_the_program(code: str):
    found = {tuple(strings(message.id)) for message in languages.read(code) if message.id}
    assert found == {tuple(strings(text)) for text in languages.texts()}, RUN


@pytest.mark.parametrize("code", language.CODES)
def test_a_catalogue_is_complete_and_keeps_every_gap(code: str):
    catalogue = languages.read(code)
    assert languages.missing(catalogue) == []
    for message in catalogue:
        if message.id:
            wanted = set().union(*(gaps(text) for text in strings(message.id)))
            for text in strings(message.string):
                assert gaps(text) == wanted, message.id
            assert not message.fuzzy


@pytest.mark.parametrize("code", language.CODES)
def test_the_compiled_catalogue_is_current(code: str):
    with languages.path_of(code, "mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for message in languages.read(code):
        ids, texts = strings(message.id), strings(message.string)
        if not message.id:
            continue
        found = [compiled.ngettext(ids[0], ids[-1], number) for number in (1, 2)] if len(ids) > 1 else None
        assert (found or [compiled.gettext(ids[0])]) == texts, RUN


def test_german_texts_are_german():
    same = [m.id for m in languages.read("de") if m.id and m.string == m.id]
    assert set(map(str, same)) <= {
        "({values})", "{file}: {reason}", "Bots: {bots}", "Mac: {cards}", "{name} ({cards})", "{name}: {question}",
        "Experiment!", "Gold", "Professor",
    }  # fmt: skip


def test_texts_are_spoken_in_the_language_in_use():
    language.use("de")
    assert language.say("{name} has won.", name="Anna") == "Anna hat gewonnen."
    assert language.count("{number} move", "{number} moves", 1) == "1 Zug"
    assert language.count("{number} move", "{number} moves", 2) == "2 Züge"
    language.use("en")
    assert language.say("{name} has won.", name="Anna") == "Anna has won."
    assert language.count("{number} move", "{number} moves", 1) == "1 move"


def test_what_fills_a_gap_is_translated_too():
    language.use("de")
    names = ({"de": "Glas", "en": "glass"}, {"de": "Kohle", "en": "coal"})
    assert language.say("Lay: {kinds}", kinds=names) == "Legen: Glas, Kohle"
    inner = IllegalMove("KAW-26", "Now choose: experiment or secure.")
    outer = Refusal("{file}: {reason}", file="x", reason=inner)
    assert language.tell(outer) == "x: Jetzt heißt es: experimentieren oder sichern. (KAW-26)"


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LC_ALL": "de_DE", "LANG": "en_US"}, "de"),
        ({"LANGUAGE": "en", "LANG": "de_DE"}, "en"),
    ],
)
def test_the_system_says_which_language(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], code: str):
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert language.of_the_system() == code


class Full(StringIO):
    """A terminal's file on a full disk."""

    def write(self, _: str, /) -> int:
        raise OSError(28, "No space left on device")


def test_a_notice_that_cannot_be_written_is_no_reason_to_stop(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "stderr", Full())
    language.notify("The disk is full.")
    closed = StringIO()
    closed.close()
    monkeypatch.setattr(sys, "stderr", closed)
    language.notify("The terminal is gone.")
