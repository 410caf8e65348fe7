"""Sentences as a person reads them, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from rumms import language
from rumms.kernel.game import Game
from rumms.kernel.refusal import IllegalMove, Refusal


def in_both(refusal: Refusal) -> tuple[str, str]:
    """A refusal in English and in German, without the number of the rule."""
    said = []
    for code in ("en", "de"):
        language.use(code)
        said.append(language.tell(refusal).removesuffix(f" ({getattr(refusal, 'rule', '')})"))
    language.use("en")
    return said[0], said[1]


def why_not(game: Game[Any, Any], state: Any, action: Any) -> tuple[str, str]:
    """The reason why an action is not allowed, in English and in German."""
    with pytest.raises(IllegalMove) as refused:
        game.apply(state, action)
    return in_both(refused.value)
