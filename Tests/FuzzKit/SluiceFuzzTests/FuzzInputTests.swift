import SluiceFuzz
import Testing

@Suite(.timeLimit(.minutes(1))) struct FuzzInputTests {
  @Test(
    arguments: [
      (0...0, [7], 0), (0...255, [7], 7), (0...256, [1, 0], 256), (-1...1, [5], 1),
      (Int.min...Int.max, Array(repeating: 0, count: 8), Int.min),
      (Int.min...Int.max, Array(repeating: 255, count: 8), Int.max), (3...9, [], 3),
    ] as [(ClosedRange<Int>, [UInt8], Int)])
  func `an integer is within its range`(_ range: ClosedRange<Int>, _ bytes: [UInt8], _ expected: Int) {
    var input = FuzzInput(bytes)
    #expect(input.integer(in: range) == expected)
    #expect(input.isEmpty)
  }

  @Test func `bytes are consumed once, up to the end`() {
    var input = FuzzInput([2, 65, 66, 1, 9])
    #expect(input.string() == [65, 66])
    #expect(input.bool() == true)
    #expect(input.bytes(.max) == [9])
    #expect(input.byte() == 0)
    #expect(input.rest() == [])
  }
}
