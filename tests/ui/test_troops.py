"""Own troops are kept in files of their own, found again, renamed and erased; broken files are left alone."""

from __future__ import annotations

import msgspec
import pytest

from rumms.games.rumms.presets import PRESETS, Spot
from rumms.games.rumms.state import Die, Side, Tin
from rumms.kernel.refusal import Refusal
from rumms.places import own
from rumms.ui import troops
from tests.games.rumms.table import GAME

SPOTS = (Spot("king", 7.0, 15.0), Spot("troll", 20.0, 8.0, 15.0))
WRONG = [
    b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 5000, b'{"called": ""}', b'{"called": "   "}',
    b'{"called": "A\\nB"}', b'{"called": "A", "spots": [["troll", 1e999, 2]]}', b'{"called": "A", "more": 1}',
    b'{"called": "A", "spots": [["troll", "left", 2]]}', b'{"called": "' + b"A" * 99 + b'"}', b" " * 70_000,
]  # fmt: skip


def test_a_troop_is_kept_with_its_formation_and_found_by_its_name():
    kept = troops.keep(" Wall of fire ", SPOTS, ("ice",))
    assert troops.is_own(kept)
    assert kept.called == {"de": "Wall of fire", "en": "Wall of fire"}
    assert troops.find(kept.name) == kept
    assert troops.kept().troops == (kept,)
    assert (kept.spots, kept.aside, kept.troop) == (SPOTS, ("ice",), ("king", "troll", "ice"))


def test_names_may_be_the_same_and_each_has_a_file_of_its_own():
    one, two = troops.keep("A", SPOTS, ()), troops.keep("A", (), ("king",))
    assert one.name != two.name
    assert len(troops.kept().troops) == 2
    assert sorted(file.name for file in own("troops").iterdir()) == ["troop-1.json", "troop-2.json"]


def test_troops_are_listed_by_name():
    for name in ("beta", "Alpha", "gamma"):
        troops.keep(name, (), ("king",))
    assert [troop.called["en"] for troop in troops.kept().troops] == ["Alpha", "beta", "gamma"]


def test_a_troop_is_renamed_and_erased():
    troop = troops.rename(troops.keep("A", SPOTS, ("ice",)), "B")
    assert [(one.called["de"], one.spots, one.aside) for one in troops.kept().troops] == [("B", SPOTS, ("ice",))]
    troops.erase(troop)
    troops.erase(troop)
    assert troops.kept().troops == ()
    assert troops.find(troop.name) is None


@pytest.mark.parametrize("wrong", WRONG, ids=lambda raw: raw[:24].decode(errors="replace"))
def test_a_broken_file_is_named_and_never_touched(wrong: bytes):
    own("troops").mkdir(parents=True)
    file = own("troops", "troop-1.json")
    file.write_bytes(wrong)
    assert troops.kept() == ((), ("troop-1.json",))
    kept = troops.keep("A", SPOTS, ())
    assert troops.kept() == ((kept,), ("troop-1.json",))
    assert file.read_bytes() == wrong


def test_a_folder_that_cannot_be_written_to_is_said():
    own().mkdir(parents=True)
    own("troops").write_text("a file where the folder should be")
    assert troops.kept() == ((), ())
    with pytest.raises(Refusal, match="cannot be written"):
        troops.keep("A", SPOTS, ())


def test_named_troops_are_found_too_and_unknown_ones_are_not():
    assert troops.find(PRESETS[3].name) is PRESETS[3]
    assert troops.find("nothing") is troops.find("own:nothing.json") is troops.find("own:../settings.json") is None


def test_only_what_can_be_paid_and_is_in_the_box_is_offered():
    box = GAME.kinds
    cheap, dear = troops.keep("cheap", (), ("king", "troll")), troops.keep("dear", (), ("king", *("dragon",) * 2))
    strange = troops.keep("strange", (), ("king", "elephant"))
    many, headless = troops.keep("many", (), ("king", *("dragon",) * 3)), troops.keep("headless", (), ("troll",))
    offered = troops.offered(box, 9, powers=True)
    assert offered == (cheap,)
    every = troops.offered(box, 50, powers=True)
    assert every[:2] == (cheap, dear)
    assert not {strange.name, many.name, headless.name} & {one.name for one in every}
    assert {one.name for one in PRESETS} <= {one.name for one in every}
    worths = [troops.worth(one.troop, box) for one in every[2:]]
    assert worths == sorted(worths, reverse=True)


def test_in_a_quick_start_only_its_own_troop_can_be_chosen():
    quick = troops.offered(GAME.kinds, 0, powers=False)
    own_one = troops.keep("mine", PRESETS[0].spots, ())
    troops.keep("other", SPOTS, ())
    assert troops.offered(GAME.kinds, 0, powers=False) == (own_one, *quick)


def test_formations_that_fit_come_first():
    dice = [Die(number, name, Side.RED, Tin()) for number, name in enumerate(("king", "troll"))]
    mine, bare = troops.keep("mine", SPOTS, ()), troops.keep("bare", (), ("king", "troll"))
    found = troops.standing(dice)
    assert found[0] == mine
    assert bare.name not in {one.name for one in found}
    assert len(found) == 1 + len(PRESETS)


def test_a_file_says_what_it_holds():
    troops.keep("A", SPOTS, ("ice",))
    raw = msgspec.json.decode(own("troops", "troop-1.json").read_bytes())
    assert raw == {
        "called": "A",
        "spots": [["king", 7.0, 15.0, 0.0], ["troll", 20.0, 8.0, 15.0]],
        "others": ["ice"],
    }
