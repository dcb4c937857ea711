import SluiceBody

/// Whether the system's file system for temporary files has files without a name, and `/proc` is there to name them.
package let hasUnnamedFiles: Bool = {
  guard let folder = try? TemporaryDirectory(),
    let file = try? TemporaryFile(in: folder.path, orElse: .temporaryName)
  else { return false }
  return withExtendedLifetime(file) { (try? folder.names()) == [] }
}()
