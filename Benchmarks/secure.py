"""nginx with TLS and HTTP/2, as `make interop` starts it, and the versions of libcurl that are compared."""

import ctypes
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "Tests/Interop"))
from servers import Nginx, free_ports, has_quic  # noqa: E402


# For each protocol that nginx logs, the option of curl and sluice.
PROTOCOLS = {"HTTP/1.1": "--http1.1", "HTTP/2.0": "--http2", "HTTP/3.0": "--http3-only"}


class SecureServer(Nginx):
    """nginx, which serves files of zeros, and passes the bodies of requests for `/upload` on to a `Loopback` server.

    The folder should be on a tmpfs. There, reading a sparse file takes neither memory nor time for a disk. Each URL
    ends with the protocol that the client is expected to use.
    """

    def __init__(self, folder, loopback):
        port, plain_port = free_ports(2)
        super().__init__(
            folder, [HERE / "nginx.conf"], tls_port=port, plain_port=plain_port, loopback_port=loopback.port)
        self.names["listen_quic"] = f"listen 127.0.0.1:{port} quic;" if has_quic() else ""
        self.url = f"https://localhost:{port}"
        self.plain_url = f"http://127.0.0.1:{plain_port}"

    def download_url(self, size, protocol):
        """Creates a file of this size, and returns its URL."""
        with open(self.www / str(size), "wb") as file:
            file.truncate(size)
        return f"{self.url}/{size}?{protocol}"

    def upload_url(self, protocol):
        return f"{self.url}/upload?{protocol}"

    def options(self, protocol):
        return ["--cacert", self.authority, PROTOCOLS[protocol]]

    def check(self):
        """Exits if a request used another protocol than expected."""
        for line in self.logged():
            protocol, url = line.split()
            if not url.endswith(f"?{protocol}"):
                sys.exit(f"over {protocol}: {url}")


class Libcurl:
    """The libcurl that a program loads."""

    def __init__(self, program):
        libraries = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout
        library = ctypes.CDLL(re.search(r"libcurl\S* => (\S+)", libraries)[1])
        library.curl_version.restype = ctypes.c_char_p
        self.name = library.curl_version().decode()
        self.version = tuple(int(number) for number in re.match(r"libcurl/([\d.]+)", self.name)[1].split("."))
        self.supports_http2 = "nghttp2/" in self.name
        self.supports_http3 = "nghttp3/" in self.name

    @classmethod
    def of_programs(cls, *programs):
        """Returns the libcurl of each program, and prints them."""
        libraries = [cls(shutil.which(program)) for program in programs]
        for program, library in zip(programs, libraries):
            print(f"{os.path.basename(program)} uses {library.name}", flush=True)
        return libraries

    @property
    def can_upload_over_http2(self):
        """Whether uploads over HTTP/2 do not stall, as `CurlFeature.reliableHTTP2`."""
        return self.supports_http2 and self.version >= (8, 0, 0)
