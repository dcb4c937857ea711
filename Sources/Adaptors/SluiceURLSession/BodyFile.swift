internal import Foundation
internal import SluiceBody

/// A temporary file with a body, which is removed with this object.
final class BodyFile: Sendable {
  let url: URL
  private let file: TemporaryFile

  /// Writes a body to a new file.
  ///
  /// - Throws: The error of the body's reader, or a `BodyError` with the code `write-failed`.
  init(of body: any BodySource) async throws {
    let path = "\(SpooledFile.systemFolder)/.sluice-\(UUID())"
    url = URL(filePath: path)
    do throws(SystemError) { file = try TemporaryFile(at: path, permissions: 0o600) } catch {
      throw BodyError(.writeFailed, path: path, systemError: error)
    }
    try await body.write(toFileDescriptor: file.descriptor.rawValue)
  }
}
