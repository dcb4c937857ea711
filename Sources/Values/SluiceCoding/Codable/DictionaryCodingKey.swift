/// Distinguishes the keyed containers of dictionaries from those of types: the keys of a dictionary are data without
/// an order.
enum DictionaryCodingKey {
  /// Whether `type` is the coding key with which the standard library's `Dictionary` requests its containers.
  static func isUsed<Key: CodingKey>(by type: Key.Type) -> Bool {
    ObjectIdentifier(type) == identifier
  }

  /// The identifier of that coding key. The type is not public, so a dictionary is decoded once to find it.
  private static let identifier: ObjectIdentifier? = {
    let probe = Probe()
    _ = try? [String: String](from: probe)
    return probe.keyType
  }()

  /// A decoder that records the key type of the requested container, and then fails.
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
