"""The troll: cheap, and easily captured."""

from __future__ import annotations

from rumms.games.rumms.kind import Kind


class Troll(Kind):
    """A die without a power."""

    name, called = "troll", {"de": "Troll", "en": "troll"}
    value, shadow_faces, in_box = 2, 4, 8


KIND = Troll()
