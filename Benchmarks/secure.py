"""nginx with TLS and HTTP/2, as `make interop` starts it, and the versions of libcurl that are compared."""

import ctypes
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "Tests/Interop"))
from servers import Nginx, free_ports  # noqa: E402


class SecureServer(Nginx):
    """nginx, which serves files of zeros, and passes the bodies of requests for `/upload` on to a `Loopback` server.

    The folder should be on a tmpfs. There, reading a sparse file takes neither memory nor time for a disk.
    """

    def __init__(self, folder, loopback):
        [port] = free_ports(1)
        super().__init__(folder, [HERE / "nginx.conf"], tls_port=port, loopback_port=loopback.port)
        self.url = f"https://localhost:{port}/"
        self.checked = 0

    def download_url(self, size):
        """Creates a file of this size, and returns its URL."""
        with open(self.www / str(size), "wb") as file:
            file.truncate(size)
        return f"{self.url}{size}"

    def options(self, version):
        """Returns the options with which curl and sluice use this version of HTTP, such as `--http2`."""
        return ["--cacert", self.authority, version]

    def check(self, protocol):
        """Exits if a request since the last call used another protocol than this one, such as `HTTP/2.0`."""
        requests = self.logged()[self.checked:]
        self.checked += len(requests)
        if not requests or any(not line.startswith(protocol + " ") for line in requests):
            sys.exit(f"expected requests over {protocol}, found {set(line.split()[0] for line in requests)}")


class Libcurl:
    """The libcurl that a program loads."""

    def __init__(self, program):
        libraries = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout
        library = ctypes.CDLL(re.search(r"libcurl\S* => (\S+)", libraries)[1])
        library.curl_version.restype = ctypes.c_char_p
        self.name = library.curl_version().decode()
        self.version = tuple(int(number) for number in re.match(r"libcurl/([\d.]+)", self.name)[1].split("."))
        self.supports_http2 = "nghttp2/" in self.name
