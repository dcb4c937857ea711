"""A run of the tool with one fault, its course, and the server that it needs."""

import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
# The seconds after which a call hangs.
PATIENCE = 20


class Outcome:
    """The result of a call of the tool."""

    def __init__(self, code, output, errors):
        self.code, self.output = code, output
        # An outbox reports the failures of messages among its events.
        events = b"\n".join(line for line in output.splitlines() if b'"error":' in line)
        self.text = (errors + events).decode(errors="replace")
        lines = [line for line in self.text.splitlines() if line.startswith("error: ")]
        self.error = lines[-1] if lines else self.text[-300:]

    def json(self):
        return json.loads(self.output)


class Wrong(Exception):
    """Something that the judge does not accept."""


class World:
    """A folder, and a server that is started again when it has ended."""

    def __init__(self, sluice, shim, has_link):
        self.sluice, self.shim = sluice, shim
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="chaos-"))
        self.link = subprocess.Popen([sys.executable, HERE / "link.py"], stdin=subprocess.PIPE,
                                     stdout=subprocess.PIPE) if has_link else None
        if self.link:
            # It answers once its device is there.
            self.set_link()
        self.port = 0
        self.start()

    def start(self):
        # With a link, the server has two addresses, both in a network of its own.
        address = "0.0.0.0" if self.link else "127.0.0.1"
        self.server = subprocess.Popen(
            [sys.executable, HERE / "server.py", address, str(self.port), self.folder], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE)
        self.port = int(self.server.stdout.readline())

    def revive(self):
        """Starts the server again if it has ended."""
        if self.server.poll() is not None:
            self.start()

    def set_link(self, **behavior):
        """Sets the behavior of the link, and returns how many packets the last one has affected, by kind."""
        self.link.stdin.write(json.dumps(behavior).encode())
        self.link.stdin.flush()
        return json.loads(self.link.stdout.readline())

    def stop(self):
        self.server.kill()
        self.server.wait()

    def close(self):
        self.stop()
        if self.link:
            self.link.stdin.close()
            self.link.wait()
        shutil.rmtree(self.folder)


class Run:
    """One kind of work with one fault."""

    def __init__(self, world, number, work, fault, attempt):
        self.world, self.seed, self.work, self.fault = world, number, work, fault
        self.random = random.Random(f"{number} {work.name} {fault.name} {attempt}")
        # Bytes, requests and calls are chosen among so many of the first ones.
        self.scale = 0.25**attempt
        self.folder = world.folder / f"{work.name}-{number}-{attempt}"
        self.home, self.stored = self.folder / "home", self.folder / "stored"
        self.input = self.home / "input"
        self.is_mounted = False
        self.was_orderly, self.fired_at, self.damage = False, 0, None
        # The messages that the judge does not expect, and the number of damaged ones that the outbox has set aside.
        self.excused, self.set_aside = set(), 0
        # The messages that were dead, and are sent again after those that followed them.
        self.revived = set()
        # The names that a damaged record leaves.
        self.kept_names = set()
        # The values of the Cookie field that the next request may have.
        self.allowed_cookies = {None}
        self.phase = "0"
        self.report = []
        for folder in (self.home, self.stored):
            folder.mkdir(parents=True)

    def url(self, path):
        return f"http://{self.fault.address}:{self.world.port}/{self.folder.name}/{path}"

    def mount(self, size):
        """Gives the client's folder a file system of its own."""
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", self.home], check=True)
        self.is_mounted = True

    def records(self):
        if self.work.name == "outbox":
            return [path for path in (self.home / "box").rglob("*") if path.is_file()]
        if self.work.name == "cookies":
            return [self.home / "jar"]
        paths = self.home.glob(self.work.record) if self.work.record else []
        return [path for path in paths if path.is_file()]

    # Calls.

    def start(self, phase, words, sends=True, environment=None, limit=None):
        """Starts the tool in the client's folder."""
        options = ["--progress", "none", "--proxy", "", "-H", f"X-Phase: {phase}"] if sends else []
        program = os.path.join(os.path.dirname(self.world.sluice), self.work.program)
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.home), "TMPDIR": str(self.home),
                       **(environment or {})}
        if any(name.startswith("FAULT_") for name in environment):
            environment |= {"LD_PRELOAD": self.world.shim, "FAULT_FOLDER": str(self.home),
                            "FAULT_FIRED": str(self.folder / "fired")}
        return subprocess.Popen(
            [program, *map(str, words), *options], cwd=self.home, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, preexec_fn=limit)

    def call(self, phase, words, sends=True, environment=None, limit=None):
        """Runs the tool in the client's folder."""
        (self.folder / "client").unlink(missing_ok=True)
        process = self.start(phase, words, sends, environment, limit)
        (self.folder / "client.new").write_text(str(process.pid))
        (self.folder / "client.new").rename(self.folder / "client")
        try:
            output, errors = self.communicate(process, self.fault.patience if phase == "1" else PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, errors = process.communicate()
            if phase != "1" or signal.SIGKILL not in self.fault.signals:
                raise Wrong(f"phase {phase}: the call hangs") from None
        self.check_processes(process.pid)
        outcome = Outcome(process.returncode, output, errors)
        command = " ".join(map(str, words))[:150]
        self.report.append(f"phase {phase}: sluice {command}: {outcome.code} {outcome.error}".rstrip())
        return outcome

    @staticmethod
    def check_processes(group):
        """Checks that no process of the client is left. One that reports a crash ends a little later."""
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            try:
                os.killpg(group, 0)
            except ProcessLookupError:
                return
            time.sleep(0.01)
        raise Wrong("processes are left")

    def communicate(self, process, patience):
        """Waits for the end of the client, and meanwhile keeps the server alive."""
        deadline = time.monotonic() + patience
        while True:
            try:
                return process.communicate(timeout=0.02)
            except subprocess.TimeoutExpired:
                if time.monotonic() > deadline:
                    raise
                if self.fault.keeps_server:
                    self.world.revive()

    def work_call(self, phase, words=(), **options):
        """Makes the calls of the work until one fails. Only one of them has the options.

        Returns: The outcome of the last call.
        """
        self.phase = phase
        companions = [self.start("companion", [*arguments, *(words if self.fault.is_shared else [])])
                      for arguments in self.work.companions(self)] if phase == "1" else []
        calls = self.work.calls(self)
        chosen = self.random.randrange(len(calls)) if options and len(calls) > 1 else 0
        try:
            for number, (arguments, sends) in enumerate(calls):
                outcome = self.call(phase, [*arguments, *(words if sends else [])], sends=sends,
                                    **(options if number == chosen else {}))
                failures = [self.companion_failure(companions.pop()) for _ in range(len(companions))]
                if outcome.code != 0:
                    break
                if any(failures):
                    return next(filter(None, failures))
        finally:
            for process in companions:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
        self.set_aside += outcome.output.count(b'"event":"setAside"')
        return outcome

    def companion_failure(self, process):
        """Waits for a companion, and returns its outcome if it has failed. Only a shared fault may make it fail."""
        try:
            # A connection that is lost without a packet is noticed after the 60 s of silence that a session allows.
            output, errors = self.communicate(process, 60 + PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise Wrong("a companion hangs") from None
        self.check_processes(process.pid)
        outcome = Outcome(process.returncode, output, errors)
        self.report.append(f"companion: {outcome.code} {outcome.error}".rstrip())
        if outcome.code == 0:
            return None
        if not self.fault.is_shared or not self.fault.error or not re.search(self.fault.error, outcome.text):
            raise Wrong(f"a companion failed: {outcome.code} {outcome.error}")
        return outcome

    def journal(self, phase):
        return [entry for entry in self.all_journal() if entry["phase"] == phase]

    def all_journal(self):
        path = self.folder / "journal"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def choose(self, count):
        """Returns a number below `count`, or below a part of it if the fault was missed before."""
        return self.random.randrange(max(1, int(count * self.scale)))

    def write_plan(self, plan):
        (self.folder / "plan.json").write_text(json.dumps({"phase": "1", "pace": 0.002, **plan}))

    # The course of a run.

    def run(self):
        """Returns the name of the outcome.

        Raises:
            Wrong: The run is wrong.
        """
        try:
            return self.course()
        finally:
            if self.is_mounted:
                subprocess.run(["umount", "-l", self.home], check=False)
            self.world.revive()
            shutil.rmtree(self.folder, ignore_errors=True)

    def course(self):
        work, fault = self.work, self.fault
        # The server that ends, if the fault is that.
        self.server = self.world.server
        if fault.disk:
            self.mount(fault.disk)
        work.prepare(self)
        plan = fault.plan(self)
        work.begin(self)
        if work.is_resumable and fault.is_after_interruption(self.random):
            self.interrupt()
        environment = fault.environment(self)
        # The fault is in a call of the outbox that adds a message, or in one that sends them.
        adds = work.name == "outbox" and "FAULT_CALL" in environment and self.random.random() < 0.5
        if work.name == "outbox":
            for number in range(work.count - adds):
                if work.add(self, "0", number).code != 0:
                    raise Wrong("a message was not accepted")
        self.write_plan(plan)
        fault.before(self)
        words = [option for option in fault.options if option != "--sync" or work.has_sync]
        if adds:
            outcome = work.add(self, "1", work.count - 1, environment=environment)
        else:
            options = {name: value for name, value in (("environment", environment), ("limit", fault.limit)) if value}
            outcome = self.work_call("1", words, **options)
        fired = self.folder / "fired"
        # From now on, it is too late for the fault: the server, too, is about to create this file.
        try:
            os.close(os.open(fired, os.O_CREAT | os.O_EXCL))
            self.was_injected = False
        except FileExistsError:
            self.was_injected = True
        self.fired_at = fired.stat().st_mtime
        self.check(work.problems(self))
        fault.after(self)
        self.world.revive()
        result = self.judge(outcome)
        # A file that could not be removed is not an error, and the next call removes it.
        if result != "done" or work.name in ("cookies", "outbox") or fault.name == "name error":
            work.before_next(self)
            self.finish()
            if self.was_injected and fault.keeps_progress:
                self.check(work.resent(self))
        self.check(work.problems(self) + work.missing(self) + self.left_over())
        return result if self.was_injected else "missed"

    def interrupt(self):
        """Makes a call that ends in the middle."""
        at = self.random.randrange(self.work.size // 4, self.work.size * 3 // 4)
        self.write_plan({"phase": "0", "place": "body", "at": at, "action": ["signal", signal.SIGTERM]})
        self.work_call("0")
        (self.folder / "fired").unlink(missing_ok=True)

    def judge(self, outcome):
        """Returns the name of the outcome of the call with the fault."""
        fault = self.fault
        if outcome.code == 0:
            if self.work.name == "cookies" and "cannot be saved" not in outcome.text:
                self.allowed_cookies = {"state=second"}
            elif self.work.name == "cookies":
                self.allowed_cookies |= {"state=second"}
            return "done"
        self.allowed_cookies |= {"state=second"}
        # After SIGINT and SIGTERM, the tool cancels and exits as a shell reports it.
        if (number := -outcome.code if outcome.code < 0 else outcome.code - 128) > 0:
            if number not in fault.signals:
                raise Wrong(f"the call was ended by the signal {number}")
            self.was_orderly = number in (signal.SIGINT, signal.SIGTERM)
            return "killed"
        self.was_orderly = True
        if not fault.error or not re.search(fault.error, outcome.text):
            raise Wrong(f"the error does not name the cause: {outcome.code} {outcome.error}")
        return "failed"

    def finish(self):
        """Calls until the work is done."""
        is_outbox = self.work.name == "outbox"
        for phase in ("2", "3"):
            if is_outbox:
                self.revived |= self.work.dead(self)
                self.call("0", ["outbox", "retry", "box", "--dead"], sends=False)
            outcome = self.work_call(phase)
            # Messages that wait for their next attempt are not sent at once.
            deadline = time.monotonic() + 10
            while is_outbox and outcome.code == 0 and time.monotonic() < deadline and self.has_waiting_messages:
                time.sleep(0.1)
                outcome = self.work_call(phase)
            if outcome.code == 0:
                return
            if phase == "2" and self.fault.may_refuse and re.search(self.fault.may_refuse, outcome.text):
                self.obey()
                continue
            # A message whose file could not be moved dies in the next run.
            if phase == "2" and is_outbox and b'"event":"died"' in outcome.output:
                continue
            raise Wrong(f"the next call failed: {outcome.code} {outcome.error}")

    @property
    def has_waiting_messages(self):
        return any((self.home / "box" / "pending").glob("*/*"))

    def obey(self):
        """Removes the record or the dead message that an error has named."""
        if self.work.name == "outbox":
            self.call("0", ["outbox", "drop", "box", "--dead"], sends=False)
            self.excused.add(self.work.count - 1)
            return
        for path in self.records():
            path.unlink()
        if self.work.input and not self.input.exists():
            self.work.prepare(self)

    def healthy(self, phase):
        outcome = self.work_call(phase)
        if outcome.code != 0:
            raise Wrong(f"a healthy call failed: {outcome.code} {outcome.error}")

    def check(self, problems):
        if problems:
            raise Wrong("; ".join(problems))

    def left_over(self):
        names = {path.name for path in self.home.iterdir()} - self.work.kept(self) - self.kept_names
        box = self.home / "box"
        if box.exists():
            names |= {str(path.relative_to(box)) for path in box.rglob("*") if path.is_file()
                      and path.relative_to(box).parts[0] not in ("control", "damaged")}
        return [f"files are left: {sorted(names)}"] if names else []
