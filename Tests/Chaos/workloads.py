"""Small commands of the tool, for `torture.py`: each with what comes before it, and what it must leave.

A command is a template of words, in which {url} is the run's address on the server.
"""

import json
import shlex

from works import Form, Outbox, Parts, ResumableUpload, Work, pattern

INPUT = pattern(3000, "input")
# Of a transfer that was interrupted, or that has several parts.
LARGE = pattern(40_000, "large")
FORM = (b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nfirst\r\n'
        b'--b\r\nContent-Disposition: form-data; name="b"; filename="x"\r\n\r\n' + INPUT.hex().encode()
        + b'\r\n--b--\r\n')
# The server ends the connection in the second block of a body, before anything is tested.
CUT = {"phase": "0", "place": "body", "at": 20_000, "action": ["close"]}
REFUSED = {"phase": "0", "lie": "status", "status": 400}


class Command(Work):
    """A command.

    Attributes:
        files: The files in the client's folder, by their names.
        source: The file that the server has.
        before: The commands that run before in a healthy world. One that begins with ! fails.
        plan: The fault of the server in the commands before, if any.
        beside: A command that runs at the same time.
        after: The commands that run at the end.
        output: What the command prints: bytes, or a function of the bytes.
        results: The content of the files that the command writes: bytes, or a function of the bytes. At any time,
            such a file is missing, as it was before, or right.
        stored: A function of the run that returns what the server has stored, and what it should have stored.
        done: Returns whether the command has done its work, if it succeeds.
        final: Returns whether all is right at the end.
        partial: Whether the results may be files that grow.
        resumes: The patterns of the files that a failed command leaves for the next one.
        reset: The files that are removed before the next command, because it would refuse them.
        kept: The files that are left at the end, besides those above.
        reads: The files whose errors may have the exit code of an unreadable input.
        program: The name of the program.
    """

    def __init__(self, name, words, *, files=None, source=LARGE, before=(), plan=None, beside=None, after=(),
                 output=None, results=None, stored=None, done=None, final=None, partial=False, resumes=(), reset=(),
                 kept=(), reads=("input",), program="sluice"):
        self.name, self.words, self.files, self.source, self.before = name, words, files or {}, source, before
        self.plan, self.beside, self.after, self.output = plan, beside, after, output
        self.results, self.stored, self.done, self.final = results or {}, stored, done, final
        self.partial, self.resumes = partial, resumes
        self.reset, self.names, self.reads, self.program = reset, kept, reads, program

    def prepare(self, run):
        (run.folder / "source").write_bytes(self.source)
        for name, content in self.files.items():
            (run.home / name).write_bytes(content)

    def fill(self, run, words):
        return shlex.split(words.replace("{url}", run.url("").rstrip("/")))

    def begin(self, run):
        run.write_plan({"pace": 0, **(self.plan or {"phase": "none"})})
        for words in self.before:
            run.healthy_call("0", self.fill(run, words.lstrip("!")), fails=words.startswith("!"))
        (run.folder / "fired").unlink(missing_ok=True)
        run.write_plan({"pace": 0, "phase": "none"})
        run.earlier = {name: path.read_bytes() for name in self.results if (path := run.home / name).exists()}

    def calls(self, run):
        words = self.fill(run, self.words)
        return [(words, sends(words))]

    def companions(self, run):
        return [self.fill(run, self.beside)] if self.beside else []

    def problems(self, run):
        """What is wrong at any time."""
        problems = []
        for name, expected in self.results.items():
            path = run.home / name
            if path.exists() and (content := path.read_bytes()) != run.earlier.get(name) and not self.partial:
                if not matches(expected, content):
                    problems.append(f"{name} has {len(content)} wrong bytes: {content[:100]}")
        if self.stored:
            stored, expected = self.stored(run)
            problems += [f"the server has wrong bytes: {str(content)[:100]}" for content in stored if content not in expected]
        return problems

    def missing(self, run):
        """What is wrong once a command has succeeded."""
        problems = []
        for name, expected in self.results.items():
            path = run.home / name
            if not path.exists() or not matches(expected, path.read_bytes()):
                problems.append(f"{name} is missing or wrong")
        if self.stored:
            stored, expected = self.stored(run)
            problems += ["the server lacks bytes" for content in expected if content not in stored]
        return problems

    def kept(self, run):
        return {*self.files, *self.results, *self.names}


def sends(words):
    """Whether a command has the options of transfers."""
    return words[0] in ("request", "upload", "upload-files") or words[:2] == ["outbox", "run"] or (
        words[0] in ("download", "upload-parts") and words[1] not in ("plan", "finish")) or (
        words[:2] == ["download", "plan"])


def matches(expected, content):
    return expected(content) if callable(expected) else content == expected


def sent(run):
    """Whole files."""
    return [path.read_bytes() for path in run.stored.glob("form-*[0-9]")], [INPUT]


def forms(run):
    return [form.get("file") for form in Form().stored(run)], [INPUT]


def uploads(content):
    return lambda run: ([path.read_bytes() for path in ResumableUpload().complete(run)], [content])


def parts(run):
    """Parts of 20,000 bytes."""
    return list(Parts().parts(run).values()), [LARGE[:20_000], LARGE[20_000:]]


def messages(run):
    return [content for _, content in Outbox().received(run)], [INPUT]


def box(area, count):
    return lambda run: sum(path.is_file() for path in (run.home / "box" / area).rglob("*")) == count


def is_delivered(run):
    return {content for _, content in Outbox().received(run)} == {INPUT}


def has_no_entry(run):
    return {path.name for path in (run.home / "cache").rglob("*") if path.is_file()} == {"counts"}


def lines(count, **members):
    """Returns a function that checks lines of JSON: their number, and members of the last one."""

    def check(content):
        try:
            entries = [json.loads(line) for line in content.splitlines()]
        except ValueError:
            return False
        return content.endswith(b"\n") and len(entries) == count and members.items() <= entries[-1].items()

    return check


def has(*texts):
    return lambda content: all(text in content for text in texts)


FETCH = "request GET {url}/cached/0 -o out --cache cache"
# A response that is validated each time.
CHECK = "request GET {url}/cached/1 -o out --cache cache"
ADD = "outbox add box {url}/message/1 --data @input"
RUN = "outbox run box --until-idle --retry-delay 0.001 --retry 1"
URLS = "--urls urls --limits any"
DRAFT = "upload {url}/draft large --resumable --interop-version 8 --record record --retry 0"
TUS = "upload {url}/tus large --tus --record record --retry 0"
DOWNLOAD = "download {url}/file -o out"
PLAN = "download plan {url}/file --segment-size 20000 -o plan"
SEGMENTS = "download segments plan -o out --results results --retry 0"
FINISH = "download finish plan results -o out"
PARTS = "upload-parts plan large --part-size 20000 --limits any -o plan"


def is_empty(name):
    """The commands that show that the folder of a cache can be read and emptied."""
    return [f"cache list {name}", f"cache remove {name} --all"]


class PartsCommand(Command):
    """A command that needs a file of URLs."""

    def prepare(self, run):
        super().prepare(run)
        (run.home / "urls").write_text("".join(run.url(f"parts/{number}?uploadId=1\n") for number in (1, 2)))


WORKLOADS = [
    # Uploads.
    Command("upload", "upload {url}/form input", files={"input": INPUT}, output=b"stored", stored=sent),
    Command("upload-gzip", "upload {url}/form input --gzip -o out", files={"input": INPUT}, results={"out": b"stored"}),
    Command("form", "upload {url}/form -F note=hello -F file=@input", files={"input": INPUT}, output=b"stored",
            stored=forms),
    Command("draft", DRAFT, files={"large": LARGE}, stored=uploads(LARGE), resumes=["record"], reads=["large"]),
    Command("draft-resumed", DRAFT, files={"large": LARGE}, before=["!" + DRAFT], plan=CUT, stored=uploads(LARGE),
            resumes=["record"], reads=["large"]),
    Command("tus", TUS, files={"large": LARGE}, stored=uploads(LARGE), resumes=["record"], reads=["large"]),
    Command("tus-resumed", TUS, files={"large": LARGE}, before=["!" + TUS], plan=CUT, stored=uploads(LARGE),
            resumes=["record"], reads=["large"]),
    PartsCommand("parts", f"upload-parts large {URLS} --part-size 20000 --record record -o out --retry 0",
                 files={"large": LARGE}, stored=parts, results={"out": lines(2)}, resumes=["record"], kept=["urls"],
                 reads=["large", "urls"]),
    Command("parts-plan", PARTS, files={"large": LARGE}, results={"plan": lines(3)}, reads=["large"]),
    PartsCommand("parts-send", f"upload-parts send plan {URLS} -o results --retry 0", files={"large": LARGE},
                 before=[PARTS], stored=parts, results={"results": lines(3)}, partial=True,
                 kept=["urls", "plan"], reads=["large", "urls", "plan"]),
    PartsCommand("parts-finish", "upload-parts finish plan results --limits any -o out", files={"large": LARGE},
                 before=[PARTS, f"upload-parts send plan {URLS} -o results"],
                 results={"out": lines(2)}, kept=["urls", "plan", "results"], reads=["plan", "results"]),
    Command("files", "upload-files manifest --url {url}/form?{path} -o results --retry 0 --parallel 1",
            files={"input": INPUT, "manifest": b'{"path":"input"}\n'}, stored=sent, results={"results": lines(2)},
            partial=True, reads=["input", "manifest"]),
    # Downloads.
    Command("download", DOWNLOAD, results={"out": LARGE}, resumes=[".sluice-*"]),
    Command("download-sync", DOWNLOAD + " --sync --resume", files={"out": b"earlier"}, results={"out": LARGE},
            resumes=[".sluice-*"]),
    Command("download-resumed", DOWNLOAD + " --resume", before=[f"!{DOWNLOAD} --resume"], plan=CUT,
            results={"out": LARGE}, resumes=[".sluice-*"]),
    Command("download-segments", DOWNLOAD + " --resume --segments 2", results={"out": LARGE}, resumes=[".sluice-*"]),
    Command("download-plan", PLAN, results={"plan": lines(3)}),
    Command("segments", SEGMENTS, before=[PLAN], results={"results": lines(3)}, partial=True, kept=["plan", "out"],
            reads=["plan"], resumes=[".sluice-*"], after=[FINISH],
            final=lambda run: (run.home / "out").read_bytes() == LARGE),
    Command("segments-finish", FINISH, before=[PLAN, SEGMENTS],
            results={"out": LARGE}, kept=["plan", "results"], reads=["plan", "results"]),
    # Requests.
    Command("request", "request POST {url}/form --data @input -o out", files={"input": INPUT}, stored=sent,
            results={"out": b"stored"}),
    Command("cookies", "request POST {url}/cookie/second --data x --cookie-jar jar",
            before=["request POST {url}/cookie/first --data x --cookie-jar jar",
                    "request POST {url}/cookie/kept/other --data x --cookie-jar jar"], output=b"ok",
            results={"jar": has(b"state\tsecond", b"other\tkept")}),
    # The cache.
    Command("cache-store", FETCH, results={"out": LARGE}, kept=["cache"], after=is_empty("cache")),
    Command("cache-use", FETCH, before=[FETCH], results={"out": LARGE}, kept=["cache"], after=is_empty("cache")),
    Command("cache-validate", CHECK, before=[CHECK], results={"out": LARGE[1000:]}, kept=["cache"],
            after=is_empty("cache")),
    Command("cache-two", FETCH, before=[CHECK], beside="request GET {url}/cached/1 -o out-1 --cache cache",
            results={"out": LARGE, "out-1": LARGE[1000:]}, kept=["cache"], after=is_empty("cache")),
    Command("cache-list", "cache list cache -o list", before=[FETCH], results={"list": has(b"cached/0")},
            kept=["cache", "out"]),
    Command("cache-show", "cache show cache {url}/cached/0 --body", before=[FETCH], output=LARGE,
            kept=["cache", "out"]),
    Command("cache-remove", "cache remove cache {url}/cached/0", before=[FETCH], kept=["cache", "out"],
            after=is_empty("cache"), done=has_no_entry),
    # In each of 256 parts of the folder.
    Command("cache-remove-all", "cache remove cache --all", before=[FETCH], kept=["cache", "out"],
            after=is_empty("cache"), done=has_no_entry),
    Command("cache-stats", "cache stats cache", before=[FETCH], output=has(b"1"), kept=["cache", "out"]),
    # The outbox.
    Command("outbox-add", ADD, files={"input": INPUT}, after=[RUN], done=box("pending", 1), final=is_delivered,
            kept=["box"]),
    Command("outbox-run", RUN, files={"input": INPUT}, before=[ADD], stored=messages,
            done=box("pending", 0), resumes=["box"], kept=["box"]),
    Command("outbox-list", "outbox list box", files={"input": INPUT}, before=[ADD],
            output=has(b"message/1"), after=[RUN], final=is_delivered, kept=["box"]),
    Command("outbox-retry", "outbox retry box --dead", files={"input": INPUT},
            before=[ADD, "!" + RUN], plan=REFUSED, after=[RUN], done=box("pending", 1),
            final=is_delivered, kept=["box"]),
    Command("outbox-drop", "outbox drop box --dead", files={"input": INPUT},
            before=[ADD, "!" + RUN], plan=REFUSED, after=[RUN], done=box("dead", 0), kept=["box"]),
    # Formats.
    Command("gzip", "gzip input", files={"input": INPUT}, output=lambda content: unpack(content) == INPUT),
    Command("multipart-encode", "multipart encode -F a=@input --boundary b", files={"input": INPUT},
            output=has(b"--b\r\n", INPUT, b"\r\n--b--\r\n")),
    Command("multipart-decode",
            "multipart decode form --content-type 'multipart/form-data; boundary=b' --extract parts",
            files={"form": FORM}, output=lines(2, size=2 * len(INPUT)), reset=["parts"], reads=["form"],
            kept=["parts"]),
    Command("json", "json format input", files={"input": b'{"a": [1, 2, 3]}'}, output=b'{"a":[1,2,3]}\n'),
    Command("plist", "plist convert --to json input", files={"input": b"<plist><array><true/></array></plist>"},
            output=has(b"[true]")),
    Command("corpus-run", "corpus run query --only 'array-of-*' --jobs 1 -o report -- true", program="sluice-corpus",
            results={"report": has(b"0")}),
    Command("demo", "demo --size 300000"),
]


def unpack(content):
    import zlib

    try:
        return zlib.decompress(content, 31)
    except zlib.error:
        return None
