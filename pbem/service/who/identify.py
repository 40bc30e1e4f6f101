"""Who wrote a mail: by the secret that it carries back, or by a KEY in it. Never by From alone.

From still matters: a secret from an address that is not the player's has to be confirmed from one
that is, and a secret of one player from the address of another is refused.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.board.ids import PlayerId
from pbem.ground.errors import BadInput, Refusal
from pbem.mail import authentication
from pbem.mail.identity import (
    MODERATOR,
    STAND_INS,
    Purpose,
    Reader,
    entry_told,
    games_named,
    same_word,
)
from pbem.mail.outgoing.compose import MailKind, domain
from pbem.mail.reading.read import Mail
from pbem.orders.parser.lines import parse_mail_command
from pbem.orders.reader.scan import scan
from pbem.orders.verbs.mail.game import GameIs
from pbem.orders.verbs.mail.key import Key
from pbem.service.reading.received import Received, Vocabulary
from pbem.service.seats.seats import listed, offer_token
from pbem.service.site.blocked import is_blocked
from pbem.service.site.mailed import mails_about
from pbem.service.site.moderators import moderated_by
from pbem.service.site.site import Site, mark_of
from pbem.service.who.moderators import moderator_by_key, moderator_by_token
from pbem.service.who.senders import (
    Candidate,
    Former,
    Impostor,
    Machine,
    Moderator,
    Sender,
    Stranger,
    Successor,
    Unconfirmed,
    Unproven,
    UnprovenModerator,
    Who,
)
from pbem.service.who.visitors import by_visitors_secret, without_secret
from pbem.store.game import StoredGame
from pbem.store.journal import What

_FOR_EVER = 36_500  # days; further back no calendar goes
_LOOKED_AT = 256 * 1024  # bytes of a delivery report in which our secret is looked for


def identify(site: Site, received: Received, words: Vocabulary, now: datetime) -> Who:
    """Who has sent a mail, and how sure that is.

    :param now: by which secrets expire
    :raises BadInput: a game that it may be about is broken
    """
    mail, bounce = received.mail, received.bounce
    if mail.automatic:
        owners = owners_of(site, received) if bounce else ()
        return Machine(mail.reason, bounce, owners)
    if _is_ours(site, mail):
        return Machine("our own mail")
    return who_wrote(site, mail, words.headings, now)


def who_wrote(site: Site, mail: Mail, headings: frozenset[str], now: datetime) -> Who:
    """Who wrote a mail, and how sure that is."""
    if not _authenticated(site, mail):
        return Stranger("the receiving server did not authenticate its From line")
    if is_blocked(site, mail.sender or ""):
        return Stranger("a blocked address")
    carried = _by_token(site, mail, now)
    if isinstance(carried, Moderator | Successor):
        return carried
    if isinstance(carried, Sender):
        if carried.purpose is Purpose.OFFER:
            return _candidate(site, carried, mail)
        if carried.person:
            return _weighed_stand_in(carried, mail)
        return _weighed(site, carried, mail)
    keyed = _by_key(site, mail, headings) or _moderator_by_key(site, mail, headings)
    if keyed is not None:  # typed on purpose: this is what a KEY is for, also in an old thread
        return keyed
    if visiting := by_visitors_secret(site, mail, _carried(mail), headings):
        return visiting
    if carried is not None:
        return carried
    if former := _former(site, mail):
        return former
    if site.secrets.has_forged(_carried(mail)):
        return Stranger("a secret that is none")
    known = tuple(_by_address(site, mail))
    moderated = moderated_by(site, mail.sender) if mail.sender else ()
    if visiting := without_secret(site, mail, headings, is_known=bool(known or moderated)):
        return visiting
    if known:
        return Unproven(known)
    if moderated:
        return UnprovenModerator(moderated[0], (mail.sender or "").lower())
    return Stranger("nothing in it proves who wrote it")


def addresses_of(game: StoredGame, player: PlayerId) -> tuple[str, ...]:
    """Every address that is known to be the player's, in lower case."""
    seat = game.roster.seats[player]
    if seat.is_vacant:
        return ()
    return tuple(address.lower() for address in (seat.address, *seat.also))


def games_of(site: Site, mail: Mail, headings: frozenset[str]) -> frozenset[str]:
    """The games that a mail may be about, whether they can be opened or not."""
    there = frozenset(site.game_ids())
    words, said = _keys_and_games(mail.text, headings)
    named = {game for text in _carried(mail) for game in games_named(text)}
    found = there & {*named, *said}
    if not found and words:
        return there  # a KEY says whose it is, but not before its game is open
    return found or frozenset(sender.game.file.id for sender in _by_address(site, mail))


def person_of(sender: Sender) -> str:
    """Whoever sits there, if it is not the player after whom the seat is named."""
    return sender.game.roster.seats[sender.player].person or ""


def written_from(sender: Sender, mail: Mail, learned: str = "") -> str | None:
    """The address from which a player has written, where reports go to another.

    :param learned: an address that is known as the player's by this very mail
    """
    address, seat = mail.sender, sender.game.roster.seats[sender.player]
    if sender.person or not address or address.lower() == seat.address.lower():
        return None
    known = {*addresses_of(sender.game, sender.player), learned}
    return address if address.lower() in known else None


def learned_address(site: Site, sender: Sender, mail: Mail) -> str:
    """The address of a mail, in lower case, if it can be known as its sender's; else ""."""
    address = (mail.sender or "").lower()
    known = bool(address) and site.can_write_to(address)
    return address if known and sender.game.may_know(sender.player, address) else ""


def flood_key(sender: Sender) -> str:
    """By what a sender's mails of an hour are counted."""
    stand_in = "/stand-in" if sender.person else ""
    return f"{sender.game.file.id}/{sender.player}{stand_in}"


def owners_of(site: Site, received: Received) -> tuple[Sender, ...]:
    """Whose mail a delivery report is about, by our secret in it; nobody's if there is none."""
    beginning = received.raw[:_LOOKED_AT].decode("latin-1")
    for text in (*received.mail.recipients, beginning):
        for reader in site.secrets.readers(text):
            sender = _seat(site, reader)
            if sender is not None:
                # those of stand-ins, and of people who were offered a seat, are not the player's
                own = sender.person is None and sender.purpose is not Purpose.OFFER
                return (sender,) if own else ()
    return ()  # whatever address it names: anybody can write such a report


def _is_ours(site: Site, mail: Mail) -> bool:
    """Whether the mail comes from this very site: nobody answers itself."""
    local, _, host = (mail.sender or "").lower().rpartition("@")
    address = f"{local.partition('+')[0]}@{host}"
    ours = any(True for _ in site.secrets.readers(mail.message_id or ""))
    return ours or address == site.settings.address.lower()


def _carried(mail: Mail) -> tuple[str, ...]:
    """Where secrets come back, the more direct way first: answered mail, address, thread, quote."""
    return (*mail.in_reply_to, *mail.recipients, *reversed(mail.references), mail.body)


def _former(site: Site, mail: Mail) -> Former | None:
    """Who sat once in the seat of the mail that was answered, if the answer comes from there."""
    address = (mail.sender or "").lower()
    for text in _carried(mail):
        for reader, sitting in site.secrets.former_readers(text, site.formerly):
            game = site.game(reader.game)
            player = game.file.players[reader.seat]
            for owner in game.roster.seats[player].former:
                theirs = {a.lower() for a in (owner.address, *owner.also)}
                if mark_of(game.file, owner) == sitting and address in theirs:
                    return Former(game, player, address)
    return None


def _by_token(
    site: Site, mail: Mail, now: datetime
) -> Sender | Moderator | Successor | Stranger | None:
    over = None
    for text in _carried(mail):
        for reader in site.secrets.readers(text):
            if reader.seat == MODERATOR:
                found = moderator_by_token(site, reader, mail)
                if found is None or _has_expired(site, found.game, reader, now):
                    over = Stranger("a secret that has expired")
                    continue
                return found
            sender = _seat(site, reader)
            if sender is not None and not _has_expired(site, sender.game, reader, now):
                return sender
            over = Stranger("a secret that has expired")
    return over


def _has_expired(site: Site, game: StoredGame, reader: Reader, now: datetime) -> bool:
    """Whether a secret is too old; that of the newest mail to its reader never is."""
    oldest = now - timedelta(days=min(site.settings.secret_days, _FOR_EVER))
    number = entry_told(reader.about)
    if number is not None:
        if number >= game.last_played or number > game.last:
            return False
        if reader.about == "0":
            return game.file.created < oldest
        # an answer may have told of an entry until the next one came
        told = number - 1 if reader.about.isdigit() else number
        return game.entries[told][0].time < oldest and _has_newer(site, game, reader, number)
    token, host = site.secrets.token(reader), domain(site.settings.address)
    ids = (f"<{kind}.{token}@{host}>" for kind in (MailKind.ANSWER, MailKind.NOTICE))
    posted = site.outbox.posted_at(ids)
    return posted is not None and posted < oldest


def _has_newer(site: Site, game: StoredGame, reader: Reader, number: int) -> bool:
    """Whether a player was told of an entry after that; who wants few mails may not have been."""
    if reader.seat >= len(game.file.players):
        return True
    player, posted = game.file.players[reader.seat], site.outbox.was_posted
    later = range(game.last, number, -1)
    return any(posted(ident) for e in later for ident in mails_about(site, game, player, e))


def _seat(site: Site, reader: Reader) -> Sender | None:
    if not site.has_game(reader.game):
        return None
    game = site.game(reader.game)
    for_stand_in, number = divmod(reader.seat, STAND_INS)
    if number >= len(game.file.players):
        return None
    player = game.file.players[number]
    seat = game.roster.seats[player]
    if not for_stand_in or reader.purpose is Purpose.OFFER:
        return Sender(game, player, reader.about)
    return Sender(game, player, reader.about, seat.stand_in) if seat.stand_in else None


def _candidate(site: Site, sender: Sender, mail: Mail) -> Who:
    """To whom the offer went that a mail answers, if the mail comes from there."""
    game = sender.game
    for entry, _ in game.entries:
        offers = entry.clock and entry.clock.what in (What.OFFERED, What.VACATED)
        if offers and entry.by == sender.player:
            for person in listed(site.settings, game):
                if offer_token(game, entry.number, person) != sender.about:
                    continue
                if (mail.sender or "").lower() == person.address.lower():
                    return Candidate(game, sender.player, person, sender.about, entry.number)
    return Stranger("an offer that is over")


def _weighed_stand_in(sender: Sender, mail: Mail) -> Who:
    assert sender.person is not None
    if (mail.sender or "").lower() == sender.person.address.lower():
        return sender
    return Stranger("a stand-in's secret from another address")


def _weighed(site: Site, sender: Sender, mail: Mail) -> Who:
    game = sender.game
    address = (mail.sender or "").lower()
    if not address or address in addresses_of(game, sender.player):
        return sender
    for other in game.file.players:
        if address in addresses_of(game, other):
            return Impostor(sender, other)
    if sender.purpose is Purpose.CONFIRM:  # that secret went to the known address only
        return sender
    if not site.can_write_to(address):
        return Stranger("an address that no mail can be sent to")
    return Unconfirmed(sender, address)


def _by_address(site: Site, mail: Mail) -> list[Sender]:
    address = (mail.sender or "").lower()
    found = []
    for ident in site.game_ids() if address else ():
        try:
            game = site.game(ident)
        except BadInput:
            continue
        found += [Sender(game, p) for p in game.file.players if address in addresses_of(game, p)]
    return found


def _by_key(site: Site, mail: Mail, headings: frozenset[str]) -> Sender | None:
    """Whose KEY a mail holds.

    :raises BadInput: it fits no game that is sound, and may be that of a broken one: it must wait
    """
    words, wanted = _keys_and_games(mail.text, headings)
    found, broken = None, None
    for ident in site.game_ids() if words else ():
        if wanted and ident not in wanted:
            continue
        try:
            seats = site.roster(ident).seats
        except BadInput as error:
            broken = broken or error
            continue
        fitting = [  # all of them: equal time for every key
            player
            for player, seat in seats.items()
            if sum(same_word(word, seat.key) for word in words)
        ]
        if fitting and found is None:
            found = ident, fitting[0]
    if found is None and broken is not None:
        raise broken
    return Sender(site.game(found[0]), found[1], by_key=True) if found else None


def _moderator_by_key(site: Site, mail: Mail, headings: frozenset[str]) -> Moderator | None:
    """The moderator whose KEY a mail holds."""
    words, wanted = _keys_and_games(mail.text, headings)
    return moderator_by_key(site, mail, words, wanted) if words else None


def _keys_and_games(text: str, headings: frozenset[str]) -> tuple[list[str], list[str]]:
    words, games = [], []
    for line in scan(text, headings).lines:
        try:
            said = parse_mail_command(line.text)
        except Refusal:
            continue
        if isinstance(said, Key):
            words.append(said.word)
        elif isinstance(said, GameIs):
            games.append(said.id.lower())
    return words, games


def _authenticated(site: Site, mail: Mail) -> bool:
    """Whether the site's own mail server says that the From line's domain sent the mail."""
    server = site.settings.authserv_id
    domain = (mail.sender or "").rpartition("@")[2]
    return not server or authentication.passed(mail.authentication, server, domain)
