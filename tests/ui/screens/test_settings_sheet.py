"""Settings: each changes something at once, is kept, and is there again after a start."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from rumms.language import code
from rumms.ui import app, settings
from rumms.ui.draw.brush import Brush
from rumms.ui.kit.buttons import Choice, Toggle
from rumms.ui.screens.launcher import Launcher
from rumms.ui.screens.settings import SECTIONS, SettingsSheet
from rumms.ui.seating import Agreed, Sitting
from rumms.ui.settings import Settings

from .conftest import Opened
from .desk import Desk

CHOICES = [
    ("play", "aim", "arrow"),
    ("play", "speed", "0.25"),
    ("look", "text", "130"),
    ("look", "palette", "colour-blind"),
    ("language", "language", "de"),
]
TOGGLES = [("play", "is_calm"), ("look", "is_full_screen")]


@pytest.fixture
def sheet(desk: Desk) -> Desk:
    """The sheet, come in."""
    desk.app.open(SettingsSheet())
    desk.wait()
    return desk


@pytest.mark.parametrize(("section", "name", "value"), CHOICES)
def test_a_choice_is_used_at_once_and_kept(sheet: Desk, section: str, name: str, value: Any):
    sheet.click(f"section {section}")
    sheet.choose(name, value)
    assert getattr(sheet.app.settings, name) == value
    assert getattr(settings.load(), name) == value
    choice = sheet.widget(name)
    assert isinstance(choice, Choice)
    assert choice.value == value


@pytest.mark.parametrize(("section", "name"), TOGGLES)
@pytest.mark.parametrize("how", ["mouse", "keys"])
def test_a_switch_is_used_at_once_and_kept(sheet: Desk, section: str, name: str, how: str):
    sheet.click(f"section {section}")
    for wanted in (True, False):
        if how == "mouse":
            box = sheet.widget(name).ring(sheet.app.brush, sheet.screen.mood(sheet.widget(name)))
            sheet.click(box.center)
        else:
            if sheet.screen.focus != name:
                sheet.go_to(name)
            sheet.key(pygame.K_SPACE)
        toggle = sheet.widget(name)
        assert isinstance(toggle, Toggle)
        assert toggle.is_on is wanted
        assert getattr(settings.load(), name) is wanted


def test_every_setting_that_can_be_set_is_on_the_sheet(sheet: Desk):
    found = set()
    for section in SECTIONS:
        sheet.click(f"section {section}")
        found |= {widget.name for widget in sheet.screen.widgets}
    assert set(Settings.__struct_fields__) - found == {
        "agreed", "card_names", "card_options", "card_seats",  # these are for the sheets for a new game
    }  # fmt: skip


def test_the_volume_is_heard_and_kept(sheet: Desk):
    sheet.click("section sound")
    slider = sheet.widget("volume")
    sheet.click((slider.rect.left + 4, slider.rect.centery))
    assert sheet.ear.volume < 0.1
    sheet.go_to("volume")
    sheet.key(pygame.K_END)
    assert sheet.ear.volume == settings.load().volume == 1.0
    sheet.key(pygame.K_LEFT)
    assert settings.load().volume == 0.95


def test_text_size_colours_and_motion_reach_the_brush(sheet: Desk):
    sheet.app.change(text="130", palette="colour-blind", is_calm=True)
    brush = sheet.app.brush
    assert (brush.text_scale, brush.palette, brush.calm) == (1.3, "colour-blind", True)


def test_another_language_is_spoken_at_once_by_the_sheet_and_by_what_is_below(sheet: Desk):
    sheet.click("section language")
    sheet.go_to("language")
    sheet.key(pygame.K_LEFT)
    assert code() == "de"
    assert sheet.screen.focus == "language"
    assert sheet.on(SettingsSheet).title == "Einstellungen"
    assert sheet.on(SettingsSheet).section == "language"
    sheet.key(pygame.K_RIGHT)
    assert sheet.on(SettingsSheet).title == "Settings"


def test_the_sections_are_reached_with_the_keys(sheet: Desk):
    for section in SECTIONS[1:]:
        sheet.key(pygame.K_DOWN, pygame.K_RETURN)
        assert sheet.on(SettingsSheet).section == section


def test_done_leads_back(sheet: Desk):
    sheet.click("done")
    sheet.on(Launcher)


def test_what_was_set_is_there_again(opened: Opened):
    opened().app.change(text="115", speed="2")
    assert (settings.load().text, settings.load().speed) == ("115", "2")


def test_pictures_are_kept_when_nothing_changes_their_looks(sheet: Desk, monkeypatch: pytest.MonkeyPatch):
    """Else every step of the volume's slider costs as much as a start."""
    monkeypatch.setattr(app, "Brush", Brush)
    brush = sheet.app.brush
    sheet.app.change(volume=0.3, speed="2", agreed=Agreed(red=(Sitting(name="Anna"),)))
    assert sheet.app.brush is brush
