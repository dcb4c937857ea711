#!/usr/bin/env python3
"""Builds and runs the fuzzer, and maintains its corpus. Corpus/README.md explains when to use which command."""

import argparse
import concurrent.futures
import filecmp
import fnmatch
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

# Otherwise, Python would leave a folder beside each imported file.
sys.dont_write_bytecode = True
import corpus
import fleet

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / ".ci"))
from swift_code import declarations_of, places_of, source_path, swift_files  # noqa: E402
CORPUS = ROOT / "Corpus"
# Each target has a file, so names can be checked before anything is built.
NAMES = corpus.targets(CORPUS)
# Inputs that were found, until they are merged into the corpus.
WORK = ROOT / ".build" / "fuzz"


@functools.cache
def llvm(name):
    """Returns the path of a tool of Swift's toolchain, since other versions may not read its formats."""
    information = subprocess.run(["swift", "-print-target-info"], check=True, capture_output=True).stdout
    resources = pathlib.Path(json.loads(information)["paths"]["runtimeResourcePath"])
    return resources.parent.parent / "bin" / name


def environment(stack=0):
    values = dict(os.environ)
    # SwiftPM lists the sanitizers in the order of a set. Another order in a new plan would build everything again. It
    # also makes a run with a fixed seed repeatable.
    values["SWIFT_DETERMINISTIC_HASHING"] = "1"
    # A fake stack would hide from the coders how much of the real one is left. Stacks of allocations take a tenth of the
    # time, so they are recorded only to reproduce a single case.
    values["ASAN_OPTIONS"] = f"detect_stack_use_after_return=0:malloc_context_size={stack}"
    values["LSAN_OPTIONS"] = f"suppressions={ROOT}/Fuzz/leaks.txt:print_suppressions=0"
    values["ASAN_SYMBOLIZER_PATH"] = str(llvm("llvm-symbolizer"))
    return values


def call(*command, stack=0, **options):
    return subprocess.run([str(word) for word in command], env=environment(stack), **options)


def swift_build(root, scratch, *options):
    # SwiftPM does not notice files that were added to a package dependency with a path.
    for plan in (root / "Fuzz/.build").glob("*/*.yaml"):
        plan.unlink()
    print(f"building in {scratch.relative_to(ROOT)}; the first build takes minutes", flush=True)
    started = time.monotonic()
    finished = call("swift", "build", "--package-path", root / "Fuzz", "--scratch-path", scratch, *options,
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if finished.returncode != 0:
        sys.exit(finished.stdout)
    print(f"built in {time.monotonic() - started:.0f} s", flush=True)


# Foundation never frees the libxml2 document of an `XMLDocument`.
LEAKING = ["xml-document"]


class Fuzzer:
    """The instrumented program. A build that does not find the canary's bug is rejected."""

    def __init__(self, root=ROOT, checks_addresses=True, configuration="release"):
        sanitizers = ["fuzzer", "address"] if checks_addresses else ["fuzzer"]
        scratch = root / "Fuzz/.build" / "-".join(sanitizers)
        # `--sanitize` only links the runtimes; the compiler's own options instrument the code. Comparisons are not
        # traced: most are bounds checks, tracing takes a quarter of the time, and it reached no more code in the same
        # time. The runtime is linked statically, since a fleet has none. The checks of addresses are calls: inlined, they
        # are branches, whose counters take longer than the calls, for libFuzzer reads all counters after each run.
        calls = ["-Xswiftc", "-Xllvm", "-Xswiftc", "-asan-instrumentation-with-call-threshold=0"]
        swift_build(root, scratch, "-c", configuration, "--product", "sluice-fuzz", "--static-swift-stdlib",
                    *fleet.LINKING,
                    *(f"--sanitize={sanitizer}" for sanitizer in sanitizers),
                    "-Xswiftc", f"-sanitize={','.join(sanitizers)}",
                    "-Xswiftc", "-sanitize-coverage=edge,inline-8bit-counters,pc-table",
                    *(calls if checks_addresses else []))
        self.program = scratch / configuration / "sluice-fuzz"
        self.corpus = root / "Corpus"
        listing = call(self.program, "--list", capture_output=True, text=True).stdout
        self.targets = {words[0]: int(words[1]) for words in map(str.split, listing.splitlines()[1:])}
        self.find_canary()

    def find_canary(self):
        with tempfile.TemporaryDirectory() as folder:
            started = time.monotonic()
            finished = call(self.program, "--target=canary", "-max_len=8", "-max_total_time=60", "-seed=1",
                            f"-artifact_prefix={folder}/", capture_output=True, text=True, errors="replace")
            if "PlantedBug" not in finished.stderr:
                sys.exit("the fuzzer does not find the canary's bug: this build is not instrumented")
            print(f"the canary's bug was found in {time.monotonic() - started:.1f} s", flush=True)

    def command(self, target, *options):
        if target in LEAKING:
            options = ("-detect_leaks=0", *options)
        return [self.program, f"--target={target}", *options]

    def expand(self, target, work):
        """Writes the corpus of a target as libFuzzer reads it: a folder of inputs, and a dictionary.

        The dictionary is `None` if the target has no words.
        """
        folder, words = work / target / "seeds", work / target / "dictionary"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for each in corpus.TargetFile(self.corpus, target).inputs:
            (folder / each.hash).write_bytes(each.bytes)
        words.write_bytes(corpus.dictionary(self.corpus, target))
        return folder, words if words.stat().st_size else None

    def run(self, target, seconds, *options, work=WORK):
        """Fuzzes a target, starting from the corpus and from earlier finds, which are kept in `work`."""
        found, crashes = work / target / "found", work / target / "crashes"
        for folder in (found, crashes):
            folder.mkdir(parents=True, exist_ok=True)
        inputs, words = self.expand(target, work)
        if words:
            options = (f"-dict={words}", *options)
        started = time.time()
        finished = call(
            *self.command(target, f"-max_len={self.targets[target]}", f"-max_total_time={seconds}", "-timeout=20",
                          "-rss_limit_mb=2048", "-print_final_stats=1", "-print_funcs=0",
                          f"-artifact_prefix={crashes}/", *options),
            found, inputs, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
        log = finished.stderr
        new = sorted(file for file in crashes.iterdir() if file.stat().st_mtime >= started - 1)
        return Run(target, finished.returncode, log, new)


class Run:
    def __init__(self, target, code, log, crashes):
        self.target, self.log, self.crashes = target, log, crashes
        self.has_failed = code != 0
        # All messages about failures, with their continuation lines.
        self.broken = re.findall(r"^broken: .*(?:\n  .*)*|^==\d+==\s*ERROR.*|Fatal error.*", log, re.M)

    def stat(self, pattern):
        match = re.search(pattern, self.log)
        return int(match[1]) if match else 0

    def report(self):
        units = self.stat(r"stat::number_of_executed_units:\s*(\d+)")
        rate = self.stat(r"stat::average_exec_per_sec:\s*(\d+)")
        coverage = max((int(count) for count in re.findall(r"cov: (\d+)", self.log)), default=0)
        state = "FAILED" if self.has_failed else "ok"
        print(f"{state:<7}{self.target:<26}{units:>11,} runs {rate:>8,}/s {coverage:>7,} edges", flush=True)
        if not self.has_failed:
            return
        print("\n".join(self.broken[:2]) or self.log[-2000:])
        for file in self.crashes:
            name = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file
            print(f"  to reproduce it:  make fuzz COMMAND=repro FILE={name}")
            print(f"  to keep it:       make fuzz COMMAND=keep FILE={name} TARGET={self.target} NAME=<what-it-shows>", flush=True)


def chosen(targets):
    """Returns the targets of these names, or all targets if there are no names."""
    for target in targets:
        if target not in NAMES:
            sys.exit(f"there is no target {target}; the targets are {', '.join(NAMES)}")
    return targets or NAMES


def limits(arguments):
    """Returns libFuzzer's options for the length of a run, and for its seed."""
    options = [f"-seed={arguments.seed}"] if arguments.seed else []
    return options + ([f"-runs={arguments.runs}", "-max_total_time=0"] if arguments.runs else [])


def fuzz(arguments):
    targets = chosen(arguments.target)
    fuzzer = Fuzzer(checks_addresses=not arguments.plain)
    options = limits(arguments) + ([f"-max_len={arguments.length}"] if arguments.length else [])
    # Each target runs on its own core.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = [pool.submit(fuzzer.run, target, arguments.time, *options) for target in targets]
        failed = False
        for run in concurrent.futures.as_completed(runs):
            run.result().report()
            failed = failed or run.result().has_failed
    sys.exit(1 if failed else 0)


def merge(arguments):
    """Keeps inputs that reach code that no other input reaches, and drops the rest."""
    targets = chosen(arguments.target)
    fuzzer = Fuzzer()
    failed = False
    for target in targets:
        file = corpus.TargetFile(CORPUS, target)
        old = {each.bytes for each in file.found}
        with tempfile.TemporaryDirectory() as kept:
            write(old, kept)
            places = [kept, WORK / target / "found", *(pathlib.Path(source) / target for source in arguments.source)]
            new, previous = needed(fuzzer, file, [place for place in places if os.path.isdir(place)]), None
        # Which of two inputs is needed depends on their order, so merging the result again may drop more.
        while new is not None and new != previous:
            with tempfile.TemporaryDirectory() as folder:
                write(new, folder)
                new, previous = needed(fuzzer, file, [folder]), new
        if new is None:
            failed = True
            continue
        print(f"{target:<26}{len(file.named):>5} seeds, {len(new):>4} found: {len(new - old)} added, "
              f"{len(old - new)} dropped", flush=True)
        if not arguments.dry:
            file.inputs = file.named + [each for each in file.found if each.bytes in new]
            file.inputs += [file.split(data) for data in new - old]
            file.write()
    sys.exit(1 if failed else 0)


def write(inputs, folder):
    """Writes inputs into a folder, in the same order in each run."""
    for index, data in enumerate(sorted(inputs)):
        (pathlib.Path(folder) / f"{index:06}").write_bytes(data)


def needed(fuzzer, file, places):
    """Returns the inputs that reach code that neither a seed nor another input reaches, or `None` if one fails."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder)
        for index, seed in enumerate(file.named):
            (out / f"seed-{index:06}").write_bytes(seed.bytes)
        target = file.head["target"]
        finished = call(*fuzzer.command(target, "-merge=1", "-use_counters=0", "-max_len=1024", "-timeout=20",
                                        f"-artifact_prefix={folder}-"), out, *places,
                        capture_output=True, text=True, errors="replace")
        if finished.returncode != 0:
            print(f"FAILED {target}: nothing was changed\n{finished.stderr[-2000:]}", flush=True)
            return None
        return {path.read_bytes() for path in out.iterdir() if not path.name.startswith("seed-")}


def keep(arguments):
    """Adds an input to the corpus as a regression with a name."""
    [target] = chosen(arguments.target) if len(arguments.target) == 1 else sys.exit("say which target: TARGET=…")
    if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", arguments.name):
        sys.exit("give the input a name that says what it shows: NAME=words-with-hyphens")
    path = pathlib.Path(arguments.file)
    if not path.is_file():
        sys.exit(f"no such file: {arguments.file or '(name one with FILE=…)'}")
    file = corpus.TargetFile(CORPUS, target)
    if any(each.name == arguments.name for each in file.named):
        sys.exit(f"{target}/{arguments.name} exists")
    if not arguments.dry:
        file.inputs.append(file.split(path.read_bytes(), name=arguments.name, is_regression=True))
        file.write()
    print(f"{'would add' if arguments.dry else 'added'} {target}/{arguments.name} to {file.path.relative_to(ROOT)}")


def repro(arguments):
    path = pathlib.Path(arguments.file).resolve()
    target, _, name = arguments.file.partition("/")
    if path.is_file():
        data = path.read_bytes()
        names = chosen(arguments.target) if arguments.target else [part for part in path.parts[::-1] if part in NAMES]
        if not names:
            sys.exit("the path contains no target's name: add TARGET=…")
        target = names[0]
    elif target in NAMES:
        # The tests name found inputs by the numbers of their lines.
        found = [each for line, each in enumerate(corpus.TargetFile(CORPUS, target).inputs, 2)
                 if name in (each.name, each.hash, str(line))]
        if not found:
            sys.exit(f"{target} has no input {name}")
        data = found[0].bytes
        path = WORK / target / "repro"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    else:
        sys.exit(f"neither a file nor TARGET/NAME: {arguments.file or '(name one with FILE=…)'}")
    fuzzer = Fuzzer()
    print(f"{target}, {len(data)} bytes")
    for start in range(0, min(len(data), 1024), 16):
        line = data[start:start + 16]
        text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in line)
        print(f"{start:06x}  {line.hex(' '):<48} {text}")
    finished = call(*fuzzer.command(target, "-timeout=20"), path, stack=30)
    print("the input fails" if finished.returncode else "the input passes")
    sys.exit(1 if finished.returncode else 0)


def fleet_write(arguments):
    """Writes all targets as OSS-Fuzz and ClusterFuzzLite expect them. Their `build.sh` calls this."""
    fleet.write(Fuzzer().program, pathlib.Path(arguments.out), CORPUS)


def fleet_check(arguments):
    """Runs `build.sh` and each target as OSS-Fuzz and ClusterFuzzLite do."""
    with tempfile.TemporaryDirectory() as folder:
        places = {name: pathlib.Path(folder) / name for name in ("src", "built", "moved")}
        places["src"].mkdir()
        places["built"].mkdir()
        (places["src"] / "sluice").symlink_to(ROOT)
        os.environ |= {"SRC": str(places["src"]), "OUT": str(places["built"]), "SANITIZER": "address",
                       "FUZZING_ENGINE": "libfuzzer", "LIB_FUZZING_ENGINE": "-fsanitize=fuzzer"}
        subprocess.run([ROOT / ".clusterfuzzlite/build.sh"], check=True)
        # Nothing may depend on the place.
        out = places["built"].rename(places["moved"])
        try:
            fleet.check(out, int(arguments.runs or 1000), NAMES)
            os.link(out / NAMES[0], out / "canary")
            fleet.check_search(out, "canary", "PlantedBug")
            fleet.check_sharing(out, "link")
        except fleet.BadBuild as error:
            sys.exit(f"BAD BUILD  {error}")


# The files that parse input from outside. If the corpus covers less of one than the bar, Fuzz/coverage.json says why.
PARSERS = [
    "SluiceCoding/Headers/*", "SluiceCoding/Text/*", "SluiceSupport/Text/*",
    "SluiceJSON/Bytes/*", "SluiceJSON/Parsing/*", "SluiceJSON/Decoding/*", "SluiceJSON/Streaming/*",
    "SluiceCoding/PropertyList/XML/*Reader.swift", "SluiceCoding/PropertyList/XML/*Scanner.swift",
    "SluiceCoding/PropertyList/Binary/*", "SluiceCoding/PropertyList/PropertyListValueReader.swift",
    "SluiceCoding/Query/Decoding/*", "SluiceCoding/Codable/*Decod*",
    "SluiceGzip/Inflater.swift", "SluiceGzip/*+Unsafe.swift", "SluiceMultipart/Parsing/*",
    "SluiceMultipart/Reading/*", "SluiceMultipart/Decoding/*", "SluiceSerialization/Streaming/*Parser.swift",
    "SluiceSerialization/Streaming/*Splitter.swift", "SluiceFoundation/XML/XML*", "SluiceTransport/URL/*",
    "SluiceTransport/Exchange/ChunkDecoder.swift", "SluiceTransport/Response/BodyLength.swift",
    "SluiceTransport/Response/ResponseHeadParser.swift",
    "SluiceSession/Transfer/PreparedRequest+Redirect.swift",
    "SluiceCache/Policy/FieldReader.swift", "SluiceCache/Folder/KeyFile.swift", "SluiceCache/Policy/CacheControl.swift",
    "SluiceCache/Policy/Freshness.swift", "SluiceCache/Policy/SelectingFields.swift",
    "SluiceCache/Policy/StoredHead+Coding.swift",
    "SluiceTransfers/Download/ResumeRecord.swift", "SluiceOutbox/Format/EntryFile.swift", "SluiceOutbox/Format/Frame.swift",
]
BAR = 90


def coverage(_):
    scratch = ROOT / "Fuzz/.build/coverage"
    swift_build(ROOT, scratch, "--product", "sluice-replay", "-Xswiftc", "-profile-generate",
                "-Xswiftc", "-profile-coverage-mapping")
    program = scratch / "debug/sluice-replay"
    with tempfile.TemporaryDirectory() as folder:
        profile = f"{folder}/profile"
        os.environ["LLVM_PROFILE_FILE"] = f"{profile}.raw"
        if call(program, CORPUS).returncode != 0:
            sys.exit("the corpus does not pass its checks")
        call(llvm("llvm-profdata"), "merge", f"{profile}.raw", "-o", profile, check=True)
        export = call(llvm("llvm-cov"), "export", "-summary-only", f"-instr-profile={profile}", program, check=True,
                      capture_output=True).stdout
    reasons = json.loads((ROOT / "Fuzz/coverage.json").read_text())
    missing = []
    for file in sorted(json.loads(export)["data"][0]["files"], key=lambda file: file["filename"]):
        name = file["filename"].removeprefix(f"{ROOT}/Sources/").partition("/")[2]
        lines = file["summary"]["lines"]
        if lines["count"] == 0 or not any(fnmatch.fnmatch(name, pattern) for pattern in PARSERS):
            continue
        reason = reasons.get(name)
        if lines["percent"] < BAR and not reason:
            missing.append(name)
        mark = "OVER" if lines["percent"] < BAR and not reason else ""
        print(f"{lines['percent']:6.1f} %  {name}{f'  ({reason})' if reason else ''}  {mark}".rstrip())
    stale = [name for name in reasons if not source_path(name, ROOT).exists()]
    for name in stale:
        print(f"{name}: does not exist any more, but is in Fuzz/coverage.json")
    print(f"{len(missing)} below {BAR} % without a reason")
    sys.exit(1 if missing or stale else 0)


def update(folder, fresh):
    """Makes a folder equal to a fresh one. Files that have not changed keep their times, and are not built again."""
    for file in folder.rglob("*"):
        name = file.relative_to(folder)
        if file.is_file() and ".build" not in name.parts and not (fresh / name).is_file():
            file.unlink()
    for file in fresh.rglob("*"):
        target = folder / file.relative_to(fresh)
        if file.is_file() and not (target.is_file() and filecmp.cmp(file, target, shallow=False)):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, target)


def planted_places(rules, root):
    """Returns the file and the place of the code that each rule replaces. Prints the rules that do not match once.

    A rule names a module, a function and a short code that occurs once in the functions of this name.
    """
    places, failed = {}, False
    for target, rule in rules.items():
        module, function = rule["in"].split()
        found = []
        for file in swift_files([source_path(module, root)]):
            text = file.read_text()
            found += [(file, start + place, start + after) for name, start, end in declarations_of(text)
                      if name == function for place, after in places_of(rule["from"], text[start:end])]
        if len(found) == 1 and target in NAMES:
            places[target] = found[0]
            continue
        failed = True
        print(f"Fuzz/planted.json: {target}: " + (
            "there is no such target" if target not in NAMES else
            f"{rule['in']} contains this {len(found)} times, instead of once: {rule['from']}"), file=sys.stderr)
    for target in NAMES:
        if target not in rules:
            failed = True
            print(f"Fuzz/planted.json: {target}: no bug is planted for this target", file=sys.stderr)
    if failed:
        sys.exit(1)
    return places


def planted(arguments):
    """Plants a bug in each parser of a copy, and prints how long the parser's target takes to find it."""
    targets = chosen(arguments.target)
    rules = json.loads((ROOT / "Fuzz/planted.json").read_text())
    places = planted_places(rules, ROOT)
    if arguments.check:
        return
    listed = call("git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard", check=True,
                  capture_output=True, text=True).stdout
    copy = WORK / "planted"
    with tempfile.TemporaryDirectory() as folder:
        fresh = pathlib.Path(folder)
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file():
                (fresh / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, fresh / name)
        # All bugs are planted, so that one build serves all targets.
        for target, (file, start, end) in sorted(places.items(), key=lambda place: place[1], reverse=True):
            planted_file = fresh / file.relative_to(ROOT)
            text = planted_file.read_text()
            planted_file.write_text(text[:start] + rules[target]["to"] + text[end:])
        update(copy, fresh)
    # A planted bug may leave an unused variable, which is a warning.
    os.environ.pop("SLUICE_WARNINGS_AS_ERRORS", None)
    # Building optimized code takes several times as long as the searches.
    fuzzer = Fuzzer(copy, configuration="debug")

    def search(target):
        started = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            # A short timeout is enough to find a bug that hangs.
            run = fuzzer.run(target, arguments.time, "-timeout=2", *limits(arguments), work=pathlib.Path(folder))
        found = run.broken[0].splitlines()[0] if run.has_failed and run.broken else None
        print(f"{target:<26}{time.monotonic() - started:>7.1f} s  {(found or 'not found')[:80]}", flush=True)
        return found

    started = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        missed = [target for target, found in zip(targets, pool.map(search, targets)) if not found]
    print(f"{len(targets)} bugs planted, " + (f"missed: {', '.join(missed)}" if missed else "all found")
          + f", in {time.monotonic() - started:.0f} s")
    sys.exit(1 if missed else 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)

    def command(name, function, *names, help):
        added = commands.add_parser(name, help=help)
        added.set_defaults(function=function)
        for option in names:
            options = {"source": {"action": "append", "default": []}, "target": {"action": "append", "default": []},
                       "out": {"required": True},
                       "plain": {"action": "store_true"}, "dry": {"action": "store_true"},
                       "check": {"action": "store_true"},
                       "time": {"type": int, "default": 60}}.get(option, {"default": ""})
            added.add_argument(f"--{option}", **options)

    command("run", fuzz, "target", "time", "runs", "plain", "seed", "length", help="fuzz some targets, or all of them")
    command("merge", merge, "target", "source", "dry", help="merge inputs that were found into the corpus")
    command("keep", keep, "file", "target", "name", "dry", help="keep an input that failed, with a name")
    command("repro", repro, "file", "target", help="print an input and run it")
    command("fleet", fleet_check, "runs", help="check the targets as OSS-Fuzz and ClusterFuzzLite run them")
    command("fleet-write", fleet_write, "out", help="write the targets as OSS-Fuzz and ClusterFuzzLite expect them")
    command("coverage", coverage, help="print how much of each parser the corpus covers")
    command("planted", planted, "target", "time", "runs", "seed", "check",
            help="show that each target finds a planted bug, or check that each can be planted")
    arguments = parser.parse_args()
    arguments.function(arguments)


main()
