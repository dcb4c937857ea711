import FoundationEssentials
import SluiceFuzz

/// Runs the fuzzer as a process of its own, since it ends with the first failure, and reports what it found.
struct Driver {
  private let target: FuzzTarget
  private let found: String
  private let known: String
  private let work: String
  /// The inputs that searches reached new code with. libFuzzer also reads what other processes write there meanwhile.
  private let reached: String
  /// The seconds of a search.
  private let time: Int
  private let jobs: String?
  private let endsWithFirst: Bool
  /// A build without a sanitizer.
  private let plain: String?

  init(_ target: FuzzTarget, _ options: Options) {
    self.target = target
    found = options["found"] ?? "found/\(target.name)"
    known = options["known"] ?? "known/\(target.name)"
    work = options["work"] ?? ".build/work/\(target.name)"
    reached = options["shared"] ?? "\(work)/reached"
    time = options["time"].flatMap { Int($0) } ?? 60
    jobs = options["jobs"]
    endsWithFirst = options["first"] != nil
    plain = options["plain"]
  }

  /// Searches for inputs that fail, from the corpus, from what earlier searches reached, and from what they found.
  ///
  /// The search continues after a failure until its time is over. With `endsWithFirst`, it ends with the first one. If
  /// the time is over before the fuzzer starts, it runs for a second, unless an input has failed.
  func search() throws -> SearchResult {
    var run = SearchRun(end: .now + .seconds(time))
    for folder in [found, reached, "\(work)/new"] { try create(folder) }
    try create("\(work)/seeds")
    try remove(filesOf: "\(work)/seeds")
    try Commands(target).writeSeeds(to: "\(work)/seeds")
    try Commands(target).writeDictionary(to: "\(work)/dictionary")
    print(
      "\(target.name): \(try files(of: "\(work)/seeds").count) inputs of the corpus, "
        + "\(try files(of: reached).count) of earlier searches, \(try files(of: found).count) that failed"
    )
    try runKnown(&run)
    let passing = try runFound(&run)
    try runSeeds(&run)
    var arguments = [
      "-max_len=\(target.maximumByteCount)", "-timeout=10", "-rss_limit_mb=2048", "-print_funcs=0",
      "-artifact_prefix=\(work)/new/",
    ]
    // libFuzzer refuses an empty dictionary.
    if target.format != nil { arguments.append("-dict=\(work)/dictionary") }
    // Processes of a fork would write one record together.
    if let jobs, jobs != "1" {
      arguments += ["-fork=\(jobs)", "-ignore_crashes=1"]
    } else {
      arguments.append("--running=\(running)")
    }
    var isStarted = false
    while run.secondsLeft > 0 || !isStarted && run.result.failures.isEmpty,
      !(endsWithFirst && !run.result.failures.isEmpty)
    {
      isStarted = true
      try remove(filesOf: "\(work)/new")
      let seconds = max(1, run.secondsLeft)
      let (end, lines) = try self.run(
        arguments + ["-max_total_time=\(seconds)", reached, "\(work)/seeds", passing],
        // libFuzzer ends by itself. It runs all inputs that it starts from, however long that takes.
        until: .now + .seconds(seconds) * 2 + .seconds(600)
      ) { line in
        guard let progress = Progress(line) else { return }
        run.progress = progress
        // Each start after a failure would print its first line.
        let isFirst = run.keys.isEmpty && run.result.knownCount == 0
        if isFirst || !line.contains("INITED") { print(progress.description) }
      }
      run.addProgress()
      let crashes = try files(of: "\(work)/new")
      for crash in crashes {
        try leaveOut("\(work)/new/\(crash)")
        try report("\(work)/new/\(crash)", lines: crashes.count == 1 ? lines : nil, &run)
      }
      if crashes.isEmpty, end != .exited(0) || !Crash.isFinished(lines) {
        if try reportRunning(&run) { continue }
        let text =
          "the fuzzer ended, and saved no input: "
          + (Crash(lines).endsWithCause ? "" : "\(Crash.text(of: end))\n")
          + lines.suffix(20).joined(separator: "\n")
        run.result.failures.append(text)
        print("\nFAILED\n\(text)")
        return run.result
      }
    }
    let count = run.result.failures.count
    print("\(target.name): \(run.result.runCount) runs, \(count) failure\(count == 1 ? "" : "s")")
    if let error = run.result.error { print("\(target.name): \(error)") }
    if run.result.slowCount > 0 {
      print("\(run.result.slowCount) inputs take too long with the sanitizer alone, and are no failures")
    }
    if run.result.knownCount > 0 { print("\(run.result.knownCount) inputs failed in a known way") }
    if run.keys.count > 1 { print("Inputs failed in \(run.keys.count) ways") }
    return run.result
  }

  /// Removes an input that fails from those that the search starts from, which would end with it again.
  private func leaveOut(_ file: String) throws {
    let bytes = try content(of: file)
    for folder in ["\(work)/seeds", "\(work)/passing", reached] {
      for name in try files(of: folder) {
        let path = "\(folder)/\(name)"
        if try content(of: path) == bytes {
          try FileManager.default.removeItem(atPath: path)
        }
      }
    }
  }

  /// Notes the ways in which inputs are known to fail.
  private func runKnown(_ run: inout SearchRun) throws {
    guard FileManager.default.fileExists(atPath: known) else { return }
    for name in try files(of: known) {
      let file = "\(known)/\(name)"
      let (passes, lines) = try self.run(files: [file])
      if passes {
        let text = "\(file) does not fail any more: move it to \(found)"
        run.result.failures.append(text)
        print(text)
      } else {
        run.knownKeys.insert(Crash(lines).key)
      }
    }
  }

  /// Runs the inputs that the search starts from, reports one of those that fail in the same way, and leaves them out.
  private func runSeeds(_ run: inout SearchRun) throws {
    let seeds = "\(work)/seeds"
    let inputs = try files(of: seeds).map { ($0, try content(of: "\(seeds)/\($0)")) }
    var keys: Set<String> = []
    for (name, key) in try target.failing(inputs, until: run.end) {
      if keys.insert(key).inserted { try report("\(seeds)/\(name)", lines: nil, &run) }
      try FileManager.default.removeItem(atPath: "\(seeds)/\(name)")
    }
  }

  /// Runs the inputs that failed before, and reports those that still do.
  ///
  /// - Returns: A folder of those that pass, from which a search starts.
  private func runFound(_ run: inout SearchRun) throws -> String {
    let passing = "\(work)/passing"
    try create(passing)
    try remove(filesOf: passing)
    let names = try files(of: found)
    let allPass = names.isEmpty ? true : try self.run(files: names.map { "\(found)/\($0)" }).passes
    for name in names {
      let file = "\(found)/\(name)"
      let (passes, lines) = allPass ? (true, []) : try self.run(files: [file])
      if passes {
        try FileManager.default.copyItem(atPath: file, toPath: "\(passing)/\(name)")
      } else {
        try report(file, lines: lines, &run)
      }
    }
    return passing
  }

  /// Runs an input, and prints what it does.
  ///
  /// - Returns: Whether the input passes.
  func reproduce(_ file: String) throws -> Bool {
    let bytes = try content(of: file)
    let (passes, lines) = try run(files: [file])
    print(Report.of(bytes, target))
    print(passes ? "The input passes." : "")
    if passes { return true }
    let crash = Crash(lines)
    print(crash.description)
    guard crash.isAboutTime, let confirmation = try runWithoutSanitizer(file) else { return false }
    print("without the sanitizer: \(confirmation.passes ? "The input passes." : confirmation.message)")
    return confirmation.passes
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
    let (end, lines) = try run(["-merge=1", "-timeout=10", merged, reached])
    guard end == .exited(0) else { return print(lines.suffix(20).joined(separator: "\n")) }
    let kept = try files(of: merged).filter { !$0.hasPrefix("seed-") }
    try remove(filesOf: reached)
    for file in kept {
      try FileManager.default.moveItem(atPath: "\(merged)/\(file)", toPath: "\(reached)/\(file)")
    }
    print("\(target.name): \(kept.count) of \(before) inputs kept")
  }
}

extension Driver {
  /// Prints a failure, unless one with the same key was printed or is known, and keeps its input.
  private func report(_ file: String, lines: [String]?, _ run: inout SearchRun) throws {
    var file = file
    var first = Crash(try lines ?? self.run(files: [file]).lines)
    if first.isInGenerator, FileManager.default.fileExists(atPath: making) {
      // libFuzzer has saved the input before. The run that follows truncates the file.
      file = "\(work)/made"
      try? FileManager.default.removeItem(atPath: file)
      try FileManager.default.moveItem(atPath: making, toPath: file)
      first = Crash(try self.run(files: [file]).lines)
    }
    if run.knownKeys.contains(first.key) {
      run.result.knownCount += 1
      return
    }
    if run.keys.contains(first.key) { return }
    let confirmation = try first.isAboutTime ? runWithoutSanitizer(file) : nil
    if confirmation?.passes == true {
      run.result.slowCount += 1
      return
    }
    run.keys.insert(first.key)
    let isOld = file.hasPrefix("\(found)/")
    let isNew = !FoundFolder(path: found).contains(try content(of: file))
    var kept = isOld ? file : try keep(file)
    print("\nFAILED")
    var crash = first
    if first.brokenProperty == nil, !first.isAboutTime, !isOld, run.mayMinimize(within: time) {
      print(
        "\(first.cause)\n\(kept)\nmaking its \(try size(of: kept)) bytes fewer, for at most \(minimizingSeconds) s"
      )
      let (smallest, smaller) = try minimized(file, first)
      let name = try keep(smallest)
      if name != kept, isNew { try FileManager.default.removeItem(atPath: kept) }
      (kept, crash) = (name, smaller)
    }
    var text = crash.description
    if let confirmation { text += "\nwithout the sanitizer: \(confirmation.message)" }
    if crash.brokenProperty == nil {
      text += "\n" + Report.of(try content(of: kept), target)
    }
    text += "\n\nTo repeat it:  make repro TARGET=\(target.name) FILE=\(kept)"
    run.result.failures.append(text)
    print(text)
  }

  /// Reports the input with which the target ended the fuzzer, if it fails again.
  ///
  /// - Returns: Whether there is one.
  private func reportRunning(_ run: inout SearchRun) throws -> Bool {
    guard let bytes = RunningRecord.input(of: running) else { return false }
    let file = "\(work)/new/ended"
    try Data(bytes).write(to: URL(filePath: file))
    let (passes, lines) = try self.run(files: [file])
    guard !passes else { return false }
    try leaveOut(file)
    try report(file, lines: lines, &run)
    return true
  }

  /// Runs an input that took too long in a build without a sanitizer, if there is one.
  private func runWithoutSanitizer(_ file: String) throws -> (passes: Bool, message: String)? {
    guard let plain, FileManager.default.isExecutableFile(atPath: plain) else { return nil }
    let process = try ChildProcess(plain, arguments: ["--target=\(target.name)", "--check=\(file)"])
    var lines: [String] = []
    let end = process.finish(until: .now + .seconds(60)) { lines.append($0) }
    if end != .exited(0), lines.isEmpty { lines.append(Crash.text(of: end)) }
    return (end == .exited(0), lines.joined(separator: "\n"))
  }

  /// Copies an input into the folder of those that failed.
  ///
  /// - Returns: The path of the copy.
  private func keep(_ file: String) throws -> String {
    let bytes = try content(of: file)
    let kept = "\(found)/\(FailureName.of(bytes))"
    try Data(bytes).write(to: URL(filePath: kept), options: .atomic)
    return kept
  }

  private func size(of file: String) throws -> Int { try content(of: file).count }

  /// The time for making an input smaller: a tenth of that of the search, and at most ten seconds.
  private var minimizingSeconds: Int { min(10, max(1, time / 10)) }

  /// Returns a smaller input that fails in the same way, and its crash.
  private func minimized(_ file: String, _ crash: Crash) throws -> (String, Crash) {
    let smallest = "\(work)/smallest"
    try? FileManager.default.removeItem(atPath: smallest)
    // libFuzzer limits the time of each of its processes, but not their number.
    _ = try run(
      [
        "-minimize_crash=1", "-max_total_time=\(minimizingSeconds)", "-timeout=10",
        "-exact_artifact_path=\(smallest)", file,
      ], until: .now + .seconds(minimizingSeconds + 5), leadsGroup: true)
    guard FileManager.default.fileExists(atPath: smallest) else { return (file, crash) }
    let smaller = Crash(try run(files: [smallest]).lines)
    // libFuzzer keeps any failure, also another one.
    return smaller.key == crash.key ? (smallest, smaller) : (file, crash)
  }

  /// The file with the input that the fuzzer is running.
  private var running: String { "\(work)/running" }

  /// The file with the document that the fuzzer is making.
  private var making: String { "\(work)/making" }

  /// Runs inputs, each for at most ten seconds, and those for making it smaller if it breaks a property.
  ///
  /// The input passes if the fuzzer says so: a target that ends the process may end it with 0, too. Otherwise, the
  /// last line has the cause if no other has it.
  private func run(files: [String]) throws -> (passes: Bool, lines: [String]) {
    var (end, lines) = try run(["-timeout=\(10 + minimizingSeconds)"] + files, until: .now + .seconds(45))
    if end == .exited(0), Crash.executedCount(lines) >= files.count { return (true, lines) }
    if !Crash(lines).endsWithCause { lines.append(Crash.text(of: end)) }
    return (false, lines)
  }

  private func run(
    _ arguments: [String], until deadline: ContinuousClock.Instant? = nil, leadsGroup: Bool = false,
    _ handle: (String) -> Void = { _ in }
  ) throws -> (end: ChildProcess.End, lines: [String]) {
    var lines: [String] = []
    // A fake stack hides how much of the real one is used. Backtraces are off in the environment of this process.
    let process = try ChildProcess(
      ChildProcess.thisProgram,
      arguments: ["--target=\(target.name)", "--making=\(making)", "--shrink=\(minimizingSeconds)"]
        + arguments,
      environment: ["ASAN_OPTIONS": "detect_stack_use_after_return=0:detect_leaks=0"],
      leadsGroup: leadsGroup)
    let end = process.finish(until: deadline) { line in
      handle(line)
      // The last lines say what failed. There are many before.
      if lines.count > 20_000 { lines.removeFirst(10_000) }
      lines.append(line)
    }
    return (end, lines)
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

/// A search that is running.
private struct SearchRun {
  let end: ContinuousClock.Instant
  var result = SearchResult()
  /// The ways in which inputs failed.
  var keys: Set<String> = []
  var knownKeys: Set<String> = []
  /// The last state of the process that searches.
  var progress: Progress?

  /// The whole seconds that are left, and one for a part of one.
  var secondsLeft: Int { max(0, Int(((end - .now) / .seconds(1)).rounded(.up))) }

  /// Whether there is time to make an input smaller: that of the search, and a tenth more.
  func mayMinimize(within time: Int) -> Bool { .now < end + .seconds(time) / 20 }

  /// Adds what the process has done, which has ended.
  mutating func addProgress() {
    guard let progress else { return }
    result.runCount &+= progress.runCount
    result.inputCount = progress.inputCount
    result.edgeCount = max(result.edgeCount, progress.edgeCount)
    self.progress = nil
  }
}
