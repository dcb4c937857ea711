import SluiceMultipart

/// memmem(3) of glibc, which Swift's module does not declare.
@_silgen_name("memmem")
private func memmem(
  _ bytes: UnsafeRawPointer, _ count: Int, _ sought: UnsafeRawPointer, _ soughtCount: Int
) -> UnsafeMutableRawPointer?

/// A body, and how long it takes.
///
/// SAFETY: the pointers that memmem(3) gets lie within the array, whose bytes are borrowed meanwhile.
struct Body {
  let name: String
  let bytes: [UInt8]
  let partCount: Int

  /// The parser or the search has found other counts than there are.
  private struct Unexpected: Error {
    let name: String
    let counts: (parts: Int, delimiters: Int)
  }

  private static let boundary = "----sluice-form-0123456789abcdef"
  private static let delimiter = Array("\r\n--\(boundary)".utf8)
  private static let head = Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n".utf8)
  private static let end = Array("\r\n--\(boundary)--\r\n".utf8)

  /// A body of one part, whose content repeats `unit`.
  private init(_ name: String, _ unit: [UInt8], ofAbout byteCount: Int) {
    self.name = name
    partCount = 1
    var bytes = Self.head
    bytes.reserveCapacity(byteCount + unit.count)
    while bytes.count < byteCount { bytes += unit }
    self.bytes = bytes + Self.end
  }

  /// A body of parts with this content.
  private init(_ name: String, parts content: [UInt8], ofAbout byteCount: Int) {
    self.name = name
    var bytes: [UInt8] = []
    var partCount = 0
    while bytes.count < byteCount {
      if partCount > 0 { bytes += [0x0D, 0x0A] }
      bytes += Self.head + content
      partCount += 1
    }
    self.partCount = partCount
    self.bytes = bytes + Self.end
  }

  static func all(ofAbout byteCount: Int) -> [Body] {
    // The same bytes in each run: a linear congruential generator.
    var state: UInt64 = 1
    var random: [UInt8] = []
    for _ in 0..<byteCount {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      random.append(UInt8(state >> 56))
    }
    let text = Array("A line of text, as in a log or a table, is about as long as this.\r\n".utf8)
    return [
      Body("one part of random bytes", random, ofAbout: byteCount),
      Body("one part of lines of text", text, ofAbout: byteCount),
      Body("parts of 1 KiB", parts: Array(random.prefix(1024)), ofAbout: byteCount),
      Body("line ends, CR LF", [0x0D, 0x0A], ofAbout: byteCount),
      Body("CR alone", [0x0D], ofAbout: byteCount),
      Body("look-alikes of line end and dash", [0x0D, 0x0A, 0x2D], ofAbout: byteCount),
      Body("boundaries with another last byte", delimiter.dropLast() + [0x67], ofAbout: byteCount),
      Body("boundaries within lines", Array("a--\(boundary)".utf8), ofAbout: byteCount),
    ]
  }

  /// Returns the fastest times in seconds.
  func times(_ rounds: Int) throws -> (parser: Double, memmem: Double) {
    var fastest = (parser: Double.infinity, memmem: Double.infinity)
    let clock = ContinuousClock()
    for _ in 0..<max(rounds, 1) {
      var counts = (parts: 0, delimiters: 0)
      fastest.parser = min(fastest.parser, try clock.measure { counts.parts = try parse() } / .seconds(1))
      fastest.memmem = min(fastest.memmem, clock.measure { counts.delimiters = search() } / .seconds(1))
      guard counts == (partCount, partCount) else { throw Unexpected(name: name, counts: counts) }
    }
    return fastest
  }

  /// Returns the number of parts.
  func parse() throws -> Int {
    var limits = MultipartLimits.default
    limits.maximumPartCount = nil
    var parser = try MultipartParser(
      contentType: "multipart/form-data; boundary=\(Self.boundary)", limits: limits)
    var (position, count) = (0, 0)
    while let event = try parser.next(in: bytes.span, from: &position) {
      if case .partEnded = event { count += 1 }
    }
    while try parser.finish() != nil {}
    return count
  }

  /// Returns the number of boundaries after line ends.
  private func search() -> Int {
    bytes.withUnsafeBytes { bytes in
      Self.delimiter.withUnsafeBytes { delimiter in
        guard let start = bytes.baseAddress, let sought = delimiter.baseAddress else { return 0 }
        var (offset, count) = (0, 0)
        while let found = memmem(start + offset, bytes.count - offset, sought, delimiter.count) {
          count += 1
          offset = UnsafeRawPointer(found) - start + delimiter.count
        }
        return count
      }
    }
  }
}
