/// A maker of the containers of objects for a type of coding keys, as ``JSONContainerMaker`` is for an encoder.
final class JSONScopeContainerMaker<Key, Container: JSONScopeContainer> where Container.Key == Key {
  @inline(never)
  func container(_ scope: JSONScope) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Container(scope: scope))
  }
}

/// A container that decodes the members of an object.
protocol JSONScopeContainer: KeyedDecodingContainerProtocol {
  /// Creates a container for an object.
  ///
  /// - Precondition: The value of `scope` is an object.
  init(scope: JSONScope)
}

/// The makers of containers for types of coding keys.
struct JSONScopeContainerMakers {
  private var makers = JSONPlanCache<AnyObject>()

  var count: Int { makers.count }

  /// Returns the maker of containers for a type of coding keys.
  @inline(__always)
  mutating func maker<Key>(for keyType: Key.Type) -> JSONScopeContainerMaker<Key, JSONKeyedDecoding<Key>> {
    let maker = makers.plan(for: keyType) { JSONScopeContainerMaker<Key, JSONKeyedDecoding<Key>>() }
    // SAFETY: The makers are found by their types of coding keys.
    return unsafe unsafeDowncast(maker, to: JSONScopeContainerMaker<Key, JSONKeyedDecoding<Key>>.self)
  }
}
