"""Where others find this server."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from .settings import Settings

EVERYWHERE = ("", "0.0.0.0", "::")  # hosts of a server that listens to all who reach the machine
ELSEWHERE = ("192.0.2.1", 9)  # nobody's: nothing is sent there, but by which way it would go can be asked


def is_this_machine(host: str | None) -> bool:
    """Whether a name or an address is what every machine calls itself.

    >>> is_this_machine("localhost"), is_this_machine("127.0.0.1"), is_this_machine("::1"), is_this_machine("a.example")
    (True, True, True, False)
    """
    if host is None or host == "localhost" or host.endswith(".localhost"):
        return host is not None
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def network_address() -> str | None:
    """The address by which this machine stands in its local network, if it is in one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if is_this_machine(address) or ip_address(address).is_unspecified else address


def url_for_others(settings: Settings, url: str) -> str | None:
    """Where others find the server that somebody reaches by a URL, if they can reach it at all."""
    if settings.public_url is not None:
        return settings.public_url.rstrip("/")
    asked = urlsplit(url)
    if not is_this_machine(asked.hostname):
        return f"{asked.scheme}://{asked.netloc}"
    address = network_address() if settings.host in EVERYWHERE else None
    return f"{asked.scheme}://{address}:{asked.port or 80}" if address else None
