internal import SluiceSupport

// SAFETY: A key is a buffer over a document or a string. It is used only during the call that it is passed to, and
// is indexed only below its count. The tape is used while the reader owns its document.

extension JSONScope {
  /// The number of members above which an object gets a hash table when a key is not at its expected position.
  ///
  /// Most objects are requested in order, apart from a few keys that are missing. Searching 128 members for each of
  /// these takes less time than a table, which hashes all members.
  private static let tableThreshold = 128

  /// Returns the index of the value of the object's first member with the given key, or `nil` if the key is missing.
  ///
  /// - Complexity: O(1) on average if the keys are requested in the order of the document, or from a wide object.
  @inline(__always)
  func member(_ key: consuming String) -> Int? {
    if case .names(let names) = lookup { return names[ExactString(key)] }
    return key.withUTF8 { unsafe member($0) }
  }

  @inline(__always)
  private func member(_ key: UnsafeBufferPointer<UInt8>) -> Int? {
    let tape = reader.tape
    let index = nextKey
    guard index < tape[self.index].end, unsafe tape.isString(at: index, equalTo: key) else {
      return unsafe otherMember(key, in: tape)
    }
    let hash = unsafe Self.hash(of: key)
    // An earlier member may have the same key.
    guard !passedKeys.mayContain(hash) else { return unsafe otherMember(key, in: tape) }
    passedKeys.insert(hash)
    lastKey = index
    nextKey = tape.next(after: index + 1)
    return index + 1
  }

  @inline(never)
  private func otherMember(_ key: UnsafeBufferPointer<UInt8>, in tape: JSONTape) -> Int? {
    // A repeated request for the same key. Its first member was found before.
    if lastKey >= 0, unsafe tape.isString(at: lastKey, equalTo: key) { return lastKey + 1 }
    if tape[index].count > Self.tableThreshold {
      if case .table(let table) = lookup { return unsafe table.member(key, in: tape) }
      let table = JSONMemberTable(of: index, in: tape)
      lookup = .table(table)
      return unsafe table.member(key, in: tape)
    }
    let hash = unsafe Self.hash(of: key)
    let end = tape[index].end
    var child = passedKeys.mayContain(hash) ? index + 1 : nextKey
    while child < end {
      if unsafe tape.isString(at: child, equalTo: key) {
        passKeys(through: child)
        return child + 1
      }
      child = tape.next(after: child + 1)
    }
    return nil
  }

  private func passKeys(through key: Int) {
    while nextKey <= key {
      passedKeys.insert(tape.keyHash(at: nextKey))
      lastKey = nextKey
      nextKey = tape.next(after: nextKey + 1)
    }
    lastKey = key
  }

  @inline(__always)
  private static func hash(of key: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard let start = key.baseAddress else { return 0 }
    return unsafe JSONKeyFilter.hash(start, count: key.count)
  }
}

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
