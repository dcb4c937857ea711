import SluiceBody
import SluiceFuzz
import SluiceMultipart

extension FuzzTarget {
  /// The async reader, which must report the same as the parser however its parts are used, and the decoder of forms.
  ///
  /// Bytes 0 to 3 are ``MultipartOptions``, byte 4 is the splitter's seed, byte 5 whether the body is decoded as a
  /// type. Byte 6 is the use of each part, two bits in turn, or the limits of the type's decoder. The body follows.
  static let multipartReader = FuzzTarget("multipart-reader", format: .multipart, optionByteCount: 7) {
    input in
    let options = try MultipartOptions(from: &input)
    let splitter = Splitter(seed: input.byte())
    let isTyped = input.bool()
    let choice = input.byte()
    let body = input.rest()
    input.announcedWork = 2 * body.count

    let contentType = MultipartForm(boundary: options.boundary).contentType ?? ""
    let parser = try MultipartParser(
      contentType: contentType, limits: options.limits, accepting: options.leniencies)
    let wanted = try MultipartTranscript(parser, of: body, cutBy: splitter)
    let reader = try MultipartReader(
      ChunkSequence(body, cutBy: splitter), contentType: contentType, limits: options.limits,
      accepting: options.leniencies)
    try CallerExecutor.run {
      if isTyped {
        try await FormLimits(rawValue: choice).check(reader, wanted)
      } else {
        try await MultipartReading(choice).check(reader, wanted)
      }
    }
  }
}

/// An async sequence of chunks that are all available without waiting.
struct ChunkSequence: AsyncSequence, Sendable {
  private let chunks: [ArraySlice<UInt8>]

  init(_ bytes: [UInt8], cutBy splitter: Splitter) {
    var splitter = splitter
    chunks = splitter.chunks(of: bytes)
  }

  func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks.makeIterator()) }

  struct Iterator: AsyncIteratorProtocol {
    var chunks: IndexingIterator<[ArraySlice<UInt8>]>

    mutating func next() async -> ArraySlice<UInt8>? { chunks.next() }
  }
}
