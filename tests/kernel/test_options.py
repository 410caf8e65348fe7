"""Options from the words of a command line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from rumms.kernel.options import from_words, options_of, with_defaults
from rumms.kernel.refusal import BadOption, Refusal


class Field(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is described in a file."""

    length: Annotated[float, Meta(ge=1.0)] = 10.0


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """One of each sort."""

    first: Annotated[int, Meta(ge=1, le=4, description="Who begins.")] = 1
    bold: Annotated[bool, Meta(description="Bold.")] = False
    window: Annotated[Literal["ok", "late"], Meta(description="When.")] = "ok"
    rounds: Annotated[Annotated[int, Meta(ge=1, le=9)] | None, Meta(description="How many.")] = None
    teams: Annotated[
        Annotated[tuple[Literal["red", "blue"], ...], Meta(max_length=3)], Meta(description="Who with whom.")
    ] = ()
    field: Annotated[Field, Meta(description="Where.")] = Field()


def test_options_have_names_descriptions_defaults_and_values():
    rows = [(o.name, o.description, o.default, str(o.expects)) for o in options_of(Options)]
    assert rows == [
        ("first", "Who begins.", 1, "a whole number from 1 to 4"),
        ("bold", "Bold.", False, "true or false"),
        ("window", "When.", "ok", "one of: late, ok"),
        ("rounds", "How many.", None, "a whole number from 1 to 9, or none"),
        ("teams", "Who with whom.", (), "one for each seat, with commas between: blue, red"),
        ("field", "Where.", Field(), "standard, or a file"),
    ]


def test_defaults_are_written_as_one_would_type_them():
    assert [o.usual for o in options_of(Options)] == ["1", "false", "ok", "none", "none", "standard"]
    given = msgspec.defstruct("Given", [("both", tuple[Literal["a", "b"], ...], ("a", "b"))])
    assert [o.usual for o in options_of(given)] == ["a,b"]
    assert from_words(Options, [f"{o.name}={o.usual}" for o in options_of(Options)], "Chat") == Options()


def test_any_of_some_words_can_be_chosen_or_none_of_them():
    some = Annotated[tuple[Literal["a", "b"], ...], Meta(max_length=2)]
    given = msgspec.defstruct("Given", [("some", some, ("a",))])
    (option,) = options_of(given)
    assert (option.usual, str(option.expects)) == ("a", "any of these with commas between, or none: a, b")
    assert from_words(given, ["some=none"], "Chat").some == ()
    assert from_words(given, ["some=b,a"], "Chat").some == ("b", "a")


def test_without_words_everything_has_its_default():
    assert from_words(Options, [], "Chat") == Options()


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("first=3", Options(first=3)),
        ("bold=true", Options(bold=True)),
        ("bold=ja", Options(bold=True)),
        ("bold=OFF", Options(bold=False)),
        ("window=late", Options(window="late")),
        ("rounds=4", Options(rounds=4)),
        ("rounds=none", Options(rounds=None)),
        (" first = 2 ", Options(first=2)),
        ("teams=red, blue", Options(teams=("red", "blue"))),
        ("teams=none", Options()),
        ("field=Standard", Options()),
    ],
)
def test_words_are_read_by_type(word: str, expected: Options):
    assert from_words(Options, [word], "Chat") == expected


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["first"], "'first' is no setting; write option=value."),
        (["third=1"], "Chat has no option 'third'; it has first, bold, window, rounds, teams, field."),
        (["first=5"], "The option 'first' takes a whole number from 1 to 4, not '5'."),
        (["first=two"], "The option 'first' takes a whole number from 1 to 4, not 'two'."),
        (["first=nan"], "The option 'first' takes a whole number from 1 to 4, not 'nan'."),
        (["bold=maybe"], "The option 'bold' takes true or false, not 'maybe'."),
        (["window=never"], "The option 'window' takes one of: late, ok, not 'never'."),
        (["rounds=0"], "The option 'rounds' takes a whole number from 1 to 9, or none, not '0'."),
        (
            ["teams=red,green"],
            "The option 'teams' takes one for each seat, with commas between: blue, red, not 'red,green'.",
        ),
        (
            ["teams=red,red,red,red"],
            "The option 'teams' takes one for each seat, with commas between: blue, red, not 'red,red,red,red'.",
        ),
        (["first=1", "first=2"], "The option 'first' is given twice."),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(words: list[str], says: str):
    with pytest.raises(BadOption) as refused:
        from_words(Options, words, "Chat")
    assert str(refused.value) == says


def test_an_option_can_be_a_file(tmp_path: Path):
    path = tmp_path / "field.json"
    path.write_text('{"length": 12}')
    assert from_words(Options, [f"field={path}"], "Chat") == Options(field=Field(12.0))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, ": there is no such file."),
        (b"[", ", $: the line ends too early."),
        (b"\xff", ": it is not text in UTF-8."),
        (b'{"length": 0.5}', ", $.length: expected float >= 1.0."),
        (b'{"width": 3}', ", $: there is no field 'width' here."),
        (b"[" * 1000, ": brackets are nested more than 24 deep."),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_a_file_that_does_not_fit_is_refused_in_a_sentence(tmp_path: Path, content: bytes | None, says: str):
    path = tmp_path / "field.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(Refusal) as refused:
        from_words(Options, [f"field={path}"], "Chat")
    assert str(refused.value) == f"{path}{says}"


@pytest.mark.parametrize(
    ("words", "all_of_them"),
    [
        ([], ["bold=yes", "first=2"]),
        (["window=late"], ["bold=yes", "first=2", "window=late"]),
        (["first=3"], ["bold=yes", "first=3"]),
        ([" first = 3", "window=late"], ["bold=yes", " first = 3", "window=late"]),
        (["bold=no", "first=1"], ["bold=no", "first=1"]),
        (["first"], ["bold=yes", "first"]),
        (["first=1", "first=2"], ["bold=yes", "first=1", "first=2"]),
        (["firstly=1"], ["bold=yes", "first=2", "firstly=1"]),
    ],
)
def test_defaults_of_a_table_stand_behind_what_was_said(words: list[str], all_of_them: list[str]):
    given = list(words)
    assert with_defaults(words, ("bold=yes", "first=2")) == all_of_them
    assert words == given


def test_defaults_of_a_table_are_options_like_any_other():
    words = with_defaults(["first=3", "window=late"], ("bold=yes", "first=2"))
    assert from_words(Options, words, "Chat") == Options(first=3, bold=True, window="late")
