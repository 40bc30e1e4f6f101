"""Pages of the help, laid out for a mail or a terminal, in a reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.ground.messages import say
from pbem.orders.verbs.manual import Page
from pbem.orders.verbs.verb import Form
from pbem.report.language.voice import Voice
from pbem.report.layout import wrap
from pbem.report.manual.examples import with_own_names

#: So wide is the column of the forms, at most.
FORMS = 34
INDENT = "  "


def laid_out(page: Page, voice: Voice) -> str:
    """A page of the help as plain text: forms with what they mean, paragraphs, lines of orders."""
    parts = [_forms(page.forms, voice)] if page.forms else []
    parts += [
        _indented(with_own_names(note, voice.board)) if isinstance(note, str) else wrap(voice(note))
        for note in page.notes
    ]
    if page.examples:
        parts.append(wrap(voice(say("For example:"))))
        own = (with_own_names(example, voice.board) for example in page.examples)
        parts.append("\n".join(map(_indented, own)))
    if page.rules:
        parts.append(wrap(voice(say("Rules: {orders}", orders=page.rules))))
    if page.topics:
        parts.append(wrap(" ".join(page.topics), INDENT, INDENT))
    return "\n\n".join(parts) + "\n"


def _indented(orders: str) -> str:
    return "\n".join(f"{INDENT}{line}" for line in orders.split("\n"))


def _forms(forms: Sequence[Form], voice: Voice) -> str:
    width = min(max(len(form.order) for form in forms), FORMS) + len(INDENT)
    return "\n".join(line for form in forms for line in _form(form, width, voice))


def _form(form: Form, width: int, voice: Voice) -> Iterator[str]:
    """The form, and beside it what it means; below it, if the form is long."""
    if form.meaning is None:
        yield form.order
        return
    beside, hanging = form.order.ljust(width), " " * width
    if len(form.order) > FORMS:
        yield form.order
        beside = hanging
    yield from wrap(voice(form.meaning), beside, hanging).split("\n")
