internal import HTTPTypes
internal import SluiceBody
internal import SluiceJSON
internal import SluiceSerialization
public import SluiceTransport

extension UploadPlan {
  /// The plan as lines of JSON: a line about the body, and one for each part.
  ///
  /// ```
  /// {"version":1,"file":"/data/holiday.mov","size":144703488,"partSize":67108864,"parts":3,"modificationTime":17…}
  /// {"number":1,"offset":0,"size":67108864,"sha256":"9f86d0…"}
  /// {"number":2,"offset":67108864,"size":67108864,"sha256":"60303a…"}
  /// {"number":3,"offset":134217728,"size":10485760,"sha256":"fd61a0…"}
  /// ```
  public var jsonLines: [UInt8] {
    get throws {
      try division.jsonLines(bodyLine) { PartLine(number: $0, offset: $1, size: $2, sha256: digest(of: $0)) }
    }
  }

  /// Parses the lines of ``jsonLines``.
  ///
  /// - Throws: A ``SessionError`` with the code `invalid-record` and the number of the line for anything else.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(parsing jsonLines: [UInt8]) throws(SessionError) {
    var digests: [String] = []
    let body: BodyLine = try Division.plan(
      parsing: jsonLines, of: "an upload", noun: UploadedPart.noun
    ) { (part: PartLine) in
      // Either all parts have a digest, or none.
      guard part.number == 1 || (part.sha256 == nil) == digests.isEmpty else { return false }
      guard let sha256 = part.sha256 else { return true }
      digests.append(sha256.lowercased())
      return SHA256.digest(parsing: sha256) != nil
    }
    self.init(
      byteCount: body.size, partByteCount: body.partSize, partCount: body.parts, path: body.file,
      modificationTime: body.modificationTime, digests: digests)
  }

  /// Returns the first line of results of this plan.
  ///
  /// - Parameter url: The URL of the first part, or `nil` for results of any upload.
  package func resultsHeader(of url: RequestURL?) throws -> ResultsHeader {
    var hash = SHA256()
    let line: [UInt8] = try JSON.Encoder().encode(bodyLine)
    hash.update(line.span)
    for digest in digests { hash.update(Array(digest.utf8).span) }
    return ResultsHeader(.parts, of: SHA256.hexadecimal(hash.digest), target: url?.uploadIdentifier)
  }

  private var bodyLine: BodyLine {
    BodyLine(
      file: path, size: byteCount, partSize: partByteCount, parts: partCount,
      modificationTime: modificationTime)
  }

  private struct BodyLine: Codable, PlanLine {
    var version = 1
    var file: String?
    var size: Int64
    var partSize: Int64
    var parts: Int
    var modificationTime: Int64?

    var division: Division { Division(byteCount: size, rangeByteCount: partSize) }

    var isValid: Bool { version == 1 && size >= 0 && partSize > 0 && Int64(parts) == division.count }
  }

  private struct PartLine: Codable, RangeLine {
    var number: Int
    var offset: Int64
    var size: Int64
    var sha256: String?
  }
}

extension UploadedPart: PlanResult {
  static let noun = "part"
  static let contradiction = "was sent twice, with different ETags or checksums; send it again"

  /// The part as a line of JSON, with its line feed.
  ///
  /// ```
  /// {"number":1,"offset":0,"size":5,"etag":"\"b1\"","fields":[["ETag","\"b1\""]],"sha256":"2cf24d…"}
  /// ```
  public var jsonLine: [UInt8] {
    get throws {
      let line = Line(
        number: number, offset: offset, size: byteCount, etag: etag,
        fields: fields.map { [$0.name.rawName, $0.value] }, sha256: sha256)
      var encoder = JSON.Encoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      return try encoder.encode(line) + [UInt8(ascii: "\n")]
    }
  }

  /// Parses the lines of ``jsonLine``.
  ///
  /// The first lines of the tool's files, which say what they are results of, are skipped. A last line without a line
  /// feed is ignored if it is cut off, because the process that wrote it may have been stopped.
  ///
  /// - Throws: A ``SessionError`` with the code `invalid-record` and the number of the line for anything else.
  /// - Complexity: O(*n*) for *n* bytes.
  public static func parts(parsing jsonLines: [UInt8]) throws(SessionError) -> [UploadedPart] {
    try results(parsing: jsonLines, done: "sent")
  }

  private struct Line: Codable {
    var number: Int
    var offset: Int64
    var size: Int64
    var etag: String?
    var fields: [[String]]
    var sha256: String?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(number, forKey: .number)
      try container.encode(offset, forKey: .offset)
      try container.encode(size, forKey: .size)
      // With a null, so that scripts find the member.
      try container.encode(etag, forKey: .etag)
      try container.encode(fields, forKey: .fields)
      try container.encodeIfPresent(sha256, forKey: .sha256)
    }
  }

  init?(line: ArraySlice<UInt8>) {
    guard let line = try? JSON.Decoder().decode(Line.self, from: Array(line)), line.number > 0,
      line.offset >= 0,
      line.size >= 0,
      let fields = PartsRecord.Part(number: line.number, fields: line.fields).httpFields,
      fields.byteCount <= Self.maximumFieldByteCount
    else { return nil }
    self.init(
      number: line.number, offset: line.offset, byteCount: line.size, fields: fields,
      sha256: line.sha256?.lowercased())
  }
}
