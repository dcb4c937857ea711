import SluiceFuzz
import Testing

@Suite(.timeLimit(.minutes(1))) struct MinimizerTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let input: [UInt8]
    let predicate: @Sendable ([UInt8]) -> Bool
    let expected: [UInt8]
  }

  private static let noise = (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 11) }

  private static let cases = [
    Case(testDescription: "anything", input: noise, predicate: { _ in true }, expected: []),
    Case(
      testDescription: "a length", input: noise, predicate: { $0.count >= 5 }, expected: Array("aaaaa".utf8)),
    Case(
      testDescription: "a byte", input: noise + [0xFE], predicate: { $0.contains(0xFE) }, expected: [0xFE]),
    Case(
      testDescription: "two places",
      input: Array("xx{".utf8) + noise.filter { $0 != 0x7B && $0 != 0x7D } + Array("}yy".utf8),
      predicate: { bytes in
        guard let open = bytes.firstIndex(of: 0x7B), let close = bytes.lastIndex(of: 0x7D) else {
          return false
        }
        return open + 1 < close
      }, expected: Array("{a}".utf8)),
    Case(
      testDescription: "balanced brackets", input: Array("[[1,[2]],[3,[4,[5]]]]".utf8),
      predicate: { bytes in
        bytes.count { $0 == 0x5B } == bytes.count { $0 == 0x5D } && bytes.contains(0x5B)
      }, expected: Array("[]".utf8)),
  ]

  @Test(arguments: cases) func `the minimum of a known predicate is found`(_ sample: Case) {
    let result = Minimizer().minimize(sample.input, while: sample.predicate)
    #expect(result.bytes == sample.expected)
    #expect(result.isMinimal)
    let again = Minimizer().minimize(result.bytes, while: sample.predicate)
    #expect(again.bytes == result.bytes)
    #expect(again.isMinimal)
  }

  @Test(arguments: [0, 1, 2, 50, 999]) func `the number of runs is limited`(_ limit: Int) {
    var runs = 0
    let input = Self.noise + [0xFE]
    let result = Minimizer(maximumRunCount: limit).minimize(input) { bytes in
      runs += 1
      return bytes.contains(0xFE) && bytes.count % 2 == 1
    }
    #expect(runs == result.runCount)
    #expect(runs <= limit)
    #expect(result.bytes.contains(0xFE) && result.bytes.count % 2 == 1)
  }

  @Test func `a large input that cannot be shortened takes no more than the maximum number of runs`() {
    let input = [UInt8](repeating: 0x62, count: 300_000)
    let result = Minimizer(maximumRunCount: 200).minimize(input) { $0.count == input.count && $0[0] == 0x62 }
    #expect(result.runCount == 200)
    #expect(!result.isMinimal)
  }

  @Test func `an input that does not fail is returned as it is`() {
    let result = Minimizer().minimize([1, 2, 3]) { _ in false }
    #expect(result.bytes == [1, 2, 3])
    #expect(result.runCount == 1)
  }

  @Test func `an error of the predicate ends the search`() {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try Minimizer().minimize([1, 2, 3]) { bytes in
        if bytes.count < 3 { throw Stop() }
        return true
      }
    }
  }
}
