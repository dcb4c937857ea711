#!/usr/bin/env -S python3 -B
"""Runs the HTTP cache tests (https://github.com/http-tests/cache-tests) with a session of Sluice.

Their server and their client, which decides about each test, run in Node.js. The client's `fetch` sends the requests
with the program `CacheDriver`: once with a cache in memory, and once with one in a folder. The files are fetched into a
folder of the build, or taken from --suite.

Prints the results beside the published ones of browsers. Exits with 1 if a required test that applies fails and is no
known deviation, if one that is passes, or if fewer optimal ones pass than --optimal says, with either store.

The program switches the estimation of lifetimes on, which is off by default: the tests of heuristic freshness need it.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile

REPOSITORY = "https://github.com/http-tests/cache-tests"
COMMIT = "b55b8bda3dbb8c927c04e85bd8d496a8caa3e4ba"
HERE = pathlib.Path(__file__).resolve().parent
PASSED = {"pass", "yes"}

# The tests that do not apply, by their names, and why.
SHARED = "for caches that several users share"
CDN = "for caches of CDNs: CDN-Cache-Control is not for clients (RFC 9213)"
RANGES = "the test's Content-Range names more bytes than its body has"
NOT_APPLICABLE = {
    r"cdn-.*": CDN,
    r"freshness-.*s-maxage-shared.*|cc-resp-private-shared|other-authorization-smaxage": SHARED,
    r"stale-close-(must-revalidate|proxy-revalidate|no-cache|s-maxage=2)":
        "needs a cache that uses a stale response after an error without being allowed to",
    r"partial-store-partial-reuse-partial(|-absent|-byterange|-suffix)": RANGES,
    r"conditional-lm-fresh-no-lm": "without Last-Modified, Date counts, which is later (RFC 9111 §4.3.2)",
    r"partial-store-partial-complete": "an incomplete entry without a strong validator is not completed",
}

# The required tests that apply and fail on purpose, by their names, and why. They count as failed.
DEVIATIONS = {
    "headers-store-Set-Cookie": "RFC 9111 §3.1 stores it; a hit would set the cookie again, as after a log-out",
    "headers-store-Set-Cookie2": "as Set-Cookie",
    "headers-store-Transfer-Encoding": "the test's unknown transfer coding is an error (RFC 9112 §6.1), cached or not",
}


def reason(row):
    return next((why for names, why in NOT_APPLICABLE.items() if re.fullmatch(names, row["id"])), None)


def fetch(folder, must_be_reachable):
    if not (folder / ".git").exists():
        cloned = subprocess.run(["git", "clone", "--quiet", REPOSITORY, folder])
        if cloned.returncode != 0:
            if must_be_reachable:
                sys.exit(f"{REPOSITORY} is not reachable")
            # `.ci/run` repeats this line at its end.
            print(f"skipped: {REPOSITORY} is not reachable")
            sys.exit(0)
    subprocess.run(["git", "-C", folder, "checkout", "--quiet", COMMIT], check=True)


def free_port():
    with socket.socket() as server:
        server.bind(("localhost", 0))
        return server.getsockname()[1]


def start_server(suite):
    port = free_port()
    settings = {"protocol": "http", "port": str(port), "pidfile": os.devnull}
    environment = os.environ | {f"npm_config_{name}": value for name, value in settings.items()}
    server = subprocess.Popen(
        ["node", "test-engine/server/server.mjs"], cwd=suite, env=environment, stdout=subprocess.PIPE, text=True)
    if not server.stdout.readline().startswith("Listening"):
        sys.exit("the server of the tests does not start")
    return server, f"http://localhost:{port}"


def run(suite, driver, test):
    server, base = start_server(suite)
    try:
        command = ["node", HERE / "suite.mjs", suite, base, test, *driver]
        output = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True, timeout=900).stdout
    finally:
        server.terminate()
        server.wait()
    # With one test, the suite prints its messages before.
    return json.loads(output.splitlines()[-1]), output


def run_stores(suite, driver, stores, test):
    """Returns the rows of the first store, each with the verdicts and the messages of all."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for store in stores:
            results, output = run(suite, [driver] + ([folder] if store == "folder" else []), test)
            if test:
                print(output)
            rows = rows or [row | {"verdicts": {}, "messages": {}} for row in results]
            for row, result in zip(rows, results, strict=True):
                row["verdicts"][store] = result["verdict"]
                row["messages"][store] = result["message"]
    return rows


def failures(row):
    return [store for store, verdict in row["verdicts"].items() if verdict not in PASSED]


def print_table(rows):
    columns = [*rows[0]["verdicts"], *rows[0]["clients"]]
    print(f"{'':46}{'':>6}" + "".join(f"{name:>9}" for name in columns))
    for suite in dict.fromkeys(row["suite"] for row in rows):
        for kind in ("required", "optimal"):
            print_row(f"{suite}, {kind}", [row for row in rows if row["suite"] == suite and row["kind"] == kind], columns)
    for kind in ("required", "optimal"):
        print_row(f"all, {kind}", [row for row in rows if row["kind"] == kind], columns)


def print_row(name, tests, columns):
    tests = [row for row in tests if not reason(row)]
    if not tests:
        return
    passed = collections.Counter(
        column for row in tests for column, verdict in (row["verdicts"] | row["clients"]).items() if verdict in PASSED)
    print(f"{name[:45]:46}{len(tests):>6}" + "".join(f"{passed[column]:>9}" for column in columns))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--driver", required=True, help="the path of the program CacheDriver")
    parser.add_argument("--suite", type=pathlib.Path, help="the folder of the tests; fetched unless given")
    parser.add_argument("--if-reachable", action="store_true", help="succeed if the tests cannot be fetched")
    parser.add_argument("--store", choices=["memory", "folder"], help="only this store")
    parser.add_argument("--test", default="", help="the name of a single test, whose messages are printed")
    parser.add_argument("--optimal", type=int, default=88, help="how many optimal tests pass; %(default)s by default")
    options = parser.parse_args()
    suite = options.suite or pathlib.Path(".build/cache-suite/tests")
    if not options.suite:
        fetch(suite, must_be_reachable=not options.if_reachable)
    stores = [options.store] if options.store else ["memory", "folder"]
    rows = run_stores(suite.resolve(), os.path.abspath(options.driver), stores, options.test)
    if options.test:
        return
    print_table(rows)
    applicable = [row for row in rows if row["kind"] != "check" and not reason(row)]
    failed = [(row, store) for row in applicable for store in failures(row) if row["id"] not in DEVIATIONS]
    print("\nfailed:")
    for row, store in failed:
        print(f"  {row['id']} ({row['kind']}, {store}): {row['messages'][store]}")
    print("\nfailed on purpose:")
    for row in applicable:
        if row["id"] in DEVIATIONS:
            print(f"  {row['id']} ({row['kind']}): {DEVIATIONS[row['id']]}")
    mended = [row["id"] for row in applicable if row["id"] in DEVIATIONS and failures(row) != stores]
    if mended:
        print("\nno deviations any more:", *mended)
    print("\nnot applicable:")
    for row in rows:
        if row["kind"] != "check" and reason(row):
            print(f"  {row['id']} ({row['kind']}): {reason(row)}")
    optimal = min(
        sum(row["kind"] == "optimal" and store not in failures(row) for row in applicable) for store in stores)
    if any(row["kind"] == "required" for row, _ in failed) or mended or optimal < options.optimal:
        sys.exit(1)


if __name__ == "__main__":
    main()
