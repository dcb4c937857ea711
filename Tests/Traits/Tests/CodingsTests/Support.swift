import Foundation
import SluiceBody
import SluiceBrotli
import SluiceGzip
import SluiceZstd

/// A coding that the tests decode, with its program as the reference.
enum TestedCoding: String, CaseIterable {
  case br
  case zstd

  /// Compresses bytes with the program.
  func encode(_ bytes: [UInt8], level: Int = 3, _ options: String...) throws -> [UInt8] {
    switch self {
    case .br: try run("brotli -q \(level) \(options.joined(separator: " ")) -c", bytes)
    case .zstd: try run("zstd -q -\(level) \(options.joined(separator: " ")) -c", bytes)
    }
  }

  /// Decompresses bytes with the program.
  func decode(_ bytes: [UInt8]) throws -> [UInt8] {
    switch self {
    case .br: try run("brotli -d -c", bytes)
    case .zstd: try run("zstd -q -d -c", bytes)
    }
  }
}

/// What a decoder has made of some input.
struct Decoding: Equatable {
  var output: [UInt8] = []
  /// The code of the error, or `nil` if all was decoded.
  var failure: String?
  /// The offset of the error, or the number of bytes consumed.
  var offset: Int64 = 0

  /// Decodes bytes in pieces of `step` bytes, into room for `room` bytes at a time.
  init(
    _ bytes: [UInt8], _ coding: TestedCoding, limits: Inflater.Limits = .default, step: Int = .max,
    room: Int = 64 << 10
  ) throws {
    switch coding {
    case .br:
      let decoder = try BrotliDecoder(limits: limits)
      do throws(BrotliError) {
        try run(
          bytes, step, room,
          { (input, output) throws(BrotliError) in try decoder.decode(input, into: &output) },
          { () throws(BrotliError) in try decoder.finish() })
      } catch {
        failure = "\(error.code)"
        offset = error.byteOffset
      }
      if failure == nil { offset = decoder.consumedByteCount }
      precondition(decoder.producedByteCount == output.count)
    case .zstd:
      let decoder = try ZstdDecoder(limits: limits)
      do throws(ZstdError) {
        try run(
          bytes, step, room,
          { (input, output) throws(ZstdError) in try decoder.decode(input, into: &output) },
          { () throws(ZstdError) in try decoder.finish() })
      } catch {
        failure = "\(error.code)"
        offset = error.byteOffset
      }
      if failure == nil { offset = decoder.consumedByteCount }
      precondition(decoder.producedByteCount == output.count)
    }
  }

  private mutating func run<Failure: Error>(
    _ bytes: [UInt8], _ step: Int, _ room: Int,
    _ decode: (borrowing Span<UInt8>, inout OutputSpan<UInt8>) throws(Failure) -> Int,
    _ finish: () throws(Failure) -> Void
  ) throws(Failure) {
    var none = OutputSpan<UInt8>()
    var start = try decode(bytes.span.extracting(..<min(step, bytes.count)), &none)
    // Some decoders take all input, and keep its output.
    repeat {
      let end = start + min(step, bytes.count - start)
      var isFull = true
      while start < end || isFull {
        var failure: Failure?
        output += [UInt8](capacity: room) { piece in
          do throws(Failure) {
            start += try decode(bytes.span.extracting(start..<end), &piece)
          } catch {
            failure = error
          }
          isFull = piece.isFull
        }
        if let failure { throw failure }
        // Input may be left only if the output was full.
        precondition(isFull || start == end)
      }
    } while start < bytes.count
    try finish()
  }
}

/// Runs a program of the shell with `input` as its standard input, and returns its standard output.
func run(_ program: String, _ input: [UInt8]) throws -> [UInt8] {
  let folder = FileManager.default.temporaryDirectory.appending(path: "codings-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  defer { try? FileManager.default.removeItem(at: folder) }
  try Data(input).write(to: folder.appending(path: "input"))
  let process = Process()
  process.executableURL = URL(filePath: "/bin/sh")
  process.arguments = ["-c", "timeout 60 \(program) < input > output"]
  process.currentDirectoryURL = folder
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw ProgramFailure(status: process.terminationStatus) }
  return Array(try Data(contentsOf: folder.appending(path: "output")))
}

struct ProgramFailure: Error {
  let status: Int32
}

/// Returns bytes that do not compress, the same at each call.
func noise(_ count: Int) -> [UInt8] {
  var state: UInt64 = 0x9E37_79B9_7F4A_7C15
  return (0..<count).map { _ in
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return UInt8(truncatingIfNeeded: state >> 32)
  }
}

/// Reads a body to its end.
func readAll(_ source: any BodySource, upTo limit: Int = 64 << 10) async throws -> [UInt8] {
  var bytes: [UInt8] = []
  for try await chunk in source.chunks(ofUpTo: limit) { bytes += chunk }
  return bytes
}

/// The data that the tests compress, by name.
let samples: [String: [UInt8]] = [
  "empty": [],
  "one byte": [7],
  "text": Array((0..<20_000).map { "line \($0 &* 7919 % 1000) of the text\n" }.joined().utf8),
  "noise": noise(300_000),
  "zeros": [UInt8](repeating: 0, count: 400_000),
]

/// A small text with repetitions.
let phrase = Array("the quick brown fox, the quick brown dog, and the lazy fox\n".utf8)
