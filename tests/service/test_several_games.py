"""One mail to several games: each part is decided by itself, and whoever is proven is so in all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.mails import DEALS, Desk, fresh, new_desk, reply, text_of

from pbem.service.fates import Fate
from pbem.service.seats.new_game import NewGame, new_game
from pbem.store.game import StoredGame

ORDER = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"
OTHER = "AUSTRIA-HUNGARY: PRODUCTION A"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Three games at the same table: g1, g2, and g3 without Ann."""
    desk = new_desk(tmp_path / "site")
    for ident, first in (("g2", "Ann"), ("g3", "Zoe")):
        seats = {first if p == "Ann" else p: deal for p, deal in DEALS.items()}
        wanted = NewGame(
            ident,
            "imperial",
            {player: f"{player.lower()}@example.test" for player in seats},
            seed=7,
            deal=seats,
            keys={player: f"{ident}-key-of-{player.lower()}" for player in seats},
        )
        new_game(desk.site, wanted, desk.now)
    desk.work()
    return desk


def entries(desk: Desk, ident: str) -> list[tuple[str | None, tuple[str, ...]]]:
    game: StoredGame = desk.site.game(ident)
    return [(entry.by, entry.orders) for entry, _ in game.entries]


def answers(desk: Desk, ident: str) -> list[str]:
    found = [m for m in desk.answers("Ann") if m["Subject"].startswith(f"[{ident}]")]
    return [text_of(m) for m in found]


def first_report(desk: Desk) -> Any:
    return next(m for m in desk.reports("Ann") if m["Subject"].startswith("[g1]"))


def test_each_part_goes_to_its_game_and_is_answered_there(desk: Desk) -> None:
    raw = reply(first_report(desk), f"GAME g1\n{ORDER}\n\nGAME g2\n{OTHER}\n")
    done = desk.send(raw)
    assert [(h.fate, h.game) for _, h in done.handled] == [(Fate.PLAYED, "g1, g2")]
    assert entries(desk, "g1") == [("Ann", (ORDER,))]
    assert entries(desk, "g2") == [("Ann", (OTHER,))]
    assert len(answers(desk, "g1")) == len(answers(desk, "g2")) == 1
    assert "PRODUCTION" not in answers(desk, "g1")[0].split("\n\n")[1]
    desk.send(raw)
    assert len(entries(desk, "g1")) == len(entries(desk, "g2")) == 1
    assert len(desk.answers("Ann")) == 2


def test_what_stands_above_the_first_heading_is_for_the_answered_game(desk: Desk) -> None:
    desk.send(reply(first_report(desk), f"{ORDER}\n\nGAME g2\n{OTHER}\nSTATUS"))
    assert entries(desk, "g1") == [("Ann", (ORDER,))]
    assert entries(desk, "g2") == [("Ann", (OTHER,))]


def test_a_part_that_is_refused_hurts_no_other(desk: Desk) -> None:
    desk.send(reply(first_report(desk), f"GAME g1\nITALY: TAXATON\n\nGAME g2\n{OTHER}"))
    assert entries(desk, "g1") == []
    assert entries(desk, "g2") == [("Ann", (OTHER,))]
    assert "TAXATON" in answers(desk, "g1")[0]
    assert "TAXATON" not in answers(desk, "g2")[0]


@pytest.mark.parametrize("ident", ["g3", "g9"])
def test_a_game_without_the_sender_is_told_and_untouched(desk: Desk, ident: str) -> None:
    raw = reply(first_report(desk), f"GAME {ident}\n{OTHER}\n\nGAME g1\n{ORDER}")
    desk.send(raw)
    assert entries(desk, "g1") == [("Ann", (ORDER,))]
    assert entries(desk, "g3") == []
    told = [text_of(m) for m in desk.answers("Ann") if "another game" in m["Subject"].lower()]
    assert len(told) == 1
    assert f"You have no seat in game {ident}" in told[0]
    desk.send(raw)
    assert len(desk.answers("Ann")) == 2


def test_check_above_all_parts_holds_for_each(desk: Desk) -> None:
    desk.send(reply(first_report(desk), f"CHECK\nGAME g1\n{ORDER}\nGAME g2\n{OTHER}"))
    assert entries(desk, "g1") == entries(desk, "g2") == []
    assert all("Only checked" in text for ident in ("g1", "g2") for text in answers(desk, ident))


def test_a_key_proves_its_person_in_all_games(desk: Desk) -> None:
    desk.send(fresh("Ann", f"KEY key-of-ann\nGAME g1\n{ORDER}\n\nGAME g2\n{OTHER}"))
    assert entries(desk, "g1") == [("Ann", (ORDER,))]
    assert entries(desk, "g2") == [("Ann", (OTHER,))]


def test_an_address_that_only_one_seat_has_learned_proves_nothing_elsewhere(desk: Desk) -> None:
    """Bob lets his seat of g1 know Ann's address in g2: he is not Ann there."""
    bobs = desk.site.game("g1").roster.seats["Bob"]
    learned = bobs.model_copy(update={"also": ("zoe@example.test",)})
    desk.site.game("g1").change_seat("Bob", learned)
    report = next(m for m in desk.reports("Bob") if m["Subject"].startswith("[g1]"))
    raw = reply(report, f"GAME g1\nSTATUS\nGAME g3\n{OTHER}", sender="zoe@example.test")
    desk.send(raw)
    assert all(by == "Bob" for by, _ in entries(desk, "g3"))  # who sits there as himself


def test_without_a_secret_a_yes_plays_each_game(desk: Desk) -> None:
    desk.send(fresh("Ann", f"GAME g1\n{ORDER}\n\nGAME g2\n{OTHER}"))
    assert entries(desk, "g1") == entries(desk, "g2") == []
    asks = desk.answers("Ann")
    desk.send(reply(asks[0], "YES", "<yes@mail.example.test>"))
    assert entries(desk, "g1") == [("Ann", (ORDER,))]
    assert entries(desk, "g2") == [("Ann", (OTHER,))]
    for ask in asks[1:]:
        desk.send(reply(ask, "YES", "<again@mail.example.test>"))
    assert len(entries(desk, "g1")) == len(entries(desk, "g2")) == 1


def test_a_part_that_must_wait_is_done_later_and_the_others_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = StoredGame.commit

    def failing(self: StoredGame, *given: Any) -> Any:
        if self.file.id == "g1":
            raise OSError("the disk is full")
        return commit(self, *given)

    with monkeypatch.context() as patched:
        patched.setattr(StoredGame, "commit", failing)
        desk.send(reply(first_report(desk), f"GAME g1\n{ORDER}\n\nGAME g2\n{OTHER}"))
    assert entries(desk, "g1") == []
    assert entries(desk, "g2") == [("Ann", (OTHER,))]
    desk.work()
    assert entries(desk, "g1") == [("Ann", (ORDER,))]
    assert entries(desk, "g2") == [("Ann", (OTHER,))]
    assert len(answers(desk, "g2")) == 1


def test_press_that_speaks_of_a_game_heads_no_part(desk: Desk) -> None:
    text = f"PRESS TO Bob\nGAME g2\nis lost for me\nEND PRESS\n{ORDER}"
    desk.send(reply(first_report(desk), text))
    assert entries(desk, "g1") == [("Ann", (ORDER,))]
    assert entries(desk, "g2") == []
    assert any("GAME g2" in text_of(m) for m in desk.mailbox("Bob"))


def test_who_only_watches_one_of_the_games_is_answered_there(desk: Desk) -> None:
    game = desk.site.game("g3")
    game.change_observers(("ann@example.test",))
    raw = reply(first_report(desk), f"GAME g3\nSTATUS\n{OTHER}\nGAME g1\n{ORDER}")
    desk.send(raw)
    desk.send(raw)
    assert entries(desk, "g1") == [("Ann", (ORDER,))]
    assert entries(desk, "g3") == []
    (told,) = answers(desk, "g3")
    assert "STANDINGS" in told
    assert "Orders are for those who play in the game" in " ".join(told.split())
