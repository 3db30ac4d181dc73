"""The listening sockets of the program."""

import asyncio
import socket

from tournament.server.uvicorn_server import bind_socket


def test_response_body_is_sent_at_once():
    """Otherwise the body of a response waits 40 ms for the acknowledgement of its header."""

    async def delays() -> bool:
        accepted = asyncio.get_running_loop().create_future()

        class Reader(asyncio.Protocol):
            def connection_made(self, transport):
                connection = transport.get_extra_info("socket")
                accepted.set_result(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
                transport.close()

        listening = bind_socket("127.0.0.1", 0)
        server = await asyncio.get_running_loop().create_server(Reader, sock=listening)
        async with server:
            with socket.create_connection(listening.getsockname()):
                return not await accepted

    assert not asyncio.run(delays())
