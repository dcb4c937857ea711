"""Runs nginx, and for interoperability tests Caddy, a form server, a tus server and an S3 API, on free ports of 127.0.0.1.

The certificates are new, and all files are in one folder.
"""

import os
import pathlib
import shutil
import socket
import string
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent

# Creates an authority, a certificate that it signs, another authority, a password file and a key to pin.
CERTIFICATES = """
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ca.key -out ca.pem -days 2 \
  -subj "/CN=interop authority"
openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout server.key -out server.csr -subj /CN=localhost
printf "subjectAltName=DNS:localhost" > names
openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out server.pem -days 2 -extfile names
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout other.key -out other.pem -days 2 \
  -subj "/CN=another authority"
printf "user:%s\\n" "$(openssl passwd -apr1 pass)" > passwords
openssl x509 -in server.pem -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary |
  openssl base64 -A > pin
"""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def nginx():
    return shutil.which("nginx") or "/usr/sbin/nginx"


def has_quic():
    """Returns whether nginx has HTTP/3."""
    return "http_v3_module" in subprocess.run([nginx(), "-V"], capture_output=True, text=True).stderr


class Nginx:
    """nginx with the configuration in `templates`, of which the first is the main one.

    It runs until the end of the `with` block, even if it fails. A template may use `$folder`, `$user` and the ports,
    such as `$tls_port`.
    """

    def __init__(self, folder, templates, **ports):
        self.folder, self.templates, self.ports = pathlib.Path(folder), templates, ports
        self.names = {}
        self.processes = {}
        self.authority = f"{folder}/ca.pem"

    def __enter__(self):
        try:
            self.prepare()
            self.start_all()
            for port in self.ports.values():
                self.wait_for(port)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for name in list(self.processes):
            self.stop(name)

    def prepare(self):
        self.www.mkdir()
        subprocess.run(["sh", "-ec", CERTIFICATES], cwd=self.folder, check=True, capture_output=True)
        values = {
            "folder": self.folder,
            # When run as root, nginx would switch to a user who cannot enter the folder.
            "user": "user root root;" if os.geteuid() == 0 else "",
            **self.ports, **self.names,
        }
        for template in self.templates:
            text = string.Template(template.read_text()).substitute(values)
            (self.folder / template.name).write_text(text)

    def start_all(self):
        self.start_nginx()

    def start(self, name, command, **options):
        self.processes[name] = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, **options)

    def stop(self, name):
        process = self.processes.pop(name)
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def start_nginx(self):
        (self.folder / "socket").unlink(missing_ok=True)
        self.start("nginx", [nginx(), "-p", str(self.folder), "-c", self.templates[0].name, "-e", f"{self.folder}/error.log"])

    def stop_nginx(self):
        """Stops nginx without waiting for requests, so that connections break as in a crash."""
        self.stop("nginx")

    def wait_for(self, port):
        deadline = time.monotonic() + 20
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), 1).close()
            except OSError:
                if time.monotonic() > deadline or any(each.poll() is not None for each in self.processes.values()):
                    log = self.folder / "error.log"
                    sys.exit(f"a server did not start: {log.read_text() if log.exists() else ''}")
                time.sleep(0.05)

    @property
    def www(self):
        return self.folder / "www"

    def logged(self):
        """Returns the requests that nginx has served, oldest first.

        nginx logs a request before it reads the next one of the same connection.
        """
        return (self.folder / "access.log").read_text().splitlines()

    def wait_for_log(self, count):
        """Waits until nginx has logged a number of requests, because it notices the end of a client later."""
        deadline = time.monotonic() + 20
        while len(self.logged()) < count and time.monotonic() < deadline:
            time.sleep(0.01)


class Servers(Nginx):
    """nginx, and the form server and the servers for resumable uploads of the interoperability tests."""

    # The server over swift-nio-extras, a package of its own.
    nio = HERE / "UploadServer/.build/release/UploadServer"

    def __init__(self, folder):
        (self.plain_port, self.tls_port, self.client_port, self.form_port, self.tus_port, self.nio_port,
         self.s3_port, nginx_quic_port, caddy_quic_port) = free_ports(9)
        templates = ["nginx.conf", "locations.conf"]
        # Those that speak HTTP/3, each with its URL.
        self.quic = {}
        if has_quic():
            templates.append("nginx-http3.conf")
            self.quic["nginx"] = f"https://localhost:{nginx_quic_port}"
        if shutil.which("caddy"):
            templates.append("Caddyfile")
            self.quic["caddy"] = f"https://localhost:{caddy_quic_port}"
        super().__init__(
            folder, [HERE / name for name in templates], plain_port=self.plain_port, tls_port=self.tls_port,
            client_port=self.client_port, form_port=self.form_port)
        self.names = {
            "tus_port": self.tus_port, "nginx_quic_port": nginx_quic_port, "caddy_quic_port": caddy_quic_port}
        self.plain = f"http://localhost:{self.plain_port}"
        self.tls = f"https://localhost:{self.tls_port}"
        self.client = f"https://localhost:{self.client_port}"
        self.form = f"http://127.0.0.1:{self.form_port}/form"
        # Each has the URL and the folder of its uploads.
        self.uploads = {
            "tus": (f"http://127.0.0.1:{self.tus_port}/files/", self.folder / "tus"),
            "nio": (f"http://127.0.0.1:{self.nio_port}/", self.folder / "nio"),
        }

    def prepare(self):
        super().prepare()
        for name in ("dav", "small", "secret"):
            (self.www / name).mkdir()
        for _, files in self.uploads.values():
            files.mkdir()

    def start_all(self):
        self.start("form", [sys.executable, str(HERE / "form_server.py"), str(self.form_port)])
        super().start_all()
        if "caddy" in self.quic:
            self.start_caddy()

    def start_caddy(self):
        environment = {**os.environ, "HOME": str(self.folder)}
        self.start("caddy", ["caddy", "run", "--adapter", "caddyfile", "--config", f"{self.folder}/Caddyfile"],
                   stderr=subprocess.DEVNULL, env=environment)
        self.wait_for(int(self.quic["caddy"].rpartition(":")[2]))

    def start_uploads(self, name):
        command, port = {
            "tus": ([sys.executable, str(HERE / "tus_server.py")], self.tus_port),
            "nio": ([str(self.nio)], self.nio_port),
        }[name]
        self.start(name, [*command, str(port), str(self.uploads[name][1])])
        self.wait_for(port)

    def start_s3(self):
        """Starts moto's S3 API, and returns its URL."""
        command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self.s3_port)]
        self.start("s3", command, stderr=subprocess.DEVNULL)
        self.wait_for(self.s3_port)
        return f"http://127.0.0.1:{self.s3_port}"
