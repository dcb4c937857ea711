"""A server on 127.0.0.1 that keeps connections open, and answers each request with the same response."""

import asyncio
import threading


class Answers:
    """A context that serves `body` to all requests, which must be `GET`s, one at a time on each connection."""

    def __init__(self, body, media_type="application/json"):
        self.answer = (
            f"HTTP/1.1 200 OK\r\nServer: benchmark\r\nContent-Type: {media_type}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n").encode() + body
        self.loop = asyncio.new_event_loop()

    def __enter__(self):
        answer = self.answer

        class Connection(asyncio.Protocol):
            received = b""

            def connection_made(self, transport):
                self.transport = transport

            def data_received(self, data):
                self.received += data
                if self.received.endswith(b"\r\n\r\n"):
                    self.received = b""
                    self.transport.write(answer)

        server = self.loop.run_until_complete(self.loop.create_server(Connection, "127.0.0.1", 0, backlog=512))
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
