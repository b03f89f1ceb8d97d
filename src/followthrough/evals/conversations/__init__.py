"""Scripted conversations (interface.md, "A scripted conversation, in full").

``read`` turns files into scripts or refusals, ``run`` plays them through a system that the caller opens, ``report``
shows the results. What a turn looks like is the wire's business: expectations look at the JSON that callers see.
"""
