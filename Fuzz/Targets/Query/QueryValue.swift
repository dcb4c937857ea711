import FoundationEssentials
import SluiceCoding
import SluiceFuzz

/// A value that is generated from an input, and that every strategy preserves completely.
struct QueryValue: Codable {
  struct Inner: Codable, Equatable {
    var isOn: Bool
    var level: Int16
  }

  var text: String
  var integer: Int64
  var real: Double
  var date: Date
  var data: Data
  var maybe: Int?
  var inner: Inner
  var list: [UInt8]
  var table: [Int: Bool]

  init(from input: inout FuzzInput, _ encoder: Query.Encoder) {
    text = String(decoding: input.string(), as: UTF8.self)
    integer = Int64(bitPattern: Self.word(from: &input))
    let bits = Double(bitPattern: Self.word(from: &input))
    real = bits.isFinite ? bits : 0
    // Years 0000 to 9999, in whole seconds.
    date = Date(
      timeIntervalSince1970: Double(Int64(Self.word(from: &input) % 315_569_520_000) - 62_167_219_200))
    data = Data(input.string())
    maybe = input.bool() ? Int(input.byte()) : nil
    inner = Inner(isOn: input.bool(), level: Int16(truncatingIfNeeded: Self.word(from: &input)))
    list = input.bytes(Int(input.byte() % 16))
    table = Dictionary(input.bytes(Int(input.byte() % 8)).map { (Int($0), $0 & 1 == 0) }) { first, _ in first
    }
  }

  private static func word(from input: inout FuzzInput) -> UInt64 {
    input.bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  func isEqual(to other: QueryValue) -> Bool {
    text.utf8.elementsEqual(other.text.utf8) && integer == other.integer && real == other.real
      && date == other.date && data == other.data && maybe == other.maybe && inner == other.inner
      && list == other.list && table == other.table
  }
}
