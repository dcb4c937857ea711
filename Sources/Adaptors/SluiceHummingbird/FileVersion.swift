#if Hummingbird
  internal import FoundationEssentials
  internal import Glibc
  internal import SluiceBody
  internal import SluiceCoding
  internal import SluiceSupport

  /// A version of a file, and the validators by which clients recognize it.
  struct FileVersion: Sendable {
    /// The status of the file.
    let file: BodyIdentity.File
    /// The tag, which is weak if the file has changed within the last second.
    let tag: EntityTag
    /// Whether a later change of the file surely has another time.
    private let isSettled: Bool

    /// Creates a version from the status of a file at a certain time.
    ///
    /// - Parameters:
    ///   - identity: The identity of the file.
    ///   - now: The time when it was read, in nanoseconds since 1970.
    init?(_ identity: BodyIdentity, now: Int64) {
      guard let file = identity.files.first else { return nil }
      self.file = file
      // The times of some file systems are those of a coarse clock.
      let latest = max(file.modificationTime, file.changeTime)
      isSettled = latest < now && now - latest >= Self.nanosecondsPerSecond
      // The digest contains the size, times and inode. 128 bits of it suffice.
      tag = EntityTag(opaqueTag: String(identity.digest.prefix(32)), isWeak: !isSettled)
    }

    var byteCount: Int64 { file.byteCount }

    /// The time of the last modification, in whole seconds since 1970.
    var modified: Int64 {
      let (seconds, rest) = file.modificationTime.quotientAndRemainder(dividingBy: Self.nanosecondsPerSecond)
      return rest < 0 ? seconds - 1 : seconds
    }

    /// The time of the last modification in seconds, if no other version of the file has the same.
    var lastModified: Int64? { isSettled ? modified : nil }

    /// The value of `Last-Modified`, or `nil` if it is to be omitted.
    var lastModifiedText: String? { lastModified.flatMap { HTTPDate(secondsSince1970: $0).text } }

    /// Returns a range of this version. Its readers throw if the file is another version.
    func source(of range: Range<Int64>) -> FileSource { .range(range, of: file) }

    private static let nanosecondsPerSecond: Int64 = 1_000_000_000
  }

  extension FileVersion {
    /// Reads the status of a file, which is not opened. The result is `nil` if there is no regular file at the path, or
    /// if the process may not read it.
    ///
    /// - Throws: A `BodyError` if the system fails to read the status.
    init?(ofFileAt path: String) async throws {
      let identity: BodyIdentity?
      do {
        identity = try await withTaskExecutorPreference(BlockingExecutor.shared) {
          try FileSource(at: path).identity()
        }
      } catch let error as BodyError where error.isOfNoReadableFile {
        return nil
      }
      guard let identity else { return nil }
      self.init(identity, now: Int64(Date().timeIntervalSince1970 * Double(Self.nanosecondsPerSecond)))
    }
  }

  extension BodyError {
    /// Whether the path names no regular file that the process may read, as opposed to a failure of the system.
    fileprivate var isOfNoReadableFile: Bool {
      switch code {
      case .fileMissing, .fileIsDirectory, .fileVanished: true
      case .fileUnreadable: systemErrorNumber.map([EACCES, ELOOP, ENAMETOOLONG, EPERM].contains) ?? true
      default: false
      }
    }
  }
#endif
