/// A surface that takes input from outside, and the properties that have to hold for whatever comes in. The fuzzer calls
/// `run` with inputs that it makes up, the tests with every file of `Corpus/<name>`.
public struct FuzzTarget: Sendable {
  /// As in `make fuzz TARGET=<name>`.
  public let name: String
  /// Longer inputs are not made up. Those at which work that grows with the square of the input shows are the tests' own.
  public let maximumByteCount: Int
  private let check: @Sendable (inout FuzzInput) throws -> Void

  init(
    _ name: String, maximumByteCount: Int = 8192, check: @escaping @Sendable (inout FuzzInput) throws -> Void
  ) {
    self.name = name
    self.maximumByteCount = maximumByteCount
    self.check = check
  }

  /// Checks all of the target's properties for `bytes`, the work it takes among them.
  ///
  /// - Throws: `BrokenProperty`.
  public func run(_ bytes: [UInt8]) throws {
    try WorkBudget.spend { () throws -> Int in
      var input = FuzzInput(bytes)
      try check(&input)
      return bytes.count + input.announcedWork
    }
  }

  /// A target of the fuzzer's own.
  public init(_ name: String, check: @escaping @Sendable ([UInt8]) throws -> Void) {
    self.init(name) { (input: inout FuzzInput) in try check(input.rest()) }
  }

  public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}
