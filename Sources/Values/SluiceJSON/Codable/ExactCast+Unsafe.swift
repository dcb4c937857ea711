internal import Glibc

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

/// Returns a value that a closure makes, as a type that is known to be the same at run time.
///
/// The value is moved. A cast copies it, and retains each of its members.
///
/// - Precondition: `Value` and `Target` are the same type.
@inline(__always)
func exactly<Value, Target>(_ type: Target.Type, _ make: () throws -> Value) rethrows -> Target {
  // A small value is copied in less time than memory is allocated.
  let layout = MemoryLayout<Target>.self
  guard layout.size > 32, layout.alignment <= MemoryLayout<max_align_t>.alignment,
    let memory = unsafe malloc(layout.size)
  else { return exactCast(try make(), to: type) }
  precondition(Value.self == Target.self)
  defer { unsafe free(memory) }
  // SAFETY: The memory has room for one value, which is initialized before it is moved out. The precondition ensures
  // that both are the same type.
  unsafe memory.initializeMemory(as: Value.self, to: try make())
  return unsafe memory.assumingMemoryBound(to: Target.self).move()
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
