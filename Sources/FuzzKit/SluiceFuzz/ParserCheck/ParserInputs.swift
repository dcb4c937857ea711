/// A source of the inputs of a ``ParserCheck``.
public struct ParserInputs: Sendable {
  enum Kind: Sendable {
    case corpus
    case found(folder: String)
    case search(Limit, seed: UInt64)
  }

  enum Limit: Sendable {
    case duration(Duration)
    case runs(Int)
  }

  let kind: Kind

  /// The inputs of the format in the corpus, with their verdicts and results.
  public static let corpus = ParserInputs(kind: .corpus)

  /// The files of a folder: inputs that failed once.
  ///
  /// A search adds the inputs that fail to this folder. If the parser traps, it leaves its input there, too, so that
  /// the next run starts with it. Commit the files together with what mends the parser.
  ///
  /// - Parameter folder: The path, relative to the current directory. For `swift test`, that is the package's folder. A
  ///   folder that does not exist is empty.
  public static func found(in folder: String) -> ParserInputs { ParserInputs(kind: .found(folder: folder)) }

  /// Inputs that are made from those of the corpus, by mutators that know the format.
  ///
  /// - Parameters:
  ///   - duration: The time to search.
  ///   - seed: The seed of the choices. A run with the same seed tries the same inputs in the same order. Defaults to
  ///     1.
  public static func search(for duration: Duration, seed: UInt64 = 1) -> ParserInputs {
    ParserInputs(kind: .search(.duration(duration), seed: seed))
  }

  /// Inputs that are made from those of the corpus, by mutators that know the format.
  ///
  /// - Parameters:
  ///   - runs: The number of inputs to try.
  ///   - seed: The seed of the choices. Defaults to 1.
  public static func search(runs: Int, seed: UInt64 = 1) -> ParserInputs {
    ParserInputs(kind: .search(.runs(runs), seed: seed))
  }
}
