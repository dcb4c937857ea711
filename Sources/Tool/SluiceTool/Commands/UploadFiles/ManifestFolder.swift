internal import Glibc
internal import Sluice

/// The folder of a manifest, which contains all files to send. Symbolic links in it are not followed.
struct ManifestFolder: Sendable {
  /// The path with a slash, or nothing for the current folder.
  let path: String
  private let descriptor: Descriptor

  /// - Parameter manifest: The path of the manifest.
  init(of manifest: String) throws(SystemError) {
    let slash = manifest.utf8.lastIndex(of: UInt8(ascii: "/"))
    path = slash.map { String(manifest[...$0]) } ?? ""
    descriptor = try .folder(at: path.isEmpty ? "." : path)
  }

  /// Returns the version of a file that exists now.
  ///
  /// - Parameter path: The path in the folder.
  func source(of path: String) throws -> FileSource {
    do throws(BodyError) {
      return try FileSource(path, below: descriptor, at: self.path + path)
    } catch {
      guard error.systemErrorNumber == ELOOP else { throw error }
      throw Failure(
        .inputMissing, "file-unreadable",
        "\(self.path)\(path): a symbolic link, or in one, and links in the folder of the manifest are not followed"
      )
    }
  }
}
