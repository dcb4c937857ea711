import FoundationEssentials
import Glibc
import SluiceBody
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Downloads whose process is killed at any moment, and that are resumed until they are complete.
///
/// `SLUICE_KILLS=100` in the environment sets the number of downloads.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct KilledDownloadTests {
  private let folder: TemporaryDirectory
  private let content = sampleBytes(4 << 20)
  private var path: String { folder.path("file") }

  init() throws { folder = try TemporaryDirectory() }

  private static let rounds = ProcessInfo.processInfo.environment["SLUICE_KILLS"].flatMap { Int($0) } ?? 6

  /// The process to kill, and the numbers of sent bytes at which to do it, from the last to the first.
  private struct Plan {
    var process: pid_t?
    var points: [Int]
    var sent = 0
    var kills = 0
    var resumptions = 0

    mutating func didSend(_ count: Int) {
      sent += count
      guard let point = points.last, sent >= point, let process else { return }
      points.removeLast()
      kills += 1
      kill(process, SIGKILL)
      self.process = nil
    }
  }

  @Test(arguments: ["1", "4"], [seedOfThisRun])
  func `a killed download resumes to the identical file`(segments: String, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var (round, resumptions) = (0, 0)
    // A process may be killed before it has written a record on a loaded machine: more rounds follow if necessary.
    while round < Self.rounds || resumptions == 0 && round < 10 * Self.rounds {
      // The last bytes, too: then the process is killed while it completes the file.
      let points = (0..<3).map { _ in Int.random(in: 0...(content.count * 5 / 4), using: &generator) }
      let plan = Lock(Plan(points: points.sorted(by: >)))
      try withServer { [content] connection in
        try connection.serveRequests { request, connection in
          try Self.serve(content, request, connection, plan)
        }
      } test: { server in
        for attempt in 0... {
          try #require(attempt < 10)
          let run = try start("download", server.url, "-o", path, "--resume", "--segments", segments)
          plan.withLock { $0.process = run.id }
          let outcome = run.finish()
          plan.withLock { $0.process = nil }
          if outcome.end == .exited(0) { break }
          try #require(outcome.end == .killed(by: SIGKILL), "\(outcome.errors)")
          // At no time is there a file that is not complete.
          if let file = try? folder.contents("file") {
            let isSame = file == content
            try #require(isSame, "round \(round), points \(points)")
          }
        }
      }
      let isSame = try folder.contents("file") == content
      try #require(isSame, "round \(round), points \(points)")
      try #require(try folder.names() == ["file"], "round \(round), points \(points)")
      try folder.remove("file")
      resumptions += plan.withLock { $0.resumptions }
      round += 1
    }
    // At least one download was resumed, and did not only start over.
    #expect(resumptions > 0)
  }

  /// Sends the file or a range of it in small pieces.
  private static func serve(
    _ content: [UInt8], _ request: LoopbackRequest, _ connection: LoopbackConnection, _ plan: Lock<Plan>
  ) throws {
    var range = content.indices
    if let bounds = request["Range"]?.dropFirst("bytes=".count).split(separator: "-").compactMap({ Int($0) }),
      let first = bounds.first
    {
      if first == content.count {
        return try connection.respond(
          416, headers: [("ETag", "\"1\""), ("Content-Range", "bytes */\(content.count)")])
      }
      range = first..<min(bounds.count > 1 ? bounds[1] + 1 : content.count, content.count)
    }
    // A multiple of half a mebibyte is the start of a segment.
    if range.lowerBound % (1 << 19) != 0 { plan.withLock { $0.resumptions += 1 } }
    let part = "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(content.count)\r\n"
    try connection.write(
      "HTTP/1.1 \(request["Range"] == nil ? "200" : "206") \r\n\(request["Range"] == nil ? "" : part)"
        + "ETag: \"1\"\r\nContent-Length: \(range.count)\r\n\r\n")
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 32 << 10) {
      let piece = start..<min(start + (32 << 10), range.upperBound)
      try connection.write(Array(content[piece]))
      plan.withLock { $0.didSend(piece.count) }
      // Slow enough that the records of segments, one every 250 ms, are written in between.
      usleep(10_000)
    }
  }
}
