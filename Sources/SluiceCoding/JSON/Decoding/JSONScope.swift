/// A value that is being read by its type, the way to it, and where in it the reading stands.
///
/// Types ask for their keys in the order they were written in, mostly: so the next key is looked for first where it
/// is expected.
///
/// Exclusivity is unchecked where the check would cost a share of the time: one thread has the scope, and no access lasts
/// while a type of the caller's runs.
final class JSONScope {
  /// The way from the value around it.
  enum Step {
    /// None: it is the same value, read as another type.
    case here
    case key(any CodingKey)
    case index(Int)
  }

  let reader: JSONReader
  /// The value's entry, or `JSONReader.absent`.
  @safe @exclusivity(unchecked) private(set) var index: Int
  @safe @exclusivity(unchecked) private var parent: JSONScope?
  @safe @exclusivity(unchecked) private var step: Step

  /// The key after the one that was found last.
  @safe @exclusivity(unchecked) var nextKey: Int
  /// The key that was found last.
  @safe @exclusivity(unchecked) var lastKey = JSONReader.absent
  /// A bit for each key before `nextKey`. A key whose bit is not there stands nowhere before.
  @safe @exclusivity(unchecked) var passedKeys: UInt128 = 0
  /// How members are found, if not by looking through them.
  @safe @exclusivity(unchecked) var lookup: Lookup?

  enum Lookup {
    /// In a wide object, once a key was not where it was expected.
    case table(JSONMemberTable)
    /// By coding key, where a strategy makes coding keys of the names.
    case names([ExactString: Int])
  }

  init(reader: JSONReader, index: Int, parent: JSONScope?, step: Step) {
    self.reader = reader
    self.index = index
    self.parent = parent
    self.step = step
    nextKey = index + 1
  }

  /// Goes on to another value.
  @inline(__always)
  func begin(index: Int, parent: JSONScope?, step: Step) {
    self.index = index
    self.parent = parent
    self.step = step
    nextKey = index + 1
    lastKey = JSONReader.absent
    passedKeys = 0
  }

  /// Forgets the value.
  @inline(__always)
  func end() {
    parent = nil
    step = .here
    if lookup != nil { lookup = nil }
  }

  var tape: JSONTape { reader.tape }
  var entry: JSONEntry { reader.entry(at: index) }

  var codingPath: [any CodingKey] { codingPath(.here) }

  /// The path to a value within this one.
  func codingPath(_ step: Step) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var step = step
    var scope: JSONScope? = self
    while true {
      switch step {
      case .here: break
      case .key(let key): path.append(key)
      case .index(let index): path.append(AnyCodingKey(index: index))
      }
      guard let current = scope else { return path.reversed() }
      step = current.step
      scope = current.parent
    }
  }
}
