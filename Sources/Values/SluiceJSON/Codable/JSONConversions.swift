internal import SluiceSupport

/// The keys and the user info that an encoder or a decoder has converted.
struct JSONConversions: ~Copyable {
  private var names: [ExactString: String] = [:]
  private var userInfo: [CodingUserInfoKey: Any]?

  /// Returns the conversion of a key.
  mutating func name(_ name: String, by convert: (String) -> String) -> String {
    if let known = names[ExactString(name)] { return known }
    let converted = convert(name)
    // Types and documents have few distinct keys. The limit bounds the memory for those with many.
    if names.count < 1000 { names[ExactString(name)] = converted }
    return converted
  }

  /// Returns the values that a coder passes to the types, which are the same in all calls.
  mutating func userInfo(_ values: [CodingUserInfoKey: any Sendable]) -> [CodingUserInfoKey: Any] {
    if let userInfo { return userInfo }
    let converted: [CodingUserInfoKey: Any] = values
    userInfo = converted
    return converted
  }

  mutating func removeAll() {
    // Each assignment would release the old value, even if there is nothing to release.
    if !names.isEmpty { names = [:] }
    if userInfo != nil { userInfo = nil }
  }
}
