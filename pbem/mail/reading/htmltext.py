"""HTML parts -> lines of text, with the quoted mail cut out by the marks that mail programs leave.

Cutting by structure is surer than by words: the marks do not depend on the language. What is cut
leaves a line behind that `newtext` knows: `>` for a quote, our own marker line where everything
below is the old mail. selectolax cuts, inscriptis makes lines of what is left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from inscriptis import get_text  # type: ignore[import-untyped]
from inscriptis.css_profiles import CSS_PROFILES  # type: ignore[import-untyped]
from inscriptis.html_properties import Display  # type: ignore[import-untyped]
from inscriptis.model.config import ParserConfig  # type: ignore[import-untyped]
from inscriptis.model.html_element import HtmlElement  # type: ignore[import-untyped]
from inscriptis.model.tag import CustomHtmlTagHandlerMapping  # type: ignore[import-untyped]
from selectolax.lexbor import LexborHTMLParser, LexborNode

from pbem.mail import limits
from pbem.mail.reading.attributions import is_attribution
from pbem.orders.reader.characters import clean

#: What stands in the place of a quote, and of the beginning of the old mail, respectively.
QUOTED_LINE: Final = "<div>&gt;</div>"
QUOTED_MARK: Final = ">"
OLD_MAIL_LINE: Final = "<div>-- write above this line -- [00000000]</div>"
#: Lines around a blockquote of which nothing tells whether it quotes or only indents. They are
#: made of characters that nobody sees, so that they are blank lines to everything else.
BOX_BEGINS: Final = "\u2063\u2062"
BOX_ENDS: Final = "\u2062\u2063"
#: The same for a rule across the page: some programs put nothing else above the old mail.
RULE: Final = "\u2063\u2063"
_UNSEEN_MARKS: Final = re.compile(f"{BOX_BEGINS}|{BOX_ENDS}|{RULE}")
#: So many blockquotes are looked at for what stands above them.
MOST_BOXES: Final = 20

#: Elements that are, or end, a line of text.
_LINE_ENDS: Final = frozenset({"br", "div", "p", "hr", "table", "ul", "ol", "pre", "blockquote"})
_BLOCKS: Final = frozenset({"div", "blockquote", "section", "table", "td", "pre", "article"})
#: Elements that show no text.
_UNSEEN: Final = frozenset(
    "head title style script noscript template textarea select object iframe svg math".split()  # noqa: SIM905
)
#: Text that its writer struck out.
_STRUCK: Final = frozenset({"s", "strike", "del"})
#: Ids below which everything is the old mail: Outlook's; `x_` is put before by its web version.
_OLD_MAIL_IDS: Final = re.compile(
    r"(?:x_)*(?:divRplyFwdMsg|appendonsend|OLK_SRC_BODY_SECTION|is(?:Forward|Reply)Content"
    r"|(?:mail-editor|ms-outlook-mobile)-reference-message(?:-container)?)"
)
_OLD_MAIL_CLASSES: Final = re.compile(
    r"(?:x_)*(?:OutlookMessageHeader|moz-forward-container|ms-outlook-mobile-reference-message)"
)
#: Word's rule above the header block of the old mail.
_OLD_MAIL_STYLE: Final = re.compile(
    r"border:none;border-top:solid#[0-9a-f]{6}1\.0pt;padding:3\.0pt0(?:cm|in)0(?:cm|in)0(?:cm|in)"
)
#: Elements that are quotes as a whole, and lines that belong to one.
_QUOTE_CLASSES: Final = re.compile(
    r"(?:x_)*(?:(?:ydp\w*)?yahoo_quoted|zmail_extra|tutanota_quote|gmail_attr|moz-cite-prefix"
    r"|airmail_ext_on|sh-quoted-content|mailbird_quote|moz-email-headers-table)"
)
_QUOTE_IDS: Final = re.compile(
    r"(?:x_)*(?:ydp\w*)?(?:yahoo_quoted\w*|reply-intro|blockquote_zmail|qt)"
)
#: The same in programs that are not known: a part of the name says so.
_QUOTE_WORDS: Final = re.compile(
    r"(?:[a-z0-9]+[-_])*(?:(?:block)?quote[ds]?|quotation|cite|citation|original-?_?message|quoted-?_?text"
    r"|reply-?_?quote|quoted-?_?reply)(?:[-_][a-z0-9]+)*",
    re.IGNORECASE,
)
_QUOTE_NAMES: Final = frozenset({"quote", "quoted-content", "messageReplySection"})
_BORDER_LEFT: Final = re.compile(r"border-left(?:-\w+)?:(?!none|0(?![.\d]*[1-9]))")
#: A line above a block is a rule across the page.
_BORDER_TOP: Final = re.compile(
    r"border-top(?:-style)?:(?!0(?![.\d]*[1-9]))[^;]{0,80}(?:solid|dashed|dotted|double|groove|ridge)"
)
#: Gmail and Apple Mail indent their user's own lines so.
_INDENTED: Final = re.compile(
    r"(?:^|;)margin(?:-left)?:(?:0(?:px)?0(?:px)?0(?:px)?)?(?:[3-9]\d|1\d\d)px"
)
#: Boxes of replies and forwards alike: in a reply own lines may stand between its blockquotes.
_REPLY_BOXES: Final = re.compile(r"(?:x_)*(?:gmail_quote|gmail_quote_container|protonmail_quote)")
_FORWARDED: Final = re.compile(r"\s*-{3,}")
_LIST_NUMBER: Final = "mso-list:ignore"
#: Styles of text that nobody sees: preview lines of newsletters, and traps.
_HIDDEN: Final = re.compile(
    r"display:none|mso-hide:all|visibility:(?:hidden|collapse)"
    r"|(?:^|;)(?:font-size|opacity):0(?![.\d]*[1-9])"
)
_FLAT: Final = re.compile(r"(?:^|;)(?:max-)?height:0(?![.\d]*[1-9])")
_CLIPPED: Final = re.compile(r"(?:^|;)overflow(?:-y)?:(?:hidden|clip)")
#: `text-decoration: line-through`, with or without other lines.
_STRUCK_STYLE: Final = re.compile(r"text-decoration(?:-line)?:[^;]{0,200}line-through")
_PRE: Final = re.compile(r"white-space:pre")
_NO_MARGIN: Final = re.compile(r"(?:^|;)margin(?:-top)?:0(?![.\d]*[1-9])")
_WORD_PARAGRAPH: Final = re.compile(r"Mso\w+")
#: A style sheet that takes the blank lines from between all paragraphs, as Outlook's does.
_TIGHT: Final = re.compile(r"(?:^|[\s,}>])p\s*\{[^{}]*margin(?:-top)?:\s*0", re.I)
_SYMBOL_FONT: Final = re.compile(r"(wingdings|symbol)")
#: What letters are in the fonts of signs that Word's autocorrection uses.
_SYMBOLS: Final[Mapping[str, dict[int, str]]] = {
    "wingdings": str.maketrans({"à": "→", "è": "→", "ð": "→", "§": "•", "Ø": "•", "ü": "•"}),
    "symbol": str.maketrans({"®": "→", "Þ": "→", "·": "•"}),
}
#: Of a style sheet's selector: the classes and ids that it names, or the element that it is.
_NAMES: Final = re.compile(r"[.#][a-z_][\w-]{0,80}")
_ELEMENT: Final = re.compile(r"[a-z]{1,10}")
#: A picture that stands for a sign: mail programs send emoji, arrows among them, like that.
_SIGN: Final = re.compile(r"[^\w\s]{1,4}")

#: Tables as lines, their cells parted by a blank: inscriptis draws them as wide as their widest
#: cell, in every row, which costs gigabytes if somebody wants it to.
_TABLE_TAGS: Final = ("table", "tr", "td", "th")
_CONFIG: Final = ParserConfig(
    css=CSS_PROFILES["strict"]
    | dict.fromkeys(("table", "tr"), HtmlElement(display=Display.block))
    | dict.fromkeys(("td", "th"), HtmlElement(suffix=" ")),
    custom_html_tag_handler_mapping=CustomHtmlTagHandlerMapping(
        start_tag_mapping=dict.fromkeys(_TABLE_TAGS),
        end_tag_mapping=dict.fromkeys(_TABLE_TAGS),
    ),
)


def without_marks(text: str) -> str:
    """The text of an HTML part without the marks of boxes and rules."""
    return _UNSEEN_MARKS.sub("", text)


class TooDeepError(ValueError):
    """The HTML has more or deeper elements than a mail has use for."""


class _Verdict(Enum):
    KEEP = auto()
    DROP = auto()
    QUOTE = auto()
    OLD_MAIL = auto()
    BOX = auto()


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What of a mail's style sheets matters here.

    tight: no blank lines between paragraphs, as in Outlook's mails
    struck: what is struck out: classes (`.x`), ids (`#x`), elements (`u`)
    """

    tight: bool
    struck: frozenset[str]

    @classmethod
    def of(cls, tree: LexborHTMLParser) -> _Sheet:
        sheets = [style.text() for style in tree.css("style")]
        struck = {name for sheet in sheets for name in _struck_by(sheet)}
        return cls(any(map(_TIGHT.search, sheets)), frozenset(struck))


def _struck_by(sheet: str) -> Iterator[str]:
    for rule in sheet.lower().split("}"):
        selectors, _, declarations = rule.rpartition("{")
        if _STRUCK_STYLE.search("".join(declarations.split())):
            for selector in selectors.split(","):
                words = selector.split()
                if len(words) == 1 and _ELEMENT.fullmatch(words[0]):
                    yield words[0]
                elif words:
                    yield from _NAMES.findall(words[-1])


@dataclass(frozen=True, slots=True)
class HtmlText:
    """An HTML part as text: `new` without its quotes, `whole` with them (not in tidy lines)."""

    new: str
    whole: str


def text_of(html: str) -> HtmlText:
    """The text of an HTML part.

    :raises TooDeepError: it has more elements, or deeper ones, than are read
    """
    if html.count("<") > limits.HTML_TAGS:
        raise TooDeepError
    tree = LexborHTMLParser(html.replace("\0", ""))
    if tree.body is None:
        return HtmlText("", "")
    sheet = _Sheet.of(tree)
    tree.strip_tags(["style", "script"])
    whole = tree.body.text(separator="\n")
    _Cutter(sheet).cut(tree.body, 0)
    words = tree.body.text().strip()
    new = str(get_text(f"<html>{tree.body.html}</html>", _CONFIG)) if words else ""
    if words and not new.strip():
        raise TooDeepError  # the parser below inscriptis gives up on deep trees, silently
    return HtmlText(new, whole)


class _Cutter:
    """Replaces what is quoted, drops what is not seen, and sets plain what inscriptis would not."""

    def __init__(self, sheet: _Sheet) -> None:
        self._sheet = sheet
        self._boxes = 0

    def cut(self, parent: LexborNode, depth: int) -> None:
        """Nothing below a replaced element is looked at: it is freed."""
        if depth > limits.HTML_DEPTH:
            raise TooDeepError
        child = parent.first_child
        while child is not None:
            following = child.next
            if child.is_element_node:
                if child.tag == "hr" or _is_ruled(child):
                    child.insert_before(RULE)
                match self._verdict(child):
                    case _Verdict.KEEP:
                        _set_plain(child, tight=self._sheet.tight)
                        self.cut(child, depth + 1)
                    case _Verdict.BOX:
                        self.cut(child, depth + 1)
                        inside = child.inner_html or ""
                        child.inner_html = f"<div>{BOX_BEGINS}</div>{inside}<div>{BOX_ENDS}</div>"
                    case _Verdict.DROP:
                        child.decompose()
                    case _Verdict.QUOTE:
                        child.inner_html = QUOTED_LINE
                    case _Verdict.OLD_MAIL:
                        child.inner_html = OLD_MAIL_LINE
            child = following

    def _verdict(self, node: LexborNode) -> _Verdict:
        tag, style = node.tag or "", _style(node)
        if tag in _UNSEEN or _is_hidden(node, style) or _LIST_NUMBER in style:
            return _Verdict.DROP
        if self._is_struck(node, tag, style):
            return _Verdict.DROP
        if _begins_old_mail(node, style):
            return _Verdict.OLD_MAIL
        if _is_quote(node, tag, style):
            return _Verdict.QUOTE
        bordered = tag in _BLOCKS and bool(_BORDER_LEFT.search(style))
        if bordered or tag == "details" or (tag == "blockquote" and not _INDENTED.search(style)):
            return self._verdict_on_blockquote(node)
        return _Verdict.KEEP

    def _is_struck(self, node: LexborNode, tag: str, style: str) -> bool:
        if tag in _STRUCK or _STRUCK_STYLE.search(style):
            return True
        names = {tag, f"#{_attribute(node, 'id').lower()}"}
        names.update(f".{name.lower()}" for name in _classes(node))
        return not names.isdisjoint(self._sheet.struck)

    def _verdict_on_blockquote(self, node: LexborNode) -> _Verdict:
        """A blockquote without any mark quotes if the line above it says whom; else who knows."""
        self._boxes += 1
        if self._boxes > MOST_BOXES:
            return _Verdict.QUOTE
        above = _line_above(node)
        if above == QUOTED_MARK or is_attribution(above):
            return _Verdict.QUOTE
        return _Verdict.BOX


def _is_ruled(node: LexborNode) -> bool:
    return node.tag in _BLOCKS and bool(_BORDER_TOP.search(_style(node)))


def _line_above(node: LexborNode) -> str:
    """The last line of text before an element, in plain typing; ">" if that was a quote."""
    above, pieces = node.prev, list[str]()
    parent = node.parent
    while above is None and parent is not None and parent.tag not in ("body", "blockquote"):
        above, parent = parent.prev, parent.parent
    while above is not None:
        if above.is_element_node and above.tag in _LINE_ENDS:
            text = (above.text() if above.tag != "br" else "").strip()
            if pieces or text:
                if not pieces:
                    pieces.append(text.rsplit("\n", 1)[-1])
                break
        elif text := (above.text() or "").strip():
            pieces.append(text)
        above = above.prev
    return clean(" ".join(reversed(pieces))[-limits.LINE_CHARACTERS :])


def _is_hidden(node: LexborNode, style: str) -> bool:
    return (
        "hidden" in node.attributes
        or bool(_HIDDEN.search(style))
        or bool(_FLAT.search(style) and _CLIPPED.search(style))
    )


def _begins_old_mail(node: LexborNode, style: str) -> bool:
    return (
        bool(_OLD_MAIL_IDS.fullmatch(_attribute(node, "id")))
        or any(map(_OLD_MAIL_CLASSES.fullmatch, _classes(node)))
        or bool(_OLD_MAIL_STYLE.search(style))
    )


def _is_quote(node: LexborNode, tag: str, style: str) -> bool:
    classes = _classes(node)
    if tag == "blockquote" and _is_citing(node, classes, style):
        return True
    if any(map(_REPLY_BOXES.fullmatch, classes)):
        return _is_wholly_quoted(node)
    return (
        any(map(_QUOTE_CLASSES.fullmatch, classes))
        or (tag in _BLOCKS and any(map(_QUOTE_WORDS.fullmatch, classes)))
        or (tag in _BLOCKS and bool(_QUOTE_WORDS.fullmatch(_attribute(node, "id"))))
        or bool(_QUOTE_IDS.fullmatch(_attribute(node, "id")))
        or _attribute(node, "name") in _QUOTE_NAMES
    )


def _is_citing(node: LexborNode, classes: list[str], style: str) -> bool:
    """Whether a blockquote quotes; people also indent their own lines with one."""
    return (
        _attribute(node, "type").lower() == "cite"
        or "cite" in node.attributes
        or any("quote" in name.lower() for name in classes)
        or bool(_QUOTE_IDS.fullmatch(_attribute(node, "id")))
        or bool(_BORDER_LEFT.search(style))
    )


def _is_wholly_quoted(box: LexborNode) -> bool:
    """Whether Gmail's or Proton's box is a forwarded mail, so that no line in it is new."""
    first_line = box.css_first(".gmail_attr, .x_gmail_attr") or box
    forwarded = _FORWARDED.match(first_line.text())
    return bool(forwarded) or box.css_first("blockquote") is None


def _set_plain(node: LexborNode, *, tight: bool) -> None:
    """Leave of the styles only what inscriptis shall see, and write signs as characters."""
    style = _style(node)
    kept = ["white-space:pre"] if _PRE.search(style) else []
    if node.tag == "p" and (
        tight or _NO_MARGIN.search(style) or any(map(_WORD_PARAGRAPH.fullmatch, _classes(node)))
    ):
        kept += ["margin-top:0em", "margin-bottom:0em"]
    if "style" in node.attributes:
        del node.attrs["style"]
    if kept:
        node.attrs["style"] = ";".join(kept)
    if font := _SYMBOL_FONT.search(f"{style} {_attribute(node, 'face').lower()}"):
        _write_symbols(node, _SYMBOLS[font[1]])
    if node.tag == "img" and _SIGN.fullmatch(_attribute(node, "alt")):
        node.insert_after(_attribute(node, "alt"))


def _write_symbols(node: LexborNode, symbols: dict[int, str]) -> None:
    child = node.first_child
    while child is not None:
        following = child.next
        if child.is_text_node:
            text = child.text()
            if (plain := text.translate(symbols)) != text:
                child.replace_with(plain)
        child = following


def _style(node: LexborNode) -> str:
    """The element's style attribute without blanks, in lower case."""
    return "".join(_attribute(node, "style").lower().split())


def _classes(node: LexborNode) -> list[str]:
    return _attribute(node, "class").split()


def _attribute(node: LexborNode, name: str) -> str:
    return (node.attributes.get(name) or "")[: limits.LINE_CHARACTERS]
