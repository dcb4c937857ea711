import HTTPTypes
import SluiceCoding
import SluiceFuzz
import SluiceSerialization
import SluiceSession
internal import SluiceTransport

extension FuzzTarget {
  /// The lines of response heads, as libcurl reports them: heads, interim heads, and trailers.
  static let responseHead = FuzzTarget("response-head", format: .httpHead) { input in
    let lines = lines(of: input.rest())
    var parser = ResponseHeadParser()
    var reference = ReferenceHead()
    for line in lines {
      let wanted = reference.parse(line)
      let head = parser.parse(line.span)
      try requireEqual(parser.isMalformed, reference.isMalformed, "malformed")
      if parser.isMalformed { return }
      try require(parser.isWithinHead == reference.isOpen, "within a head, or not")
      try requireEqual(head?.status.code, wanted?.status, "status")
      try requireEqual(head?.headerFields.map(\.name.rawName), wanted?.fields.map(\.name), "names")
      guard let head else { continue }
      for (field, wanted) in zip(head.headerFields, wanted?.fields ?? []) {
        let expected = wanted.value.drop(while: \.isBlank).reversed().drop(while: \.isBlank).reversed()
        try requireEqual(field.bytes, Array(expected), "\(field.name)")
        try require(
          !field.value.utf8.contains { [0, 0x0A, 0x0D].contains($0) }, "\(field.name): a line break")
      }
      try checkLength(of: head)
      try checkRewritten(head)
    }
  }

  private static func lines(of bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { $0 + [0x0A] }
  }

  private static func checkLength(of head: HTTPResponse) throws {
    let values = head.headerFields[values: .contentLength].flatMap { value in
      value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { member in
        Array(member.drop(while: \.isBlank).reversed().drop(while: \.isBlank).reversed())
      }
    }
    let codings = head.headerFields[values: .transferEncoding]
    let isClear =
      Set(values).count <= 1 && values.allSatisfy { Int64(exactly: $0) != nil }
      && (codings.isEmpty || codings.map { $0.lowercased() } == ["chunked"])
    let length = BodyLength(of: head, toRequest: .get)
    try requireEqual(
      length.isInvalid, !isClear, "\(values.map { String(decoding: $0, as: UTF8.self) }), \(codings)")
    if length.isInvalid { return }
    try require(BodyLength(of: head, toRequest: .head) == .bytes(0), "a body after HEAD")
    let count = length.byteCount
    try require(count ?? 0 >= 0, "a length of \(count ?? 0)")
    if [204, 304].contains(head.status.code) { return try requireEqual(count, 0, "must be empty") }
    let wanted =
      head.headerFields[.transferEncoding] == nil ? values.first.flatMap { Int64(exactly: $0) } : nil
    try requireEqual(count, wanted, "the body's size")
  }

  /// Checks that a head that is written is parsed again.
  private static func checkRewritten(_ head: HTTPResponse) throws {
    var parser = ResponseHeadParser()
    let fields = head.headerFields.map { "\($0.name.rawName): \($0.value)\r\n" }
    var again: HTTPResponse?
    for line in ["HTTP/1.1 \(head.status.code) \(head.status.reasonPhrase)\r\n"] + fields + ["\r\n"] {
      again = parser.parse(Array(line.utf8).span)
    }
    try requireEqual(
      again?.headerFields.map { Array("\($0)".utf8) }, head.headerFields.map { Array("\($0)".utf8) },
      "fields, parsed again")
    try requireEqual(again?.status.code, head.status.code, "status, parsed again")
  }
}

extension Int64 {
  /// Creates an integer from digits only.
  fileprivate init?(exactly digits: [UInt8]) {
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    self.init(String(decoding: digits, as: UTF8.self))
  }
}
