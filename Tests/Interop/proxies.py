"""Proxies by other authors, on free ports of 127.0.0.1: tinyproxy, squid, microsocks and danted."""

import os
import shutil
import subprocess
from pathlib import Path

TINYPROXY = """
Port {http}
Listen 127.0.0.1
BasicAuth user pass
Allow 127.0.0.1
ConnectPort {tls}
"""

# Without HTTP/2 and caches. Its helper checks passwords as another user if squid is started by root.
SQUID = """
http_port 127.0.0.1:{squid}
https_port 127.0.0.1:{https} tls-cert={files}/server.pem tls-key={files}/server.key
pid_filename none
cache deny all
access_log none
cache_log {files}/log
coredump_dir {files}
auth_param basic program /usr/lib/squid/basic_ncsa_auth {files}/passwords
acl known proxy_auth REQUIRED
http_access allow known
http_access deny all
shutdown_lifetime 0 seconds
"""

DANTE = """
logoutput: {files}/dante
internal: 127.0.0.1 port = {socks}
external: lo
clientmethod: none
socksmethod: none
user.privileged: {user}
user.unprivileged: {user}
client pass {{ from: 0.0.0.0/0 to: 0.0.0.0/0 }}
socks pass {{ from: 0.0.0.0/0 to: 0.0.0.0/0 }}
"""


class Proxies:
    """The proxies, until the end of the `with` block. All but danted require the user `user` with the password `pass`.

    `ports` are five free ports.
    """

    def __init__(self, servers, ports):
        self.servers, self.names = servers, ("http", "https", "squid", "socks", "microsocks")
        self.ports = dict(zip(self.names, ports))
        self.service = f"interop{os.getpid()}"

    def __enter__(self):
        folder = self.servers.folder / "proxies"
        folder.mkdir()
        for name in ("passwords", "server.pem", "server.key"):
            shutil.copy(self.servers.folder / name, folder)
        if os.geteuid() == 0:
            # squid becomes this user.
            for path in (folder, *folder.iterdir()):
                shutil.chown(path, "proxy")
            for parent in (self.servers.folder, *self.servers.folder.parents):
                if parent.stat().st_uid == 0 and not parent.stat().st_mode & 1:
                    parent.chmod(parent.stat().st_mode | 1)
        user = Path("/proc/self").owner()
        values = {"files": folder, "tls": self.servers.tls_port, "user": user, **self.ports}
        files = {}
        for name, text in (("tinyproxy", TINYPROXY), ("squid", SQUID), ("dante", DANTE)):
            files[name] = folder / f"{name}.conf"
            files[name].write_text(text.format(**values))
        quiet = {"stderr": subprocess.DEVNULL}
        self.servers.start("tinyproxy", ["tinyproxy", "-d", "-c", files["tinyproxy"]], **quiet)
        self.servers.start("squid", ["/usr/sbin/squid", "-N", "-n", self.service, "-f", files["squid"]], **quiet)
        self.servers.start("dante", ["/usr/sbin/danted", "-f", files["dante"], "-p", folder / "danted.pid"], **quiet)
        self.servers.start(
            "microsocks", ["microsocks", "-i", "127.0.0.1", "-p", str(self.ports["microsocks"]), "-u", "user", "-P", "pass"],
            **quiet)
        for port in self.ports.values():
            self.servers.wait_for(port)
        return self

    def __exit__(self, *_):
        for name in ("tinyproxy", "squid", "dante", "microsocks"):
            if name in self.servers.processes:
                self.servers.stop(name)
        # squid leaves its shared memory if it is stopped early.
        for file in Path("/dev/shm").glob(f"{self.service}-*"):
            file.unlink(missing_ok=True)

    def url(self, name, password="pass"):
        """Returns the URL of a proxy, with credentials if it requires them."""
        scheme = {"http": "http", "https": "https", "squid": "http", "socks": "socks5h", "microsocks": "socks5h"}[name]
        credentials = "" if name == "socks" else f"user:{password}@"
        return f"{scheme}://{credentials}localhost:{self.ports[name]}"
