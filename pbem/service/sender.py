"""Who wrote a mail: by the secret that it carries back, or by a KEY in it. Never by From."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.ids import PlayerId
from pbem.errors import BadInput, Refusal
from pbem.mail.identity import Reader, same_word
from pbem.mail.read import Mail
from pbem.orders.lexer import scan
from pbem.orders.mailcommands import GameIs, Key
from pbem.orders.parse_mail import parse_mail_command
from pbem.orders.words import head
from pbem.service.site import Site
from pbem.store.game import StoredGame


@dataclass(frozen=True, slots=True)
class Sender:
    """A player of a game, proven."""

    game: StoredGame
    player: PlayerId


def sender_of(site: Site, mail: Mail, headings: frozenset[str]) -> Sender | None:
    """Who wrote a mail; None if nothing in it proves it.

    The more directly a secret is carried back, the earlier it counts: the mail that is answered,
    the address written to, the thread, and at last the quoted text.
    """
    carried = (*mail.in_reply_to, *mail.recipients, *reversed(mail.references), mail.body)
    for text in carried:
        for reader in site.secrets.readers(text):
            sender = _seat(site, reader)
            if sender is not None:
                return sender
    return _by_key(site, mail, headings)


def _seat(site: Site, reader: Reader) -> Sender | None:
    if reader.game not in site.game_ids():
        return None
    game = site.game(reader.game)
    if reader.seat >= len(game.file.players):
        return None
    return Sender(game, game.file.players[reader.seat])


def _by_key(site: Site, mail: Mail, headings: frozenset[str]) -> Sender | None:
    words, wanted = _keys_and_games(mail.text, headings)
    found = None
    for ident in site.game_ids() if words else ():
        if wanted and ident not in wanted:
            continue
        try:
            game = site.game(ident)
        except BadInput:  # a broken game takes no mail, and keeps none from the others
            continue
        for player, seat in game.roster.seats.items():  # all of them: equal time for every key
            fits = [same_word(word, seat.key) for word in words]
            if any(fits) and found is None:
                found = Sender(game, player)
    return found


def _keys_and_games(text: str, headings: frozenset[str]) -> tuple[list[str], list[str]]:
    words, games = [], []
    for line in scan(text, headings).lines:
        if head(line.text)[0] not in ("KEY", "GAME"):
            continue
        try:
            said = parse_mail_command(line.text)
        except Refusal:
            continue
        if isinstance(said, Key):
            words.append(said.word)
        elif isinstance(said, GameIs):
            games.append(said.id.lower())
    return words, games
