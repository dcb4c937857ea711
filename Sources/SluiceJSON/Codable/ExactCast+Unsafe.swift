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
