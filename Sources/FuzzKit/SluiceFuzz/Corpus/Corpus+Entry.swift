public import SluiceJSON

extension Corpus {
  /// Whether a standard requires a parser with ordinary options to read a document.
  public enum Verdict: String, Sendable {
    /// The document is well-formed, and a parser must read it.
    case accept
    /// The document is malformed, and a parser must refuse it.
    case reject
    /// The standard leaves it open, or parsers differ for good reasons.
    case either
  }

  /// A document of a format, and what is known about it.
  ///
  /// ```swift
  /// for entry in Corpus.entries(.json) where entry.verdict == .reject {
  ///   #expect(throws: (any Error).self) { try MyParser.parse(entry.bytes) }
  /// }
  /// ```
  public struct Entry: Sendable {
    /// The name, such as `array-empty`, or a hash if the document was found by a fuzzer.
    public let name: String
    /// The format.
    public let format: Format
    /// Whether the standard requires parsers to read it.
    public let verdict: Verdict
    /// The document.
    public let bytes: [UInt8]
    /// The value of `Content-Type` that belongs to a multipart body. `nil` for the other formats.
    public let contentType: String?
    /// A sentence about the document, or `nil` if it was found by a fuzzer.
    public let shows: String?
    /// The section of a standard that decides the verdict, such as `RFC 8259 §5`, or `nil` if no standard does.
    public let rule: String?
    /// The value that a parser reads, in the form that `Corpus/portable/README.md` describes. `nil` if the document is
    /// malformed, or if its value is not the same for all parsers.
    public let result: JSON.Value?

    package init(
      name: String, format: Format, verdict: Verdict, bytes: [UInt8], contentType: String? = nil,
      shows: String? = nil, rule: String? = nil, result: JSON.Value? = nil
    ) {
      (self.name, self.format, self.verdict, self.bytes) = (name, format, verdict, bytes)
      (self.contentType, self.shows, self.rule, self.result) = (contentType, shows, rule, result)
    }
  }

  /// Returns the documents of a format that have names, sorted by name.
  public static func entries(_ format: Format) -> [Entry] { named[format] ?? [] }

  /// Returns the documents of a format that fuzzing found, which have hashes in place of names.
  public static func found(_ format: Format) -> [Entry] { found[format] ?? [] }

  /// Returns the words of a format, in the form that libFuzzer and AFL++ read, or no bytes if it has none.
  public static func dictionary(_ format: Format) -> [UInt8] { files["\(format.rawValue).dict"] ?? [] }

  private static let named = entries(in: "manifest.jsonl")
  private static let found = entries(in: "found.jsonl")

  /// Returns the entries of an embedded file.
  ///
  /// - Precondition: The file exists, and its lines are complete. A test checks this.
  private static func entries(in file: String) -> [Format: [Entry]] {
    let lines = (files[file] ?? []).split(separator: UInt8(ascii: "\n"))
    var entries: [Format: [Entry]] = [:]
    for line in lines {
      guard let value = try? JSON.Value(parsing: Array(line)), let entry = Entry(value) else {
        preconditionFailure("\(file) has a malformed line: \(String(decoding: line, as: UTF8.self))")
      }
      entries[entry.format, default: []].append(entry)
    }
    return entries
  }
}

extension Corpus.Entry {
  /// Creates an entry from a line of `manifest.jsonl` or `found.jsonl`, or returns `nil` if a field is missing.
  fileprivate init?(_ line: JSON.Value) {
    guard let verdict = line["verdict"]?.string.flatMap(Corpus.Verdict.init) else { return nil }
    if let file = line["file"]?.string {
      let parts = file.split(separator: "/")
      guard parts.count == 2, let format = Corpus.Format(rawValue: String(parts[0])),
        let bytes = Corpus.files[file]
      else { return nil }
      (self.format, self.bytes, name) = (format, bytes, String(parts[1]))
    } else {
      guard let format = line["format"]?.string.flatMap(Corpus.Format.init), let name = line["hash"]?.string,
        let bytes = Corpus.inlineDocument(of: line)
      else { return nil }
      (self.format, self.bytes, self.name) = (format, bytes, name)
    }
    self.verdict = verdict
    contentType = line["contentType"]?.string
    shows = line["shows"]?.string
    rule = line["rule"]?.string
    result = line["result"]
  }
}
