"""The troll: cheap, and easily captured."""

from __future__ import annotations

from typing import ClassVar

from rumms.games.rumms.kind import Kind


class Troll(Kind):
    """A die without a power."""

    name, called = "troll", {"de": "Troll", "en": "troll"}
    value, shadow_faces, in_box = 2, 4, 8
    about: ClassVar = {"de": "Ohne besondere Kraft, leicht zu fangen", "en": "No power, and easily captured"}


KIND = Troll()
