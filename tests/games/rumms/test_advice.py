"""What a bot would do, and why: the greedy bot's reasons, and how they and fouls are told in both languages."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest

from rumms import language
from rumms.games.rumms.actions import Decline, Pick, Use
from rumms.games.rumms.advice import Advice, Why
from rumms.games.rumms.bots import BOTS, Greedy
from rumms.games.rumms.events import Foul, Wrong, who
from rumms.games.rumms.levels import ShotBot
from rumms.games.rumms.state import Ask, State, Task
from rumms.games.rumms.why import advice, foul
from rumms.kernel.bots import RandomBot, adviser
from rumms.kernel.refusal import BadBot
from rumms.physics.model import Flick, Shot

from .table import BLUE, BLUE_KING, FIRST, GAME, RED, SLOW, board, touch

SECOND, THIRD = FIRST + 1, FIRST + 2


def advised(state: State) -> Advice:
    bot = Greedy(GAME)
    given = bot.advise(state, 0, GAME.legal(state), Random(1))
    assert given.action in GAME.legal(state)
    assert given.action == bot.choose(state, 0, GAME.legal(state), Random(1))
    return given


def test_a_shot_names_its_die_its_target_and_its_chance():
    given = advised(board("red troll 50,4", "blue knight 60,4"))
    assert (given.why, given.die, given.target) == ("shot", FIRST, BLUE_KING)
    assert isinstance(given.action, Flick)
    assert given.chance is not None
    assert 0.0 < given.chance < 1.0
    assert not given.is_counted


def test_the_king_goes_home_when_he_is_threatened():
    given = advised(board("red king 40,2", "red troll 3,28", "blue troll 44,2", "blue troll 40,7"))
    assert (given.why, given.die, given.target) == ("guard", 0, 0)
    assert isinstance(given.action, Use)
    assert "threatens" in advice(board("red king 40,2", "blue troll 44,2"), Advice(Use(0), "guard", 0, 0, FIRST))


def test_the_strongest_bot_that_can_say_why_is_asked():
    assert isinstance(adviser(GAME, BOTS), ShotBot)
    assert isinstance(adviser(GAME, {"greedy": Greedy, "random": RandomBot}), Greedy)
    with pytest.raises(BadBot):
        adviser(GAME, {"random": RandomBot})


STATE = board("red troll 20,8", "blue knight 55,18", "blue troll 40,4")
SHOT = Advice(Flick(FIRST, 0.0, 100.0), "shot", FIRST, SECOND, chance=0.5)


@pytest.mark.parametrize(
    ("given", "en", "de"),
    [
        (SHOT, "Troll at the knight beside the king, straight: likely to knock it off.",
         "Troll auf Ritter neben dem König, geradeaus: fliegt wahrscheinlich vom Tisch."),
        (Advice(SHOT.action, "shot", FIRST, THIRD, chance=0.2),
         "Troll at the troll, straight: may knock it off.", "Troll auf Troll, geradeaus: fliegt vielleicht vom Tisch."),
        (Advice(SHOT.action, "shot", FIRST, 1, over=(THIRD,), chance=0.412, is_counted=True),
         "Troll at the king, with a hop over troll: 41% to knock it off.",
         "Troll auf König, mit einem Satz über Troll: zu 41 % vom Tisch."),
        (Advice(SHOT.action, "shot", FIRST, 1, through=(SECOND, THIRD), chance=0.3, is_counted=True),
         "Troll at the king, through knight + troll: 30% to knock it off.",
         "Troll auf König, durch Ritter + Troll hindurch: zu 30 % vom Tisch."),
        (Advice(Decline(), "no flick"), "No, thanks: no second flick promises anything.",
         "Nein, danke: Kein zweiter Schnipser verspricht etwas."),
        (Advice(Pick((THIRD,)), "take", target=THIRD), "Troll: worth most, and most dangerous.",
         "Troll: am wertvollsten und am gefährlichsten."),
    ],
)  # fmt: skip
def test_it_is_told_in_both_languages(given: Advice, en: str, de: str):
    language.use("en")
    assert advice(STATE, given) == en
    language.use("de")
    assert advice(STATE, given) == de
    language.use("en")


@pytest.mark.parametrize("why", get_args(Why))
def test_every_reason_has_a_sentence(why: Why):
    state = STATE.ask(Task(Ask.USE, RED, "vanish", FIRST, among=(FIRST,)))
    text = advice(state, Advice(Pick((FIRST,)), why, FIRST, SECOND, THIRD, chance=0.3))
    assert text[0].isupper()
    assert text.endswith(".")
    assert "{" not in text


@pytest.mark.parametrize("wrong", get_args(Wrong))
def test_every_foul_is_explained_with_what_the_other_side_may_do(wrong: Wrong):
    event = Foul(BLUE, wrong, who(STATE.dice[SECOND]))
    text = foul(event, SLOW, Shot((), touched=(touch(SECOND),)))
    first, second = text.split("\n\n")
    assert first
    assert second == (
        "Dice of red that it knocked off go back into their castle, and red may now take one die of blue out of play,"
        " but not the king."
    )
    if wrong == "pushed":
        assert "at 10 cm a second" in first
