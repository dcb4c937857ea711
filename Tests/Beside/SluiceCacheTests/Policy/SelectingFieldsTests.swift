import HTTPTypes
import SluiceTestSupport
import Testing

@testable import SluiceCache

@Suite(.timeLimit(.minutes(1))) struct SelectingFieldsTests {
  private func selecting(_ vary: String..., control: String = "public") -> SelectingFields? {
    SelectingFields(of: HTTPFields(vary.map { ("Vary", $0) }), CacheControl([control]))
  }

  @Test func `the names of all fields count, in any case and order`() {
    #expect(selecting("Accept, X-A", "accept,x-b")?.names == ["accept", "x-a", "x-b"])
    #expect(selecting("")?.names == [])
    #expect(selecting("*") == nil && selecting("Accept, *") == nil && selecting("a b;c") == nil)
  }

  @Test func `more than 32 names are refused`() {
    #expect(selecting((1...32).map { "f\($0)" }.joined(separator: ","))?.names.count == 32)
    #expect(selecting((1...33).map { "f\($0)" }.joined(separator: ",")) == nil)
    // A repeated name counts once.
    #expect(selecting((1...32).map { "f\($0)" }.joined(separator: ",") + ",f1")?.names.count == 32)
  }

  @Test(
    arguments: ["public": false, "s-maxage=1": false, "must-revalidate": false, "max-age=1": true]
      as NamedCases)
  func `a response to one user is not another's`(control: NamedCase<Bool>) throws {
    let fields = try #require(selecting(control: control.name))
    let digests = Set(
      [[], [("Authorization", "a")], [("Authorization", "b")]].map { fields.digest(of: HTTPFields($0)) })
    #expect(digests.count == (control.value ? 3 : 1))
  }

  @Test(
    arguments: [
      "the same": ([("A", "x")], [("A", "x")], true), "another value": ([("A", "x")], [("A", "y")], false),
      "case": ([("A", "x")], [("A", "X")], false), "missing": ([("A", "x")], [], false),
      "empty": ([("A", "")], [], false), "blanks": ([("A", "x,  y")], [("A", "x ,y")], true),
      "blanks in quotes": ([("A", "\"x, y\"")], [("A", "\"x,y\"")], false),
      "blanks after an escaped quote": ([("A", "\"x\\\", y\"")], [("A", "\"x\\\",y\"")], false),
      "an empty member": ([("A", "x,,y")], [("A", "x,y")], false),
      "two fields": ([("A", "x"), ("A", "y")], [("A", "x, y")], true),
      "between fields": ([("A", "x"), ("B", "y")], [("A", "xb"), ("B", "y")], false),
      "another field": ([("A", "x"), ("C", "y")], [("A", "x")], true),
    ] as NamedCases<([(String, String)], [(String, String)], Bool)>)
  func `requests are compared by the named fields`(
    test: NamedCase<([(String, String)], [(String, String)], Bool)>
  ) throws {
    let fields = try #require(selecting("A, B"))
    let isEqual = fields.digest(of: HTTPFields(test.value.0)) == fields.digest(of: HTTPFields(test.value.1))
    #expect(isEqual == test.value.2)
  }

  @Test(
    arguments: [
      "case": ("EN", "en", true),
      "empty members": ("en,,de", "en,de", true),
      "letters outside of ASCII": ("\u{212A}", "k", false), "another quality": ("en;q=1", "en;q=0.5", false),
    ] as NamedCases<(String, String, Bool)>)
  func `languages and encodings have no case`(test: NamedCase<(String, String, Bool)>) throws {
    for name in ["Accept-Language", "Accept-Encoding"] {
      let fields = try #require(selecting(name))
      let digests = [test.value.0, test.value.1].map { fields.digest(of: HTTPFields([(name, $0)])) }
      #expect((digests[0] == digests[1]) == test.value.2)
    }
  }

  @Test func `encodings have no order, and languages have one`() throws {
    for (name, isSame) in [("Accept-Language", false), ("Accept-Encoding", true)] {
      let fields = try #require(selecting(name))
      let digests = ["a, b", "b,a"].map { fields.digest(of: HTTPFields([(name, $0)])) }
      #expect((digests[0] == digests[1]) == isSame)
    }
  }
}
