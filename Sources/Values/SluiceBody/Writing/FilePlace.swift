/// The place of a file or a folder that need not exist: the last folder of its path that exists, under any of its names
/// and mounts, and the names below it.
///
/// ```
///  /home/me/link/counts      with link -> /data/cache, and /data without it: the names cache and counts in /data
///  /mnt/data/cache/counts    with a bind mount of /data at /mnt/data: the same place
/// ```
///
/// Creating a place, and comparing places, block.
package struct FilePlace: Sendable {
  private struct Folder: Hashable {
    let device, inode: UInt64

    /// The result is `nil` if the path does not name a folder.
    init?(_ path: String) {
      guard let status = try? FileStatus(ofFileAt: path), status.kind == .directory else { return nil }
      (device, inode) = (status.device, status.inode)
    }
  }

  private let folder: Folder
  private let folderPath: String
  private let names: [String]

  private init(_ names: [String], in folder: Folder, at path: String) {
    (self.folder, folderPath, self.names) = (folder, path, names)
  }

  /// The place of a name, even if it is that of a link. The result is `nil` for a path without one.
  package init?(_ path: String) {
    guard let divided = try? DestinationPath(path), !["", ".", ".."].contains(divided.name),
      let place = FilePlace(resolving: divided.folder)
    else { return nil }
    self.init(place.names + [divided.name], in: place.folder, at: place.folderPath)
  }

  /// The place that a path leads to by its links, even if they are dangling.
  package init?(resolving path: String) { self.init(resolving: path, linkLimit: 40) }

  private init?(resolving path: String, linkLimit: Int) {
    if let folder = Folder(path) {
      self.init([], in: folder, at: path)
      return
    }
    guard let divided = try? DestinationPath(path) else { return nil }
    if let target = linkTarget(path) {
      guard linkLimit > 0 else { return nil }
      let isAbsolute = target.utf8.first == UInt8(ascii: "/")
      self.init(
        resolving: isAbsolute ? target : "\(divided.folder)/\(target)", linkLimit: linkLimit - 1)
      return
    }
    guard divided.folder != path, let parent = FilePlace(resolving: divided.folder, linkLimit: linkLimit)
    else { return nil }
    let names =
      switch divided.name {
      case "", ".": parent.names
      case "..": Array(parent.names.dropLast())
      default: parent.names + [divided.name]
      }
    self.init(names, in: parent.folder, at: parent.folderPath)
  }

  /// Returns whether another place is the same one.
  ///
  /// - Parameter isCaseIgnored: Whether a folder does not distinguish names that differ in case alone. Defaults to
  ///   ``DestinationPath/isCaseIgnored(inFolder:)``.
  package func isSame(
    as other: FilePlace?,
    isCaseIgnored: (_ folder: String) -> Bool = DestinationPath.isCaseIgnored(inFolder:)
  ) -> Bool {
    guard let other, other.folder == folder else { return false }
    if names.elementsEqual(other.names, by: { $0.utf8.elementsEqual($1.utf8) }) { return true }
    return names.map { $0.lowercased() } == other.names.map { $0.lowercased() } && isCaseIgnored(folderPath)
  }

  /// Returns whether a path is in this folder, or is the folder itself: the path's name, or what it leads to.
  ///
  /// - Parameter isCaseIgnored: See ``isSame(as:isCaseIgnored:)``.
  package func contains(
    _ path: String, isCaseIgnored: (_ folder: String) -> Bool = DestinationPath.isCaseIgnored(inFolder:)
  ) -> Bool {
    [FilePlace(path), FilePlace(resolving: path)].contains { place in
      guard let place else { return false }
      if names.isEmpty { return place.isBelow(folder) }
      let start = FilePlace(Array(place.names.prefix(names.count)), in: place.folder, at: place.folderPath)
      return start.isSame(as: self, isCaseIgnored: isCaseIgnored)
    }
  }

  /// Returns whether the place is in a folder that exists, or is the folder itself.
  private func isBelow(_ other: Folder) -> Bool {
    var path = realPath(folderPath) ?? folderPath
    while Folder(path) != other {
      guard let parent = try? DestinationPath(path).folder, parent != path else { return false }
      path = parent
    }
    return true
  }
}
