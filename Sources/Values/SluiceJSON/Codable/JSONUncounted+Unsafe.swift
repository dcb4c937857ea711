/// A reference to an object that is not counted, because the object exists as long as the reference is used.
///
/// Counting a reference takes as long as reading a short value.
///
/// SAFETY: `@safe` is sound because only cursors contain such references. The call that makes a cursor refers to the
/// objects until its end, and then ends the program unless the cursor is its own, so no other call keeps it.
@safe
struct JSONUncounted<Object: AnyObject> {
  private let reference: Unmanaged<Object>

  @inline(__always)
  init(_ object: borrowing Object) { unsafe reference = .passUnretained(object) }

  /// Calls a closure with the object, without counting a reference for the call.
  @inline(__always)
  func use<Result>(_ body: (Object) -> Result) -> Result {
    unsafe reference._withUnsafeGuaranteedRef { body($0) }
  }

  /// Returns whether this is a reference to an object.
  func refers(to other: Object) -> Bool { use { $0 === other } }

  /// The object, with a reference that is counted.
  var object: Object { unsafe reference.takeUnretainedValue() }
}
