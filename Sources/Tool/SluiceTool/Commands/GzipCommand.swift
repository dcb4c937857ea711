internal import ArgumentParser
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

  @Argument(help: "The input file; standard input by default.") var file: String?
  /// The default is that of gzip(1), because a file is kept, and not only sent.
  @Option(help: "The compression level, from 0 (none) to 9 (smallest).") var level = 6
  @Option(help: "The format of the output.") var format = Format.gzip

  func validate() throws {
    if !(0...9).contains(level) { throw ValidationError("--level takes 0 to 9") }
  }

  func run() throws {
    let deflater = try Deflater(format.value, level: level)
    try pump(file) { input, output in
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

  @Argument(help: "The input file; standard input by default.") var file: String?
  @Option(help: "The format of the input.") var format = Format.auto

  @Option(
    help: ArgumentHelp("The maximum size of the output, such as 64M; 0 for no limit.", valueName: "bytes"))
  var maxOutput = ByteSize(0)

  @Option(
    help: ArgumentHelp(
      "The maximum ratio of output bytes to input bytes; 0 for no limit.", valueName: "ratio"))
  var maxRatio: Double = 0

  func validate() throws {
    if !(maxRatio >= 0) { throw ValidationError("--max-ratio takes a number") }
  }

  func run() throws {
    let limits = Inflater.Limits(
      maximumByteCount: maxOutput.limit, maximumRatio: maxRatio == 0 ? nil : maxRatio)
    let inflater = try Inflater(format.value, limits: limits)
    try pump(file) { input, output in
      try inflater.inflate(input, into: &output)
    } finish: { _ in
      try inflater.finish()
      return true
    }
  }
}

/// Transforms a file piece by piece, and writes the output to standard output.
///
/// - Parameters:
///   - path: The path of the file, or `nil` for standard input.
///   - transform: Consumes bytes from the front of its input and returns their number. For each block of input, it is
///     called until it leaves room in the output, which means that it has consumed the block.
///   - finish: Writes remaining output, and returns whether that was all. It is called until it returns `true`.
private func pump(
  _ path: String?,
  _ transform: (borrowing Span<UInt8>, inout OutputSpan<UInt8>) throws -> Int,
  finish: (inout OutputSpan<UInt8>) throws -> Bool
) throws {
  let input = try InputFile(path)
  let blockSize = 128 << 10
  var (block, output): ([UInt8], [UInt8]) = ([], [])
  /// Fills the output, writes it, and returns whether there was room left.
  ///
  /// Output that was produced before an error is correct, and is written as well.
  func write(_ fill: (inout OutputSpan<UInt8>) throws -> Void) throws -> Bool {
    output.removeAll(keepingCapacity: true)
    let result = Result { try output.append(addingCapacity: blockSize, initializingWith: fill) }
    try OutputFile(nil).write(output)
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
