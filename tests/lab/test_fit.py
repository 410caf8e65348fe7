"""Weights of a game's value are found in games, and written down with the command that found them."""

from __future__ import annotations

from math import log
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from rumms.catalogue import find
from rumms.games.cabanga import value as cabanga
from rumms.games.dumm_gelaufen import value as dumm_gelaufen
from rumms.games.kawumm import value as kawumm
from rumms.kernel.bots import make, play_out
from rumms.kernel.session import begin
from rumms.lab import fit
from rumms.lab.fit import Contest, games, main, odds
from rumms.lab.tool import run


def one_or_the_other(first: int, second: int, both: int = 0) -> list[Contest]:
    """Contests of a seat that has something with a seat that does not."""
    rows = np.array([[1.0], [0.0]])
    winners = [{0}] * first + [{1}] * second + [{0, 1}] * both
    return [(rows, frozenset(seats)) for seats in winners]


# Odds.


@pytest.mark.parametrize(
    ("first", "second", "both", "ratio"), [(3, 1, 0, 3), (1, 1, 0, 1), (1, 4, 0, 1 / 4), (2, 0, 1, 5)]
)
def test_the_odds_of_two_are_those_of_their_wins(first: int, second: int, both: int, ratio: float):
    """A shared win counts half for each."""
    (weight,) = odds(one_or_the_other(first, second, both))
    assert weight == pytest.approx(log(ratio))


@pytest.mark.parametrize("right", [[1.5, -0.7], [0.0, 2.0]])
def test_weights_are_found_again_in_contests_that_they_decided(right: list[float]):
    rng = np.random.default_rng(1)
    contests: list[Contest] = []
    for number in range(900):
        rows = rng.normal(size=(2 + number % 3, 2))
        chances = np.exp(rows @ right)
        winner = int(rng.choice(len(rows), p=chances / chances.sum()))
        contests.append((rows, frozenset({winner})))
    assert odds(contests) == pytest.approx(right, abs=0.2)


def test_what_all_seats_have_in_common_does_not_matter():
    contests = one_or_the_other(3, 1)
    shifted = [(rows + 1000, winners) for rows, winners in contests]
    assert odds(shifted) == pytest.approx(odds(contests))


# Games.


@pytest.mark.parametrize("seats", [2, 4])
def test_games_are_played_by_greedy_bots(seats: int):
    entry = find("kawumm")
    for seed, (states, winners) in enumerate(games(entry, seats, 2)):
        names = ("greedy",) * seats
        session = begin(entry.game, names, entry.game.options(), seed)
        play_out(session, names, {seat: make("greedy", entry.game, entry.bots) for seat in range(seats)})
        assert states == [*(made.before for made in session.past), session.state]
        assert winners == entry.game.winners(states[-1])
        assert entry.game.actor(states[-1]) is None


def test_only_what_a_round_still_costs_counts_and_only_at_the_beginning_of_a_turn(monkeypatch: pytest.MonkeyPatch):
    """Five minus points more for everybody change nothing, nor do moments at which a card is owed."""
    played = list(games(find("cabanga"), 3, 2))
    right = fit.fit_cabanga(3, 2)
    owing = [
        ([*states, *(replace(state, owed=1, hands=state.hands[::-1]) for state in states[:-1])], won)
        for states, won in played
    ]
    costly = [
        ([replace(state, totals=tuple(total + 5 for total in state.totals)) for state in states], won)
        for states, won in played
    ]
    for changed in (owing, costly):
        monkeypatch.setattr(fit, "games", lambda *_, changed=changed: iter(changed))
        assert fit.fit_cabanga(3, 2) == right


# The command.


@pytest.mark.parametrize(
    "words",
    [
        *([], [""], ["chess"], ["Kawumm"], ["5", "kawumm"], ["kawumm", "1", "2"]),
        *(["kawumm", "1", "--out"], ["kawumm", "1", "--out", "no/such/folder"], ["kawumm", "1", "--out", "."]),
        *(["kawumm", number] for number in ("0", "x", "-1", "1.5", "", "٣")),
    ],
    ids=" ".join,
)
def test_a_wrong_command_line_is_refused_in_a_sentence(words: list[str], capsys: pytest.CaptureFixture[str]):
    assert run(main, words) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert err.endswith(" (see python -m rumms.lab.fit --help)\n")


@pytest.mark.parametrize(
    ("game", "module"), [("kawumm", kawumm), ("cabanga", cabanga), ("dumm_gelaufen", dumm_gelaufen)]
)
def test_one_game_each_makes_weights_in_the_right_shape(
    game: str, module: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "weights.json"
    assert run(main, [game, "1", "--out", str(path)]) == 0
    found = msgspec.json.decode(path.read_bytes(), type=module.Weights)
    assert found.made_by == f"python -m rumms.lab.fit {game} 1"
    assert path.read_text().startswith('{\n  "made_by": "python')
    assert path.read_text().endswith("}\n")
    assert capsys.readouterr().out == f"{path}\n"
    assert list(found.seats) == list(find(game).game.seats)


def test_the_same_games_make_the_same_weights(capsys: pytest.CaptureFixture[str]):
    texts = set()
    for _ in range(2):
        assert run(main, ["kawumm", "2"]) == 0
        texts.add(capsys.readouterr().out)
    assert len(texts) == 1


def test_without_a_file_the_weights_are_printed_and_without_a_number_two_hundred_games_are_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    before = (find("kawumm").path / "weights.json").read_bytes()
    monkeypatch.setitem(fit.FITS, "kawumm", lambda seats, number: {"first": seats, "second": number})
    assert run(main, ["kawumm"]) == 0
    found = msgspec.json.decode(capsys.readouterr().out)
    right = {str(seats): {"first": seats, "second": 200} for seats in (2, 3, 4)}
    assert found == {"made_by": "python -m rumms.lab.fit kawumm 200", "seats": right}
    assert (find("kawumm").path / "weights.json").read_bytes() == before


def test_few_games_already_show_what_helps():
    """A completed kind helps; a minus point less makes a win likelier, but not e times as likely."""
    found = fit.fit_kawumm(2, 12)
    assert found["first"] > 0
    assert found["second"] > 0
    assert fit.fit_cabanga(3, 8)["lead"] > 1
    assert fit.fit_dumm_gelaufen(2, 8)["near"] > 0


def test_a_round_that_stalled_tells_nothing(monkeypatch: pytest.MonkeyPatch):
    """Who fulfilled a card in a round counts, not who won in the end."""
    played = list(games(find("dumm_gelaufen"), 2, 3))
    right = fit.fit_dumm_gelaufen(2, 3)
    stalled = [
        ([*(replace(state, number=99) for state in states if state.number == 1), *states], won)
        for states, won in played
    ]
    lost = [(states, frozenset({0, 1}) - won) for states, won in played]
    for changed in (stalled, lost):
        monkeypatch.setattr(fit, "games", lambda *_, changed=changed: iter(changed))
        assert fit.fit_dumm_gelaufen(2, 3) == right
