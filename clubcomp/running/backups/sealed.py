"""A file that proves itself, and one that only a passphrase opens.

At its end is the SHA-256 of everything before. A sealed file is encrypted piece by piece
(AES-256-GCM, the key by scrypt), each piece bound to its number: without the passphrase nobody can
restore it, not even its maker.
"""

import hashlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from clubcomp.running.backups.reach import NoBackup

SEALED = b"clubcomp backup, sealed: 1\n"
SALT, PIECE, TAG = 16, 1 << 20, 16
#: At the end of a file: a word, and the digest of everything before the digest.
WORD = b"sha256:"
DIGEST = 64


def digest_of(file: Path) -> str:
    """The SHA-256 of a file, leaving out the digest at its end if there is one."""
    size = file.stat().st_size - (DIGEST if has_digest(file) else 0)
    digest = hashlib.sha256()
    with file.open("rb") as data:
        while size > 0 and (piece := data.read(min(PIECE, size))):
            digest.update(piece)
            size -= len(piece)
    return digest.hexdigest()


def has_digest(file: Path) -> bool:
    """Whether a digest stands at its end."""
    with file.open("rb") as data:
        if data.seek(0, os.SEEK_END) < len(WORD) + DIGEST:
            return False
        data.seek(-len(WORD) - DIGEST, os.SEEK_END)
        return data.read(len(WORD)) == WORD


def is_whole(file: Path) -> bool:
    """Whether the digest at its end is the one of everything before it."""
    if not has_digest(file):
        return False
    with file.open("rb") as data:
        data.seek(-DIGEST, os.SEEK_END)
        written = data.read()
    return written == digest_of(file).encode()


def write_digest(file: Path) -> None:
    """Write the digest at its end, where there is room for it."""
    digest = digest_of(file).encode()
    with file.open("r+b") as data:
        data.seek(-DIGEST, os.SEEK_END)
        data.write(digest)


def is_sealed(file: Path) -> bool:
    """Whether it can only be read with a passphrase."""
    with file.open("rb") as data:
        return data.read(len(SEALED)) == SEALED


def seal(file: Path, passphrase: str) -> None:
    """Encrypt a file in its place."""
    salt = os.urandom(SALT)
    cipher = AESGCM(_key(passphrase, salt))
    with tempfile.NamedTemporaryFile(prefix=file.name, dir=file.parent, delete=False) as sealed:
        sealed.write(SEALED + salt)
        with file.open("rb") as plain:
            for nonce, piece in _numbered(plain, PIECE):
                sealed.write(cipher.encrypt(nonce, piece, SEALED + salt))
        sealed.write(WORD + b"0" * DIGEST)
    os.replace(sealed.name, file)
    write_digest(file)


def opened(file: Path, passphrase: str) -> IO[bytes]:
    """The contents of a sealed file; NoBackup if this is not its passphrase."""
    plain = tempfile.TemporaryFile()  # noqa: SIM115 -- it is for the caller
    size = file.stat().st_size - len(SEALED) - SALT - len(WORD) - DIGEST
    with file.open("rb") as sealed:
        start = sealed.read(len(SEALED) + SALT)
        cipher = AESGCM(_key(passphrase, start[-SALT:]))
        try:
            for nonce, piece in _numbered(sealed, PIECE + TAG, size):
                plain.write(cipher.decrypt(nonce, piece, start))
        except InvalidTag:
            plain.close()
            raise NoBackup(
                "That is not the passphrase of this backup. Nothing was changed. Without it nobody"
                " can restore it."
            ) from None
    plain.seek(0)
    return plain


def _numbered(data: IO[bytes], most: int, size: int | None = None) -> Iterator[tuple[bytes, bytes]]:
    """The pieces of a file, each with its number and whether it is the last."""
    number, left = 0, os.fstat(data.fileno()).st_size - data.tell() if size is None else size
    while True:
        piece = data.read(min(most, left))
        left -= len(piece)
        is_last = left <= 0 or not piece
        yield number.to_bytes(11, "big") + bytes([is_last]), piece
        if is_last:
            return
        number += 1


def _key(passphrase: str, salt: bytes) -> bytes:
    return Scrypt(salt=salt, length=32, n=1 << 15, r=8, p=1).derive(passphrase.encode())
