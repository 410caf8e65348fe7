"""Rumms in a terminal: its rules, and recorded games told in sentences."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rumms.catalogue import find
from rumms.games.rumms.kinds import KINDS
from rumms.kernel.bots import make, play_out
from rumms.kernel.session import begin

Rumms = Callable[..., Any]
NAMES = ("random", "random")


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """A whole game between two random bots."""
    entry, path = find("rumms"), tmp_path / "game.jsonl"
    session = begin(entry.game, NAMES, entry.game.options(), 3, path)
    play_out(session, NAMES, {seat: make(name, entry.game, entry.bots) for seat, name in enumerate(NAMES)})
    return path


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    """A record that begins in the middle of a game: Anna moves her king home, and Ben has his turn."""
    dice = [
        {"kind": "king", "side": "red", "x": 20.0, "y": 5.0},
        {"kind": "king", "side": "blue", "x": 56.0, "y": 15.0},
        {"kind": "troll", "side": "blue", "x": 40.0, "y": 5.0},
    ]
    header = {
        "format": 1,
        "game": "rumms",
        "seats": ["me:Anna", "me:Ben"],
        "seed": 1,
        "start": {"dice": dice},
        "title": {"de": "Nach Hause", "en": "Back home"},
    }
    moves = [
        {"seat": 1, "move": {"do": "use", "die": 0}},
        {"seat": 1, "move": {"do": "put", "die": 0, "pose": {"x": 7.0, "y": 15.0}}},
    ]
    path = tmp_path / "scenario.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in (header, *moves)))
    return path


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "en",
            (
                "1: random 1, 2: random 2",
                "Red chooses a troop for",
                "Blue has set up its dice.",
                "The screen is taken away: red begins.",
                "random 1 flicks ",
                "falls off the mat!",
                " wins! The king of ",
                "out of play: ",
                " has won.",
            ),
        ),
        (
            "de",
            (
                "1: random 1, 2: random 2",
                "Rot wählt eine Truppe für",
                "Blau hat aufgestellt.",
                "Der Sichtschirm kommt weg: Rot beginnt.",
                "random 1 schnippt, ",
                "fliegt von der Matte!",
                " gewinnt! Der König von ",
                "aus dem Spiel: ",
                " hat gewonnen.",
            ),
        ),
    ],
)
def test_a_recorded_game_is_told_from_the_first_choice_to_the_winner(
    rumms: Rumms, recorded: Path, code: str, said: tuple[str, ...]
):
    ran = rumms("replay", recorded, "--text", "--lang", code)
    assert ran.code == 0
    places = [ran.out.index(text) for text in said]
    assert places == sorted(places)


def test_both_languages_tell_the_same_things(rumms: Rumms, recorded: Path):
    english, german = (rumms("replay", recorded, "--text", "--lang", code).out for code in ("en", "de"))
    assert english.count(" flicks ") == german.count(" schnippt, ") > 3
    assert english.count(" falls off the mat") == german.count(" fliegt von der Matte") > 0
    assert english.count(" is thrown: ") == german.count(" wird geworfen: ")


def test_a_scenario_is_told_under_its_title(rumms: Rumms, scenario: Path):
    ran = rumms("replay", scenario, "--text", "--lang", "de")
    assert ran.code == 0
    assert "Nach Hause" in ran.out
    assert "Der rote König wird in seine Burg gesetzt, auf (7 | 15).\n" in ran.out
    assert "▸ Blau: Ben\n" in ran.out
    assert "Hier endet die Aufzeichnung; das Spiel ist noch nicht zu Ende." in ran.out


@pytest.mark.parametrize(
    ("code", "headings"),
    [
        ("en", ("# Rumms\n", "## The mat\n", "## The powers\n", "## Fouls\n", "## The end\n", "## Teams\n")),
        ("de", ("# Rumms\n", "## Die Matte\n", "## Die Kräfte\n", "## Fouls\n", "## Das Ende\n", "## Teams\n")),
    ],
)
def test_the_rules_are_printed(rumms: Rumms, code: str, headings: tuple[str, ...]):
    ran = rumms("rules", "rumms", "--lang", code)
    assert ran.code == 0
    assert all(heading in ran.out for heading in headings)


@pytest.mark.parametrize("code", ["en", "de"])
def test_the_rules_list_every_kind_with_its_numbers(rumms: Rumms, code: str):
    out = rumms("rules", "rumms", "--lang", code).out
    for kind in KINDS.values():
        assert f"| {kind.called[code]} | {kind.in_box} | {kind.value} | {kind.shadow_faces} |" in out


def test_every_rule_has_its_number_in_the_catalogue(rumms: Rumms):
    out = rumms("rules", "rumms", "--numbered").out
    assert all(f"**RUM-{number:02}**" in out for number in range(1, 55))
