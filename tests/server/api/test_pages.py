"""The page's own files: compressed once, whoever asks for them and how often."""

from __future__ import annotations

import gzip
from pathlib import Path

import httpx
import pytest

from khlong.server.api import pages
from tests.server.servers import running


def test_a_file_is_compressed_once_beside_the_event_loop(
    sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = b"export const boats = 7;" * 1000
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "index-1.js").write_bytes(script)
    monkeypatch.setattr(pages, "static_folder", lambda: tmp_path)
    compress, calls = gzip.compress, []

    def count(data: bytes) -> bytes:
        calls.append(len(data))
        return compress(data)

    monkeypatch.setattr(gzip, "compress", count)
    with running(sqlite) as server, httpx.Client(base_url=server.base) as http:
        for _ in range(3):
            answer = http.get("/assets/index-1.js", headers={"Accept-Encoding": "gzip"})
            assert (answer.content, answer.headers["content-encoding"]) == (script, "gzip")
            assert int(answer.headers["content-length"]) < len(script)
            assert "javascript" in answer.headers["content-type"]
        plain = http.get("/assets/index-1.js", headers={"Accept-Encoding": "identity"})
        assert plain.content == script
        assert "content-encoding" not in plain.headers
        assert {answer.headers["vary"], plain.headers["vary"]} == {"Accept-Encoding"}
        assert "immutable" in answer.headers["cache-control"]
    assert calls == [len(script)]
