"""Browsers that take notices: each has a key of its own, and opens what was sealed for it."""

from __future__ import annotations

import json
import os
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256

from khlong.server.notices.keys import CURVE, bytes_of, point, text_of
from khlong.server.notices.push import LAST, derived


class Browser:
    """What a browser keeps of its subscription."""

    def __init__(self, endpoint: str) -> None:
        self.key, self.secret = ec.generate_private_key(CURVE), os.urandom(16)
        self.wish = {"endpoint": endpoint, "p256dh": text_of(point(self.key)), "auth": text_of(self.secret)}

    def opened(self, body: bytes) -> Any:
        salt, theirs = body[:16], body[21 : 21 + body[20]]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
        secret = derived(shared, self.secret, b"WebPush: info\0" + point(self.key) + theirs, 32)
        key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        said = AESGCM(key).decrypt(nonce, body[21 + body[20] :], None)
        assert said.endswith(LAST)
        return json.loads(said[:-1])


def signed_claims(authorization: str, public: str) -> Any:
    """What a sender says of itself, if the signature is that of this key."""
    token = authorization.removeprefix("vapid t=").split(",")[0]
    head, claims, signature = token.split(".")
    raw = bytes_of(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, bytes_of(public))
    key.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    return json.loads(bytes_of(claims))
