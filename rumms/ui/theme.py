"""The look in figures: colours, sizes of type, how long things take. Lengths are pixels at 1280x720."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

Colour: TypeAlias = tuple[int, int, int]
Cut: TypeAlias = Literal["display", "text", "strong"]

FONTS: Final[dict[Cut, str]] = {
    "display": "grandstander-800.ttf",
    "text": "nunito-600.ttf",
    "strong": "nunito-800.ttf",
}
"""Files of `assets/fonts`."""


def colour(code: str) -> Colour:
    """A colour written as #RRGGBB."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def mix(a: Colour, b: Colour, part: float) -> Colour:
    """A colour between two: `a` at 0, `b` at 1."""
    red, green, blue = (round(one + (other - one) * part) for one, other in zip(a, b, strict=True))
    return red, green, blue


INK, INK_2, INK_3 = colour("#2B2233"), colour("#5B4F63"), colour("#857A8B")
PAPER, PAPER_2, PAPER_3 = colour("#FCF6EA"), colour("#F3E8D3"), colour("#E6D6B8")
LINE: Final = colour("#CDB98F")
PLUM, PLUM_2 = colour("#3F3246"), colour("#33283A")
PLUM_DEEP: Final = colour("#2A2030")
LILAC, LILAC_2 = colour("#CFC3D2"), colour("#B9ACBD")
HONEY, HONEY_DARK = colour("#F2B33D"), colour("#B97A12")
LEAF, LEAF_DARK = colour("#5E8C4A"), colour("#3E6630")
CORAL: Final = colour("#E0593E")
WALNUT, WALNUT_2 = colour("#5A3E2E"), colour("#4A3226")
PLATE: Final = colour("#FFF9EC")
CREAM: Final = colour("#FFF6DE")
FOCUS: Final = colour("#FFF3C9")
SHADOW: Final = colour("#1A0E12")
DICE_SHADOW: Final = colour("#221214")
WHITE, BLACK = colour("#FFFFFF"), colour("#000000")
"""To be mixed with; white as it is for the text of buttons alone."""


class Team(NamedTuple):
    """The colours of a side."""

    base: Colour
    deep: Colour
    light: Colour


Palette: TypeAlias = Literal["usual", "colour-blind"]
TEAMS: Final[dict[Palette, dict[str, Team]]] = {
    "usual": {
        "red": Team(colour("#C8402E"), colour("#7E2219"), colour("#F3B5A2")),
        "blue": Team(colour("#2A6DB0"), colour("#173F6E"), colour("#AFD0EC")),
    },
    "colour-blind": {
        "red": Team(colour("#E8930C"), colour("#4A2A00"), colour("#FFD893")),
        "blue": Team(colour("#14487F"), colour("#0A2444"), colour("#9CC4EA")),
    },
}
ICE: Final = Team(colour("#BFE6F2"), colour("#6FB4CF"), colour("#F2FCFF"))
ICE_INK: Final = colour("#2F7E9E")

# Sizes of type.
HERO, RIBBON, TITLE, PROMPT, PANEL, BUTTON, BODY, SECOND, SMALLEST = 52, 42, 28, 25, 20, 17, 15, 13, 12
LEADING: Final = 1.32

# Seconds.
QUICK: Final = 0.09
"""Hover, press, focus."""
PANEL_IN, PANEL_OUT = 0.18, 0.12
CHANGE: Final = 0.24
"""From a screen to the next."""
FADE: Final = 0.12
"""Whatever fades where motion is reduced."""


class Style(NamedTuple):
    """How a button is painted: gradient, lip, label; no lip where it lies flat."""

    top: Colour
    bottom: Colour
    lip: Colour | None
    label: Colour


STYLES: Final = {
    "plain": Style(PAPER, PAPER_2, colour("#BFA878"), INK),
    "primary": Style(colour("#F8C65A"), colour("#EDA52B"), colour("#A86A0B"), INK),
    "go": Style(colour("#578743"), colour("#446C34"), colour("#294520"), WHITE),
    "danger": Style(colour("#CF4E33"), colour("#B83B22"), colour("#7A2412"), WHITE),
    "dark": Style(colour("#54455A"), colour("#4A3C50"), colour("#2E2434"), PAPER),
    "dim": Style(colour("#3B3040"), colour("#362B3B"), None, mix(PAPER, colour("#3B3040"), 0.6)),
    "off": Style(PAPER_3, colour("#DFCFB0"), None, mix(INK, PAPER_3, 0.55)),
}


def out_cubic(part: float) -> float:
    """Quick at first, then slower: for what comes in."""
    return 1.0 - (1.0 - part) ** 3


def out_quad(part: float) -> float:
    """The same, more gently: for what answers a hand."""
    return 1.0 - (1.0 - part) ** 2


def in_quad(part: float) -> float:
    """Slow at first: for what goes away."""
    return part * part
