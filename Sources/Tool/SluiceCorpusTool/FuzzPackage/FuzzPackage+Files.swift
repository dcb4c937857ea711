internal import SluiceFuzz

extension FuzzPackage {
  static func manifest(product: String, package: String, sluice: String) -> String {
    """
    // swift-tools-version: 6.2

    import PackageDescription

    let package = Package(
      name: "Fuzzing",
      dependencies: [
        .package(name: \(package.debugDescription), path: ".."),
        .package(name: "sluice", path: \(sluice.debugDescription)),
      ],
      targets: [
        .executableTarget(
          name: "fuzz",
          dependencies: [
            .product(name: \(product.debugDescription), package: \(package.debugDescription)),
            .product(name: "SluiceFuzz", package: "sluice"),
            .product(name: "SluiceLibFuzzer", package: "sluice"),
          ],
          // The engine has the function `main`.
          swiftSettings: [.unsafeFlags(["-parse-as-library"])])
      ],
      swiftLanguageModes: [.v6]
    )

    """
  }

  static let entryPoint = """
    import SluiceLibFuzzer

    /// Selects a target. The engine calls this once, before the first input.
    @_cdecl("LLVMFuzzerInitialize")
    public func initialize(_: OpaquePointer?, _: OpaquePointer?) -> CInt { LibFuzzer.start(targets) }

    """

  static func targets(module: String, target: String, format: Corpus.Format) -> String {
    let name = "\(format)"
    let closure = format == .multipart ? "bytes, contentType in" : "bytes in"
    return """
      import \(module)
      import SluiceFuzz

      /// What is fuzzed: `make fuzz TARGET=\(target)`.
      let targets: [FuzzTarget] = [
        ParserCheck(.\(name)) { \(closure)
          // Call your parser here. It accepts an input by returning a value, and refuses it by throwing an error.
          bytes.count
        }
        .target("\(target)")
      ]

      """
  }

  /// Returns a word of a command in a makefile.
  private static func shellWord(_ text: String) -> String {
    ShellWord.quoted(text).replacing("$", with: "$$")
  }

  static func makefile(target: String, sluice: String) -> String {
    """
    # Fuzzes the targets of Sources/fuzz/Targets.swift with libFuzzer and the address sanitizer of Swift's toolchain.

    TARGET ?= \(target)
    # The time of a search, in seconds.
    TIME ?= 60
    # The time for all targets together, in minutes, and the file of a report of JUnit.
    MINUTES ?= 10
    JUNIT ?=
    # The number of processes that search.
    JOBS ?= 1
    # FIRST=1 ends a search with the first failure.
    FIRST ?=
    # The seed of a plain search.
    SEED ?= 1
    # A folder that several machines share, such as /net/fuzz/\(target).
    SHARED ?=
    # The package whose coverage is printed, by the name of its checkout. Without it, that of this package.
    OF ?=
    # The folder for OSS-Fuzz or ClusterFuzzLite, which their build.sh has in the environment.
    OUT ?= .build/fleet

    # SwiftPM lists the sanitizers in the order of a set, and another order would build everything again.
    export SWIFT_DETERMINISTIC_HASHING := 1

    # A build without a sanitizer repeats what takes too long, before it is reported.
    PLAIN = .build/plain/release/fuzz
    FUZZ = .build/release/fuzz --target=$(TARGET) --plain=$(PLAIN)
    SLUICE = $(realpath \(sluice))
    TOOLCHAIN = $(dir $(realpath $(shell command -v swift)))

    # The checks of addresses are calls. Inlined, they are branches, whose counters take longer than the calls.
    CALLS = -Xswiftc -Xllvm -Xswiftc -asan-instrumentation-with-call-threshold=0
    AFL = /usr/lib/afl

    .PHONY: fuzz ci repro merge coverage afl plain fleet build build-plain

    # Searches for inputs that fail, and keeps them in found/TARGET. Those in known/TARGET may fail.
    fuzz: build build-plain
    \t$(FUZZ) --search --time=$(TIME) --jobs=$(JOBS) $(if $(FIRST),--first) $(if $(SHARED),--shared=$(SHARED))

    # Fuzzes all targets, each for its share of MINUTES, and prints a table.
    ci: build build-plain
    \t.build/release/fuzz --ci --plain=$(PLAIN) --minutes=$(MINUTES) --jobs=$(JOBS) $(if $(JUNIT),--junit=$(JUNIT))

    # Runs an input again: make repro FILE=found/mine/failure-0123456789abcdef
    repro: build build-plain
    \t$(FUZZ) --repro=$(FILE)

    # Drops inputs of earlier searches that reach no code that others do not.
    merge: build
    \t$(FUZZ) --merge

    # Prints how much of each file the inputs reach.
    coverage:
    \t@swift build --scratch-path .build/coverage --product fuzz --sanitize=fuzzer \\
    \t  -Xswiftc -sanitize=fuzzer -Xswiftc -profile-generate -Xswiftc -profile-coverage-mapping
    \t@rm -rf .build/work/$(TARGET)/covering
    \t@LLVM_PROFILE_FILE=/dev/null .build/coverage/debug/fuzz --target=$(TARGET) --seeds=.build/work/$(TARGET)/covering
    \t@for folder in found/$(TARGET) .build/work/$(TARGET)/reached; do \\
    \t  if [ -d $$folder ]; then cp -R $$folder/. .build/work/$(TARGET)/covering; fi; done
    \t@LLVM_PROFILE_FILE=/dev/null .build/coverage/debug/fuzz --target=$(TARGET) --passing=.build/work/$(TARGET)/covering
    \t@LLVM_PROFILE_FILE=.build/coverage/raw .build/coverage/debug/fuzz --target=$(TARGET) -runs=0 \\
    \t  .build/work/$(TARGET)/covering 2>/dev/null
    \t@$(TOOLCHAIN)llvm-profdata merge .build/coverage/raw -o .build/coverage/profile
    \t@$(TOOLCHAIN)llvm-cov report .build/coverage/debug/fuzz -instr-profile=.build/coverage/profile \\
    \t  $(if $(OF),.build/coverage/checkouts/$(OF),-ignore-filename-regex='[.]build/|^$(SLUICE)/')

    # Searches with AFL++ instead, whose files are Debian's: apt install afl++
    afl:
    \t@swift build -c release --scratch-path .build/afl --product fuzz --sanitize=address -Xswiftc -sanitize=address \\
    \t  $(CALLS) -Xswiftc -sanitize-coverage=edge,trace-pc-guard -Xlinker $(AFL)/afl-compiler-rt.o \\
    \t  -Xlinker $(AFL)/libAFLDriver.a -Xlinker -u -Xlinker LLVMFuzzerRunDriver
    \t@.build/afl/release/fuzz --target=$(TARGET) --seeds=.build/work/$(TARGET)/seeds \\
    \t  --dictionary=.build/work/$(TARGET)/dictionary
    \t@ln -sf fuzz .build/afl/release/$(TARGET)
    \tAFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_SKIP_CPUFREQ=1 afl-fuzz -V $(TIME) -t 10000 -m none \\
    \t  -i .build/work/$(TARGET)/seeds -o .build/work/$(TARGET)/afl -x .build/work/$(TARGET)/dictionary \\
    \t  -- .build/afl/release/$(TARGET)

    # Searches without an engine, with the mutators alone: on any machine, and the same inputs for the same SEED.
    plain: build-plain
    \t$(PLAIN) --target=$(TARGET) --time=$(TIME) --seed=$(SEED)

    # Writes the targets into OUT, as OSS-Fuzz and ClusterFuzzLite expect them.
    fleet: build
    \tpython3 \(shellWord("\(sluice)/Fuzz/fleet.py")) write .build/release/fuzz $(OUT)

    # A fleet has no Swift, and finds other libraries in `lib`, beside the program.
    build:
    \t@echo "building; the first time, this takes minutes"
    \t@swift build -c release --product fuzz --sanitize=fuzzer --sanitize=address -Xswiftc -sanitize=fuzzer,address \\
    \t  $(CALLS) --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker --disable-new-dtags \\
    \t  -Xlinker -rpath -Xlinker '$$ORIGIN/lib'

    build-plain:
    \t@swift build -c release --scratch-path .build/plain --product fuzz

    """
  }
}
