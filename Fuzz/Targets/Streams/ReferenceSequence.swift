import SluiceFuzz
import SluiceJSON

/// A reference for JSON text sequences ([RFC 7464](https://www.rfc-editor.org/rfc/rfc7464)), which splits the bytes at
/// separators before it reads any record.
struct ReferenceSequence {
  private let records: ReferenceRecords
  private let maximumByteCount: Int
  private var elements: [JSON.Value] = []

  private enum Failure: Error {
    case tooLarge(at: Int)
    case truncated(at: Int, ReferenceRecords.Failure?)
    case malformed(ReferenceRecords.Failure)
    case trailing(at: Int)

    /// Whether reading can continue with the next record.
    var isMalformed: Bool {
      if case .tooLarge = self { false } else { true }
    }
  }

  static func outcome(
    of bytes: [UInt8], maximumByteCount: Int, skipsMalformed: Bool, _ decoder: JSON.Decoder
  ) -> StreamOutcome<JSON.Value> {
    let records = ReferenceRecords(stream: bytes, decoder: decoder)
    var sequence = ReferenceSequence(records: records, maximumByteCount: maximumByteCount)
    let segments = bytes.split(separator: 0x1E, omittingEmptySubsequences: false)
    if let first = segments.first, !first.isEmpty {
      return StreamOutcome(
        elements: [],
        error: "missing-separator: a record separator has to come before the record at line 1 (byte 0)")
    }
    for (number, segment) in segments.enumerated().dropFirst() {
      do throws(Failure) {
        try sequence.parse(segment, isLast: number == segments.count - 1)
      } catch {
        if error.isMalformed, skipsMalformed { continue }
        return StreamOutcome(elements: sequence.elements, error: sequence.text(of: error))
      }
    }
    return StreamOutcome(elements: sequence.elements)
  }

  private init(records: ReferenceRecords, maximumByteCount: Int) {
    self.records = records
    self.maximumByteCount = maximumByteCount
  }

  /// Reads the bytes between two separators.
  private mutating func parse(_ segment: ArraySlice<UInt8>, isLast: Bool) throws(Failure) {
    // Consecutive separators count as one.
    if segment.isEmpty, !isLast { return }
    let text = segment.drop(while: JSON.isWhiteSpace)
    guard let end = Self.end(of: text) else {
      guard text.count <= maximumByteCount else { throw .tooLarge(at: text.startIndex) }
      throw truncated(text)
    }
    let document = text[..<end]
    guard document.count <= maximumByteCount else { throw .tooLarge(at: text.startIndex) }
    let element: JSON.Value
    do throws(ReferenceRecords.Failure) {
      element = try records.parse(document)
    } catch {
      throw .malformed(error)
    }
    let isSelfDelimiting = [UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "{")].contains(
      text[text.startIndex])
    guard isSelfDelimiting || JSON.isWhiteSpace(text[end]) else { throw .trailing(at: end) }
    elements.append(element)
    if let next = text[end...].firstIndex(where: { !JSON.isWhiteSpace($0) }) { throw .trailing(at: next) }
  }

  /// Returns the end of a document, or `nil` if it is cut short.
  ///
  /// The end is found by brackets and quotation marks, and for a number or a literal by the character after it.
  private static func end(of text: ArraySlice<UInt8>) -> Int? {
    guard let first = text.first else { return nil }
    if first != UInt8(ascii: "\""), first != UInt8(ascii: "["), first != UInt8(ascii: "{") {
      return text.dropFirst().firstIndex {
        JSON.isWhiteSpace($0) || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "]")
      }
    }
    var (depth, isInString, isEscaped) = (0, false, false)
    for index in text.indices {
      let byte = text[index]
      // Escapes matter for quotation marks only.
      let isPlain = !isEscaped
      isEscaped = byte == UInt8(ascii: "\\") && isPlain
      if byte == UInt8(ascii: "\""), isPlain {
        isInString.toggle()
      } else if !isInString, byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
        depth += 1
      } else if !isInString, byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
        depth -= 1
      } else {
        continue
      }
      if depth == 0, !isInString { return index + 1 }
    }
    return nil
  }

  private func truncated(_ document: ArraySlice<UInt8>) -> Failure {
    if document.isEmpty { return .truncated(at: document.endIndex, nil) }
    do throws(ReferenceRecords.Failure) {
      _ = try records.parse(document)
      return .truncated(at: document.endIndex, nil)
    } catch {
      if case .syntax(let syntax, _) = error, syntax.code == .unexpectedEnd {
        return .truncated(at: document.endIndex, error)
      }
      return .malformed(error)
    }
  }

  private func text(of failure: Failure) -> String {
    switch failure {
    case .tooLarge(let offset):
      return "record-too-large: the record has more bytes than the limit at \(records.lineAndByte(offset))"
    case .truncated(let offset, let cause):
      let cause = cause.map { ": \(records.text(of: $0))" } ?? ""
      return "truncated-record: the record was cut short at \(records.lineAndByte(offset))\(cause)"
    case .malformed(let failure): return ReferenceRecords.malformed + records.text(of: failure)
    case .trailing(let offset):
      return ReferenceRecords.malformed
        + "trailing-characters: characters after the document at \(records.place(offset))"
    }
  }
}
