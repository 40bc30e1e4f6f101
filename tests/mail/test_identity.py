"""Tokens: true ones are known wherever they come back, others never."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.identity import Reader, Secrets, same_word

SECRETS = Secrets(b"0123456789abcdef0123456789abcdef")
READERS = st.builds(
    Reader,
    game=st.from_regex(r"[a-z0-9][a-z0-9-]{0,15}", fullmatch=True),
    about=st.from_regex(r"[0-9]{1,6}|m[0-9a-f]{10}", fullmatch=True),
    seat=st.integers(0, 5),
)


@given(READERS)
def test_a_token_is_known_in_ids_addresses_and_quotes(reader: Reader) -> None:
    token = SECRETS.token(reader)
    for text in (
        f"<report.{token}@example.test>",
        f"pbem+{token}@example.test",
        f"> [{token}]",
        f"PBEM+{token.upper()}@EXAMPLE.TEST",
    ):
        assert list(SECRETS.readers(text)) == [reader]


@given(READERS, READERS)
def test_no_two_readers_share_a_token(one: Reader, other: Reader) -> None:
    assert (one == other) == (SECRETS.token(one) == SECRETS.token(other))


@given(READERS, st.integers(0, 15))
def test_a_token_with_any_other_digit_is_none(reader: Reader, place: int) -> None:
    token = SECRETS.token(reader)
    at = len(token) - 16 + place
    changed = token[:at] + ("0" if token[at] != "0" else "1") + token[at + 1 :]
    assert list(SECRETS.readers(changed)) == []


@given(READERS)
def test_another_site_does_not_know_it(reader: Reader) -> None:
    other = Secrets(b"another secret of thirty-two byte")
    assert list(other.readers(SECRETS.token(reader))) == []


def test_a_token_for_one_seat_is_none_for_another() -> None:
    token = SECRETS.token(Reader("eu1", "12", 3))
    assert list(SECRETS.readers(token.replace(".12.3.", ".12.4."))) == []
    assert list(SECRETS.readers(token.replace(".12.3.", ".13.3."))) == []


def test_secrets_are_never_shown() -> None:
    assert "0123" not in repr(SECRETS)


def test_words_are_compared_without_regard_to_case() -> None:
    assert same_word(" AbCdEf12 ", "abcdef12")
    assert not same_word("abcdef1", "abcdef12")
    assert not same_word("", "abcdef12")
    assert not same_word("ά", "abcdef12")


@given(READERS)
def test_a_token_fits_an_address(reader: Reader) -> None:
    """A local part has 64 characters at most (RFC 5321, 4.5.3.1.1)."""
    assert len(f"sixteen-letters-+{SECRETS.token(reader)}") <= 64
