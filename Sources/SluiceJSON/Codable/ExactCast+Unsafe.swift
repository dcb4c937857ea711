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
