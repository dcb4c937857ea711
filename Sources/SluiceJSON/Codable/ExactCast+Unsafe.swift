/// Returns a value as a type that is known to be the same at run time.
///
/// A dynamic cast takes many times as long.
///
/// - Precondition: `Value` and `Target` are the same type.
@inlinable @inline(__always)
func exactCast<Value, Target>(_ value: Value, to type: Target.Type) -> Target {
  precondition(Value.self == Target.self)
  // SAFETY: The precondition ensures that both are the same type.
  return unsafe unsafeBitCast(value, to: Target.self)
}

/// Returns the result of a closure as a type that is known to be the same at run time, without copying it.
///
/// - Precondition: `Value` and `Target` are the same type.
@inline(__always)
func exactResult<Value, Target>(as type: Target.Type, of make: () throws -> Value) rethrows -> Target {
  precondition(Value.self == Target.self)
  // SAFETY: The memory has room for a value, which is moved from it after it was initialized. The precondition ensures
  // that both are the same type.
  return try unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
    unsafe memory.initializeElement(at: 0, to: try make())
    return unsafe memory.withMemoryRebound(to: Target.self) { unsafe $0.moveElement(from: 0) }
  }
}

/// Returns an array as one of a type of elements that is known to be the same at run time.
///
/// The type of the array is not needed, so general code need not look it up.
///
/// - Precondition: `Element` and `Target` are the same type.
@inline(__always)
func exactCast<Element, Target>(_ array: [Element], elementsTo type: Target.Type) -> [Target] {
  precondition(Element.self == Target.self)
  // SAFETY: The precondition ensures that both are the same type.
  return unsafe unsafeBitCast(array, to: [Target].self)
}
