/// A search for the shortest and simplest input that still fails.
///
/// ```swift
/// let minimized = Minimizer().minimize(input) { candidate in
///   do { try target.run(candidate) } catch { return FailureKey(error) == key }
///   return false
/// }
/// ```
///
/// First, pieces are deleted, from half of the input down to single bytes, until none can be deleted (delta debugging).
/// Then bytes are replaced by `a`, `0` or a space, and pairs of bytes are deleted from short inputs. All of this
/// repeats until nothing changes, so minimizing the result again gives the same result, unless the maximum number of
/// runs is reached.
public struct Minimizer: Sendable {
  /// The maximum number of times that a predicate is called. Defaults to 10,000.
  public var maximumRunCount: Int

  /// The result of a search.
  public struct Result: Sendable, Hashable {
    /// The shortest input found for which the predicate holds.
    public fileprivate(set) var bytes: [UInt8]
    /// The number of times that the predicate was called.
    public fileprivate(set) var runCount: Int
    /// Whether the search ended by itself: no single byte can be deleted or simplified.
    public fileprivate(set) var isMinimal: Bool
  }

  /// Creates a minimizer.
  ///
  /// - Parameter maximumRunCount: The maximum number of times that a predicate is called. Defaults to 10,000.
  public init(maximumRunCount: Int = 10_000) { self.maximumRunCount = maximumRunCount }

  /// Shortens an input while a predicate holds.
  ///
  /// - Parameters:
  ///   - input: An input for which the predicate holds. If it does not, the input is returned as it is.
  ///   - predicate: Returns whether an input fails in the same way. It must return the same for the same input.
  /// - Returns: An input for which the predicate holds.
  /// - Throws: Any error of the predicate.
  public func minimize<E: Error>(
    _ input: [UInt8], while predicate: ([UInt8]) throws(E) -> Bool
  ) throws(E) -> Result {
    var result = Result(bytes: input, runCount: 0, isMinimal: false)
    guard maximumRunCount > 0 else { return result }
    guard try holds(input, predicate, &result) else { return result }
    var hasChanged: Bool
    repeat {
      let isShorter = try shorten(&result, predicate)
      let isSimpler = try simplify(&result, predicate)
      hasChanged = isShorter || isSimpler
      // Brackets and quotes can only be deleted in pairs.
      if !hasChanged { hasChanged = try shortenByPairs(&result, predicate) }
    } while hasChanged && result.runCount < maximumRunCount
    // The last bytes may have been left out because there were no runs left.
    result.isMinimal = !hasChanged && result.runCount < maximumRunCount
    return result
  }

  private func holds<E: Error>(
    _ candidate: [UInt8], _ predicate: ([UInt8]) throws(E) -> Bool, _ result: inout Result
  ) throws(E) -> Bool {
    guard result.runCount < maximumRunCount else { return false }
    result.runCount += 1
    return try predicate(candidate)
  }

  /// Deletes pieces, from the last to the first, in decreasing sizes.
  ///
  /// - Returns: Whether any was deleted.
  private func shorten<E: Error>(
    _ result: inout Result, _ predicate: ([UInt8]) throws(E) -> Bool
  ) throws(E) -> Bool {
    let before = result.bytes.count
    var size = max(result.bytes.count, 1)
    while size > 0 {
      var end = result.bytes.count
      while end > 0, result.runCount < maximumRunCount {
        let start = max(end - size, 0)
        var candidate = result.bytes
        candidate.removeSubrange(start..<end)
        if try holds(candidate, predicate, &result) { result.bytes = candidate }
        end = start
      }
      size /= 2
    }
    return result.bytes.count < before
  }

  /// Deletes pairs of bytes, if there are few.
  ///
  /// - Returns: Whether any was deleted.
  private func shortenByPairs<E: Error>(
    _ result: inout Result, _ predicate: ([UInt8]) throws(E) -> Bool
  ) throws(E) -> Bool {
    guard result.bytes.count <= Self.maximumCountForPairs else { return false }
    let before = result.bytes.count
    var first = 0
    while first < result.bytes.count {
      var last = result.bytes.count - 1
      var isDeleted = false
      while last > first, !isDeleted, result.runCount < maximumRunCount {
        var candidate = result.bytes
        candidate.remove(at: last)
        candidate.remove(at: first)
        isDeleted = try holds(candidate, predicate, &result)
        if isDeleted { result.bytes = candidate }
        last -= 1
      }
      if !isDeleted { first += 1 }
    }
    return result.bytes.count < before
  }

  /// The number of bytes up to which all pairs are tried: 2,016 runs.
  private static let maximumCountForPairs = 64

  /// Replaces bytes by simpler ones.
  ///
  /// - Returns: Whether any was replaced.
  private func simplify<E: Error>(
    _ result: inout Result, _ predicate: ([UInt8]) throws(E) -> Bool
  ) throws(E) -> Bool {
    var hasChanged = false
    for index in result.bytes.indices {
      for simple in Self.simpleBytes {
        if result.bytes[index] == simple || result.runCount >= maximumRunCount { break }
        var candidate = result.bytes
        candidate[index] = simple
        guard try holds(candidate, predicate, &result) else { continue }
        result.bytes = candidate
        hasChanged = true
        break
      }
    }
    return hasChanged
  }

  /// The simplest one first.
  private static let simpleBytes: [UInt8] = Array("a0 ".utf8)
}

/// The identity of a failure: inputs that fail in the same way have equal keys.
///
/// The key consists of the type of the error and the first line of its description, up to 200 characters. Every number
/// is replaced by `#`, since offsets, counts and addresses such as `0x7f10` differ from input to input:
///
/// ```
/// SluiceFuzz.BrokenProperty: # ms for # bytes: the limit is # ms
/// ```
///
/// So what tells two failures apart belongs into the first line, and a quoted input into the next ones.
///
/// It is public because a ``Minimizer`` needs it for its predicate, and a search of one's own for counting failures.
public struct FailureKey: Sendable, Hashable, CustomStringConvertible {
  /// The type of the error, a colon, and the first line of its description without numbers.
  public let description: String

  /// The length at which descriptions are cut, so that a quoted input does not make every key different.
  private static let maximumCharacterCount = 200

  /// Creates the key of an error.
  public init(_ error: any Error) {
    let line = "\(error)".prefix { !$0.isNewline }.prefix(Self.maximumCharacterCount)
    let text = String(line).replacing(/0x[0-9A-Fa-f]+|\p{Nd}+/, with: "#")
    description = "\(String(reflecting: type(of: error))): \(text)"
  }
}
