package import SluiceBody

/// Keeps entries. Each has a key, metadata, which are opaque bytes, and a body.
///
/// ```
///  begin ──► append … append ──► commit         the entry appears, and replaces one of the same key and variant
///                            ├─► keepIncomplete an incomplete entry appears, which a range request can complete
///                            └─► discard        nothing is left, as if the writer was released
/// ```
///
/// Look-ups never fail: an entry that is damaged or cannot be read is a missing one.
package protocol CacheStore: Sendable {
  /// Returns all entries for a key, also incomplete ones, the most recently used or written first. This counts as a use
  /// of the key.
  func entries(for key: CacheKey) async -> [StoredEntry]

  /// Starts an entry.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - variant: Tells the entries of a key apart.
  ///   - metadata: The metadata.
  ///   - expectedByteCount: The declared size of the whole body, or `nil` if it is unknown. The writer commits no body
  ///     of another size.
  ///   - incomplete: An incomplete entry of the same key, whose bytes the new entry begins with, or `nil`.
  /// - Throws: An error if the entry cannot be stored, for example because the body is larger than the store.
  func begin(
    _ key: CacheKey, variant: [UInt8], metadata: [UInt8], expectedByteCount: Int64?,
    continuing incomplete: StoredEntry?
  ) async throws -> any EntryWriter

  /// Replaces the metadata of an entry. Has no effect if the entry has been removed or replaced.
  func update(_ entry: StoredEntry, metadata: [UInt8]) async

  /// Removes an entry. Has no effect if the entry has been removed or replaced.
  ///
  /// - Throws: ``ErrorCode/readFailed`` or ``ErrorCode/writeFailed`` if the entry may still be there.
  func remove(_ entry: StoredEntry) async throws(BodyError)

  /// Removes all entries for a key.
  ///
  /// - Throws: The errors of ``remove(_:)``.
  func removeAll(_ key: CacheKey) async throws(BodyError)

  /// Removes the entries of a partition and an origin; `nil` is any.
  ///
  /// - Throws: The errors of ``remove(_:)``. Entries that could be removed are.
  func removeAll(partition: [UInt8]?, origin: String?) async throws(BodyError)

  /// The number of bytes that the entries take, with their metadata.
  var byteCount: Int64 { get async }

  /// Returns all entries, which are looked up while the stream is read. This does not count as a use.
  func list() -> AsyncStream<StoredEntry>
}

/// The key of entries.
package struct CacheKey: Hashable, Sendable {
  /// The maximum number of entries of a key, so that a server cannot make them grow. The oldest are dropped.
  static let maximumVariantCount = 16

  /// The identity that the caller keeps apart from others; empty if there is none.
  package let partition: [UInt8]
  /// The origin of the URL, such as `https://example.com:443`.
  package let origin: String
  /// The rest of the URL, without its fragment.
  package let text: String

  package init(partition: [UInt8], origin: String, text: String) {
    self.partition = partition
    self.origin = origin
    self.text = text
  }
}

/// An entry as it was when it was looked up.
package struct StoredEntry: Sendable {
  package let key: CacheKey
  package let variant: [UInt8]
  package let metadata: [UInt8]
  package let body: any StoredBody
  /// Tells the entry apart from one that replaces it.
  package let id: UInt64
  private var parsedHead: StoredHead?

  package init(key: CacheKey, variant: [UInt8], metadata: [UInt8], body: any StoredBody, id: UInt64) {
    self.key = key
    self.variant = variant
    self.metadata = metadata
    self.body = body
    self.id = id
  }

  /// The head that the metadata contain, or `nil` if they are damaged.
  var head: StoredHead? { parsedHead ?? StoredHead(metadata: metadata) }

  /// Keeps the head, so that copies of the entry need not parse it again.
  mutating func keepHead() { if parsedHead == nil { parsedHead = head } }
}

/// The body of an entry.
package protocol StoredBody: Sendable {
  /// The bytes, which remain readable after the entry has been removed or replaced. A ``BytesSource`` if they are in
  /// memory, and a ``CopyableSource`` if they are those of a file.
  var source: any BodySource { get }
  /// The number of bytes.
  var byteCount: Int64 { get }
  /// Whether this is a whole body, and not only its start.
  var isComplete: Bool { get }
}

/// An entry that is being written.
struct NewEntry: Sendable {
  let key: CacheKey
  let variant: [UInt8]
  let metadata: [UInt8]
  let expectedByteCount: Int64?
}

/// Writes an entry. It is used by one task at a time.
package protocol EntryWriter: Sendable {
  /// Appends bytes to the body.
  ///
  /// - Throws: An error if they cannot be stored. Nothing further can be appended then, or committed.
  func append(_ bytes: [UInt8]) async throws

  /// Makes the entry appear.
  ///
  /// - Throws: An error if it cannot be stored. Nothing is left then.
  func commit() async throws

  /// Makes the bytes so far appear as an incomplete entry, if the store keeps such entries.
  func keepIncomplete() async

  /// Removes everything that was written.
  func discard() async
}
