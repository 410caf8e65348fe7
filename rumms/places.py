"""Where things are: what ships with the program, and the user's own folder."""

from __future__ import annotations

from pathlib import Path


def is_installed() -> bool:
    """Whether this is an installed package, not a checkout of the source."""
    return (Path(__file__).resolve().parent / "_data").is_dir()


def shipped(*parts: str) -> Path:
    """A file or folder of `assets` or `scenarios`: inside an installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent
    return (package / "_data" if is_installed() else package.parent).joinpath(*parts)


def own(*parts: str) -> Path:
    """A file or folder in the user's data folder; it need not exist."""
    import platformdirs  # noqa: PLC0415  only games that are kept need it

    return platformdirs.user_data_path("rumms", appauthor=False).joinpath(*parts)


def cached(*parts: str) -> Path:
    """A file or folder that can be made again at any time; it need not exist."""
    import platformdirs  # noqa: PLC0415  only compiled kernels need it

    return platformdirs.user_cache_path("rumms", appauthor=False).joinpath(*parts)
