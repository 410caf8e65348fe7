"""Rumms: a digital table for flicking dice, with four card games beside it."""

__version__ = "0.9.0"
