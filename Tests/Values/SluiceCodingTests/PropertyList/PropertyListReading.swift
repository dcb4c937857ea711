import FoundationEssentials
import SluiceCoding

typealias Plist = PropertyList.Value

extension PropertyList {
  static func read(_ bytes: [UInt8], _ decoder: Decoder = Decoder()) throws -> Value {
    try decoder.decode(Value.self, from: bytes)
  }

  static func read(xml: String) throws -> Value { try read(Array(xml.utf8)) }

  /// Returns the reason to refuse `bytes`, or `nil` if they are read or refused with another module's error.
  static func refusal(_ bytes: [UInt8], _ decoder: Decoder = Decoder()) -> Error? {
    do {
      _ = try read(bytes, decoder)
      return nil
    } catch DecodingError.dataCorrupted(let context) {
      return context.underlyingError as? Error
    } catch {
      return nil
    }
  }

  static func write(
    _ value: some Encodable, _ format: Format, sortsKeys: Bool = false
  ) throws -> [UInt8] {
    var encoder = Encoder()
    encoder.outputFormat = format
    encoder.outputFormatting = sortsKeys ? .sortedKeys : []
    return try encoder.encode(value)
  }
}

extension PropertyList.Value {
  /// A text that is the same for equal values, also for a NaN, regardless of the order of members.
  var canonical: String {
    switch self {
    case .string(let text): "s\(Array(text.utf8))"
    case .integer(let integer): "i\(integer)"
    case .real(let real): real.isNaN ? "nan" : "r\(real.bitPattern)"
    case .bool(let bool): "\(bool)"
    case .date(let date): "d\(date.timeIntervalSinceReferenceDate)"
    case .data(let data): "D\(Array(data))"
    case .uid(let uid): "u\(uid)"
    case .array(let elements): "[\(elements.map(\.canonical).joined(separator: ","))]"
    case .dictionary(let members):
      "{\(members.map { "\(Array($0.key.utf8)):\($0.value.canonical)" }.sorted().joined(separator: ","))}"
    }
  }
}
