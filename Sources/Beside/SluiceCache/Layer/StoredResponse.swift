internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization

/// An entry with its head.
struct StoredResponse: Sendable {
  let entry: StoredEntry
  var head: StoredHead

  init(_ entry: StoredEntry, head: StoredHead) {
    self.entry = entry
    self.head = head
  }

  /// Returns `nil` if the metadata is damaged.
  init?(_ entry: StoredEntry) {
    guard let head = entry.head else { return nil }
    self.init(entry, head: head)
  }

  /// Whether the stored bytes are the whole body.
  var isWhole: Bool { entry.body.isComplete && head.status != .partialContent }

  /// The start of a body that a range request can complete, as its number of bytes and its tag.
  var beginning: (byteCount: Int64, tag: String)? {
    guard !isWhole, head.offset == 0, head.strongTag != nil, let tag = head.fields.value(of: .eTag) else {
      return nil
    }
    return (entry.body.byteCount, tag)
  }

  /// What is sent of the response for a request.
  struct Selection {
    var head: HTTPResponse
    /// The positions in the stored bytes.
    let range: Range<Int64>
  }

  /// Returns the response to a request, or `nil` if not all of its bytes are stored.
  func selection(for request: CachingRequest) -> Selection? {
    let byteCount = entry.body.byteCount
    var response = head.response
    if isWhole, request.isConditional, request.hasCopy(of: head) {
      return Selection(
        head: HTTPResponse(status: .notModified, headerFields: response.headerFields.withoutMessageDigests),
        range: 0..<0)
    }
    guard let requested = request.range, request.mayHaveRange(of: head),
      [200, 206].contains(head.status.code)
    else {
      guard isWhole else { return nil }
      if ![204, 304].contains(head.status.code) { response.headerFields[.contentLength] = String(byteCount) }
      if request.method == .head { response.headerFields = response.headerFields.withoutMessageDigests }
      return Selection(head: response, range: 0..<(request.method == .head ? 0 : byteCount))
    }
    // A range of coded bytes is of no use to a request that accepts no coding.
    guard request.accepts(head.fields.codingNames), let length = isWhole ? byteCount : head.completeLength,
      let positions = requested.positions(in: length),
      positions.lowerBound >= head.offset, positions.upperBound - head.offset <= byteCount
    else { return nil }
    response.status = .partialContent
    response.headerFields = response.headerFields.withoutMessageDigests
    response.headerFields[.contentRange] =
      "bytes \(positions.lowerBound)-\(positions.upperBound - 1)/\(length)"
    response.headerFields[.contentLength] = String(positions.count)
    return Selection(
      head: response, range: positions.lowerBound - head.offset..<positions.upperBound - head.offset)
  }
}
