import SluiceBody
import SluiceCoding
import SluiceMultipart
import SluiceTestSupport
import Testing

/// Errors of a form, found before a byte is read and reported with the part.
@Suite(.timeLimit(.minutes(5))) struct FormErrorTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static func part(
    _ name: String? = "n", fileName: String? = nil, contentType: MediaType? = nil,
    headers: MultipartForm.Part.Headers = [:]
  ) -> MultipartForm.Part {
    MultipartForm.Part(name, .bytes([]), fileName: fileName, contentType: contentType, headers: headers)
  }

  typealias Refusal = (part: MultipartForm.Part, code: ErrorCode)

  static let refused: NamedCases<Refusal> = [
    "no name": (part(nil), .missingName),
    "no name, but a file name": (part(nil, fileName: "f"), .missingName),
    "NUL as a name": (part("\0"), .invalidName),
    "NUL in a name": (part("a\0b"), .invalidName),
    "NUL as a file name": (part(fileName: "\0"), .invalidFileName),
    "NUL in a file name": (part(fileName: "a\0"), .invalidFileName),
    "empty header name": (part(headers: ["": "v"]), .invalidHeaderName),
    "space in a header name": (part(headers: ["a b": "v"]), .invalidHeaderName),
    "colon in a header name": (part(headers: ["a:": "v"]), .invalidHeaderName),
    "CRLF in a header name": (part(headers: ["a\r\nb": "v"]), .invalidHeaderName),
    "NUL in a header name": (part(headers: ["a\0": "v"]), .invalidHeaderName),
    "letter outside ASCII in a header name": (part(headers: ["ü": "v"]), .invalidHeaderName),
    "CRLF in a header value": (part(headers: ["X": "v\r\nY: z"]), .invalidHeaderValue),
    "CR in a header value": (part(headers: ["X": "v\r"]), .invalidHeaderValue),
    "LF in a header value": (part(headers: ["X": "\nv"]), .invalidHeaderValue),
    "CRLF before a combining mark": (part(headers: ["X": "a\r\n\u{301}b"]), .invalidHeaderValue),
    "NUL in a header value": (part(headers: ["X": "\0"]), .invalidHeaderValue),
    "length": (part(headers: ["Content-Length": "0"]), .forbiddenHeader),
    "length in another case": (part(headers: ["content-LENGTH": "0"]), .forbiddenHeader),
    "second disposition": (part(headers: ["Content-Disposition": "inline"]), .repeatedHeader),
    "second disposition in another case": (
      part(headers: ["content-disposition": "inline"]), .repeatedHeader
    ),
    "type twice": (part(contentType: .json, headers: ["Content-Type": "a/b"]), .repeatedHeader),
    "type header twice": (
      part(headers: ["Content-Type": "a/b", "content-type": "a/b"]), .repeatedHeader
    ),
    "file's type twice": (
      FormFile("n", .bytes([]), fileName: "f", contentType: .json, headers: ["Content-Type": "a/b"]).part,
      .repeatedHeader
    ),
    "CR in a field's header value": (FormField("n", "", headers: ["X": "\r"]).part, .invalidHeaderValue),
  ]

  @Test(arguments: refused)
  func `an invalid part is an error with its index and name`(_ refusal: NamedCase<Refusal>) throws {
    let (part, code) = refusal.value
    for index in [0, 2] {
      var form = MultipartForm(parts: (0..<index).map { FormField("\($0)", "").part })
      form.append(part)
      form.append(FormField("sound", ""))
      for error in [
        #expect(throws: MultipartError.self) { try form.byteCount },
        #expect(throws: MultipartError.self) { try form.makeReader() },
      ] {
        #expect(error?.code == code)
        #expect(error?.partIndex == index)
        #expect(error?.partName == part.name)
      }
    }
  }

  @Test(arguments: [MultipartForm.Subtype.mixed, .related])
  func `parts of other subtypes have the same rules except for the name`(_ subtype: MultipartForm.Subtype)
    throws
  {
    let refused: [(MultipartForm.Part, ErrorCode)] = [
      (Self.part(fileName: "f", headers: ["Content-Disposition": "inline"]), .repeatedHeader),
      (Self.part(fileName: "a\0"), .invalidFileName),
      (Self.part(headers: ["Content-Length": "0"]), .forbiddenHeader),
    ]
    for (part, code) in refused {
      let form = MultipartForm(subtype, parts: [part])
      #expect(#expect(throws: MultipartError.self) { try form.byteCount }?.code == code)
    }
    #expect(throws: Never.self) { try MultipartForm(subtype, parts: [Self.part(nil)]).byteCount }
  }

  @Test func `the first of several errors is thrown, by copies of the form too`() throws {
    var form = MultipartForm(parts: [FormField("a", "").part, Self.part("b\0"), Self.part(nil)])
    form.append(Self.part(headers: ["Content-Length": "0"]))
    let copy = form
    let error = #expect(throws: MultipartError.self) { try copy.makeReader() }
    #expect(error?.code == .invalidName)
    #expect(error?.partIndex == 1)
  }

  @Test func `a missing file is an error before a byte is read`() async throws {
    let path = directory.path("missing.mov")
    let form = MultipartForm {
      FormField("title", "Holiday")
      FormFile("video", at: path)
    }
    for error in [
      #expect(throws: BodyError.self) { try form.byteCount },
      #expect(throws: BodyError.self) { try form.makeReader() },
      await #expect(throws: BodyError.self) {
        for try await _ in form.chunks() { Issue.record("a byte came") }
      },
    ] {
      #expect(error?.code == .fileMissing)
      #expect(error?.path == path)
    }
  }

  @Test func `a file that changed after the form was made is an error`() async throws {
    let form = try MultipartForm { FormFile("f", at: try directory.file("file", sampleBytes(100))) }
    try directory.append([1], to: "file")
    let error = await #expect(throws: BodyError.self) { try await form.bytes() }
    #expect(error?.code == .fileGrew)
    #expect(error?.expectedByteCount == 100)
    #expect(error?.actualByteCount == 101)
  }

  @Test func `an error is described in one line with its part and reason`() throws {
    let form = MultipartForm(parts: [FormField("a", "").part, Self.part("b\0\"\r\n")])
    let named = try #require(throws: MultipartError.self) { try form.byteCount }
    #expect(named.description == #"invalid-name: part 1 ("b\0\"\r\n"): the name has a NUL"#)
    let controls = try #require(throws: MultipartError.self) {
      try MultipartForm(parts: [Self.part("\0\u{9B}2J\u{202E}")]).byteCount
    }
    #expect(controls.description == #"invalid-name: part 0 ("\0\u{9B}2J\u{202E}"): the name has a NUL"#)
    let unnamed = try #require(throws: MultipartError.self) {
      try MultipartForm(parts: [Self.part(nil)]).byteCount
    }
    #expect(unnamed.description == "missing-name: part 0: a part of form-data needs a name")
    let boundary = try #require(throws: MultipartError.self) { try MultipartForm.Boundary(parsing: "") }
    #expect(boundary.description.hasPrefix("invalid-boundary: a boundary has 1 to 70 "))
    #expect(boundary.partIndex == nil && boundary.partName == nil)
  }

  @Test func `codes are distinct, and so are their descriptions`() {
    let codes: [ErrorCode] = [
      .invalidBoundary, .boundaryConflict, .missingName, .invalidName, .invalidFileName, .invalidHeaderName,
      .invalidHeaderValue, .forbiddenHeader, .repeatedHeader,
    ]
    #expect(Set(codes).count == codes.count)
    #expect(Set(codes.map(\.description)).count == codes.count)
  }
}
