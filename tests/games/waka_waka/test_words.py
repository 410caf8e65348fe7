"""How Waka Waka is told, in both languages."""

from __future__ import annotations

from typing import get_args

import pytest

from rumms import language
from rumms.games.waka_waka import events as e
from rumms.games.waka_waka import words
from rumms.games.waka_waka.game import GAME
from rumms.games.waka_waka.state import (
    Buy,
    Discard,
    Lay,
    Look,
    Options,
    Play,
    State,
    Substitute,
    Supply,
    Take,
    Use,
    Visit,
)
from rumms.kernel.game import Listed

from .table import NO, STOP, dealt, end_turn, play, table

NAMES = ("Anna", "Ben", "greedy")
FIELDS = ("boat_3.2", "boat_3.3")
STORIES: list[tuple[e.Event, str, str]] = [
    (
        e.Began(1),
        "Boats and village are stocked, everybody has 6 cards and 8 gold; Ben begins.",
        "Boote und Dorf sind bestückt, alle haben 6 Karten und 8 Gold; Ben beginnt.",
    ),
    (e.HandedBack(1), "1 Fire card was dealt and is handed back.", "1 Feuerkarte wurde ausgeteilt und kommt zurück."),
    (
        e.HandedBack(2),
        "2 Fire cards were dealt and are handed back.",
        "2 Feuerkarten wurden ausgeteilt und kommen zurück.",
    ),
    (e.PileMade(9), "9 cards are shuffled into the draw pile.", "9 Karten werden zum Nachziehstapel gemischt."),
    (
        e.HeapMade(40, ("tee", "tee", "salz")),
        "The goods of the village are shuffled into a new pile; in the village lie now: 2 × tea, salt.",
        "Die Waren des Dorfes werden zu einem neuen Haufen gemischt; im Dorf liegen jetzt: 2 × Tee, Salz.",
    ),
    (e.Chose(0, "purple"), "Anna chooses the figure: purple.", "Anna wählt die Figur: Lila."),
    (e.Played(0, "handel", 1), "Anna plays Trade.", "Anna spielt Handel."),
    (e.Played(0, "handel", 2), "Anna plays Trade as card 2.", "Anna spielt Handel als 2. Karte."),
    (
        e.Substituted(0, 1),
        "Anna lays three cards face down instead of a Trade card.",
        "Anna legt drei Karten verdeckt statt eines Handels.",
    ),
    (
        e.Bought(0, "boat_2", 2, ("tee", "salz")),
        "Anna buys the boat for 2 gold: tea, salt.",
        "Anna kauft das Boot für 2 Gold: Tee, Salz.",
    ),
    (e.Sold(0, "tee", 10), "Anna sells 2 × tea for 10 gold.", "Anna verkauft 2 × Tee für 10 Gold."),
    (
        e.Rose(0, 1, ("tee", "tee")),
        "Anna gives 2 × tea and rises to step 1.",
        "Anna gibt ab: 2 × Tee, und steigt auf Stufe 1.",
    ),
    (
        e.Rose(0, 5, gold=12),
        "Anna pays 12 gold and rises to step 5.",
        "Anna zahlt 12 Gold und steigt auf Stufe 5.",
    ),
    (
        e.OnTop(0),
        "Anna is on the top step! This round is played to its end.",
        "Anna steht auf der obersten Stufe! Diese Runde wird zu Ende gespielt.",
    ),
    (e.Took(0, "felle"), "Anna takes from the village: furs.", "Anna nimmt aus dem Dorf: Felle."),
    (e.Gave(0, "felle"), "Anna puts into the village: furs.", "Anna legt ins Dorf: Felle."),
    (
        e.Looked(0, FIELDS, ()),
        "Anna looks at 2 hidden goods on the boat for 3 gold.",
        "Anna sieht 2 verdeckte Waren im Boot für 3 Gold an.",
    ),
    (
        e.Looked(0, ("boat_4.3",), ()),
        "Anna looks at 1 hidden good on the boat for 4 gold.",
        "Anna sieht 1 verdeckte Ware im Boot für 4 Gold an.",
    ),
    (
        e.Looked(0, FIELDS, ("tee", "salz")),
        "Anna looks at the boat for 3 gold: tea, salt.",
        "Anna sieht im Boot für 3 Gold: Tee, Salz.",
    ),
    (
        e.HandShown(1, 0, ("handel", "handel")),
        "Ben shows his hand to Anna: 2 × Trade.",
        "Ben zeigt Anna seine Hand: 2 × Handel.",
    ),
    (e.HandShown(1, 0, ("?", "?")), "Ben shows Anna his hand.", "Ben zeigt Anna seine Hand."),
    (
        e.Used(1, 0, "handel"),
        "Anna uses Trade from the hand of Ben.",
        "Anna nutzt Handel von der Hand von Ben.",
    ),
    (e.UsedNone(0), "Anna uses none of these cards.", "Anna nutzt keine dieser Karten."),
    (e.Repeated(0, "handel"), "Anna uses once more: Trade.", "Anna nutzt noch einmal: Handel."),
    (e.Rained(0, 3), "The rain brings Anna 3 gold.", "Der Regen bringt Anna 3 Gold."),
    (
        e.Shared(1, 0, "sammlerin", 1),
        "Ben pays Anna 1 gold and uses the Gatherer, too.",
        "Ben zahlt Anna 1 Gold und nutzt mit: Sammlerin.",
    ),
    (e.NotShared(1, "sammlerin"), "Ben does not use the Gatherer.", "Ben nutzt nicht mit: Sammlerin."),
    (e.Discarded(0, ("handel",)), "Anna discards: Trade.", "Anna legt ab: Handel."),
    (e.Drew(0, ("?",)), "Anna draws 1 card.", "Anna zieht 1 Karte."),
    (e.Drew(0, ("?", "?")), "Anna draws 2 cards.", "Anna zieht 2 Karten."),
    (e.Drew(0, ("handel", "schamane")), "Anna draws: Trade, Shaman.", "Anna zieht: Handel, Schamane."),
    (
        e.FireTurned(0, burning=False),
        "Anna turns up a Fire card: the fire goes out.",
        "Anna deckt eine Feuerkarte auf: Das Feuer verlischt.",
    ),
    (
        e.FireTurned(0, burning=True),
        "Anna turns up a Fire card: the fire burns again.",
        "Anna deckt eine Feuerkarte auf: Das Feuer lodert wieder.",
    ),
    (
        e.Lapsed(0, 2),
        "No card is left to draw; Anna goes without 2 cards.",
        "Keine Karte ist mehr zu ziehen; Anna verzichtet auf 2 Karten.",
    ),
    (e.Supplied(0, 0, 3), "Anna takes 3 gold as supply.", "Anna nimmt 3 Gold als Nachschub."),
    (e.Supplied(0, 1, 0), "Anna takes 1 card as supply.", "Anna nimmt 1 Karte als Nachschub."),
    (
        e.Supplied(0, 2, 1),
        "Anna takes 2 cards and 1 gold as supply.",
        "Anna nimmt 2 Karten und 1 Gold als Nachschub.",
    ),
    (
        e.Refilled("boat_3", ("tee", "?", "?")),
        "The boat for 3 gold is loaded: tea, 2 × ?.",
        "Das Boot für 3 Gold wird beladen: Tee, 2 × ?.",
    ),
    (
        e.Won(0, 3, ()),
        "Anna alone is on the top step and wins!",
        "Anna steht allein auf der obersten Stufe und gewinnt!",
    ),
    (
        e.Won(0, 3, (1, 2)),
        "Anna wins with 3 gold, before Ben, greedy on the same step.",
        "Anna gewinnt mit 3 Gold vor Ben, greedy auf derselben Stufe.",
    ),
]


def seen(state: State, seat: int | None) -> list[str]:
    return words.table(state if seat is None else GAME.view(state, seat), seat, NAMES)


def asked(state: State) -> str:
    seat = GAME.actor(state)
    assert seat is not None
    return words.question(GAME.view(state, seat))


def offered(state: State) -> list[str]:
    """What the choices of whoever is to move are called."""
    seat = GAME.actor(state)
    assert seat is not None
    view = GAME.view(state, seat)
    legal = GAME.legal(view)
    assert isinstance(legal, Listed)
    return [words.choice(view, action) for action in legal]


def at_the_table() -> State:
    """Anna has looked at a boat and traded."""
    hands = ("schimpanse handel schamane schamane", "handel", "trommler")
    state = table(*hands, stalls=["tee tee salz"], steps=(1, 2, 0), discard="handel trommler handel")
    return play(state, Play("schimpanse"), Look(FIELDS))


# The table.


def test_the_table_shows_boats_village_steps_players_hand_and_piles():
    assert seen(at_the_table(), 0) == [
        "Boats (in brackets: face down)",
        "  2 gold: [?], [?]",
        "  3 gold: tea, [salt: Anna], [furs: Anna]",
        "  4 gold: fabrics, jewellery, [?]",
        "  5 gold: fruit, tea, [?], [?]",
        "Village: fruit, furs, salt, tea, fabrics, jewellery",
        "",
        "Steps: 1 AA  2 ABC  3 ABCD  4 AABB  5 AAAB",
        "Fire: burning",
        "",
        "▸ Anna   * red, step 1, 8 gold, 3 cards, stall: salt, 2 × tea",
        "  Ben      blue, step 2, 8 gold, 1 card, stall: empty",
        "  greedy   purple, step 0, 8 gold, 1 card, stall: empty",
        "",
        "Played in this turn: Chimpanzee",
        "",
        "Your hand: Trade, 2 × Shaman",
        "",
        "Draw pile: 57   Discard pile: 3 (2 × Trade, Drummer)   Goods in the pile: 63",
    ]


def test_the_table_is_shown_in_german_and_hides_what_others_have():
    language.use("de")
    lines = seen(at_the_table(), 1)
    assert lines[2] == "  3 Gold: Tee, [?: Anna], [?: Anna]"
    assert lines[8] == "Feuer: lodert"
    assert lines[10:13] == [
        "▸ Anna     Rot, Stufe 1, 8 Gold, 3 Karten, Stand: Salz, 2 × Tee",
        "  Ben    * Blau, Stufe 2, 8 Gold, 1 Karte, Stand: leer",
        "  greedy   Lila, Stufe 0, 8 Gold, 1 Karte, Stand: leer",
    ]
    assert lines[16] == "Deine Hand: Handel"
    assert lines[-1] == "Nachziehstapel: 57   Ablagestapel: 3 (2 × Handel, Trommler)   Waren im Haufen: 63"


def test_nobodys_eyes_see_every_hand():
    lines = seen(at_the_table(), None)
    assert "Hand of Anna: Trade, 2 × Shaman" in lines
    assert "Hand of Ben: Trade" in lines
    assert "  2 gold: [tea], [salt]" in lines


def test_a_hand_that_an_elder_shows_lies_on_the_table():
    state = play(table("stammesaeltester", "handel schamane", "trommler"), Play("stammesaeltester"), Visit(2))
    assert "Hand of Ben: Trade, Shaman" in seen(state, 0)
    assert "Hand of Ben: Trade, Shaman" in seen(state, 2)


def test_substitutes_are_shown_to_their_owner_alone():
    state = table("schimpanse schimpanse schimpanse", "handel", "handel")
    state = play(state, Substitute(), Lay(("schimpanse",) * 3))
    assert "Played in this turn: three cards face down (3 × Chimpanzee)" in seen(state, 0)
    assert "Played in this turn: three cards face down" in seen(state, 1)


def test_an_empty_boat_an_empty_village_the_fire_and_hidden_gold_are_told():
    state = table("handel", "handel", "handel", village="", burning=False, gold_open=False)
    lines = seen(play(state, Play("handel"), Buy("boat_2")), 1)
    assert "  2 gold: empty" in lines
    assert "Village: empty" in lines
    assert "Fire: out" in lines
    assert "▸ Anna     red, step 0, gold hidden, 0 cards, stall: salt, tea" in lines


def test_before_the_deal_no_boat_lies_there():
    lines = words.table(GAME.new(3, Options()), 0, NAMES)
    assert lines[0] == "Steps: 1 AA  2 ABC  3 ABCD  4 AABB  5 AAAB"


# Questions and choices.


def test_a_card_is_told_with_what_it_does():
    hand = "handel schamane stammesaeltester regenmacher schimpanse sammlerin traeger trommler wahrsagerin"
    state = table(hand, "handel", "handel", stalls=["tee"], gold=(12, 8, 8), steps=(2, 0, 0))
    assert asked(state) == "Which card do you play? 0 of 3 are played, the supply would be 3."
    assert offered(state) == [
        "Trade: buy a boat, sell two equal goods or rise a step",
        "Shaman: rise a step for 12 gold",
        "Tribal elder: another shows his hand; use one of its cards",
        "Rainmaker: 2 gold, as much as your step",
        "Chimpanzee: look at two hidden goods of a boat",
        "Gatherer: take a good from the village",
        "Porter: exchange a good with the village",
        "Drummer: exchange as many cards as you like",
        "Seer: draw two cards",
        "Play no more, and take your supply of 3",
    ]


def test_a_trade_tells_what_it_costs_and_brings():
    state = table("handel", "handel", stalls=["tee tee salz felle felle"], gold=(4, 8))
    state = play(state, Play("handel"))
    assert asked(state) == "Buy, sell or rise?"
    assert offered(state) == [
        "Buy for 2 gold: 2 × ? (1 too many for your stall)",
        "Buy for 3 gold: tea, 2 × ? (2 too many for your stall)",
        "Buy for 4 gold: fabrics, jewellery, ? (2 too many for your stall)",
        "Sell 2 × furs for 10 gold",
        "Sell 2 × tea for 10 gold",
        "Rise to step 1: give 2 × furs",
        "Rise to step 1: give 2 × tea",
    ]


def test_choices_are_told_in_german():
    language.use("de")
    state = table("handel fackelwerfer regenmacher", "handel", stalls=["tee tee"], gold=(2, 8), steps=(1, 0))
    assert offered(state)[0] == "Handel: ein Boot kaufen, zwei gleiche Waren verkaufen oder eine Stufe aufsteigen"
    assert offered(play(state, Play("handel"))) == ["Für 2 Gold kaufen: 2 × ?", "2 × Tee für 10 Gold verkaufen"]
    state = play(state, Play("regenmacher"))
    assert "Fackelwerfer: noch einmal: Regenmacher" in offered(state)
    assert asked(state) == "Welche Karte spielst du? 1 von 3 sind gespielt, der Nachschub wäre 2."


def test_surplus_limit_and_drum_tell_how_many():
    state = table("handel", "handel", stalls=["tee tee tee tee salz"])
    state = play(state, Play("handel"), Buy("boat_3"))
    assert asked(state) == "Your stall is too full: which goods go to the village, one by one? (2)"
    assert offered(state) == ["Give furs", "Give salt", "Give tea"]
    state = play(table("schimpanse " * 6, "handel"), STOP, Supply(1, 2))
    assert asked(state) == "You hold more than six cards: which one do you discard? (1)"
    assert offered(state) == ["Discard Trade", "Discard Chimpanzee"]
    state = play(table("trommler handel schamane", "handel"), Play("trommler"))
    assert asked(state) == "Which card do you discard? You draw as many as you discard."
    state = play(state, Discard("handel"))
    assert asked(state) == "1 card discarded. Another one?"
    assert offered(state) == ["Discard Shaman", "Enough: draw"]


def test_an_elder_is_told_step_by_step():
    state = play(table("stammesaeltester", "schimpanse trommler", "handel"), Play("stammesaeltester"))
    assert asked(state) == "Who shows his hand?"
    assert offered(state) == ["Player 2 (blue): 2 cards, step 0", "Player 3 (purple): 1 card, step 0"]
    state = play(state, Visit(2))
    assert asked(state) == "Which of these cards do you use?"
    assert offered(state) == ["Chimpanzee: look at two hidden goods of a boat", "Use none of them"]
    looking = play(state, Use("schimpanse"))
    assert asked(looking) == "At which hidden goods do you look?"
    assert offered(looking)[:2] == ["boat for 2 gold, field 1, 2", "boat for 3 gold, field 2, 3"]
    state = play(state, NO)
    assert asked(state) == "Your hand was shown. Do you discard a card and draw another?"
    assert offered(state) == ["Discard Chimpanzee", "Discard Drummer", "Keep all cards"]


def test_sharing_tells_the_price_and_what_one_has():
    state = play(table("sammlerin", "handel", gold=(8, 3)), Play("sammlerin"), Take("tee"))
    assert asked(state) == "Do you use the Gatherer, too, for 1 gold? You have 3."
    assert offered(state) == ["Pay 1 gold and use it: take a good from the village", "No, thank you"]


def test_supplies_and_substitutes_are_told():
    state = table("schimpanse schimpanse regenmacher trommler", "handel")
    assert "Three cards face down instead of a Trade card: buy, sell or rise" in offered(state)
    assert offered(play(state, STOP)) == [
        "Take 3 cards",
        "Take 2 cards and 1 gold",
        "Take 1 card and 2 gold",
        "Take 3 gold",
    ]
    state = play(state, Substitute())
    assert asked(state) == "Which three cards do you lay face down?"
    assert offered(state)[0] == "Rainmaker, 2 × Chimpanzee"
    laid = play(state, Lay(("regenmacher", "schimpanse", "schimpanse")), Buy("boat_2"))
    assert end_turn(laid).turn == 1


def test_a_figure_is_chosen_by_its_colour():
    state = play(GAME.new(2, Options()), dealt())
    assert asked(state) == "Which figure do you choose?"
    assert offered(state) == ["red", "blue", "purple", "brown"]


def test_a_look_at_two_boats_names_both():
    state = play(table("schimpanse", "handel", chimp_same_boat=False), Play("schimpanse"))
    assert "boat for 2 gold, field 1; boat for 3 gold, field 2" in offered(state)


# Stories.


@pytest.mark.parametrize(("event", "english", "german"), STORIES, ids=[type(row[0]).__name__ for row in STORIES])
def test_what_happened_is_told(event: e.Event, english: str, german: str):
    assert words.story(event, NAMES) == english
    language.use("de")
    assert words.story(event, NAMES) == german


def test_every_event_has_a_story():
    assert {type(event) for event, _, _ in STORIES} == set(get_args(e.Event))


def test_title_and_summary():
    assert words.title() == "Waka Waka"
    assert words.summary().startswith("Buy goods from the boats")
    language.use("de")
    assert words.summary().startswith("Kauft Waren")
