/// Tells a dictionary's keyed container from a type's own: a dictionary's keys are data, and have no order.
enum DictionaryCodingKey {
  /// Whether `type` is the coding key that the standard library's `Dictionary` asks its containers for.
  static func isUsed<Key: CodingKey>(by type: Key.Type) -> Bool {
    ObjectIdentifier(type) == identifier
  }

  /// That type is not public, so a dictionary is asked for it once.
  private static let identifier: ObjectIdentifier? = {
    let probe = Probe()
    _ = try? [String: String](from: probe)
    return probe.keyType
  }()

  /// A decoder that notes the key type of the container it is asked for, and refuses.
  private final class Probe: Decoder {
    struct Refusal: Error {}

    var keyType: ObjectIdentifier?
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      keyType = ObjectIdentifier(type)
      throw Refusal()
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Refusal() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Refusal() }
  }
}
