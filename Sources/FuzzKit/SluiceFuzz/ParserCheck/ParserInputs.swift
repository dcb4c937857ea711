/// A source of the inputs of a ``ParserCheck``.
public struct ParserInputs: Sendable {
  enum Kind: Sendable {
    case corpus(names: Set<String>?)
    case seeds(folder: String)
    case found(folder: String)
    case known(folder: String)
    case trial(Trial)
    case search(Limit, seed: UInt64)
  }

  enum Limit: Sendable {
    case duration(Duration)
    case runs(Int)
  }

  let kind: Kind

  /// The inputs of the format in the corpus, with their verdicts and results.
  public static let corpus = ParserInputs(kind: .corpus(names: nil))

  /// Some inputs of the format in the corpus, with their verdicts and results.
  ///
  /// - Parameter names: The names, such as `array-trailing-comma`.
  public static func corpus(_ names: String...) -> ParserInputs {
    ParserInputs(kind: .corpus(names: Set(names)))
  }

  /// The files of a folder: documents of your own, which a search starts from, too.
  ///
  /// They may be accepted or refused.
  ///
  /// - Parameter folder: The path, relative to the current directory. For `swift test`, that is the package's folder. A
  ///   folder that does not exist is empty.
  public static func seeds(in folder: String) -> ParserInputs { ParserInputs(kind: .seeds(folder: folder)) }

  /// The files of a folder: inputs that failed once.
  ///
  /// A search adds the inputs that fail to this folder, and starts from them. Commit the files together with what mends
  /// the parser.
  ///
  /// - Parameter folder: The path, relative to the current directory. For `swift test`, that is the package's folder. A
  ///   folder that does not exist is empty.
  public static func found(in folder: String) -> ParserInputs { ParserInputs(kind: .found(folder: folder)) }

  /// The files of a folder: inputs that fail, and will for a while, for example because the fault is in a package of
  /// others.
  ///
  /// They are run first. What fails in the same way — with the same message and, if it traps, in the same place — is
  /// counted, and is no failure of the run. An input that does not fail any more is one, so that it is moved to the
  /// folder of ``found(in:)``.
  ///
  /// - Parameter folder: The path, relative to the current directory. A folder that does not exist is empty.
  public static func known(in folder: String) -> ParserInputs { ParserInputs(kind: .known(folder: folder)) }

  /// A single input, as a failure prints it.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - contentType: The content type. Defaults to that of ``Corpus/Format/contentType(of:)``.
  ///   - verdict: Whether the input must be accepted. Defaults to `.either`.
  public static func input(
    _ bytes: [UInt8], contentType: String? = nil, verdict: Corpus.Verdict = .either
  ) -> ParserInputs {
    ParserInputs(kind: .trial(.input(bytes, contentType: contentType, verdict: verdict)))
  }

  /// Inputs in which a part is repeated more and more often, for which the work must be linear.
  ///
  /// Inputs of 2, 8 and 32 KiB are parsed, three times each, and some of up to 256 KiB if the work seems not to be
  /// linear. All properties are checked for one of 4 KiB; their own work need not be linear.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - start: The bytes before the first part. Defaults to none.
  ///   - end: The bytes after the last part. Defaults to none.
  public static func repeating(_ part: [UInt8], after start: [UInt8] = [], before end: [UInt8] = [])
    -> ParserInputs
  {
    ParserInputs(kind: .trial(.growth(Growth.Pump(start: start, unit: part, end: end))))
  }

  /// Inputs that are made from those of the corpus, of seeds, and of found inputs, by mutators that know the format.
  ///
  /// - Parameters:
  ///   - duration: The time to search, with that for making the inputs that fail smaller. An input that the parser
  ///     hangs with when it is over takes up to 20 seconds more.
  ///   - seed: The seed of the choices. A run with the same seed tries the same inputs in the same order. Defaults to
  ///     1.
  public static func search(for duration: Duration, seed: UInt64 = 1) -> ParserInputs {
    ParserInputs(kind: .search(.duration(duration), seed: seed))
  }

  /// Inputs that are made from those of the corpus, of seeds, and of found inputs, by mutators that know the format.
  ///
  /// - Parameters:
  ///   - runs: The number of inputs to try.
  ///   - seed: The seed of the choices. Defaults to 1.
  public static func search(runs: Int, seed: UInt64 = 1) -> ParserInputs {
    ParserInputs(kind: .search(.runs(runs), seed: seed))
  }
}
