import SluiceBody
import SluiceMultipart
import Testing

/// The result builder of forms.
@Suite(.timeLimit(.minutes(5))) struct FormBuilderTests {
  private func names(_ form: MultipartForm) -> [String?] { form.parts.map(\.name) }

  enum Kind: CaseIterable { case one, two, three }

  @Test(arguments: [true, false], Kind.allCases)
  func `a builder lists parts, with conditions and loops`(_ condition: Bool, _ kind: Kind) throws {
    let others = [FormField("x", ""), FormField("y", "")]
    let form = MultipartForm {
      FormField("first", "")
      if condition { FormField("if", "") }
      if condition { FormField("then", "") } else { FormField("else", "") }
      if let name = condition ? "some" : nil {
        FormField(name, "")
        FormField("more", "")
      }
      switch kind {
      case .one: FormField("one", "")
      case .two: FormFile("two", .bytes([]), fileName: "")
      case .three: for index in 0..<3 { FormField("three\(index)", "") }
      }
      for index in 0..<2 {
        let name = "loop\(index)"
        FormField(name, "")
      }
      others
      MultipartForm.Part("last", .bytes([]))
    }
    let byKind: [String] =
      switch kind {
      case .one: ["one"]
      case .two: ["two"]
      case .three: ["three0", "three1", "three2"]
      }
    let byCondition = condition ? ["if", "then", "some", "more"] : ["else"]
    let wanted = [["first"], byCondition, byKind, ["loop0", "loop1", "x", "y", "last"]]
    #expect(names(form) == wanted.flatMap { $0 })
  }

  @Test func `a builder may throw, and may list nothing`() throws {
    struct Failure: Error {}
    func value(_ isKnown: Bool) throws -> String { if isKnown { "v" } else { throw Failure() } }
    #expect(names(try MultipartForm { FormField("a", try value(true)) }) == ["a"])
    #expect(throws: Failure.self) { try MultipartForm { FormField("a", try value(false)) } }
    #expect(names(MultipartForm {}) == [])
  }

  @Test func `append adds parts at the end of this form only`() async throws {
    var form = MultipartForm(boundary: try .init(parsing: "B")) { FormField("a", "1") }
    let copy = form
    form.append(FormField("b", "2"))
    form.append(FormFile("c", .bytes([]), fileName: "f"))
    let anything: [any MultipartForm.PartConvertible] = [
      FormField("d", ""), MultipartForm.Part("e", .bytes([])),
    ]
    for part in anything { form.append(part) }
    #expect(names(form) == ["a", "b", "c", "d", "e"])
    #expect(names(copy) == ["a"])
    let asOne = MultipartForm(boundary: try .init(parsing: "B"), parts: form.parts)
    #expect(try await asOne.bytes() == form.bytes())
    #expect(
      try await copy.text() == "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B--\r\n")
  }
}
