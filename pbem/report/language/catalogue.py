"""Catalogues: the sentences of one language, from gettext's `.po` files.

The English sentence in the code is the key, and English needs no file. Another language is one
file, `templates/catalogues/<code>.po`; a site may add or override one in its own
`templates/catalogues/`. A translation that forgets or invents a parameter is not used: the English
sentence stands in for it, and `Catalogue.faults` tells of it.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Final

from babel import Locale
from babel.core import UnknownLocaleError
from babel.messages import Catalog
from babel.messages.catalog import Message as Translated
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

from pbem.board.load import data_folder
from pbem.ground.errors import BadInput

SOURCE: Final = "en"
"""The language in which the sentences stand in the code."""
FOLDER: Final = "catalogues"
"""Where in a folder of templates the catalogues lie."""

Stamp = tuple[Path, int, int]


class Catalogue:
    """The sentences of one language; what it lacks is English.

    locale: how numbers, days and lists are written in it
    is_source: whether all of it is as the code has it
    is_english: whether what it lacks fits in with the rest of it
    faults: what is wrong with its files, as sentences for the operator
    """

    def __init__(
        self, language: str, texts: gettext.NullTranslations, faults: tuple[str, ...] = ()
    ) -> None:
        self.locale = locale_of(language)
        self.faults = faults
        self._texts = texts
        self.is_source = type(texts) is gettext.NullTranslations
        self.is_english = self.locale.language == SOURCE

    def sentence(self, text: str, plural: str = "", number: int = 1) -> str:
        """The translation of an English sentence, in the plural form that the number needs."""
        if plural:
            return self._texts.ngettext(text, plural, number)
        return text if self.is_source else self._texts.gettext(text)

    def name(self, kind: str, name: str) -> str:
        """The translation of a name that the board has for a nation, region, canal or space."""
        return name if self.is_source else self._texts.pgettext(kind, name)


def catalogue(language: str, overrides: Path | None = None) -> Catalogue:
    """The catalogue of a language, with what a site has of it before what is shipped.

    `de-AT` speaks as `de` where it has no file of its own; a language that has none at all, or
    none that can be read, speaks English.

    :param overrides: a site's own folder of templates
    """
    folders = [*([overrides] if overrides else []), data_folder("templates")]
    for code in dict.fromkeys((language, language.replace("_", "-"), _root(language))):
        stamps = tuple(_stamps(code, folders))
        if stamps:
            return _loaded(code, stamps)
    fault = "" if _root(language) == SOURCE else f"there is no catalogue {language}.po"
    return _missing(fault)


def _root(language: str) -> str:
    """The language without its land: `de` of `de_AT`."""
    return language.replace("_", "-").partition("-")[0].lower()


@lru_cache(maxsize=32)
def _missing(fault: str) -> Catalogue:
    """English, and why there is nothing else."""
    return Catalogue(SOURCE, gettext.NullTranslations(), (fault,) if fault else ())


def languages(overrides: Path | None = None) -> tuple[str, ...]:
    """The codes of all languages that there are, English first."""
    folders = [data_folder("templates"), *([overrides] if overrides else [])]
    found = {path.stem for folder in folders for path in (folder / FOLDER).glob("*.po")}
    return (SOURCE, *sorted(found - {SOURCE}))


def languages_by_name(overrides: Path | None = None) -> dict[str, str]:
    """The same, each with its name in the language itself: `{"en": "English"}`."""
    return {code: locale_of(code).language_name or code for code in languages(overrides)}


def locale_of(language: str) -> Locale:
    """How a language writes numbers, days and lists; English for one that Babel does not know.

    >>> str(locale_of("de")), str(locale_of("cs-x-test")), str(locale_of("nonsense"))
    ('de', 'cs', 'en')
    """
    for code in (language, language.partition("-x-")[0]):
        try:
            return Locale.parse(code.replace("-", "_"))
        except (UnknownLocaleError, ValueError):
            continue
    return Locale.parse(SOURCE)


def places(text: str) -> frozenset[str]:
    """The names of a sentence's parameters.

    :raises ValueError: its braces do not match
    """
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def _stamps(language: str, folders: list[Path]) -> Iterator[Stamp]:
    """The files of a language, each with what changes when it is written anew."""
    for folder in folders:
        path = folder / FOLDER / f"{language}.po"
        try:
            found = path.stat()
        except OSError:
            continue
        yield path, found.st_mtime_ns, found.st_size


@lru_cache(maxsize=32)
def _loaded(language: str, stamps: tuple[Stamp, ...]) -> Catalogue:
    texts: gettext.NullTranslations = gettext.NullTranslations()
    faults: list[str] = []
    for path, _, _ in reversed(stamps):
        try:
            above = _read(path, faults)
        except BadInput as error:  # a game in another language must not stop for it
            faults.append(str(error))
            continue
        above.add_fallback(texts)
        texts = above
    known = language if type(texts) is not gettext.NullTranslations else SOURCE
    return Catalogue(known, texts, tuple(faults))


def _read(path: Path, faults: list[str]) -> gettext.GNUTranslations:
    """One file; its faults are added to the list.

    :raises BadInput: it is no catalogue at all
    """
    try:
        with path.open("rb") as file:
            found = read_po(file, abort_invalid=True)
        good = Catalog(locale=found.locale_identifier, header_comment="", fuzzy=False)
        good.mime_headers = [*found.mime_headers]
        for message in found:
            fault = _fault(message)
            if fault:
                faults.append(f"{path}, line {message.lineno}: {fault}")
            elif message.id:
                good.add(message.id, message.string, flags=message.flags, context=message.context)
        compiled = BytesIO()
        write_mo(compiled, good)
        compiled.seek(0)
        return gettext.GNUTranslations(compiled)
    except (OSError, ValueError, PoFileError) as error:
        raise BadInput(str(path), str(error)) from error


def _fault(message: Translated) -> str:
    """What is wrong with a translation, or "": it must have the parameters of the English one.

    A plural form may leave out `number`: "one army".
    """
    english = [message.id] if isinstance(message.id, str) else list(message.id)
    strings = message.string if isinstance(message.string, tuple | list) else [message.string]
    asked = frozenset().union(*(places(text) for text in english))
    for text in filter(None, strings):
        try:
            has = places(text)
        except ValueError as error:
            return f"{text!r}: {error}"
        if has - asked:
            return f"{text!r} has no value for {_braced(has - asked)}"
        forgotten = asked - has - ({"number"} if len(english) > 1 else set())
        if forgotten:
            return f"{text!r} forgets {_braced(forgotten)}"
    return ""


def _braced(names: frozenset[str] | set[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names))
