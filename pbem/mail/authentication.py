"""What the site's own mail server says about who sent a mail: Authentication-Results (RFC 8601).

A sender can write such a field, too, and can get words into a true one: as a quoted local part, or
as a comment. So each field is taken apart by the grammar, and what does not fit it proves nothing.

Which fields count: those that bear the id of the site's server. That server removes every field
with its own id from the mails that come in (section 5), so none of those that are left is forged,
wherever it stands; fields of other servers are never looked at (section 7.1). A server that does
not remove them may leave a forged one below its own: so its topmost field must say it, and fields
that disagree prove nothing.

(authres, the library for this, has had no release since 2019, raises on fields of common servers,
and leaves it to its user to tell a quoted word from a plain one.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.mail import limits

_SPECIALS: Final = ";="
#: Of a domain that another may belong to: `test` alone is nobody's.
_LABELS: Final = 2


def passed(values: Iterable[str], authserv_id: str, from_domain: str) -> bool:
    """Whether that server says that the From line is true (`dmarc=pass`).

    :param values: of the Authentication-Results fields, unfolded
    :param authserv_id: how the server calls itself in them
    :param from_domain: of the mail's one From address; the result must be about it
    """
    try:
        fields = [_results(value, authserv_id) for value in values]
    except _MalformedError:
        return False
    of_that_server = [results for results in fields if results is not None]
    topmost = of_that_server[0] if of_that_server else ()
    return bool(topmost and from_domain) and all(
        result.word == "pass" and _are_aligned(result.domain or from_domain, from_domain)
        for results in of_that_server
        for result in results
    )


class _MalformedError(ValueError):
    """The field bears the server's id, but cannot be read, so it may be anything."""


@dataclass(frozen=True, slots=True)
class _Token:
    """A word, a quoted string without its quotes, or a special; comments are none."""

    text: str
    quoted: bool = False

    def is_special(self, text: str) -> bool:
        return self.text == text and not self.quoted

    @property
    def is_value(self) -> bool:
        return self.quoted or self.text not in _SPECIALS


@dataclass(frozen=True, slots=True)
class _Result:
    """What `dmarc=` says, in lower case, and of which domain.

    domain: None if it does not say: then it is about the one From line that there is
    """

    word: str
    domain: str | None


def _results(value: str, authserv_id: str) -> tuple[_Result, ...] | None:
    """The DMARC results of a field; None if it is another server's.

    :raises _MalformedError: it is that server's and does not fit the grammar
    """
    tokens = _tokens(value)
    first = next(tokens, None)
    if first is None or first.text.lower() != authserv_id.lower():
        return None
    if len(value) >= limits.FIELD_CHARACTERS:  # it is cut off; who knows how it goes on
        raise _MalformedError
    head, *stanzas = _stanzas(tokens)
    if head and not (len(head) == 1 and head[0].text.isdigit()):  # a version may follow the id
        raise _MalformedError
    return tuple(_result(stanza) for stanza in stanzas if _method(stanza) == "dmarc")


def _stanzas(tokens: Iterable[_Token]) -> list[list[_Token]]:
    """The tokens, parted at `;`."""
    parted: list[list[_Token]] = [[]]
    for token in tokens:
        if token.is_special(";"):
            parted.append([])
        else:
            parted[-1].append(token)
    return parted


def _method(stanza: Sequence[_Token]) -> str:
    """`dmarc` of `dmarc/1 = pass ...`, in lower case; whatever comes behind is no method."""
    words: list[str] = []
    for token in stanza:
        if token.is_special("="):
            return "".join(words).partition("/")[0].lower()
        words.append("?" if token.quoted else token.text)
    return ""


def _result(stanza: Sequence[_Token]) -> _Result:
    """`dmarc=pass (p=none) header.from=example.test`."""
    at = next(i for i, token in enumerate(stanza) if token.is_special("="))
    word, *rest = stanza[at + 1 :] or [_Token("", quoted=True)]
    domains = {
        value.text.lower() for name, value in _properties(rest) if name.lower() == "header.from"
    }
    if word.quoted or len(domains) > 1:
        raise _MalformedError
    return _Result(word.text.lower(), domains.pop() if domains else None)


def _properties(tokens: Sequence[_Token]) -> Iterator[tuple[str, _Token]]:
    """The `name=value` pairs, of which nothing but blanks and comments stands between."""
    for at in range(0, len(tokens), 3):
        triple = tokens[at : at + 3]
        fits = len(triple) == 3 and triple[1].is_special("=")
        if not fits or triple[0].quoted or not (triple[0].is_value and triple[2].is_value):
            raise _MalformedError
        yield triple[0].text, triple[2]


def _tokens(value: str) -> Iterator[_Token]:
    """The field, token by token; comments may be nested.

    :raises _MalformedError: a quoted string or a comment does not end
    """
    at = 0
    while at < len(value):
        character = value[at]
        if character == '"':
            text, at = _quoted(value, at + 1)
            yield _Token(text, quoted=True)
        elif character == "(":
            at = _behind_comment(value, at + 1)
        elif character in _SPECIALS:
            at += 1
            yield _Token(character)
        elif character.isspace():
            at += 1
        else:
            start = at
            while at < len(value) and not (value[at].isspace() or value[at] in '"(;='):
                at += 1
            yield _Token(value[start:at])


def _quoted(value: str, at: int) -> tuple[str, int]:
    """The text of the quoted string that begins here, and where it is over."""
    text: list[str] = []
    while at < len(value) and value[at] != '"':
        at += value[at] == "\\"
        text.append(value[at : at + 1])
        at += 1
    if at >= len(value):
        raise _MalformedError
    return "".join(text), at + 1


def _behind_comment(value: str, at: int) -> int:
    """Where the comment is over that has begun before this place."""
    depth = 1
    while at < len(value) and depth:
        depth += {"(": 1, ")": -1}.get(value[at], 0)
        at += 2 if value[at] == "\\" else 1
    if depth:
        raise _MalformedError
    return at


def _are_aligned(one: str, other: str) -> bool:
    """Whether both domains are the same, or one belongs to the other (RFC 7489, relaxed)."""
    one, other = _ascii(one), _ascii(other)
    parent = min(one, other, key=len)
    if not parent or one == other:
        return bool(parent)
    child = max(one, other, key=len)
    return child.endswith(f".{parent}") and parent.count(".") >= _LABELS - 1


def _ascii(domain: str) -> str:
    """The domain in lower case, as it is asked for in the DNS."""
    domain = domain.lower().rstrip(".")
    if domain.isascii():
        return domain
    try:
        return domain.encode("idna").decode("ascii")
    except UnicodeError:
        return ""
