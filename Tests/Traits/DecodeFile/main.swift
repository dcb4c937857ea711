// Decodes a file and discards the output: DecodeFile gzip|zstd|br FILE. Prints the number of bytes.

import Foundation
import SluiceBrotli
import SluiceGzip
import SluiceZstd

/// Passes a file to `decode` in pieces of 64 KiB, and takes the output in pieces of the same size.
///
/// - Returns: The number of bytes of output.
func count(
  _ path: String, _ decode: (borrowing Span<UInt8>, inout OutputSpan<UInt8>) throws -> Int
) throws -> Int {
  let file = try FileHandle(forReadingFrom: URL(filePath: path))
  var room: [UInt8] = []
  var total = 0
  while let piece = try file.read(upToCount: 64 << 10), !piece.isEmpty {
    let input = [UInt8](piece)
    var offset = 0
    var isFull = true
    while offset < input.count || isFull {
      room.removeAll(keepingCapacity: true)
      try room.append(addingCapacity: 64 << 10) { output in
        offset += try decode(input.span.extracting(offset...), &output)
        isFull = output.isFull
      }
      total += room.count
    }
  }
  return total
}

switch Array(CommandLine.arguments.dropFirst()) {
case let arguments where arguments.count == 2 && arguments[0] == "gzip":
  let decoder = try Inflater(.gzip)
  print(try count(arguments[1]) { try decoder.inflate($0, into: &$1) })
  try decoder.finish()
case let arguments where arguments.count == 2 && arguments[0] == "zstd":
  let decoder = try ZstdDecoder()
  print(try count(arguments[1]) { try decoder.decode($0, into: &$1) })
  try decoder.finish()
case let arguments where arguments.count == 2 && arguments[0] == "br":
  let decoder = try BrotliDecoder()
  print(try count(arguments[1]) { try decoder.decode($0, into: &$1) })
  try decoder.finish()
default: print("Usage: DecodeFile gzip|zstd|br FILE")
}
