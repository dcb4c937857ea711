import SluiceFuzz
import SluiceJSON
import SluiceSupport

extension FuzzTarget {
  /// A JSON document that is decoded as a type that reads and writes itself. Its value, its error and its text are
  /// those of its `Codable` conformance.
  ///
  /// Byte 0 holds options (1: duplicate keys are refused, 2: ISO 8601 dates, 4: strings for infinities and NaN, 8: data
  /// as arrays, 16: pretty, 32: sorted, 64: slashes not escaped, 128: keys in snake case), byte 1 chooses the maximum
  /// nesting, byte 2 is the type. The document follows.
  static let jsonDirect = FuzzTarget("json-direct", format: .json, optionByteCount: 3) { input in
    let options = input.byte()
    var (decoder, encoder) = (JSON.Decoder(), JSON.Encoder())
    decoder.duplicateKeys = options & 1 == 1 ? .refuse : .keepFirst
    if options & 2 == 2 {
      decoder.dateDecodingStrategy = .iso8601
      encoder.dateEncodingStrategy = .iso8601
    }
    if options & 4 == 4 {
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }
    if options & 8 == 8 {
      decoder.dataDecodingStrategy = .deferredToData
      encoder.dataEncodingStrategy = .deferredToData
    }
    encoder.outputFormatting = [
      options & 16 == 16 ? .prettyPrinted : [], options & 32 == 32 ? .sortedKeys : [],
      options & 64 == 64 ? .withoutEscapingSlashes : [],
    ]
    if options & 128 == 128 {
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      encoder.keyEncodingStrategy = .convertToSnakeCase
    }
    decoder.maximumDepth = input.choice(of: [32, 0, 1, 2, 3, 5, 8, 16])
    encoder.maximumDepth = decoder.maximumDepth
    let type = input.byte()
    let check = DirectJSONCheck(decoder: decoder, encoder: encoder, bytes: input.rest())
    // The document is decoded four times, and its value encoded twice.
    input.announcedWork = 8 * check.bytes.count
    switch type % 6 {
    case 0: try check.compare(JSONDirectShapes.Record.self)
    case 1: try check.compare([JSONDirectShapes.Record].self)
    case 2: try check.compare(JSONDirectShapes.Holder.self)
    case 3: try check.compare([JSONDirectShapes.Holder?].self)
    case 4: try check.compare([String: [JSONDirectShapes.Suit?]].self)
    default: try check.compare([[UInt64?]].self)
    }
  }
}

private struct DirectJSONCheck {
  let decoder: JSON.Decoder
  let encoder: JSON.Encoder
  let bytes: [UInt8]

  func compare<T: Codable & Equatable>(_ type: T.Type) throws {
    // With a custom key strategy, no type reads or writes itself. These convert keys as the others do.
    var (decoderThroughCodable, encoderThroughCodable) = (decoder, encoder)
    if case .convertFromSnakeCase = decoder.keyDecodingStrategy {
      decoderThroughCodable.keyDecodingStrategy = .custom {
        AnyCodingKey(stringValue: SnakeCase.camelCased($0[$0.count - 1].stringValue))
      }
      encoderThroughCodable.keyEncodingStrategy = .custom {
        AnyCodingKey(stringValue: SnakeCase.snakeCased($0[$0.count - 1].stringValue))
      }
    } else {
      decoderThroughCodable.keyDecodingStrategy = .custom { $0[$0.count - 1] }
      encoderThroughCodable.keyEncodingStrategy = .custom { $0[$0.count - 1] }
    }

    let direct = DecodingOutcome { try decoder.decode(type, from: bytes) }
    let expected = DecodingOutcome { try decoderThroughCodable.decode(type, from: bytes) }
    switch (direct, expected) {
    // NaN is not equal to itself.
    case (.value, .value) where decoder.decodesNaN(type, from: bytes): break
    default: try requireEqual(direct, expected, "\(type), read by itself and through Codable")
    }
    guard case .value(let value) = direct else { return }
    // Sets have no order.
    var (directEncoder, codableEncoder) = (encoder, encoderThroughCodable)
    directEncoder.outputFormatting.insert(.sortedKeys)
    codableEncoder.outputFormatting.insert(.sortedKeys)
    try requireEqual(
      text(of: value, directEncoder), text(of: value, codableEncoder),
      "\(type), written by itself and through Codable")
  }

  /// Returns the text, or the coding path and the description of the error.
  private func text(of value: some Encodable, _ encoder: JSON.Encoder) -> String {
    do {
      return try encoder.string(for: value)
    } catch EncodingError.invalidValue(_, let context) {
      return "\(context.codingPath.map(\.stringValue)): \(context.debugDescription)"
    } catch {
      return "\(error)"
    }
  }
}
