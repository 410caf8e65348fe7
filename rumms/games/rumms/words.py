"""How Rumms is told: its table, its questions and what happens, in German and English."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Any, Final

from msgspec.structs import replace

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
from rumms.games.rumms.ground import ground
from rumms.games.rumms.kind import Kind, Power
from rumms.games.rumms.kinds import KINDS
from rumms.games.rumms.state import (
    NOBODY,
    SIDES,
    Aside,
    Ask,
    Die,
    OnMat,
    Out,
    Screened,
    Side,
    State,
    Task,
    Tin,
    Where,
)
from rumms.games.rumms.turn import CAPTURED, GOES_BACK, PENALTY
from rumms.kernel.game import Seat
from rumms.language import CODES, code, count, say, word
from rumms.physics.model import Flick, Pose, Swipe

HERE: Final = "▸"
WIDEST: Final = 78
"""Characters of a line."""
TEAMS: Final = {Side.RED: {"de": "Rot", "en": "red"}, Side.BLUE: {"de": "Blau", "en": "blue"}}
COLOURED: Final = {Side.RED: "rot", Side.BLUE: "blau"}
"""What a German adjective begins with."""
OF_THE_RULES: Final[Mapping[str, Power]] = {
    CAPTURED: Power(
        {"de": "Wurf um die Freiheit", "en": "throw for freedom"},
        {
            "de": "Der gefangene Würfel wird geworfen. Mit einer aktiven Seite kommt er in seine Burg, sonst ist er "
            "besiegt.",
            "en": "The captured die is thrown. With an active face it comes to its castle, else it is defeated.",
        },
    ),
    GOES_BACK: Power(
        {"de": "zurück in die Burg", "en": "back into the castle"},
        {
            "de": "Was das Foul geschlagen hat, kommt zurück in deine Burg.",
            "en": "What the foul has defeated comes back into your castle.",
        },
    ),
    PENALTY: Power(
        {"de": "wegnehmen", "en": "take away"},
        {
            "de": "Dein Gegner hat gefoult: Du darfst einen seiner Würfel aus dem Spiel nehmen, nicht den König.",
            "en": "Your opponent has fouled: you may take one of his dice out of play, but not the king.",
        },
    ),
}
"""Powers that no kind has, but the rules themselves."""


def title() -> str:
    """What the game is called."""
    return "Rumms"


def summary() -> str:
    """What it is about, in one line."""
    return say("Flick your dice, and sweep the enemy king off the mat.")


# The table.


def table(view: State, seat: Seat | None, names: tuple[str, ...]) -> list[str]:
    """The score of a tournament, a picture of the mat, and each team with its dice."""
    lines = []
    if view.options.wins_needed > 1:
        red, blue = view.wins
        lines += [say("Game {game}. Games won: red {red}, blue {blue}", game=view.game, red=red, blue=blue), ""]
    letters = _letters(view)
    if any(die.is_on_mat for die in view.dice):
        lines += [*_picture(view, letters), ""]
    for side in SIDES:
        lines += _team(view, side, seat, names, letters)
    return lines


def _letters(view: State) -> dict[Kind, str]:
    """A letter for each kind: the first of its name that no other has, kings before the others."""
    letters: dict[Kind, str] = {}
    for kind in dict.fromkeys(die.kind for die in sorted(view.dice, key=lambda die: not die.kind.is_king)):
        name = kind.called[code()].upper()
        letters[kind] = next((letter for letter in name if letter not in letters.values()), name[0])
    return letters


def _picture(view: State, letters: Mapping[Kind, str]) -> list[str]:
    """The mat from above, red on the left and in capitals; of dice in a tower the upper one is seen."""
    empty, wide, tall = ground(view.options.mat)
    cells = [list(row) for row in empty]
    for die in sorted((die for die in view.dice if die.is_on_mat), key=lambda die: die.body.level):
        pose, letter = die.body.pose, letters[die.kind]
        row, column = _within(int(pose.y / tall), len(cells)), _within(int(pose.x / wide), len(cells[0]))
        cells[row][column] = letter if die.side is Side.RED else letter.lower()
    edge = "─" * len(cells[0])
    return [f"┌{edge}┐", *(f"│{''.join(row)}│" for row in reversed(cells)), f"└{edge}┘"]


def _within(place: int, places: int) -> int:
    return min(max(place, 0), places - 1)


def _team(
    view: State, side: Side, seat: Seat | None, names: tuple[str, ...], letters: Mapping[Kind, str]
) -> Iterator[str]:
    """A team's members, whoever moves next first, and where its dice are."""
    dice = [die for die in view.dice if die.side is side]
    seats, first = view.teams[side.number], view.members[side.number]
    members = (names[one] + (" *" if one == seat else "") for one in (*seats[first:], *seats[:first]))
    yield f"{HERE if side is _in_turn(view) else ' '} {_team_name(side)}: {', '.join(members)}"
    if view.has_secret_troop(side):
        yield "    " + say("The troop is chosen, and still secret.")
    frozen = view.frozen()
    width = max((len(_noun(kind)) for kind in letters), default=0)
    on_mat = [die for die in dice if die.is_on_mat]
    for kind in dict.fromkeys(die.kind for die in on_mat):
        letter = letters[kind] if side is Side.RED else letters[kind].lower()
        places = (_place(view, die, is_frozen=die.id in frozen) for die in on_mat if die.kind == kind)
        yield from _wrapped(f"    {letter} {_noun(kind):{width}}  ", places)
    elsewhere: dict[type[Where], str] = {
        Tin: say("to be set up"),
        Screened: say("behind the screen"),
        Aside: say("beside the mat"),
        Out: say("out of play"),
    }
    for where, called in elsewhere.items():
        if nouns := [_noun(die.kind) for die in dice if isinstance(die.where, where)]:
            yield from _wrapped(f"    {called}: ", _counted(nouns))


def _wrapped(heading: str, things: Iterable[str]) -> list[str]:
    """A heading and what belongs to it; a line ends between two things."""
    text = ", ".join(thing.replace(" ", "\xa0") for thing in things)
    lines = wrap(text, WIDEST, initial_indent=heading, subsequent_indent=" " * len(heading))
    return [line.replace("\xa0", " ") for line in lines]


def _place(view: State, die: Die, *, is_frozen: bool) -> str:
    """A die's number and where it is: a spot, or the dice that it lies on."""
    number = "" if _is_sole(die.kind) else str(die.id)
    where = _spot(die.body.pose)
    if isinstance(die.where, OnMat) and die.where.on:
        below = (view.dice[one] for one in die.where.on)
        where = say(
            "on {below}", below="+".join(_noun(one.kind) if _is_sole(one.kind) else str(one.id) for one in below)
        )
    text = f"{number} {where}".strip()
    return say("{die} frozen", die=text) if is_frozen else text


def _in_turn(view: State) -> Side | None:
    """Whose turn it is, or who chooses and sets up."""
    if view.winner is not None:
        return None
    return view.task.side if view.task.ask in {Ask.MUSTER, Ask.SET_UP} else view.turn.side


# Questions and choices.


def question(view: State) -> str:
    """What the player to move has to decide."""
    task = view.task
    match task.ask:
        case Ask.MUSTER:
            return count(
                "Which troop do you choose? It may be worth {number} point at most.",
                "Which troop do you choose? It may be worth {number} points at most.",
                view.options.points,
            )
        case Ask.SET_UP:
            return say("Where do you set up your troop?")
        case Ask.MOVE:
            return say("Which die do you flick, or what do you do instead?")
        case Ask.FLICK:
            return say("Do you flick once more: {die}?", die=_die(view.dice[task.about]))
        case Ask.SETTLE:
            return say("Where do the dice come to rest?")
        case Ask.THROW:
            return say("What does this die show: {die}?", die=_die(view.dice[task.about]))
        case Ask.USE:
            return _use(view, task)
        case Ask.PICK:
            return _pick(view, task)
        case Ask.PUT:
            return say("Where do you set this die: {die}?", die=_die(view.dice[task.about]))
    raise AssertionError(task)


def _use(view: State, task: Task) -> str:
    power = word(power_of(view, task).called)
    if len(task.among) == 1:
        return say("Use this power, {power}: {die}?", power=power, die=_die(view.dice[task.among[0]]))
    if task.may_decline:
        return say("Which die is the first to use its power, {power}, if any?", power=power)
    return say("Which die is first: {power}?", power=power)


def _pick(view: State, task: Task) -> str:
    if task.worth:
        return say(
            "Which defeated dice do you throw? They may be worth {worth} points together at most.", worth=task.worth
        )
    if task.power == PENALTY:
        return say("That was a foul. Which enemy die do you take out of play?")
    owner = _capital(_die(view.dice[task.owner]))
    return say("{die}, {power}: which die do you choose?", die=owner, power=word(power_of(view, task).called))


def power_of(view: State, task: Task) -> Power:
    """The power that a question is about: a kind's, or one of the rules."""
    owner = task.owner if task.owner != NOBODY else next(iter(task.among), NOBODY)
    return named(task.power, None if owner == NOBODY else view.dice[owner].kind)


def named(power: str, kind: Kind | None = None) -> Power:
    """A power by its name: one that nobody describes is called by it."""
    known = {**OF_THE_RULES, **(kind.powers if kind else {})}
    return known.get(power) or Power(dict.fromkeys(CODES, power), dict.fromkeys(CODES, ""))


def choice(view: State, action: Action) -> str:  # noqa: C901  one case an action
    """What one of the choices means."""
    match action:
        case Use(number):
            die, asked = view.dice[number], view.task
            power = die.kind.move(view, die) if asked.ask is Ask.MOVE else asked.power
            return f"{_capital(_with_spot(die))}: {word(named(power, die.kind).called)}"
        case Decline():
            return say("Do nothing")
        case Pick(()):
            return say("No die")
        case Pick(numbers):
            return _capital(", ".join(_with_spot(view.dice[number]) for number in numbers))
        case Put(number, pose):
            return say("Set at {spot}: {die}", spot=_spot(pose), die=_die(view.dice[number]))
        case Flick(number, direction, speed):
            return say(
                "Flick at {direction}° with {speed} cm/s: {die}",
                direction=round(direction),
                speed=round(speed),
                die=_with_spot(view.dice[number]),
            )
        case Swipe():
            return say("Swipe with the finger")
        case Thrown(face):
            return _face(is_active=view.dice[view.task.about].kind.faces[face])
        case Pass():
            return say("Pass")
        case Muster(troop):
            return say("Choose: {dice}", dice=", ".join(_counted(map(_noun_of, troop))))
        case SetUp(puts):
            return count("Set up {number} die", "Set up {number} dice", len(puts))
        case Settled():
            return say("The dice lie still")
    raise AssertionError(action)


# What happens.


def story(event: Event, names: tuple[str, ...]) -> str:  # noqa: C901, PLR0912  one case an event
    """What happened, in a sentence."""
    match event:
        case Chosen(side):
            return say("{team} has chosen its troop in secret.", team=_capital(_team_name(side)))
        case Mustered(side, troop, worth):
            return count(
                "{team} chooses a troop for {number} point: {dice}.",
                "{team} chooses a troop for {number} points: {dice}.",
                worth,
                team=_capital(_team_name(side)),
                dice=", ".join(_counted(map(_noun, troop))),
            )
        case Ready(side):
            return say("{team} has set up its dice.", team=_capital(_team_name(side)))
        case Unscreened(first):
            return say("The screen is taken away: {team} begins.", team=_team_name(first))
        case Flicked(seat, die, "again"):
            return say("{name} flicks {die} once more.", name=names[seat], die=_die(die))
        case Flicked(seat, die):
            return say("{name} flicks {die}.", name=names[seat], die=_die(die))
        case Missed(seat):
            return say("{name} swipes past all the dice and may try again.", name=names[seat])
        case Passed(side):
            return say("{team} can do nothing and has to pass.", team=_capital(_team_name(side)))
        case Foul():
            return _foul(event)
        case Defeated():
            return _defeated(event)
        case Captured(die):
            return say("{die} is captured: in the enemy kingdom, with a shadow face up.", die=_subject(die))
        case Threw(die, _, active):
            return say("{die} is thrown: {face}.", die=_subject(die), face=_face(is_active=active))
        case Freed(die):
            return say("{die} is free again!", die=_subject(die))
        case Rescued(king, _):
            return say("{die} is rescued!", die=_subject(king))
        case Hid(die):
            return say("{die} hides beside the mat.", die=_subject(die))
        case Returned(die):
            return say("{die} comes out of hiding.", die=_subject(die))
        case Vanished(die, by):
            return say("{by} works magic: {die} vanishes.", by=_subject(by), die=_die(die))
        case DraggedAlong(die, by):
            return say("{by} does not go alone: {die} has to leave, too.", by=_subject(by), die=_die(die))
        case Froze(ice, dice):
            return say("{ice} freezes {dice}.", ice=_subject(ice), dice=", ".join(map(_die, dice)))
        case Thawed(ice, "knocked off"):
            return say("{ice} is knocked off and out of play.", ice=_subject(ice))
        case Thawed(ice):
            return say("{ice} has nothing left to freeze and is out of play.", ice=_subject(ice))
        case Revived(die):
            return say("{die} is back in the game!", die=_subject(die))
        case WentBack(die):
            return say("{die} suffered from the foul and may come back.", die=_subject(die))
        case WasSet(die, pose, level):
            return _was_set(die, pose, level)
        case Won():
            return _won(event)
    raise AssertionError(event)


def tale(event: Event, names: tuple[str, ...]) -> str:
    """The same for somebody who sees the dice: without their numbers, and without where they are set."""
    if isinstance(event, WasSet):
        return _was_put(_unnumbered(event.die), event.level)
    values = {name: _unnumbered(getattr(event, name)) for name in event.__struct_fields__}
    return story(replace(event, **values), names)


def _unnumbered(value: Any) -> Any:
    """A die is any of its kind; nothing else changes."""
    if isinstance(value, tuple):
        return tuple(map(_unnumbered, value))
    return replace(value, id=NOBODY) if isinstance(value, Who) else value


def _foul(foul: Foul) -> str:
    team = _team_name(foul.side)
    match foul.why:
        case "several":
            return say("Foul by {team}: the finger touched several dice.", team=team)
        case "not yours":
            return say("Foul by {team}: the finger touched a die that it must not touch.", team=team)
        case "pushed":
            return say("Foul by {team}: the finger pushed instead of flicking.", team=team)
    raise AssertionError(foul)


def _defeated(defeated: Defeated) -> str:
    die = _subject(defeated.die)
    match defeated.how:
        case "flicked" if defeated.die.kind.is_king:
            return say("{die} falls off the mat!", die=die)
        case "flicked":
            return say("{die} falls off the mat.", die=die)
        case "captured":
            return say("{die} stays captured and is out of play.", die=die)
        case "spent":
            return say("{die} sacrifices itself.", die=die)
        case "foul":
            return say("For the foul, {die} is out of play.", die=_die(defeated.die))
    raise AssertionError(defeated)


def _was_set(die: Who, pose: Pose, level: int) -> str:
    set_down = {"die": _subject(die), "spot": _spot(pose)}
    if die.kind.is_king:
        return say("{die} is set in his castle, at {spot}.", **set_down)
    if level:
        return say("{die} is set on top, at {spot}.", **set_down)
    return say("{die} is set down at {spot}.", **set_down)


def _was_put(die: Who, level: int) -> str:
    if die.kind.is_king:
        return say("{die} is set in his castle.", die=_subject(die))
    return say("{die} is set on top.", die=_subject(die)) if level else say("{die} is set down.", die=_subject(die))


def _won(won: Won) -> str:
    team, other = _capital(_team_name(won.side)), _team_name(won.side.foe)
    red, blue = won.wins
    if won.is_last and red + blue == 1:
        return say("{team} wins! The king of {other} is lost.", team=team, other=other)
    score = {"team": team, "game": won.game, "red": red, "blue": blue}
    if won.is_last:
        return say("{team} wins game {game} and the whole tournament! Games won: red {red}, blue {blue}.", **score)
    return say("{team} wins game {game}! Games won: red {red}, blue {blue}.", **score)


# Names.


def _die(die: Who | Die) -> str:
    """A die by colour, kind and number: `red dragon 12`, `roter Drache 12`; the king is the only one of his kind.

    Without a number it is any of its kind: `a red dragon`, `ein roter Drache`.
    """
    colour, kind = COLOURED[die.side], die.kind
    if code() == "en":
        name = f"{die.side} {_noun(kind)}"
        if _is_sole(kind):
            return f"the {name}"
        return f"a {name}" if die.id == NOBODY else f"{name} {die.id}"
    if _is_sole(kind):
        return f"{'das' if kind.is_neuter else 'der'} {colour}e {_noun(kind)}"
    name = f"{colour}{'es' if kind.is_neuter else 'er'} {_noun(kind)}"
    return f"ein {name}" if die.id == NOBODY else f"{name} {die.id}"


def _subject(die: Who) -> str:
    """A die at the beginning of a sentence."""
    return _capital(_die(die))


def _with_spot(die: Die) -> str:
    """A die and, on the mat, where it lies."""
    return f"{_die(die)} {_spot(die.body.pose)}" if die.is_on_mat else _die(die)


def _spot(pose: Pose) -> str:
    """A place in whole centimetres: from red's short side, and across."""
    return say("({x}, {y})", x=round(pose.x), y=round(pose.y))


def _counted(nouns: Iterable[str]) -> list[str]:
    """How many there are of each."""
    return [noun if number == 1 else f"{number} × {noun}" for noun, number in Counter(nouns).items()]


def _is_sole(kind: Kind) -> bool:
    """Has a team only one of it?"""
    return kind.in_box == 1


def _noun(kind: Kind) -> str:
    return kind.called[code()]


def _noun_of(name: str) -> str:
    return _noun(KINDS[name]) if name in KINDS else name


def _team_name(side: Side) -> str:
    return TEAMS[side][code()]


def _face(*, is_active: bool) -> str:
    return say("an active face") if is_active else say("a shadow face")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
