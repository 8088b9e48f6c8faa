"""Figures for those who run the server, on a port of their own."""

from __future__ import annotations

from collections.abc import Sequence

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

from khlong.server.bots.background import Background
from khlong.server.bots.workers import Workers
from khlong.server.tables.service import TableService

MOST_PROCESSES = 64
FINE = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """What is counted and measured."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.refusals = self._counter("refusals_total", "Refused requests and messages", "code")
        self.ack_seconds = self._histogram("ack_seconds", "From a socket's message to its answer", FINE)
        self.commit_size = self._histogram("commit_writes", "Writes in one commit", (1, 2, 5, 10, 20, 50, 100))
        self.sockets = Gauge("khlong_sockets", "Open sockets", registry=self.registry)
        self.tables = Gauge("khlong_tables_in_memory", "Tables in memory", registry=self.registry)
        self.dropped = self._counter("dropped_sockets_total", "Sockets that did not read")
        self.thought_seconds = self._histogram("bot_seconds", "How long bots think", FINE)
        self.bot_failures = self._counter("bot_failures_total", "Bots that failed", "reason")

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"khlong_{name}", about, labels, registry=self.registry)

    def _histogram(self, name: str, about: str, buckets: Sequence[float]) -> Histogram:
        return Histogram(f"khlong_{name}", about, buckets=buckets, registry=self.registry)

    def watch(self, tables: TableService, workers: Workers, background: Background) -> None:
        self.tables.set_function(lambda: len(tables.in_memory))
        tables.store.writer.on_commit = self.commit_size.observe
        workers.on_failure = lambda reason: self.bot_failures.labels(reason).inc()
        background.on_thought = self.thought_seconds.observe

    def serve(self, host: str, port: int) -> None:
        """Listens on a port, or the next free one: each process of a server has its own."""
        for offset in range(MOST_PROCESSES):
            try:
                start_http_server(port + offset, host, self.registry)
            except OSError:
                continue
            return
