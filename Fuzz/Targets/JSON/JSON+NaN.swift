import SluiceJSON

extension JSON.Decoder {
  /// Returns whether a document that can be decoded contains NaN, so that two values of it are not equal.
  ///
  /// However the document spells NaN, it cannot be decoded if NaN is spelled with more bytes than the document has.
  func decodesNaN<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) -> Bool {
    guard
      case .convertFromString(let positiveInfinity, let negativeInfinity, _) =
        nonConformingFloatDecodingStrategy
    else { return false }
    var decoder = self
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: positiveInfinity, negativeInfinity: negativeInfinity,
      nan: String(repeating: "n", count: bytes.count + 1))
    return (try? decoder.decode(type, from: bytes)) == nil
  }
}
