"""The keys of web push, as browsers and their services write them."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()


def text_of(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_key() -> str:
    """A key for `push_key`."""
    return text_of(ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32, "big"))


def key_of(text: str) -> ec.EllipticCurvePrivateKey:
    """The key that was written so; a ValueError if it is none."""
    data = bytes_of(text)
    if len(data) != 32:
        raise ValueError("a key has 32 bytes")
    return ec.derive_private_key(int.from_bytes(data, "big"), CURVE)


def point(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public half of a key, as all sides write it."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def public_key(text: str) -> ec.EllipticCurvePublicKey:
    """Whose public half was written so; a ValueError if it is no point of the curve."""
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, bytes_of(text))
