"""The bytes of a mail -> what it says: its header, its parts, and of its text what is new.

headers, mime, charsets, parts, htmltext, plain   the mail taken apart, into lines of text
automatic                                         what machines send, which nobody answers
phrases, attributions, headerblocks, newtext      what is quoted, forwarded or a signature
agreement, doubt                                  whether plain text and HTML agree; old orders
read                                              all of that: a `Mail`
"""
