"""A small Slurm cluster on this machine, whose files are in one folder."""

import contextlib
import getpass
import os
import pathlib
import signal
import socket
import subprocess

from support import free_ports, parent, wait_for

# A job whose node is lost waits until its credential has expired, for two minutes by default.
CONFIGURATION = """\
ClusterName=example
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool.%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SlurmdParameters=config_overrides
SlurmdTimeout=10
ReturnToService=2
SchedulerParameters=sched_interval=2,batch_sched_delay=1
{nodes}
PartitionName=all Nodes=ALL Default=YES
"""


class Slurm:
    """Five nodes, one for each worker and one that takes the share of the one that is lost."""

    def __init__(self, folder, environment):
        self.folder = pathlib.Path(folder)
        self.environment = {**environment, "SLURM_CONF": str(self.folder / "slurm.conf")}
        self.processes = {}

    def __enter__(self):
        for name in ("", "state", *(f"spool.n{number}" for number in range(1, 6))):
            (self.folder / name).mkdir(mode=0o700)
        host, ports = socket.gethostname(), free_ports(6)
        nodes = "\n".join(
            f"NodeName=n{number} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=1"
            for number, port in enumerate(ports[1:], 1))
        (self.folder / "slurm.conf").write_text(
            CONFIGURATION.format(host=host, port=ports[0], user=getpass.getuser(), folder=self.folder, nodes=nodes))
        try:
            self.start_all()
        except BaseException:
            self.__exit__()
            raise
        return self

    def start_all(self):
        key = self.folder / "munge.key"
        key.touch(0o600)
        key.write_bytes(os.urandom(128))
        names = {name: self.folder / f"munge.{name.split('-')[0]}" for name in ("socket", "pid-file", "seed-file", "log-file")}
        self.start("munge", ["/usr/sbin/munged", "--foreground", "--force", f"--key-file={key}",
                             *(f"--{name}={path}" for name, path in names.items())])
        wait_for("munge", names["socket"].exists)
        self.start("slurmctld", ["/usr/sbin/slurmctld", "-D"])
        for number in range(1, 6):
            self.start(f"n{number}", ["/usr/sbin/slurmd", "-D", "-N", f"n{number}"])
        wait_for("five nodes", lambda: self.run("sinfo", "--noheader", "--format=%D%t") == "5idle")

    def __exit__(self, *_):
        with contextlib.suppress(OSError):
            self.run("scancel", f"--user={getpass.getuser()}")
        for process in reversed(self.processes.values()):
            process.terminate()
        for process in self.processes.values():
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()
            process.wait()

    def start(self, name, command):
        self.processes[name] = subprocess.Popen(
            command, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def run(self, *command):
        return subprocess.run(command, env=self.environment, capture_output=True, text=True).stdout.strip()

    def lose_node(self, tool):
        """Kills the daemon of the node that runs a tool, and its processes."""
        environment = pathlib.Path(f"/proc/{tool}/environ").read_text(errors="replace").split("\0")
        node = next(each.partition("=")[2] for each in environment if each.startswith("SLURMD_NODENAME="))
        self.processes[node].kill()
        self.processes[node].wait()
        for process in (parent(tool), tool):
            os.kill(process, signal.SIGKILL)

