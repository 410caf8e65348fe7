"""A hint at a card table: what it says, what is lit, and what comes of pressing that agree."""

from __future__ import annotations

from random import Random
from typing import Any

import pygame
import pytest

from rumms.catalogue import find
from rumms.games.cabanga.state import Step, Throw
from rumms.games.waka_waka.state import Sell
from rumms.language import say
from rumms.ui.draw.brush import Brush
from rumms.ui.kit.widget import Widget
from rumms.ui.screens.card_buttons import AnswerButton
from rumms.ui.screens.card_table import CardTable
from rumms.ui.tables.answering import DO, Asking, Token
from rumms.ui.tables.layout import Layout
from rumms.ui.tables.reel import table_of

from .card_desk import CARD_GAMES, Question, questions, sit_at, walk
from .conftest import Opened
from .desk import Desk, texts_of

each_game = pytest.mark.parametrize("game", CARD_GAMES)
SEEDS = range(4)
"""Of the random games whose positions are looked at."""
STEPS = 30
"""Far more than any answer needs."""


def followed(asking: Asking, action: Any) -> Any:
    """The answer that is given by pressing whatever is lit."""
    for _ in range(STEPS):
        lit = sorted(asking.next_towards(action))
        assert lit, (action, asking.chosen)
        for token in lit:
            assert asking.can_press(token), (action, token)
            if token.place == DO:
                assert asking.meant_by(token) == action, "a lit button does what the hint says, and nothing else"
        if (found := asking.press(lit[0])) is not None:
            return found
    raise AssertionError(action)


@each_game
def test_who_presses_what_is_lit_does_what_the_hint_says(game: str):
    rules, rng = find(game).game, Random(1)
    layout = parts_of(game)
    seen = 0
    for seed in SEEDS:
        for state, action in walk(game, seed):
            view = rules.view(state, rules.actor(state))  # type: ignore[arg-type]
            legal = rules.legal(view)
            for one in (action, legal.sample(rng)):
                assert followed(Asking(view, legal, layout.parts), one) == one
            seen += 1
    assert seen > 200


@each_game
def test_even_who_has_chosen_something_else_before_is_led_there(game: str):
    rules, rng = find(game).game, Random(2)
    layout = parts_of(game)
    for state, action in walk(game, 7):
        view = rules.view(state, rules.actor(state))  # type: ignore[arg-type]
        asking = Asking(view, rules.legal(view), layout.parts)
        other = asking.way(asking.legal.sample(rng))
        for token in other[:-1]:
            if asking.can_press(token) and asking.meant_by(token) is None:
                asking.press(token)
        assert followed(asking, action) == action


def parts_of(game: str) -> Layout:
    """The table of a game, without a window."""
    pygame.font.init()
    return table_of(find(game), Brush((640, 360)), 3)


def hinted(desk: Desk, question: Question) -> CardTable:
    """A table at which a hint says to do what the question's answer is."""
    table = sit_at(desk, question.game, question.state, question.seats)
    table.hint.given = question.action
    table.rebuild()
    return table


def lit(desk: Desk) -> list[Widget]:
    """The widgets that can be pressed and shine."""
    table = desk.on(CardTable)
    found = []
    for widget in desk.screen.widgets:
        token = getattr(widget, "token", None)
        if isinstance(token, Token) and token in table.look().hinted:
            assert widget.is_enabled, token
            assert widget.is_hinted if isinstance(widget, AnswerButton) else True
            found.append(widget)
    return found


@pytest.mark.parametrize("code", ["en", "de"])
@each_game
def test_the_sentence_and_the_lit_choices_agree(opened: Opened, game: str, code: str):
    """In every sort of question: the way of lit things, pressed one after the other, does what was said."""
    desk = opened((640, 360))
    desk.app.change(language=code)
    for question in questions(game):
        table = hinted(desk, question)
        assert table.asking
        choice = find(game).words.choice(table.asking.view, question.action)
        assert table.hint.prompt() == (say("Hint: {choice}", choice=choice), "hint")
        parts = []
        for _ in range(STEPS):
            shining = lit(desk)
            assert shining, question.kind
            for widget in shining:
                if isinstance(widget, AnswerButton):
                    meant = table.table.caption(table.look(), widget.token.what, question.action)
                    assert widget.label == meant.label, (choice, widget.label)
            parts.append(shining[0].token.part)  # type: ignore[attr-defined]
            desk.click(shining[0].name)
            if table.play.session.past:
                break
        assert table.play.session.past[0].action == question.action, question.kind
        assert sorted(parts) == sorted(table.table.parts(question.state, question.action)), "nothing else was lit"
        desk.app.back()


def test_throw_nothing_is_not_lit_while_the_hint_says_to_throw(desk: Desk):
    """Cabanga!: first the card shines, then the button, which now says that one card is thrown."""
    state, action = next(
        (state, Throw((card,)))
        for state, _ in walk("cabanga", 2)
        if state.step is Step.THROW
        for card in state.hands[find("cabanga").game.actor(state)]
        if Throw((card,)) in find("cabanga").game.legal(state)
    )
    table = hinted(desk, Question("cabanga", "", state, action))
    (card,) = action.cards
    assert any(text.startswith("Hint: Throw: ") for text in texts_of(desk.run))
    assert [widget.name for widget in lit(desk)] == [Token("hand", card).name]
    button = desk.widget(Token(DO, "throw").name)
    assert isinstance(button, AnswerButton)
    assert (button.label, button.is_hinted) == ("Throw nothing", False)
    desk.click(Token("hand", card).name)
    (button,) = lit(desk)
    assert isinstance(button, AnswerButton)
    assert (button.name, button.label) == (Token(DO, "throw").name, "Throw 1 card!")
    desk.click(button.name)
    assert table.play.session.past[0].action == action


def test_of_three_goods_that_are_alike_two_are_lit_if_two_are_sold(desk: Desk):
    rules = find("waka_waka").game
    state, good = next(
        (state, good)
        for seed in range(40)
        for state, _ in walk("waka_waka", seed)
        for good in sorted(set(state.stalls[rules.actor(state)]))
        if state.stalls[rules.actor(state)].count(good) > 2 and Sell(good) in rules.legal(state)
    )
    hinted(desk, Question("waka_waka", "", state, Sell(good)))
    assert len(lit(desk)) == 2
