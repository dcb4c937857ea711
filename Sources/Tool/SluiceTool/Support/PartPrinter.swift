internal import Sluice

/// Prints a line of JSON for each part when it ends, and optionally writes the bytes of each part to a file.
final class PartPrinter {
  private let folder: String?
  private var index = 0
  private var head: MultipartParser.PartHead?
  private var byteCount: Int64 = 0
  private var file: OutputFile?
  private var lines: [UInt8] = []

  /// Creates a printer.
  ///
  /// - Parameter folder: The folder to which parts are written, each named by its index, or `nil` to write no files.
  ///   The folder is created if it does not exist, and its files are not replaced.
  init(extractingTo folder: String?) throws(Failure) {
    self.folder = folder
    if let folder { try makeFolder(folder) }
  }

  /// Handles an event of the parser.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - block: The block of input in which the parser found the event.
  func print(_ event: MultipartParser.Event, of block: Span<UInt8>) throws(Failure) {
    switch event {
    case .partBegan(let head):
      self.head = head
      byteCount = 0
      if let folder { file = try OutputFile("\(folder)/\(index)", ifExists: .fail) }
    case .bytes(let range):
      byteCount += Int64(range.count)
      try file?.write(block.extracting(range))
    case .withheldBytes(let bytes):
      byteCount += Int64(bytes.count)
      try file?.write(bytes.span)
    case .partEnded:
      try file?.commit()
      file = nil
      lines += part.line
      index += 1
    case .finished: break
    }
  }

  private var part: JSON.Value {
    [
      "index": .number(index),
      "name": .text(head?.name),
      "filename": .text(head?.fileName),
      "contentType": .text(head?.headers["Content-Type"]),
      "size": .number(byteCount),
      "headers": .pairs(head?.headers.map { ($0.name, $0.value) } ?? []),
    ]
  }

  /// Writes the lines printed so far to standard output.
  func flush() throws(Failure) {
    try OutputFile(nil).write(lines)
    lines.removeAll(keepingCapacity: true)
  }
}
