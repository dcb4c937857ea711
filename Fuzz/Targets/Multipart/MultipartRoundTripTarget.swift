import SluiceBody
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
