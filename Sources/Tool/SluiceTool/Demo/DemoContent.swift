internal import Sluice

/// The content of the demo's file, which is known without reading the file: zeros, with marks at the start, in the
/// middle and at the end, so that missing bytes are noticed.
///
/// ```
///  start · · · · · · · · middle · · · · · · · · end
///  0                     byteCount / 2          byteCount - 3
/// ```
struct DemoContent: BodySource {
  /// Bytes that are not zeros.
  struct Mark {
    let offset: Int64
    let bytes: [UInt8]

    var end: Int64 { offset + Int64(bytes.count) }
  }

  /// Bytes that are zeros.
  private struct Zeros: BodySource {
    let byteCount: Int64?
    let isReplayable = true
    let needsOwnThread = false

    func makeReader() -> any BodyReader { Reader(byteCount: byteCount ?? 0) }

    func makeReader(at offset: Int64) -> any BodyReader {
      Reader(byteCount: max(0, (byteCount ?? 0) - offset))
    }

    private final class Reader: BodyReader {
      private var left: Int64

      init(byteCount: Int64) { left = byteCount }

      func read(into output: inout OutputSpan<UInt8>) -> BodyReadOutcome {
        let count = Int(min(Int64(output.freeCapacity), left))
        output.append(repeating: 0, count: count)
        left -= Int64(count)
        return left == 0 ? .end : .more
      }
    }
  }

  let size: Int64
  let isReplayable = true
  let needsOwnThread = false

  var byteCount: Int64? { size }

  /// The marks in order, without overlaps.
  var marks: [Mark] {
    // Less than this has no room for three marks.
    guard size >= 18 else {
      return [Mark(offset: 0, bytes: Array("startmiddleend...".utf8.prefix(Int(size))))]
    }
    return [("start", 0), ("middle", size / 2), ("end", size - 3)].map { text, offset in
      Mark(offset: offset, bytes: Array(text.utf8))
    }
  }

  func makeReader() throws -> any BodyReader { try joined.makeReader() }

  func makeReader(at offset: Int64) throws -> any BodyReader { try joined.makeReader(at: offset) }

  private var joined: JoinedSource {
    var sources: [any BodySource] = []
    var end: Int64 = 0
    for mark in marks {
      sources += [Zeros(byteCount: mark.offset - end), BytesSource(mark.bytes)] as [any BodySource]
      end = mark.end
    }
    return JoinedSource(sources)
  }
}
