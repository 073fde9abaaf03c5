"""A system without what Windows has not: no fcntl, no pwd, no fork, no socket in a folder.

Every Python that has this folder on its path plays it, also one that the program itself starts.
"""

import os
import select
import signal
import socket
import sys

for module in ("fcntl", "grp", "pwd", "resource", "termios"):
    sys.modules[module] = None
for place, names in {
    os: "fork geteuid getegid getuid chown pidfd_open",
    select: "poll",
    signal: "SIGQUIT SIGHUP SIGUSR1 sigwait",
    socket: "AF_UNIX",
}.items():
    for name in names.split():
        if hasattr(place, name):
            delattr(place, name)


def socketpair():
    """As Python makes one on Windows, by the network of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        one = socket.create_connection(listener.getsockname())
        other, _address = listener.accept()
        return one, other


socket.socketpair = socketpair
