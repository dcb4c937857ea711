import Foundation
import SluiceCoding

/// An encoding that Foundation decodes.
struct FoundationEncoding: Sendable {
  let name: String
  /// Core Foundation's number of it (`CFStringEncodingExt.h`).
  let number: UInt
  let labels: [String]
  /// Bytes that the standard refuses and Foundation does not, or that Foundation takes for other characters.
  let refusedBytes: [UInt8]
  /// Whether Foundation has private use characters where the standard has others.
  let refusesPrivateUse: Bool

  init(
    _ name: String, _ number: UInt, refusing refusedBytes: [UInt8] = [], refusesPrivateUse: Bool = false,
    labels: String
  ) {
    self.name = name
    self.number = number
    self.labels = labels.split(separator: " ").map(String.init)
    self.refusedBytes = refusedBytes
    self.refusesPrivateUse = refusesPrivateUse
  }

  var textEncoding: TextEncoding {
    // Foundation keeps Core Foundation's numbers, which have only 16 bits, behind this one.
    let encoding = String.Encoding(rawValue: 0x8000_0000 | number)
    return TextEncoding(name: name) { [name, refusedBytes, refusesPrivateUse] bytes throws(TextError) in
      if !refusedBytes.isEmpty {
        for position in bytes.indices where refusedBytes.contains(bytes[position]) {
          throw .malformed(in: name, at: position)
        }
      }
      let data = Data(
        [UInt8](capacity: bytes.count) { output in
          for position in bytes.indices { output.append(bytes[position]) }
        })
      guard let text = String(data: data, encoding: encoding) else { throw .malformed(in: name) }
      if refusesPrivateUse, text.utf16.contains(where: { 0xE000...0xF8FF ~= $0 }) {
        throw .malformed(in: name)
      }
      return text
    }
  }
}
