/// The plans of types, the texts of their keys, and the lengths of texts, which an emitter reuses.
struct JSONEncodingCache {
  private var plans = JSONPlanCache<JSONEncodingPlan>()
  private var keyTexts = JSONPlanCache<JSONKeyTexts.Reference>()
  /// The makers of containers, each a ``JSONContainerMaker`` for its type of coding keys.
  private var makers = JSONPlanCache<AnyObject>()
  /// The objects that ``keyTexts`` refers to.
  private var ownedTexts: [JSONKeyTexts] = []
  var lengths = JSONTextLengths()
  /// Whether a type of coding keys may represent any text. Such keys may be data, which is not kept.
  private var hasDataKeys = false

  /// Whether a later emitter may use the cache: it contains no data, and is not large.
  var mayBeKept: Bool {
    let limit = JSONPlanCache<JSONEncodingPlan>.maximumKeptCount
    return !hasDataKeys && plans.count <= limit && keyTexts.count <= limit && makers.count <= limit
  }

  /// Returns the plan for a type.
  @inline(__always)
  mutating func plan<T: Encodable>(for type: T.Type, _ encoder: @autoclosure () -> JSON.Encoder)
    -> JSONEncodingPlan
  {
    plans.plan(for: type) { JSONEncodingPlan(type, encoder()) }
  }

  /// Returns the maker of containers for a type of coding keys.
  @inline(__always)
  mutating func maker<Key>(for keyType: Key.Type) -> JSONContainerMaker<Key, JSONKeyedEncoding<Key>> {
    let maker = makers.plan(for: keyType) { JSONContainerMaker<Key, JSONKeyedEncoding<Key>>() }
    // SAFETY: The makers are found by their types of coding keys.
    return unsafe unsafeDowncast(maker, to: JSONContainerMaker<Key, JSONKeyedEncoding<Key>>.self)
  }

  /// Returns the texts of the keys of a type of coding keys.
  @inline(__always)
  mutating func keyTexts(for keyType: Any.Type) -> JSONKeyTexts.Reference {
    if let known = keyTexts.known(for: keyType) { return known }
    return newKeyTexts(for: keyType)
  }

  @inline(never)
  private mutating func newKeyTexts(for keyType: Any.Type) -> JSONKeyTexts.Reference {
    func size<Key>(_ type: Key.Type) -> Int { MemoryLayout<Key>.size }
    // Enumerations without associated values have at most two bytes, unless they have thousands of cases.
    if _openExistential(keyType, do: size) > 2 { hasDataKeys = true }
    let texts = JSONKeyTexts()
    ownedTexts.append(texts)
    return keyTexts.plan(for: keyType) { JSONKeyTexts.Reference(texts) }
  }
}

extension JSON.Encoder {
  /// Whether no strategy affects the plans of types or the texts of keys, except for the escapes of slashes.
  var hasUsualPlans: Bool {
    guard case .useDefaultKeys = keyEncodingStrategy, case .base64 = dataEncodingStrategy else {
      return false
    }
    if case .custom = dateEncodingStrategy { return false }
    return true
  }

  /// Whether all strategies are those of a new encoder, so that they refer to nothing.
  var isStandard: Bool {
    guard hasUsualPlans, case .deferredToDate = dateEncodingStrategy,
      case .throw = nonConformingFloatEncodingStrategy
    else { return false }
    return userInfo.isEmpty
  }
}
