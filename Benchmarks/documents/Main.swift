import Foundation
import SluiceJSON
import SluiceSerialization

/// A document, or one in each line, and what is done with it.
struct Document {
  /// The operations by their names, such as `decode direct`.
  let operations: [String: () async throws -> Void]

  /// - Parameters:
  ///   - lines: The documents.
  ///   - plain: Their type, with synthesized conformances.
  ///   - direct: The same type, which reads and writes itself.
  init<Plain: Codable, Direct: Codable & Sendable>(
    _ lines: [[UInt8]], _ plain: Plain.Type, _ direct: Direct.Type
  ) throws {
    let (decoder, data) = (JSON.Decoder(), lines.map { Data($0) })
    var encoder = JSON.Encoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let (escaping, foundation) = (JSON.Encoder(), (decoder: JSONDecoder(), encoder: JSONEncoder()))
    foundation.encoder.outputFormatting = .withoutEscapingSlashes
    let plainValues = try lines.map { try decoder.decode(plain, from: $0) }
    let directValues = try lines.map { try decoder.decode(direct, from: $0) }
    for (index, value) in plainValues.enumerated() {
      let same = try [
        encoder.encode(directValues[index]),
        encoder.encode(foundation.decoder.decode(plain, from: data[index])),
      ]
      // Dictionaries have no order, but the same length.
      guard try same.allSatisfy({ try $0.count == encoder.encode(value).count }) else {
        fatalError("the results differ")
      }
    }
    let text = [UInt8](lines.joined(separator: [0x0A])) + [0x0A]
    operations = [
      "decode Foundation": { for line in data { _ = try foundation.decoder.decode(plain, from: line) } },
      "decode Codable": { for line in lines { _ = try decoder.decode(plain, from: line) } },
      "decode direct": { for line in lines { _ = try decoder.decode(direct, from: line) } },
      "decode stream": {
        let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        continuation.yield(text)
        continuation.finish()
        var count = 0
        for try await _ in ElementStream(chunks, decoding: .jsonLines(direct)) { count += 1 }
        precondition(count == lines.count)
      },
      "encode Foundation": {
        for index in plainValues.indices { _ = try foundation.encoder.encode(plainValues[index]) }
      },
      "encode Codable": { for index in plainValues.indices { _ = try encoder.encode(plainValues[index]) } },
      "encode direct": { for index in directValues.indices { _ = try encoder.encode(directValues[index]) } },
      "encode escaped": {
        for index in directValues.indices { _ = try escaping.encode(directValues[index]) }
      },
      "encode reused": {
        var bytes: [UInt8] = []
        for index in directValues.indices {
          bytes.removeAll(keepingCapacity: true)
          try encoder.encode(directValues[index], into: &bytes)
        }
      },
    ]
  }
}

/// Performs what each line of the standard input says, and prints the nanoseconds.
///
/// A line has the name of the document, the path of its file, the operation, the way and the number of times. A file
/// that does not end with `.json` has a document in each line.
@main
struct Main {
  static func main() async throws {
    var documents: [String: Document] = [:]
    while let line = readLine() {
      let words = line.split(separator: "\t").map(String.init)
      if documents[words[0]] == nil {
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: words[1])))
        let lines = words[1].hasSuffix(".json") ? [bytes] : bytes.split(separator: 0x0A).map(Array.init)
        documents[words[0]] = try makers[words[0]]?(lines)
      }
      guard let operation = documents[words[0]]?.operations[words[2]], let times = Int(words[3]) else {
        fatalError("unknown: \(line)")
      }
      let time = try await ContinuousClock().measure { for _ in 0..<times { try await operation() } }
      print(Int(time / .nanoseconds(1)))
      fflush(nil)
    }
  }
}
