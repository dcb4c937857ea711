"""A network link that loses, repeats, delays and reorders packets, for kernels without netem.

The kernel hands packets for 10.0.0.2 to this program, by a TUN device. It swaps their addresses and hands them back, so
that a client that connects to 10.0.0.2 reaches the server of its own machine:

    client, 10.0.0.1 ── to 10.0.0.2 ──► TUN ──► swap ──► from 10.0.0.2 ──► server, 10.0.0.1
                     ◄── from 10.0.0.2 ── swap ◄── TUN ◄── to 10.0.0.2 ──

No checksum changes, because all of them are sums of both addresses. It needs a network namespace of its own.

Each line of standard input is a JSON object that replaces the behavior, and is answered with how many packets were
lost, repeated, late and delayed since the last one:

    loss, repeat, late   the probability that a packet is lost, arrives twice, or is overtaken by others (0)
    delay, jitter        the seconds that each packet takes, and how many more at most, in order (0)
    seed                 determines the random choices
"""

import collections
import fcntl
import heapq
import itertools
import json
import os
import random
import select
import struct
import subprocess
import sys
import time

ADDRESS = "10.0.0.2"
# From linux/if_tun.h.
TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
# The seconds that a late packet takes in addition.
LATENESS = 0.03


class Link:
    """The packets on their way, by the time of their arrival."""

    def __init__(self):
        self.waiting, self.numbers = [], itertools.count()
        self.replace({})

    def replace(self, behavior):
        self.behavior, self.random = behavior, random.Random(behavior.get("seed"))
        self.counts, self.last = collections.Counter(), 0.0

    def happens(self, name):
        happens = self.random.random() < self.behavior.get(name, 0)
        self.counts[name] += happens
        return happens

    def send(self, packet, now):
        # Anything but IPv4 is the kernel's own, such as its search for IPv6 routers.
        if packet[0] >> 4 != 4 or self.happens("loss"):
            return
        delay, jitter = self.behavior.get("delay", 0), self.behavior.get("jitter", 0)
        self.counts["delay"] += delay > 0
        # Packets with different delays stay in order, as in a queue. Only late ones do not.
        self.last = max(self.last, now + delay + self.random.uniform(0, jitter))
        for _ in range(1 + self.happens("repeat")):
            arrival = self.last + (LATENESS if self.happens("late") else 0)
            swapped = packet[:12] + packet[16:20] + packet[12:16] + packet[20:]
            heapq.heappush(self.waiting, (arrival, next(self.numbers), swapped))

    def arrived(self, now):
        while self.waiting and self.waiting[0][0] <= now:
            yield heapq.heappop(self.waiting)[2]


def open_device():
    device = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH22x", b"chaos", IFF_TUN | IFF_NO_PI))
    for words in ("addr add 10.0.0.1/24 dev chaos", "link set chaos up mtu 1500"):
        subprocess.run(["ip", *words.split()], check=True)
    return device


def main():
    device, link = open_device(), Link()
    while True:
        timeout = max(0, link.waiting[0][0] - time.monotonic()) if link.waiting else None
        ready, _, _ = select.select([device, sys.stdin.fileno()], [], [], timeout)
        if sys.stdin.fileno() in ready:
            line = os.read(sys.stdin.fileno(), 4096)
            if not line:
                return
            print(json.dumps(link.counts), flush=True)
            link.replace(json.loads(line))
        if device in ready:
            link.send(os.read(device, 65536), time.monotonic())
        for packet in link.arrived(time.monotonic()):
            os.write(device, packet)


if __name__ == "__main__":
    main()
