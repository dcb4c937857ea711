import FoundationEssentials
internal import SluiceJSON

extension Corpus {
  /// An input of a fuzz target.
  public struct TargetInput: Sendable {
    /// The name, or `nil` if a fuzzer found the input.
    public let name: String?
    /// The bytes that choose options.
    public let options: [UInt8]
    /// The document.
    public let document: [UInt8]
    /// The number of the line in the target's file, beginning with 1.
    public let line: Int

    /// The bytes that ``FuzzTarget/run(_:)`` takes.
    public var bytes: [UInt8] { options + document }
  }

  /// The file of a fuzz target's inputs, `Corpus/targets/TARGET.jsonl`.
  public struct TargetFile: Sendable {
    /// The target's name.
    public let target: String
    /// The format of the documents, or `nil` if they have none.
    public let format: Format?
    /// The meaning of each byte that chooses an option.
    public let options: [String]
    /// The inputs in the order of the file.
    public let inputs: [TargetInput]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: The file. Its first line is about the target. Each of the others is an input.
    ///   - document: Returns the bytes of a file in `Corpus/portable`. Defaults to those in this module.
    /// - Throws: ``BrokenProperty`` if a line is malformed, or any error of `document`.
    public init(parsing bytes: [UInt8], document: (String) throws -> [UInt8] = Corpus.embedded) throws {
      var lines = bytes.split(separator: UInt8(ascii: "\n")).enumerated().makeIterator()
      guard let first = lines.next(), let head = try? JSON.Value(parsing: Array(first.element)),
        let target = head["target"]?.string, let options = head["options"]?.array?.map(\.string),
        !options.contains(nil)
      else { throw BrokenProperty("line 1 does not describe a target") }
      self.target = target
      self.options = options.compactMap(\.self)
      if let name = head["format"]?.string {
        guard let format = Format(rawValue: name) else { throw BrokenProperty("there is no format \(name)") }
        self.format = format
      } else {
        format = nil
      }
      var inputs: [TargetInput] = []
      while let (index, line) = lines.next() {
        guard let value = try? JSON.Value(parsing: Array(line)),
          let options = Corpus.bytes(hexadecimal: value["options"]?.string ?? "")
        else { throw BrokenProperty("line \(index + 1) of \(target) is malformed") }
        let bytes = try value["file"]?.string.map(document) ?? Corpus.inlineDocument(of: value)
        guard let bytes else { throw BrokenProperty("line \(index + 1) of \(target) has no document") }
        inputs.append(
          TargetInput(name: value["name"]?.string, options: options, document: bytes, line: index + 1))
      }
      self.inputs = inputs
    }
  }

  /// Returns the bytes of a file in `Corpus/portable`.
  ///
  /// - Parameter file: The path in the folder.
  /// - Throws: ``BrokenProperty`` if the file does not exist.
  public static func embedded(_ file: String) throws -> [UInt8] {
    guard let bytes = files[file] else {
      throw BrokenProperty("Corpus/portable has no \(file): run make corpus")
    }
    return bytes
  }

  /// Returns the document that stands in a line, or `nil` if there is none.
  static func inlineDocument(of line: JSON.Value) -> [UInt8]? {
    if let text = line["text"]?.string { return Array(text.utf8) }
    return line["base64"]?.string.flatMap { Data(base64Encoded: $0) }.map { Array($0) }
  }

  private static func bytes(hexadecimal text: String) -> [UInt8]? {
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
