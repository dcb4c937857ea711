import FoundationEssentials
internal import SluiceSupport

/// A reader that decodes values from the entries of a document according to a decoder's strategies.
///
/// SAFETY: Exclusivity is unchecked for the properties on hot paths. This is sound because a single thread uses the
/// reader, and no access to these properties spans a call to a caller's type.
final class JSONReader {
  @safe @exclusivity(unchecked) private(set) var document: JSONDocument
  /// The tape of ``document``.
  @safe @exclusivity(unchecked) private(set) var tape: JSONTape
  /// The document that ``scan(_:)`` reads. Later documents reuse its memory.
  private let scanned = JSONDocument()
  /// A copy of ``document`` for values that refer to it, if it is ``scanned``.
  @safe @exclusivity(unchecked) private var keptDocument: JSONDocument?
  @safe @exclusivity(unchecked) private(set) var strategies: JSON.Decoder
  @safe @exclusivity(unchecked) private var conversions = JSONConversions()
  /// Whether ``strategies`` contain no references, which would have to be released.
  @safe @exclusivity(unchecked) private var hasStandardStrategies = true
  /// Whether keys are converted from snake case.
  @safe @exclusivity(unchecked) private(set) var convertsKeys = false
  /// The plans of types. They depend on whether these may read themselves.
  @safe @exclusivity(unchecked) private var plans = JSONPlanCache<JSONDecodingPlan>()
  /// The makers of containers for types of coding keys.
  @safe @exclusivity(unchecked) var containerMakers = JSONScopeContainerMakers()
  /// Readers that are not in use.
  private static let spareReaders = JSONSpares<JSONReader>()
  /// The nesting of `init(from:)` calls on the stack of the current thread.
  @safe @exclusivity(unchecked) private var calls = NestedCalls()

  /// The number of values around the current one that cursors are reading.
  @safe @exclusivity(unchecked) var cursorNesting = 0
  /// The skipped members of the last object that a cursor read in another order.
  @safe @exclusivity(unchecked) var gap = JSONMemberGap()
  /// The keys of the last object in which a cursor did not find a key.
  @safe @exclusivity(unchecked) var presentKeys = JSONPresentKeys()
  @safe @exclusivity(unchecked) private var path = JSONPath()
  /// The objects around the value that cursors are reading whose keys are data, from the outermost to the innermost.
  ///
  /// They are noted only if other keys are converted.
  @safe @exclusivity(unchecked) private var dataObjects: [Int] = []

  /// Scopes that are not in use, for reuse.
  @safe @exclusivity(unchecked) var spares: [JSONScope] = []
  /// Whether scopes are kept for reuse; `false` after ``close(_:)``.
  var isOpen = true
  /// Whether a type kept a reference to the scope of a decoded value.
  ///
  /// The type may decode from that scope again, so the reader must keep its document.
  var hasLostScopes = false

  /// The index that represents a missing member, which is decoded as null.
  static let absent = -1

  private init() {
    document = scanned
    tape = scanned.tape
    strategies = JSON.Decoder()
  }

  /// Returns a reader of a document.
  ///
  /// The caller must call ``close(_:)`` after the last use.
  static func reader(of document: JSONDocument, _ strategies: JSON.Decoder) -> JSONReader {
    let reader = spare(for: strategies) ?? JSONReader()
    reader.setStrategies(strategies)
    reader.begin(document)
    return reader
  }

  /// Returns a reader that has read no document yet. Otherwise, this is the same as ``reader(of:_:)``.
  static func reader(_ strategies: JSON.Decoder) -> JSONReader {
    let reader = spare(for: strategies) ?? JSONReader()
    reader.setStrategies(strategies)
    return reader
  }

  private static func spare(for strategies: JSON.Decoder) -> JSONReader? {
    strategies.letsTypesReadThemselves ? spareReaders.popLast() : nil
  }

  private func setStrategies(_ strategies: JSON.Decoder) {
    let isStandard = strategies.isStandard
    defer { hasStandardStrategies = isStandard }
    // Copying all of them would take longer than decoding a small value.
    if isStandard, hasStandardStrategies {
      self.strategies.maximumDepth = strategies.maximumDepth
      self.strategies.duplicateKeys = strategies.duplicateKeys
      return
    }
    self.strategies = strategies
    convertsKeys = if case .convertFromSnakeCase = strategies.keyDecodingStrategy { true } else { false }
  }

  /// The values that the decoder passes to the types.
  var userInfo: [CodingUserInfoKey: Any] { conversions.userInfo(strategies.userInfo) }

  /// The document, for a value that continues to refer to it.
  private var lastingDocument: JSONDocument {
    guard document === scanned else { return document }
    if let keptDocument { return keptDocument }
    let copy = JSONDocument(copying: scanned)
    keptDocument = copy
    return copy
  }

  /// Returns the value at `index`, which refers to the document unless it is a short scalar.
  ///
  /// Reading such a scalar takes less time than a copy of the document, and no memory.
  func value(at index: Int) -> JSON.Value {
    let entry = tape[index]
    guard entry.isContainer || entry.length >= JSONBlock.size else {
      return JSON.Value(tape.content(ofScalar: entry))
    }
    return JSON.Value(lastingDocument, index)
  }

  /// Returns the elements of the array at `index`.
  func values(at index: Int) -> [JSON.Value] {
    let end = tape[index].end
    var values: [JSON.Value] = []
    values.reserveCapacity(tape.count(of: index))
    var child = index + 1
    while child < end {
      values.append(value(at: child))
      child = tape.next(after: child)
    }
    return values
  }

  /// Calls a closure with a reader, and then ``close(_:)``.
  ///
  /// The reader is handed over. If it were closed by a `defer` statement, it would be retained and released once more.
  @inline(__always)
  static func using<Result>(
    _ reader: consuming JSONReader, _ body: (JSONReader) throws -> Result
  ) rethrows -> Result {
    do {
      let result = try body(reader)
      close(reader)
      return result
    } catch {
      close(reader)
      throw error
    }
  }

  /// Releases the spare scopes, and keeps a reader with its memory for later calls, unless it has become large or is
  /// still referred to.
  ///
  /// Only scopes that a type has kept may use the reader afterwards.
  static func close(_ reader: consuming JSONReader) {
    guard reader.mayBeKept() else { return reader.discard() }
    if let reader = spareReaders.keep(reader) { reader.discard() }
  }

  /// Removes everything that belongs to the document and the decoder.
  ///
  /// - Returns: Whether the reader may be kept.
  private func mayBeKept() -> Bool {
    scanned.endBorrowing(keepingBytes: hasLostScopes)
    tape = document.tape
    guard strategies.letsTypesReadThemselves, !hasLostScopes,
      max(plans.count, containerMakers.count) <= JSONPlanCache<JSONDecodingPlan>.maximumKeptCount
    else { return false }
    if !hasStandardStrategies { setStrategies(JSON.Decoder()) }
    conversions.removeAll()
    forgetDocument()
    if document !== scanned { document = scanned }
    scanned.releaseIfLarge()
    tape = scanned.tape
    return true
  }

  /// Releases the spare scopes and keeps no further ones.
  ///
  /// The scopes hold strong references to the reader. Without this call, they would form a reference cycle.
  private func discard() {
    isOpen = false
    spares = []
  }

  /// Continues with another document, possibly on another thread.
  ///
  /// - Precondition: ``hasLostScopes`` is `false`.
  func begin(_ document: JSONDocument) {
    if self.document !== document { self.document = document }
    tape = document.tape
    calls = NestedCalls()
    cursorNesting = 0
    forgetDocument()
  }

  /// Removes what is known about the document.
  private func forgetDocument() {
    // Each assignment would release the old value, even if there is nothing to release.
    if keptDocument != nil { keptDocument = nil }
    gap.object = -1
    presentKeys.begin(-1)
    if !dataObjects.isEmpty { dataObjects = [] }
    path.removeAll()
  }

  /// Scans a document and continues with it, possibly on another thread.
  ///
  /// - Parameter bytes: The document, which must exist until ``close(_:)`` is called.
  /// - Precondition: ``hasLostScopes`` is `false`.
  /// - Throws: `JSON.SyntaxError`.
  func scan(_ bytes: Span<UInt8>) throws(JSON.SyntaxError) {
    try scanned.scan(
      borrowing: bytes, maximumDepth: strategies.maximumDepth, duplicateKeys: strategies.duplicateKeys)
    begin(scanned)
  }

  /// Decodes the value at `index`, with an empty coding path.
  func decodeRoot<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    try decode(type, at: index, in: nil, .here)
  }

  @inline(__always)
  func entry(at index: Int) -> JSONEntry {
    index >= 0 ? tape[index] : JSONEntry(.null, offset: 0, length: 0)
  }

  /// Decodes the value at `index`.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - index: The index of the value's entry, or ``absent``.
  ///   - scope: The scope of the enclosing value, or `nil` for the root.
  ///   - step: The step from `scope` to the value, which is evaluated only if needed.
  /// - Throws: `DecodingError`, or the error that a type's `init(from:)` throws.
  func decode<T: Decodable>(
    _ type: T.Type, at index: Int, in scope: JSONScope?, _ step: @autoclosure () -> JSONScope.Step
  ) throws -> T {
    switch plans.plan(for: type, { JSONDecodingPlan(type, strategies) }) {
    // A missing member is not on the tape, so no cursor can be at it.
    case .codable,
      .readable where index < 0:
      try enter(scope)
      defer { leave() }
      return try withScope(at: index, in: scope, step()) { try type.init(from: JSONValueDecoder(scope: $0)) }
    case .readable(let readable):
      try enter(scope)
      defer { leave() }
      func read<Readable: JSONReadable>(_ readable: Readable.Type) throws -> T {
        try withScope(at: index, in: scope, step()) { scope in
          var cursor = JSON.Cursor(self, at: scope)
          // A type that exchanged its cursor for that of another call could use this one after the call.
          defer { precondition(cursor.scope.refers(to: scope), "The cursor belongs to another call.") }
          if Readable.self == T.self { return try exactly(type) { try Readable(from: &cursor) } }
          // A class that was passed as the metatype of its superclass.
          guard let value = try Readable(from: &cursor) as? T else {
            throw corrupted(scope, .here, "Not a \(T.self).")
          }
          return value
        }
      }
      return try read(readable)
    case .collection(let collection):
      try enter(scope)
      defer { leave() }
      func read<Collection: JSONCollectionDecodable>(_ collection: Collection.Type) throws -> T {
        try withScope(at: index, in: scope, step()) {
          exactCast(try Collection.decode(by: self, in: $0), to: type)
        }
      }
      return try read(collection)
    case .standard(.element(let element)): return try read(element, as: type, at: index, in: scope, step())
    case .standard(.date): return exactCast(try date(at: index, in: scope, step()), to: type)
    case .standard(.data): return exactCast(try data(at: index, in: scope, step()), to: type)
    case .standard(.url): return exactCast(try url(at: index, in: scope, step()), to: type)
    case .standard(.int): return exactCast(try scalar(at: index, in: scope, step()) as Int, to: type)
    case .standard(.double): return exactCast(try scalar(at: index, in: scope, step()) as Double, to: type)
    case .standard(.string): return exactCast(try scalar(at: index, in: scope, step()) as String, to: type)
    case .standard(.stringDictionary):
      return exactCast(try table(of: String.self, at: index, in: scope, step()), to: type)
    case .standard(.intDictionary):
      return exactCast(try table(of: Int.self, at: index, in: scope, step()), to: type)
    case .standard(.doubleDictionary):
      return exactCast(try table(of: Double.self, at: index, in: scope, step()), to: type)
    }
  }

  /// Decodes a value that needs no scope.
  @inline(never)
  private func read<Element: JSONElement, T>(
    _ element: Element.Type, as type: T.Type, at index: Int, in scope: JSONScope?,
    _ step: @autoclosure () -> JSONScope.Step
  ) throws -> T {
    do {
      return exactCast(try Element.read(at: index, of: self), to: type)
    } catch {
      throw failure(error, within: index, in: scope, step())
    }
  }

  private func enter(_ scope: JSONScope?) throws {
    if !calls.enter() { throw corrupted(scope, .here, NestedCalls.refusal) }
  }

  private func leave() { calls.leave() }

  /// Returns whether the stack has room for further nested calls.
  func hasRoom() -> Bool { calls.hasRoom() }

  /// Returns the coding path from one value to another within it.
  func path(from outer: Int, to inner: Int) -> [any CodingKey] {
    path.path(from: outer, to: inner, on: tape) { key, object in
      let name = tape.text(of: tape[key])
      return convertsKeys && !dataObjects.contains(object) ? camelCased(name) : name
    }
  }

  /// Notes that the keys of an object are data.
  func noteDataObject(_ object: Int) {
    while let last = dataObjects.last, last >= object || tape[last].end <= object { dataObjects.removeLast() }
    dataObjects.append(object)
  }

  /// Converts a key of the document to a coding key.
  func camelCased(_ name: String) -> String {
    conversions.name(name) { SnakeCase.camelCased($0) }
  }
}
