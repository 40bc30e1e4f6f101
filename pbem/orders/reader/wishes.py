"""Sentences that ask to try first: `CHECK`, however it is put (order language, section 8).

To take such a sentence for prose would carry the orders out, so it is known by its words and not by
its form: each must be one that people use to ask for a trial, and one must say so.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

#: So many words, and no more, are looked at.
MOST_WORDS: Final = 20
LONGEST: Final = 160

_TRIAL: Final = frozenset(
    {
        "check", "checking", "checks", "test", "testing", "trial", "dryrun", "simulate",
        "simulation", "draft", "preview", "validate", "verify", "hypothetical", "hypothetically",
        "prüfen", "testen", "vérifier", "tester",
    }
)  # fmt: skip
#: What a question asks about, or what is not to be done yet.
_ASKED: Final = frozenset({"legal", "allowed", "possible", "valid", "happen", "happens", "work"})
_DO: Final = r"(?:carry|execute|play|process|run|do|apply|perform|submit|commit|use|move|take)"
_NOT: Final = r"(?:don'?t|do not|not|never|without)"
_NOT_YET: Final = re.compile(
    rf"\b{_NOT} (?:yet |really |actually |)(?:to )?{_DO}\b"
    r"|\b(?:carrying|executing|playing|processing) (?:it|this|them) out\b"
    r"|\bnot (?:yet )?for real\b|\bno real (?:order|move)s?\b"
)
#: What somebody wonders about, with or without a question mark.
_WONDERS: Final = re.compile(
    r"\bwhat (?:would|will) happen|\bwhat (?:happens )?if\b|\bwhat happens with\b"
    r"|\bsuppos(?:e|ing)\b|\bnot (?:yet )?final\b|\bis (?:this|that|it) (?:all )?(?:ok|okay|right"
    r"|correct)$"
)
_NO_TRIAL: Final = re.compile(
    r"\bno need to|\bthanks?(?: you)? for |"
    rf"\b(?:{_NOT}|no|stop|instead of)(?: \w+)? (?:check|test|simulat|verif|valid|trial|preview)"
)
#: No wish is without one of these: most lines of a mail need not be looked at any closer.
_STEMS: Final = (
    "check", "test", "trial", "dry", "simul", "preview", "valid", "verif", "vérif", "hypothe",
    "prüf", "legal", "allow", "possib", "happen", "work", "no", "n't", "dont", "never", "without",
    "carry", "execut", "playing", "process", "draft", "what", "suppos", "is this", "is that",
    "is it",
)  # fmt: skip
_WORDS: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
#: What stands beside them, in the languages that ask so most.
_BESIDES: Final = """
    a about actual actually all and any anything apply are as at be before but can carried carry
    check checking commit could dear do does doing don't done dont dry else execute executed
    first following for go going got hello help here hey hi how i i'd i'm i'll if in is isn't it
    it's its just kindly let let's lets like me mean mind mode moderator move moves my need no
    not nothing now of ok okay on once one only or order orders out perform play played please
    pls plz possible process purposes correct final happen happens right suppose supposing tell
    zum question quick quickly real really run s save see send
    shall should so still sure t take test that thank thanks the them then these they thing this
    those thx to try trying turn turns use very wait want we what whether will with without
    wonder wondering work works would yet you your nur bitte mal erst dies diese das die den
    zuerst einmal ob geht seulement svp ceci juste
"""
_FILLERS: Final = frozenset(_BESIDES.split())


def asks_to_check(text: str) -> bool:
    """Whether a line asks that what stands around it be tried and not carried out.

    >>> [asks_to_check(t) for t in ("can you check this first?", "Check my mail of yesterday")]
    [True, False]
    """
    return len(text) <= LONGEST and _asks(text)


@lru_cache(maxsize=64)  # a line is asked about more than once on its way
def _asks(text: str) -> bool:
    plain = text.casefold()
    if not any(stem in plain for stem in _STEMS):
        return False
    plain = plain.replace("dry run", "dryrun").replace("dry-run", "dryrun")
    words = _WORDS.findall(plain)  # a dash has become an arrow
    if not 1 <= len(words) <= MOST_WORDS or re.search(r"\d", plain):
        return False
    said = set(words)
    if not said <= _FILLERS | _TRIAL | _ASKED:
        return False
    spoken = " ".join(words)
    if _NOT_YET.search(spoken):
        return True
    if _NO_TRIAL.search(spoken):
        return False
    if _WONDERS.search(spoken) and (spoken[:3] != "is " or "?" in text):
        return True
    return bool(said & _TRIAL) or ("?" in text and bool(said & _ASKED))
