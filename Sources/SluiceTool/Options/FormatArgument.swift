internal import ArgumentParser
internal import SluiceFuzz

/// The name of a format of the corpus.
struct FormatArgument: ExpressibleByArgument {
  let format: Corpus.Format

  init(_ format: Corpus.Format) { self.format = format }

  init?(argument: String) {
    guard let format = Corpus.Format(rawValue: argument) else { return nil }
    self.init(format)
  }

  var defaultValueDescription: String { format.rawValue }

  static var allValueStrings: [String] { Corpus.Format.allCases.map(\.rawValue) }
}
