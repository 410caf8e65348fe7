"""Waka Waka in as few words as fit on cards and buttons."""

from __future__ import annotations

from rumms.games.waka_waka.cards import CARDS
from rumms.language import code, count, say


def card_name(card: str) -> str:
    """What stands on a card."""
    return say("Fire") if card == "feuer" else CARDS[card].name[code()]


def duty(card: str) -> str:
    """What a card does, in as few words as fit on it."""
    return {
        "handel": say("buy, sell or rise"),
        "feuer": say("turns the fire"),
        "schamane": say("12 gold: one step"),
        "stammesaeltester": say("use another's card"),
        "fackelwerfer": say("the same once more"),
        "regenmacher": say("gold as your step"),
        "schimpanse": say("look at two goods"),
        "sammlerin": say("take a good"),
        "traeger": say("swap a good"),
        "trommler": say("swap hand cards"),
        "wahrsagerin": say("draw two cards"),
    }[card]


def supply_name(cards: int, gold: int) -> str:
    """A supply in a few words."""
    some = count("{number} card", "{number} cards", cards)
    if not gold:
        return some
    coins = say("{gold} gold", gold=gold)
    return f"{some} + {coins}" if cards else coins


def labels() -> dict[str, tuple[str, str]]:
    """What stands on a button, and its icon."""
    return {
        "play": (say("Play it"), "play"),
        "substitute": (say("Three cards as Trade"), "cards"),
        "stop": (say("Played enough"), "check"),
        "discard": (say("Discard it"), "cards"),
        "lay": (say("Lay these three"), "cards"),
        "use": (say("Use it"), "play"),
        "buy": (say("Buy"), "boat"),
        "take": (say("Take it"), "basket"),
        "give": (say("To the village"), "basket"),
        "look": (say("Look at them"), "eye"),
        "share": (say("Use it for 1 gold"), "gold"),
        "decline": (say("No, thanks"), "close"),
        "enough": (say("Enough, draw"), "check"),
    }
