"""What holds for every screen: it is drawn at every size, in both languages, and all of it is reached with the keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pygame
import pytest
from msgspec.structs import replace

from rumms import language
from rumms.catalogue import find, find_game
from rumms.games.rumms.actions import Settled, Use
from rumms.games.rumms.presets import PRESETS
from rumms.kernel.session import load
from rumms.lab.golden import record_path
from rumms.language import say
from rumms.physics.model import Flick
from rumms.places import own
from rumms.ui import lessons, scenarios, statistics, trash, troops
from rumms.ui.kit.screen import Notice, Screen
from rumms.ui.lessons import Step
from rumms.ui.practising import Start
from rumms.ui.screens.card_end import CardEnd
from rumms.ui.screens.card_replay import CardReplay
from rumms.ui.screens.card_table import CardTable
from rumms.ui.screens.editor import Editor
from rumms.ui.screens.editor_sheets import GoalSheet, MatSheet, SaveSheet
from rumms.ui.screens.end import End
from rumms.ui.screens.game_options import GameOptions
from rumms.ui.screens.launcher import Launcher
from rumms.ui.screens.lesson import LessonTable
from rumms.ui.screens.lessons import Lessons
from rumms.ui.screens.mat_table import Ground as DrawnGround
from rumms.ui.screens.mat_table import MatTable
from rumms.ui.screens.naming import Naming
from rumms.ui.screens.new_card_game import NewCardGame
from rumms.ui.screens.new_game import NewGame
from rumms.ui.screens.pause import Pause
from rumms.ui.screens.players import Players
from rumms.ui.screens.practice import Practice
from rumms.ui.screens.practice_sheets import Box, PracticeSheet
from rumms.ui.screens.puzzle import PuzzleTable
from rumms.ui.screens.replay import Replay
from rumms.ui.screens.replays import Replays
from rumms.ui.screens.rules import Rules
from rumms.ui.screens.scenarios import Scenarios
from rumms.ui.screens.set_up import Ground, SetUpScreen
from rumms.ui.screens.settings import SECTIONS, SettingsSheet
from rumms.ui.screens.statistics import StatisticsScreen
from rumms.ui.screens.table import Table
from rumms.ui.screens.table_mat import Mat
from rumms.ui.screens.troop_check import TroopCheck
from rumms.ui.screens.troop_list import TroopSheet
from rumms.ui.seating import Agreed, Sitting
from rumms.ui.shaping import usual
from rumms.ui.statistics import Player, Statistics, Tally
from tests.games.rumms.table import off, position, shot

from . import before
from .card_desk import last_state, sit_at, sit_down
from .conftest import Opened
from .desk import Desk, Lies, captured, flicked, record, replay, start, texts_of

MADE = ("red troll 20,8", "blue troll 45,24")


def open_table(desk: Desk) -> None:
    desk.resume(record(start(*MADE)[0], seats=("me:Anna", "me:Ben")))


def open_film(desk: Desk) -> None:
    """A table at which a flick is being shown."""
    open_table(desk)
    desk.flick(2, 0.0, 0.5)
    desk.wait_for_the_film()
    desk.app.change(speed="0.25")


def open_aim(desk: Desk) -> None:
    """A table at which somebody aims with the keys."""
    open_table(desk)
    desk.key(pygame.K_RIGHT, pygame.K_RETURN)


POWERFUL = ("red mage 20,5", "red heart 20,25", "red ice aside", "red troll out", "red knight out", *MADE[1:])


def open_powers(desk: Desk) -> None:
    """A table at which dice can do something instead of a flick."""
    desk.resume(record(position(*POWERFUL), powers=True))


def open_choice(desk: Desk) -> None:
    """A die on the mat is to be chosen."""
    desk.resume(record(position(*POWERFUL), flicked(2, Lies(2, 53.0, 12.0, "active")), powers=True))


def open_choices(desk: Desk) -> None:
    """Several dice beside the mat are to be chosen."""
    desk.resume(record(position(*POWERFUL), [Use(3)], powers=True))


def open_placing(desk: Desk) -> None:
    """A die is to be set."""
    desk.resume(record(position(*POWERFUL), [Use(4)], powers=True))


def open_pause(desk: Desk) -> None:
    open_table(desk)
    desk.app.open(Pause(desk.table))


def open_end(desk: Desk) -> None:
    open_table(desk)
    session = desk.table.play.session
    stroke = Flick(2, 0.0, 100.0)
    state = session.state
    session.commit(stroke, forced=False)
    session.commit(Settled(stroke, shot(state, 2, Lies(2, 30.0, 8.0), off(1))), forced=False)
    desk.app.open(End(desk.table))


def open_end_of_one(desk: Desk) -> None:
    """The end of a game of a tournament."""
    desk.resume(record(start(*MADE)[0], wins_needed=3))
    for action in flicked(2, Lies(2, 30.0, 8.0), off(1)):
        desk.table.play.session.commit(action(desk.table.state) if callable(action) else action, forced=False)
    desk.app.open(End(desk.table))


def open_lesson(lesson: int, step: int, *moves: Callable[[Desk], object]) -> Callable[[Desk], None]:
    """A step of a lesson, after something was done there."""

    def opened(desk: Desk) -> None:
        desk.app.open(LessonTable(Step(lessons.lessons()[lesson], step), desk.app, failures=1))
        desk.come_to_rest()
        for move in moves:
            move(desk)
            desk.come_to_rest()

    return opened


def open_statistics(desk: Desk) -> None:
    """Two people, and one who has no name."""
    flicked = Tally(3, 1, {"flicks": 80.0, "knocked_off": 7.0, "longest": 51.0, "chain": 4.0})
    people = (Player(name="Anna", tallies={"rumms": flicked}), Player(name="Ben", tallies={"rumms": Tally(0, 2)}))
    gone = Player(name="Cleo", tallies={"cabanga": Tally(1, 0)})
    statistics.save(Statistics((*people, gone, Player(seat=2, tallies={"kawumm": Tally(1, 0)}))))
    statistics.erase(gone)
    desk.app.open(StatisticsScreen())


def open_replays(desk: Desk) -> None:
    """A shelf with a game that can be read, and one that cannot; a third was erased."""
    position, actions = captured(lies=(Lies(2, 40.0, 5.0, "shadow"),), dice=("red troll 20,5",))
    record(position, actions)
    for name in ("rumms-gone.jsonl", "rumms-broken.jsonl"):
        own("games", name).write_text("nothing\n")
    trash.throw("games", own("games", "rumms-gone.jsonl"))
    desk.app.open(Replays())


def open_replay(desk: Desk) -> None:
    position, actions = captured(lies=(Lies(2, 30.0, 5.0),), dice=("red troll 20,5",))
    desk.app.open(replay(record(position, actions)))


def scenario(name: str) -> scenarios.Scenario:
    return next(one for one in scenarios.scenarios() if one.path.stem == name)


def open_puzzle(name: str, do: Callable[[Desk], object] = lambda _: None) -> Callable[[Desk], None]:
    """A scenario on the table, after something was done."""

    def opened(desk: Desk) -> None:
        desk.app.open(PuzzleTable.of_scenario(scenario(name), desk.app))
        desk.come_to_rest()
        do(desk)
        desk.come_to_rest()

    return opened


def open_editor(sheet: type[Screen] | None = None) -> Callable[[Desk], None]:
    """The editor with a scenario in it, and a sheet of it."""

    def opened(desk: Desk) -> None:
        editor = Editor.of(scenario("frozen-dragon"), desk.app)
        editor.draft = replace(editor.draft, title="Anna", text="Ben")
        desk.app.open(editor)
        if sheet:
            desk.app.open(sheet(editor))  # type: ignore[call-arg]

    return opened


def open_part(desk: Desk) -> None:
    """A mat that is being drawn, with a cushion that is chosen."""
    open_editor(MatTable)(desk)
    table = desk.on(MatTable)
    table.stuff = "cushion"
    table.add(usual("bar", (31.5, 24.0)))


def open_own(desk: Desk) -> None:
    """Somebody's own scenarios: none that can be read; another was erased."""
    own("scenarios").mkdir(parents=True, exist_ok=True)
    for name in ("gone.jsonl", "broken.jsonl"):
        own("scenarios", name).write_text("nothing\n")
    trash.throw("scenarios", own("scenarios", "gone.jsonl"))
    desk.app.open(Scenarios("own"))


def open_list(desk: Desk) -> None:
    """The list of troops, one of them somebody's own; another was erased."""
    troops.keep("Mila", PRESETS[5].spots, PRESETS[5].aside)
    troops.erase(troops.keep("Gone", (), ("king",)))
    desk.app.open(NewGame("rumms"))
    desk.wait()
    desk.click("formation red")


def open_options(desk: Desk) -> None:
    desk.app.open(NewGame("rumms"))
    desk.wait()
    desk.click("options")


def open_full_table(desk: Desk) -> None:
    """A sheet for a new game with as many seats as there can be."""
    desk.app.change(agreed=Agreed(red=(Sitting(),), blue=(Sitting(), Sitting("greedy"), Sitting()), troops="ready"))
    desk.app.open(NewGame("rumms"))


def open_troop(desk: Desk) -> None:
    before.begin(desk)
    before.take_over(desk)


def open_check(desk: Desk) -> None:
    before.begin(desk)
    for _ in range(2):
        before.take_over(desk)
        before.choose(desk, **before.SMALL)


def open_hand_over(desk: Desk) -> None:
    before.begin(desk)
    before.muster_both(desk)


def open_set_up(desk: Desk) -> None:
    """A set-up with a tower, and a die in the hand."""
    before.come_to_set_up(desk)
    for _ in range(2):
        before.drop(desk, "troll", 20.0, 8.5)
    desk.move((2, 2))
    desk.go_to("kind knight")
    desk.key(pygame.K_RETURN)


def open_naming(desk: Desk) -> None:
    desk.app.open(Naming(say("Keep this troop"), lambda _: None, "Mila"))


def open_section(section: str) -> Callable[[Desk], None]:
    def opened(desk: Desk) -> None:
        desk.app.open(SettingsSheet())
        desk.wait(0.2)
        desk.click(f"section {section}")

    return opened


def open_practice(desk: Desk) -> None:
    """A practice mat on which somebody has flicked."""
    desk.app.open(Practice.laid(Start(), desk.app))
    desk.come_to_rest()
    desk.flick(1, 0.0, 0.3)
    desk.come_to_rest()


def open_setting(desk: Desk) -> None:
    """A practice table at which dice are set anywhere."""
    open_practice(desk)
    desk.key(pygame.K_e)


def open_box(desk: Desk) -> None:
    open_setting(desk)
    desk.app.open(Box(desk.on(Practice)))


def open_sheet(desk: Desk) -> None:
    desk.app.open(PracticeSheet(Start("troops")))


def open_finger(desk: Desk) -> None:
    """A table in a game with the real finger."""
    desk.resume(record(start(*MADE)[0], seats=("me:Anna", "me:Ben"), finger=True))


def open_card_options(desk: Desk) -> None:
    """What can be agreed on for a card game."""
    desk.app.open(NewCardGame("waka_waka"))
    desk.wait(0.2)
    desk.click("options 1")


def open_curtain(desk: Desk) -> None:
    """Two people with secrets sit at a screen."""
    sit_down(desk, "cabanga", "me:Anna", "me:Ben", "greedy")


def open_cards(desk: Desk) -> None:
    """A card table at which somebody is asked."""
    sit_down(desk, "kawumm", "me:Anna", "me:Ben")


def open_card_end(desk: Desk) -> None:
    """A card game that is over."""
    state = last_state("kawumm")
    table = sit_at(desk, "kawumm", state, len(state.areas), eyes=0)
    desk.app.open(CardEnd(table))


def open_card_replay(desk: Desk) -> None:
    """A card game to be watched."""
    replay = CardReplay(load(record_path(find("kawumm")), find_game))
    replay.is_running = False
    desk.app.open(replay)


SCREENS: dict[str, Callable[[Desk], object]] = {
    "new card game": lambda desk: desk.app.open(NewCardGame("cabanga")),
    "card options": open_card_options,
    "cards": open_cards,
    "curtain": open_curtain,
    "card end": open_card_end,
    "card replay": open_card_replay,
    "launcher": lambda _: None,
    "new game": lambda desk: desk.app.open(NewGame("rumms")),
    "new game for four": open_full_table,
    "options": open_options,
    "troops": open_list,
    "naming": open_naming,
    "troop": open_troop,
    "check": open_check,
    "hand over": open_hand_over,
    "set-up": open_set_up,
    "table": open_table,
    "aim": open_aim,
    "film": open_film,
    "powers": open_powers,
    "choice": open_choice,
    "choices": open_choices,
    "placing": open_placing,
    "pause": open_pause,
    "end": open_end,
    "end of one": open_end_of_one,
    "lessons": lambda desk: desk.app.open(Lessons()),
    "lesson": open_lesson(1, 1),
    "lesson done": open_lesson(0, 0, lambda desk: desk.flick(2, 0.0, 0.35)),
    "lesson not done": open_lesson(0, 0, lambda desk: desk.flick(2, 0.0, 0.1)),
    "lesson asks": open_lesson(4, 1),
    "scenarios": lambda desk: desk.app.open(Scenarios()),
    "own scenarios": open_own,
    "players": lambda desk: desk.app.open(Players()),
    "puzzle": open_puzzle("the-funnel"),
    "puzzle solved": open_puzzle("clear-run", lambda desk: desk.flick(2, 0.0, 0.6)),
    "puzzle not solved": open_puzzle("clear-run", lambda desk: desk.flick(2, 180.0, 0.2)),
    "editor": open_editor(),
    "mat sheet": open_editor(MatSheet),
    "mat table": open_editor(MatTable),
    "mat table with a part": open_part,
    "goal sheet": open_editor(GoalSheet),
    "save sheet": open_editor(SaveSheet),
    "statistics": open_statistics,
    "statistics of nobody": lambda desk: desk.app.open(StatisticsScreen()),
    "replays": open_replays,
    "replay": open_replay,
    "finger": open_finger,
    "practice": open_practice,
    "setting": open_setting,
    "box": open_box,
    "practice sheet": open_sheet,
    "rules": lambda desk: desk.app.open(Rules("rumms")),
    **{f"settings: {section}": open_section(section) for section in SECTIONS},
}
FEW = (
    "launcher", "new game", "options", "troops", "troop", "check", "hand over", "set-up", "table", "finger", "practice",
    "setting", "box", "practice sheet", "pause", "end", "lessons", "lesson", "scenarios", "players", "puzzle",
    "editor", "mat sheet", "mat table", "goal sheet", "save sheet", "statistics", "replays", "replay", "rules",
    "new card game", "cards", "curtain", "card end", "card replay",
    "settings: play",
)  # fmt: skip
"""One of each class."""

each = pytest.mark.parametrize("name", list(SCREENS))
one_of_each = pytest.mark.parametrize("name", FEW)

SAME = {
    "Rumms", "Kawumm!", "Waka Waka", "Dumm gelaufen!", "Cabanga!", "Fouls", "Teams", "Anna", "Ben", "Deutsch",
    "English", "Tab", "Esc", "R, H", "+, -, 0", "F1, F11", "Pause", "Start", "Name", "Menu", "rumms-broken.jsonl",
    "Enter", "A", "B", "Mila", "Troll", "Berserker",
}  # fmt: skip
"""Names and keys that are the same in both languages."""
FIGURES = re.compile(r"[\d\s:/.,%×¼½·+\-–]*(cm(/s)?)?")


def shown(opened: Opened, name: str, *values: object, **settings: object) -> Desk:
    """A window with a screen on top that has come in."""
    desk = opened(*values, **settings)
    SCREENS[name](desk)
    desk.wait()
    return desk


def is_blank(desk: Desk) -> bool:
    small = pygame.transform.smoothscale(desk.app.window, (16, 9))
    return len({tuple(small.get_at((x, y))) for x in range(16) for y in range(9)}) < 8


def boxes(screen: Screen) -> dict[str, pygame.Rect]:
    """The places of what can be pressed, the mat aside."""
    widgets = [
        widget for widget in screen.widgets if widget.can_focus and not isinstance(widget, Mat | Ground | DrawnGround)
    ]
    return {widget.name: widget.rect for widget in widgets}


def sizes() -> Iterator[tuple[str, tuple[int, int], str]]:
    """Every screen in the smallest window with large texts, one of each class in the usual one with small and large.

    Some are drawn in a larger window, too: it has the same shape, so that its size alone proves little.
    """
    yield from ((name, (640, 360), "130") for name in SCREENS)
    for number, name in enumerate((*FEW, "settings: keys")):
        yield name, (1280, 720), "100"
        yield name, (1280, 720) if number % 3 else (1920, 1080), "130"


@pytest.mark.parametrize(("name", "size", "text"), list(sizes()))
def test_it_is_drawn_at_every_size_in_both_languages_and_fits(
    opened: Opened, name: str, size: tuple[int, int], text: str
):
    desk = shown(opened, name, size, text=text)
    for code in ("de", "en"):
        desk.app.change(language=code)
        desk.run()
        assert not is_blank(desk)
        window = desk.app.window.get_rect()
        assert window.size == size
        places = boxes(desk.screen)
        for widget, box in places.items():
            assert window.contains(box), (widget, box)
            others = [other for other, place in places.items() if other != widget and place.colliderect(box)]
            assert not others, (widget, others)


@pytest.mark.parametrize("name", [*FEW, *(f"settings: {section}" for section in SECTIONS[1:])])
def test_its_words_follow_the_language_at_once_and_the_focus_stays(opened: Opened, name: str):
    desk = shown(opened, name)
    desk.key(pygame.K_TAB)
    focus, screen = desk.screen.focus, desk.screen
    screen.rebuild()  # a picture that was kept is painted anew
    english = texts_of(desk.run)
    desk.app.change(language="de")
    german = texts_of(desk.run)
    assert (desk.screen, desk.screen.focus) == (screen, focus)
    assert language.code() == "de"
    assert len(english) > 2
    same = {text for text in english & german if text not in SAME and not FIGURES.fullmatch(text)}
    assert not same
    assert not [text for text in english | german if re.search(r"[{}]|_", text)]
    desk.app.change(language="en")
    assert texts_of(desk.run) == english


@each
def test_the_tab_key_alone_goes_through_all_of_it_and_back(opened: Opened, name: str):
    desk = shown(opened, name, (640, 360))
    wanted = [widget.name for widget in desk.screen.widgets if widget.can_focus and widget.is_enabled]
    assert wanted
    if not desk.screen.focus:  # at card tables nothing has it unasked
        desk.key(pygame.K_TAB)
        assert desk.screen.focus == wanted[0]
    first = desk.screen.focus
    there = []
    for _ in wanted:
        desk.key(pygame.K_TAB)
        assert desk.screen.shows_ring
        there.append(desk.screen.focus)
    assert sorted(there) == sorted(wanted)
    assert there[-1] == first
    for name_of in [first, *there[:-1]][::-1]:
        desk.key(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
        assert desk.screen.focus == name_of


BUTTONS: list[tuple[str, str, Callable[[Desk], object]]] = [
    ("new card game", "go", lambda desk: desk.on(CardTable)),
    ("cards", "menu", lambda desk: desk.on(Pause)),
    ("cards", "rules", lambda desk: desk.on(Rules).game == "kawumm"),
    ("cards", "settings", lambda desk: desk.on(SettingsSheet)),
    ("cards", "log", lambda desk: desk.on(CardTable).log.is_open),
    ("cards", "help", lambda desk: desk.on(CardTable).helps is False),
    ("cards", "hint", lambda desk: desk.on(CardTable).hint.given is not None),
    ("curtain", "here", lambda desk: desk.on(CardTable).is_there),
    ("card end", "menu", lambda desk: desk.on(Launcher)),
    ("card end", "statistics", lambda desk: desk.on(StatisticsScreen)),
    ("card end", "rematch", lambda desk: desk.on(CardTable)),
    ("card replay", "back", lambda desk: desk.on(Launcher)),
    ("card replay", "play", lambda desk: desk.on(CardReplay).is_running),
    ("new game", "cancel", lambda desk: desk.on(Launcher)),
    ("new game", "close", lambda desk: desk.on(Launcher)),
    ("new game", "go", lambda desk: desk.on(Table)),
    ("new game", "options", lambda desk: desk.on(GameOptions)),
    ("new game", "formation red", lambda desk: desk.on(TroopSheet)),
    ("options", "done", lambda desk: desk.on(NewGame)),
    ("troops", "take", lambda desk: desk.on(NewGame)),
    ("troops", "cancel", lambda desk: desk.on(NewGame)),
    ("troop", "menu", lambda desk: desk.on(Pause)),
    ("troop", "rules", lambda desk: desk.on(Rules)),
    ("troop", "settings", lambda desk: desk.on(SettingsSheet)),
    ("troop", "keep", lambda desk: desk.on(Naming)),
    ("hand over", "here", lambda desk: desk.on(SetUpScreen)),
    ("hand over", "menu", lambda desk: desk.on(Pause)),
    ("set-up", "menu", lambda desk: desk.on(Pause)),
    ("set-up", "load", lambda desk: desk.on(TroopSheet)),
    ("set-up", "keep", lambda desk: desk.on(Naming)),
    ("set-up", "clear", lambda desk: not desk.on(SetUpScreen).draft.puts),
    ("set-up", "fill", lambda desk: desk.on(SetUpScreen).draft.is_ready),
    ("table", "menu", lambda desk: desk.on(Pause)),
    ("table", "rules", lambda desk: desk.on(Rules)),
    ("table", "settings", lambda desk: desk.on(SettingsSheet)),
    ("table", "log", lambda desk: desk.table.is_log_open),
    ("table", "zoom", lambda desk: desk.table.top.view.zoom > 1.0),
    ("practice", "menu", lambda desk: desk.on(Pause)),
    ("practice", "undo", lambda desk: not desk.table.play.session.past),
    ("practice", "restart", lambda desk: not desk.table.play.session.past),
    ("practice", "edit", lambda desk: desk.on(Practice).is_editing),
    ("practice", "options", lambda desk: desk.on(PracticeSheet)),
    ("practice", "hint", lambda desk: desk.table.hint.given or desk.table.hint.is_thinking),
    ("setting", "from the box", lambda desk: desk.on(Box)),
    ("setting", "done", lambda desk: not desk.on(Practice).is_editing),
    ("practice sheet", "go", lambda desk: desk.on(Practice)),
    ("practice sheet", "cancel", lambda desk: desk.on(Launcher)),
    ("launcher", "practice", lambda desk: desk.on(PracticeSheet)),
    ("film", "skip", lambda desk: desk.table.reel is None),
    ("pause", "go on", lambda desk: desk.on(Table)),
    ("pause", "rules", lambda desk: desk.on(Rules)),
    ("pause", "settings", lambda desk: desk.on(SettingsSheet)),
    ("pause", "menu", lambda desk: desk.on(Launcher)),
    ("end", "rematch", lambda desk: desk.on(Table)),
    ("end", "replay", lambda desk: desk.on(Replay)),
    ("end", "menu", lambda desk: desk.on(Launcher)),
    ("end", "statistics", lambda desk: desk.on(StatisticsScreen)),
    ("end of one", "next", lambda desk: desk.on(Table)),
    ("lessons", "lesson spy", lambda desk: desk.on(LessonTable).step.lesson.id == "spy"),
    ("lessons", "back", lambda desk: desk.on(Launcher)),
    ("lesson", "retry", lambda desk: desk.on(LessonTable).step.number == 1),
    ("lesson", "menu", lambda desk: desk.on(Launcher)),
    ("lesson done", "next", lambda desk: desk.on(LessonTable).step.number == 1),
    ("lesson not done", "retry", lambda desk: desk.on(LessonTable).failures == 2),
    ("statistics", "back", lambda desk: desk.on(Launcher)),
    ("statistics", "erase", lambda desk: desk.on(Notice)),
    ("statistics", "bring back", lambda desk: len(desk.on(StatisticsScreen).players) == 4),
    ("statistics", "erase all", lambda desk: desk.on(Notice)),
    ("replays", "back", lambda desk: desk.on(Launcher)),
    ("replays", "erase", lambda desk: desk.on(Notice)),
    ("replays", "bring back", lambda _: own("games", "rumms-gone.jsonl").exists()),
    ("replay", "back", lambda desk: desk.on(Launcher)),
    ("replay", "rules", lambda desk: desk.on(Rules)),
    ("replay", "sound", lambda desk: desk.ear.volume == 0.0),
    ("replay", "full", lambda desk: desk.app.settings.is_full_screen),
    ("replay", "play", lambda desk: not desk.on(Replay).is_running),
    ("rules", "back", lambda desk: desk.on(Launcher)),
    ("rules", "game kawumm", lambda desk: desk.on(Rules).game == "kawumm"),
    ("settings: play", "section keys", lambda desk: desk.on(SettingsSheet).section == "keys"),
    ("settings: play", "done", lambda desk: desk.on(Launcher)),
]


@pytest.mark.parametrize("how", ["mouse", "keys"])
@pytest.mark.parametrize(("name", "button", "is_done"), BUTTONS, ids=[f"{one[0]}, {one[1]}" for one in BUTTONS])
def test_every_button_does_what_it_says_with_mouse_and_keys(
    opened: Opened, name: str, button: str, is_done: Callable[[Desk], object], how: str
):
    desk = shown(opened, name, (640, 360))
    desk.see_the_question()
    if how == "mouse":
        desk.click(button)
    else:
        desk.go_to(button)
        desk.key(pygame.K_RETURN)
    assert is_done(desk)


@each
def test_escape_leads_back(opened: Opened, name: str):  # noqa: C901  one case a screen
    desk = shown(opened, name, (640, 360))
    stack = list(desk.app.screens)
    desk.key(pygame.K_ESCAPE)
    match name:
        case "launcher":
            assert isinstance(desk.screen, Launcher)
        case "table" | "film" | "powers" | "choice" | "finger" | "practice" | "cards" | "curtain":
            assert isinstance(desk.screen, Pause)
            desk.key(pygame.K_ESCAPE)
            assert desk.app.screens == stack
        case "troop" | "hand over":
            assert isinstance(desk.screen, Pause)
            desk.key(pygame.K_ESCAPE)
            assert desk.app.screens == stack
        case "check":
            assert not isinstance(desk.screen, TroopCheck)
        case "set-up":
            assert desk.app.screens == stack
            assert desk.on(SetUpScreen).hand is None
        case "aim":
            assert desk.app.screens == stack
            assert desk.table.aim is None
        case "choices" | "placing":
            assert desk.app.screens == stack
            assert desk.table.mode == "choosing", "it is taken back"
        case "mat table with a part":
            assert desk.app.screens == stack
            assert desk.on(MatTable).chosen is None
        case "setting" | "editor":
            assert desk.app.screens == stack
            assert desk.table.mode == "choosing"
        case "end" | "end of one" | "card end":
            assert isinstance(desk.screen, Launcher)
        case _:
            assert desk.app.screens == stack[:-1]
    assert desk.app.is_running


@one_of_each
def test_f1_opens_the_rules_and_one_comes_back(opened: Opened, name: str):
    desk = shown(opened, name, (640, 360))
    screen = desk.screen
    desk.key(pygame.K_F1)
    assert isinstance(desk.screen, Rules)
    desk.key(pygame.K_F1)
    desk.key(pygame.K_ESCAPE)
    assert desk.screen is screen or name == "rules"


@one_of_each
def test_f11_fills_the_screen_and_back_and_everything_stays(opened: Opened, name: str):
    desk = shown(opened, name, (640, 360))
    screen, size = desk.screen, desk.app.window.get_size()
    desk.key(pygame.K_F11)
    assert desk.app.settings.is_full_screen
    assert desk.app.brush.size == desk.app.window.get_size()
    desk.key(pygame.K_F11)
    assert not desk.app.settings.is_full_screen
    assert desk.app.window.get_size() == size
    assert desk.screen is screen


@one_of_each
def test_reduced_motion_and_the_other_colours_are_drawn_too(opened: Opened, name: str):
    desk = shown(opened, name, (640, 360), is_calm=True, palette="colour-blind")
    assert not is_blank(desk)
    assert desk.app.brush.calm
    assert desk.app.brush.palette == "colour-blind"


@one_of_each
def test_a_window_that_is_made_smaller_is_laid_out_anew(opened: Opened, name: str):
    desk = shown(opened, name, (900, 600))
    pygame.display.set_mode((700, 500), pygame.RESIZABLE)
    desk.frame(pygame.event.Event(pygame.VIDEORESIZE, size=(700, 500), w=700, h=500))
    assert desk.app.brush.size == (700, 500)
    assert all(desk.app.window.get_rect().contains(box) for box in boxes(desk.screen).values())
