"""Parses a multipart/form-data body with the boundary `B`, in chunks, with a parser from PyPI, and counts its bytes.

    parse_form.py python-multipart|multipart|streaming-form-data FILE

Prints the number of bytes in parts named `a`.
"""

import sys

CHUNK = 1 << 16


def python_multipart(chunks):
    import python_multipart

    count = 0

    def data(bytes, start, end):
        nonlocal count
        count += end - start

    parser = python_multipart.MultipartParser(b"B", {"on_part_data": data})
    for chunk in chunks:
        parser.write(chunk)
    parser.finalize()
    return count


def multipart(chunks):
    import multipart

    count = 0
    with multipart.PushMultipartParser("B") as parser:
        for chunk in chunks:
            for event in parser.parse(chunk):
                if isinstance(event, (bytes, bytearray)):
                    count += len(event)
    return count


def streaming_form_data(chunks):
    from streaming_form_data import StreamingFormDataParser
    from streaming_form_data.targets import BaseTarget

    class Counter(BaseTarget):
        count = 0

        def on_data_received(self, chunk):
            self.count += len(chunk)

    counter = Counter()
    parser = StreamingFormDataParser({"Content-Type": "multipart/form-data; boundary=B"})
    parser.register("a", counter)
    for chunk in chunks:
        parser.data_received(chunk)
    return counter.count


PARSERS = {
    "python-multipart": python_multipart, "multipart": multipart, "streaming-form-data": streaming_form_data}

if __name__ == "__main__":
    with open(sys.argv[2], "rb") as file:
        print(PARSERS[sys.argv[1]](iter(lambda: file.read(CHUNK), b"")))
