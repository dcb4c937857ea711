/// The elements of an array of scalars, or of arrays of them, with any number of levels.
///
/// The type of an array with several levels is only known at run time. Each access to its elements would look up their
/// type, and count references to them.
///
/// SAFETY: `@safe` is sound because the steps from a type to the scalar in it are those from its conformance to
/// ``JSONEncodableElement`` to that of the scalar, so the number of levels and the type of the elements are right. An
/// array of any type is a reference to its elements, and has the layout of ``Level``. Only ``with(_:_:)`` and
/// ``forEach(_:)`` make values, for a closure during whose call the array exists.
@safe
struct JSONNestedArray: BitwiseCopyable {
  /// An array of whatever type.
  private struct Level {
    let elements: [Level]
  }

  private let start: UnsafeRawPointer?
  private let count: Int
  /// The number of levels of arrays in this one.
  private var innerLevels = 0
  /// Whether the innermost elements are optionals.
  private(set) var hasOptionals = false

  /// Calls a closure with an array without arrays in it. The closure must not keep it.
  @inline(__always)
  static func with<Element>(_ array: [Element], _ body: (JSONNestedArray) throws -> Void) rethrows {
    try unsafe array.withUnsafeBufferPointer { elements in
      try body(unsafe JSONNestedArray(start: UnsafeRawPointer(elements.baseAddress), count: elements.count))
    }
  }

  /// The same array, whose innermost elements are arrays of others.
  var ofArrays: JSONNestedArray {
    var outer = self
    outer.innerLevels += 1
    return outer
  }

  /// The same array, whose innermost elements are optionals of others.
  var ofOptionals: JSONNestedArray {
    var outer = self
    outer.hasOptionals = true
    return outer
  }

  var hasArrays: Bool { innerLevels > 0 }

  /// Calls a closure with each array in this one. The closure must not keep it.
  @inline(__always)
  func forEach(_ body: (JSONNestedArray) throws -> Void) rethrows {
    precondition(hasArrays)
    guard let start = unsafe start?.assumingMemoryBound(to: JSONBorrowed<Level>.self) else { return }
    var index = 0
    while index < count {
      try unsafe start[index].use { level in
        try Self.with(level.elements) { inner in
          var inner = inner
          inner.innerLevels = innerLevels &- 1
          inner.hasOptionals = hasOptionals
          try body(inner)
        }
      }
      index &+= 1
    }
  }

  /// Calls a closure with the elements of an array without arrays in it.
  ///
  /// - Parameters:
  ///   - type: The scalar, or an optional of it if ``hasOptionals``.
  ///   - body: The closure.
  @inline(__always)
  func withElements<Element>(
    as type: Element.Type, _ body: (borrowing Span<Element>) throws -> Void
  ) rethrows {
    precondition(!hasArrays)
    let elements = unsafe UnsafeBufferPointer(
      start: start?.assumingMemoryBound(to: type), count: count)
    try unsafe body(elements.span)
  }
}
