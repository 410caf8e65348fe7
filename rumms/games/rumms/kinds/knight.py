"""The knight: hardly ever captured."""

from __future__ import annotations

from rumms.games.rumms.kind import Kind


class Knight(Kind):
    """A die without a power."""

    name, called = "knight", {"de": "Ritter", "en": "knight"}
    value, shadow_faces, in_box = 4, 1, 4


KIND = Knight()
