"""What players write to each other: who may write to whom, what is passed on, answers to press.

    cleaning    the text as others get it: no control characters, no secrets
    addressing  whether a press can be sent, and who gets to read it
    replies     an answer to a mail with press: the part of it that is press, and the orders in it

It is kept by `store.press`, told by `telling.press`, and sent from `dispatch`.
"""
