"""How Rumms is told, in both languages."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from rumms import language
from rumms.catalogue import find
from rumms.games.rumms import ground, words
from rumms.games.rumms.actions import Action, Decline, Muster, Pass, Pick, Put, Settled, SetUp, Thrown, Use
from rumms.games.rumms.events import (
    Captured,
    Chosen,
    Defeated,
    DraggedAlong,
    Event,
    Flicked,
    Foul,
    Freed,
    Froze,
    Hid,
    Missed,
    Mustered,
    Passed,
    Ready,
    Rescued,
    Returned,
    Revived,
    Thawed,
    Threw,
    Unscreened,
    Vanished,
    WasSet,
    WentBack,
    Who,
    Won,
)
from rumms.games.rumms.hands import HANDS
from rumms.games.rumms.kinds import KINDS
from rumms.games.rumms.state import Ask, Options, State, Task
from rumms.games.rumms.turn import SLOWEST_FLICK
from rumms.kernel.refusal import BadOption
from rumms.physics.geometry import is_inside
from rumms.physics.model import Area, Disc, Flick, Mat, Moment, Polygon, Pose, Shape, Shot, Solid, Swipe
from tests.sentences import in_both, why_not

from .table import (
    BLUE,
    FIRST,
    GAME,
    RED,
    RED_KING,
    Lies,
    board,
    flick,
    formation,
    mustered,
    off,
    play,
    swipe,
    thrown,
    touch,
)

NAMES = ("Anna", "Ben", "Cleo")
SWIPE = Swipe((Moment(0.0, 1.0, 1.0), Moment(0.1, 2.0, 2.0)))
SMALL = Mat(24.0, 9.0, wall=Area(11.0, 0.0, 13.0, 9.0), castles=(Area(2.0, 3.0, 6.0, 6.0), Area(18.0, 3.0, 22.0, 6.0)))
SMALL_KINGS = ("red king 4,4.2", "blue king 20,4.2")
RED_THIRD = FIRST + 2

KING = Who(0, KINDS["king"], RED)
TROLL = Who(5, KINDS["troll"], RED)
HEART = Who(2, KINDS["heart"], RED)
DRAGON = Who(12, KINDS["dragon"], RED)
ICE = Who(3, KINDS["ice"], RED)
KNIGHT = Who(23, KINDS["knight"], BLUE)
BLUE_HEART = Who(18, KINDS["heart"], BLUE)
SPOT = Pose(7.2, 14.9, 33.0)

STORIES: list[tuple[Event, str, str]] = [
    (Chosen(RED), "Red has chosen its troop in secret.", "Rot hat heimlich eine Truppe gewählt."),
    (
        Mustered(RED, tuple(KINDS[name] for name in ("king", "heart", "troll", "troll", "ice")), 8),
        "Red chooses a troop for 8 points: king, heart, 2 × troll, ice cube.",
        "Rot wählt eine Truppe für 8 Punkte: König, Herz, 2 × Troll, Eiswürfel.",
    ),
    (
        Mustered(BLUE, (KINDS["king"],), 1),
        "Blue chooses a troop for 1 point: king.",
        "Blau wählt eine Truppe für 1 Punkt: König.",
    ),
    (Ready(BLUE), "Blue has set up its dice.", "Blau hat aufgestellt."),
    (Unscreened(RED), "The screen is taken away: red begins.", "Der Sichtschirm kommt weg: Rot beginnt."),
    (Flicked(0, TROLL), "Anna flicks red troll 5.", "Anna schnippt, roter Troll 5 saust los."),
    (
        Flicked(0, TROLL, "again"),
        "Anna flicks red troll 5 once more.",
        "Anna schnippt noch einmal, roter Troll 5 saust los.",
    ),
    (Flicked(1, KING), "Ben flicks the red king.", "Ben schnippt, der rote König saust los."),
    (
        Missed(1),
        "Ben swipes past all the dice and may try again.",
        "Ben wischt an allen Würfeln vorbei und darf noch einmal.",
    ),
    (Passed(RED), "Red can do nothing and has to pass.", "Rot kann nichts tun und muss aussetzen."),
    (
        Foul(RED, "several", TROLL),
        "Foul by red: the finger touched several dice.",
        "Foul von Rot: Der Finger hat mehrere Würfel berührt.",
    ),
    (
        Foul(BLUE, "not yours", TROLL),
        "Foul by blue: the finger touched a die that it must not touch.",
        "Foul von Blau: Der Finger hat einen Würfel berührt, den er nicht berühren darf.",
    ),
    (
        Foul(RED, "pushed", TROLL),
        "Foul by red: the finger pushed instead of flicking.",
        "Foul von Rot: Der Finger hat geschoben, statt zu schnippen.",
    ),
    (Defeated(BLUE_HEART, "flicked"), "Blue heart 18 falls off the mat.", "Blaues Herz 18 fliegt von der Matte."),
    (Defeated(KING, "flicked"), "The red king falls off the mat!", "Der rote König fliegt von der Matte!"),
    (
        Defeated(TROLL, "captured"),
        "Red troll 5 stays captured and is out of play.",
        "Roter Troll 5 bleibt gefangen und ist aus dem Spiel.",
    ),
    (Defeated(HEART, "spent"), "Red heart 2 sacrifices itself.", "Rotes Herz 2 opfert sich."),
    (
        Defeated(KNIGHT, "foul"),
        "For the foul, blue knight 23 is out of play.",
        "Zur Strafe für das Foul muss blauer Ritter 23 aus dem Spiel.",
    ),
    (
        Captured(TROLL),
        "Red troll 5 is captured: in the enemy kingdom, with a shadow face up.",
        "Roter Troll 5 ist gefangen: mit der Schattenseite oben im gegnerischen Königreich.",
    ),
    (Threw(TROLL, 0, True), "Red troll 5 is thrown: an active face.", "Roter Troll 5 wird geworfen: aktive Seite."),
    (Threw(TROLL, 5, False), "Red troll 5 is thrown: a shadow face.", "Roter Troll 5 wird geworfen: Schattenseite."),
    (Freed(KNIGHT), "Blue knight 23 is free again!", "Blauer Ritter 23 ist wieder frei!"),
    (Rescued(KING, DRAGON), "The red king is rescued!", "Der rote König ist gerettet!"),
    (Hid(DRAGON), "Red dragon 12 hides beside the mat.", "Roter Drache 12 versteckt sich neben der Matte."),
    (Returned(DRAGON), "Red dragon 12 comes out of hiding.", "Roter Drache 12 kommt aus dem Versteck."),
    (
        Vanished(KNIGHT, TROLL),
        "Red troll 5 works magic: blue knight 23 vanishes.",
        "Roter Troll 5 zaubert: blauer Ritter 23 verschwindet.",
    ),
    (
        DraggedAlong(KNIGHT, TROLL),
        "Red troll 5 does not go alone: blue knight 23 has to leave, too.",
        "Roter Troll 5 geht nicht allein: blauer Ritter 23 muss mit.",
    ),
    (
        Froze(ICE, (KNIGHT, BLUE_HEART)),
        "Red ice cube 3 freezes blue knight 23, blue heart 18.",
        "Roter Eiswürfel 3 friert ein: blauer Ritter 23, blaues Herz 18.",
    ),
    (
        Thawed(ICE, "knocked off"),
        "Red ice cube 3 is knocked off and out of play.",
        "Roter Eiswürfel 3 ist heruntergestoßen und aus dem Spiel.",
    ),
    (
        Thawed(ICE, "taken"),
        "Red ice cube 3 has nothing left to freeze and is out of play.",
        "Roter Eiswürfel 3 hat nichts mehr einzufrieren und ist aus dem Spiel.",
    ),
    (Revived(TROLL), "Red troll 5 is back in the game!", "Roter Troll 5 ist wieder im Spiel!"),
    (
        WentBack(KING),
        "The red king suffered from the foul and may come back.",
        "Der rote König ist Opfer des Fouls und darf zurück.",
    ),
    (
        WasSet(TROLL, SPOT, 0, "captured"),
        "Red troll 5 is set down at (7, 15).",
        "Roter Troll 5 wird auf (7 | 15) gesetzt.",
    ),
    (
        WasSet(ICE, SPOT, 2, "captured"),
        "Red ice cube 3 is set on top, at (7, 15).",
        "Roter Eiswürfel 3 wird obendrauf gesetzt, auf (7 | 15).",
    ),
    (
        WasSet(KING, SPOT, 1, "captured"),
        "The red king is set in his castle, at (7, 15).",
        "Der rote König wird in seine Burg gesetzt, auf (7 | 15).",
    ),
    (
        Won(RED, 1, (1, 0), is_last=True),
        "Red wins! The king of blue is lost.",
        "Rot gewinnt! Der König von Blau ist verloren.",
    ),
    (
        Won(BLUE, 1, (0, 1), is_last=False),
        "Blue wins game 1! Games won: red 0, blue 1.",
        "Blau gewinnt Spiel 1! Gewonnene Spiele: Rot 0, Blau 1.",
    ),
    (
        Won(RED, 4, (3, 1), is_last=True),
        "Red wins game 4 and the whole tournament! Games won: red 3, blue 1.",
        "Rot gewinnt Spiel 4 und das ganze Turnier! Gewonnene Spiele: Rot 3, Blau 1.",
    ),
]


def seen(state: State, seat: int | None = None) -> list[str]:
    return words.table(state if seat is None else GAME.view(state, seat), seat, NAMES)


def picture(state: State) -> list[str]:
    """The rows of the mat, without its frame."""
    return [line[1:-1] for line in seen(state) if line.startswith("│")]


def lines_with(state: State, text: str) -> list[str]:
    return [line.strip() for line in seen(state) if text in line]


def asked(state: State) -> str:
    seat = GAME.actor(state)
    assert seat is not None
    return words.question(GAME.view(state, seat))


def both(state: State) -> tuple[str, str]:
    """The open question in English and German."""
    english = asked(state)
    language.use("de")
    german = asked(state)
    language.use("en")
    return english, german


def meant(state: State, action: Action) -> str:
    """What an action that is legal now is called."""
    assert action in GAME.legal(state)
    return words.choice(state, action)


# The table.


def test_the_table_shows_the_mat_and_where_all_the_dice_are():
    state = board(
        *SMALL_KINGS,
        "red troll 7,1",
        "red troll 7,1@1",
        "red knight 8,8",
        "red ice 15,4.2@1",
        "red ice aside",
        "red spy aside",
        "red dragon out",
        "blue troll 15,4.2",
        "blue troll out",
        "blue troll out",
        "blue heart 23.5,8.9",
        mat=SMALL,
    )
    assert seen(state, 0) == [
        "┌────────────────────────┐",
        "│        N  ┊┊          h│",
        "│           ┊┊           │",
        "│  ····     ┊┊     ····  │",
        "│  ··K·     ┊┊  I  ··k·  │",
        "│           ┊┊           │",
        "│       T   ┊┊           │",
        "└────────────────────────┘",
        "",
        "▸ red: Anna *",
        "    K king      (4, 4)",
        "    T troll     2 (7, 1), 3 on 2",
        "    N knight    4 (8, 8)",
        "    I ice cube  5 on 9",
        "    beside the mat: ice cube, spy",
        "    out of play: dragon",
        "  blue: Ben",
        "    k king      (20, 4)",
        "    t troll     9 (15, 4) frozen",
        "    h heart     12 (24, 9)",
        "    out of play: 2 × troll",
    ]


def test_the_table_is_shown_in_german():
    language.use("de")
    dice = ("red knight 8,8", "red ice 15,4.2@1", "red spy aside", "red dragon out", "blue troll 15,4.2")
    assert seen(board(*SMALL_KINGS, *dice, mat=SMALL, to_move=BLUE), 1) == [
        "┌────────────────────────┐",
        "│        R  ┊┊           │",
        "│           ┊┊           │",
        "│  ····     ┊┊     ····  │",
        "│  ··K·     ┊┊  E  ··k·  │",
        "│           ┊┊           │",
        "│           ┊┊           │",
        "└────────────────────────┘",
        "",
        "  Rot: Anna",
        "    K König      (4 | 4)",
        "    R Ritter     2 (8 | 8)",
        "    E Eiswürfel  3 auf 6",
        "    neben der Matte: Spion",
        "    aus dem Spiel: Drache",
        "▸ Blau: Ben *",
        "    k König      (20 | 4)",
        "    t Troll      6 (15 | 4) eingefroren",
    ]


def test_the_usual_mat_fits_a_terminal():
    lines = seen(board())
    assert len(picture(board())) == 20
    assert {len(row) for row in picture(board())} == {63}
    assert max(map(len, lines)) < 80


@pytest.mark.parametrize("size", [(200.0, 30.0), (63.0, 200.0), (200.0, 200.0)])
def test_a_larger_mat_is_drawn_smaller(size: tuple[float, float]):
    rows = picture(board(mat=replace(Mat(), length=size[0], width=size[1])))
    assert len(rows) <= 40
    assert len(rows[0]) <= 76
    assert sum(row.count("k") for row in rows) == 1


def test_the_picture_shows_what_stands_up_and_what_is_missing():
    tower = Solid(Polygon(((7.0, 0.0), (9.0, 0.0), (9.0, 3.0), (7.0, 3.0))))
    mat = replace(SMALL, solids=(tower,), holes=(Disc(15.5, 8.0, 1.0),))
    rows = picture(board(*SMALL_KINGS, mat=mat))
    assert rows[-1] == "       ▒▒  ┊┊           "
    assert rows[0] == "           ┊┊  ○        "


def test_dice_side_by_side_are_all_seen():
    dice = [f"red troll 20,{3.0 + 1.6 * number}" for number in range(8)]
    assert sum(row.count("T") for row in picture(board(*dice))) == len(dice)


def test_a_die_that_hangs_over_the_edge_is_seen_at_the_edge():
    rows = picture(board("red troll -0.7,29.9", "blue troll 63.5,-0.7"))
    assert rows[0][0] == "T"
    assert rows[-1][-1] == "t"


@pytest.mark.parametrize("code", language.CODES)
def test_every_kind_has_a_letter_of_its_own(code: str):
    language.use(code)
    names = [name for name in KINDS if name not in ("king", "ice")]
    dice = [f"red {name} {15 + 2 * number},5" for number, name in enumerate(names)]
    state = board(*dice, "red ice 15,5@1")
    letters = {line.split()[0] for line in seen(state) if line.startswith("    ") and line[5] == " "}
    assert len({letter for letter in letters if letter.isupper()}) == len(KINDS)


def test_long_lists_go_on_below_their_beginning():
    lines = seen(board(*(f"red troll {14 + 2 * number},25" for number in range(8))))
    first = next(number for number, line in enumerate(lines) if "T troll" in line)
    assert lines[first : first + 2] == [
        "    T troll  2 (14, 25), 3 (16, 25), 4 (18, 25), 5 (20, 25), 6 (22, 25),",
        "             7 (24, 25), 8 (26, 25), 9 (28, 25)",
    ]


def test_the_members_of_a_team_stand_in_the_order_of_their_turns():
    state = board(seats=3, teams=("red", "blue", "red"))
    assert [line for line in seen(state, 2) if ": " in line] == ["▸ red: Anna, Cleo *", "  blue: Ben"]
    state, _ = flick(state, RED_KING, Lies(RED_KING, 9.0, 15.0))
    assert [line for line in seen(state, 2) if ": " in line] == ["  red: Cleo *, Anna", "▸ blue: Ben"]


def test_a_tournament_shows_its_score():
    state = board("blue dragon 40,3", wins_needed=3)
    assert seen(state)[:2] == ["Game 1. Games won: red 0, blue 0", ""]
    assert not lines_with(board(), "Games won")
    state, _ = flick(state, RED_KING, off(RED_KING))
    assert seen(state) == ["Game 2. Games won: red 0, blue 1", "", "▸ red: Anna", "  blue: Ben"]
    language.use("de")
    assert seen(state)[0] == "Spiel 2. Gewonnene Spiele: Rot 0, Blau 1"


def test_once_the_game_is_won_nobody_is_in_turn():
    state, _ = flick(board(), RED_KING, off(RED_KING))
    assert state.winner is BLUE
    assert lines_with(state, "red: ") == ["red: Anna"]
    assert not lines_with(state, words.HERE)
    assert "out of play: king" in lines_with(state, "king")


# What is hidden.


@pytest.mark.rule("RUM-05")
def test_the_table_tells_that_a_troop_is_chosen_but_not_which():
    state, _ = play(GAME.new(2, Options()), Muster(("king", "ice", "troll")))
    assert seen(state, 1) == [
        "  red: Anna",
        "    The troop is chosen, and still secret.",
        "▸ blue: Ben *",
    ]
    assert seen(state, 0) == [
        "  red: Anna *",
        "    to be set up: king, troll",
        "    beside the mat: ice cube",
        "▸ blue: Ben",
    ]


def test_a_troop_is_known_before_it_is_set_up():
    state = mustered("king troll troll", "king ice spy")
    assert seen(state, 0) == [
        "▸ red: Anna *",
        "    to be set up: king, 2 × troll",
        "  blue: Ben",
        "    to be set up: king, spy",
        "    beside the mat: ice cube",
    ]


@pytest.mark.rule("RUM-10")
def test_the_table_tells_nothing_of_a_formation_behind_the_screen():
    before = mustered("king troll troll", "king spy")
    apart, _ = play(before, formation("7,15", "20,5", "25,25"))
    tower, _ = play(before, formation("5,12", "22,9", "22,9"))
    assert seen(apart, 0) != seen(tower, 0)
    assert seen(apart, 1) == seen(tower, 1)
    assert seen(apart, 1) == [
        "  red: Anna",
        "    behind the screen: king, 2 × troll",
        "▸ blue: Ben *",
        "    to be set up: king, spy",
    ]
    assert "    T troll  1 (20, 5), 2 (25, 25)" in seen(apart, 0)
    ready, _ = play(apart, formation("56,15", "40,9", first=3))
    assert seen(ready, 1)[-5:] == [
        "    K king   (7, 15)",
        "    T troll  1 (20, 5), 2 (25, 25)",
        "  blue: Ben *",
        "    k king   (56, 15)",
        "    s spy    4 (40, 9)",
    ]


# Questions.


def test_the_questions_before_a_game():
    state = GAME.new(2, Options(points=30))
    assert both(state) == (
        "Which troop do you choose? It may be worth 30 points at most.",
        "Welche Truppe wählst du? Sie darf höchstens 30 Punkte wert sein.",
    )
    assert both(mustered("king")) == ("Where do you set up your troop?", "Wo stellst du deine Truppe auf?")


def test_the_question_of_a_turn_and_of_a_flick():
    state = board("red troll 20,5")
    assert both(state) == (
        "Which die do you flick, or what do you do instead?",
        "Welchen Würfel schnippst du, oder was tust du stattdessen?",
    )
    state, _ = play(state, Flick(FIRST, 0.0, 100.0))
    assert state.task.ask is Ask.SETTLE
    assert words.question(state) == "Where do the dice come to rest?"


def test_the_question_of_a_second_flick():
    state, _ = flick(board("red dragon 20,5"), FIRST, Lies(FIRST, 22.0, 5.0))
    assert both(state) == ("Do you flick once more: red dragon 2?", "Schnippst du noch einmal: roter Drache 2?")


def test_the_questions_about_captured_dice():
    state, _ = flick(
        board("red troll 20,5", "red troll 20,8"),
        FIRST,
        Lies(FIRST, 40.0, 5.0, "shadow"),
        Lies(FIRST + 1, 40.0, 8.0, "shadow"),
    )
    assert both(state) == (
        "Which die is first: throw for freedom?",
        "Welcher Würfel kommt zuerst: Wurf um die Freiheit?",
    )
    assert meant(state, Use(FIRST)) == "Red troll 2 (40, 5): throw for freedom"
    state, _ = play(state, Use(FIRST))
    assert words.question(state) == "What does this die show: red troll 2?"
    assert meant(state, thrown(state, "active")) == "an active face"
    assert meant(state, thrown(state, "shadow")) == "a shadow face"
    state, _ = play(state, thrown(state, "active"))
    assert both(state) == ("Where do you set this die: red troll 2?", "Wohin setzt du diesen Würfel: roter Troll 2?")
    assert meant(state, Put(FIRST, Pose(7.0, 12.0))) == "Set at (7, 12): red troll 2"


def test_the_questions_of_a_power_that_may_be_used():
    state, _ = flick(board("red spy 40,5", "red spy 40,8", "red troll 20,5"), RED_THIRD, Lies(RED_THIRD, 22.0, 5.0))
    assert both(state) == (
        "Which die is the first to use its power, hide, if any?",
        "Welcher Würfel setzt seine Kraft zuerst ein, Verstecken, oder keiner?",
    )
    assert meant(state, Decline()) == "Do nothing"
    state, _ = play(state, Use(FIRST))
    assert both(state) == ("Use this power, hide: red spy 3?", "Diese Kraft einsetzen, Verstecken: roter Spion 3?")


def test_the_question_of_a_mage_names_him_and_his_power():
    state, _ = flick(board("red mage 50,15", "blue troll 40,5"), FIRST, Lies(FIRST, 53.0, 15.0))
    state, _ = play(state, Use(FIRST))
    assert both(state) == (
        "Red mage 2, conjure away: which die do you choose?",
        "Roter Magier 2, Wegzaubern: Welchen Würfel wählst du?",
    )
    assert meant(state, Pick((FIRST + 1,))) == "Blue troll 3 (40, 5)"


def test_seats_that_options_name_agree_with_their_number():
    for options in (Options(teams=("red",)), Options(hands=("none",))):
        name = "teams" if options.teams else "hands"
        with pytest.raises(BadOption) as refused:
            GAME.new(2, options)
        assert in_both(refused.value) == (
            f"{name} names 1 seat, but there are 2.",
            f"{name} nennt 1 Platz, es gibt aber 2.",
        )


def test_a_heart_that_cannot_be_used_is_not_said_to_be_flicked():
    """It is never flicked; here an ice cube lies on it."""
    state = board("red heart 20,5", "red knight 25,5", "blue ice 20,5@1")
    assert Use(FIRST) not in GAME.legal(state)
    assert why_not(GAME, state, Use(FIRST)) == (
        "Die 2 has no power to use instead of a flick now.",
        "Würfel 2 hat jetzt keine Kraft, die er statt eines Schnipsers nutzen könnte.",
    )


def test_what_a_troop_may_be_worth_is_worth_at_most():
    assert both(GAME.new(2, Options(points=50))) == (
        "Which troop do you choose? It may be worth 50 points at most.",
        "Welche Truppe wählst du? Sie darf höchstens 50 Punkte wert sein.",
    )
    assert both(GAME.new(2, Options(points=1))) == (
        "Which troop do you choose? It may be worth 1 point at most.",
        "Welche Truppe wählst du? Sie darf höchstens 1 Punkt wert sein.",
    )


def test_a_troop_is_refused_where_a_single_point_is_allowed():
    assert why_not(GAME, GAME.new(2, Options(points=1)), Muster(("king", "troll"))) == (
        "The troop is worth 2 points; 1 is allowed.",
        "Die Truppe ist 2 Punkte wert, erlaubt ist 1.",
    )


def test_dice_for_a_heart_may_be_worth_so_many_points_at_most():
    state = board("red heart 20,5", "red knight out", "red knight out")
    state, _ = play(state, Use(FIRST))
    assert why_not(GAME, state, Pick((FIRST + 1, FIRST + 2))) == (
        "Only defeated dice of your own can be chosen, worth 6 points together at most.",
        "Wählen kannst du nur eigene besiegte Würfel, zusammen höchstens 6 Punkte wert.",
    )


def test_the_question_of_a_heart_tells_what_the_dice_may_be_worth():
    state = board("red heart 20,5", "red troll out", "red knight out")
    assert meant(state, Use(FIRST)) == "Red heart 2 (20, 5): revive"
    state, _ = play(state, Use(FIRST))
    assert both(state) == (
        "Which defeated dice do you throw? They may be worth 6 points together at most.",
        "Welche besiegten Würfel wirfst du? Zusammen dürfen sie höchstens 6 Punkte wert sein.",
    )
    assert meant(state, Pick((FIRST + 2, FIRST + 1))) == "Red knight 4, red troll 3"
    assert meant(state, Pick(())) == "No die"


def test_the_question_after_a_foul():
    state, _ = swipe(board("red troll 20,5", "red troll 20,8", finger=True), touch(FIRST), touch(FIRST + 1))
    assert both(state) == (
        "That was a foul. Which enemy die do you take out of play?",
        "Das war ein Foul. Welchen gegnerischen Würfel nimmst du aus dem Spiel?",
    )


def test_what_is_no_question_cannot_be_told():
    with pytest.raises(AssertionError):
        words.question(replace(board(), tasks=(Task(Ask.NOTHING, RED),)))


# Choices.


def test_a_flick_and_what_replaces_it_can_be_told():
    state = board("red troll 20,5", "red ice aside", "blue troll 40,5", finger=True)
    assert meant(state, Flick(FIRST, 29.7, 100.2)) == "Flick at 30° with 100 cm/s: red troll 2 (20, 5)"
    assert meant(state, Use(RED_KING)) == "The red king (7, 15): king's move"
    assert meant(state, Use(FIRST + 1)) == "Red ice cube 3: freeze"
    assert meant(state, SWIPE) == "Swipe with the finger"
    language.use("de")
    assert meant(state, Flick(FIRST, 29.7, 100.2)) == "Schnippen mit 30° und 100 cm/s: roter Troll 2 (20 | 5)"
    assert meant(state, Use(RED_KING)) == "Der rote König (7 | 15): Königszug"
    assert meant(state, Use(FIRST + 1)) == "Roter Eiswürfel 3: Einfrieren"


def test_what_is_done_before_a_game_can_be_told():
    state = GAME.new(2, Options(powers=False))
    assert meant(state, GAME.legal(state).sample(Random(1))) == "Choose: king, 4 × knight, 8 × troll"
    assert words.choice(state, Muster(("king", "golem"))) == "Choose: king, golem", "a kind of somebody's own"
    assert meant(mustered("king troll"), formation("7,15", "20,5")) == "Set up 2 dice"
    assert words.choice(state, SetUp(())) == "Set up 0 dice"


def test_the_last_few_choices_can_be_told():
    state = board()
    stroke = Flick(RED_KING, 0.0, 1.0)
    assert words.choice(state, Pass()) == "Pass"
    assert words.choice(state, Settled(stroke, Shot(()))) == "The dice lie still"
    language.use("de")
    assert words.choice(state, Pass()) == "Aussetzen"


def test_a_power_of_somebodys_own_is_called_by_its_name():
    state = replace(board("red troll 20,5"), tasks=(Task(Ask.USE, RED, "juggle", FIRST, FIRST, among=(FIRST,)),))
    assert words.question(state) == "Use this power, juggle: red troll 2?"
    assert words.choice(state, Use(FIRST)) == "Red troll 2 (20, 5): juggle"


def test_what_is_no_choice_cannot_be_told():
    with pytest.raises(AssertionError):
        words.choice(board(), Thrown)  # type: ignore[arg-type]


# What happens.


@pytest.mark.parametrize(("event", "english", "german"), STORIES, ids=[text for _, text, _ in STORIES])
def test_every_event_is_a_sentence_in_both_languages(event: Event, english: str, german: str):
    assert words.story(event, NAMES) == english
    language.use("de")
    assert words.story(event, NAMES) == german


def numbered(value: Any, number: int) -> Any:
    """The same with another number on every die."""
    if isinstance(value, tuple):
        return tuple(numbered(one, number) for one in value)
    return replace(value, id=number) if isinstance(value, Who) else value


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("event", [event for event, *_ in STORIES])
def test_who_sees_the_dice_is_told_no_numbers_and_no_spots(event: Event, code: str):
    language.use(code)
    other: Any = replace(event, **{name: numbered(getattr(event, name), 77) for name in event.__struct_fields__})
    tale = words.tale(event, NAMES)
    assert tale == words.tale(other, NAMES)
    assert "(" not in tale


def test_a_die_without_a_number_is_any_of_its_kind():
    events: list[Event] = [
        Flicked(0, TROLL),
        Defeated(KING, "flicked"),
        Defeated(BLUE_HEART, "flicked"),
        Froze(ICE, (KNIGHT,)),
    ]
    assert [words.tale(event, NAMES) for event in events] == [
        "Anna flicks a red troll.",
        "The red king falls off the mat!",
        "A blue heart falls off the mat.",
        "A red ice cube freezes a blue knight.",
    ]
    language.use("de")
    assert [words.tale(event, NAMES) for event in events] == [
        "Anna schnippt, ein roter Troll saust los.",
        "Der rote König fliegt von der Matte!",
        "Ein blaues Herz fliegt von der Matte.",
        "Ein roter Eiswürfel friert ein: ein blauer Ritter.",
    ]


def test_a_die_that_is_set_is_told_to_those_who_see_it():
    events = [WasSet(KING, SPOT, 0, ""), WasSet(TROLL, SPOT, 0, ""), WasSet(HEART, SPOT, 1, "")]
    told = [words.tale(event, NAMES) for event in events]
    assert told == ["The red king is set in his castle.", "A red troll is set down.", "A red heart is set on top."]
    language.use("de")
    told = [words.tale(event, NAMES) for event in events]
    assert told == [
        "Der rote König wird in seine Burg gesetzt.",
        "Ein roter Troll wird hingesetzt.",
        "Ein rotes Herz wird obendrauf gesetzt.",
    ]


def test_every_sort_of_event_is_among_them():
    assert {type(event) for event, _, _ in STORIES} == set(get_args(Event))


@pytest.mark.parametrize("code", language.CODES)
def test_every_die_has_a_name_in_its_colour(code: str):
    language.use(code)
    colours = {RED: {"de": "rote", "en": "red"}, BLUE: {"de": "blaue", "en": "blue"}}
    for side, colour in colours.items():
        for kind in KINDS.values():
            sentence = words.story(Freed(Who(7, kind, side)), NAMES).lower()
            assert colour[code] in sentence
            assert kind.called[code].lower() in sentence
            assert ("7" in sentence) == (kind.name != "king"), "the king is the only one of his kind"


def test_what_never_happens_cannot_be_told():
    with pytest.raises(AssertionError):
        words.story("nothing", NAMES)  # type: ignore[arg-type]


def test_a_rescue_reads_as_a_story():
    state, events = flick(board("red dragon 20,5"), RED_KING, off(RED_KING))
    state, more = play(state, Use(FIRST))
    state, yet_more = play(state, thrown(state, "active"))
    _, last = play(state, Put(RED_KING, Pose(7.0, 15.0)))
    assert [words.story(event, NAMES) for event in (*events, *more, *yet_more, *last)] == [
        "Anna flicks the red king.",
        "The red king falls off the mat!",
        "Red dragon 2 sacrifices itself.",
        "Red dragon 2 is thrown: an active face.",
        "The red king is rescued!",
        "The red king is set in his castle, at (7, 15).",
    ]


def test_the_game_says_what_it_is():
    assert words.title() == "Rumms"
    assert words.summary() == "Flick your dice, and sweep the enemy king off the mat."
    language.use("de")
    assert words.title() == "Rumms"
    assert words.summary() == "Schnippe deine Würfel und fege den gegnerischen König von der Matte."


@pytest.mark.rule("RUM-20")
@pytest.mark.parametrize(
    ("code", "pushed", "hands"),
    [
        (
            "en",
            f"the finger that strikes it is slower than {SLOWEST_FLICK:.0f} cm a second",
            {"shaky": "`easy` and `medium` are shaky", "steady": "`hard` is steady", "none": "`master` never trembles"},
        ),
        (
            "de",
            f"Der Finger, der ihn trifft, ist langsamer als {SLOWEST_FLICK:.0f} cm in der Sekunde",
            {
                "shaky": "Bei `easy` und `medium` zittert sie sehr",
                "steady": "bei `hard` wenig",
                "none": "bei `master` gar nicht",
            },
        ),
    ],
)
def test_the_rules_for_people_tell_what_pushes_and_how_a_bots_hand_trembles(
    code: str, pushed: str, hands: dict[str, str]
):
    text = " ".join((find("rumms").path / f"rules_{code}.md").read_text(encoding="utf-8").split())
    assert pushed in text
    assert all(sentence in text for sentence in hands.values())
    for level, hand in HANDS.items():
        assert f"`{level}`" in hands[hand]


def test_a_mat_of_many_parts_is_looked_at_once_and_only_near_each_part(monkeypatch: pytest.MonkeyPatch):
    compared = 0

    def counted(x: float, y: float, shape: Shape) -> bool:
        nonlocal compared
        compared += 1
        return is_inside(x, y, shape)

    monkeypatch.setattr(ground, "is_inside", counted)
    dots = tuple(Disc(14.5 + column, 0.5 + row, 0.4) for column in range(16) for row in range(4))
    mat = replace(Mat(), solids=tuple(map(Solid, dots)), holes=tuple(replace(dot, y=dot.y + 20) for dot in dots))
    rows = picture(board(mat=mat))
    assert compared < 2000
    assert sum(row.count(ground.SOLID) for row in rows) > 30
    picture(board("red troll 30,5", mat=mat))
    picture(board("red troll 40,5", mat=mat))
    assert compared < 2000
