import Foundation
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
  private static let fileHead = Array(
    "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"; filename=\"a\"\r\n\r\n".utf8)
  private static let end = Array("\r\n--\(boundary)--\r\n".utf8)

  /// A body of one part, whose content repeats `unit`.
  private init(_ name: String, head: [UInt8] = head, _ unit: [UInt8], ofAbout byteCount: Int) {
    self.name = name
    partCount = 1
    var bytes = head
    bytes.reserveCapacity(byteCount + unit.count)
    while bytes.count < byteCount { bytes += unit }
    self.bytes = bytes + Self.end
  }

  /// A body of parts with this content.
  private init(_ name: String, head: [UInt8] = head, parts content: [UInt8], ofAbout byteCount: Int) {
    self.name = name
    var bytes: [UInt8] = []
    var partCount = 0
    while bytes.count < byteCount {
      if partCount > 0 { bytes += [0x0D, 0x0A] }
      bytes += head + content
      partCount += 1
    }
    self.partCount = partCount
    self.bytes = bytes + Self.end
  }

  /// The same bytes in each run, by a linear congruential generator.
  private static func randomBytes(_ count: Int) -> [UInt8] {
    var state: UInt64 = 1
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(state >> 56)
    }
  }

  /// The bodies of forms, whose parts are files.
  static func forms(ofAbout byteCount: Int) -> [Body] {
    let random = randomBytes(byteCount)
    return [
      Body("a form with a single file", head: fileHead, random, ofAbout: byteCount),
      Body(
        "a form with files of 1 KiB", head: fileHead, parts: Array(random.prefix(1024)), ofAbout: byteCount),
    ]
  }

  static func all(ofAbout byteCount: Int) -> [Body] {
    let random = randomBytes(byteCount)
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

  private struct Form: Decodable {
    var a: [Data]
  }

  /// Returns the fastest times in seconds of reading the body into a value, and of copying it.
  func formTimes(_ rounds: Int) async throws -> (form: Double, copy: Double) {
    var fastest = (form: Double.infinity, copy: Double.infinity)
    let clock = ContinuousClock()
    for _ in 0..<max(rounds, 1) {
      var counts = (parts: 0, delimiters: partCount)
      fastest.form = min(
        fastest.form, try await clock.measure { counts.parts = try await readForm() } / .seconds(1))
      fastest.copy = min(
        fastest.copy,
        clock.measure {
          let copy = Array(unsafeUninitializedCapacity: bytes.count) { $1 = $0.update(fromContentsOf: bytes) }
          if copy.last != bytes.last { counts.delimiters = 0 }
        } / .seconds(1))
      guard counts == (partCount, partCount) else { throw Unexpected(name: name, counts: counts) }
    }
    return fastest
  }

  /// Returns the number of files.
  private func readForm() async throws -> Int {
    var limits = MultipartLimits()
    limits.maximumPartCount = nil
    let reader = try MultipartReader(
      bytes, contentType: "multipart/form-data; boundary=\(Self.boundary)", limits: limits)
    var decoder = FormDecoder()
    decoder.maximumInMemoryFileByteCount = nil
    decoder.maximumInMemoryByteCount = nil
    return try await decoder.decode(Form.self, from: reader).a.count
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
    var limits = MultipartLimits()
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
