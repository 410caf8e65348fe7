"""Every question of every card game, as random play finds it: drawn, answered with mouse and keys, and discreet."""

from __future__ import annotations

from random import Random
from typing import Any

import pygame
import pytest

from rumms.catalogue import find
from rumms.games.waka_waka.cards import BACK
from rumms.games.waka_waka.state import Ask
from rumms.kernel.session import load
from rumms.lab import golden
from rumms.ui.draw.brush import Brush, Surface
from rumms.ui.screens.card_table import CardTable
from rumms.ui.tables.motion import Piece
from rumms.ui.tables.waka_waka import WakaWaka, slip_of_hand

from .card_desk import CARD_GAMES, Question, picture, questions, sit_at, walk
from .conftest import Opened
from .desk import Desk, texts_of

each_game = pytest.mark.parametrize("game", CARD_GAMES)
ASKED = {
    "kawumm": {"first, Leave", "second, Lay", "choice, Experiment", "choice, Secure", "secure, Keep"},
    "cabanga": {"play, Play", "throw, Throw", "throw, Play"},
    "waka_waka": {
        "figure, Choose", "play, Play", "play, Stop", "play, Substitute", "lay, Lay", "trade, Buy", "trade, Sell",
        "trade, Rise", "take, Take", "give, Give", "surplus, Give", "look, Look", "visit, Visit", "use, Use",
        "use, Decline", "exchange, Discard", "exchange, Decline", "drum, Discard", "drum, Enough", "share, Share",
        "share, Decline", "supply, Supply", "limit, Discard",
    },
    "dumm_gelaufen": {
        "Moving, Trade", "Moving, Play", "Taking, Take", "Taking, Draw", "Taking, Stop", "Laying, Lay", "Laying, Stop",
        "Clearing, Lay", "ChoosingPerson, Choose", "ChoosingTwins, Give", "ChoosingColour, Colour",
        "ChoosingValue, Value", "Giving, Give", "Wrapping, Give",
    },
}  # fmt: skip
"""What random play has to lead to, so that nothing is forgotten; rarer questions may come beside these."""


@each_game
def test_random_play_leads_to_every_kind_of_question(game: str):
    assert {question.kind for question in questions(game)} >= ASKED[game]


def ask(desk: Desk, question: Question) -> CardTable:
    table = sit_at(desk, question.game, question.state, question.seats)
    assert table.mode == "asking", question.kind
    return table


@pytest.mark.parametrize("how", ["mouse", "keys"])
@each_game
def test_every_question_is_answered_with_mouse_and_keys(opened: Opened, game: str, how: str):
    desk = opened((640, 360))
    for question in questions(game, 2 if how == "mouse" else 1):
        table = ask(desk, question)
        assert table.asking
        for token in table.asking.way(question.action):
            assert desk.widget(token.name).is_enabled, (question.kind, token)
            if how == "mouse":
                desk.click(token.name)
            else:
                desk.go_to(token.name)
                desk.key(pygame.K_RETURN)
        assert table.play.session.past[0].action == question.action, question.kind
        desk.app.back()


@pytest.mark.parametrize(("size", "text"), [((640, 360), "130"), ((1280, 720), "100"), ((1500, 720), "115")])
@each_game
def test_every_question_fits_into_the_window_and_nothing_lies_on_another_thing(
    opened: Opened, game: str, size: tuple[int, int], text: str
):
    desk = opened(size, text=text)
    desk.app.change(language="de")
    window = desk.app.window.get_rect()
    for question in questions(game, 1):
        ask(desk, question)
        places = {widget.name: widget.rect for widget in desk.screen.widgets if widget.can_focus}
        for name, box in places.items():
            assert window.contains(box), (question.kind, name, box)
            others = [other for other, place in places.items() if other != name and place.colliderect(box)]
            assert not others, (question.kind, name, others)
        desk.app.back()


@each_game
def test_every_choice_is_seen_before_it_is_made(opened: Opened, game: str):
    """The pointer over something that can be chosen changes the picture."""
    desk = opened((640, 360))
    for question in questions(game, 1):
        table = ask(desk, question)
        before = picture(desk)
        targets = [widget for widget in table.widgets if type(widget).__name__ == "Target"]
        if targets:
            desk.move(targets[0].rect.center)
            desk.wait(0.2)
            assert picture(desk) != before, question.kind
        desk.move((1, 1))
        desk.app.back()


@each_game
def test_what_somebody_must_not_see_is_never_drawn(opened: Opened, game: str):
    """With everything hidden dealt anew, whoever is asked sees the same pixels, and so does somebody else."""
    desk = opened((640, 360))
    rules, rng = find(game).game, Random(4)
    for question in questions(game, 1):
        asked = rules.actor(question.state) or 0
        for seat in (asked, rng.choice([seat for seat in range(question.seats) if seat != asked])):
            again = rules.guess(rules.view(question.state, seat), seat, rng)
            seen = []
            for state in (question.state, again):
                sit_at(desk, game, state, question.seats, eyes=seat)
                seen.append(picture(desk))
                desk.app.back()
            assert seen[0] == seen[1], (question.kind, seat)


@each_game
def test_behind_the_curtain_nothing_is_seen_of_the_game(opened: Opened, game: str):
    desk = opened((640, 360))
    rules, rng = find(game).game, Random(4)
    question = questions(game)[-1]
    other = rules.guess(rules.view(question.state, 0), 0, rng)
    seen = []
    for state in (question.state, other):
        table = sit_at(desk, game, state, question.seats)
        table.is_there = False
        is_secret = not table._has_no_secrets()  # noqa: SLF001  else nobody has to look away
        desk.wait(0.3)
        assert (table.mode == "curtain") == is_secret
        seen.append(picture(desk))
        desk.app.back()
    assert seen[0] == seen[1]


@each_game
def test_states_from_all_over_the_golden_game_are_drawn(opened: Opened, game: str):
    desk = opened((640, 360))
    session = load(golden.record_path(find(game)), lambda _: find(game).game).session
    seats = len(session.past[-1].after.areas if game == "kawumm" else session.past[-1].after.hands)
    table = sit_at(desk, game, session.past[0].before, seats, eyes=0)
    for number, made in enumerate(session.past[::4]):
        table.eyes = number % seats
        table.view = session.game.view(made.after, table.eyes)
        assert len(set(picture(desk))) > 20


def test_a_hand_that_an_elder_has_shown_lies_open_on_the_slip_with_its_owners_name(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    """Each card of it, at its place, above all else; and it can be pressed where it is seen. Another hand is hidden."""
    rules = find("waka_waka").game
    state = next(
        state
        for seed in range(40)
        for state, _ in walk("waka_waka", seed)
        if state.tasks[0].ask is Ask.USE
        and len(state.tasks) > 1
        and slip_of_hand(len(state.hands[state.tasks[0].other])) != slip_of_hand(len(state.hands[state.tasks[1].other]))
        and len(state.hands[state.tasks[0].other]) > 2
        and BACK in rules.view(state, state.tasks[0].seat).hands[state.tasks[1].other]
    )
    table = sit_at(desk, "waka_waka", state, len(state.hands))
    owner = state.tasks[0].other
    hand = rules.view(state, table.eyes).hands[owner]
    slip = table.table.box(*slip_of_hand(len(hand)))
    painted: list[Piece] = []
    put = WakaWaka.put

    def noted(layout: WakaWaka, on: Surface, piece: Piece) -> None:
        painted.append(piece)
        put(layout, on, piece)

    papers: list[pygame.Rect] = []
    panel = Brush.panel

    def laid(brush: Brush, on: Surface, box: pygame.Rect, *values: Any, **more: Any) -> None:
        papers.append(box)
        panel(brush, on, box, *values, **more)

    monkeypatch.setattr(WakaWaka, "put", noted)
    monkeypatch.setattr(Brush, "panel", laid)
    table.rebuild()
    assert f"The hand of {table.play.names[owner]}" in texts_of(desk.run)
    assert slip in papers
    last = painted[-len(hand) :]
    assert all(slip.collidepoint(piece.spot.x, piece.spot.y) for piece in last)
    assert sorted(piece.sort for piece in last) == sorted(hand), "nothing is painted over them"
    for piece in last:
        target = desk.screen.find(piece.token.name) if piece.token else None
        if target:
            assert target.rect.collidepoint(piece.spot.x, piece.spot.y)
