import SluiceFuzz
import SluiceJSON

/// A reference for the records of streams of JSON documents, with all bytes in memory.
struct ReferenceRecords {
  /// A line without its LF.
  struct Line {
    let bytes: ArraySlice<UInt8>
    let isEnded: Bool

    /// Returns the lines after an optional byte order mark. Bytes after the last LF are a line as well.
    static func all(of bytes: [UInt8]) -> [Line] {
      var lines: [Line] = []
      var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
        lines.append(Line(bytes: bytes[start..<end], isEnded: true))
        start = end + 1
      }
      if start < bytes.count { lines.append(Line(bytes: bytes[start...], isEnded: false)) }
      return lines
    }
  }

  static func lines(of bytes: [UInt8], maximumByteCount: Int, _ decoder: JSON.Decoder) -> StreamOutcome<
    JSON.Value
  > {
    var elements: [JSON.Value] = []
    let records = ReferenceRecords(stream: bytes, decoder: decoder)
    for (number, line) in Line.all(of: bytes).enumerated() {
      let count = line.bytes.count - (line.isEnded && line.bytes.last == UInt8(ascii: "\r") ? 1 : 0)
      guard count <= maximumByteCount else {
        let place = "line \(number + 1) (byte \(line.bytes.startIndex))"
        let error = "record-too-large: the record has more bytes than the limit at \(place)"
        return StreamOutcome(elements: elements, error: error)
      }
      if line.bytes.allSatisfy(JSON.isWhiteSpace) { continue }
      do {
        elements.append(try records.parse(line.bytes))
      } catch {
        return StreamOutcome(elements: elements, error: records.text(of: error))
      }
    }
    return StreamOutcome(elements: elements)
  }

  // MARK: One record

  enum Failure: Error {
    /// A byte order mark, at this offset, that is not at the start of the stream.
    case byteOrderMark(at: Int)
    /// A syntax error in the record that starts at this offset.
    case syntax(JSON.SyntaxError, in: Int)
  }

  let stream: [UInt8]
  let decoder: JSON.Decoder

  func parse(_ record: ArraySlice<UInt8>) throws(Failure) -> JSON.Value {
    // A byte order mark is allowed only before a document that stands alone.
    if record.first == 0xEF { throw .byteOrderMark(at: record.startIndex) }
    do throws(JSON.SyntaxError) {
      return try JSON.Value(
        parsing: Array(record), maximumDepth: decoder.maximumDepth, duplicateKeys: decoder.duplicateKeys)
    } catch {
      throw .syntax(error, in: record.startIndex)
    }
  }

  /// Returns the description of a failure. It is made on demand, since counting lines is most of the work.
  func text(of failure: Failure) -> String {
    switch failure {
    case .byteOrderMark(let offset): return "unexpected-character: unexpected character at \(place(offset))"
    case .syntax(let error, let start):
      let ownPlace = text(of: TextPlace(line: error.line, column: error.column), error.byteOffset)
      return error.description.dropLast(ownPlace.count) + place(start + error.byteOffset)
    }
  }

  func place(_ byteOffset: Int) -> String {
    text(of: TextPlace(after: byteOffset, of: stream), byteOffset)
  }

  private func text(of place: TextPlace, _ byteOffset: Int) -> String {
    "line \(place.line), column \(place.column) (byte \(byteOffset))"
  }

  func lineAndByte(_ byteOffset: Int) -> String {
    "line \(TextPlace(after: byteOffset, of: stream).line) (byte \(byteOffset))"
  }
}
