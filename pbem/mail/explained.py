"""What is wrong between us and a mail server, and what whoever runs the site can change."""

from __future__ import annotations

from typing import Final

from pbem.mail.account import Account

_LOGIN: Final = ("loginerror", "authenticationfailed", "smtpauthenticationerror")
_CERTIFICATE: Final = ("certificate_verify_failed", "sslcertverificationerror")
_NO_TLS: Final = ("wrong_version_number", "record_layer_failure", "wrong version number")
_REFUSED: Final = ("connectionrefusederror", "connection refused")


def explained(error: Exception, account: Account) -> str:
    """An error of a connection, with where it was and what may help; holds no secret."""
    told = f"{type(error).__name__}: {error}"
    where = f"{account.host}:{account.at_port}"
    hint = _hint(told.lower(), account)
    return f"{where}: {told}" + (f" ({hint})" if hint else "")


def _hint(told: str, account: Account) -> str:
    if any(word in told for word in _CERTIFICATE):
        return "its certificate cannot be verified for that host; ca_file can name one to trust"
    if any(word in told for word in _NO_TLS):
        other = "starttls" if account.security == "tls" else "tls"
        return f"it does not speak TLS like that on this port; try security = '{other}'"
    if any(word in told for word in _LOGIN):
        return "user, or password or token, are not accepted"
    if any(word in told for word in _REFUSED):
        return "nothing listens there"
    return ""
