internal import FoundationEssentials
internal import Sluice

/// An encoder of curl's `-F`: the `Content-Transfer-Encoding` of a part (RFC 2045 §6).
enum TransferEncoding: String, CaseIterable {
  case base64
  case quotedPrintable = "quoted-printable"
  case sevenBit = "7bit"
  case eightBit = "8bit"
  case binary

  /// Returns a body that is encoded while it is read.
  func source(_ body: any BodySource) -> any BodySource {
    switch self {
    case .eightBit, .binary: body
    case .base64, .quotedPrintable, .sevenBit: EncodedBody(body: body, encoding: self)
    }
  }

  /// Encodes text as a whole.
  func bytes(of text: String) throws(Failure) -> [UInt8] {
    var encoder = TransferEncoder(self)
    return try encoder.encode(Array(text.utf8), isLast: true)
  }
}

/// A body with a transfer encoding.
private struct EncodedBody: BodySource {
  let body: any BodySource
  let encoding: TransferEncoding

  /// The exact size, or `nil` for quoted-printable, whose size depends on the bytes.
  var byteCount: Int64? {
    get throws {
      let count = try body.byteCount
      return switch encoding {
      case .base64: count.flatMap(Self.base64Count)
      case .quotedPrintable: nil
      case .sevenBit, .eightBit, .binary: count
      }
    }
  }

  var isReplayable: Bool { body.isReplayable }

  func makeReader() throws -> any BodyReader {
    try EncodedReader(body, encoder: TransferStream(encoding))
  }

  /// Four characters for three bytes, in lines of 76 characters.
  private static func base64Count(of byteCount: Int64) -> Int64? {
    guard byteCount > 0, byteCount < .max / 4 else { return byteCount == 0 ? 0 : nil }
    return (byteCount + 2) / 3 * 4 + (byteCount - 1) / 57 * 2
  }
}

/// An encoder of a body that is read in pieces.
private final class TransferStream: StreamingEncoder {
  private var encoder: TransferEncoder
  private var pending: [UInt8] = []
  private var offset = 0
  private var isFinished = false

  init(_ encoding: TransferEncoding) { encoder = TransferEncoder(encoding) }

  #if compiler(<6.3)
    @_lifetime(output: copy output)
  #endif
  func encode(
    _ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) throws(Failure) -> Int {
    var consumed = 0
    while drain(into: &output), consumed < input.count {
      var piece: [UInt8] = []
      while piece.count < 4096, consumed < input.count {
        piece.append(input[consumed])
        consumed += 1
      }
      pending = try encoder.encode(piece, isLast: false)
    }
    return consumed
  }

  func finish(into output: inout OutputSpan<UInt8>) throws(Failure) -> Bool {
    guard drain(into: &output) else { return false }
    if !isFinished {
      isFinished = true
      pending = try encoder.encode([], isLast: true)
    }
    return drain(into: &output)
  }

  /// Appends encoded bytes, and returns whether none is left.
  private func drain(into output: inout OutputSpan<UInt8>) -> Bool {
    while offset < pending.count, !output.isFull {
      output.append(pending[offset])
      offset += 1
    }
    guard offset == pending.count else { return false }
    pending = []
    offset = 0
    return true
  }
}

/// The state of an encoding between two pieces of a body. The bytes are the same as curl's.
private struct TransferEncoder {
  private let encoding: TransferEncoding
  /// The bytes that are not encoded yet.
  private var held: [UInt8] = []
  /// The number of characters in the current line of quoted-printable.
  private var column = 0
  private var hasLines = false

  init(_ encoding: TransferEncoding) { self.encoding = encoding }

  /// Returns the encoded bytes of a piece, as far as they do not depend on the next one.
  mutating func encode(_ piece: [UInt8], isLast: Bool) throws(Failure) -> [UInt8] {
    held += piece
    switch encoding {
    case .base64: return base64(isLast: isLast)
    case .quotedPrintable: return quotedPrintable(isLast: isLast)
    case .sevenBit where held.contains { $0 >= 0x80 }:
      throw Failure(.dataRefused, "form", "a part with encoder=7bit has a byte above 127")
    case .sevenBit, .eightBit, .binary:
      defer { held = [] }
      return held
    }
  }

  private mutating func base64(isLast: Bool) -> [UInt8] {
    var output: [UInt8] = []
    var start = 0
    while held.count - start >= 57 || isLast && start < held.count {
      let line = held[start..<min(start + 57, held.count)]
      if hasLines { output += Self.lineBreak }
      hasLines = true
      output += Array(Data(line).base64EncodedString().utf8)
      start += line.count
    }
    held.removeFirst(start)
    return output
  }

  private mutating func quotedPrintable(isLast: Bool) -> [UInt8] {
    var output: [UInt8] = []
    var start = 0
    while start < held.count {
      // What follows a blank, a carriage return or a full line must be known.
      if !isLast, held.count - start < 3 { break }
      let byte = held[start]
      var text = [byte]
      var isLineBreak = false
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        if isLineEnd(at: start + 1, isLast) { text = Self.escaped(byte) }
      case UInt8(ascii: "\r"):
        if held[start...].starts(with: Self.lineBreak) {
          text = Self.lineBreak
          isLineBreak = true
        } else {
          text = Self.escaped(byte)
        }
      case UInt8(ascii: "="): text = Self.escaped(byte)
      case 0x21...0x7E: break
      default: text = Self.escaped(byte)
      }
      let end = column + text.count
      if !isLineBreak, end > 76 || end == 76 && !isLineEnd(at: start + 1, isLast) {
        output += [UInt8(ascii: "=")] + Self.lineBreak
        column = 0
        continue
      }
      output += text
      column = isLineBreak ? 0 : end
      start += isLineBreak ? 2 : 1
    }
    held.removeFirst(start)
    return output
  }

  /// Whether the data or a line ends at an index.
  private func isLineEnd(at index: Int, _ isLast: Bool) -> Bool {
    held[index...].starts(with: Self.lineBreak) || isLast && index >= held.count
  }

  private static let lineBreak: [UInt8] = [0x0D, 0x0A]

  private static func escaped(_ byte: UInt8) -> [UInt8] {
    let digits = String(byte, radix: 16, uppercase: true)
    return Array((byte < 16 ? "=0\(digits)" : "=\(digits)").utf8)
  }
}
