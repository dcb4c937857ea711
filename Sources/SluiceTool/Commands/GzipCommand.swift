internal import ArgumentParser
internal import Glibc
internal import Sluice

struct GzipCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gzip", abstract: "Compress to standard output.")

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case gzip, deflate, raw

    var value: DeflateFormat {
      switch self {
      case .gzip: .gzip
      case .deflate: .zlib
      case .raw: .raw
      }
    }
  }

  @Argument(help: "A file; standard input by default.") var file: String?
  @Option(help: "From 0, which stores, to 9, the smallest.") var level = 6
  @Option(help: "What stands around the data.") var format = Format.gzip

  func validate() throws {
    if !(0...9).contains(level) { throw ValidationError("--level takes 0 to 9") }
  }

  func run() throws {
    let deflater = try Deflater(format.value, level: level)
    try pump(InputFile(file)) { input, output in
      deflater.deflate(input, into: &output)
    } finish: { output in
      deflater.finish(into: &output)
    }
  }
}

struct GunzipCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gunzip", abstract: "Decompress to standard output.")

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case auto, gzip, deflate, raw

    var value: Inflater.Format {
      switch self {
      case .auto: .automatic
      case .gzip: .gzip
      case .deflate: .deflate
      case .raw: .raw
      }
    }
  }

  @Argument(help: "A file; standard input by default.") var file: String?
  @Option(help: "What stands around the data.") var format = Format.auto

  @Option(help: ArgumentHelp("The most bytes that may come out; 0 for no limit.", valueName: "bytes"))
  var maxOutput: Int64 = 0

  @Option(
    help: ArgumentHelp(
      "The most bytes that may come out for each that goes in; 0 for no limit.", valueName: "ratio"))
  var maxRatio: Double = 0

  func validate() throws {
    if maxOutput < 0 { throw ValidationError("--max-output takes a number of bytes") }
    if !(maxRatio >= 0) { throw ValidationError("--max-ratio takes a number") }
  }

  func run() throws {
    let limits = Inflater.Limits(
      byteCount: maxOutput == 0 ? nil : maxOutput, ratio: maxRatio == 0 ? nil : maxRatio)
    let inflater = try Inflater(format.value, limits: limits)
    try pump(InputFile(file)) { input, output in
      try inflater.inflate(input, into: &output)
    } finish: { _ in
      try inflater.finish()
      return true
    }
  }
}

/// Sends a file's bytes through what takes them piece by piece, and writes what comes out to standard output.
///
/// - Parameters:
///   - transform: takes bytes from the front of its input, and says how many. It is called until it takes no more and
///     leaves room.
///   - finish: writes what is left, and says whether that was all.
private func pump(
  _ input: InputFile,
  _ transform: (borrowing Span<UInt8>, inout OutputSpan<UInt8>) throws -> Int,
  finish: (inout OutputSpan<UInt8>) throws -> Bool
) throws {
  let blockSize = 128 << 10
  var (block, output): ([UInt8], [UInt8]) = ([], [])
  /// Fills the output, writes it, and says whether there was room left. What came out before an error is right.
  func write(_ fill: (inout OutputSpan<UInt8>) throws -> Void) throws -> Bool {
    output.removeAll(keepingCapacity: true)
    let result = Result { try output.append(addingCapacity: blockSize, initializingWith: fill) }
    try writeAll(output, to: STDOUT_FILENO, named: "standard output")
    try result.get()
    return output.count < blockSize
  }
  while try input.read(into: &block, upTo: 64 << 10) {
    var offset = 0
    var isDone = false
    while !isDone {
      isDone = try write { offset += try transform(block.span.extracting(offset...), &$0) }
    }
  }
  var isDone = false
  while !isDone { _ = try write { isDone = try finish(&$0) } }
}
