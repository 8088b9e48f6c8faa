"""Khlong inside a browser: what a server does for many, done here for whoever has the page open, without a network.

It runs in Pyodide, in a worker of the page. `local.py` holds the same conversations as the server and `answers.py`
answers the same requests, by the server's own tables, commands and messages. `store.py` keeps games with the browser,
`thinking.py` has bots think in WebAssembly, `outside.py` says what the page does for them. `standins/` are a few lines
in the place of packages that a browser has no use for.
"""
