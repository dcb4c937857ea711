internal import SluiceBody

/// The files in the folder of a shard. Blocks.
struct ShardListing {
  struct Key {
    /// The time of the last use, or `nil` if there is no file of the key.
    var used: Duration?
    /// The space that all files of the key take.
    var space: Int64 = 0
    /// The names of the files of bodies.
    var bodyNames: [String] = []
  }

  private(set) var keys: [KeyName: Key] = [:]
  /// Whether there is a file that a process was writing when it was killed, unless one is writing it now.
  private(set) var hasNewFile = false

  /// The name of a key's file while it is written.
  static let newName = "new"

  /// Lists a folder; a missing one is empty. Files with other names are ignored.
  init(of folder: String) throws(BodyError) {
    var names: [String] = []
    do throws(SystemError) {
      try forEachName(inFolder: folder) { names.append(String(repairing: $0)) }
    } catch {
      guard error.isMissingFile else { throw BodyError(.readFailed, path: folder, systemError: error) }
    }
    for name in names {
      if name == Self.newName { hasNewFile = true }
      let bytes = name.utf8
      guard let key = KeyName(bytes.prefix(KeyName.byteCount)) else { continue }
      let isBody = bytes.dropFirst(KeyName.byteCount).first == UInt8(ascii: ".")
      guard isBody || bytes.count == KeyName.byteCount,
        // A file may be removed meanwhile if the shard is not locked.
        let status = try BodyError.reading(
          folder, { () throws(SystemError) in try FileStatus(ifExistsAt: "\(folder)/\(name)") })
      else { continue }
      let space = StoredSizes.file(status.byteCount)
      keys[key, default: Key()].space += space
      if isBody {
        keys[key, default: Key()].bodyNames.append(name)
      } else {
        keys[key, default: Key()].used = status.modified
      }
    }
  }

  /// The space that all files take.
  var space: Int64 { Int64.sum(of: keys.values.lazy.map(\.space)) ?? .max }
}
