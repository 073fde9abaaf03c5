"""How is a server of our own reached? By a socket in a folder that only its owner may enter.

Without such sockets (Windows) it listens on this machine alone, at a free port, and wants a
password that is kept beside the data.
"""

import hashlib
import os
import secrets
import shlex
import socket
import stat
from contextlib import suppress
from pathlib import Path
from typing import Any

from clubcomp.running.postgres.programs import NoServer, make_folder

USER = "clubcomp"
LONGEST_SOCKET_PATH = 103  # Linux takes 107 bytes, macOS 103


class Way:
    """The way by a socket."""

    PORT = "5432"  # part of the socket's name; nothing listens on the network

    def __init__(self, home: Path) -> None:
        self.home = home
        self.folder = home / "socket"
        if len(os.fsencode(self.folder / f".s.PGSQL.{self.PORT}")) > LONGEST_SOCKET_PATH:
            # Anybody could have made this folder: `prepare` checks its owner.
            digest = hashlib.sha256(os.fsencode(home)).hexdigest()[:16]
            self.folder = Path("/tmp") / f"clubcomp-{digest}"  # noqa: S108

    @staticmethod
    def to(home: Path) -> "Way":
        """The way to the server whose data are in a folder, on this system."""
        return Way(home) if hasattr(socket, "AF_UNIX") else WayWithoutSocket(home)

    def prepare(self, account: dict[str, Any]) -> None:
        """Make the folder of the socket; NoServer when it is somebody else's."""
        with suppress(FileExistsError):
            self.folder.mkdir(mode=0o700)
        folder = self.folder.lstat()
        owner = account.get("user", os.geteuid())
        if folder.st_uid not in (owner, os.geteuid()) or not stat.S_ISDIR(folder.st_mode):
            raise NoServer(f"{self.folder} is somebody else's; remove it and try again.")
        if folder.st_uid != owner:
            os.chown(self.folder, owner, account["group"])

    def options(self) -> str:
        """The options with which the server listens there."""
        where = f"-k {shlex.quote(str(self.folder))} -p {self.PORT}"
        return f"{where} -c listen_addresses= -c unix_socket_permissions=0700"

    def words_for_initdb(self) -> list[str]:
        """The arguments that let in everybody who may enter the folder."""
        return ["--auth=trust"]

    def words_for_client(self, cluster: Path) -> list[str]:
        """The arguments of pg_isready; none if no server was started on these data."""
        address = self.address(cluster)
        return ["-h", address["HOST"], "-p", address["PORT"]] if address else []

    def address(self, cluster: Path) -> dict[str, str]:
        """How the server is reached, as settings of Django."""
        return {"HOST": str(self.folder), "PORT": self.PORT, "USER": USER}


class WayWithoutSocket(Way):
    """The way by this machine's network, with a password."""

    HOST = "127.0.0.1"

    def __init__(self, home: Path) -> None:
        self.home = home
        self.password_file = home / "password"

    def prepare(self, account: dict[str, Any]) -> None:
        """Nothing: the port is chosen at each start."""

    def options(self) -> str:
        """A port that is free now; the server writes down which one."""
        with socket.socket() as probe:
            probe.bind((self.HOST, 0))
            port = probe.getsockname()[1]
        return f"-p {port} -c listen_addresses={self.HOST} -c unix_socket_directories="

    def words_for_initdb(self) -> list[str]:
        """The arguments that let in everybody who may read the file with the password."""
        make_folder(self.home)
        file = os.open(self.password_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(file, "w") as text:
            text.write(secrets.token_urlsafe(30))
        return ["--auth=scram-sha-256", f"--pwfile={self.password_file}"]

    def address(self, cluster: Path) -> dict[str, str]:
        """Where the server listens, as it wrote down beside its data; {} if it did not."""
        try:
            port = (cluster / "postmaster.pid").read_text().splitlines()[3]
            password = self.password_file.read_text()
        except (OSError, IndexError):
            return {}
        return {"HOST": self.HOST, "PORT": port, "USER": USER, "PASSWORD": password}
