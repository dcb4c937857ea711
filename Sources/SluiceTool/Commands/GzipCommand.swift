internal import ArgumentParser
internal import Glibc
internal import Sluice

struct GzipCommand: AsyncParsableCommand {
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

  func run() async throws {
    let source = GzipSource(.file(at: file ?? "/dev/stdin"), format: format.value, level: level)
    try await source.write(toFileDescriptor: STDOUT_FILENO)
  }
}

struct GunzipCommand: AsyncParsableCommand {
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

  func run() async throws {
    let limits = Inflater.Limits(
      byteCount: maxOutput == 0 ? nil : maxOutput, ratio: maxRatio == 0 ? nil : maxRatio)
    let source = InflatedSource(.file(at: file ?? "/dev/stdin"), format: format.value, limits: limits)
    try await source.write(toFileDescriptor: STDOUT_FILENO)
  }
}
