"""Authentication-Results: what only the site's own mail server can have written counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.effort import in_linear_time

from pbem.mail import limits
from pbem.mail.authentication import passed

MX = "mx.example.test"
PASS = f"{MX}; dmarc=pass header.from=example.test"


def is_true(*values: str, domain: str = "example.test") -> bool:
    return passed(values, MX, domain)


@pytest.mark.parametrize(
    "value",
    [
        PASS,
        f"{MX}; dmarc=pass",
        "MX.Example.TEST; DMARC=Pass Header.From=EXAMPLE.test",
        f"{MX} 1; dmarc=pass header.from=example.test",
        f"{MX} (their server) 1 (the version); dmarc=pass header.from=example.test;",
        f"{MX}; dmarc = pass header.from = example.test",
        f"{MX}; dmarc/1=pass header.from=example.test",
        f'"{MX}"; dmarc=pass header.from="example.test"',
        f"{MX};dmarc=pass(p=REJECT sp=REJECT dis=NONE)header.from=example.test",
        f"{MX}; spf=pass smtp.mailfrom=a@b.test; dmarc=pass (p=none (really; yes)) "
        "header.from=example.test",
        f"{MX}; dkim=pass header.i=@b.test header.b=abc/d+e=; dmarc=pass action=none "
        "header.from=example.test;compauth=pass reason=100",
        f'{MX}; spf=pass smtp.mailfrom="dmarc=fail; x"@evil.test; dmarc=pass',
        f"{MX}; dmarc=pass policy.policy-from=p header.from=example.test",
        f"{MX}; dmarc=pass header.from=example.test.",
    ],
)
def test_what_the_server_says_is_believed(value: str) -> None:
    assert is_true(value)


@pytest.mark.parametrize(
    "value",
    [
        "",
        ";",
        f"{MX}",
        f"{MX}; none",
        f"{MX}; dmarc",
        f"{MX}; dmarc=",
        f"{MX}; dmarc=none header.from=example.test",
        f"{MX}; dmarc=fail (dmarc=pass) header.from=example.test",
        f"{MX}; dmarc=fail\\=pass",
        f"{MX}; xdmarc=pass header.from=example.test",
        f"{MX}; x dmarc=pass header.from=example.test",
        f'{MX}; spf=pass smtp.mailfrom="dmarc=pass"@evil.test; dmarc=fail (p=none) '
        "header.from=example.test",
        f'{MX}; spf=pass smtp.mailfrom="; dmarc=pass header.from=example.test"@evil.test',
        f'{MX}; spf=pass smtp.mailfrom="\\"; dmarc=pass header.from=example.test; "@evil.test',
        f"{MX}; spf=pass smtp.mailfrom=dmarc=pass@evil.test",
        f"{MX}; spf=pass (domain of dmarc=pass@evil.test says; dmarc=pass) smtp.helo=x",
        f"{MX}; spf=pass ((nested) ; dmarc=pass header.from=example.test) smtp.helo=x",
        f"{MX}; spf=pass (\\); dmarc=pass header.from=example.test) smtp.helo=x",
        f"{MX}; spf=pass (open; dmarc=pass header.from=example.test",
        f'{MX}; spf=pass smtp.mailfrom="open; dmarc=pass header.from=example.test',
        f"{MX}; dmarc=pass header.from=evil.test",
        f"{MX}; dmarc=pass header.from=evil.test header.from=example.test",
        f"{MX}; dmarc=pass reason=header.from=example.test header.from=evil.test",
        f"{MX}; dmarc=pass; dmarc=fail",
        f"{MX}; dmarc=fail; dmarc=pass",
        f'{MX}; dmarc="pass"',
        f'{MX}; "dmarc"=pass',
        f"{MX} 1 2; dmarc=pass",
        f"{MX} evil; dmarc=pass",
        "mx.evil.test; dmarc=pass header.from=example.test",
        f"mx.evil.test ({MX}); dmarc=pass header.from=example.test",
        f"{MX}.evil.test; dmarc=pass header.from=example.test",
        f"{PASS} policy.x={'a' * limits.FIELD_CHARACTERS}"[: limits.FIELD_CHARACTERS],
    ],
)
def test_what_it_does_not_say_is_not_believed(value: str) -> None:
    assert not is_true(value)


@pytest.mark.parametrize(
    ("said", "domain", "aligned"),
    [
        ("example.test", "example.test", True),
        ("example.test", "mail.example.test", True),
        ("mail.example.test", "example.test", True),
        ("example.test", "evilexample.test", False),
        ("a.example.test", "b.example.test", False),
        ("test", "example.test", False),
        ("example.test", "test", False),
        ("example.test", "", False),
        ("xn--bcher-kva.test", "bücher.test", True),
    ],
)
def test_the_result_is_about_the_domain_of_the_from_line(
    said: str, domain: str, aligned: bool
) -> None:
    assert is_true(f"{MX}; dmarc=pass header.from={said}", domain=domain) is aligned


def test_a_server_may_write_several_fields() -> None:
    dkim = f"{MX}; dkim=pass header.d=example.test"
    assert is_true(PASS, dkim)
    assert is_true("mx.elsewhere.test; dmarc=fail", PASS, dkim, "mx.elsewhere.test; dmarc=fail")
    assert not is_true(dkim, PASS), "what stands below may be forged where the server wrote none"
    assert not is_true(dkim)
    assert not is_true()


def test_fields_that_disagree_prove_nothing() -> None:
    fail = f"{MX}; dmarc=fail header.from=example.test"
    assert not is_true(PASS, fail)
    assert not is_true(fail, PASS)
    assert not is_true(PASS, f"{MX}; dmarc=pass (open")
    assert is_true(PASS, "mx.elsewhere.test; dmarc=pass (open")


@given(st.lists(st.sampled_from(["dmarc", "=", "pass", ";", '"', "(", ")", "\\", " ", MX, "x"])))
def test_it_never_raises(pieces: list[str]) -> None:
    is_true("".join(pieces))
    is_true(f"{MX};" + "".join(pieces))


@pytest.mark.parametrize("filling", ['"', "(", ")", "\\", ";", "=", "a", " ", "a=b "])
def test_it_takes_linear_time(filling: str) -> None:
    field = f"{MX}; {filling * 3_000}"[: limits.FIELD_CHARACTERS - 1]
    in_linear_time(lambda field: is_true(*[field] * 60), field)
