"""Closing words and names below the orders (order language, section 1): "Thanks, Ann".

They are no orders. A line of them is known by its words: each must be one that people close a mail
with, or of the sender's own name.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import islice
from typing import Final

from pbem.ground.fold import fold

MOST_WORDS: Final = 10
LONGEST: Final = 100
#: A name below "Regards," has no more words.
NAME_WORDS: Final = 3

_CLOSING_WORDS: Final = """
    thanks thank thankyou thx tks thnx tnx ty tia cheers regards rgds greetings greets best br
    kr yours sincerely cordially faithfully truly love bye goodbye byebye ciao later cu cya ttyl
    xx xxx xo xoxo hugs luck gl hf gg glhf ta cheerio salut ave danke dank dankeschön dankend
    merci gruss gruß grüsse grüße gruesse bientôt grüßen grüssen gruessen lg vg mfg
    bg glg hg tschüss tschüs servus ade
    beaucoup cordialement amicalement amitiés salutations bises bisous gracias saludos saludo
    abrazo abrazos grazie saluti cordiali groet groeten groetjes mvg bedankt obrigado obrigada
    abraço abraços cumprimentos ευχαριστώ ευχαριστούμε ευχαριστω χαιρετισμούς χαιρετισμοί φιλικά
    εκτίμηση φιλιά γεια köszönöm köszi kösz köszönettel üdv üdvözlettel üdvözlet szia sziasztok
    díky dík děkuji děkujeme zdravím pozdravem pozdravy ahoj čau gràcies merces salutacions
    cordials abraçada dzięki dziękuję pozdrawiam pozdrowienia спасибо привет уважением пока tack
    hälsningar mvh hilsen venlig vennlig takk tak kiitos terveisin teşekkürler saygılarımla
    sorry apologies saluto stima stimă respect よろしくお願いします よろしくお願い致します よろしく
    ありがとう ありがとうございます 谢谢 謝謝 多谢 감사합니다 고맙습니다 תודה شكرا
    kiss kisses hug hola adios
"""
#: What stands beside them and closes nothing by itself.
_WORDS_BESIDES: Final = """
    a again all also always and are as be care day days dear enjoy evening everybody everyone
    everything folks for friend friends from fun game games good great guys have hope in advance
    is it kind kindest kindly lot lots many mate mates moment month morning much my nice night
    of on our over peace people please pls safe see so soon speak stay take talk team that the
    this time to today tomorrow tonight until very warm warmest week weekend well wishes with
    you your i m am we me next turn everyones vielen viele liebe lieber lieben schöne schönen
    schönes beste besten freundliche freundlichen freundlichem herzliche herzlichen mit und euch
    dir ihnen allen alles gute bis bald dann morgen tag abend wochenende ein eine einen noch im
    voraus sehr nochmals nochmal bien à vous toi tous bonne bon journée soirée une un et
    d avance chaleureuses muchas mil una cordial atentamente tutti tante molte presto
    distinti buona serata giornata met vriendelijke hartelijke veel alvast muito πολύ με και σε
    σας όλους καλό καλή βράδυ μέρα εκ των προτέρων szépen nagyon mindenkinek jó s hezký den moc
    mnohokrát všem delay
    one delayed late being typo typos wait waiting long taking reply
    moltes fins aviat z poważaniem med vänliga bästа с cu gaming happy keep rest
"""
#: A line of words from above that begins with one of these closes a mail, too: `See you tomorrow`.
_OPENERS: Final = """
    have see talk speak take enjoy good great happy keep all bonne bon buona buono bonna
    schönen schöne schönes gute guten hezký jó καλό καλή
"""
#: What closes a mail as a whole.
_FAREWELL: Final = re.compile(
    r"bien à (?:vous|toi)|à (?:bientôt|plus|la prochaine)|see you(?: [^\W\d_]+){0,2}|take care"
    r"|(?:and )?th(?:at|is)(?:'s| is|s) (?:it|all)(?: [^\W\d_]+){0,3}|that will be all|thats it"
    r"|all (?:from|for) (?:me|now)(?: [^\W\d_]+){0,2}|over (?:and out|to you)|have fun|talk soon"
    r"|your (?:turn|move)(?: [^\W\d_]+)?|good luck(?: [^\W\d_]+){0,3}|all the best"
    r"|have a (?:nice|good|great) (?:day|evening|night|week|weekend|one|time)|best|warmly"
    r"|sent from (?:my|mobile) [^\W\d_]+",
    re.IGNORECASE,
)
#: `Greetings from Vienna`: from where is no matter.
_FROM: Final = re.compile(
    r"(?<=[^\W\d_]) (?:from|aus|von|de|da|desde|depuis|από)(?: [^\W\d_]+){1,3}[ ,.!]*$",
    re.IGNORECASE,
)
_CLOSING: Final = frozenset(map(fold, _CLOSING_WORDS.split()))
_BESIDES: Final = frozenset(map(fold, _WORDS_BESIDES.split()))
_OPENING: Final = frozenset(map(fold, _OPENERS.split()))
_WORDS: Final = re.compile(r"[^\W\d_]+")
_NO_WORDS: Final = re.compile(r"[\d:>=]")


def is_closing(text: str, names: Collection[str] = ()) -> bool:
    """Whether a line holds nothing but closing words and the sender's own name.

    :param names: what the sender is called

    >>> is_closing("Thanks a lot, Ann", ["Ann"]), is_closing("Ann"), is_closing("PASS, thanks")
    (True, False, False)
    """
    if len(text) > LONGEST:
        return False
    if _FAREWELL.fullmatch(text.strip(" ,.!")):
        return True
    words = _words(_FROM.sub("", text))
    if words is None:
        return False
    own = _own(names)
    known = all(
        word in _CLOSING or word in _BESIDES or _is_of_name(word, own, last=n == len(words) - 1)
        for n, word in enumerate(words)
    )
    opens = len(words) > 1 and words[0] in _OPENING and "peace" not in words
    return known and (opens or any(w in _CLOSING for w in words) or is_own_name(text, names))


def is_own_name(text: str, names: Collection[str]) -> bool:
    """Whether a line is the sender's name, or a part or the initials of it: `F. Miller`, `A.`."""
    words = _words(text)
    if words is None or len(words) > 2 * NAME_WORDS:
        return False
    own = _own(names)
    return bool(own) and all(word in own or word in _initials(own) for word in words)


def is_peace_and_name(text: str, names: Collection[str]) -> bool:
    """`Peace, Ann`, on one line."""
    first, _, rest = text.strip().partition(" ")
    return _is_peace(first) and bool(rest) and is_own_name(rest, names)


def is_peace(text: str) -> bool:
    """`Peace` or `Peace,` alone on its line: an answer, or what somebody closes a mail with."""
    return _is_peace(text.strip())


def may_be_name(text: str) -> bool:
    """Whether a line looks like somebody's name: a few words, each with a capital letter."""
    words = _WORDS.findall(text) if len(text) <= LONGEST else []
    plain = text.replace(".", "").replace("-", " ").strip(" ,!'")
    return (
        1 <= len(words) <= NAME_WORDS
        and all(word[0].isupper() for word in words)
        and all(word.isalpha() for word in plain.split())
    )


def _is_peace(word: str) -> bool:
    return word.rstrip(" ,.!").upper() in {"PEACE", "PAX"}


def _words(text: str) -> list[str] | None:
    """The words, folded; None if there are none, too many, or anything that no closing line has."""
    if len(text) > LONGEST or _NO_WORDS.search(text):
        return None
    words = [fold(word) for word in _WORDS.findall(text)]
    return words if 1 <= len(words) <= MOST_WORDS else None


def _own(names: Collection[str]) -> frozenset[str]:
    words = (word for name in names for word in _WORDS.findall(name[:LONGEST]))
    return frozenset(fold(word) for word in islice(words, MOST_WORDS))


def _initials(own: frozenset[str]) -> frozenset[str]:
    letters = {word[0] for word in own if word}
    return frozenset(letters | {a + b for a in letters for b in letters if len(own) > 1})


def _is_of_name(word: str, own: frozenset[str], *, last: bool) -> bool:
    return word in own or (last and word in _initials(own))
