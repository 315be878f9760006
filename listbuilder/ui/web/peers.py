"""Who a request comes from, and fair shares of what all clients use: bytes in memory, places in a queue."""

from __future__ import annotations

from collections import Counter
from ipaddress import IPv6Address, IPv6Network, ip_address

from starlette.types import Scope

FORWARDED = b"x-forwarded-for"
# A provider hands out whole networks of this size, so each of them is one peer.
IPV6_PREFIX = 64


def peer_of(scope: Scope, behind_proxy: bool) -> str:
    """The peer that sent a request.

    Behind a proxy it is the last address in X-Forwarded-For, the one that the proxy itself added. Anybody can send that
    header, so it means nothing elsewhere.
    """
    if behind_proxy:
        values = [value for name, value in scope["headers"] if name == FORWARDED]
        last = values[-1].rpartition(b",")[2].strip().decode("latin-1") if values else ""
        if peer := peer_at(last):
            return peer
    client = scope.get("client")
    return peer_at(client[0]) if client else ""


def peer_at(address: str) -> str:
    """The peer at an IP address, empty for what is not one."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is None:
            return str(IPv6Network((found, IPV6_PREFIX), strict=False))
        found = found.ipv4_mapped
    return str(found)


class Quota:
    """An amount that peers share. None of them may hold more than is still free, so a newcomer always finds room."""

    def __init__(self, total: int) -> None:
        self.free = total
        self.held: Counter[str] = Counter()

    def take(self, peer: str, amount: int = 1) -> bool:
        """Take some of it; False when that is more than the peer may hold."""
        # A peer alone gets half of everything; the more others hold, the less each may take.
        if self.held[peer] + amount > self.free - amount:
            return False
        self.free -= amount
        self.held[peer] += amount
        return True

    def give_back(self, peer: str, amount: int = 1) -> None:
        """Give back what was taken."""
        self.free += amount
        self.held[peer] -= amount
        if not self.held[peer]:
            del self.held[peer]


class Share:
    """What one request takes of a quota, all of which is given back at the end of a `with` block."""

    def __init__(self, quota: Quota, peer: str) -> None:
        self.quota, self.peer, self.amount = quota, peer, 0

    def __enter__(self) -> Share:
        return self

    def __exit__(self, *_: object) -> None:
        self.quota.give_back(self.peer, self.amount)

    def take(self, amount: int) -> bool:
        """Take some more; False when that is more than the peer may hold."""
        if not self.quota.take(self.peer, amount):
            return False
        self.amount += amount
        return True
