import HTTPTypes
import Sluice
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransfers
@testable import SluiceTransport

/// The decisions about a resumable upload, step by step.
@Suite(.timeLimit(.minutes(5))) struct UploadMachineTests {
  private static func url(_ text: String = "https://example.com/upload") throws -> RequestURL {
    try RequestURL(text)
  }

  private static func head(_ status: Int, _ fields: [(String, String)] = []) throws -> HTTPResponse {
    HTTPResponse(
      status: .init(code: status),
      headerFields: HTTPFields(
        try fields.map { HTTPField(name: try #require(HTTPField.Name($0.0)), value: $0.1) }))
  }

  private static func machine(
    _ options: ResumableUpload = .standard(record: "r"), byteCount: Int64? = 100, resource: String? = nil,
    confirmed: Int64 = 0
  ) throws -> UploadMachine {
    try UploadMachine(
      options, byteCount: byteCount, resource: resource.map { try url($0) }, confirmed: confirmed)
  }

  private static let version = ("Upload-Draft-Interop-Version", "6")

  @Test func `an interim response gives the upload its URL, and its offsets are confirmed`() throws {
    var machine = try Self.machine()
    let whole = UploadContent(offset: 0, byteCount: 100, isLast: true, bodyByteCount: 100)
    #expect(machine.next() == .create(whole))
    #expect(machine.target == nil && !machine.isRepeatable)
    try machine.didReceive(interim: Self.head(104, [("Location", "../u/1"), Self.version]), from: Self.url())
    #expect(machine.resource?.text == "https://example.com/u/1")
    machine.didRead(60)
    try machine.didReceive(
      interim: Self.head(104, [("Upload-Offset", "40"), Self.version]), from: Self.url())
    #expect(machine.confirmed == 40)
    machine.didFail()
    #expect(machine.next() == .ask)
    #expect(machine.target?.text == "https://example.com/u/1")
    let verdict = try machine.didReceive(
      Self.head(204, [("Upload-Offset", "60"), ("Upload-Complete", "?0")]),
      from: Self.url("https://b.example/u/1"))
    #expect(verdict == .continues)
    let rest = UploadContent(offset: 60, byteCount: 40, isLast: true, bodyByteCount: 100)
    #expect(machine.next() == .append(rest))
    #expect(machine.target?.text == "https://b.example/u/1")
    #expect(machine.resource?.text == "https://example.com/u/1")
    #expect(
      try machine.didReceive(Self.head(200, [("Upload-Complete", "?1")]), from: Self.url()) == .isResult)
  }

  @Test func `a response with different Locations gives the upload no URL`() throws {
    let two = [("Location", "/u/1"), ("Location", "/u/2")]
    var draft = try Self.machine()
    _ = draft.next()
    let interim = #expect(throws: SessionError.self) {
      try draft.didReceive(interim: Self.head(104, two + [Self.version]), from: Self.url())
    }
    #expect(interim?.code == .invalidResponse && draft.resource == nil)
    draft = try Self.machine()
    _ = draft.next()
    let final = #expect(throws: SessionError.self) {
      try draft.didReceive(Self.head(201, two + [("Upload-Complete", "?0")]), from: Self.url())
    }
    #expect(final?.code == .invalidResponse && draft.resource == nil)
    var tus = try Self.machine(.tus(record: "r"))
    _ = tus.next()
    _ = try tus.didReceive(Self.head(204), from: Self.url())
    _ = tus.next()
    let error = #expect(throws: SessionError.self) {
      try tus.didReceive(Self.head(201, two), from: Self.url())
    }
    #expect(error?.code == .invalidResponse && tus.resource == nil)
    // Two equal ones are one.
    tus = try Self.machine(.tus(record: "r"))
    _ = tus.next()
    _ = try tus.didReceive(Self.head(204), from: Self.url())
    _ = tus.next()
    _ = try tus.didReceive(Self.head(201, [two[0], two[0]]), from: Self.url())
    #expect(tus.resource?.path == "/u/1")
  }

  /// A machine of an upload with a URL, all of whose bytes were sent, and whose server has responded with success.
  private static func unconfirmed() throws -> UploadMachine {
    var machine = try machine()
    _ = machine.next()
    try machine.didReceive(interim: head(104, [("Location", "/u"), version]), from: url())
    machine.didRead(100)
    #expect(try machine.didReceive(head(200), from: url()) == .isResultIfConfirmed)
    machine.awaitConfirmation()
    #expect(machine.next() == .ask && machine.sentByteCount == 100)
    return machine
  }

  @Test(
    arguments: [
      "all bytes": (204, [("Upload-Offset", "100")], .confirmsResult),
      "complete": (204, [("Upload-Complete", "?1")], .confirmsResult),
      "nothing about the upload": (200, [], .confirmsResult),
      "not found": (404, [], .confirmsResult), "gone": (410, [], .confirmsResult),
      "not to be asked": (405, [], .confirmsResult),
      "fewer bytes": (204, [("Upload-Offset", "60"), ("Upload-Complete", "?0")], .continues),
      "all bytes, but not complete": (
        204, [("Upload-Offset", "100"), ("Upload-Complete", "?0")], .continues
      ),
      "not now": (503, [], .isRefusal), "locked": (423, [], .isRefusal),
    ] as NamedCases<(Int, [(String, String)], UploadMachine.Verdict)>)
  func `a success that does not say that the upload is complete is confirmed by the server`(
    answer: NamedCase<(Int, [(String, String)], UploadMachine.Verdict)>
  ) throws {
    var machine = try Self.unconfirmed()
    let (status, fields, verdict) = answer.value
    #expect(try machine.didReceive(Self.head(status, fields), from: Self.url()) == verdict)
    // A question that has failed is repeated.
    if verdict == .isRefusal {
      machine.didFail()
      #expect(machine.next() == .ask)
      #expect(try machine.didReceive(Self.head(404), from: Self.url()) == .confirmsResult)
    } else if verdict == .continues {
      guard case .append = machine.next() else { return #expect(Bool(false)) }
    }
  }

  @Test func `a success that says that the upload is complete, or that has no URL, needs no confirmation`()
    throws
  {
    for (location, fields) in [
      ("/u", [("Upload-Complete", "?1")]), ("/u", [("Upload-Offset", "100")]), (nil, []),
    ] {
      var machine = try Self.machine()
      _ = machine.next()
      if let location {
        try machine.didReceive(
          interim: Self.head(104, [("Location", location), Self.version]), from: Self.url())
      }
      machine.didRead(100)
      #expect(try machine.didReceive(Self.head(200, fields), from: Self.url()) == .isResult)
    }
  }

  @Test func `other interim responses, and those of another version, are ignored`() throws {
    var machine = try Self.machine()
    _ = machine.next()
    for (status, version) in [(103, "6"), (104, "5"), (104, "?"), (100, "6")] {
      let fields = [("Location", "/u"), ("Upload-Offset", "1000"), ("Upload-Draft-Interop-Version", version)]
      try machine.didReceive(interim: Self.head(status, fields), from: Self.url())
    }
    #expect(machine.resource == nil && machine.confirmed == 0)
  }

  @Test func `a failure before the upload has a URL creates it again`() throws {
    var machine = try Self.machine()
    _ = machine.next()
    machine.didFail()
    #expect(machine.failureCount == 1)
    guard case .create = machine.next() else { return #expect(Bool(false)) }
  }

  @Test func `progress resets the number of failures`() throws {
    var machine = try Self.machine(resource: "https://example.com/u/1", confirmed: 10)
    for _ in 0..<3 {
      _ = machine.next()
      machine.didFail()
    }
    #expect(machine.failureCount == 3)
    #expect(machine.next() == .ask)
    _ = try machine.didReceive(Self.head(204, [("Upload-Offset", "10")]), from: Self.url())
    #expect(machine.failureCount == 3)
    machine.didFail()
    _ = machine.next()
    _ = try machine.didReceive(Self.head(204, [("Upload-Offset", "11")]), from: Self.url())
    #expect(machine.failureCount == 0)
  }

  /// The offset that is reported, and what it means after 10 of 100 bytes are confirmed.
  @Test(arguments: [
    ("9", false), ("10", true), ("100", true), ("101", false), ("9223372036854775807", false),
  ])
  func `an offset must lie between what is confirmed and the end`(offset: String, isPossible: Bool) throws {
    for options in [ResumableUpload.standard(record: "r"), .tus(record: "r")] {
      var machine = try Self.machine(options, resource: "https://example.com/u/1", confirmed: 10)
      #expect(machine.next() == .ask)
      let response = try Self.head(200, [("Upload-Offset", offset)])
      if isPossible {
        #expect(throws: Never.self) { try machine.didReceive(response, from: Self.url()) }
      } else {
        let error = #expect(throws: SessionError.self) { try machine.didReceive(response, from: Self.url()) }
        #expect(error?.code == .offsetMismatch)
      }
    }
  }

  @Test(arguments: ["", "-1", "1.5", "1, 2", "99999999999999999999", "x"])
  func `a response without a proper offset is an error`(offset: String) throws {
    var machine = try Self.machine(resource: "https://example.com/u/1")
    _ = machine.next()
    let response = try Self.head(200, [("Upload-Offset", offset)])
    let error = #expect(throws: SessionError.self) { try machine.didReceive(response, from: Self.url()) }
    #expect(error?.code == .invalidResponse)
  }

  @Test func `an offset after a request cannot exceed what was sent`() throws {
    var options = ResumableUpload.standard(record: "r")
    options.maximumRequestByteCount = 30
    var machine = try Self.machine(options)
    #expect(
      machine.next() == .create(UploadContent(offset: 0, byteCount: 30, isLast: false, bodyByteCount: 100)))
    let response = try Self.head(
      201, [("Location", "/u"), ("Upload-Offset", "31"), ("Upload-Complete", "?0")])
    let error = #expect(throws: SessionError.self) { try machine.didReceive(response, from: Self.url()) }
    #expect(error?.code == .offsetMismatch)
  }

  @Test func `an offset cannot exceed what was read for requests`() throws {
    for options in [ResumableUpload.standard(record: "r"), .tus(record: "r")] {
      var machine = try Self.machine(options)
      if case .describe = machine.next() {
        _ = try machine.didReceive(Self.head(204), from: Self.url())
        _ = machine.next()
        _ = try machine.didReceive(Self.head(201, [("Location", "/u")]), from: Self.url())
        _ = machine.next()
      } else {
        try machine.didReceive(interim: Self.head(104, [("Location", "/u"), Self.version]), from: Self.url())
      }
      machine.didRead(50)
      machine.didFail()
      #expect(machine.next() == .ask)
      for (offset, isPossible) in [("50", true), ("51", false), ("100", false)] {
        var machine = machine
        let response = try Self.head(200, [("Upload-Offset", offset)])
        if isPossible {
          #expect(try machine.didReceive(response, from: Self.url()) == .continues)
        } else {
          let error = #expect(throws: SessionError.self) {
            try machine.didReceive(response, from: Self.url())
          }
          #expect(error?.code == .offsetMismatch)
        }
      }
    }
  }

  /// The fields of a successful response to the request with all 100 bytes, and whether it is the result; `nil` for an
  /// error.
  @Test func `a server that accepts the rest again and again without completing the upload is refused`()
    throws
  {
    var machine = try Self.unconfirmed()
    let answer = try Self.head(204, [("Upload-Offset", "100"), ("Upload-Complete", "?0")])
    #expect(try machine.didReceive(answer, from: Self.url()) == .continues)
    // Nothing is left but to say that the upload is complete.
    #expect(
      machine.next() == .append(UploadContent(offset: 100, byteCount: 0, isLast: true, bodyByteCount: 100)))
    #expect(try machine.didReceive(Self.head(204), from: Self.url()) == .isResultIfConfirmed)
    machine.awaitConfirmation()
    #expect(machine.next() == .ask)
    #expect(try machine.didReceive(answer, from: Self.url()) == .isRefusal)
  }

  @Test func `a server that takes a byte of each request is sent the rest with delays`() throws {
    var machine = try Self.machine(.tus(record: "r"), resource: "https://example.com/u/1")
    _ = machine.next()
    _ = try machine.didReceive(Self.head(204, [("Upload-Offset", "0")]), from: Self.url())
    for offset in 1...20 as ClosedRange<Int64> {
      if case .ask = machine.next() {
        _ = try machine.didReceive(Self.head(204, [("Upload-Offset", "\(offset - 1)")]), from: Self.url())
        _ = machine.next()
      }
      machine.didRead(100)
      let verdict = try machine.didReceive(Self.head(204, [("Upload-Offset", "\(offset)")]), from: Self.url())
      #expect(verdict == (offset <= 10 ? .continues : .isRefusal))
      if verdict == .isRefusal { machine.didFail() }
    }
  }

  @Test(
    arguments: [
      "no field of the protocol": (true, []), "complete": (true, [("Upload-Complete", "?1")]),
      "complete, with all bytes": (true, [("Upload-Complete", "?1"), ("Upload-Offset", "100")]),
      "all bytes": (true, [("Upload-Offset", "100")]),
      "complete, with too few bytes": (nil, [("Upload-Complete", "?1"), ("Upload-Offset", "99")]),
      "complete, with another length": (nil, [("Upload-Complete", "?1"), ("Upload-Length", "99")]),
      "too few bytes": (false, [("Upload-Offset", "99")]),
      "incomplete": (false, [("Upload-Complete", "?0")]),
    ] as NamedCases<(Bool?, [(String, String)])>)
  func `an upload is complete only if no byte is missing`(
    reported: NamedCase<(Bool?, [(String, String)])>
  ) throws {
    let (isResult, fields) = reported.value
    for resource in [nil, "https://example.com/u/1"] {
      var machine = try Self.machine(resource: resource)
      if resource != nil {
        _ = machine.next()
        _ = try machine.didReceive(Self.head(204, [("Upload-Offset", "0")]), from: Self.url())
      }
      _ = machine.next()
      machine.didRead(100)
      let response = try Self.head(200, fields + (resource == nil ? [("Location", "/u")] : []))
      if let isResult {
        // A success that does not say that it has all bytes is confirmed at the upload's URL.
        let result = fields.isEmpty && resource != nil ? UploadMachine.Verdict.isResultIfConfirmed : .isResult
        #expect(try machine.didReceive(response, from: Self.url()) == (isResult ? result : .continues))
      } else {
        let error = #expect(throws: SessionError.self) { try machine.didReceive(response, from: Self.url()) }
        #expect(error?.code == .offsetMismatch)
      }
    }
  }

  @Test(
    arguments: [
      "a part of the bytes": [("Upload-Complete", "?1"), ("Upload-Offset", "99")],
      "no offset": [("Upload-Complete", "?1")],
    ] as NamedCases<[(String, String)]>)
  func `an answer that calls an upload complete must not contradict what was sent`(
    fields: NamedCase<[(String, String)]>
  ) throws {
    var machine = try Self.machine()
    _ = machine.next()
    try machine.didReceive(interim: Self.head(104, [("Location", "/u"), Self.version]), from: Self.url())
    machine.didRead(99)
    machine.didFail()
    _ = machine.next()
    let error = #expect(throws: SessionError.self) {
      try machine.didReceive(Self.head(204, fields.value), from: Self.url())
    }
    #expect(error?.code == .offsetMismatch)
  }

  @Test(arguments: [100, 0] as [Int64])
  func `a server that has all bytes and does not complete the upload is not asked forever`(byteCount: Int64)
    throws
  {
    var machine = try Self.machine(byteCount: byteCount)
    _ = machine.next()
    machine.didRead(byteCount)
    let fields = [("Location", "/u"), ("Upload-Offset", "\(byteCount)"), ("Upload-Complete", "?0")]
    let verdict = try machine.didReceive(Self.head(201, fields), from: Self.url())
    #expect(verdict == (byteCount == 0 ? .isRefusal : .continues))
    for _ in 0..<2 {
      if verdict == .isRefusal { machine.didFail() }
      let request = machine.next()
      let answer = try machine.didReceive(Self.head(204, Array(fields.dropFirst())), from: Self.url())
      #expect(request == .ask ? answer == .continues : answer == .isRefusal)
    }
  }

  @Test func `a success of a part without an offset is a reason to ask`() throws {
    var options = ResumableUpload.standard(record: "r")
    options.maximumRequestByteCount = 30
    var machine = try Self.machine(options)
    _ = machine.next()
    machine.didRead(30)
    let response = try Self.head(201, [("Location", "/u"), ("Upload-Complete", "?0")])
    #expect(try machine.didReceive(response, from: Self.url()) == .continues)
    #expect(machine.next() == .ask)
    _ = try machine.didReceive(Self.head(204, [("Upload-Offset", "20")]), from: Self.url())
    #expect(
      machine.next() == .append(UploadContent(offset: 20, byteCount: 30, isLast: false, bodyByteCount: 100)))
    // The server cannot have all bytes.
    let error = #expect(throws: SessionError.self) {
      try machine.didReceive(Self.head(200, [("Upload-Complete", "?1")]), from: Self.url())
    }
    #expect(error?.code == .offsetMismatch)
  }

  @Test func `offsets next to the largest number do not overflow`() throws {
    for options in [ResumableUpload.standard(record: "r"), .tus(record: "r")] {
      var machine = try Self.machine(
        options, byteCount: .max, resource: "https://example.com/u/1", confirmed: .max - 1)
      _ = machine.next()
      let response = try Self.head(204, [("Upload-Offset", "\(Int64.max - 1)")])
      #expect(try machine.didReceive(response, from: Self.url()) == .continues)
      _ = machine.next()
      #expect(machine.currentContent?.end == .max)
      machine.didRead(.max)
    }
    #expect(UploadContent(offset: .max, byteCount: .max, isLast: true).end == .max)
  }

  @Test func `a server that accepts fewer bytes gets the rest again`() throws {
    var machine = try Self.machine(.tus(record: "r"), resource: "https://example.com/u/1")
    #expect(machine.next() == .ask)
    _ = try machine.didReceive(Self.head(200, [("Upload-Offset", "0")]), from: Self.url())
    _ = machine.next()
    #expect(try machine.didReceive(Self.head(204, [("Upload-Offset", "30")]), from: Self.url()) == .continues)
    #expect(
      machine.next() == .append(UploadContent(offset: 30, byteCount: 70, isLast: true, bodyByteCount: 100)))
    // No byte more, again and again.
    #expect(try machine.didReceive(Self.head(204, [("Upload-Offset", "30")]), from: Self.url()) == .isRefusal)
    machine.didFail()
    #expect(machine.next() == .ask)
  }

  @Test(arguments: [30, 100] as [Int64])
  func `a server that accepts requests without saying what it has is not asked forever`(offset: Int64) throws
  {
    var machine = try Self.machine(resource: "https://example.com/u/1", confirmed: offset)
    let answer = try Self.head(204, [("Upload-Offset", "\(offset)"), ("Upload-Complete", "?0")])
    #expect(machine.next() == .ask)
    #expect(try machine.didReceive(answer, from: Self.url()) == .continues)
    _ = machine.next()
    #expect(
      try machine.didReceive(Self.head(204, [("Upload-Complete", "?0")]), from: Self.url()) == .continues)
    #expect(machine.next() == .ask)
    #expect(try machine.didReceive(answer, from: Self.url()) == .isRefusal)
    machine.didFail()
    #expect(machine.failureCount == 1)
    #expect(machine.next() == .ask)
    #expect(try machine.didReceive(answer, from: Self.url()) == .continues)
  }

  @Test func `a creation that is not the protocol's after a part of the body is an error`() throws {
    var options = ResumableUpload.standard(record: "r")
    options.maximumRequestByteCount = 30
    var machine = try Self.machine(options)
    _ = machine.next()
    let error = #expect(throws: SessionError.self) {
      try machine.didReceive(Self.head(200), from: Self.url())
    }
    #expect(error?.code == .invalidResponse)
  }

  @Test func `tus needs the URL of the upload, and the size of the body`() throws {
    var machine = try Self.machine(.tus(record: "r"))
    _ = machine.next()
    _ = try machine.didReceive(Self.head(204), from: Self.url())
    #expect(
      machine.next() == .create(UploadContent(offset: 0, byteCount: 0, isLast: false, bodyByteCount: 100)))
    let error = #expect(throws: SessionError.self) {
      try machine.didReceive(Self.head(201), from: Self.url())
    }
    #expect(error?.code == .invalidResponse)
    #expect(throws: SessionError.self) { try Self.machine(.tus(record: "r"), byteCount: nil) }
  }

  @Test(arguments: [400, 404, 405, 501])
  func `a tus server that does not describe itself gets a creation without extensions`(status: Int) throws {
    var machine = try Self.machine(.tus(record: "r"))
    #expect(machine.next() == .describe)
    #expect(try machine.didReceive(Self.head(status), from: Self.url()) == .continues)
    let empty = UploadContent(offset: 0, byteCount: 0, isLast: false, bodyByteCount: 100)
    #expect(machine.next() == .create(empty))
  }

  @Test(arguments: [408, 429, 500, 503])
  func `a failure to describe a tus server is a refusal`(status: Int) throws {
    var machine = try Self.machine(.tus(record: "r"))
    _ = machine.next()
    #expect(try machine.didReceive(Self.head(status), from: Self.url()) == .isRefusal)
  }

  @Test func `a body of unknown size is sent whole`() throws {
    var machine = try Self.machine(byteCount: nil, resource: "https://example.com/u/1")
    _ = machine.next()
    _ = try machine.didReceive(Self.head(204, [("Upload-Offset", "7")]), from: Self.url())
    #expect(
      machine.next() == .append(UploadContent(offset: 7, byteCount: nil, isLast: true, bodyByteCount: nil)))
  }

  @Test(arguments: [404, 410]) func `a forgotten upload starts again as often as allowed`(status: Int) throws
  {
    var machine = try Self.machine(resource: "https://example.com/u/1", confirmed: 50)
    #expect(machine.next() == .ask)
    #expect(try machine.didReceive(Self.head(status), from: Self.url()) == .continues)
    #expect(machine.confirmed == 0 && machine.resource == nil)
    guard case .create = machine.next() else { return #expect(Bool(false)) }
    // The URL of the caller is not forgotten.
    #expect(try machine.didReceive(Self.head(status), from: Self.url()) == .isRefusal)
    try machine.didReceive(interim: Self.head(104, [("Location", "/u/2"), Self.version]), from: Self.url())
    machine.didFail()
    _ = machine.next()
    #expect(try machine.didReceive(Self.head(status), from: Self.url()) == .isRefusal)
  }

  @Test func `a failure of the processing is the result`() throws {
    var machine = try Self.machine()
    _ = machine.next()
    #expect(
      try machine.didReceive(Self.head(422, [("Upload-Complete", "?1")]), from: Self.url()) == .isResult)
  }

  @Test func `a length that is not the body's is an error`() throws {
    var machine = try Self.machine(
      .standard(record: "r", draft: .interop8), resource: "https://example.com/u/1")
    _ = machine.next()
    let response = try Self.head(204, [("Upload-Offset", "7"), ("Upload-Length", "99")])
    #expect(
      #expect(throws: SessionError.self) { try machine.didReceive(response, from: Self.url()) }?.code
        == .offsetMismatch)
  }

  @Test(
    arguments: [
      ("max-append-size=10", 10), ("max-size=1000, max-append-size=10;a=b", 10), ("max-append-size=0", 1),
      ("max-append-size=x", nil), ("max-append-size", nil), ("min-size=0", nil), ("=,;=", nil),
    ] as [(String, Int64?)])
  func `limits for requests are kept`(limit: String, expected: Int64?) throws {
    var machine = try Self.machine()
    _ = machine.next()
    let fields = [("Location", "/u"), ("Upload-Limit", limit), Self.version]
    try machine.didReceive(interim: Self.head(104, fields), from: Self.url())
    #expect(machine.exceedsLimit == (expected != nil))
    machine.interrupt()
    _ = machine.next()
    _ = try machine.didReceive(Self.head(204, [("Upload-Offset", "0")]), from: Self.url())
    guard case .append(let content) = machine.next() else { return #expect(Bool(false)) }
    #expect(content.byteCount == expected ?? 100)
  }

  @Test func `a limit that shrinks without progress is a refusal, and holds although the server raises it`()
    throws
  {
    var machine = try Self.machine()
    func refusal(_ limit: Int) throws -> HTTPResponse {
      try Self.head(413, [("Upload-Limit", "max-append-size=\(limit)")])
    }
    _ = machine.next()
    // The first smaller request follows immediately.
    #expect(try machine.didReceive(refusal(90), from: Self.url()) == .continues)
    for limit in [80, 70, 60] {
      guard case .create(let content) = machine.next() else { return #expect(Bool(false)) }
      #expect(content.byteCount == Int64(limit) + 10)
      #expect(try machine.didReceive(refusal(limit), from: Self.url()) == .isRefusal)
      #expect(machine.exceedsLimit)
      machine.didFail()
    }
    #expect(machine.failureCount == 3)
    _ = machine.next()
    machine.didRead(60)
    let fields = [("Location", "/u"), ("Upload-Offset", "60"), ("Upload-Complete", "?0")]
    #expect(try machine.didReceive(Self.head(201, fields), from: Self.url()) == .continues)
    #expect(machine.failureCount == 0)
    guard case .append(let rest) = machine.next() else { return #expect(Bool(false)) }
    #expect(rest.byteCount == 40)
    #expect(try machine.didReceive(refusal(1), from: Self.url()) == .continues)
    _ = machine.next()
    let raised = [("Upload-Offset", "60"), ("Upload-Limit", "max-append-size=1000000")]
    #expect(try machine.didReceive(Self.head(204, raised), from: Self.url()) == .continues)
    guard case .append(let byte) = machine.next() else { return #expect(Bool(false)) }
    #expect(byte.byteCount == 1)
    #expect(try machine.didReceive(refusal(1), from: Self.url()) == .isRefusal)
    #expect(!machine.exceedsLimit)
  }

  /// The bytes that a record or an answer confirms, the size, and whether the answer that calls the upload complete is
  /// believed.
  @Test(
    arguments: [
      "nothing confirmed": (0, nil, 100, false), "a part, in the record": (10, nil, 100, false),
      "a part, in the answer": (10, "10", 100, false), "everything, in the record": (100, nil, 100, true),
      "everything, in the answer": (10, "100", 100, true), "a body of unknown size": (10, "10", nil, true),
      "a body of unknown size, without an offset": (10, nil, nil, false),
    ] as NamedCases<(Int64, String?, Int64?, Bool)>)
  func `an upload that was resumed is complete only if all of its bytes are confirmed`(
    reported: NamedCase<(Int64, String?, Int64?, Bool)>
  ) throws {
    let (confirmed, offset, byteCount, isComplete) = reported.value
    var machine = try Self.machine(
      byteCount: byteCount, resource: "https://example.com/u/1", confirmed: confirmed)
    #expect(machine.next() == .ask)
    let answer = try Self.head(
      204, [("Upload-Complete", "?1")] + (offset.map { [("Upload-Offset", $0)] } ?? []))
    if isComplete {
      let verdict = try machine.didReceive(answer, from: Self.url())
      #expect(verdict == (byteCount == nil ? .isResultIfWhole(10) : .isResult))
    } else {
      let error = #expect(throws: SessionError.self) { try machine.didReceive(answer, from: Self.url()) }
      #expect(error?.code == .offsetMismatch)
    }
  }

  @Test func `a 403 to the question of tus means a forgotten upload, and no other 403 does`() throws {
    var tus = try Self.machine(.tus(record: "r"), resource: "https://example.com/u/1", confirmed: 50)
    #expect(tus.next() == .ask)
    #expect(try tus.didReceive(Self.head(403), from: Self.url()) == .continues)
    #expect(tus.resource == nil && tus.confirmed == 0)
    var other = try Self.machine(.tus(record: "r"), resource: "https://example.com/u/1", confirmed: 50)
    _ = other.next()
    #expect(try other.didReceive(Self.head(403, [("Upload-Offset", "50")]), from: Self.url()) == .isRefusal)
    var draft = try Self.machine(resource: "https://example.com/u/1", confirmed: 50)
    _ = draft.next()
    #expect(try draft.didReceive(Self.head(403), from: Self.url()) == .isRefusal)
  }

  @Test func `each version has its own fields`() throws {
    let content = UploadContent(offset: 5, byteCount: 95, isLast: true, bodyByteCount: 100)
    func fields(_ draft: ResumableUpload.Draft) -> [String] {
      var fields: HTTPFields = [:]
      DraftDialect(version: draft).append(content, in: &fields)
      return fields.map { "\($0.name.canonicalName): \($0.value)" }.sorted()
    }
    let type = "content-type: application/partial-upload"
    #expect(
      fields(.interop3) == ["upload-draft-interop-version: 3", "upload-incomplete: ?0", "upload-offset: 5"])
    #expect(
      fields(.interop5) == ["upload-complete: ?1", "upload-draft-interop-version: 5", "upload-offset: 5"])
    #expect(
      fields(.interop6) == [
        type, "upload-complete: ?1", "upload-draft-interop-version: 6", "upload-offset: 5",
      ])
    #expect(
      fields(.interop8) == [
        type, "upload-complete: ?1", "upload-draft-interop-version: 8", "upload-length: 100",
        "upload-offset: 5",
      ])
  }
}
