import Glibc
public import SluiceFuzz
import Synchronization

/// The fuzz targets of a program that is linked with libFuzzer, or with another engine that calls the same functions.
///
/// The program has no `main`, since the engine provides it, and a single function:
///
/// ```swift
/// import SluiceLibFuzzer
///
/// @_cdecl("LLVMFuzzerInitialize")
/// public func initialize(_: OpaquePointer?, _: OpaquePointer?) -> CInt { LibFuzzer.start(targets) }
/// ```
///
/// Its options begin with two hyphens, since libFuzzer ignores those:
///
/// | option | effect |
/// | --- | --- |
/// | `--target=NAME` | selects a target; without it, the program's name does, or there must be a single target |
/// | `--list` | prints the targets, with the format and the maximum byte count of their inputs |
/// | `--search` | fuzzes for `--time=SECONDS` (60) in another process, or `--jobs=N`, and reports what it found |
/// | `--first` | ends the search with the first failure |
/// | `--ci` | fuzzes all targets, together for `--minutes=N` (10), prints a table, and writes `--junit=FILE` |
/// | `--repro=FILE` | runs an input, and prints where it fails, and a test that repeats it |
/// | `--plain=PROGRAM` | a build without a sanitizer, which repeats what takes too long before it is reported |
/// | `--check=FILE` | runs an input in this build, for at most ten seconds, and prints why it fails |
/// | `--merge` | drops inputs of earlier searches that reach no code that others do not |
/// | `--found=FOLDER` | the folder of inputs that failed: `found/NAME` |
/// | `--known=FOLDER` | the folder of inputs that may fail, whose failures are counted: `known/NAME` |
/// | `--shrink=SECONDS` | the time for making an input smaller that breaks a property: 10 |
/// | `--work=FOLDER` | the folder of a search's other files: `.build/work/NAME` |
/// | `--shared=FOLDER` | a folder of inputs that reach new code, which searches may share: `reached` in `work` |
/// | `--making=FILE` | the file of the document that a generator is making |
/// | `--running=FILE` | the file of the input that is running |
/// | `--seeds=FOLDER` | writes what a search starts from: the corpus, files of `seeds/NAME`, generated documents |
/// | `--passing=FOLDER` | removes the inputs of a folder that fail |
/// | `--dictionary=FILE` | writes the dictionary of the target's format |
/// | `--report=FILE` | prints an input, and a test that repeats it |
public enum LibFuzzer {
  private static let selected = Mutex<(target: FuzzTarget, mutation: Mutation, running: RunningRecord?)?>(nil)

  /// The target that ``start(_:)`` selected.
  static var target: FuzzTarget? { selected.withLock { $0?.target } }

  /// The time for making an input smaller.
  static let shrinkDuration = Duration.seconds(
    Options(CommandLine.arguments)["shrink"].flatMap { Int($0) } ?? 10)

  /// The record of the running input.
  static var running: RunningRecord? { selected.withLock { $0?.running } }

  /// The changes to its inputs.
  static var mutation: Mutation? { selected.withLock { $0?.mutation } }

  /// Selects the target that the program's arguments name. Call it once, before the first input.
  ///
  /// - Parameter targets: The targets of the program.
  /// - Returns: 0. The process exits with 64 if the arguments select no target or have an invalid number, or if two
  ///   targets have one name or a name is not one of letters, digits, `.`, `_` and `-`, and with 0
  ///   after `--list` and options that write or print.
  public static func start(_ targets: [FuzzTarget]) -> CInt {
    Backtraces.turnOff()
    // `_exit` skips the check for leaks, which would report the objects that a command still uses.
    let options = Options(CommandLine.arguments)
    if let error = options.invalidNumber {
      Standard.error.print(error)
      _exit(64)
    }
    if let name = invalidName(of: targets) {
      Standard.error.print(
        "\(name): a target has a name that no other has, of letters, digits, '.', '_' and '-'")
      _exit(64)
    }
    do {
      if options["ci"] != nil { _exit(try Campaign(targets, options).run() ? 0 : 1) }
      guard let target = options.target(of: targets) else {
        list(targets)
        _exit(options["list"] == nil ? 64 : 0)
      }
      if let status = try run(target, options) { _exit(status) }
      // Without the file, a document that traps while it is made is lost, but nothing else.
      let making = options["making"].flatMap { try? RunningInput(path: $0) }
      let running = options["running"].flatMap { RunningRecord(path: $0, capacity: target.maximumByteCount) }
      selected.withLock { $0 = (target, Mutation(target, making: making), running) }
      return 0
    } catch {
      Standard.error.print("\(error)")
      _exit(74)
    }
  }

  /// Returns the first name that occurs twice or is invalid. The targets would share a folder of found inputs.
  private static func invalidName(of targets: [FuzzTarget]) -> String? {
    var names: Set<String> = []
    return targets.map(\.name).first { !names.insert($0).inserted || !FuzzTarget.isValid(name: $0) }
  }

  /// Runs what the options ask for instead of fuzzing in this process.
  ///
  /// - Returns: The exit code, or `nil` if the options ask for nothing.
  private static func run(_ target: FuzzTarget, _ options: Options) throws -> CInt? {
    if options["search"] != nil { return try Driver(target, options).search().isSuccess ? 0 : 1 }
    if let file = options["repro"] { return try Driver(target, options).reproduce(file) ? 0 : 1 }
    if let file = options["check"] {
      guard let failure = try target.failure(of: try content(of: file)) else { return 0 }
      Standard.output.print(failure)
      return 1
    }
    if options["merge"] != nil {
      try Driver(target, options).merge()
      return 0
    }
    return try Commands(target).run(options) ? 0 : nil
  }

  /// Prints the targets.
  private static func list(_ targets: [FuzzTarget]) {
    Standard.output.print(
      "--target=NAME, one of these, with the maximum byte count of an input, and its format:")
    for target in targets {
      Standard.output.print("\(target.name) \(target.maximumByteCount) \(target.format?.rawValue ?? "-")")
    }
  }
}
