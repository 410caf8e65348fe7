from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from rumms.games.kawumm.cards import HIDDEN
from rumms.games.kawumm.game import GAME
from rumms.games.kawumm.state import Action, Experiment, Keep, Lay, Leave, Options, Pass, Secure, Shuffled, State, Step
from rumms.kernel.refusal import IllegalMove
from rumms.kernel.session import Session, begin

from .table import area, choices, forced, on_top, random_game, refusal, table


class Question(NamedTuple):
    """One of the four questions of the game, open to the second of three players."""

    rule: str
    state: State
    legal: set[Action]
    illegal: Action
    reason: str
    """A part of the sentence that refuses it."""


AREAS = area(kohle=1), area("magnet", kohle=1), area()
QUESTIONS = [
    Question(
        rule="KAW-12",
        state=table(*AREAS, step=Step.FIRST, shown="glas kohle magnet", first_player=2),
        legal={Leave("glas"), Leave("kohle"), Leave("magnet")},
        illegal=Leave("wasser"),
        reason="leave out one of the cards shown",
    ),
    Question(
        rule="KAW-18",
        state=table(
            *AREAS, step=Step.SECOND, middle={"glas": 1, "kohle": 1}, shown="wasser glas magnet", first_player=2
        ),
        legal={Lay(("magnet",)), Lay(("wasser",))},
        illegal=Lay(("magnet", "wasser")),
        reason="lay 1 of these new kinds",
    ),
    Question(
        rule="KAW-26",
        state=table(*AREAS, middle={"glas": 1, "kohle": 1}, first_player=2),
        legal={Experiment(), Secure()},
        illegal=Pass(),
        reason="experiment or secure",
    ),
    Question(
        rule="KAW-44",
        state=table(*AREAS, step=Step.SECURE, middle={"glas": 1, "wasser": 1, "schwefel": 1}, first_player=2),
        legal={
            Keep(("glas", "schwefel", "kohle")),
            Keep(("glas", "schwefel", "wasser")),
            Keep(("glas", "kohle", "wasser")),
            Keep(("schwefel", "kohle", "wasser")),
        },
        illegal=Keep(("glas", "kohle")),
        reason="keep 3 of these kinds",
    ),
]
each_question = pytest.mark.parametrize("asked", QUESTIONS, ids=[asked.rule for asked in QUESTIONS])


@pytest.mark.rule("KAW-63")
@each_question
def test_every_question_goes_to_the_player_in_turn(asked: Question):
    assert GAME.actor(asked.state) == 1
    assert choices(asked.state) == asked.legal


@pytest.mark.rule("KAW-63")
@each_question
def test_a_choice_that_is_not_legal_is_refused_with_the_reason_and_changes_nothing(asked: Question):
    before = replace(asked.state)
    session = Session(GAME, asked.state, seed=1)
    with pytest.raises(IllegalMove) as refused:
        session.play(asked.illegal)
    assert refused.value.rule == asked.rule
    assert asked.reason in str(refused.value)
    assert session.state == before
    assert session.past == []


@pytest.mark.rule("KAW-63")
@each_question
def test_an_answer_to_another_question_is_refused_by_the_open_one(asked: Question):
    for other in QUESTIONS:
        if other is not asked:
            assert {refusal(asked.state, action).rule for action in other.legal} == {asked.rule}


@pytest.mark.rule("KAW-63")
@pytest.mark.parametrize(
    ("state", "only"),
    [
        (table(step=Step.FIRST, shown="glas glas glas"), Leave("glas")),
        (table(step=Step.SECOND, middle={"glas": 2}, shown="glas kohle kohle"), Lay(("kohle",))),
        (table(middle={"glas": 2}, pile=""), Secure()),
        (table(step=Step.SECURE, middle={"glas": 2}), Keep(("glas",))),
    ],
    ids=["KAW-12", "KAW-18", "KAW-26", "KAW-44"],
)
def test_a_single_legal_choice_is_not_asked(state: State, only: Action):
    assert forced(state) == only
    made = Session(GAME, state, seed=1).go_on()
    assert (made[0].action, made[0].forced) == (only, True)


@pytest.mark.rule("KAW-63")
def test_the_record_says_what_was_done_without_asking(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    session = begin(GAME, ("me", "me"), Options(), seed=1, path=path)
    reveals = "quecksilber salpeter salpeter", "kanister salpeter salpeter", "glas kohle magnet"
    session.play(Shuffled(on_top(session.state.discard, *reveals)))
    asked = path.read_bytes()
    with pytest.raises(IllegalMove):
        session.play(Leave("wasser"))
    assert path.read_bytes() == asked
    session.play(Leave("quecksilber"))
    made = session.play(Secure())
    if session.writer:
        session.writer.close()
    assert [move.forced for move in made] == [False, True]
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert lines[2:] == [
        {"seat": 1, "move": {"do": "leave", "kind": "quecksilber"}},
        {"seat": 1, "move": {"do": "lay", "kinds": ["kanister"]}},
        {"seat": 1, "move": {"do": "secure"}},
        {"seat": 1, "move": {"do": "keep", "kinds": ["kanister", "salpeter"]}},
    ]


def in_play(**options: Any) -> State:
    """The middle of a turn, with cards everywhere."""
    return table(
        area("magnet", glas=1),
        area(kohle=3),
        area(),
        middle={"wasser": 2, "glas": 1},
        discard="salpeter magnet kohle schwefel",
        **options,
    )


@pytest.mark.rule("KAW-64")
def test_middle_secured_areas_discard_pile_and_the_size_of_the_draw_pile_are_public():
    state = in_play()
    for seat in range(3):
        seen = GAME.view(state, seat)
        assert seen.middle == state.middle
        assert seen.areas == state.areas
        assert seen.discard == ("salpeter", "magnet", "kohle", "schwefel")
        assert len(seen.pile) == len(state.pile) == 104 - 3 - 2 - 3 - 4


@pytest.mark.rule("KAW-64")
def test_without_discard_open_only_the_top_card_of_the_discard_pile_is_seen():
    state = in_play(discard_open=False)
    for seat in range(3):
        seen = GAME.view(state, seat)
        assert seen.discard == (HIDDEN, HIDDEN, HIDDEN, "schwefel")
        assert seen.middle == state.middle
        assert seen.areas == state.areas
        assert len(seen.pile) == len(state.pile)


@pytest.mark.rule("KAW-64")
def test_the_discard_pile_is_open_unless_the_players_say_otherwise():
    assert Options().discard_open


@pytest.mark.rule("KAW-65")
@pytest.mark.parametrize("discard_open", [True, False])
def test_nobody_sees_the_order_of_the_draw_pile(discard_open: bool):
    state = in_play(discard_open=discard_open)
    for seed in range(5):
        anew = replace(state, pile=tuple(Random(seed).sample(state.pile, len(state.pile))))
        assert anew != state
        assert all(GAME.view(anew, seat) == GAME.view(state, seat) for seat in range(3))


@pytest.mark.rule("KAW-65")
def test_what_lies_face_down_can_be_exchanged_unseen():
    """With the discard pile closed, its lower cards and the draw pile are equally unknown."""
    state = in_play(discard_open=False)
    anew = replace(state, pile=("salpeter", *state.pile[1:]), discard=(state.pile[0], *state.discard[1:]))
    assert anew != state
    assert all(GAME.view(anew, seat) == GAME.view(state, seat) for seat in range(3))


@pytest.mark.rule("KAW-65")
def test_nobody_has_a_secret_card_so_all_see_the_same():
    for move in random_game(3, seed=4):
        views = [GAME.view(move.after, seat) for seat in range(3)]
        assert views == [views[0]] * 3


@pytest.mark.rule("KAW-65")
@pytest.mark.parametrize("discard_open", [True, False])
def test_a_guess_deals_the_hidden_cards_anew_and_keeps_what_is_seen(discard_open: bool):
    state = in_play(discard_open=discard_open)
    seen = GAME.view(state, 1)
    guesses = [GAME.guess(seen, 1, Random(seed)) for seed in range(5)]
    assert len(set(guesses)) == 5
    for guess in guesses:
        assert GAME.view(guess, 1) == seen
        assert Counter(guess.pile + guess.discard) == Counter(state.pile + state.discard)
