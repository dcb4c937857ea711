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

extension JSONKeyTexts {
  /// A reference that does not keep the cache alive.
  ///
  /// SAFETY: `@safe` is sound because a writer keeps all caches that its frames refer to.
  @safe
  struct Reference: BitwiseCopyable {
    private let texts: Unmanaged<JSONKeyTexts>

    @inline(__always)
    init(_ texts: JSONKeyTexts) { unsafe self.texts = Unmanaged.passUnretained(texts) }

    /// Appends a key and a colon to a buffer. See ``JSONKeyTexts/append(_:next:to:escapesSlashes:)``.
    @inline(__always)
    func append(_ name: String, next: Int, to buffer: JSONBuffer, escapesSlashes: Bool) -> Int? {
      unsafe texts._withUnsafeGuaranteedRef {
        $0.append(name, next: next, to: buffer, escapesSlashes: escapesSlashes)
      }
    }
  }
}
