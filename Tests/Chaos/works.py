"""The kinds of work of the tool, each with its commands and its judge.

A judge only uses what the server has stored, and what is in the client's folder.
"""

import email
import email.policy
import hashlib
import json
import pathlib
import re

SIZE = 900_000
PART = 128 << 10
PARALLEL = 4
SEGMENTS = 4


def pattern(size, seed):
    """Returns bytes that do not repeat, of which each block of 4 KiB is different."""
    return hashlib.shake_128(str(seed).encode()).digest(size)


class Work:
    """One kind of work. A run has its own client's folder (`home`), server's folder and random numbers."""

    name, program = "", "sluice"
    # The number of bytes and of requests of an undisturbed call, about.
    size, requests = SIZE, 1
    is_resumable = False
    # The file that a resumed call needs, and the one that is read.
    record = input = None

    def prepare(self, run):
        """Creates the files that the work needs."""

    # Whether its commands have --sync.
    has_sync = False

    def begin(self, run):
        """Does in a healthy world what comes first."""

    def arguments(self, run):
        """The words after the name of the tool."""
        return []

    def calls(self, run):
        """The calls, one after the other: the words of each, and whether it sends requests."""
        return [(self.arguments(run), True)]

    def companions(self, run):
        """The words of calls that run at the same time as the one with the fault, without it."""
        return []

    def problems(self, run):
        """What is wrong at any time: complete results that are not the file."""
        return []

    def missing(self, run):
        """What is wrong once a call has succeeded."""
        return []

    def before_next(self, run):
        """Notes what the next call need not send again."""

    def resent(self, run):
        """What the next call has sent again, without need."""
        return []

    def kept(self, run):
        """The names in the client's folder at the end."""
        return {"input"} if self.input else set()


class Upload(Work):
    """A work that sends a file, which may change meanwhile."""

    input = "input"

    def prepare(self, run):
        run.input.write_bytes(pattern(self.size, run.seed))
        run.contents = [run.input.read_bytes()]

    def is_known(self, run, content):
        """Whether bytes are those of a version of the file."""
        if run.input.exists():
            run.contents.append(run.input.read_bytes())
        return content in run.contents


class Form(Upload):
    name = "form"

    def arguments(self, run):
        return ["upload", run.url("form"), "-F", "note=hello", "-F", "file=@input", "--http1.1"]

    def stored(self, run):
        for path in sorted(run.stored.glob("form-*[0-9]")):
            head = f"Content-Type: {path.with_suffix('.type').read_text()}\r\n\r\n".encode()
            message = email.message_from_bytes(head + path.read_bytes(), policy=email.policy.HTTP)
            yield {part.get_param("name", header="content-disposition"): part.get_payload(decode=True)
                   for part in message.iter_parts()}

    def problems(self, run):
        forms = list(self.stored(run))
        return [f"the server has another form: {[(name, len(value)) for name, value in form.items()]}" for form in forms
                if set(form) != {"note", "file"} or form["note"] != b"hello" or not self.is_known(run, form["file"])]

    def missing(self, run):
        return [] if list(self.stored(run)) else ["the server has no form"]


class ResumableUpload(Upload):
    is_resumable = True
    record = "record"

    def uploads(self, run):
        for path in sorted(run.stored.glob("upload-*[0-9]")):
            length = path.with_suffix(".length")
            yield path, length.exists() and path.stat().st_size == int(length.read_text() or -1)

    def complete(self, run):
        return [path for path, is_complete in self.uploads(run) if is_complete]

    def problems(self, run):
        return [f"the server has another file of {path.stat().st_size} bytes" for path in self.complete(run)
                if not self.is_known(run, path.read_bytes())]

    def missing(self, run):
        return [] if self.complete(run) else ["the server has no complete upload"]

    def before_next(self, run):
        # A new file has only a mark until the server has given the upload a URL.
        record = run.home / "record"
        run.had_record = record.exists() and b'"url"' in record.read_bytes()
        # The bytes of the last upload, and the seconds between its creation and the fault.
        run.partial, run.age = 0, 0
        for path, _ in self.uploads(run):
            run.partial = path.stat().st_size
            run.age = run.fired_at - path.with_suffix(".created").stat().st_mtime

    def resent(self, run):
        if not run.had_record:
            # The record of a complete upload is removed before the process ends.
            if 0 < run.partial < self.size and run.age > 1:
                return [f"{run.partial} bytes were sent, but there is no record"]
            return []
        sent = sum(entry["received"] for entry in run.journal("2"))
        if sent > self.size - run.partial:
            return [f"{sent} bytes were sent, though the server had {run.partial} of {self.size}"]
        return []


class DraftUpload(ResumableUpload):
    name, requests = "upload-draft", 1

    def prepare(self, run):
        super().prepare(run)
        run.version = run.random.choice(["3", "5", "6", "8"])

    def arguments(self, run):
        return ["upload", run.url("draft"), "input", "--resumable", "--interop-version", run.version, "--record",
                "record"]


class TusUpload(ResumableUpload):
    name, requests = "upload-tus", 3

    def arguments(self, run):
        return ["upload", run.url("tus"), "input", "--tus", "--record", "record"]


class Parts(Upload):
    name, requests = "upload-parts", -(-SIZE // PART)
    is_resumable = True
    record = "record"

    def prepare(self, run):
        super().prepare(run)
        urls = [run.url(f"parts/{number}?uploadId=1") for number in range(1, self.requests + 3)]
        (run.home / "urls").write_text("\n".join(urls))

    def arguments(self, run):
        return ["upload-parts", "input", "--urls", "urls", "--limits", "any", "--parallel", PARALLEL,
                "--record", "record",
                "-o", "list"] + (["--part-size", PART] if run.seed % 2 else ["--part-size", "128K"])

    def parts(self, run):
        return {int(path.name[5:]): path.read_bytes() for path in run.stored.glob("part-*")}

    def problems(self, run):
        # The list appears at the end, when all parts are there.
        path = run.home / "list"
        if not path.exists():
            return []
        entries, parts = [json.loads(line) for line in path.read_text().splitlines()], self.parts(run)
        wrong = [entry["number"] for entry in entries
                 if entry["etag"] != f'"{hashlib.md5(parts.get(entry["number"], b"")).hexdigest()}"']
        if wrong:
            return [f"the list has other tags than the server for the parts {wrong}"]
        content = b"".join(parts[entry["number"]] for entry in entries)
        return [] if self.is_known(run, content) else [f"the parts are another file, of {len(content)} bytes"]

    def missing(self, run):
        return [] if (run.home / "list").exists() else ["there is no list"]

    def before_next(self, run):
        run.stored_parts = len(self.parts(run))

    def resent(self, run):
        sent = sum(entry["received"] > 0 for entry in run.journal("2"))
        # Those that were being sent, and as many that have finished while the record was written.
        if sent > self.requests - run.stored_parts + 2 * PARALLEL:
            return [f"{sent} parts were sent, though the server had {run.stored_parts} of {self.requests}"]
        return []

    def kept(self, run):
        return {"input", "urls", "list"}


class Download(Work):
    name = "download"
    is_resumable = has_sync = True
    record = ".sluice-*.json"
    options = []

    def prepare(self, run):
        (run.folder / "source").write_bytes(pattern(self.size, run.seed))
        if run.random.random() < 0.3:
            (run.home / "file").write_bytes(b"an earlier file")

    def arguments(self, run):
        return ["download", run.url("file"), "-o", "file", "--resume", *self.options]

    def problems(self, run):
        path = run.home / "file"
        if not path.exists() or path.read_bytes() in (b"an earlier file", pattern(self.size, run.seed)):
            return []
        return [f"the file has {path.stat().st_size} other bytes"]

    def missing(self, run):
        path = run.home / "file"
        return [] if path.exists() and path.read_bytes() != b"an earlier file" else ["the file is missing"]

    def before_next(self, run):
        """Counts the blocks of the temporary file that are right."""
        content, run.present = pattern(self.size, run.seed), 0
        for path in run.home.glob(".sluice-*.part"):
            part = path.read_bytes()
            run.present = sum(len(part[start:start + 4096]) for start in range(0, len(part), 4096)
                              if part[start:start + 4096] == content[start:start + 4096][:len(part) - start])

    def resent(self, run):
        asked = sum(entry["length"] for entry in run.journal("2") if entry["status"] in (200, 206))
        if run.was_orderly and asked > self.size - run.present + self.slack:
            return [f"{asked} bytes were asked for, though {run.present} of {self.size} were there"]
        return []

    slack = 4096

    def kept(self, run):
        return {"file"}


class SegmentedDownload(Download):
    name, requests = "segments", SEGMENTS
    options = ["--segments", SEGMENTS]
    # Each request may have received bytes that were not written yet.
    slack = SEGMENTS * (64 << 10)


class PlannedDownload(Download):
    """A plan, two workers, and the end. The fault is in one of the workers, or in the end."""

    name, requests = "plan", -(-SIZE // PART)
    has_sync = False
    record = "results-*"
    shares = {"results-1": f"1-{requests - 2}", "results-2": f"{requests - 1}-{requests}"}

    def begin(self, run):
        run.write_plan({"phase": "none"})
        outcome = run.call("0", ["download", "plan", run.url("file"), "--segment-size", PART, "-o", "segments"])
        if outcome.code != 0:
            raise RuntimeError(f"no plan: {outcome.error}")

    def worker(self, results):
        return ["download", "segments", "segments", "-o", "file", "--only", self.shares[results], "--results", results]

    def calls(self, run):
        workers = list(self.shares)[:1] if run.phase == "1" else self.shares
        finish = ["download", "finish", "segments", *self.shares, "-o", "file"]
        return [*((self.worker(results), True) for results in workers), (finish, False)]

    def companions(self, run):
        return [self.worker("results-2")]

    def before_next(self, run):
        """Counts the bytes of the segments that have a result, unless a line is damaged."""
        run.present = 0
        for path in [] if run.damage else run.home.glob(self.record):
            *lines, _ = path.read_text(errors="replace").split("\n")
            # The first line says what the results belong to.
            run.present += sum(json.loads(line).get("size", 0) for line in lines)

    # A segment without a result is downloaded from its first byte, and no other one.
    slack = 0

    def kept(self, run):
        return {"file", "segments", *self.shares}


class Cache(Work):
    """Responses that several processes keep in one folder, and take from it."""

    name, size = "cache", 300_000
    record = "cache/**/*"

    def prepare(self, run):
        (run.folder / "source").write_bytes(pattern(self.size, run.seed))
        run.number = run.random.randrange(4)
        run.command = run.random.choice(["request", "download"])

    def begin(self, run):
        if run.fault.needs_partial or run.random.random() < 0.5:
            run.write_plan({"phase": "none"})
            run.healthy("0")
            (run.home / "out").unlink()

    def arguments(self, run, command=None, number=None, output="out"):
        command, number = command or run.command, run.number if number is None else number
        words = ["request", "GET"] if command == "request" else [command]
        return [*words, run.url(f"cached/{number}"), "-o", output, "--cache", "cache"]

    def companions(self, run):
        # One of the same response, and one of another. Neither leaves a part, because it is not repeated.
        return [self.arguments(run, "request", run.number, "out-1"),
                self.arguments(run, "request", run.number + 1, "out-2")]

    def problems(self, run):
        numbers = {"out": run.number, "out-1": run.number, "out-2": run.number + 1}
        return [f"{name} has {len(content)} other bytes" for name, number in numbers.items()
                if (path := run.home / name).exists()
                and (content := path.read_bytes()) != pattern(self.size, run.seed)[1000 * number:]]

    def missing(self, run):
        if not (run.home / "out").exists():
            return ["the file is missing"]
        if not (run.home / "cache").exists():
            return []
        # A folder in which nothing is left is empty once all responses are removed.
        for words in (["cache", "list", "cache"], ["cache", "remove", "cache", "--all"]):
            outcome = run.call("4", words, sends=False)
            if outcome.code != 0:
                return [f"{words[1]}: {outcome.error}"]
        stats = run.call("4", ["cache", "stats", "cache", "--format", "json"], sends=False)
        return [f"an empty cache has {stats.output}"] if stats.code != 0 or stats.json()["size"] != 0 else []

    def kept(self, run):
        return {"out", "out-1", "out-2", "cache"}


class Outbox(Work):
    """Messages, of which the first ones have an order, and one is in a file."""

    name, requests, size = "outbox", 5, 5 * 20_000
    input = "input"
    count, ordered = 5, 3

    def content(self, run, number):
        return pattern(20_000, f"{run.seed} {number}").hex().encode()

    def prepare(self, run):
        run.input.write_bytes(self.content(run, 4))
        run.contents = []
        run.accepted = {}

    def add(self, run, phase, number, **options):
        """Adds a message, and notes whether it was accepted."""
        data = "@input" if number == 4 else self.content(run, number).decode()
        order = ["--order-key", "a"] if number < self.ordered else []
        outcome = run.call(phase, ["outbox", "add", "box", run.url(f"message/{number}"), "--data", data, *order],
                           sends=False, **options)
        if outcome.code == 0:
            run.accepted[number] = outcome.json()["idempotencyKey"]
        return outcome

    def arguments(self, run):
        return ["outbox", "run", "box", "--until-idle", "--retry-delay", "0.05"]

    def received(self, run):
        """The messages that were received as a whole, in order: their numbers."""
        paths = sorted(run.stored.glob("message-*"), key=lambda path: int(path.name.split("-")[2]))
        return [(int(path.name.split("-")[1]), path.read_bytes()) for path in paths]

    def problems(self, run):
        if run.input.exists():
            run.contents.append(run.input.read_bytes())
        wrong = [number for number, content in self.received(run)
                 if content not in ([self.content(run, number)] + (run.contents if number == 4 else []))]
        keys = [entry for entry in run.all_journal() if (number := self.number(entry)) in run.accepted
                and entry["key"] != run.accepted[number]]
        numbers = [number for number, _ in self.received(run) if number < self.ordered and number not in run.revived]
        first = list(dict.fromkeys(numbers))
        return ([f"messages {wrong} have other bytes"] if wrong else []) + (
            ["a message has another Idempotency-Key"] if keys else []) + (
            [f"the order is {numbers}"] if first != sorted(first) else [])

    @staticmethod
    def number(entry):
        found = re.search(r"/message/(\d+)", entry["path"])
        return int(found[1]) if found else None

    def dead(self, run):
        """The numbers of the messages that are dead."""
        lines = run.call("0", ["outbox", "list", "box"], sends=False).output.decode(errors="replace").splitlines()
        entries = [json.loads(line) for line in lines]
        return {int(found[1]) for entry in entries
                if entry["status"] == "dead" and (found := re.search(r"/message/(\d+)", entry["url"]))}

    def missing(self, run):
        """All accepted messages are delivered, unless the outbox has said why not."""
        lost = set(run.accepted) - {number for number, _ in self.received(run)} - run.excused
        return [f"messages {sorted(lost)} are lost"] if len(lost) > run.set_aside else []

    def resent(self, run):
        counts = [number for number, _ in self.received(run)]
        often = [number for number in set(counts) if counts.count(number) > 2]
        return [f"messages {often} were sent more than twice"] if often else []

    def kept(self, run):
        return {"input", "box"}


class Cookies(Work):
    name, size = "cookies", 4
    # The value that each phase sets.
    values = {"0": "first", "1": "second", "2": "third", "3": "fourth"}

    def begin(self, run):
        run.write_plan({"phase": "none"})
        run.healthy("0")
        run.allowed_cookies = {"state=first"}

    def arguments(self, run):
        return ["request", "POST", run.url(f"cookie/{self.values[run.phase]}"), "--data", "body", "--cookie-jar", "jar"]

    def problems(self, run):
        entries, known = run.all_journal(), {f"state={value}" for value in self.values.values()}
        wrong = [entry["cookie"] for entry in entries if entry["cookie"] not in known | {None}]
        # A jar is in the Netscape format, which has no checksum.
        return [f"cookies {wrong} were sent"] if wrong and not run.damage else []

    def missing(self, run):
        """The jar has the last cookie that a successful call has received."""
        sent = [entry["cookie"] for entry in run.journal(run.phase)]
        if run.damage or run.allowed_cookies.issuperset(sent):
            return []
        return [f"cookies {sent} were sent, not {run.allowed_cookies}"]

    def kept(self, run):
        return {"jar"}


WORKS = [Form(), DraftUpload(), TusUpload(), Parts(), Download(), SegmentedDownload(), PlannedDownload(),
         Outbox(), Cookies(), Cache()]
