"""Before many flicks are simulated, the physics is compiled, where that can be done."""

from __future__ import annotations

import sys

from rumms.language import say


def compile_first() -> None:
    """Compile the physics unless that was done before; workers that start then find it."""
    from rumms.physics import engine  # noqa: PLC0415  matches of card games need none

    if not engine.is_warm():
        print(say("Compiling the physics, this once; it takes about a minute ..."), file=sys.stderr)
        engine.warm_up()
