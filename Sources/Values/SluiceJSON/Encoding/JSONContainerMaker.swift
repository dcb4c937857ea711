/// A maker of the containers of a type of coding keys.
///
/// An object of a generic class knows its types. Other code would look up the type of each container that it makes.
final class JSONContainerMaker<Key, Container: JSONKeyedContainer> where Container.Key == Key {
  @inline(never)
  func container(_ emitter: JSONEmitter, _ frame: JSONFrame.Reference) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Container(emitter: emitter, frame: frame))
  }
}

/// A container that encodes the members of an object.
protocol JSONKeyedContainer: KeyedEncodingContainerProtocol {
  init(emitter: JSONEmitter, frame: JSONFrame.Reference)
}
