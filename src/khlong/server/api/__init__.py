"""The wire: HTTP for everything, a WebSocket for a table that one looks at, and the page."""
