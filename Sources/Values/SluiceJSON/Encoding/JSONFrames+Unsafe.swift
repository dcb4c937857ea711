/// The frames of the values that are being written, each after the one that encloses it.
///
/// An array would check that it is not shared at each access to a property of a frame.
///
/// SAFETY: `@safe` is sound because each index is checked, frames are bitwise copyable, and only this type has the
/// memory.
@safe
struct JSONFrames: ~Copyable {
  private var start: UnsafeMutablePointer<JSONFrame>
  private var capacity = 8
  private(set) var count = 0
  /// The serial number of the next frame.
  private(set) var nextSerial: UInt32 = 1

  init() { unsafe start = .allocate(capacity: capacity) }

  deinit { unsafe start.deallocate() }

  var indices: Range<Int> { 0..<count }

  @inline(__always)
  subscript(index: Int) -> JSONFrame {
    @inline(__always) unsafeAddress {
      precondition(index >= 0 && index < count)
      return unsafe UnsafePointer(start + index)
    }
    @inline(__always) unsafeMutableAddress {
      precondition(index >= 0 && index < count)
      return unsafe start + index
    }
  }

  @inline(__always)
  mutating func append(_ frame: JSONFrame) {
    if count == capacity { grow() }
    unsafe (start + count).initialize(to: frame)
    count += 1
    nextSerial &+= 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<JSONFrame>.allocate(capacity: capacity * 2)
    unsafe larger.update(from: start, count: count)
    unsafe start.deallocate()
    unsafe start = larger
    capacity *= 2
  }

  /// Removes the frame at `index` and those after it, if there are any.
  @inline(__always)
  mutating func removeAll(from index: Int) { count = min(count, max(index, 0)) }
}

/// A reference to a coding key on the stack.
///
/// Frames are created for each value. A copy of the key in each would have to be counted or allocated.
///
/// SAFETY: `@safe` is sound because only ``with(_:_:)`` creates references. The frames that have them are removed
/// before its closure returns or throws.
@safe
struct JSONKeyReference: BitwiseCopyable {
  private let address: UnsafeRawPointer
  private let keyType: any CodingKey.Type

  /// Calls a closure with a reference to a key.
  ///
  /// - Precondition: The closure removes all frames that it creates with the reference.
  @inline(__always)
  static func with<Key: CodingKey>(_ key: Key, _ body: (JSONKeyReference) throws -> Void) rethrows {
    try unsafe withUnsafePointer(to: key) {
      try body(unsafe JSONKeyReference(address: UnsafeRawPointer($0), keyType: Key.self))
    }
  }

  /// The key.
  var key: any CodingKey { unsafe Self.load(address, as: keyType) }

  private static func load<Key: CodingKey>(_ address: UnsafeRawPointer, as type: Key.Type) -> any CodingKey {
    unsafe address.load(as: type)
  }
}
