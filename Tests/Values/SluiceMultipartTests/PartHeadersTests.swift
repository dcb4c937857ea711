import SluiceBody
import SluiceCoding
import SluiceMultipart
import Testing

/// The list of headers that parts are sent and received with.
@Suite(.timeLimit(.minutes(5))) struct PartHeadersTests {
  typealias Headers = MultipartForm.Part.Headers

  private let headers: Headers = ["X-b": "2", "x-A": "1", "X-B": "3"]

  @Test func `headers keep their order, case and repetitions`() {
    #expect(headers.map { "\($0.name): \($0.value)" } == ["X-b: 2", "x-A: 1", "X-B: 3"])
    #expect(headers.count == 3 && headers[1].name == "x-A" && headers[1].value == "1")
    #expect(Headers().isEmpty && Headers() == [:])
  }

  @Test(arguments: ["X-b", "x-B", "x-b"])
  func `a value is found regardless of the case of its name`(_ name: String) {
    #expect(headers[name] == "2")
    #expect(headers[values: name] == ["2", "3"])
    #expect(headers["X-"] == nil && headers["X-bb"] == nil && headers[values: "X"] == [])
  }

  @Test func `only letters of ASCII are compared regardless of case`() {
    let headers: Headers = ["\u{212A}": "the Kelvin sign", "É": "a letter", "[": "a bracket", "@": "a sign"]
    for name in ["k", "K", "é", "{", "`"] { #expect(headers[name] == nil) }
    #expect(headers["É"] == "a letter")
  }

  @Test func `setting a value replaces the first one and removes the others`() {
    var headers = headers
    headers["x-B"] = "4"
    #expect(headers.map { "\($0.name): \($0.value)" } == ["X-b: 4", "x-A: 1"])
    headers["X-C"] = "5"
    #expect(headers.map { "\($0.name): \($0.value)" } == ["X-b: 4", "x-A: 1", "X-C: 5"])
    headers["X-a"] = nil
    headers["X-D"] = nil
    #expect(headers.map { "\($0.name): \($0.value)" } == ["X-b: 4", "X-C: 5"])
  }

  @Test func `setting nil removes all headers of the name`() {
    var headers = headers
    headers["x-b"] = nil
    #expect(headers.map { "\($0.name): \($0.value)" } == ["x-A: 1"])
  }

  @Test func `a list can be changed as any collection`() {
    var headers = headers
    headers.append((name: "X-B", value: "4"))
    headers += ["Y": "5"] as Headers
    headers.remove(at: 0)
    #expect(headers.map { "\($0.name): \($0.value)" } == ["x-A: 1", "X-B: 3", "X-B: 4", "Y: 5"])
    #expect(Headers(headers.filter { $0.name == "Y" }) == ["Y": "5"])
  }

  @Test func `lists are equal if their names, in any case, and their values are, in order`() {
    let equal: [Headers] = [["A": "b", "C": "d"], ["a": "b", "c": "d"]]
    #expect(equal[0] == equal[1] && Set(equal).count == 1)
    let others: [Headers] = [
      [:], ["A": "b"], ["C": "d", "A": "b"], ["A": "B", "C": "d"], ["A": "b", "E": "d"],
      ["A": "b", "C": "d", "E": "f"], ["AC": "b", "": "d"],
    ]
    for other in others { #expect(other != equal[0]) }
    #expect(Set(others + equal).count == others.count + 1)
  }

  @Test func `headers are added to a part and sent after its own`() async throws {
    var part = FormFile("log", .text(""), fileName: "a.txt", headers: ["X-Camera": "3"]).part
    part.headers["x-camera"] = "4"
    part.headers["Content-Language"] = "de"
    #expect(
      try await head(of: part) == """
        Content-Disposition: form-data; name="log"; filename="a.txt"\r
        Content-Type: text/plain\r
        X-Camera: 4\r
        Content-Language: de
        """)
  }

  @Test func `a received head is the same in a reader, a parser and a collected part`() async throws {
    let form = MultipartForm {
      FormFile("video", .text("x"), fileName: "a.mov", headers: ["X-Camera": "3", "x-camera": "4"])
    }
    func check(
      _ headers: Headers, _ name: String?, _ fileName: String?, _ mediaType: String?, _ disposition: String?
    ) {
      #expect(headers.map { $0.name } == ["Content-Disposition", "Content-Type", "X-Camera", "x-camera"])
      #expect(headers["X-CAMERA"] == "3" && headers[values: "X-Camera"] == ["3", "4"])
      #expect(name == "video" && fileName == "a.mov" && mediaType == "video/quicktime")
      #expect(disposition == "form-data")
    }
    var count = 0
    for try await part in try MultipartReader(form) {
      check(part.headers, part.name, part.fileName, part.mediaType?.description, part.disposition?.type)
      #expect(part.head.headers == part.headers && part.contentRange == nil)
      count += 1
    }
    for part in try await MultipartReader(form).collect(upTo: 1) {
      check(part.headers, part.name, part.fileName, part.mediaType?.description, part.disposition?.type)
      #expect(part.bytes == [UInt8(ascii: "x")] && part.contentRange == nil)
      count += 1
    }
    var parser = try MultipartParser(contentType: try #require(form.contentType))
    let bytes = try await form.bytes()
    var position = 0
    while let event = try parser.next(in: bytes.span, from: &position) {
      guard case .partBegan(let head) = event else { continue }
      check(head.headers, head.name, head.fileName, head.mediaType?.description, head.disposition?.type)
      count += 1
    }
    #expect(count == 3)
  }
}
