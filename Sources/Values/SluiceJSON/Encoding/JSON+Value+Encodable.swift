import FoundationEssentials
internal import SluiceSupport

extension JSON.Value {
  /// Encodes a value of any type as a JSON value.
  ///
  ///     settings["user"] = try JSON.Value(encoding: user)
  ///
  /// To decode it, use ``JSON/Decoder/decode(_:from:)-(_,JSON.Value)``.
  ///
  /// - Parameters:
  ///   - value: The value to encode.
  ///   - encoder: The encoder, with its strategies and limits. Defaults to `JSON.Encoder()`.
  /// - Throws: The errors of ``JSON/Encoder/encode(_:)``.
  /// - Complexity: That of ``JSON/Encoder/encode(_:)``.
  public init(encoding value: some Encodable, encoder: JSON.Encoder = JSON.Encoder()) throws {
    self.init(try encoder.withFormatted(value) { try $0.scanned() }, JSONDocument.root)
  }
}

extension JSON.Value: Encodable {
  /// Encodes the value with any encoder.
  ///
  /// The members of an object are encoded in order. A number is encoded as `Int64` or `UInt64` if it fits; otherwise as
  /// `Double` if that keeps all of its digits, or if it is no integer and no `Decimal` represents it exactly; otherwise
  /// as `Decimal`. ``JSON/Encoder`` writes numbers with their original text instead, and a query's encoder those that
  /// neither `Int64` nor `UInt64` represents.
  ///
  /// - Throws: `EncodingError.invalidValue` for a number that none of these types represents, such as an integer of
  ///   more digits than `Decimal` has, or the encoder's error.
  /// - Complexity: O(*n*) in the size of the value.
  public func encode(to encoder: any Encoder) throws {
    switch content {
    case .object(let members):
      var container = encoder.container(keyedBy: AnyCodingKey.self)
      for member in members {
        try container.encode(member.value, forKey: AnyCodingKey(stringValue: member.key))
      }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let bool):
      var container = encoder.singleValueContainer()
      try container.encode(bool)
    case .string(let string):
      var container = encoder.singleValueContainer()
      try container.encode(string)
    case .number(let number):
      var container = encoder.singleValueContainer()
      try number.encode(in: &container)
    }
  }
}

extension JSON.Number {
  fileprivate func encode(in container: inout any SingleValueEncodingContainer) throws {
    if let integer = integer(as: Int64.self) {
      try container.encode(integer)
    } else if let integer = integer(as: UInt64.self) {
      try container.encode(integer)
    } else if let container = container as? any NumberTextEncodingContainer {
      try container.encode(numberText: text, nearest: double)
    } else if let decimal {
      if let double, JSON.Number(double)?.decimal == decimal {
        try container.encode(double)
      } else {
        try container.encode(decimal)
      }
    } else if let double, !DecimalText.isInteger(text) {
      try container.encode(double)
    } else {
      throw EncodingError.invalidValue(
        text,
        .init(
          codingPath: container.codingPath, debugDescription: "No type can represent \(text.prefix(100)).")
      )
    }
  }
}

extension JSON.Value: JSONCollectionEncodable {
  func write(to emitter: JSONEmitter, into frame: Int) {
    emitter.frames[frame].state = .complete
    emitter.direct.hasValues = true
    write(into: emitter.buffer, escapesSlashes: emitter.escapesSlashes)
  }
}
