#!/usr/bin/env python3
"""Writes fuzz targets as OSS-Fuzz and ClusterFuzzLite expect them, and checks them as their runner does.

The program is one that is linked with SluiceLibFuzzer, and selects a target by the name that it is started with. The
folder has for each target the program NAME, NAME_seed_corpus.zip, NAME.dict and NAME.options, and in `lib` the shared
libraries that a runner lacks.
"""

import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

# Otherwise, Python would leave a folder beside this file.
sys.dont_write_bytecode = True
import corpus  # noqa: E402

# Linked with these, a program finds the libraries in `lib` beside it, and those find each other.
LINKING = ["-Xlinker", "--disable-new-dtags", "-Xlinker", "-rpath", "-Xlinker", "$ORIGIN/lib"]
# The parts of glibc, which the runner has.
GLIBC = re.compile(r"linux-vdso|ld-linux|lib(c|m|dl|rt|pthread|resolv|util)\.so")


def listed(program):
    """Returns the names of a program's targets, with the maximum byte count of an input."""
    lines = subprocess.run([program, "--list"], check=True, capture_output=True, text=True).stdout.splitlines()
    return {words[0]: words[1] for words in map(str.split, lines[1:])}


def libraries(program):
    """Returns the shared libraries that a program loads, by name, without those of glibc."""
    lines = subprocess.run(["ldd", program], check=True, capture_output=True, text=True,
                           env={"PATH": os.environ["PATH"]}).stdout.splitlines()
    found = {words[0]: words[2] for words in map(str.split, lines) if len(words) > 2 and words[1] == "=>"}
    return {name: path for name, path in found.items() if not GLIBC.match(name)}


def archive(path, inputs):
    """Writes inputs by name into an archive, which is the same for the same inputs."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in sorted(inputs.items()):
            file.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)


def inputs(program, name, folder):
    """Returns the inputs that the fuzzer starts from by name, and the words of the dictionary."""
    if folder:
        return ({each.hash: each.bytes for each in corpus.TargetFile(folder, name).inputs},
                corpus.dictionary(folder, name))
    with tempfile.TemporaryDirectory() as seeds, tempfile.NamedTemporaryFile() as words:
        subprocess.run([program, f"--target={name}", f"--seeds={seeds}", f"--dictionary={words.name}"], check=True)
        # A fleet refuses a target that fails with its seeds.
        subprocess.run([program, f"--target={name}", f"--passing={seeds}"], check=True)
        return {file.name: file.read_bytes() for file in pathlib.Path(seeds).iterdir()}, words.read()


def write(program, out, folder=None):
    """Writes the targets of a program. With the folder of Sluice's corpus, those that it has inputs for."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "lib").mkdir(exist_ok=True)
    for name, path in libraries(program).items():
        shutil.copy(path, out / "lib" / name)
    names = corpus.targets(folder) if folder else None
    first = None
    for name, limit in listed(program).items():
        if names is not None and name not in names:
            continue
        (out / name).unlink(missing_ok=True)
        # Links take no room here. In an archive, and on a runner, each is a file.
        first = os.link(first, out / name) or first if first else pathlib.Path(shutil.copy(program, out / name))
        seeds, words = inputs(program, name, folder)
        # An empty archive stops the runner, and an empty dictionary libFuzzer.
        if seeds:
            archive(out / f"{name}_seed_corpus.zip", seeds)
        if words:
            (out / f"{name}.dict").write_bytes(words)
        # A fake stack would hide from the coders how much of the real one is left. What the runtime keeps for types looks
        # like leaks.
        options = ["[libfuzzer]", f"max_len = {limit}", "[asan]", "detect_stack_use_after_return = 0", "detect_leaks = 0"]
        (out / f"{name}.options").write_text("\n".join(options) + "\n")


# What the image base-runner sets.
RUNNER = {
    "ASAN_OPTIONS": "alloc_dealloc_mismatch=0:allocator_may_return_null=1:allocator_release_to_os_interval_ms=500:"
    "check_malloc_usable_size=0:detect_container_overflow=1:detect_odr_violation=0:detect_leaks=1:"
    "detect_stack_use_after_return=1:fast_unwind_on_fatal=0:handle_abort=1:handle_segv=1:handle_sigill=1:"
    "max_uar_stack_size_log=16:print_scariness=1:quarantine_size_mb=10:strict_memcmp=1:"
    "strip_path_prefix=/workspace/:symbolize=1:use_sigaltstack=1:dedup_token_length=3",
    "UBSAN_OPTIONS": "print_stacktrace=1:print_summary=1:silence_unsigned_overflow=1:strip_path_prefix=/workspace/:"
    "symbolize=1:dedup_token_length=3",
}
ARGUMENTS = ["-rss_limit_mb=2560", "-timeout=25"]


class BadBuild(Exception):
    pass


def expect(holds, name, problem, log=""):
    if not holds:
        raise BadBuild(f"{name}: {problem}" + (f"\n{log[-2000:]}" if log else ""))


class Check:
    """Runs the targets in a folder as `bad_build_check` and `run_fuzzer` of the image base-runner do."""

    def __init__(self, out, runs):
        self.out, self.runs = out, runs

    def targets(self):
        """Returns the names of the files that a fleet takes for targets."""
        return sorted(
            file.name for file in self.out.iterdir()
            if file.is_file() and os.access(file, os.X_OK) and (data := file.read_bytes()).startswith(b"\x7fELF")
            and b"LLVMFuzzerTestOneInput" in data)

    def run(self, name, *arguments, options=True, folder="/"):
        """Starts a target in an almost empty environment. With options, they are those of `NAME.options`."""
        variables = dict(RUNNER, PATH=f"{self.out}:/usr/bin:/bin")
        words = []
        if options and (self.out / f"{name}.options").exists():
            section = None
            for line in (self.out / f"{name}.options").read_text().splitlines():
                key, _, value = (part.strip() for part in line.partition("="))
                if not value:
                    section = key
                elif section == "[asan]":
                    variables["ASAN_OPTIONS"] += f":{key}={value}"
                else:
                    words.append(f"-{key}={value}")
        if options and (self.out / f"{name}.dict").exists():
            words.append(f"-dict={self.out}/{name}.dict")
        finished = subprocess.run(
            [self.out / name, *arguments, *words], env=variables, cwd=folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace", timeout=300)
        return finished.returncode, finished.stderr

    def target(self, name):
        _, log = self.run(name, "-seed=1337", "-runs=4", options=False)
        edges = re.search(r"INFO: Loaded \d+ modules? +\((\d+) inline 8-bit counters\)", log)
        expect(edges and int(edges[1]) >= 100, name, "is hardly instrumented", log)
        code, log = self.run(name, *ARGUMENTS, "-seed=1337", "-runs=4")
        expect(code == 0 and "Done 4 runs" in log, name, "does not start", log)
        with tempfile.TemporaryDirectory() as folder:
            count = 0
            if (archived := self.out / f"{name}_seed_corpus.zip").exists():
                with zipfile.ZipFile(archived) as seeds:
                    count = len(seeds.namelist())
                    seeds.extractall(folder)
            # Seeds are run first, so that all of them are.
            runs = count + self.runs
            code, log = self.run(name, *ARGUMENTS, "-seed=1337", f"-runs={runs}", folder, folder=folder)
        done = re.search(r"^Done (\d+) runs", log, re.M)
        expect(code == 0 and done and int(done[1]) >= runs, name, "fails with its seeds", log)
        expect(not (self.out / f"{name}.dict").exists() or "Dictionary: " in log, name, "reads no dictionary", log)
        covered = max(int(count) for count in re.findall(r"cov: (\d+)", log))
        return f"{name:<26}{count:>5} seeds, {runs:>6} runs, {covered:>6} of {int(edges[1]):,} edges"

    def program(self, name):
        """Checks what is the same in all links to a program."""
        for library, path in libraries(self.out / name).items():
            expect(pathlib.Path(path).is_relative_to(self.out), name, f"loads {library} from {path}")
        # 1,000 are enough. Then, the pipe is closed.
        listing = subprocess.Popen(["objdump", "-d", "--no-show-raw-insn", self.out / name], stdout=subprocess.PIPE)
        calls = subprocess.run(["grep", "-m1000", "-cE", r"(callq?|bl) +[0-9a-f]+ <__asan"], stdin=listing.stdout,
                               capture_output=True, text=True, env=dict(os.environ, LC_ALL="C")).stdout
        listing.stdout.close()
        listing.wait()
        expect(int(calls or 0) >= 1000, name, "is built without the address sanitizer")

    def fails(self, name, file, text=""):
        """Checks that an input that failed fails again."""
        code, log = self.run(name, *ARGUMENTS, file)
        expect(code != 0 and text in log, name, f"does not fail with {file}", log)
        print(f"{name} fails with {file.name}, as it must")


def check(out, runs, expected=None, failing=None, only=None):
    """Checks the targets in a folder, and prints a line for each.

    A name and a file in `failing` are a target and an input that it must fail with.
    """
    checker = Check(out.resolve(), runs)
    targets = checker.targets()
    expect(targets and targets == sorted(expected or targets), out, f"has the targets {', '.join(targets)}")
    checked = set()
    for name in targets:
        if (number := (out / name).stat().st_ino) not in checked:
            checker.program(name)
            checked.add(number)
    if failing:
        checker.fails(failing[0], pathlib.Path(failing[1]).resolve())
    problems = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for run in [pool.submit(checker.target, name) for name in only or targets]:
            try:
                print(run.result(), flush=True)
            except BadBuild as error:
                problems.append(str(error))
    if problems:
        raise BadBuild("\n".join(problems))
    print(f"{len(only or targets)} targets run as on a fleet", flush=True)


def check_search(out, name, text):
    """Checks that a search finds a failure, keeps its input, and fails with it again."""
    checker = Check(out.resolve(), 0)
    with tempfile.TemporaryDirectory() as folder:
        code, log = checker.run(name, *ARGUMENTS, "-seed=1337", "-max_len=8", f"-artifact_prefix={folder}/",
                                "-max_total_time=60")
        kept = list(pathlib.Path(folder).glob("crash-*"))
        expect(code != 0 and kept, name, "finds nothing, or keeps no input", log)
        checker.fails(name, kept[0], text)


def check_sharing(out, name, seconds=8):
    """Checks that three processes with a shared folder use what the others find, and keep each input once."""
    with tempfile.TemporaryDirectory() as folder:
        shared = pathlib.Path(folder) / "shared"

        def command(process, *options):
            return [out.resolve() / name, f"--shared={shared}", f"--work={folder}/{process}",
                    f"--found={folder}/{process}/found", *options]

        searches = [subprocess.Popen(command(process, "--search", f"--time={seconds}"), stdout=subprocess.PIPE,
                                     text=True, env={}, cwd=folder) for process in range(3)]
        for process, search in enumerate(searches):
            log = search.communicate()[0]
            used = log.count("with inputs that another process found")
            expect(search.returncode == 0 and used, f"process {process}", "uses no input of another process", log)
            print(f"process {process}: {used} times new code by inputs of others; {log.splitlines()[-1]}")
        digests = {file.name: hashlib.sha1(file.read_bytes()).hexdigest() for file in shared.iterdir()}
        expect(digests and len(set(digests.values())) == len(digests), name, "has an input twice in the shared folder")
        merged = subprocess.run(command("merge", "--merge"), capture_output=True, text=True, env={}, cwd=folder)
        kept = {file.name for file in shared.iterdir()}
        expect(merged.returncode == 0 and kept and kept <= set(digests), name, "does not merge", merged.stdout)
        print(f"{len(digests)} inputs in the shared folder, each once; {len(kept)} after merging")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    writing = commands.add_parser("write", help="write the targets of a program into a folder")
    writing.add_argument("program", type=pathlib.Path)
    writing.add_argument("out", type=pathlib.Path)
    writing.set_defaults(function=lambda arguments: write(arguments.program, arguments.out))
    checking = commands.add_parser("check", help="run the targets in a folder as a fleet does")
    checking.add_argument("out", type=pathlib.Path)
    checking.add_argument("--runs", type=int, default=1000, help="the runs of each target after its seeds")
    checking.add_argument("--failing", nargs=2, metavar=("NAME", "FILE"), help="an input that a target must fail with")
    checking.add_argument("--only", action="append", help="run this target, and not all")
    checking.set_defaults(function=lambda arguments: check(
        arguments.out, arguments.runs, failing=arguments.failing, only=arguments.only))
    arguments = parser.parse_args()
    try:
        arguments.function(arguments)
    except BadBuild as error:
        sys.exit(f"BAD BUILD  {error}")


if __name__ == "__main__":
    main()
