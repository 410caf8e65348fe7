"""What is refused in Waka Waka, and why: the rule, the reason, and the question that is open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rumms.games.waka_waka.cards import BOATS, CARDS, ELDER, FIELDS, GOODS, TORCH, TRADE
from rumms.games.waka_waka.course import top_step
from rumms.games.waka_waka.effects import SHAMAN_GOLD, SUBSTITUTES, can_trade, has_goods, repeatable
from rumms.games.waka_waka.state import (
    Ask,
    Buy,
    Discard,
    Give,
    Look,
    Play,
    Rise,
    Sell,
    State,
    Substitute,
    Supply,
    Take,
    Task,
    Use,
    Visit,
)
from rumms.games.waka_waka.turn import SUPPLY
from rumms.kernel.refusal import IllegalMove, Refusal, later

QUESTIONS: Final[dict[Ask, tuple[str, str]]] = {
    Ask.DEAL: ("WAK-04", later("Now all 84 goods and all 66 cards are shuffled.")),
    Ask.RESTORE: ("WAK-04", later("Now the goods and the cards of the start position are shuffled.")),
    Ask.MIX: ("WAK-11", later("Now the Fire cards that were handed back are shuffled into the draw pile.")),
    Ask.DRAW: ("WAK-24", later("Now the discard pile is shuffled, exactly its cards.")),
    Ask.REFILL: ("WAK-29", later("Now the goods of the village are shuffled, all of them.")),
    Ask.FIGURE: ("WAK-08", later("Now choose a figure that nobody has yet.")),
    Ask.PLAY: ("WAK-14", later("Now play a card, or play no more.")),
    Ask.LAY: ("WAK-49", later("Now lay three cards of your hand face down, named in the order of the cards.")),
    Ask.TRADE: ("WAK-36", later("Now buy, sell or rise.")),
    Ask.TAKE: ("WAK-72", later("Now take a good from the village.")),
    Ask.GIVE: ("WAK-74", later("Now put a good of your stall into the village.")),
    Ask.SURPLUS: ("WAK-40", later("Now put a good into the village: your stall has room for six.")),
    Ask.LOOK: ("WAK-71", later("Now look at hidden goods of a boat.")),
    Ask.VISIT: ("WAK-58", later("Now choose another player who holds cards.")),
    Ask.USE: ("WAK-58", later("Now use a card of the hand that is shown, or none.")),
    Ask.EXCHANGE: ("WAK-60", later("Now discard a card and draw another, or keep all.")),
    Ask.DRUM: ("WAK-75", later("Now discard a card; after at least one you may stop and draw as many.")),
    Ask.SHARE: ("WAK-32", later("Now say whether you use the card, too, for 1 gold.")),
    Ask.SUPPLY: ("WAK-18", later("Now take your supply.")),
    Ask.LIMIT: ("WAK-22", later("Now discard a card: at the end of your turn you hold six at most.")),
}
"""What is open, and the rule that says so."""


def refusal(state: State, action: object) -> IllegalMove:
    """Why this is not legal now."""
    if not state.tasks:
        return IllegalMove("WAK-80", "The game is over.")
    task = state.tasks[0]
    why = REASONS.get((task.ask, type(action)))
    if why and (reason := why(state, task, action)):
        return reason
    rule, text = QUESTIONS[task.ask]
    return IllegalMove(rule, text)


def _play(state: State, task: Task, action: Play) -> IllegalMove | None:
    card = action.card
    if card not in CARDS:
        return IllegalMove("WAK-14", "There is no card '{card}'.", card=card)
    if card not in state.hands[task.seat]:
        return IllegalMove("WAK-14", "{card} is not in your hand.", card=CARDS[card].name)
    rule, text = WHY_NOT[card](state, task)
    return IllegalMove(rule, "{card} cannot be played: {reason}", card=CARDS[card].name, reason=Refusal(text))


def _shaman(state: State, task: Task) -> tuple[str, str]:
    if not state.burning:
        return "WAK-54", later("the fire is out.")
    if state.gold[task.seat] < SHAMAN_GOLD:
        return "WAK-53", later("it costs 12 gold.")
    return "WAK-44", later("you are on the top step.")


def _torch(state: State, _task: Task) -> tuple[str, str]:
    if not state.display:
        return "WAK-64", later("it can only be the second or third card of a turn.")
    if repeatable(state) is None:
        return "WAK-68", later("a substitute trade cannot be repeated.")
    return "WAK-17", later("what it would repeat is not possible once more.")


WHY_NOT: Final[dict[str, Callable[[State, Task], tuple[str, str]]]] = {
    "handel": lambda *_: ("WAK-17", later("there is nothing to buy, to sell or to rise for.")),
    "feuer": lambda *_: ("WAK-55", later("it never enters a hand.")),
    "schamane": _shaman,
    "stammesaeltester": lambda *_: ("WAK-58", later("nobody else holds a card.")),
    "fackelwerfer": _torch,
    "regenmacher": lambda *_: ("WAK-69", later("you are on step 0.")),
    "schimpanse": lambda *_: ("WAK-71", later("no boat hides a good.")),
    "sammlerin": lambda *_: ("WAK-79", later("the village is empty.")),
    "traeger": lambda *_: ("WAK-79", later("it takes a good in the village and one in your stall.")),
    "trommler": lambda *_: ("WAK-75", later("you hold no other card.")),
    "wahrsagerin": lambda *_: ("WAK-26", later("there is no card to draw.")),
}
"""Why a card that is in the hand cannot be used."""


def _substitute(state: State, task: Task, _action: Substitute) -> IllegalMove | None:
    hand = state.hands[task.seat]
    if state.options.substitute_needs_no_trade and TRADE in hand:
        return IllegalMove("WAK-50", "Three cards replace a Trade card only while you hold none.")
    if len(hand) < SUBSTITUTES:
        return IllegalMove("WAK-49", "It takes three cards to replace a Trade card.")
    if not can_trade(state, task.seat):
        return IllegalMove("WAK-17", "There is nothing to buy, to sell or to rise for.")
    return None


def _buy(state: State, task: Task, action: Buy) -> IllegalMove | None:
    boat = BOATS.get(action.boat)
    if boat is None:
        return IllegalMove("WAK-37", "There is no boat '{boat}'.", boat=action.boat)
    if not has_goods(state, boat.id):
        return IllegalMove("WAK-28", "The boat for {price} gold is empty until the turn ends.", price=boat.price)
    return IllegalMove(
        "WAK-38",
        "The boat costs {price} gold, and you have {gold}.",
        price=boat.price,
        gold=state.gold[task.seat],
    )


def _sell(state: State, task: Task, action: Sell) -> IllegalMove | None:
    if action.good in state.stalls[task.seat]:
        return IllegalMove(
            "WAK-41", "It takes two of a kind to sell, and you have only one: {good}.", good=_good(action.good)
        )
    return _not_in_stall("WAK-41", action.good)


def _rise(state: State, task: Task, _action: Rise) -> IllegalMove | None:
    if state.steps[task.seat] == top_step(state):
        return IllegalMove("WAK-44", "You are on the top step.")
    return IllegalMove("WAK-46", "That does not pay for the next step; goods are named in the order of the goods.")


def _take(state: State, _task: Task, action: Take) -> IllegalMove | None:
    if action.good in state.village:
        return IllegalMove("WAK-74", "You have just put it into the village; take one that lay there before.")
    return IllegalMove("WAK-72", "The village has no good of this kind: {good}.", good=_good(action.good))


def _give(state: State, task: Task, action: Give) -> IllegalMove | None:
    if action.good in state.stalls[task.seat]:
        return IllegalMove("WAK-73", "Not the good that you have just taken.")
    return _not_in_stall("WAK-40", action.good)


def _look(state: State, _task: Task, action: Look) -> IllegalMove | None:
    for name in action.fields:
        if name not in FIELDS or FIELDS[name].has_eye or not state.boats[list(FIELDS).index(name)]:
            return IllegalMove("WAK-71", "No hidden good lies on '{field}'.", field=name)
    return IllegalMove("WAK-71", "Look at two hidden goods of one boat, or at the only one it hides.")


def _visit(_state: State, _task: Task, action: Visit) -> IllegalMove | None:
    return IllegalMove("WAK-58", "Seat {seat} is no other player who holds cards.", seat=action.player)


def _use(state: State, task: Task, action: Use) -> IllegalMove | None:
    card = action.card
    if card not in state.hands[task.other]:
        return None
    if card in (TORCH, ELDER):
        return IllegalMove("WAK-62", "{card} cannot be used through a Tribal elder.", card=CARDS[card].name)
    rule, text = WHY_NOT[card](state, task)
    return IllegalMove(rule, "{card} cannot be used: {reason}", card=CARDS[card].name, reason=Refusal(text))


def _discard(_state: State, _task: Task, action: Discard) -> IllegalMove | None:
    name = CARDS[action.card].name if action.card in CARDS else f"'{action.card}'"
    return IllegalMove("WAK-22", "{card} is not in your hand.", card=name)


def _supply(state: State, _task: Task, _action: Supply) -> IllegalMove | None:
    return IllegalMove(
        "WAK-18",
        "Your supply is worth {worth}, with no more cards than the piles hold.",
        worth=SUPPLY[len(state.display)],
    )


def _not_in_stall(rule: str, good: str) -> IllegalMove:
    return IllegalMove(rule, "Your stall has no good of this kind: {good}.", good=_good(good))


def _good(good: str) -> dict[str, str] | str:
    return GOODS[good].name if good in GOODS else f"'{good}'"


REASONS: Final[dict[tuple[Ask, type], Callable[..., IllegalMove | None]]] = {
    (Ask.PLAY, Play): _play,
    (Ask.PLAY, Substitute): _substitute,
    (Ask.TRADE, Buy): _buy,
    (Ask.TRADE, Sell): _sell,
    (Ask.TRADE, Rise): _rise,
    (Ask.TAKE, Take): _take,
    (Ask.GIVE, Give): _give,
    (Ask.SURPLUS, Give): _give,
    (Ask.LOOK, Look): _look,
    (Ask.VISIT, Visit): _visit,
    (Ask.USE, Use): _use,
    (Ask.EXCHANGE, Discard): _discard,
    (Ask.DRUM, Discard): _discard,
    (Ask.LIMIT, Discard): _discard,
    (Ask.SUPPLY, Supply): _supply,
}
"""Where an action of the right sort is refused for a reason of its own."""
