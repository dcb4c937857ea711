import SluiceBody
import SluiceMultipart

extension FuzzTarget {
  /// Forms that are made up, encoded with little room or much, and parsed again.
  ///
  /// Byte 0 is the boundary, byte 1 the subtype, byte 2 the room for each read, byte 3 the splitter's seed. Each part is a
  /// byte for its kind, and behind their lengths its name, its file name or a header where the kind has one, and its body.
  static let multipartRoundTrip = FuzzTarget("multipart-roundtrip") { input in
    let boundary = try Boundary(input.choice(of: ["B", "----x", "a b", "'()+_,-./:=?"]))
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

    // A form's own boundary is its maker's choice, and not searched for.
    let delimiter = Array("--\(boundary)".utf8)
    guard !parts.contains(where: { $0.body.contains(delimiter) || $0.isReadOtherwise }) else { return }
    let parser = try MultipartParser(contentType: form.contentType ?? "", limits: .none)
    let read = try MultipartTranscript(parser, of: encoded, cutBy: splitter)
    try require(read.failure == nil, "not read again: \(String(describing: read.failure))")
    try require(read.parts.count == parts.count, "\(read.parts.count) parts read, \(parts.count) written")
    for (part, wanted) in zip(read.parts, parts) {
      try requireEqual(part.bytes, wanted.body, "body")
      try requireEqual(part.name, subtype == .formData ? wanted.receivedName : nil, "name")
      try requireEqual(part.fileName, wanted.receivedFileName, "file name")
      try requireEqual(
        Array(part.fields.suffix(wanted.receivedHeader.count)), wanted.receivedHeader, "header")
    }
  }

  /// The form's bytes, in reads of `room` bytes; nil where it is refused, which its size tells as well as its reader.
  private static func encode(_ form: MultipartForm, room: Int) throws -> [UInt8]? {
    let byteCount: Int64?
    do {
      byteCount = try form.byteCount
    } catch let error as MultipartError {
      do {
        _ = try form.makeReader()
      } catch let again as MultipartError {
        try requireEqual(again.code, error.code, "the reader's error is the size's")
        try require(error.partIndex.map(form.parts.indices.contains) ?? false, "an error of no part")
        return nil
      }
      throw BrokenProperty("a reader of a form without a size")
    }
    let reader = try form.makeReader()
    var encoded: [UInt8] = []
    while true {
      var outcome = BodyReadOutcome.end
      let before = encoded.count
      try encoded.append(addingCapacity: room) { outcome = try reader.read(into: &$0) }
      guard outcome == .more else { break }
      try require(encoded.count > before, "a read without a byte")
    }
    try requireEqual(byteCount, Int64(encoded.count), "the exact size")
    return encoded
  }
}

extension MultipartLimits {
  /// No limit at all.
  fileprivate static let none = {
    var limits = MultipartLimits()
    limits.parts = nil
    limits.headersPerPart = nil
    limits.headerLineBytes = nil
    limits.headerBytesPerPart = nil
    limits.preambleBytes = nil
    return limits
  }()
}
