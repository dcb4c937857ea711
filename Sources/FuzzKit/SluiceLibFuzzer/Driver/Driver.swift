import FoundationEssentials
import SluiceFuzz

/// Runs the fuzzer as a process of its own, since it ends with the first failure, and reports what it found.
struct Driver {
  private let target: FuzzTarget
  private let found: String
  private let work: String
  /// The inputs that searches reached new code with. libFuzzer also reads what other processes write there meanwhile.
  private let reached: String
  private let time: String
  private let jobs: String?

  init(_ target: FuzzTarget, _ options: Options) {
    self.target = target
    found = options["found"] ?? "found/\(target.name)"
    work = options["work"] ?? ".build/work/\(target.name)"
    reached = options["shared"] ?? "\(work)/reached"
    time = options["time"] ?? "60"
    jobs = options["jobs"]
  }

  /// Searches for inputs that fail, from the corpus, from what earlier searches reached, and from what they found.
  ///
  /// - Returns: Whether none was found.
  func search() throws -> Bool {
    for folder in [found, reached, "\(work)/new"] { try create(folder) }
    try Commands(target).writeSeeds(to: "\(work)/seeds")
    try Commands(target).writeDictionary(to: "\(work)/dictionary")
    try remove(filesOf: "\(work)/new")
    print(
      "\(target.name): \(try files(of: "\(work)/seeds").count) inputs of the corpus, "
        + "\(try files(of: reached).count) of earlier searches, \(try files(of: found).count) that failed"
    )
    var arguments = [
      "-max_total_time=\(time)", "-max_len=\(target.maximumByteCount)", "-timeout=10", "-rss_limit_mb=2048",
      "-print_funcs=0", "-artifact_prefix=\(work)/new/",
    ]
    // libFuzzer refuses an empty dictionary.
    if target.format != nil { arguments.append("-dict=\(work)/dictionary") }
    if let jobs, jobs != "1" { arguments += ["-fork=\(jobs)", "-ignore_crashes=1"] }
    let (isWhole, lines) = try run(arguments + [reached, "\(work)/seeds", found]) { line in
      if let progress = Progress(line) { print(progress.description) }
    }
    let crashes = try files(of: "\(work)/new")
    if crashes.isEmpty {
      if !isWhole { print(lines.suffix(20).joined(separator: "\n")) }
      return isWhole
    }
    var keys: Set<String> = []
    for crash in crashes {
      try report("\(work)/new/\(crash)", lines: crashes.count == 1 ? lines : nil, &keys)
    }
    if crashes.count > keys.count { print("\(crashes.count) inputs failed in \(keys.count) ways") }
    return false
  }

  /// Runs an input, and prints what it does.
  ///
  /// - Returns: Whether the input passes.
  func reproduce(_ file: String) throws -> Bool {
    let (passes, lines) = try run([file])
    print(Report.of([UInt8](try Data(contentsOf: URL(filePath: file))), target))
    print(passes ? "The input passes." : "")
    if !passes { describe(Crash(lines)) }
    return passes
  }

  /// Drops the inputs of earlier searches that reach no code that others do not.
  func merge() throws {
    let merged = "\(work)/merged"
    for folder in [reached, merged] { try create(folder) }
    try remove(filesOf: merged)
    try Commands(target).writeSeeds(to: "\(work)/seeds")
    for seed in try files(of: "\(work)/seeds") {
      try FileManager.default.copyItem(atPath: "\(work)/seeds/\(seed)", toPath: "\(merged)/seed-\(seed)")
    }
    let before = try files(of: reached).count
    let (isWhole, lines) = try run(["-merge=1", "-timeout=10", merged, reached])
    guard isWhole else { return print(lines.suffix(20).joined(separator: "\n")) }
    let kept = try files(of: merged).filter { !$0.hasPrefix("seed-") }
    try remove(filesOf: reached)
    for file in kept {
      try FileManager.default.moveItem(atPath: "\(merged)/\(file)", toPath: "\(reached)/\(file)")
    }
    print("\(target.name): \(kept.count) of \(before) inputs kept")
  }
}

extension Driver {
  /// Prints a failure, unless one with the same key was printed, and keeps its input.
  private func report(_ file: String, lines: [String]?, _ keys: inout Set<String>) throws {
    var file = file
    var first = Crash(try lines ?? run([file]).lines)
    if first.isInGenerator, FileManager.default.fileExists(atPath: making) {
      // libFuzzer has saved the input before. The run that follows truncates the file.
      file = "\(work)/made"
      try? FileManager.default.removeItem(atPath: file)
      try FileManager.default.moveItem(atPath: making, toPath: file)
      first = Crash(try run([file]).lines)
    }
    guard keys.insert(first.key).inserted else { return }
    let (smallest, crash) = first.brokenProperty == nil ? try minimized(file, first) : (file, first)
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: smallest)))
    let kept = "\(found)/\(FailureName.of(bytes))"
    try Data(bytes).write(to: URL(filePath: kept), options: .atomic)
    print("\nFAILED")
    describe(crash)
    if crash.brokenProperty == nil { print(Report.of(bytes, target)) }
    print("\nTo repeat it:  make repro TARGET=\(target.name) FILE=\(kept)")
  }

  private func describe(_ crash: Crash) {
    if let property = crash.brokenProperty { return print(property) }
    print(crash.cause)
    for frame in crash.stack { print("  \(frame)") }
  }

  /// Returns a smaller input that fails in the same way, and its crash.
  private func minimized(_ file: String, _ crash: Crash) throws -> (String, Crash) {
    let smallest = "\(work)/smallest"
    try? FileManager.default.removeItem(atPath: smallest)
    _ = try run([
      "-minimize_crash=1", "-max_total_time=10", "-timeout=10", "-exact_artifact_path=\(smallest)", file,
    ])
    guard FileManager.default.fileExists(atPath: smallest) else { return (file, crash) }
    let smaller = Crash(try run([smallest]).lines)
    // libFuzzer keeps any failure, also another one.
    return smaller.key == crash.key ? (smallest, smaller) : (file, crash)
  }

  /// The file with the document that the fuzzer is making.
  private var making: String { "\(work)/making" }

  private func run(
    _ arguments: [String], _ handle: (String) -> Void = { _ in }
  ) throws -> (passes: Bool, lines: [String]) {
    var lines: [String] = []
    // A fake stack hides how much of the real one is used. Backtraces are off in the environment of this process.
    let process = try ChildProcess(
      ChildProcess.thisProgram, arguments: ["--target=\(target.name)", "--making=\(making)"] + arguments,
      environment: ["ASAN_OPTIONS": "detect_stack_use_after_return=0:detect_leaks=0"])
    let passes = process.finish { line in
      handle(line)
      // The last lines say what failed. There are many before.
      if lines.count > 20_000 { lines.removeFirst(10_000) }
      lines.append(line)
    }
    return (passes, lines)
  }

  private func print(_ line: String) { Standard.output.print(line) }

  private func create(_ folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func files(of folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }.sorted()
  }

  private func remove(filesOf folder: String) throws {
    for file in try files(of: folder) { try FileManager.default.removeItem(atPath: "\(folder)/\(file)") }
  }
}

/// The state of a search, from a line of libFuzzer.
struct Progress: CustomStringConvertible {
  let description: String

  /// Reads a line such as `#32768 pulse cov: 167 ft: 256 corp: 33/3632b lim: 4096 exec/s: 8192 rss: 205Mb`.
  ///
  /// The result is `nil` for lines that state no progress, and for those that report each new input.
  init?(_ line: String) {
    let words = line.split { $0 == " " || $0 == "\t" }
    guard words.count > 2, words[0].hasPrefix("#") else { return nil }
    let isForked = words[1] == "cov:"
    guard isForked || ["INITED", "pulse", "RELOAD", "DONE"].contains(words[1]) else { return nil }
    func value(of name: String) -> Substring {
      words.firstIndex(of: Substring(name)).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil } ?? "-"
    }
    let count = words[0].dropFirst().prefix { $0.isNumber }
    let inputs = value(of: "corp:").prefix { $0 != "/" }
    let rate = value(of: "exec/s:").prefix { $0 != "(" }
    description =
      "\(count) runs, \(inputs) inputs, \(value(of: "cov:")) edges, \(rate) runs/s"
      + (words[1] == "RELOAD" ? ", with inputs that another process found" : "")
  }
}
