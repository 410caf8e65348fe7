"""Bots for Rumms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rumms.kernel.bots import Maker, RandomBot

BOTS: Final[Mapping[str, Maker]] = {"random": RandomBot}
"""Weakest first."""
