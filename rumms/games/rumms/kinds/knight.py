"""The knight: hardly ever captured."""

from __future__ import annotations

from typing import ClassVar

from rumms.games.rumms.kind import Kind


class Knight(Kind):
    """A die without a power."""

    name, called = "knight", {"de": "Ritter", "en": "knight"}
    value, shadow_faces, in_box = 4, 1, 4
    about: ClassVar = {"de": "Ohne besondere Kraft, schwer zu fangen", "en": "No power, but hard to capture"}


KIND = Knight()
