import SluiceFuzz
import SluiceSession
internal import SluiceTransport

extension FuzzTarget {
  /// A chunked body, in pieces, compared with a reference that reads it as a whole.
  ///
  /// Byte 0 holds options (1: the data is taken by halves), byte 1 is the splitter's seed. The body follows.
  static let chunkedBody = FuzzTarget("chunked-body", optionByteCount: 2) { input in
    let takesHalves = input.bool()
    var splitter = Splitter(seed: input.byte())
    let bytes = input.rest()
    var decoder = ChunkDecoder()
    var data: [UInt8] = []
    var end = ReferenceChunks.End.none
    do throws(SessionError) {
      for piece in splitter.chunks(of: bytes) {
        try decode(Array(piece), by: &decoder, takesHalves, into: &data)
      }
      if !bytes.isEmpty, !decoder.isWithinBody { end = .ended }
    } catch {
      try requireEqual(error.code, .invalidResponse, "the error")
      end = .malformed
    }
    let wanted = ReferenceChunks(bytes)
    try requireEqual(end, wanted.end, "the end")
    try requireEqual(data, wanted.data, "the data")
  }

  /// Appends the data in a piece of the body.
  private static func decode(
    _ piece: [UInt8], by decoder: inout ChunkDecoder, _ takesHalves: Bool, into data: inout [UInt8]
  ) throws(SessionError) {
    var position = 0
    while let range = try decoder.nextData(in: piece.span, from: &position) {
      let taken = takesHalves ? range.prefix((range.count + 1) / 2) : range
      data += piece[taken]
      decoder.didTake(taken.count)
      position = taken.upperBound
    }
  }
}
