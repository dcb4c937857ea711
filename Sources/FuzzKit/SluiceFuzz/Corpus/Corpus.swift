import FoundationEssentials
public import SluiceJSON

/// The inputs of real formats that come with the package.
public enum Corpus {
  /// A format with inputs. The raw value is the name of its folder in `Corpus/portable`.
  public enum Format: String, CaseIterable, Sendable {
    /// The value of `Content-Disposition` ([RFC 6266](https://www.rfc-editor.org/rfc/rfc6266)).
    case contentDisposition = "content-disposition"
    /// A file of comma-separated values ([RFC 4180](https://www.rfc-editor.org/rfc/rfc4180)).
    case csv
    /// A gzip file ([RFC 1952](https://www.rfc-editor.org/rfc/rfc1952)).
    case gzip
    /// A date of HTTP ([RFC 9110 §5.6.7](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7)).
    case httpDate = "http-date"
    /// The head of a response ([RFC 9112](https://www.rfc-editor.org/rfc/rfc9112)).
    case httpHead = "http-head"
    /// A request with its body, as a server receives it ([RFC 9112](https://www.rfc-editor.org/rfc/rfc9112)).
    case httpRequest = "http-request"
    /// A JSON document ([RFC 8259](https://www.rfc-editor.org/rfc/rfc8259)).
    case json
    /// JSON documents, one in each line.
    case jsonLines = "json-lines"
    /// JSON documents after record separators ([RFC 7464](https://www.rfc-editor.org/rfc/rfc7464)).
    case jsonSequence = "json-sequence"
    /// The value of `Content-Type`, as the [MIME Sniffing standard](https://mimesniff.spec.whatwg.org) parses it.
    case mediaType = "media-type"
    /// A multipart body ([RFC 2046](https://www.rfc-editor.org/rfc/rfc2046)), such as a form.
    case multipart
    /// A binary property list.
    case propertyListBinary = "property-list-binary"
    /// A property list in XML.
    case propertyListXML = "property-list-xml"
    /// A message of [Protocol Buffers](https://protobuf.dev/programming-guides/encoding/), without a schema.
    case protobuf
    /// A query or a form ([application/x-www-form-urlencoded](https://url.spec.whatwg.org/#urlencoded-parsing)).
    case query
    /// Deflated data without a header ([RFC 1951](https://www.rfc-editor.org/rfc/rfc1951)).
    case rawDeflate = "raw-deflate"
    /// A stream of [server-sent events](https://html.spec.whatwg.org/multipage/server-sent-events.html).
    case serverSentEvents = "server-sent-events"
    /// The value of `Set-Cookie` ([RFC 6265](https://www.rfc-editor.org/rfc/rfc6265)).
    case setCookie = "set-cookie"
    /// The type and the value of a structured field ([RFC 9651](https://www.rfc-editor.org/rfc/rfc9651)).
    case structuredField = "structured-field"
    /// A file of [TOML 1.0.0](https://toml.io/en/v1.0.0).
    case toml
    /// A URL.
    case url
    /// The frames of a WebSocket, as a server receives them ([RFC 6455](https://www.rfc-editor.org/rfc/rfc6455)).
    case webSocket = "websocket"
    /// A document of [XML 1.0](https://www.w3.org/TR/xml/), as a parser without validation reads it.
    case xml
    /// A stream of [YAML 1.2.2](https://yaml.org/spec/1.2.2/) with the core schema.
    case yaml
    /// Deflated data with a header of zlib ([RFC 1950](https://www.rfc-editor.org/rfc/rfc1950)).
    case zlib
  }
}

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

    /// Creates an entry without a sentence about it.
    package init(
      name: String, format: Format, verdict: Verdict, bytes: [UInt8], contentType: String? = nil,
      rule: String? = nil, result: JSON.Value? = nil
    ) {
      (self.name, self.format, self.verdict, self.bytes) = (name, format, verdict, bytes)
      (self.contentType, shows, self.rule, self.result) = (contentType, nil, rule, result)
    }
  }

  /// Returns the documents of a format that have names, sorted by name.
  public static func entries(_ format: Format) -> [Entry] { named[format] ?? [] }

  /// Returns the documents of a format that fuzzing found, which have hashes instead of names.
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
