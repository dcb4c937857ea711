public import Foundation

/// A surface that takes input from outside, and the properties that must hold for any input.
///
/// The fuzzer calls ``run(_:)`` with inputs that it generates, and the tests call it with every file of
/// `Corpus/<name>`:
///
/// ```swift
/// struct NotPreserved: Error {}
///
/// let target = FuzzTarget("integer") { bytes in
///   guard let number = Int(String(decoding: bytes, as: UTF8.self)) else { return }
///   guard Int("\(number)") == number else { throw NotPreserved() }
/// }
/// try target.run(Array("-12".utf8))
/// ```
public struct FuzzTarget: Sendable {
  /// The name, as in `make fuzz TARGET=<name>`.
  public let name: String
  /// The maximum number of bytes of an input that the fuzzer generates. Defaults to 8192.
  ///
  /// Inputs that are long enough to show quadratic work are part of the tests instead.
  public let maximumByteCount: Int
  private let check: @Sendable (inout FuzzInput) throws -> Void

  init(
    _ name: String, maximumByteCount: Int = 8192, check: @escaping @Sendable (inout FuzzInput) throws -> Void
  ) {
    self.name = name
    self.maximumByteCount = maximumByteCount
    self.check = check
  }

  /// Checks all of the target's properties for an input, including the work that it takes.
  ///
  /// - Parameter bytes: The bytes that choose options, followed by the parser's input.
  /// - Throws: `BrokenProperty` if a property does not hold, or any error that the target does not expect.
  public func run(_ bytes: [UInt8]) throws {
    try WorkBudget.spend { () throws -> Int in
      var input = FuzzInput(bytes)
      try check(&input)
      return bytes.count + input.announcedWork
    }
  }

  /// Creates a target outside of ``all``, with the default limit of 8192 bytes.
  ///
  /// - Parameters:
  ///   - name: The name of the target.
  ///   - check: Throws an error if a property does not hold for an input.
  public init(_ name: String, check: @escaping @Sendable ([UInt8]) throws -> Void) {
    self.init(name) { (input: inout FuzzInput) in try check(input.rest()) }
  }
}

/// An error that describes a property that did not hold for an input.
struct BrokenProperty: Error, CustomStringConvertible {
  /// The property, with the values that broke it.
  let description: String

  init(_ description: String) { self.description = description }
}

/// Throws an error if a condition is false.
///
/// - Throws: `BrokenProperty` with `message` if `condition` is false.
func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(BrokenProperty) {
  guard condition else { throw BrokenProperty(message()) }
}

/// Throws an error if two values differ.
///
/// - Throws: `BrokenProperty` with `message` and both values if they differ.
func requireEqual<T: Equatable>(
  _ a: T, _ b: T, _ message: @autoclosure () -> String
) throws(BrokenProperty) {
  guard a == b else { throw BrokenProperty("\(message()):\n  \(a)\n  \(b)") }
}

extension FuzzTarget {
  /// Returns the target's files in a corpus, sorted by path.
  ///
  /// - Parameter corpus: The folder that has a folder for each target.
  /// - Returns: The regular files in the target's folder, at any depth.
  /// - Throws: Foundation's error if the type of a file cannot be read.
  /// - Complexity: O(*n* log *n*), where *n* is the number of files.
  public func files(in corpus: URL) throws -> [URL] {
    let all = FileManager.default.enumerator(
      at: corpus.appending(path: name), includingPropertiesForKeys: [.isRegularFileKey])
    return try (all?.compactMap { $0 as? URL } ?? [])
      .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
      .sorted { $0.path < $1.path }
  }
}
