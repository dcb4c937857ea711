internal import Glibc
package import Sluice

/// The output of a command: standard output, or a file that gets its final name only when it is complete.
package final class OutputFile {
  /// The destination of the bytes.
  private enum Target {
    case standardOutput
    /// An existing file that is not a regular one, such as a device, or an open descriptor, such as `/dev/stdout`.
    case special(Descriptor)
    case file(TemporaryFile, DestinationPath)
  }

  private let target: Target
  private let existingFile: ExistingFilePolicy
  /// The path in messages.
  private let name: String

  /// Opens the output.
  ///
  /// - Parameters:
  ///   - path: The path of the file, or `nil` for standard output. An existing file that is not a regular file, such as
  ///     a device, is written to directly, and so is an open descriptor, such as `/dev/stdout`, whatever it is.
  ///   - existingFile: The treatment of an existing regular file. Defaults to ``ExistingFilePolicy/replace``.
  package init(_ path: String?, ifExists existingFile: ExistingFilePolicy = .replace) throws(Failure) {
    self.existingFile = existingFile
    name = path ?? "standard output"
    guard let path else {
      target = .standardOutput
      return
    }
    do {
      if existingFile == .fail, isTaken(path) { throw BodyError(.fileExists, path: path) }
      let number = Descriptor.inherited(at: path)
      if number != nil || isSpecialFile(path) {
        target = .special(
          try BodyError.writing(path) { () throws(SystemError) in
            if let number { try .duplicate(number) } else { try .open(path, flags: O_WRONLY) }
          })
        return
      }
      let final = try DestinationPath(path)
      let file = try BodyError.writing(path) { () throws(SystemError) in
        try TemporaryFile(for: final)
      }
      target = .file(file, final)
    } catch {
      throw Failure(error)
    }
  }

  private var descriptor: CInt {
    switch target {
    case .standardOutput: STDOUT_FILENO
    case .special(let descriptor): descriptor.rawValue
    case .file(let file, _): file.descriptor.rawValue
    }
  }

  /// Writes all bytes of an output.
  package static func write(_ bytes: [UInt8], to path: String?) throws(Failure) {
    let output = try OutputFile(path)
    try output.write(bytes)
    try output.commit()
  }

  package func write(_ bytes: [UInt8]) throws(Failure) { try write(bytes.span) }

  func write(_ bytes: Span<UInt8>) throws(Failure) { try writeAll(bytes, to: descriptor, named: name) }

  /// Writes a body as it arrives.
  func write(_ body: ResponseBody, upTo limit: Int64?) async throws {
    try await naming { _ = try await body.write(toFileDescriptor: descriptor, upTo: limit) }
  }

  /// Writes a body as it is read.
  func write(_ body: some BodySource) async throws {
    try await naming { _ = try await body.write(toFileDescriptor: descriptor) }
  }

  /// Writes with `write`, and names this output in its errors.
  nonisolated(nonsending) private func naming(_ write: () async throws -> Void) async throws {
    do {
      try await write()
    } catch let error as BodyError where error.code == .writeFailed {
      var failure = Failure(.inputOutput, "write-failed", "\(name): \(error.message)")
      failure.isBrokenPipe = error.systemErrorNumber == EPIPE
      throw failure
    }
  }

  /// Gives the complete file its final name, by default replacing any file there. For another output, checks that it
  /// has taken all bytes.
  package func commit() throws(Failure) {
    switch target {
    case .standardOutput, .special:
      do throws(SystemError) { try checkWrites(to: descriptor) } catch { throw Failure.writing(name, error) }
    case .file(let file, let path):
      do { try file.commit(to: path, ifExists: existingFile, flushing: .nothing) } catch {
        throw Failure(ofOutput: error)
      }
    }
  }
}

/// Writes a line to standard output.
///
/// - Throws: ``Failure`` with the code `write-failed`.
package func printLine(_ line: String) throws(Failure) {
  try OutputFile(nil).write(Array("\(line)\n".utf8))
}

/// Takes the place of Swift's function, which does not say whether the lines have been written.
@available(*, unavailable, renamed: "printLine(_:)")
func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {}
