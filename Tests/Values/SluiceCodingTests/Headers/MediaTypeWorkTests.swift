import SluiceTestSupport
import Testing

@testable import SluiceCoding

/// The work for hostile input, at most linear in its length.
@Suite(.timeLimit(.minutes(5))) struct MediaTypeWorkTests {
  static let hostile = [
    ";", "\"", "\\", "=", " ", "\t", "\r\n", "/", "é", "a", ";a", "=;", "a=;", ";a=b", ";a=\"", "; ", " ;",
    "= ",
    "\"\\", "\\\"", ";=\"\\", ";\"=\"", "a=\"b\";",
  ]
  static let starts = ["", "a/b", "a/b;", "a/b;x=", "a/b;x=\"", "a/b;x=\"\""]

  @Test(arguments: hostile, starts)
  func `each byte is read at most a few times`(piece: String, start: String) {
    for count in [100, 2_000] {
      let bytes = CountingBytes(start + String(repeating: piece, count: count))
      _ = MediaType(utf8: bytes)
      #expect(bytes.reads <= 5 * bytes.count, "\(count) times")
    }
  }

  /// The read count does not include the comparison of names, so this test measures time, with room for noise.
  @Test
  func `sixteen times the parameters take about sixteen times as long`() throws {
    func text(_ count: Int) -> String { "a/b" + (0..<count).map { ";p\($0)=\($0)" }.joined() }
    func pairs(_ count: Int) -> [(name: String, value: String)] { (0..<count).map { ("p\($0)", "\($0)") } }
    let (few, many) = (500, 8_000)
    let small = try MediaType(parsing: text(few))
    let large = try MediaType(parsing: text(many))
    #expect(large.parameters.count == many)

    #expect(growth(from: text(few), to: text(many)) { try? MediaType(parsing: $0) } < 64)
    #expect(
      growth(from: pairs(few), to: pairs(many)) { MediaType(type: "a", subtype: "b", parameters: $0) } < 64)
    #expect(growth(from: small, to: large, of: \.description) < 64)
  }

  @Test
  func `a hundred thousand backslashes and quotes are written and read back`() throws {
    let value = String(repeating: "\\\"", count: 50_000)
    let mediaType = try #require(MediaType(type: "a", subtype: "b", parameters: [("x", value)]))
    #expect(mediaType.description.utf8.count == "a/b;x=\"\"".utf8.count + 2 * value.utf8.count)
    #expect((try? MediaType(parsing: mediaType.description)) == mediaType)
  }

  /// Returns the shortest time of the work for `large`, as a multiple of that for `small`.
  private func growth<Input, Output>(
    from small: Input, to large: Input, of work: (Input) -> Output
  ) -> Double {
    func shortest(_ input: Input) -> Duration {
      (0..<5).map { _ in ThreadClock.measure { _ = work(input) } }.min() ?? .zero
    }
    return shortest(large) / shortest(small)
  }
}
