import SluiceBody
import SluiceTestSupport
import Testing

/// Values under numbers, against a dictionary.
@Suite(.timeLimit(.minutes(5))) struct SlotsTests {
  @Test func `numbers are used again, and never twice at a time`() {
    var generator = SeededGenerator(seed: 1)
    var slots = Slots<Int>()
    var model: [Int: Int] = [:]
    var most = 0
    for value in 0..<5000 {
      if Bool.random(using: &generator) {
        let number = slots.insert(value)
        #expect(model.updateValue(value, forKey: number) == nil)
        most = max(most, model.count)
        #expect(number < most, "the smallest array that suffices")
      } else {
        // Also numbers that have no value.
        let number = Int.random(in: -1...most, using: &generator)
        #expect(slots.remove(number) == model.removeValue(forKey: number))
      }
      #expect(slots.all.sorted() == model.values.sorted())
    }
  }
}
