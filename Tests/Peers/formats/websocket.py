"""Two parsers of WebSocket frames as a server receives them: wsproto and websockets."""

import base64

from . import distribution

VERSIONS = {"wsproto": distribution("wsproto"), "websockets": distribution("websockets")}


def encoded(data):
    return base64.b64encode(data).decode("ascii")


def parse_with_wsproto(data):
    from wsproto import events
    from wsproto.connection import Connection, ConnectionType

    connection = Connection(ConnectionType.SERVER)
    connection.receive_data(data)
    result, text, binary, is_closed, is_partial = [], "", b"", False, False
    for event in connection.events():
        if isinstance(event, events.TextMessage):
            text += event.data
            is_partial = not event.message_finished
            if event.message_finished:
                result.append(["text", text])
                text = ""
        elif isinstance(event, events.BytesMessage):
            binary += event.data
            is_partial = not event.message_finished
            if event.message_finished:
                result.append(["binary", encoded(binary)])
                binary = b""
        elif isinstance(event, events.Ping):
            result.append(["ping", encoded(event.payload)])
        elif isinstance(event, events.Pong):
            result.append(["pong", encoded(event.payload)])
        elif isinstance(event, events.CloseConnection):
            # wsproto reports an error as the end of the connection, but stays in its state.
            if connection.state.name != "REMOTE_CLOSING":
                raise ValueError(event.reason)
            result.append(["close", None if event.code == 1005 else int(event.code), event.reason or ""])
            is_closed = True
    # wsproto has no public way to ask whether the input ends within a frame.
    decoder = connection._proto._frame_decoder
    if not is_closed and (is_partial or decoder.header or len(decoder.buffer)):
        raise ValueError("the input ends within a frame or a message")
    return result


def parse_with_websockets(data):
    from websockets.frames import Close, Opcode
    from websockets.protocol import State
    from websockets.server import ServerProtocol

    protocol = ServerProtocol(state=State.OPEN)
    if data:
        protocol.receive_data(data)
    # At the end of a frame without a close frame, receive_eof() reports an error too: look before it.
    error = protocol.parser_exc
    if error is None and protocol.close_rcvd is None:
        if not is_at_frame_end(protocol):
            raise ValueError("the input ends within a frame or a message")
    if error is not None:
        raise ValueError(str(error)) from error
    result, message, is_text = [], b"", False
    for frame in protocol.events_received():
        payload = bytes(frame.data)
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            if frame.opcode is not Opcode.CONT:
                message, is_text = b"", frame.opcode is Opcode.TEXT
            message += payload
            if frame.fin:
                # websockets leaves UTF-8 to its caller, which decodes whole messages.
                result.append(["text", message.decode("utf-8")] if is_text else ["binary", encoded(message)])
        elif frame.opcode is Opcode.PING:
            result.append(["ping", encoded(payload)])
        elif frame.opcode is Opcode.PONG:
            result.append(["pong", encoded(payload)])
        else:
            close = Close.parse(payload)
            result.append(["close", None if close.code == 1005 else int(close.code), close.reason])
    return result


def is_at_frame_end(protocol):
    """Whether the input ends at the end of a message; call it after the last byte."""
    is_within_message = protocol.current_size is not None
    protocol.receive_eof()
    return not is_within_message and str(protocol.parser_exc) == "unexpected end of stream"


PARSERS = {"wsproto": parse_with_wsproto, "websockets": parse_with_websockets}

DIFFERENCES = {}
