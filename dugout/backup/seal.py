"""The seal of a backup: an HMAC of its manifest, which names everything else in it with its checksum.

Someone who may write to the place of the backups could otherwise change a treasury or a password in one, and wait
until it is restored. `dugout.backup.keys` has the key.
"""

import hashlib
import hmac


def seal_of(manifest: bytes, key: bytes) -> str:
    """The seal: HMAC-SHA256 as 64 hexadecimal digits."""
    return hmac.new(key, b"dugout backup\0" + manifest, hashlib.sha256).hexdigest()


def name_of(key: bytes) -> str:
    """A name that tells keys apart and tells nothing else about them: 12 hexadecimal digits. It is in the manifest."""
    return hmac.new(key, b"dugout backup key\0", hashlib.sha256).hexdigest()[:12]
