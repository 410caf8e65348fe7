"""How Dumm gelaufen! is told, in both languages."""

from __future__ import annotations

from typing import get_args

import pytest

from rumms import language
from rumms.catalogue import find
from rumms.games.dumm_gelaufen import words
from rumms.games.dumm_gelaufen.cards import ACTIONS
from rumms.games.dumm_gelaufen.game import GAME
from rumms.games.dumm_gelaufen.state import (
    MAC,
    Action,
    Asked,
    CarriedOut,
    Choose,
    Colour,
    Drew,
    Event,
    Fulfilled,
    Gave,
    Give,
    Got,
    HandsPassed,
    HasNone,
    LaidDown,
    Lapsed,
    MacGot,
    Missed,
    MurphysMixed,
    NotesChanged,
    Options,
    PileMade,
    PlacesChanged,
    Play,
    Played,
    Renewed,
    Robbed,
    RoundBegan,
    SetAside,
    Stalled,
    State,
    Stop,
    Took,
    Traded,
    Value,
    Won,
    Wrapped,
)
from rumms.kernel.game import Listed

from .table import DRAW, ONE, TWO, cards, lay, play, table, take

NAMES = ("Anna", "Ben", "greedy")

STORIES: list[tuple[Event, str, str]] = [
    (RoundBegan(2, 1), "Round 2: new Murphy cards, Ben begins.", "Runde 2: neue Murphykarten, Ben beginnt."),
    (
        SetAside(("B1",)),
        "To the action pile, unused: »Changing places«.",
        "Unbenutzt auf den Aktionsstapel: »Rollentausch«.",
    ),
    (Traded(0, 2), "Anna trades two for one.", "Anna tauscht zwei gegen eine."),
    (Traded(0, 1), "Anna trades one for two.", "Anna tauscht eine gegen zwei."),
    (
        Played(1, "G7"),
        "Ben plays »Change of plan«: Take a new Murphy card; the old one goes into the box.",
        "Ben spielt »Planänderung«: Nimm eine neue Murphykarte, die alte kommt in die Schachtel.",
    ),
    (
        CarriedOut(1, "B3"),
        "Ben carries out »All to the left«: Everybody passes the whole hand to the left.",
        "Ben führt aus: »Alles nach links«: Alle reichen ihre Hand nach links weiter.",
    ),
    (Took(0, "blue_07", "mac"), "Anna takes blue 7 from Mac.", "Anna nimmt Blau 7 von Mac."),
    (Took(0, "blue_07", "left"), "Anna takes blue 7 from the left pile.", "Anna nimmt Blau 7 vom linken Stapel."),
    (Took(0, "blue_07", "right"), "Anna takes blue 7 from the right pile.", "Anna nimmt Blau 7 vom rechten Stapel."),
    (LaidDown(0, "green_11", "mac"), "Anna lays green 11 down with Mac.", "Anna legt Grün 11 bei Mac ab."),
    (
        LaidDown(MAC, "green_11", "left"),
        "Mac lays green 11 on the left pile.",
        "Mac legt Grün 11 auf den linken Stapel.",
    ),
    (
        LaidDown(1, "green_11", "right"),
        "Ben lays green 11 on the right pile.",
        "Ben legt Grün 11 auf den rechten Stapel.",
    ),
    (Drew(0, ("?", "?")), "Anna draws 2 cards.", "Anna zieht 2 Karten."),
    (Drew(0, ("?",)), "Anna draws 1 card.", "Anna zieht 1 Karte."),
    (Drew(0, ("blue_07", "G1")), "Anna draws: blue 7, »Clear-out«.", "Anna zieht: Blau 7, »Ausmisten«."),
    (MacGot(("blue_07", "blue_02")), "Mac gets: blue 2 7.", "Mac bekommt: Blau 2 7."),
    (Lapsed(0), "No card is left to draw for Anna.", "Für Anna ist keine Karte mehr zu ziehen."),
    (Lapsed(MAC), "No card is left to draw for Mac.", "Für Mac ist keine Karte mehr zu ziehen."),
    (PileMade(5), "5 cards are shuffled into the draw pile.", "5 Karten werden zum Nachziehstapel gemischt."),
    (Gave(0, 1, 2), "Anna gives Ben 2 cards.", "Anna gibt Ben 2 Karten."),
    (Got(1, ("blue_07",)), "Ben has got blue 7.", "Ben hat bekommen: Blau 7."),
    (Robbed(0, 2), "Anna draws a card from the hand of greedy.", "Anna zieht eine Karte aus der Hand von greedy."),
    (Missed(2, "G1"), "greedy has lost »Clear-out«.", "greedy ist »Ausmisten« los."),
    (Asked(0, 9), "Anna wants every 9.", "Anna will von allen eine 9."),
    (HasNone(1, 9), "Ben has no 9.", "Ben hat keine 9."),
    (Wrapped(1), "Ben chooses a gift.", "Ben wählt ein Geschenk."),
    (HandsPassed(), "All hands go to the left.", "Alle Hände gehen nach links."),
    (
        PlacesChanged(0, 1),
        "Anna and Ben exchange hands and Murphy cards.",
        "Anna und Ben tauschen Hände und Murphykarten.",
    ),
    (NotesChanged(0, 1), "Anna and Ben exchange Murphy cards.", "Anna und Ben tauschen die Murphykarten."),
    (Renewed(0, "?"), "Anna gets a new Murphy card.", "Anna bekommt eine neue Murphykarte."),
    (
        Renewed(0, "M07"),
        "Anna gets a new Murphy card: only odd, at least 9.",
        "Anna bekommt eine neue Murphykarte: nur Ungerade, mindestens 9.",
    ),
    (MurphysMixed(), "The Murphy cards are shuffled.", "Die Murphykarten werden gemischt."),
    (
        Fulfilled(0, "M28", ("blue_08", "yellow_08", "G1")),
        "Anna has fulfilled »only 8, at least 4« with blue 8, yellow 8, »Clear-out«!",
        "Anna hat »nur 8, mindestens 4« erfüllt mit Blau 8, Gelb 8, »Ausmisten«!",
    ),
    (Stalled(3), "Nobody has managed it: round 3 is over.", "Niemand hat es geschafft: Runde 3 ist vorbei."),
    (Won((0, 1)), "The most fulfilled Murphy cards: Anna, Ben.", "Die meisten erfüllten Murphykarten: Anna, Ben."),
]


@pytest.mark.parametrize(("event", "english", "german"), STORIES, ids=lambda value: str(value)[:24])
def test_every_event_is_a_sentence_in_both_languages(event: Event, english: str, german: str):
    language.use("en")
    assert words.story(event, NAMES) == english
    language.use("de")
    assert words.story(event, NAMES) == german


def test_no_event_was_left_out():
    assert {type(event) for event, _, _ in STORIES} == set(get_args(Event))


def shown(state: State, seat: int | None) -> list[str]:
    return words.table(state if seat is None else GAME.view(state, seat), seat, NAMES[: len(state.hands)])


def test_the_table_shows_what_a_seat_may_see():
    state = table(
        "b8 y8 b9 G1", "y9 y10", murphys="M28 M29", left="y9 g1 g2", right="", actions="B1", fulfilled=("M01", "")
    )
    state = play(state, TWO, take("b1"))
    language.use("en")
    assert shown(state, 0) == [
        "Murphy round 1",
        "Mac: blue 2 3 4 5 6 7",
        "Left pile: green 2 (green 1, yellow 9)",
        "Right pile: empty",
        f"Draw pile: {len(state.draw)}",
        "Action pile: »Changing places«",
        "",
        "▸ Anna * 5 cards, ★ only blue, at least 7",
        "  Ben    2 cards",
        "",
        "Your task: only 8, at least 4",
        "  fits (2 of 4): blue 8, yellow 8",
        "  spoils (2): blue 1 9",
        "  »Clear-out«: Lay all your number cards of one colour on the number piles.",
    ]
    assert shown(state, 1)[7] == "▸ Anna   5 cards, among them blue 1, ★ only blue, at least 7"
    language.use("de")
    assert "Deine Aufgabe: nur 10, mindestens 4" in shown(state, 1)
    assert "  passt (1 von 4): Gelb 10" in shown(state, 1)
    assert "  verdirbt (1): Gelb 9" in shown(state, 1)


def test_a_sum_is_counted_as_a_sum():
    language.use("en")
    assert "  fits (16 of 50): yellow 7 9" in shown(table("y7 y9 b1", "b8", murphys="M31 M29", mac="b2"), 0)


def test_a_task_that_one_has_passed_on_is_remembered():
    state = play(table("b8 b9", "y8 y9", "g8 g9", murphys="M28 M29 M24", draw="B1 ..."), ONE, DRAW)
    language.use("en")
    assert any("task: only 8, at least 4" in line for line in shown(state, 0))
    assert not any("task: only 8" in line for line in shown(state, 2))


def test_nothing_hidden_is_shown_and_at_the_end_everything_is():
    state = table("b8 b9", "y8 y9", murphys="M28 M29")
    language.use("en")
    assert not any("yellow 8" in line for line in shown(state, 0))
    assert any("yellow 8 9" in line for line in shown(state, None))
    assert shown(GAME.new(2, Options()), 0) == ["Nothing is dealt yet."]


QUESTIONS: list[tuple[tuple[str, ...], tuple[Action, ...], str, dict[Action, str]]] = [
    (
        ("b8 b9 G7", "y8 y9"),
        (),
        "What do you do?",
        {
            TWO: "Trade two for one: take 2 cards, lay down 1",
            ONE: "Trade one for two: take 1 card, lay down 2",
            Play("G7"): "Play »Change of plan«: Take a new Murphy card; the old one goes into the box.",
        },
    ),
    (
        ("b8 b9", "y8 y9"),
        (TWO,),
        "Which card do you take? 2 to go.",
        {
            take("b1"): "Take blue 1 from Mac – spoils",
            DRAW: "Draw from the draw pile",
            take("y1", "left"): "Take yellow 1 from the left pile – spoils",
            take("y2", "right"): "Take yellow 2 from the right pile – spoils",
        },
    ),
    (
        ("b8 b9", "y8 y9"),
        (ONE, take("y1", "left")),
        "Which card do you lay down? 2 to go.",
        {
            lay("b8"): "Lay blue 8 on the left pile – fits",
            lay("b9", "right"): "Lay blue 9 on the right pile – spoils",
        },
    ),
    (
        ("b8 b9", "y8 y9"),
        (TWO, take("b1"), take("b2")),
        "Which card do you lay down? 1 to go.",
        {lay("b8", "mac"): "Lay blue 8 down with Mac – fits"},
    ),
    (
        ("b8 b9 G5", "y8 y9"),
        (Play("G5"), lay("b8")),
        "Which card do you lay down, or is that enough?",
        {Stop(): "That is enough"},
    ),
    (
        ("b8 b9 G6", "y8 y9", "g8"),
        (Play("G6"),),
        "»Light fingers«: Draw a card blindly from somebody's hand and give a number card for it. Who is it?",
        {Choose(2): "Seat 2 (2 cards)", Choose(3): "Seat 3 (1 card)"},
    ),
    (
        ("b8 b8 y9 y9 G2", "y8"),
        (Play("G2"), Choose(2)),
        "Which two cards do you give away?",
        {Give("blue_08"): "Give blue 8 – fits"},
    ),
    (("b8 b9 y9 G1", "y8"), (Play("G1"),), "Which colour do you lay down?", {Colour("blue"): "Lay down: blue 8 9"}),
    (("b8 b9 y9 G8", "y8"), (Play("G8"),), "Which number do you want?", {Value(7): "7"}),
    (
        ("b8 b9 y9 G8", "y8 g8"),
        (Play("G8"), Value(8)),
        "Which card do you give?",
        {Give("green_08"): "Give green 8 – spoils"},
    ),
    (
        ("b8 b9", "y8 y9"),
        (ONE, take("y1", "left"), lay("y1"), lay("b9")),
        "You have hardly any number cards left. Do you draw until you have 2?",
        {DRAW: "Yes, draw", Stop(): "No, do not draw"},
    ),
]


@pytest.mark.parametrize(("hands", "moves", "question", "choices"), QUESTIONS, ids=lambda value: str(value)[:20])
def test_questions_and_choices_say_what_they_mean(
    hands: tuple[str, ...], moves: tuple[Action, ...], question: str, choices: dict[Action, str]
):
    state = play(table(*hands), *moves)
    seat = GAME.actor(state)
    assert seat is not None
    view = GAME.view(state, seat)
    language.use("en")
    assert words.question(view) == question
    for action, text in choices.items():
        assert words.choice(view, action) == text


@pytest.mark.parametrize(
    ("drawn", "question", "choice"),
    [
        ("B7 ...", "Which card of Mac's do you lay down next?", "Lay blue 1 on the left pile"),
        ("B4 ...", "Which card do you give to the left? 2 to go.", "Give blue 8 – fits"),
        ("B2 ...", "»Wrong note«: Exchange Murphy cards with somebody of your choice. Who is it?", "Seat 2 (2 cards)"),
    ],
)
def test_blue_cards_ask_too(drawn: str, question: str, choice: str):
    state = play(table("b8 b9", "y8 y9", "g8 g9", draw=drawn), ONE, DRAW)
    view = GAME.view(state, 0)
    language.use("en")
    legal = GAME.legal(view)
    assert isinstance(legal, Listed)
    assert words.question(view) == question
    assert words.choice(view, legal[0]) == choice


def test_the_order_of_blue_cards_is_asked():
    state = play(table("b8 b9", "y8 y9", draw="B1 B3 ..."), TWO, DRAW, DRAW)
    language.use("en")
    view = GAME.view(state, 0)
    assert words.question(view) == "Which blue card is carried out first?"
    assert words.choice(view, GAME.legal(view)[0]).startswith("»Changing places«: ")  # type: ignore[index]


def test_title_and_summary():
    for code in language.CODES:
        language.use(code)
        assert words.title() == "Dumm gelaufen!"
        assert words.summary().endswith(".")
    assert cards("b8")


@pytest.mark.parametrize("code", language.CODES)
def test_the_rules_for_people_tell_what_every_action_card_does(code: str):
    text = " ".join((find("dumm_gelaufen").path / f"rules_{code}.md").read_text(encoding="utf-8").split())
    for card in ACTIONS.values():
        assert f"- **{card.name[code]}**: {card.text[code]}" in text
