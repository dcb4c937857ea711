"""Gets a JSON document many times with httpx, and decodes it with msgspec. Prints the wall and the processor time.

    json_requests.py URL COUNT WIDTH
"""

import asyncio
import sys
import time

import httpx
import msgspec


class Address(msgspec.Struct):
    street: str
    city: str


class Account(msgspec.Struct):
    id: int
    name: str
    address: Address
    tags: list[str]
    balance: float


async def main(url, count, width):
    decoder = msgspec.json.Decoder(list[Account])
    limits = httpx.Limits(max_connections=width, max_keepalive_connections=width)
    async with httpx.AsyncClient(limits=limits, trust_env=False, timeout=60) as client:

        async def work(requests):
            for _ in range(requests):
                response = await client.get(url)
                response.raise_for_status()
                assert decoder.decode(response.content)

        # Opens the connections.
        await asyncio.gather(*(work(1) for _ in range(width)))
        start, processor = time.perf_counter(), time.process_time()
        await asyncio.gather(*(work(count // width) for _ in range(width)))
        scale = count / (count // width * width)
        print((time.perf_counter() - start) * scale, (time.process_time() - processor) * scale)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
