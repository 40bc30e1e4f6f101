"""HTML: quotes cut out, lines made, and held against the text part (20 to 29)."""

from __future__ import annotations

import pytest
from mail_builder import ADDRESS, LINES, OLD_HTML, UNMARKED, alternative, html


@pytest.mark.parametrize(
    "quote",
    [
        f'<div class="gmail_quote"><div class="gmail_attr">On Thu wrote:</div>'
        f'<blockquote class="gmail_quote">{UNMARKED}</blockquote></div>',
        f'<blockquote type="cite">{UNMARKED}</blockquote>',
        f'<div class="moz-cite-prefix">Dne Post napsal:</div><blockquote cite="mid:1">{UNMARKED}'
        f"</blockquote>",
        f'<hr><div id="divRplyFwdMsg">Von: Post</div><div>{UNMARKED}</div>',
        f'<div id="appendonsend"></div><hr>{UNMARKED}',
        f'<div id="x_divRplyFwdMsg">Von: Post</div><div>{UNMARKED}</div>',
        f'<div class="ydp1yahoo_quoted">{UNMARKED}</div>',
        f'<div id="yahoo_quoted_123">{UNMARKED}</div>',
        f'<div name="quote">{UNMARKED}</div>',
        f'<div class="protonmail_quote">On 12.11.2026 20:15, Post wrote:<br>'
        f"<blockquote>{UNMARKED}</blockquote></div>",
        f'<div style="border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0in 0in 0in">'
        f"<b>From:</b> Post</div><p>{UNMARKED}</p>",
        f'<blockquote style="border-left: 2px solid #1010FF; padding-left: 5px">{UNMARKED}'
        f"</blockquote>",
        f'<div id="mail-editor-reference-message-container">{UNMARKED}</div>',
        f'<div class="ms-outlook-mobile-reference-message skipProofing">{UNMARKED}</div>',
        f'<div id="isReplyContent">{UNMARKED}</div>',
        f"<p>On 2026-11-12 20:15, Post {ADDRESS.replace('<', '&lt;')} wrote:</p>{UNMARKED}",
        OLD_HTML,
        f"<p>&gt; INDIA:<br>&gt; TAXATION</p>{OLD_HTML}",
        "<div style='display:none'>INDIA:<br>TAXATION</div>",
        "<div style='visibility: hidden'>INDIA:<br>TAXATION</div>",
        "<div style='color:red; font-size:0'>INDIA:<br>TAXATION</div>",
        "<div style='FONT-SIZE: 0.0px; line-height:0'>INDIA:<br>TAXATION</div>",
        "<div style='opacity:0'>INDIA:<br>TAXATION</div>",
        "<div style='max-height:0px; overflow:hidden'>INDIA:<br>TAXATION</div>",
        "<div style='overflow: hidden; height: 0'>INDIA:<br>TAXATION</div>",
        "<div hidden>INDIA:<br>TAXATION</div>",
        "<div style='mso-hide:all'>INDIA:<br>TAXATION</div>",
    ],
)
def test_20_quotes_are_cut_out_of_html(quote: str) -> None:
    assert html(f"<p>Hi</p>{LINES}{quote}").orders == ("CHINA:", "TAXATION")


@pytest.mark.parametrize(
    "style",
    [
        "font-size:0.8em", "font-size:10pt", "opacity:0.9", "max-height:0", "overflow:hidden",
        "line-height:0", "min-height:0;overflow:hidden", "visibility:visible", "max-height:0.5em",
    ],
)  # fmt: skip
def test_20_what_is_seen_counts(style: str) -> None:
    assert html(f"<div style='{style}'>{LINES}</div>").orders == ("CHINA:", "TAXATION")


def test_21_a_blockquote_that_only_indents_counts() -> None:
    indented = f'<blockquote style="margin:0 0 0 40px;border:none;padding:0px">{LINES}</blockquote>'
    assert html(indented).orders == ("CHINA:", "TAXATION")


@pytest.mark.parametrize(
    "lines",
    [
        "<ul><li>CHINA:<li>FLEET Shanghai → China Sea</ul>",
        "<ol><li>CHINA:</li><li>FLEET Shanghai &rarr; China Sea</li></ol>",
        "<p>CHINA:<br>FLEET\n  Shanghai&nbsp;-&gt;&nbsp;China\nSea",
        "<pre>CHINA:\nFLEET Shanghai -&gt; China Sea</pre>",
        '<div style="white-space: pre-wrap">CHINA:\nFLEET Shanghai -> China Sea</div>',
        "<table><tr><td>CHINA:</td></tr><tr><td>FLEET Shanghai</td><td>-&gt; China Sea</td></tr>"
        "</table>",
        '<p class="MsoNormal"><b>CHINA:</b></p><p class="MsoListParagraph"><span style="mso-list:'
        'Ignore">1.</span>FLEET Shanghai <span style="font-family:Wingdings">à</span> China Sea',
        "CHINA:<br>FLEET Shanghai <font face=Symbol>®</font> China Sea",
        "CHINA:<br>FLEET Shanghai <img src='x' alt='➡️'> China Sea",
        "CHINA:<br><s>TAXATION</s><br>FLEET Shan<wbr>ghai &#8209;&gt; China Sea",
    ],
)
def test_22_lines_of_html(lines: str) -> None:
    assert html(lines).orders == ("CHINA:", "FLEET Shanghai -> China Sea")


def test_23_inline_answers_in_gmails_box_count_and_a_forwarded_mail_does_not() -> None:
    inside = f"<blockquote class='gmail_quote'>{UNMARKED}</blockquote>{LINES}"
    box = "<div class='gmail_quote'><div class='gmail_attr'>{}</div>{}</div>"
    assert html(box.format("On Thu Post wrote:", inside)).orders == ("CHINA:", "TAXATION")
    assert html(box.format("---------- Forwarded message ---------", inside)).orders == ()


def test_24_parts_that_disagree_are_refused() -> None:
    found = alternative("CHINA:\nTAXATION\n", "<p>CHINA:<br>INVESTOR</p>")
    assert found.orders == ()
    assert "plain text only" in str(found.problems[0])
    assert alternative("IF CASH >= 9\nPASS\n", "<p>IF CASH &lt;= 9<br>PASS</p>").problems
    quoted = "<blockquote type=cite>CHINA:<br>TAXATION</blockquote>"
    assert alternative("CHINA:\nTAXATION\n", quoted).problems
    assert alternative("CHINA:\nTAXATION\n", "<p>Hi</p>").problems


@pytest.mark.parametrize(
    ("plain", "rich"),
    [
        ("*CHINA:*\n  * TAXATION\n", "<b>CHINA:</b><ul><li>TAXATION</ul>"),
        ("CHINA:\nTAXATION\nThanks\n", "<p>CHINA:</p><p>TAXATION</p><p>Thanks</p>"),
        ("\n \n", "<p>CHINA:<br>TAXATION</p>"),
        ("\u200b\n\u00a0\n", "<p>CHINA:<br>TAXATION</p>"),
        ("CHINA:\nTAXATION\n", ""),
        ("CHINA:\nTAXATION\n", "<html><body><div><br></div>&nbsp;<p>&#8203;</p></body></html>"),
        ("CHINA:\nTAXATION\n", "<div style='display:none'>Preview</div>"),
        ("CHINA<http://china/>:\nTAXATION\n", "<p><a href='http://china/'>CHINA</a>:<br>TAXATION"),
        ("Hi there\n\nCHINA:\nTAX-\nATION".replace("-\n", "\n"), "Hi there<p>CHINA:<br>TAX ATION"),
    ],
)
def test_25_parts_that_differ_in_form_only_agree(plain: str, rich: str) -> None:
    assert not alternative(plain, rich).problems
    assert alternative(plain, rich).orders[0] == "CHINA:"
