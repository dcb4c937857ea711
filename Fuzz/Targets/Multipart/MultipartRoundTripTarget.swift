import SluiceBody
import SluiceCoding
import SluiceFuzz
import SluiceMultipart

extension FuzzTarget {
  /// Forms that are generated, encoded with little room or much, and parsed again.
  ///
  /// Byte 0 is the boundary, byte 1 the subtype, byte 2 the room for each read, byte 3 the splitter's seed. Each part
  /// has a byte for its kind, then its name, its file name and header if the kind has them, and its body, each with its
  /// length before it.
  static let multipartRoundTrip = FuzzTarget("multipart-roundtrip", optionByteCount: 4) { input in
    let boundary = try MultipartForm.Boundary(
      parsing: input.choice(of: ["B", "----x", "a b", "'()+_,-./:=?"]))
    let subtype = input.choice(of: [MultipartForm.Subtype.formData, .mixed, .related])
    let room = input.choice(of: [1, 2, 3, 7, 64, 4096])
    let splitter = Splitter(seed: input.byte())
    var form = MultipartForm(subtype, boundary: boundary)
    var parts: [MadeUpPart] = []
    while !input.isEmpty, parts.count < 64 {
      parts.append(MadeUpPart(from: &input, in: subtype))
      form.append(parts[parts.count - 1].part)
    }
    guard let encoded = try encode(form, room: room) else { return }
    input.announcedWork += encoded.count * 3

    // The boundary is the caller's choice, and a form does not search its parts for it.
    let delimiter = Array("--\(boundary)".utf8)
    guard !parts.contains(where: { $0.body.contains(delimiter) || $0.isReadOtherwise }) else { return }
    let parser = try MultipartParser(contentType: form.contentType ?? "", limits: .none)
    let read = try MultipartTranscript(parser, of: encoded, cutBy: splitter)
    try require(read.failure == nil, "not parsed again: \(String(describing: read.failure))")
    try require(read.parts.count == parts.count, "\(read.parts.count) parts read, \(parts.count) written")
    for (part, wanted) in zip(read.parts, parts) {
      try requireEqual(part.bytes, wanted.body, "body")
      try requireEqual(part.name, subtype == .formData ? wanted.receivedName : nil, "name")
      try requireEqual(part.fileName, wanted.receivedFileName, "file name")
      try requireEqual(
        Array(part.fields.suffix(wanted.receivedHeader.count)), wanted.receivedHeader, "header")
    }
  }

  /// Encodes a form in reads of at most `room` bytes.
  ///
  /// - Returns: The bytes, or `nil` if the form is refused, which its byte count and its reader report with the same
  ///   error.
  /// - Throws: `BrokenProperty` if the errors differ, or if the byte count is wrong.
  private static func encode(_ form: MultipartForm, room: Int) throws -> [UInt8]? {
    let byteCount: Int64?
    do {
      byteCount = try form.byteCount
    } catch let error as MultipartError {
      do {
        _ = try form.makeReader()
      } catch let again as MultipartError {
        try requireEqual(again.code, error.code, "the errors of the reader and of the byte count")
        try require(error.partIndex.map(form.parts.indices.contains) ?? false, "an error without a part")
        return nil
      }
      throw BrokenProperty("a reader of a form without a byte count")
    }
    let reader = try form.makeReader()
    var encoded: [UInt8] = []
    while true {
      var outcome = BodyReadOutcome.end
      let before = encoded.count
      try encoded.append(addingCapacity: room) { outcome = try reader.read(into: &$0) }
      guard outcome == .more else { break }
      try require(encoded.count > before, "a read without bytes")
    }
    try requireEqual(byteCount, Int64(encoded.count), "the byte count")
    return encoded
  }
}

extension MultipartLimits {
  /// Limits that are all turned off.
  fileprivate static let none = {
    var limits = MultipartLimits()
    limits.maximumPartCount = nil
    limits.maximumHeaderCount = nil
    limits.maximumHeaderLineByteCount = nil
    limits.maximumHeaderByteCount = nil
    limits.maximumPreambleByteCount = nil
    return limits
  }()
}

/// A part of a form that is generated from an input, and what a receiver should read of it.
private struct MadeUpPart {
  let part: MultipartForm.Part
  let body: [UInt8]
  private let subtype: MultipartForm.Subtype
  private let name: String
  private let fileName: String?
  private let header: (name: String, value: String)?

  init(from input: inout FuzzInput, in subtype: MultipartForm.Subtype) {
    let kind = input.byte()
    self.subtype = subtype
    name = String(decoding: input.string(), as: UTF8.self)
    fileName = kind & 1 != 0 ? String(decoding: input.string(), as: UTF8.self) : nil
    header = kind & 2 != 0 ? Self.header(from: &input) : nil
    let bytes = input.string()
    // A long body does not fit into a single read.
    body = kind & 4 != 0 ? Array(repeatElement(bytes, count: 40).joined()) : bytes
    part = MultipartForm.Part(
      name, .bytes(body), fileName: fileName, contentType: kind & 8 != 0 ? .octetStream : nil,
      headers: .init(header.map { [$0] } ?? []))
  }

  private static func header(from input: inout FuzzInput) -> (name: String, value: String) {
    let names = ["X-A", "Content-Type", "Content-Disposition", "Content-Length", "x y", ""]
    let name = input.choice(of: names)
    return (name, String(decoding: input.string(), as: UTF8.self))
  }

  /// The name that a receiver reads.
  ///
  /// The escapes of the HTML standard are decoded wherever they occur, since they cannot be distinguished from the same
  /// text that was not escaped.
  var receivedName: [UInt8] {
    let bytes = Array(name.utf8)
    var normalized: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0x0D: normalized += [0x0D, 0x0A]
      case 0x0A where index > 0 && bytes[index - 1] == 0x0D: break
      case 0x0A: normalized += [0x0D, 0x0A]
      default: normalized.append(byte)
      }
    }
    return normalized.withoutFormEscapes
  }

  /// Whether a receiver reads the part differently from how it was made.
  ///
  /// Outside of forms, readers treat backslashes as escapes and control characters as errors (RFC 6266), and no writer
  /// here escapes either of them. A caller may also set a different `Content-Disposition`.
  var isReadOtherwise: Bool {
    subtype != .formData
      && ((fileName ?? "").utf8.contains { $0 == UInt8(ascii: "\\") || $0 < 0x20 || $0 == 0x7F }
        || header?.name == "Content-Disposition")
  }

  var receivedFileName: [UInt8]? {
    guard let fileName else { return nil }
    if subtype == .formData { return Array(fileName.utf8).withoutFormEscapes }
    return fileName.utf8.flatMap { $0 == UInt8(ascii: "\"") ? Array("%22".utf8) : [$0] }
  }

  /// The name and value of the header, without the blanks around the value.
  var receivedHeader: [[UInt8]] {
    guard let header else { return [] }
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    var value = Array(header.value.utf8)[...].drop(while: isBlank)
    while value.last.map(isBlank) == true { value.removeLast() }
    return [Array(header.name.utf8), Array(value)]
  }
}

extension [UInt8] {
  fileprivate var withoutFormEscapes: [UInt8] {
    var result: [UInt8] = []
    var rest = self[...]
    while let byte = rest.first {
      let escapes: [(String, UInt8)] = [("%22", 0x22), ("%0D", 0x0D), ("%0A", 0x0A)]
      let escape = escapes.first { rest.starts(with: $0.0.utf8) }
      result.append(escape?.1 ?? byte)
      rest = rest.dropFirst(escape == nil ? 1 : 3)
    }
    return result
  }
}
