"""What a person has set: kept in the user's folder, forgiving of files that are broken or from other versions."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from rumms.places import own
from rumms.ui import keeping
from rumms.ui.seating import Agreed
from rumms.ui.theme import Palette

AimLine: TypeAlias = Literal["arrow", "contact", "full"]
CardHelp: TypeAlias = Literal["easy", "on", "off"]


class Settings(Struct, frozen=True, forbid_unknown_fields=False, omit_defaults=True):
    """All settings, as they are at first."""

    language: Literal["de", "en"] | None = None
    """None: as the system speaks."""
    volume: Annotated[float, Meta(ge=0.0, le=1.0)] = 0.7
    speed: Literal["0.25", "0.5", "1", "2", "4"] = "1"
    """Of films and animations; see `pace`."""
    text: Literal["100", "115", "130"] = "100"
    """Percent."""
    palette: Palette = "usual"
    is_calm: bool = False
    """Reduced motion."""
    is_full_screen: bool = False
    aim: AimLine = "full"
    agreed: Agreed = Agreed()
    """What people agreed on for the last game: seats, troops, options."""
    card_help: CardHelp = "easy"
    """When card tables reckon for people: at the easy level, always, or never."""
    card_names: tuple[str, ...] = ()
    """The names people gave at a card table last, by seat."""
    card_seats: dict[str, tuple[str, ...]] = {}
    """Who played a card game last, by its id: `me`, or a level."""
    card_options: dict[str, dict[str, Any]] = {}
    """The options it was played with, where they were not the usual ones."""

    @property
    def pace(self) -> float:
        """How many seconds of a film are shown in a second."""
        return float(self.speed)

    @property
    def text_scale(self) -> float:
        """How much larger texts are than usual."""
        return int(self.text) / 100


def path() -> Path:
    """Where settings are kept."""
    return own("settings.json")


def load() -> Settings:
    """The settings that are kept; what cannot be read is as it is at first."""
    raw, kept = keeping.read(path()), Settings()
    if not isinstance(raw, dict):
        return kept
    for name, value in raw.items():
        if name in Settings.__struct_fields__:
            with suppress(msgspec.ValidationError):
                one = msgspec.convert({name: value}, Settings)
                kept = msgspec.structs.replace(kept, **{name: getattr(one, name)})
    return kept


def save(settings: Settings) -> None:
    """Keep these; a folder that cannot be written to is no reason to stop."""
    keeping.write(path(), settings)
