# Targets install what they need: on Debian and Ubuntu, missing packages are installed with apt.

SHELL := /bin/bash
export SLUICE_WARNINGS_AS_ERRORS := 1
# Debian's package of Swift keeps clang, lld and the formatter here.
export PATH := $(PATH):/usr/libexec/swift/bin
# Without a limit, all tests of a module run at once, and each takes as long as all of them together. On a busy machine,
# they would exceed their time limits.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH := 8

PACKAGES := libcurl4-openssl-dev zlib1g-dev pkg-config
# A self-contained tool: the Swift runtime and libstdc++ are linked statically, relocations are packed, the functions that
# commands call are adjacent, and no names are exported, which the loader would search for those of each library. It starts
# with 4 MB less memory than with the linker's defaults. glibc loads packed relocations since 2.36. The linker can only move
# functions that have sections of their own.
STATIC := .build/static
# With SDK=NAME, a Swift SDK for another processor, LIBSTDCXX is its library.
LIBSTDCXX ?= $(shell clang -print-file-name=libstdc++.a)
PACKED := $(shell getconf GNU_LIBC_VERSION | awk '$$2 >= 2.36 { print "-Xlinker -z -Xlinker pack-relative-relocs" }')
RELEASE := -c release $(if $(SDK),--swift-sdk $(SDK)) --static-swift-stdlib -Xswiftc -use-ld=lld -Xswiftc -Xfrontend -Xswiftc -function-sections \
  -Xlinker --icf=all $(PACKED) -Xlinker -L$(STATIC) \
  -Xlinker --symbol-ordering-file=.ci/symbol-order -Xlinker --no-warn-symbol-ordering \
  -Xlinker --no-export-dynamic
SLUICE := .build/release/sluice
# Where `make install` installs the tool. DESTDIR is put before it.
PREFIX := /usr/local
# Valgrind cannot read the debugging information that the linker writes.
BUILD_BENCH := swift build -c release --package-path Benchmarks -Xlinker --strip-debug --product
DEMO_FLAGS ?=
# The number of seconds for which a fuzz target runs.
TIME ?= 60
TESTS ?= $(filter-out Tests,$(notdir $(wildcard Tests/*Tests Tests/*/*Tests)))
# With TESTS, only these tests are built, and what they need.
ifneq ($(origin TESTS),file)
export SLUICE_TESTS := $(TESTS)
endif
# Debian's package of Swift lacks the library for files that import both Testing and Foundation.
RUNTIME := $(dir $(realpath $(shell command -v swift)))../lib/swift/linux
OVERLAYS := $(if $(wildcard $(RUNTIME)/libTesting.so),$(if $(wildcard $(RUNTIME)/lib_Testing_Foundation.so),,-Xswiftc \
  -Xfrontend -Xswiftc -disable-cross-import-overlays))
# `--build-tests` builds all libraries and tools, too. The product is the program with all tests, and what they need.
BUILD_TESTS := swift build $(OVERLAYS) $(if $(SLUICE_TESTS),--product sluicePackageTests,--build-tests)
SWIFT_SOURCES := Package.swift Sources Tests Fuzz/Targets \
  $(foreach folder,Benchmarks Fuzz,$(folder)/Package.swift $(folder)/Sources) \
  $(foreach folder,Examples/APIClient Examples/UploadServer,$(addprefix $(folder)/,Package.swift Sources Tests))

# Runs the tests with the program that was built with these flags. `swift test` would wait for the other process.
run-tests = .ci/test-modules "$(TESTS)" $(2) "$$(swift build --show-bin-path $(1))/sluicePackageTests.xctest"

SANITIZER_thread := --sanitize=thread --scratch-path .build/tsan
SANITIZER_address := --sanitize=address --scratch-path .build/asan
# The coders measure the free space of the stack, which a fake stack would hide.
NO_FAKE_STACK := ASAN_OPTIONS=detect_stack_use_after_return=0

# No rule makes a file of its name. Those whose name begins with an underscore are parts of others.
.PHONY: $(shell sed -n 's/^\([a-z_][a-z0-9_-]*\):.*/\1/p' Makefile)

# The README's two commands

demo: _tool ## Builds the tool and shows what it does (DEMO_FLAGS)
	$(SLUICE) demo $(DEMO_FLAGS)

# LIBCURL, SANITIZE and DEBIAN select a variant.
TEST := $(if $(DEBIAN),_test-debian$(DEBIAN),$(if $(LIBCURL),_test-libcurl,$(if $(SANITIZE),_test-$(SANITIZE),_test)))
test: $(TEST) ## Runs the tests (TESTS, SANITIZE=thread|address, LIBCURL=8.14.1 or a folder, DEBIAN=13)

_test: _setup
	$(BUILD_TESTS)
	$(call run-tests)

# Other targets

help: ## Lists the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | sort -u | expand -t 16

build: _tool ## Builds the tool
	swift build $(RELEASE) --product sluice-corpus

# The tool without `sluice corpus` and `sluice fuzz`, which are a program of their own.
_tool: _setup
	@mkdir -p $(STATIC) && ln -sf "$(LIBSTDCXX)" $(STATIC)/
	swift build $(RELEASE) --product sluice

# Installs the tool, its manual pages, and completions for bash, zsh and fish. Both take PREFIX and DESTDIR.
install: ## Installs the tool (PREFIX, DESTDIR)
	@.ci/release/install check "$(DESTDIR)$(PREFIX)"
	@$(MAKE) --no-print-directory _stage
	@.ci/release/install add "$(DESTDIR)$(PREFIX)"

uninstall: ## Removes the installed tool (PREFIX, DESTDIR)
	@.ci/release/install remove "$(DESTDIR)$(PREFIX)"

# The files that are installed, in .build/stage. The generator of manual pages is built from the dependency's sources,
# because its plugin would build the whole package again.
_stage: build _setup-release
	swift build --package-path .build/checkouts/swift-argument-parser --scratch-path .build/manual --product generate-manual
	.ci/release/stage

# Archives in .build/dist: the tool and what belongs to it, and the documents for any parser. ARCH=arm64 makes those for
# arm64, on Debian's unstable release.
dist: $(if $(ARCH),_packages-$(ARCH),_dist) ## Writes archives to .build/dist (ARCH=arm64)

# A Debian package, in .build/dist.
deb: $(if $(ARCH),_packages-$(ARCH),_deb) ## Writes a Debian package to .build/dist (ARCH=arm64)

_dist: _stage
	.ci/release/dist

_deb: _stage
	@.ci/install dpkg-dev
	.ci/release/deb

# Both at once.
_packages-arm64:
	@.ci/debian arm64 --packages

# Installs the package in a bare Debian 13, or the unstable release for arm64, runs it, and removes it.
test-deb: deb ## Installs the Debian package in a bare Debian (ARCH=arm64)
	.ci/debian $(if $(ARCH),unstable,13) --package .build/dist/sluice_*_$(or $(ARCH),$$(dpkg --print-architecture)).deb

# Builds and tests the examples, and runs the client. Each is a package of its own, so the library is built for it again.
EXAMPLE := client server
examples: $(addprefix _example-,$(EXAMPLE)) ## Tests the examples (EXAMPLE="client server readme cluster")

_example-client: _setup
	swift build --build-tests $(OVERLAYS) --package-path Examples/APIClient
	swift test --skip-build --disable-xctest --package-path Examples/APIClient
	Examples/APIClient/.build/debug/NotesDemo

_example-server: _setup
	swift build --build-tests $(OVERLAYS) --package-path Examples/UploadServer
	swift test --skip-build --disable-xctest --package-path Examples/UploadServer

# Does what the README says: its package against a server on this machine, and its command for a parser.
_example-readme: build
	PYTHONDONTWRITEBYTECODE=1 python3 Examples/readme.py --sluice $(SLUICE)

# Uploads a file with workers of Dask to an S3 server on this machine, and kills a worker on the way.
# CLUSTER_FLAGS="--ways slurm parallel kubernetes --mebibytes 512" tries the other examples, with a smaller file.
_example-cluster: build _setup-cluster
	PYTHONDONTWRITEBYTECODE=1 .build/interop/bin/python Examples/Cluster/Tests/cluster.py --sluice $(SLUICE) $(CLUSTER_FLAGS)

# With SANITIZE=thread or SANITIZE=address, the traits have another build.
TRAIT_FLAGS := --package-path Tests/Traits \
  $(if $(SANITIZE),--sanitize=$(SANITIZE) --scratch-path .build/traits-$(SANITIZE),--scratch-path .build/traits)

# ISA-L takes the place of zlib in a module, whose tests run again.
ISAL_FLAGS := --traits ISAL \
  $(if $(SANITIZE),--sanitize=$(SANITIZE) --scratch-path .build/isal-$(SANITIZE),--scratch-path .build/isal)

# Checks that no other package is fetched without a trait. Then, a separate package tests the macros, the adaptors, and br
# and zstd beside their programs, and the tests of gzip run over ISA-L. The tests of memory have a process of their own.
# SwiftPM does not expand macros again when they have changed, unless the code that uses them is newer.
test-traits: _setup-codings _setup-stand-in ## Tests what traits add: macros, adaptors, codings, ISA-L (SANITIZE)
	@! swift package show-dependencies --format flatlist | \
	  grep -Ev '^swift-(http-types|http-structured-headers|log|argument-parser)$$' || \
	  { echo "These packages are fetched without a trait" >&2; exit 1; }
	@touch Tests/Traits/Tests/*MacrosTests/*.swift
	swift build --build-tests $(OVERLAYS) $(TRAIT_FLAGS)
	$(NO_FAKE_STACK) LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/Traits/leaks.txt:print_suppressions=0 \
	  swift test --skip-build --disable-xctest --skip MemoryTests $(TRAIT_FLAGS)
	$(if $(SANITIZE),,swift test --skip-build --disable-xctest --filter MemoryTests $(TRAIT_FLAGS))
	$(if $(SANITIZE),,.ci/api --build .build/traits/debug)
	SLUICE_TESTS=SluiceGzipTests swift build --build-tests $(OVERLAYS) $(ISAL_FLAGS)
	SLUICE_TESTS=SluiceGzipTests swift test --skip-build --disable-xctest $(ISAL_FLAGS)

KILLS ?= 1000

# Kills processes that share the folder of a cache, at random times, and fills a disk.
test-cache: _setup ## Kills processes that share a cache (KILLS)
	swift build --product CacheKills
	Tests/Beside/CacheKills/kills.py .build/debug/CacheKills --kills $(KILLS)

_test-thread: _setup
	$(BUILD_TESTS) $(SANITIZER_thread)
	$(call run-tests,$(SANITIZER_thread))

_test-address: _setup
	$(BUILD_TESTS) $(SANITIZER_address)
	$(call run-tests,$(SANITIZER_address),env $(NO_FAKE_STACK))

# Tests the modules that use libcurl with another build of it: LIBCURL=8.14.1 is the one from Debian 12's
# backports, and LIBCURL=/some/folder the one in a folder. SANITIZE=thread and SANITIZE=address use the builds of the
# sanitizers.
_test-libcurl: TESTS := SluiceTransportTests SluiceSessionTests SluiceTransfersTests SluiceToolTests SluiceLoopbackTests
_test-libcurl: SANITIZER = $(if $(SANITIZE),$(or $(SANITIZER_$(SANITIZE)),$(error SANITIZE is thread or address)))
_test-libcurl: _setup
	@libcurl="$(abspath $(filter-out 8.14.1,$(LIBCURL)))"; [ -n "$$libcurl" ] || libcurl=$$(.ci/libcurl get) || exit; [ -n "$$libcurl" ] || exit 0; \
	swift build --build-tests $(SANITIZER) || exit; \
	.ci/libcurl check "$$libcurl" "$$(swift build --show-bin-path $(SANITIZER))/sluicePackageTests.xctest" || exit; \
	$(call run-tests,$(SANITIZER),env $(NO_FAKE_STACK) .ci/libcurl run "$$libcurl")

# Run the README's two commands on a bare Debian, from a clone of the current commit. DEBIAN_TESTS selects modules of
# tests. The unstable release includes Swift.
_test-debian13:
	@.ci/debian 13 $(DEBIAN_TESTS)

test-unstable: ## Runs the README's two commands on Debian's unstable release, with its Swift (DEBIAN_TESTS)
	@.ci/debian unstable $(DEBIAN_TESTS)

# Builds for arm64, and runs tests of the modules that have code for processors or bytes, and a demo, with QEMU.
test-arm64: ## Builds and tests for arm64 (DEBIAN_TESTS)
	@.ci/debian arm64 $(DEBIAN_TESTS)

# Tests the tool against nginx and a form parser from PyPI.
interop: build _setup-interop ## Tests the tool against other servers
	swift build -c release --package-path Tests/Interop/UploadServer
	PYTHONDONTWRITEBYTECODE=1 .build/interop/bin/python Tests/Interop/interop.py --sluice $(SLUICE)

# Runs the HTTP cache tests of other authors, which are fetched, with a session that has a cache. CACHE_SUITE_FLAGS="--suite
# FOLDER" uses those of a folder, and --help lists the other options.
cache-suite: _setup-cache-suite ## Runs HTTP cache tests of other authors (CACHE_SUITE_FLAGS)
	swift build --product CacheDriver
	PYTHONDONTWRITEBYTECODE=1 Tests/Beside/CacheSuite/suite.py --driver .build/debug/CacheDriver $(CACHE_SUITE_FLAGS)

# Injects 300 faults into runs of the tool, from a printed seed, and recovers from the states that power failures leave.
# CHAOS_FLAGS="--runs 10000" is for a night, and --help lists the other options. With CHAOS_FLAGS, the second part is left
# out.
chaos: build ## Injects faults into runs of the tool (CHAOS_FLAGS)
	@.ci/install python3 gcc libc6-dev iproute2 strace
	PYTHONDONTWRITEBYTECODE=1 python3 Tests/Chaos/chaos.py --sluice $(SLUICE) $(CHAOS_FLAGS)
	$(if $(CHAOS_FLAGS),,PYTHONDONTWRITEBYTECODE=1 python3 Tests/Chaos/crashes.py --sluice $(SLUICE))

# Runs small commands, each once for every call that may fail and every error of that call. That takes more than an hour.
# TORTURE_FLAGS="--only upload form" runs two commands, "--slice 3/20" one of 20 parts, and --help lists the others.
torture: build ## Fails each call of the tool once (TORTURE_FLAGS)
	@.ci/install python3 gcc libc6-dev binutils
	PYTHONDONTWRITEBYTECODE=1 python3 Tests/Chaos/torture.py --sluice $(SLUICE) $(TORTURE_FLAGS)

_bench-upload: build _setup-bench
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/upload.py --sluice $(SLUICE) $(BENCH_FLAGS)

_bench-download: build _setup-bench
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/download.py --sluice $(SLUICE) $(BENCH_FLAGS)

_bench-many-uploads: _setup _setup-bench
	$(BUILD_BENCH) TransferBenchmark
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/many_uploads.py $(BENCH_FLAGS)

_bench-resumable: build _setup-bench
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/resumable.py --sluice $(SLUICE) $(BENCH_FLAGS)

_bench-multipart: build _setup-bench-peers
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/multipart.py --sluice $(SLUICE) $(BENCH_FLAGS)

# Bodies in memory, without files and the tool.
_bench-multipart-memory: _setup
	$(BUILD_BENCH) MultipartBenchmark
	Benchmarks/.build/release/MultipartBenchmark $(BENCH_FLAGS)

_bench-gzip: build _setup-bench
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/deflate.py --sluice $(SLUICE) $(BENCH_FLAGS)

# The decoders of all codings, beside gzip, igzip, zstd and brotli.
_bench-codings: _setup-bench _setup-codings _setup-stand-in
	swift build -c release --product DecodeFile $(TRAIT_FLAGS)
	SLUICE_ISAL=1 swift build -c release --product DecodeFile $(TRAIT_FLAGS)-isal
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/codings.py $(BENCH_FLAGS)

_bench-gzip-levels: _setup-bench
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/levels.py $(BENCH_FLAGS)

_bench-stream: build _setup-bench
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/stream.py --sluice $(SLUICE) $(BENCH_FLAGS)

_bench-query: _setup
	$(BUILD_BENCH) QueryBenchmark
	Benchmarks/.build/release/QueryBenchmark $(BENCH_FLAGS)

# DOCUMENTS=FOLDER measures the JSON documents of a folder instead, with types that are inferred from them, beside msgspec
# and serde_json, and counts instructions. BENCH_FLAGS=--macros adds the same types with macros, for which swift-syntax is
# built.
_bench-json: _setup _setup-bench-peers
ifeq ($(DOCUMENTS),)
	$(BUILD_BENCH) JSONBenchmark
	Benchmarks/.build/release/JSONBenchmark $(BENCH_FLAGS) --python .build/bench-peers/bin/python
else
	@.ci/install valgrind cargo librust-serde-json-dev librust-serde-derive-dev
	PYTHONDONTWRITEBYTECODE=1 .build/bench-peers/bin/python Benchmarks/any_documents.py "$(DOCUMENTS)" --instructions \
	  $(BENCH_FLAGS)
endif

_bench-session: _setup _setup-bench-peers
	$(BUILD_BENCH) CurlLoop
	$(BUILD_BENCH) SessionBenchmark
	Benchmarks/.build/release/SessionBenchmark --python .build/bench-peers/bin/python $(BENCH_FLAGS)

# Compares the times of small requests with those of libcurl alone.
_bench-latency: _setup-bench
	$(BUILD_BENCH) CurlLoop
	$(BUILD_BENCH) RequestBenchmark
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/latency.py $(BENCH_FLAGS)

_bench-outbox: _setup
	$(BUILD_BENCH) OutboxBenchmark
	Benchmarks/.build/release/OutboxBenchmark $(BENCH_FLAGS)

# Measures the folder of a cache.
_bench-cache: build
	swift build $(RELEASE) --product CacheBenchmark
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/cache.py $(BENCH_FLAGS)

# Compares transfers of one file, and small requests, with other clients. The peers are built separately, so that one that
# does not build is reported like one that fails.
_bench-clients: build _setup-bench-peers
	@for program in AdaptorBenchmark SessionBenchmark TransferBenchmark URLSessionBenchmark; do \
	  $(BUILD_BENCH) $$program || echo "$$program does not build" >&2; done
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/clients.py --sluice $(SLUICE) $(BENCH_FLAGS)

# Measures growing bytes, parts, transfers at once, JSON documents and keys.
_bench-growth: build _setup-bench-peers
	@for program in SessionBenchmark JSONBenchmark QueryBenchmark; do \
	  $(BUILD_BENCH) $$program || echo "$$program does not build" >&2; done
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/growth.py --sluice $(SLUICE) $(BENCH_FLAGS)

# The sizes of programs that are linked statically.
_bench-sizes: _setup-bench
	@.ci/install binutils
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/sizes.py $(BENCH_FLAGS)

# Draws the pictures of the documentation from bench.json.
_bench-pictures: _setup-bench-draw
	PYTHONDONTWRITEBYTECODE=1 .build/bench-draw/bin/python -I Benchmarks/draw.py $(BENCH_FLAGS)

# Compares the instructions of small workloads with those in Benchmarks/instructions.json, and fails if one differs by more
# than 3 %. BENCH_FLAGS=--update accepts the present ones.
bench-check: build _setup-bench ## Compares counts of instructions with the accepted ones (BENCH_FLAGS)
	@.ci/install valgrind gzip binutils
	@for program in JSONBenchmark MultipartBenchmark RequestBenchmark; do $(BUILD_BENCH) $$program || exit; done
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/check.py --sluice $(SLUICE) $(BENCH_FLAGS)

# Runs all benchmarks, prints one table, and writes bench.json. Each can be run separately, also with BENCH_FLAGS="--json
# FILE". BENCH_FLAGS=--quick tries all with small sizes.
# ONLY="upload json" runs these benchmarks as they are, with BENCH_FLAGS for each. ONLY=pictures draws.
ifneq ($(ONLY),)
bench: $(addprefix _bench-,$(ONLY)) ## Runs benchmarks (ONLY, DOCUMENTS, BENCH_FLAGS)

else
bench:
	@.ci/install python3
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/bench.py $(if $(DOCUMENTS),--documents "$(DOCUMENTS)") $(BENCH_FLAGS)
endif

# TARGET selects one or several targets.
FUZZ_TARGETS = $(addprefix --target ,$(TARGET))

# COMMAND=run checks the properties of TARGET, or of all targets, each for TIME seconds. FUZZ_FLAGS=--plain omits the address
# sanitizer, and is about twice as fast. FUZZ_FLAGS="--seed 1 --runs 10000" limits the number of runs, and is repeatable.
COMMAND := run
FUZZ_run = python3 Fuzz/fuzz.py run $(FUZZ_TARGETS) --time $(TIME) $(FUZZ_FLAGS)
# Moves new finds to the corpus, and drops inputs that are no longer needed. FUZZ_FLAGS=--dry changes nothing.
FUZZ_merge = python3 Fuzz/fuzz.py merge $(FUZZ_TARGETS) $(FUZZ_FLAGS)
FUZZ_coverage = python3 Fuzz/fuzz.py coverage
FUZZ_repro = python3 Fuzz/fuzz.py repro --file "$(FILE)" $(FUZZ_TARGETS)
# Adds an input that failed to the corpus: FILE=… TARGET=json NAME=what-it-shows. FUZZ_FLAGS=--dry changes nothing.
FUZZ_keep = python3 Fuzz/fuzz.py keep --file "$(FILE)" --name "$(NAME)" $(FUZZ_TARGETS) $(FUZZ_FLAGS)
# Checks that each target finds a bug that is planted in its parser, each within TIME seconds.
FUZZ_planted = python3 Fuzz/fuzz.py planted $(FUZZ_TARGETS) --time $(TIME) $(FUZZ_FLAGS)
# Fuzzes a package that knows nothing of Sluice, and checks that the mistakes of its parsers are found.
FUZZ_stranger = .ci/fuzz-stranger
# Builds the targets as OSS-Fuzz and ClusterFuzzLite do, and checks that each runs as they run it. Then, three processes
# search with a shared folder.
FUZZ_fleet = .ci/install binutils && python3 Fuzz/fuzz.py fleet

fuzz: $(if $(filter stranger,$(COMMAND)),build) _setup-fuzz ## Fuzzes the parsers, and more (COMMAND, TARGET, TIME, FILE, NAME, FUZZ_FLAGS)
	$(or $(FUZZ_$(COMMAND)),$(error COMMAND is run, merge, coverage, repro, keep, planted, stranger or fleet))

# Updates the files that follow from the documents in Corpus/portable.
corpus: ## Updates the generated files of the corpus
	python3 Corpus/generate.py

# Runs public parsers over the portable corpus, and prints what they do. PEERS_FLAGS=--list also lists the inputs, --write
# writes the table of the documentation, and --quick needs no network, and fails if a row differs from the documentation.
# --attack fuzzes the parsers of Tests/Peers/Attacks instead, each for three minutes, or for those of --minutes.
corpus-peers: build ## Runs public parsers over the corpus (PEERS_FLAGS)
	@.ci/install python3 python3-venv
	@command -v node >/dev/null || .ci/install nodejs
	PYTHONDONTWRITEBYTECODE=1 Tests/Peers/run --sluice $(SLUICE) $(PEERS_FLAGS)

# Changes a module's sources in one place at a time, and lists the changes that neither its tests nor the corpus notice:
# MODULE=SluiceMultipart, or a folder, as MODULE=SluiceSerialization/Streaming. MUTANTS_FLAGS="--sample 40 --seed 1" tries
# some, and --help lists the other options.
mutants: _setup ## Lists changes that no test notices (MODULE, MUTANTS_FLAGS)
	@.ci/install git python3
	python3 Tests/Mutants/mutants.py $(MUTANTS_FLAGS) "$(MODULE)"

# Builds the modules, from which the public API is read.
lint: _setup ## Checks the format, the API and the rules of the code
	swift format lint --strict --recursive $(SWIFT_SOURCES)
	.ci/check-comments $(SWIFT_SOURCES)
	.ci/arrows
	.ci/promises
	.ci/check-unsafe Sources Fuzz/Targets
	.ci/check-arithmetic Sources
	@# The headers for processors of each kind: with NEON, with SSE2, with neither, and with the other order of bytes.
	@for processor in aarch64 x86_64 riscv64 s390x; do for module in CScan CSHA; do \
	  clang -target $$processor-linux-gnu -ffreestanding -fsyntax-only -Wall -Wextra -Werror -Wno-unused-function -x c \
	  Sources/*/$$module/*.h || exit; done; done
	@! grep -rPzl --include=*.swift --exclude-dir=.build '@Suite(?!\([^{]*timeLimit)' Tests | tr '\0' '\n' | grep . || \
	  { echo "These suites have no time limit" >&2; exit 1; }
	@python3 Corpus/generate.py --check
	@python3 Fuzz/fuzz.py planted --check
	@python3 Tests/Mutants/mutants.py --check
	swift build
	.ci/api
	.ci/api-breaks

# Updates the lists of the public API in .ci/public-api.
api: _setup ## Updates the lists of the public API
	swift build
	.ci/api --update

# Renders the documentation to .build/docs, with DOCS_FLAGS="--build .build/traits/debug" also that of what `make
# test-traits` has built. To read it: python3 -m http.server -d .build/docs
docs: _setup ## Renders the documentation (DOCS_FLAGS)
	@.ci/install python3
	swift build
	.ci/docs $(DOCS_FLAGS)

format: ## Formats the sources
	swift format --in-place --recursive $(SWIFT_SOURCES)

clean: ## Removes what was built
	swift package clean

# Debian's package of Swift needs no files of libstdc++ itself, which the linker does.
_setup:
	@.ci/install $(PACKAGES)
	@! command -v gcc >/dev/null || [ -e "$$(gcc -print-file-name=libstdc++.so)" ] || .ci/install g++
	@command -v swift >/dev/null || { echo "Swift 6.2 or later is needed: https://www.swift.org/install/linux/" >&2; exit 1; }

_setup-release:
	@.ci/install binutils xz-utils

_setup-bench:
	@.ci/install curl nginx openssl time python3

# The peers from PyPI. A benchmark whose peers are missing says so and measures the others.
_setup-bench-peers: _setup-bench
	@.ci/install python3-venv
	@python3 -m venv .build/bench-peers
	@.build/bench-peers/bin/pip install --quiet --disable-pip-version-check msgspec orjson requests requests-toolbelt httpx \
	  python-multipart multipart streaming-form-data || echo "peers from PyPI are missing" >&2

_setup-bench-draw:
	@.ci/install python3 python3-venv
	@python3 -m venv .build/bench-draw
	@.build/bench-draw/bin/pip install --quiet --disable-pip-version-check matplotlib

_setup-fuzz: _setup
	@.ci/install git python3

_setup-codings: _setup
	@.ci/install libbrotli-dev libisal-dev libzstd-dev brotli isal zstd gzip python3

# The package with all traits requires swift-openapi-runtime, which not every machine can fetch. A local repository stands in
# for it, with the same commit each time, which SwiftPM remembers. An empty STAND_IN fetches the real one.
STAND_IN ?= OpenAPIRuntime
OPENAPI := https://github.com/apple/swift-openapi-runtime
_setup-stand-in: _setup
	@mkdir -p .build && rm -rf .build/stand-in Tests/Traits/.swiftpm
	@$(if $(STAND_IN),export GIT_AUTHOR_DATE='2026-01-01 00:00Z' GIT_COMMITTER_DATE='2026-01-01 00:00Z' && cp -R Tests/Traits/StandIns/$(STAND_IN) .build/stand-in && git -C .build/stand-in init -q && \
	  git -C .build/stand-in add . && git -C .build/stand-in -c user.name=make -c user.email=make commit -qm 'Stand in' && \
	  git -C .build/stand-in tag 1.9.0 && \
	  swift package $(TRAIT_FLAGS) config set-mirror --original $(OPENAPI) --mirror file://$(CURDIR)/.build/stand-in)

_setup-cache-suite: _setup
	@.ci/install git nodejs python3

# An S3 server from PyPI, and a client that signs URLs.
_setup-store:
	@.ci/install python3 python3-venv
	@python3 -m venv .build/interop
	@.build/interop/bin/pip install --quiet --disable-pip-version-check 'moto[server]>=5' 'boto3>=1.34'

_setup-interop: _setup-store
	@.ci/install nginx openssl tinyproxy-bin squid-openssl dante-server microsocks
	@.build/interop/bin/pip install --quiet --disable-pip-version-check 'python-multipart>=0.0.20' \
	  'tuspyserver>=4.4' 'uvicorn>=0.30'

# What the examples need in CLUSTER_FLAGS. Slurm's packages also start its daemons where there is systemd.
_setup-cluster: _setup-store
	@.ci/install $(if $(findstring slurm,$(CLUSTER_FLAGS)),slurm-wlm munge) \
	  $(if $(findstring parallel,$(CLUSTER_FLAGS)),parallel)
	@.build/interop/bin/pip install --quiet --disable-pip-version-check 'dask[distributed]>=2026.1' \
	  $(if $(findstring kubernetes,$(CLUSTER_FLAGS)),kubernetes-validate)
