"""What people agree on becomes seats and options that the rules take."""

from __future__ import annotations

import pytest

from rumms.catalogue import find
from rumms.games.rumms.hands import HANDS
from rumms.games.rumms.state import Options, Side
from rumms.kernel.options import from_words, with_defaults
from rumms.seats import bots_of
from rumms.ui.seating import MOST_SEATS, Agreed, Sitting

RED, BLUE = Side.RED, Side.BLUE
PERSON, BOT = Sitting(), Sitting("greedy")


def options(agreed: Agreed) -> Options:
    """The options as the game gets them."""
    game = find("rumms").game
    words = with_defaults(agreed.words(), game.defaults(bots_of(agreed.seats())))
    found: Options = from_words(Options, words, "Rumms")
    return found


@pytest.mark.parametrize(
    ("red", "blue", "teams", "rotation"),
    [
        ("A", "B", (), ((0,), (1,))),
        ("A", "BC", ("red", "blue", "blue"), ((0,), (1, 2))),
        ("AB", "C", ("red", "blue", "red"), ((0, 2), (1,))),
        ("A", "BCD", ("red", "blue", "blue", "blue"), ((0,), (1, 2, 3))),
        ("ABC", "D", ("red", "blue", "red", "red"), ((0, 2, 3), (1,))),
        ("AB", "CD", (), ((0, 2), (1, 3))),
    ],
)
def test_every_arrangement_gives_the_seats_and_teams_it_shows(
    red: str, blue: str, teams: tuple[str, ...], rotation: tuple[tuple[int, ...], ...]
):
    agreed = Agreed(tuple(Sitting(name=one) for one in red), tuple(Sitting(name=one) for one in blue))
    state = find("rumms").game.new(len(red + blue), options(agreed))
    assert state.teams == rotation
    names = [seat.partition(":")[2] for seat in agreed.seats()]
    for side, wanted in ((RED, red), (BLUE, blue)):
        assert "".join(names[seat] for seat in state.teams[side.number]) == wanted
        assert [names[agreed.place(side, number) - 1] for number in range(len(wanted))] == list(wanted)
    # Without need there is no option: red and blue in turn is the usual (and ABA is that, too).
    given = next((word for word in agreed.words() if word.startswith("teams=")), "")
    assert given == ("teams=" + ",".join(teams) if teams and teams != ("red", "blue", "red") else "")


def test_hands_are_those_of_people_and_bots_stay_steady():
    agreed = Agreed((PERSON,), (BOT, PERSON))
    assert options(agreed).hands == ("none", "steady", "none")
    shaky = Agreed((PERSON,), (BOT, PERSON), hands="shaky")
    assert options(shaky).hands == ("shaky", "steady", "shaky")
    level = Agreed((PERSON,), (Sitting("easy"), Sitting("master")), hands="steady")
    assert options(level).hands == ("steady", HANDS["easy"], HANDS["master"])


@pytest.mark.parametrize(("troops", "powers"), [("quick", False), ("ready", True), ("own", True)])
def test_only_the_quick_start_has_no_powers(troops: str, powers: bool):
    agreed = Agreed(troops=troops, formations=("a", "b"))  # type: ignore[arg-type]
    assert options(agreed).powers is powers
    assert agreed.named() == (() if troops == "own" else ("a", "b"))


def test_options_are_set_changed_and_dropped():
    agreed = Agreed().with_option("wins_needed", "3").with_option("first_team", "blue").with_option("wins_needed", "")
    assert agreed.options == ("first_team=blue",)
    assert agreed.option("first_team") == "blue"
    assert agreed.option("wins_needed") == ""
    assert options(agreed).first_team == "blue"


def test_there_are_never_more_than_four_and_one_stays_in_each_team():
    agreed = Agreed()
    for _ in range(5):
        agreed = agreed.joined(BLUE)
    assert len(agreed.red + agreed.blue) == MOST_SEATS
    assert agreed.joined(RED) == agreed
    for _ in range(5):
        agreed = agreed.left(BLUE, 0)
    assert agreed == agreed.left(RED, 0)
    assert len(agreed.red) == len(agreed.blue) == 1


def test_whoever_joins_is_like_whoever_sits_there():
    assert Agreed((PERSON,), (BOT,)).joined(RED).red == (PERSON, PERSON)
    assert Agreed((PERSON,), (BOT,)).joined(BLUE).blue == (BOT, BOT)


@pytest.mark.parametrize(
    ("red", "blue", "seats"),
    [
        (Sitting(name="Anna"), BOT, ("me:Anna", "greedy")),
        (Sitting("random"), Sitting(name="Ben"), ("me:Ben", "random")),
        (Sitting(name="Anna"), Sitting(name="Ben"), ("me:Anna", "me:Ben")),
        (BOT, Sitting("random"), ("me", "random")),
    ],
)
def test_a_quick_game_is_a_person_against_the_last_rival(red: Sitting, blue: Sitting, seats: tuple[str, ...]):
    assert Agreed((red,), (blue,)).quick_seats() == seats
