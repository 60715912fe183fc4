"""A small MQTT 3.1.1 broker that does as the test says: it answers, or it withholds PUBACK."""

import asyncio
import threading
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

_CONNECT, _PUBLISH, _SUBSCRIBE, _PINGREQ, _DISCONNECT = 1, 3, 8, 12, 14
_CONNACK = b"\x20\x02\x00\x00"
_PINGRESP = b"\xd0\x00"


@dataclass
class Seen:
    """What arrived."""

    connects: int = 0
    publishes: int = 0
    duplicates: int = 0
    disconnects: int = 0
    #: (client number, packet identifier) of every QoS 1 PUBLISH, in order of arrival.
    identifiers: list[tuple[int, int]] = field(default_factory=list)


class WithholdingBroker:
    """Takes every QoS 1 PUBLISH and never acknowledges it."""

    def __init__(self) -> None:
        self.seen = Seen()
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="withholding-broker")

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        self._stop = asyncio.Event()
        server = await asyncio.start_server(self._client, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        number = self.seen.connects
        try:
            while True:
                header = (await reader.readexactly(1))[0]
                body = await reader.readexactly(await _remaining_length(reader))
                answer = self._answer(number, header, body)
                if answer is None:
                    return
                writer.write(answer)
        except (asyncio.IncompleteReadError, ConnectionError):
            return
        finally:
            writer.close()

    def _answer(self, number: int, header: int, body: bytes) -> bytes | None:
        """Bytes to send back; None once the client has said good-bye."""
        kind = header >> 4
        if kind == _DISCONNECT:
            self.seen.disconnects += 1
            return None
        if kind == _CONNECT:
            self.seen.connects += 1
            return _CONNACK
        if kind == _SUBSCRIBE:
            return b"\x90\x03" + body[:2] + b"\x01"
        if kind == _PUBLISH:
            self._note_publish(number, header, body)
        return _PINGRESP if kind == _PINGREQ else b""

    def _note_publish(self, number: int, header: int, body: bytes) -> None:
        self.seen.publishes += 1
        self.seen.duplicates += bool(header & 0x08)
        if header & 0x06:
            at = 2 + int.from_bytes(body[:2], "big")
            self.seen.identifiers.append((number, int.from_bytes(body[at : at + 2], "big")))


async def _remaining_length(reader: asyncio.StreamReader) -> int:
    """MQTT 3.1.1 section 2.2.3."""
    length, shift = 0, 0
    while True:
        byte = (await reader.readexactly(1))[0]
        length |= (byte & 0x7F) << shift
        if not byte & 0x80:
            return length
        shift += 7
