public struct Mutator: Sendable {
  public init(_ format: Corpus.Format?) {}
  public func mutate(_ bytes: inout [UInt8], upTo: Int, using generator: inout some RandomNumberGenerator) {
    bytes.append(UInt8.random(in: 0...255, using: &generator))
  }
  public func cross(
    _ a: [UInt8], with b: [UInt8], upTo: Int, using generator: inout some RandomNumberGenerator
  ) -> [UInt8] { a + b }
}
public struct SeededGenerator: RandomNumberGenerator {
  var s: UInt64; public init(seed: UInt64) { s = seed }
  public mutating func next() -> UInt64 {
    s = s &* 6364136223846793005 &+ 1442695040888963407; return s >> 11 ^ s
  }
}
package struct Minimizer {
  package init() {}
  package func minimize(_ bytes: [UInt8], while p: ([UInt8]) throws -> Bool) rethrows -> [UInt8] { bytes }
}
public struct DecodableGenerator<Value: Decodable>: Sendable {
  init(_ t: Value.Type) {}
  func json(from i: inout FuzzInput) -> [UInt8]? { nil }
}
package enum FailureKey {
  package static func of(_ e: any Error) -> String {
    "\(type(of: e)) \(e)".prefix { !$0.isNewline }.filter { !$0.isNumber }.description
  }
}
