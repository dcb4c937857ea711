"""Ports, processes, and waiting."""

import pathlib
import socket
import sys
import time


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def parent(process_id):
    """Returns the identifier of the parent of a process."""
    return int(pathlib.Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[1])


def wait_for(what, condition, seconds=120):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            sys.exit(f"waited in vain for {what}")
        time.sleep(0.002)
