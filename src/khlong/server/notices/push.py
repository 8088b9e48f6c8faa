"""Web push: notices for browsers, also closed ones, sealed against whoever is on the way (RFC 8291, RFC 8292)."""

from __future__ import annotations

import os
import time
from fnmatch import fnmatchcase
from typing import Final
from urllib.parse import urlsplit

import orjson
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from .keys import CURVE, bytes_of, key_of, point, public_key, text_of
from .wishes import Device

RECORD = 4096  # bytes: one record holds all that a notice says
LAST = b"\x02"  # what the last record ends with
VALID: Final = 12 * 3600  # seconds that a signature is good for
KEPT: Final = 24 * 3600  # seconds that a notice waits for a browser that is not there


def service_of(endpoint: str) -> str:
    """Whose server an address is on.

    >>> service_of("https://push.example:8443/for/somebody?token=1")
    'https://push.example:8443'
    """
    parts = urlsplit(endpoint)
    port = f":{parts.port}" if parts.port is not None else ""
    return f"{parts.scheme}://{parts.hostname}{port}"


def is_offered(endpoint: str, services: list[str]) -> bool:
    """Whether the owner has named the service that an address is on; `*` stands for any part of a name.

    >>> is_offered("https://wns2-sg2p.notify.windows.com/w/?token=1", ["https://*.notify.windows.com"])
    True
    >>> is_offered("https://10.0.0.1/.notify.windows.com", ["https://*.notify.windows.com"])
    False
    """
    return any(fnmatchcase(service_of(endpoint), service) for service in services)


def derived(secret: bytes, salt: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, purpose).derive(secret)


def sealed(said: bytes, device: Device, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes = b"") -> bytes:
    """What only that browser can open. A key and salt of its own for each notice, but in tests."""
    own, salt = own or ec.generate_private_key(CURVE), salt or os.urandom(16)
    theirs, ours = bytes_of(device.p256dh), point(own)
    shared = own.exchange(ec.ECDH(), public_key(device.p256dh))
    secret = derived(shared, bytes_of(device.auth), b"WebPush: info\0" + theirs + ours, 32)
    key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + len(ours).to_bytes(1, "big") + ours
    return head + AESGCM(key).encrypt(nonce, said + LAST, None)


class Sender:
    """Says to push services who sends, as they ask."""

    def __init__(self, key: str, contact: str) -> None:
        self._key = key_of(key)
        self._contact = contact
        self.public = text_of(point(self._key))

    def headers(self, endpoint: str) -> dict[str, str]:
        claims = {"aud": service_of(endpoint), "exp": int(time.time()) + VALID, "sub": self._contact}
        said = ".".join(text_of(orjson.dumps(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
        signature = text_of(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return {
            "Authorization": f"vapid t={said}.{signature}, k={self.public}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
        }
