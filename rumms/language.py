"""German and English: every text that a person reads goes through here."""

from __future__ import annotations

import gettext
import locale
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from rumms.kernel.refusal import Counted, Refusal, later
from rumms.places import shipped

__all__ = ["CODES", "DOMAIN", "code", "count", "later", "notify", "of_the_system", "say", "tell", "use", "word"]

DOMAIN: Final = "rumms"
CODES: Final = ("de", "en")

_now: gettext.NullTranslations = gettext.NullTranslations()
_code = "en"


def use(code: str | None = None) -> str:
    """Speak this language from now on; without one, German if the system does, else English."""
    global _now, _code  # noqa: PLW0603  one program speaks one language at a time
    _code = code or of_the_system()
    folder = str(shipped("assets", "languages"))
    _now = gettext.translation(DOMAIN, folder, [_code])
    # argparse asks gettext's own functions, which look here.
    os.environ["LANGUAGE"] = _code
    gettext.bindtextdomain(DOMAIN, folder)
    gettext.textdomain(DOMAIN)
    return _code


def of_the_system() -> str:
    """`de` where the system speaks German, else `en`."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return "de" if value.lower().startswith("de") else "en"
    return "de" if (locale.getlocale()[0] or "").lower().startswith(("de", "german")) else "en"


def code() -> str:
    """The language that is spoken now."""
    return _code


def say(text: str, /, **values: object) -> str:
    """A text in the person's language, its gaps filled."""
    return _now.gettext(text).format(**{name: word(value) for name, value in values.items()})


def notify(sentence: str) -> None:
    """Tell something beside the matter: one line on the terminal, if there is one and it can be written."""
    if sys.stderr:
        with suppress(OSError, ValueError):
            sys.stderr.write(f"rumms: {sentence}\n")
            sys.stderr.flush()


def count(one: str, many: str, number: int, /, **values: object) -> str:
    """A text for this many: `one` if it is one thing, else `many`; the number fills the gap `number`."""
    text = _now.ngettext(one, many, number)
    return text.format(number=number, **{name: word(value) for name, value in values.items()})


def word(value: object) -> object:
    """Something that fills a gap: a name in several languages, several of those, so many, a refusal, or what it is."""
    match value:
        case Mapping():
            return value[_code]
        case Counted(one, many, number):
            return count(one, many, number)
        case tuple():
            return ", ".join(str(word(part)) for part in value) or say("none")
        case Refusal():
            return tell(value)
    return value


def tell(refusal: Refusal) -> str:
    """A refusal as a sentence, with the number of the rule if a rule is behind it."""
    sentence = say(refusal.text, **refusal.values)
    rule = getattr(refusal, "rule", "")
    return f"{sentence} ({rule})" if rule else sentence
