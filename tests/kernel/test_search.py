"""The search bot, shown with games small enough to see through, and kept honest at the real ones."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec import Struct

from rumms.catalogue import GAMES, Entry, find
from rumms.kernel import search
from rumms.kernel.bots import Bot, RandomBot, ask, make
from rumms.kernel.choices import Picks
from rumms.kernel.game import NATURE, Change, Choices, Correction, Forced, Game, Listed, Seat
from rumms.kernel.refusal import BadBot, IllegalMove
from rumms.kernel.search import MOST_DRAWN, WIDEN, Candidate, Search, Seconds
from rumms.kernel.session import Session

Winners = frozenset[Seat]
HIDDEN = "?"
WIN, LOSS = frozenset({0}), frozenset({1})
"""Seat 0 is the one who searches."""
SEEDS = range(5)


class Options(Struct, frozen=True):
    """None."""


class Moment(NamedTuple):
    """Who decides, and where each decision leads: to another moment, or to those who have won."""

    seat: Seat
    ways: Mapping[str, Moment | Winners]
    secret: bool = False
    """Nobody sees what was decided."""


class State(Struct, frozen=True):
    """What was decided so far."""

    path: tuple[str, ...] = ()


class Tale:
    """A game told as a tree of moments. It writes down which moves were made and how often it was guessed at."""

    name = "tale"
    options = Options
    actions: Any = str
    position = Options
    physics: str | None = None
    corrections: tuple[Correction, ...] = ()

    def __init__(self, first: Moment, seats: int = 2) -> None:
        self.first, self.seats = first, range(seats, seats + 1)
        self.made: list[tuple[str, ...]] = []
        self.guesses = 0

    def defaults(self, _bots: tuple[str | None, ...]) -> tuple[str, ...]:
        return ()

    def new(self, _seats: int, _options: Options, _start: Options | None = None) -> State:
        return State()

    def actor(self, state: State) -> Seat | None:
        place = self._place(state.path)
        return place.seat if isinstance(place, Moment) else None

    def legal(self, state: State) -> Choices[str]:
        ways = self._moment(state.path).ways
        return Forced(ways) if len(ways) == 1 else Listed(ways)

    def apply(self, state: State, action: str) -> Change[State]:
        if action not in self.legal(state):
            raise IllegalMove("TAL-01", "No.")
        self.made.append((*state.path, action))
        return Change(State((*state.path, action)))

    def view(self, state: State, _seat: Seat) -> State:
        secret = (self._moment(state.path[:place]).secret for place in range(len(state.path)))
        return State(tuple(HIDDEN if hide else word for word, hide in zip(state.path, secret, strict=True)))

    def guess(self, view: State, _seat: Seat, rng: Random) -> State:
        self.guesses += 1
        path: tuple[str, ...] = ()
        for word in view.path:
            path += (rng.choice(list(self._moment(path).ways)) if word == HIDDEN else word,)
        return State(path)

    def winners(self, state: State) -> Winners:
        place = self._place(state.path)
        if isinstance(place, Moment):
            raise AssertionError(state)
        return place

    def _place(self, path: tuple[str, ...]) -> Moment | Winners:
        place: Moment | Winners = self.first
        for word in path:
            if not isinstance(place, Moment):
                raise AssertionError(path)
            place = next(iter(place.ways.values())) if word == HIDDEN else place.ways[word]
        return place

    def _moment(self, path: tuple[str, ...]) -> Moment:
        place = self._place(path)
        if not isinstance(place, Moment):
            raise AssertionError(path)
        return place


class Last:
    """A bot that always takes the last way, and knows no secrets."""

    def __init__(self, _game: Game[Any, Any], _budget: str | None = None) -> None:
        self.seen: list[tuple[Seat, tuple[str, ...]]] = []

    def choose(self, view: State, seat: Seat, legal: Choices[str], _rng: Random) -> str:
        if not isinstance(legal, Listed) or isinstance(legal, Forced):
            raise AssertionError(legal)
        self.seen.append((seat, view.path))
        chosen: str = legal[-1]
        return chosen


class First(Last):
    """A bot that always takes the first way."""

    def choose(self, _view: Any, _seat: Seat, legal: Choices[str], _rng: Random) -> str:
        chosen: str = next(iter(legal))  # type: ignore[call-overload]
        return chosen


def chance(wins: int, of: int) -> Moment:
    """Nature decides, and so many of so many draws are wins."""
    return Moment(NATURE, {str(number): WIN if number < wins else LOSS for number in range(of)})


def dealt(cards: str, then: Mapping[str, str]) -> Moment:
    """A card nobody sees lies on the table; each choice wins with the cards that stand behind it."""
    return Moment(
        NATURE,
        {
            card: Moment(0, {choice: WIN if card in winning else LOSS for choice, winning in then.items()})
            for card in cards
        },
        secret=True,
    )


def nim(left: int, seat: Seat = 0) -> Moment | Winners:
    """Take one, two or three; whoever takes the last one wins."""
    if not left:
        return frozenset({1 - seat})
    return Moment(seat, {str(take): nim(left - take, 1 - seat) for take in range(1, min(3, left) + 1)})


def tale(first: Moment | Winners, seats: int = 2) -> Tale:
    if not isinstance(first, Moment):
        raise AssertionError(first)
    return Tale(first, seats)


def decision(game: Tale, bot: Search, state: State = State(), seed: int = 1) -> str:  # noqa: B008  it is frozen
    view = game.view(state, 0)
    chosen: str = bot.choose(view, 0, game.legal(view), Random(seed))
    return chosen


def decisions(first: Moment | Winners, budget: str, state: State = State(), seats: int = 2) -> set[str]:  # noqa: B008
    """What it chooses, whatever the seed."""
    return {decision(game, Search(game, budget), state, seed) for seed in SEEDS for game in [tale(first, seats)]}


def deciding(entry: Entry, seats: int, seed: int) -> Iterator[Any]:
    """The states of a random game in which somebody has to decide."""
    game = entry.game
    session = Session(game, game.new(seats, game.options()), seed)
    session.go_on()
    while (seat := session.actor) is not None:
        yield session.state
        session.play(game.legal(session.state).sample(session.rng(seat)))


def moments(entry: Entry) -> list[Any]:
    """Several of them, early and late."""
    return list(deciding(entry, 3, 5))[::17][:8]


WITH_SEARCH = {name: entry for name, entry in GAMES.items() if "search" in entry.bots}


@pytest.fixture(params=WITH_SEARCH.values(), ids=list(WITH_SEARCH))
def entry(request: pytest.FixtureRequest) -> Entry:
    """Every game that has the bot."""
    chosen: Entry = request.param
    return chosen


# What it finds.


def test_it_takes_the_win():
    assert decisions(Moment(0, {"a": LOSS, "b": LOSS, "c": WIN, "d": LOSS, "e": LOSS}), "5") == {"c"}


def test_it_finds_the_best_chance():
    ways = {str(wins): chance(wins, 10) for wins in (1, 5, 9, 3, 0)}
    assert decisions(Moment(0, ways), "400") == {"9"}


def test_it_sees_the_one_reply_that_refutes_a_tempting_choice():
    """Replies at random would lose three times out of four; the right one always wins."""
    tempting = Moment(1, {"a": WIN, "b": WIN, "c": LOSS, "d": WIN})
    assert decisions(Moment(0, {"tempting": tempting, "sober": chance(1, 2)}), "1000") == {"sober"}


def test_it_sees_that_it_can_answer_a_threat():
    """Random answers would lose three times out of four; its own right one always wins."""
    threatened = Moment(1, {"threat": Moment(0, {"a": LOSS, "b": WIN, "c": LOSS, "d": LOSS}), "slip": WIN})
    assert decisions(Moment(0, {"bold": threatened, "sober": chance(1, 2)}), "2000") == {"bold"}


@pytest.mark.parametrize(("left", "right"), [(2, "2"), (3, "3"), (5, "1"), (6, "2"), (7, "3"), (9, "1")])
def test_it_plays_nim(left: int, right: str):
    assert decisions(nim(left), "1500") == {right}


def test_it_averages_over_what_is_hidden():
    """The card that lies there would make the gamble win, but it knows only that it is one of three."""
    cards = dealt("abc", {"gamble": "a", "safe": "bc", "folly": ""})
    for card in "abc":
        assert decisions(cards, "300", State((card,))) == {"safe"}


def test_its_opponents_do_not_see_what_is_hidden_either():
    """Whoever saw the card would always refute it; who does not is wrong twice out of three times."""
    replies = {
        card: Moment(0, {"ask": Moment(1, {guess: LOSS if guess == card else WIN for guess in "abc"}), "leave": LOSS})
        for card in "abc"
    }
    game = Tale(Moment(NATURE, replies, secret=True))
    bot = Search(game, "300", rollout=Last)
    assert decision(game, bot, State(("b",))) == "ask"
    assert isinstance(bot.rollout, Last)
    assert {path for seat, path in bot.rollout.seen if seat == 1} == {(HIDDEN, "ask")}


def test_a_shared_win_counts_in_parts():
    shared = frozenset({0, 1})
    assert decisions(Moment(0, {"share": shared, "dare": chance(2, 6)}), "1000") == {"share"}
    assert decisions(Moment(0, {"share": shared, "dare": chance(4, 6)}), "1000") == {"dare"}
    for_three = frozenset({0, 1, 2})
    assert decisions(Moment(0, {"share": for_three, "dare": chance(3, 6)}), "1000", seats=3) == {"dare"}


def test_a_game_that_nobody_wins_is_worth_nothing():
    assert decisions(Moment(0, {"nobody": frozenset(), "dare": chance(1, 10)}), "1000") == {"dare"}


def test_each_of_three_seats_looks_after_itself():
    """Seat 2 could spoil it for both by spite, at random it would half of the time, but it wants its own half."""
    trusting = Moment(1, {"spite": frozenset({2}), "own": frozenset({0, 1})})
    losing = Moment(2, {"x": LOSS, "y": LOSS})
    ways: dict[str, Moment | Winners] = {"third": frozenset({0, 1, 2}), "trust": trusting, "lose": losing}
    assert decisions(Moment(0, ways), "1000", seats=3) == {"trust"}


def test_the_last_of_five_seats_can_search_too():
    ways = {str(seat): frozenset({seat}) for seat in range(5)}
    game = Tale(Moment(4, ways), 5)
    assert Search(game, "5").choose(State(), 4, game.legal(State()), Random(1)) == "4"


def test_what_a_trusted_rollout_bot_would_do_is_done_in_doubt():
    """Both choices are alike, so whatever seems better is so by chance; without such a bot it may be chosen."""
    ways = {"a": chance(5, 10), "b": chance(5, 10), "c": chance(5, 10)}
    untrusted, trusted = set(), []
    for seed in range(40):
        game = Tale(Moment(0, ways))
        untrusted.add(decision(game, Search(game, "60"), seed=seed))
        trusted.append(decision(game, Search(game, "60", rollout=Last), seed=seed))
    assert untrusted == {"a", "b", "c"}
    assert trusted.count("c") > 25


def test_what_is_better_beyond_doubt_is_done_whatever_the_rollout_bot_would_do():
    ways = {"a": chance(2, 10), "b": chance(9, 10), "c": chance(4, 10)}
    for seed in range(10):
        game = Tale(Moment(0, ways))
        assert decision(game, Search(game, "300", rollout=Last), seed=seed) == "b"


@pytest.mark.parametrize(
    ("ahead", "behind", "better"),
    [(2, 0, True), (10, 6, False), (11, 5, True), (6, 6, False), (0, 4, False), (1, 0, False)],
)
def test_better_beyond_doubt_is_a_lead_of_more_than_a_standard_error(ahead: int, behind: int, better: bool):
    """Of 16 tries, 10 wins more than losses lead by 0.25, which is one standard error."""
    candidate = Candidate("a")
    for more in [1.0] * ahead + [-1.0] * behind:
        candidate.edge.visits += 1
        candidate.compare(more)
    assert candidate.is_better == better


@pytest.mark.parametrize("number", [2, 3, 5, 9])
def test_what_the_rollout_bot_would_do_never_drops_out(number: int):
    """Though it is the worst of all."""
    ways: dict[str, Moment | Winners] = {str(way): chance(9, 10) for way in range(number - 1)}
    game = Tale(Moment(0, ways | {"last": chance(1, 10)}))
    decision(game, Search(game, "200", rollout=Last))
    often = Counter(tried(game))
    assert often["last"] == max(often.values())


# How it tries.


def tried(game: Tale, depth: int = 0) -> list[str]:
    """The choices that were tried from the start, one after the other."""
    return [path[-1] for path in game.made if len(path) == depth + 1]


@pytest.mark.parametrize("number", range(2, 18))
@pytest.mark.parametrize("budget", [100, 201])
def test_it_uses_its_budget_and_no_more(number: int, budget: int):
    game = Tale(Moment(0, {str(way): chance(1, 2) for way in range(number)}))
    decision(game, Search(game, str(budget)))
    assert budget - 1 <= len(tried(game)) <= budget


@pytest.mark.parametrize(("number", "budget"), [(5, 5), (5, 14), (16, 16), (16, 60), (17, 84)])
def test_a_budget_that_is_just_enough_is_not_exceeded_either(number: int, budget: int):
    game = Tale(Moment(0, {str(way): chance(1, 2) for way in range(number)}))
    decision(game, Search(game, str(budget)))
    assert len(tried(game)) <= budget


@pytest.mark.parametrize("number", [2, 5, 16])
def test_the_smallest_budget_still_tries_every_choice_once(number: int):
    game = Tale(Moment(0, {str(way): chance(1, 2) for way in range(number)}))
    decision(game, Search(game, "1"))
    assert Counter(tried(game)) == dict.fromkeys(map(str, range(number)), 1)


def test_half_of_the_choices_drop_out_again_and_again():
    game = Tale(Moment(0, {str(wins): chance(wins, 8) for wins in range(9)}))
    assert decision(game, Search(game, "400")) == "8"
    often = sorted(Counter(tried(game)).values())
    assert [often.count(number) for number in sorted(set(often))] == [4, 2, 1, 2]


def test_choices_are_tried_with_the_same_guesses_and_the_same_luck():
    luck = Moment(NATURE, {str(number): WIN for number in range(1000)})
    cards = {card: Moment(0, dict.fromkeys("uvwxy", luck)) for card in "abcdef"}
    game = Tale(Moment(NATURE, cards, secret=True))
    decision(game, Search(game, "100"), State(("f",)))
    ends = [path for path in game.made if len(path) == 3]
    rounds: list[list[tuple[str, ...]]] = []
    for card, choice, number in ends:
        if not rounds or choice in {other for _, other, _ in rounds[-1]}:
            rounds.append([])
        rounds[-1].append((card, choice, number))
    assert len(rounds) == game.guesses
    assert [len(each) for each in rounds] == sorted(map(len, rounds), reverse=True)
    assert {len(each) for each in rounds} == {5, 3, 2}
    for each in rounds:
        assert len({(card, number) for card, _, number in each}) == 1
    assert {card for (card, _, _), *_ in rounds} == set("abcdef")
    assert len({number for (_, _, number), *_ in rounds}) > len(rounds) - 3, "luck changes from guess to guess"


def test_a_single_choice_is_taken_without_trying_it():
    game = Tale(Moment(0, {"only": chance(1, 2)}))
    assert Search(game).choose(State(), 0, Listed(["only"]), Random(1)) == "only"
    assert (game.made, game.guesses) == ([], 0)


def test_without_a_value_games_are_played_to_their_end():
    long: Moment | Winners = WIN
    for number in range(40):
        long = Moment(number % 2, {"on": long, "also on": long})
    game = Tale(Moment(0, {"short": LOSS, "long": long}))
    assert decision(game, Search(game, "20")) == "long"
    assert max(map(len, game.made)) == 41
    assert sum(len(path) == 41 for path in game.made) == 10


def test_where_the_value_can_judge_a_game_is_not_played_on():
    """In the end `bad` would win; the value says otherwise, once three moves were made."""
    asked: list[State] = []

    def value(state: State, seat: Seat) -> float | None:
        asked.append(state)
        if len(state.path) < 3:
            return None
        good = 0.9 if state.path[0] == "good" else 0.2
        return good if seat == 0 else 1 - good

    def then(winners: Winners) -> Moment:
        late = Moment(1, {"z": winners, "zz": winners})
        return Moment(1, {"x": Moment(0, {"y": late, "yy": late}), "xx": Moment(0, {"y": late, "yy": late})})

    game = Tale(Moment(0, {"bad": then(WIN), "good": then(LOSS)}))
    assert decision(game, Search(game, "100", value=value)) == "good"
    assert {len(state.path) for state in asked} <= {1, 2, 3}
    assert max(map(len, game.made)) == 3


def test_a_value_is_the_chance_of_the_seat_that_chooses():
    """Seat 2 replies by the value as seat 2 sees it."""

    def value(state: State, seat: Seat) -> float | None:
        worth = {"mild": 0.6, "harsh": 0.1, "sober": 0.4}.get(state.path[-1])
        return worth if worth is None or seat == 0 else 1 - worth

    after = Moment(0, {"a": WIN, "b": WIN})
    risky = Moment(1, {"mild": after, "harsh": after})
    ways = {"risky": risky, "sober": Moment(1, {"a": after, "b": after})}
    for seed in SEEDS:
        game = Tale(Moment(0, ways))
        assert decision(game, Search(game, "1000", value=value), seed=seed) == "sober"


def test_what_a_game_has_come_to_counts_more_than_its_value():
    """At the end of the game nobody needs a guess at who wins."""

    def value(state: State, _seat: Seat) -> float | None:
        return {"won": 0.1, "worth": 0.9}[state.path[0]]

    game = Tale(Moment(0, {"won": WIN, "worth": Moment(1, {"a": LOSS, "b": LOSS})}))
    assert decision(game, Search(game, "20", value=value)) == "won"


def test_replies_begin_with_what_the_rollout_bot_would_do():
    """Two iterations a choice: the first is the rollout, the second is the first reply in the tree."""
    game = Tale(Moment(0, {"a": Moment(1, {"x": WIN, "y": LOSS}), "b": Moment(1, {"x": LOSS, "y": WIN})}))
    assert decision(game, Search(game, "4", rollout=Last)) == "b"
    assert {path for path in game.made if len(path) == 2} == {("a", "y"), ("b", "y")}


def test_other_replies_are_tried_as_visits_grow():
    replies: dict[str, Moment | Winners] = dict.fromkeys("uvwxyz", WIN)
    game = Tale(Moment(0, {"a": Moment(1, replies), "b": LOSS}))
    decision(game, Search(game, str(2 * WIDEN - 2), rollout=Last))
    assert {path for path in game.made if len(path) == 2} == {("a", "z")}
    game = Tale(Moment(0, {"a": Moment(1, replies), "b": LOSS}))
    decision(game, Search(game, str(100 * WIDEN), rollout=Last))
    assert {path for path in game.made if len(path) == 2} == {("a", reply) for reply in "uvwxyz"}


def test_a_good_reply_is_tried_more_often_and_a_bad_one_now_and_then():
    game = Tale(Moment(0, {"a": Moment(1, {"bad": WIN, "good": LOSS}), "b": LOSS}))
    decision(game, Search(game, "1000"))
    often = Counter(path for path in game.made if len(path) == 2)
    assert often["a", "good"] > 450
    assert often["a", "bad"] > 3


def test_what_the_rules_leave_no_choice_about_is_not_asked():
    """The rollout bot refuses to be asked there."""
    end = Moment(0, {"must": Moment(1, {"must too": Moment(0, {"x": LOSS, "y": WIN})})})
    game = Tale(Moment(0, {"a": LOSS, "b": Moment(NATURE, {"draw": end})}))
    assert decision(game, Search(game, "40", rollout=Last)) == "b"


def test_a_game_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(search, "LONGEST", 25)
    ways: dict[str, Moment | Winners] = {}
    endless = Moment(1, ways)
    ways.update(on=endless, further=endless)
    game = Tale(Moment(0, {"endless": endless, "chance": chance(1, 10), "endless too": endless}))
    assert decision(game, Search(game, "300")) == "chance", "what does not end is worth nothing"
    assert 20 < max(map(len, game.made)) < 200


class Climb:
    """Two take turns on a ladder of 200 rungs; whoever stops has lost, and at the top seat 1 wins."""

    name = "climb"
    seats = range(2, 3)
    options = Options
    actions: Any = str
    position = Options
    physics: str | None = None
    corrections: tuple[Correction, ...] = ()
    top = 200

    def __init__(self) -> None:
        self.highest = 0

    def defaults(self, _bots: tuple[str | None, ...]) -> tuple[str, ...]:
        return ()

    def new(self, _seats: int, _options: Options, _start: Options | None = None) -> int:
        return 0

    def actor(self, state: int) -> Seat | None:
        return state % 2 if 0 <= state < self.top else None

    def legal(self, _state: int) -> Listed[str]:
        return Listed(("on", "stop"))

    def apply(self, state: int, action: str) -> Change[int]:
        self.highest = max(self.highest, state)
        return Change(state + 1 if action == "on" else -1 - state % 2)

    def view(self, state: int, _seat: Seat) -> int:
        return state

    def guess(self, view: int, _seat: Seat, _rng: Random) -> int:
        return view

    def winners(self, state: int) -> Winners:
        return LOSS if state == -1 else WIN


def test_the_tree_of_a_long_game_can_be_deep():
    """Deeper than Python likes functions to call each other."""
    game, limit = Climb(), sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 100)
    try:
        assert Search(game, "500", rollout=First).choose(0, 0, game.legal(0), Random(1)) == "on"
    finally:
        sys.setrecursionlimit(limit)
    assert game.highest == game.top - 1


# Choices that are too many to list.


class Take(Struct, frozen=True):
    """Some of twenty things."""

    things: tuple[int, ...]


class Pick(Struct, frozen=True):
    """What was taken, and what was taken in reply."""

    taken: tuple[Take, ...] = ()


class Twenty:
    """Seat 1 takes any of twenty things, then seat 2; seat 1 wins by taking all, or else more than seat 2."""

    name = "twenty"
    seats = range(2, 3)
    options = Options
    actions: Any = Take
    position = Options
    physics: str | None = None
    corrections: tuple[Correction, ...] = ()

    def __init__(self) -> None:
        self.tried: list[Take] = []

    def defaults(self, _bots: tuple[str | None, ...]) -> tuple[str, ...]:
        return ()

    def new(self, _seats: int, _options: Options, _start: Options | None = None) -> Pick:
        return Pick()

    def actor(self, state: Pick) -> Seat | None:
        return len(state.taken) if len(state.taken) < 2 else None

    def legal(self, _state: Pick) -> Picks[Take]:
        return Picks(tuple(range(20)), Take)

    def apply(self, state: Pick, action: Take) -> Change[Pick]:
        if not state.taken:
            self.tried.append(action)
        return Change(Pick((*state.taken, action)))

    def view(self, state: Pick, _seat: Seat) -> Pick:
        return state

    def guess(self, view: Pick, _seat: Seat, _rng: Random) -> Pick:
        return view

    def winners(self, state: Pick) -> Winners:
        mine, theirs = (len(take.things) for take in state.taken)
        return WIN if mine == 20 or mine > theirs else LOSS


class All:
    """Takes everything."""

    def __init__(self, _game: Game[Any, Any], _budget: str | None = None) -> None:
        """Need nothing."""

    def choose(self, _view: Pick, _seat: Seat, legal: Choices[Take], _rng: Random) -> Take:
        if not isinstance(legal, Picks):
            raise AssertionError(legal)
        chosen: Take = legal.pick(legal.things)
        return chosen


def test_among_choices_that_are_not_listed_the_rollout_bots_is_one():
    game = Twenty()
    chosen = Search(game, "200", rollout=All).choose(Pick(), 0, game.legal(Pick()), Random(1))
    assert chosen == Take(tuple(range(20)))
    assert len(set(game.tried)) == MOST_DRAWN + 1
    assert game.tried[0] == chosen


def test_among_choices_that_are_not_listed_a_good_one_is_found():
    game = Twenty()
    chosen = Search(game, "400").choose(Pick(), 0, game.legal(Pick()), Random(1))
    assert chosen in game.legal(Pick())
    assert len(chosen.things) > 12
    assert len(set(game.tried)) == MOST_DRAWN + 1


def test_a_choice_drawn_twice_is_tried_once():
    game = Twenty()
    few = Picks((1, 2), Take)
    Search(game, "8").choose(Pick(), 0, few, Random(1))
    assert sorted(game.tried[:4], key=repr) == sorted(few.each(), key=repr)


# Its budget.


@pytest.mark.parametrize(
    ("name", "iterations", "seconds"),
    [
        ("search", 200, 0),
        ("search:200", 200, 0),
        ("search:1", 1, 0),
        ("search:9999999", 9999999, 0),
        ("search:0.5s", None, 0.5),
        ("search:2s", None, 2),
        ("search:0.000001s", None, 0.000001),
    ],
)
def test_a_budget_is_iterations_or_seconds(entry: Entry, name: str, iterations: int | None, seconds: float):
    bot = make(name, entry.game, entry.bots, trusted=True)
    assert isinstance(bot, Search)
    assert (bot.iterations, bot.seconds) == (iterations, seconds)


@pytest.mark.parametrize(
    "budget",
    [
        *("", "0", "0s", "0.0s", "-1", "+1", "x", "1e9", "200 ", " 200", "200\n", "007", "2.5", "10000000", "s", ".5s"),
        *("1.s", "5 s", "5S", "-1s", "1e3s", "nans", "infs", "99999s", "0.0000001s", "٣", "٣s", "1_000", "200:200"),
    ],
)
def test_any_other_budget_is_refused_in_a_sentence(entry: Entry, budget: str):
    with pytest.raises(BadBot) as refused:
        make(f"search:{budget}", entry.game, entry.bots)
    shown = budget.replace("\n", "?")
    text = f"The bot 'search' takes iterations or seconds, as in search:200 or search:0.5s, not '{shown}'."
    assert str(refused.value) == text


def test_seconds_are_spent_by_the_clock():
    budget = Seconds(1000)
    assert budget.allows(10**9, 0.001)
    budget.begun -= 500
    assert budget.allows(1, 0.6)
    assert not budget.allows(1, 0.4)


def test_as_short_a_time_as_there_is_tries_every_choice():
    game = Tale(Moment(0, {"a": LOSS, "b": LOSS, "c": LOSS, "d": WIN, "e": LOSS}))
    assert decision(game, Search(game, "0.000001s")) == "d"
    assert Counter(tried(game)) == dict.fromkeys("abcde", 1)


# At the real games.


def test_every_game_searches_with_its_value_and_its_greedy_bot(entry: Entry):
    bot = make("search", entry.game, entry.bots)
    assert isinstance(bot, Search)
    assert bot.value is not None
    assert type(bot.rollout) is entry.bots["greedy"]
    judged = {bot.value(state, 0) is not None for state in deciding(entry, entry.game.seats[0], 1)}
    assert True in judged


def test_a_game_that_knows_nothing_is_searched_at_random():
    bot = search.searching()(find("kawumm").game, None)
    assert isinstance(bot, Search)
    assert bot.value is None
    assert type(bot.rollout) is RandomBot


def chosen_by(bot: Bot, game: Game[Any, Any], state: Any, seed: int) -> Any:
    seat = game.actor(state)
    if seat is None:
        raise AssertionError(state)
    view = game.view(state, seat)
    return bot.choose(view, seat, game.legal(view), Random(seed))


def test_it_decides_the_same_whatever_is_hidden(entry: Entry):
    game, bot = entry.game, make("search:40", entry.game, entry.bots)
    for state in moments(entry):
        seat = game.actor(state)
        assert seat is not None
        right = chosen_by(bot, game, state, 7)
        asked = ask(bot, "search:40", Session(game, state, 3))
        assert right in game.legal(state)
        for seed in range(2):
            anew = game.guess(game.view(state, seat), seat, Random(seed))
            assert anew != state, "something is hidden"
            assert chosen_by(bot, game, anew, 7) == right
            assert ask(bot, "search:40", Session(game, anew, 3)) == asked


def test_another_seed_can_lead_to_another_decision(entry: Entry):
    """So the one before is no decision that could not have been otherwise."""
    game, bot = entry.game, make("search:10", entry.game, entry.bots)
    assert any(len({repr(chosen_by(bot, game, state, seed)) for seed in range(5)}) > 1 for state in moments(entry))


def test_it_searches_where_the_choices_of_cabanga_are_not_listed():
    entry = find("cabanga")
    states = (state for seed in range(20) for state in deciding(entry, 3, seed))
    state = next(state for state in states if isinstance(entry.game.legal(state), Picks))
    assert chosen_by(make("search:40", entry.game, entry.bots), entry.game, state, 1) in entry.game.legal(state)


DECIDE = """
from random import Random
from sys import argv
from rumms.catalogue import find
from rumms.kernel.bots import make, ask
from rumms.kernel.session import Session
entry = find(argv[1])
session = Session(entry.game, entry.game.new(3, entry.game.options()), 5)
bot = make("search:40", entry.game, entry.bots)
session.go_on()
for _ in range(12):
    session.play(ask(bot, "search", session))
print([repr(made.action) for made in session.past])
"""


def test_it_decides_the_same_in_every_process(entry: Entry):
    told = set()
    for number in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": number}
        words = [sys.executable, "-c", DECIDE, entry.id]
        told.add(subprocess.run(words, env=environment, capture_output=True, text=True, check=True).stdout)
    (text,) = told
    game, bot = entry.game, make("search:40", entry.game, entry.bots)
    session = Session(game, game.new(3, game.options()), 5)
    session.go_on()
    for _ in range(12):
        session.play(ask(bot, "search", session))
    assert text == f"{[repr(made.action) for made in session.past]}\n"
