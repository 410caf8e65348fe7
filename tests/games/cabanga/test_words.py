"""How Cabanga! is told, in both languages."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from rumms import language
from rumms.catalogue import find
from rumms.games.cabanga import words
from rumms.games.cabanga.game import GAME
from rumms.games.cabanga.state import (
    Answered,
    Drew,
    Event,
    Lapsed,
    Options,
    Passed,
    PileMade,
    Play,
    Played,
    RoundBegan,
    RoundEnded,
    SameColour,
    Spared,
    State,
    Step,
    Threw,
    Throw,
    Won,
)
from rumms.kernel.game import Listed

from .table import OK, at, ending, play, position, random_game, table, throw

NAMES = ("Anna", "Ben", "greedy")
HANDS = ("red_05 blue_01", "red_07 red_08 red_09 red_10 blue_02", "blue_03")
ROWS = {"red": "| red_12"}

STORIES: list[tuple[Event, str, str]] = [
    (
        RoundBegan(2, 1),
        "Round 2: everybody is dealt 8 cards, Ben begins.",
        "Durchgang 2: Alle bekommen 8 Karten, Ben beginnt.",
    ),
    (
        Played(0, "red_05", "left", (6, 7, 8)),
        "Anna lays red 5 on the left. Gap: 6–8.",
        "Anna legt Rot 5 links an. Lücke: 6–8.",
    ),
    (
        Played(1, "blue_18", "right", (16, 17)),
        "Ben lays blue 18 on the right. Gap: 16–17.",
        "Ben legt Blau 18 rechts an. Lücke: 16–17.",
    ),
    (
        Played(0, "purple_05", "left", (6,)),
        "Anna lays purple 5 on the left. Gap: 6.",
        "Anna legt Lila 5 links an. Lücke: 6.",
    ),
    (
        Played(0, "yellow_05", "left", ()),
        "Anna lays yellow 5 on the left. There is no gap.",
        "Anna legt Gelb 5 links an. Es gibt keine Lücke.",
    ),
    (
        Played(0, "red_05", "right", ()),
        "Anna lays red 5 on the right. There is no gap.",
        "Anna legt Rot 5 rechts an. Es gibt keine Lücke.",
    ),
    (
        SameColour(1, "blue"),
        "The player before played blue, too: a penalty card for Ben.",
        "Auch zuvor wurde Blau gespielt: eine Strafkarte für Ben.",
    ),
    (Answered(1), "Ben has answered.", "Ben hat geantwortet."),
    (
        Threw(1, 0, ("red_07", "red_08")),
        "Cabanga! Ben throws at Anna: red 7 8.",
        "Cabanga! Ben wirft Anna zu: Rot 7 8.",
    ),
    (Passed(2), "greedy throws nothing.", "greedy wirft nichts."),
    (Spared(0), "Nobody throws anything at Anna.", "Niemand wirft Anna etwas zu."),
    (PileMade(1), "1 card is shuffled into the penalty pile.", "1 Karte wird zum Strafstapel gemischt."),
    (PileMade(9), "9 cards are shuffled into the penalty pile.", "9 Karten werden zum Strafstapel gemischt."),
    (Drew(0, ("?",)), "Anna draws 1 card.", "Anna zieht 1 Karte."),
    (Drew(0, ("?", "?", "?")), "Anna draws 3 cards.", "Anna zieht 3 Karten."),
    (
        Drew(0, ("yellow_02", "red_10", "red_09")),
        "Anna draws: red 9 10, yellow 2.",
        "Anna zieht: Rot 9 10, Gelb 2.",
    ),
    (
        Lapsed(1, 1),
        "No card is left to draw; Ben is let off 1 card.",
        "Keine Karte ist mehr zu ziehen; 1 Karte wird Ben erlassen.",
    ),
    (
        Lapsed(1, 2),
        "No card is left to draw; Ben is let off 2 cards.",
        "Keine Karte ist mehr zu ziehen; 2 Karten werden Ben erlassen.",
    ),
    (
        RoundEnded(2, (("red_01",), (), ("blue_09", "purple_10")), (1, 0, 6), (4, 7, 18)),
        (
            "Round 2 is over: Anna 1 minus point (red 1), all in all 4; Ben 0 minus points (no card), all in all 7;"
            " greedy 6 minus points (blue 9, purple 10), all in all 18."
        ),
        (
            "Durchgang 2 ist aus: Anna 1 Minuspunkt (Rot 1), zusammen 4; Ben 0 Minuspunkte (keine Karte), zusammen 7;"
            " greedy 6 Minuspunkte (Blau 9, Lila 10), zusammen 18."
        ),
    ),
    (Won((0,)), "The fewest minus points: Anna.", "Die wenigsten Minuspunkte: Anna."),
    (Won((0, 2)), "The fewest minus points: Anna, greedy.", "Die wenigsten Minuspunkte: Anna, greedy."),
]


def seen(state: State, seat: int | None) -> list[str]:
    return words.table(state if seat is None else GAME.view(state, seat), seat, NAMES)


def hands(state: State, seat: int | None) -> list[str]:
    """The lines of the players."""
    lines = seen(state, seat)
    first = lines.index("") + 1
    return lines[first : first + 3]


def offered(state: State) -> list[str]:
    """What the choices of whoever is to move are called."""
    seat = GAME.actor(state)
    assert seat is not None
    view = GAME.view(state, seat)
    legal = GAME.legal(view)
    assert isinstance(legal, Listed)
    return [words.choice(view, action) for action in legal]


# The table.


def test_the_table_shows_rows_players_and_piles():
    state = at(position(*HANDS, rows=ROWS, discard="yellow_09 red_18 yellow_02", totals=(0, 1, 12)))
    assert seen(state, 0) == [
        "Round 1",
        "  red      [1] | 12    gap 2–11",
        "  blue     [3] | [16]  gap 4–15",
        "  purple   [5] | [14]  gap 6–13",
        "  yellow   [7] | [12]  gap 8–11",
        "",
        "▸ Anna   * 0 minus points, 2 cards: red 5, blue 1 (worth 3)",
        "  Ben      1 minus point, 5 cards",
        "  greedy   12 minus points, 1 card",
        "",
        "Penalty pile: 60",
        "Thrown cards: 3 (red 18, yellow 2 9)",
    ]


def test_the_table_is_shown_in_german():
    language.use("de")
    state = at(position(*HANDS, rows=ROWS, discard="yellow_09 red_18 yellow_02", totals=(0, 1, 12)))
    assert seen(state, 1) == [
        "Durchgang 1",
        "  Rot    [1] | 12    Lücke 2–11",
        "  Blau   [3] | [16]  Lücke 4–15",
        "  Lila   [5] | [14]  Lücke 6–13",
        "  Gelb   [7] | [12]  Lücke 8–11",
        "",
        "▸ Anna     0 Minuspunkte, 2 Karten",
        "  Ben    * 1 Minuspunkt, 5 Karten: Rot 7 8 9 10, Blau 2 (Wert 13)",
        "  greedy   12 Minuspunkte, 1 Karte",
        "",
        "Strafstapel: 60",
        "Abwurfstapel: 3 (Rot 18, Gelb 2 9)",
    ]


@pytest.mark.parametrize(
    ("piles", "line"),
    [
        ("red_08 | red_07", "  red        8 | 7     no gap"),
        ("red_09 | red_07", "  red        9 | 7     gap 8"),
        ("red_04 | red_05 red_07", "  red        4 | 7     gap 5–6"),
        ("red_18 | red_17 red_10", "  red       18 | 10    gap 11–17"),
    ],
)
def test_a_row_shows_its_top_cards_and_tells_its_gap(piles: str, line: str):
    assert seen(table("blue_01", "blue_02", "blue_03", rows={"red": piles}), 0)[1] == line


def test_the_row_just_played_to_is_marked_while_cards_can_be_thrown():
    before = table(*HANDS, rows=ROWS, last="red")
    after = play(before, Play("red_05", "left"))
    assert seen(before, 1)[1] == "  red      [1] | 12    gap 2–11"
    assert seen(after, 1)[1] == "▸ red        5 | 12    gap 6–11"
    assert [line[0] for line in seen(after, 1)[2:5]] == [" ", " ", " "]


def test_a_hand_is_shown_to_its_owner_alone():
    state = table(*HANDS, rows=ROWS)
    shown = [": red 5, blue 1 (worth 3)", ": red 7 8 9 10, blue 2 (worth 13)", ": blue 3 (worth 1)"]
    for seat in range(3):
        for owner, line in enumerate(hands(state, seat)):
            assert line.endswith(shown[owner] if owner == seat else ("cards", "cards", "card")[owner])
            assert (" * " in line) == (owner == seat)


def test_nobodys_eyes_see_every_hand():
    lines = hands(table(*HANDS, rows=ROWS), None)
    assert [line.split(", ", 1)[1] for line in lines] == [
        "2 cards: red 5, blue 1 (worth 3)",
        "5 cards: red 7 8 9 10, blue 2 (worth 13)",
        "1 card: blue 3 (worth 1)",
    ]
    assert not any("*" in line for line in lines)


def test_between_rounds_everybody_sees_every_hand():
    state = play(ending("blue_01", "blue_02 blue_09"), Play("red_04", "right"))
    assert state.step is Step.DEAL
    assert hands(state, 1) == [
        "  Anna     0 minus points, 0 cards",
        "  Ben    * 1 minus point, 1 card: blue 1 (worth 1)",
        "  greedy   4 minus points, 2 cards: blue 2 9 (worth 4)",
    ]


def test_the_worth_of_a_hand_is_counted_as_the_option_says():
    assert hands(table(*HANDS, rows=ROWS, minus_points="edge"), 0)[0].endswith("red 5, blue 1 (worth 5)")


def test_backs_of_cards_from_a_shuffled_discard_pile_are_not_shown():
    state = table(*HANDS, rows=ROWS)
    state = replace(state, shuffled=(state.hands[2],))
    assert GAME.view(state, 0).hands[2] == ("?1",)
    assert hands(state, 0)[2] == "  greedy   0 minus points, 1 card"


def test_the_player_in_turn_is_marked():
    state = play(table(*HANDS, rows=ROWS), Play("red_05", "left"))
    assert [line[0] for line in hands(state, 1)] == ["▸", " ", " "]
    state = play(state, OK, OK)
    assert [line[0] for line in hands(state, 1)] == [" ", "▸", " "]


def test_before_the_first_deal_no_row_lies_there():
    assert seen(GAME.new(3, Options()), 0) == [
        "  Anna   * 0 minus points, 0 cards",
        "  Ben      0 minus points, 0 cards",
        "  greedy   0 minus points, 0 cards",
        "",
        "Penalty pile: 0",
        "Thrown cards: 0",
    ]


# Questions and choices.


@pytest.mark.parametrize(
    ("code", "playing", "throwing", "early"),
    [
        (
            "en",
            "Which card do you play, and on which side?",
            "Gap in red: 6–11. What do you throw?",
            "Gap in red: 6–11. What do you throw, or do you play already?",
        ),
        (
            "de",
            "Welche Karte spielst du, und auf welche Seite?",
            "Lücke in Rot: 6–11. Was wirfst du?",
            "Lücke in Rot: 6–11. Was wirfst du, oder spielst du schon?",
        ),
    ],
)
def test_the_question_is_what_there_is_to_decide(code: str, playing: str, throwing: str, early: str):
    language.use(code)
    state = table(*HANDS, rows=ROWS)
    assert words.question(GAME.view(state, 0)) == playing
    assert words.question(GAME.view(play(state, Play("red_05", "left")), 1)) == throwing
    late = play(table(*HANDS, rows=ROWS, throw_window="until_next_play"), Play("red_05", "left"))
    assert words.question(GAME.view(late, 1)) == early
    assert words.question(GAME.view(play(late, OK), 2)) == throwing


def test_a_choice_tells_what_will_lie_there_and_the_gap_it_opens():
    assert offered(table("red_05 blue_04", *HANDS[1:], rows=ROWS)) == [
        "red 5 on the left (5 | 12, gap 6–11)",
        "red 5 on the right ([1] | 5, gap 2–4)",
        "blue 4 on the left (4 | [16], gap 5–15)",
        "blue 4 on the right ([3] | 4, no gap)",
    ]


def test_a_choice_tells_that_the_same_colour_costs_a_card():
    assert offered(table(*HANDS, rows=ROWS, last="blue")) == [
        "red 5 on the left (5 | 12, gap 6–11)",
        "red 5 on the right ([1] | 5, gap 2–4)",
        "blue 1 on the left (1 | [16], gap 2–15) – a penalty card, the colour is the same",
        "blue 1 on the right ([3] | 1, gap 2) – a penalty card, the colour is the same",
    ]


def test_choices_are_told_in_german():
    language.use("de")
    assert offered(table("red_05 blue_04", *HANDS[1:], rows=ROWS, last="red")) == [
        "Rot 5 nach links (5 | 12, Lücke 6–11) – eine Strafkarte, die Farbe ist dieselbe",
        "Rot 5 nach rechts ([1] | 5, Lücke 2–4) – eine Strafkarte, die Farbe ist dieselbe",
        "Blau 4 nach links (4 | [16], Lücke 5–15)",
        "Blau 4 nach rechts ([3] | 4, keine Lücke)",
    ]
    view = GAME.view(play(table(*HANDS, rows=ROWS), Play("red_05", "left")), 1)
    assert words.choice(view, OK) == "Nichts werfen"
    assert words.choice(view, throw("red_07 red_09")) == "Werfen: Rot 7 9"


def test_what_a_choice_tells_is_what_happens():
    """The gap and the penalty that were foretold, at every play of a few games."""
    for seed in range(2):
        for made in random_game(3, seed, throw_window="until_next_play"):
            if not isinstance(made.action, Play):
                continue
            foretold = words.choice(GAME.view(made.before, made.seat), made.action)
            played = made.events[0]
            assert isinstance(played, Played)
            told = {0: "no gap)", 1: "gap {})"}.get(len(played.gap), "gap {}–{})")
            assert told.format(*played.gap[:1], *played.gap[-1:]) in foretold
            assert ("a penalty card" in foretold) == any(isinstance(event, SameColour) for event in made.events)


def test_throws_are_listed_from_nothing_to_everything():
    state = play(table("red_05 blue_01", "red_07 red_09 blue_02", "blue_03", rows=ROWS), Play("red_05", "left"))
    assert offered(state) == ["Throw nothing", "Throw: red 7", "Throw: red 9", "Throw: red 7 9"]
    late = table("red_05 blue_01", "red_07 blue_04", "blue_03", rows=ROWS, throw_window="until_next_play")
    assert offered(play(late, Play("red_05", "left"))) == [
        "Throw nothing",
        "Throw: red 7",
        "red 7 on the left (7 | 12, gap 8–11) – a penalty card, the colour is the same",
        "red 7 on the right (5 | 7, gap 6) – a penalty card, the colour is the same",
        "blue 4 on the left (4 | [16], gap 5–15)",
        "blue 4 on the right ([3] | 4, no gap)",
    ]


def test_what_is_no_choice_of_a_player_cannot_be_told():
    state = table(*HANDS, rows=ROWS)
    with pytest.raises(AssertionError):
        words.choice(state, Throw)  # type: ignore[arg-type]


# What happens.


@pytest.mark.parametrize(("event", "english", "german"), STORIES, ids=[text for _, text, _ in STORIES])
def test_every_event_is_a_sentence_in_both_languages(event: Event, english: str, german: str):
    assert words.story(event, NAMES) == english
    language.use("de")
    assert words.story(event, NAMES) == german


def test_every_sort_of_event_is_among_them():
    assert {type(event) for event, _, _ in STORIES} == set(get_args(Event))


def test_what_never_happens_cannot_be_told():
    with pytest.raises(AssertionError):
        words.story("nothing", NAMES)  # type: ignore[arg-type]


def test_the_game_says_what_it_is():
    assert words.title() == "Cabanga!"
    assert words.summary() == "Lay your cards without leaving a gap, and throw yours into the gaps of the others."
    language.use("de")
    assert words.title() == "Cabanga!"
    about = "Lege deine Karten, ohne eine Lücke zu lassen, und wirf deine in die Lücken der anderen."
    assert words.summary() == about


@pytest.mark.rule("CAB-19", "CAB-46", "CAB-51")
@pytest.mark.parametrize(
    ("code", "sentences"),
    [
        (
            "en",
            (
                "The first turn of a round never costs one",
                "When both piles are empty, what could not be drawn is not owed any more.",
                "So does whoever plays their last card in the colour of the player before",
            ),
        ),
        (
            "de",
            (
                "Der erste Zug eines Durchgangs kostet nie eine",
                "Sind beide Stapel leer, ist nichts mehr zu ziehen: Was fehlt, wird erlassen.",
                "Genauso, wer seine letzte Karte in der Farbe der Person davor spielt",
            ),
        ),
    ],
)
def test_the_rules_for_people_tell_when_nothing_is_drawn_and_when_a_last_card_ends_nothing(
    code: str, sentences: tuple[str, ...]
):
    text = " ".join((find("cabanga").path / f"rules_{code}.md").read_text(encoding="utf-8").split())
    assert [sentence for sentence in sentences if sentence not in text] == []
