internal import SluiceSupport

/// The state of a value that is being decoded: its entry, its coding path, and the position among its members.
///
/// Most types request their keys in the order in which they were encoded, so a lookup starts at the key after the one
/// that was found last.
///
/// SAFETY: Exclusivity is unchecked for the properties on hot paths. This is sound because a single thread uses the
/// scope, and no access to these properties spans a call to a caller's type.
final class JSONScope {
  /// The step from the enclosing value to this one.
  enum Step {
    /// No step: the same value, decoded as another type.
    case here
    case key(any CodingKey)
    case index(Int)
    /// Several steps: to the value, or its key, at this index of the tape.
    case descendant(Int)
  }

  let reader: JSONReader
  /// The index of the value's entry, or ``JSONReader/absent``.
  @safe @exclusivity(unchecked) private(set) var index: Int
  @safe @exclusivity(unchecked) private var parent: JSONScope?
  @safe @exclusivity(unchecked) private var step: Step

  /// The index of the key after the one that was found last.
  @safe @exclusivity(unchecked) var nextKey: Int
  /// The index of the key that was found last.
  @safe @exclusivity(unchecked) var lastKey = JSONReader.absent
  /// A Bloom filter of the keys before ``nextKey``, with two bits for each key.
  ///
  /// A key one of whose bits is clear does not occur before ``nextKey``.
  @safe @exclusivity(unchecked) var passedKeys = JSONKeyFilter()
  /// An index of the members, or `nil` while they are searched one by one.
  @safe @exclusivity(unchecked) var lookup: Lookup?

  /// An index for finding the members of an object.
  enum Lookup {
    /// A hash table of a wide object, created when a key is not at its expected position.
    case table(JSONMemberTable)
    /// The indices of the values by converted name, if the decoder has a key decoding strategy.
    case names([ExactString: Int])
  }

  init(reader: JSONReader, index: Int, parent: JSONScope?, step: Step) {
    self.reader = reader
    self.index = index
    self.parent = parent
    self.step = step
    nextKey = index + 1
  }

  /// Starts over with another value.
  @inline(__always)
  func begin(index: Int, parent: JSONScope?, step: Step) {
    self.index = index
    // A spare scope is that of a root.
    if let parent { (self.parent, self.step) = (parent, step) }
    nextKey = index + 1
    lastKey = JSONReader.absent
    passedKeys = JSONKeyFilter()
  }

  /// Releases what the scope refers to, before it becomes a spare one.
  @inline(__always)
  func end() {
    if parent != nil { (parent, step) = (nil, .here) }
    if lookup != nil { lookup = nil }
  }

  var tape: JSONTape { reader.tape }
  var entry: JSONEntry { reader.entry(at: index) }

  var codingPath: [any CodingKey] { codingPath(.here) }

  /// Returns the coding path to a value one step from this one.
  func codingPath(_ step: Step) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var step = step
    var scope: JSONScope? = self
    while true {
      switch step {
      case .here: break
      case .key(let key): path.append(key)
      case .index(let index): path.append(AnyCodingKey(index: index))
      case .descendant(let index):
        if let scope { path += reader.path(from: scope.index, to: index).reversed() }
      }
      guard let current = scope else { return path.reversed() }
      step = current.step
      scope = current.parent
    }
  }
}

extension JSONScope {
  /// The distinct names of the object's members, converted to coding keys, in the order of the document.
  ///
  /// - Complexity: O(*n*) in the number of members.
  var memberNames: [String] {
    let end = tape[index].end
    var names: [String] = []
    var known: Set<ExactString> = []
    var codingPath: [any CodingKey]?
    var key = index + 1
    while key < end {
      let name = convertedName(of: key, &codingPath)
      if known.insert(ExactString(name)).inserted { names.append(name) }
      key = tape.next(after: key + 1)
    }
    return names
  }

  /// Prepares the lookup of members by converted name if the decoder has a key decoding strategy.
  ///
  /// - Complexity: O(*n*) in the number of members.
  func convertNames() {
    if case .useDefaultKeys = reader.strategies.keyDecodingStrategy { return }
    guard lookup == nil else { return }
    let end = tape[index].end
    var names: [ExactString: Int] = [:]
    var codingPath: [any CodingKey]?
    var key = index + 1
    while key < end {
      let name = ExactString(convertedName(of: key, &codingPath))
      // The first member of each name is used.
      if names[name] == nil { names[name] = key + 1 }
      key = tape.next(after: key + 1)
    }
    lookup = .names(names)
  }

  private func convertedName(of key: Int, _ codingPath: inout [any CodingKey]?) -> String {
    let name = tape.text(of: tape[key])
    switch reader.strategies.keyDecodingStrategy {
    case .useDefaultKeys:
      return name
    case .convertFromSnakeCase:
      return reader.camelCased(name)
    case .custom(let convert):
      let base = codingPath ?? self.codingPath
      codingPath = base
      return convert(base + [AnyCodingKey(stringValue: name)]).stringValue
    }
  }
}
