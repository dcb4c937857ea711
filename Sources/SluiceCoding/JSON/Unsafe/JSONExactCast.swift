/// `value` as the same type by another name. A dynamic cast takes many times as long.
@inline(__always)
func exactCast<Value, Target>(_ value: Value, to type: Target.Type) -> Target {
  precondition(Value.self == Target.self)
  // They are one type, as was just looked up.
  return unsafe unsafeBitCast(value, to: Target.self)
}
