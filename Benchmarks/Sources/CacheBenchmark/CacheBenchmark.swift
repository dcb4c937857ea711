import Glibc
import Sluice
import SluiceBody
import SluiceCache
import SluiceSupport
import SluiceTesting

/// Measures a cache, and prints figures for `Benchmarks/cache.py`.
///
///     CacheBenchmark insert FOLDER COUNT     adds entries of 1 KiB
///     CacheBenchmark look-up FOLDER COUNT    opens the folder, and looks entries up
///     CacheBenchmark evict FOLDER COUNT      adds a fiftieth more, with no more room
///     CacheBenchmark store FOLDER BYTES      stores one body
///     CacheBenchmark serve FOLDER BYTES      reads it
///     CacheBenchmark respond FOLDER COUNT    responds to requests of sessions, with the folder and in memory
@main
struct CacheBenchmark {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let number = Int(arguments[3]) else { fatalError("see the source") }
    if arguments[1] == "respond" { return try await respond(number, arguments[2]) }
    let start = ContinuousClock.now
    let store = try FolderStore(arguments[2], maximumByteCount: 1 << 40)
    report("opening", (ContinuousClock.now - start) / .microseconds(1))
    switch arguments[1] {
    case "insert": try await insert(0..<number, store)
    case "look-up": try await lookUp(number, store)
    case "evict":
      let full = try FolderStore(arguments[2], maximumByteCount: await store.byteCount)
      try await insert(number..<number + number / 50, full)
    case "store": try await storeBody(Int64(number), store)
    default: try await serveBody(Int64(number), store)
    }
    report("memory", peakMemory)
  }

  static func key(_ number: Int) -> CacheKey {
    CacheKey(partition: [], origin: "https://example.com:443", text: "GET /users/\(number)?page=1")
  }

  static let metadata = [UInt8](repeating: 65, count: 400)

  static func insert(_ numbers: Range<Int>, _ store: FolderStore) async throws {
    let body = [UInt8](repeating: 66, count: 1024)
    var times: [Double] = []
    for number in numbers {
      let start = ContinuousClock.now
      let writer = try await store.begin(
        key(number), variant: [], metadata: metadata, expectedByteCount: 1024, continuing: nil)
      try await writer.append(body)
      try await writer.commit()
      times.append((ContinuousClock.now - start) / .microseconds(1))
    }
    report(times)
  }

  static func lookUp(_ count: Int, _ store: FolderStore) async throws {
    let numbers = (0..<min(20_000, count)).map { _ in Int.random(in: 0..<count) }
    // In the second pass, the system has the files in memory.
    for name in ["first ", ""] {
      var times: [Double] = []
      for number in numbers {
        let start = ContinuousClock.now
        guard let entry = await store.entries(for: key(number)).first,
          let source = entry.body.source as? BytesSource, source.bytes.count == 1024
        else { fatalError("an entry is missing") }
        times.append((ContinuousClock.now - start) / .microseconds(1))
      }
      report(times, name)
    }
    var times: [Double] = []
    for number in 0..<20_000 {
      let start = ContinuousClock.now
      guard await store.entries(for: key(-1 - number)).isEmpty else { fatalError("an entry is there") }
      times.append((ContinuousClock.now - start) / .microseconds(1))
    }
    report(times, "miss ")
  }

  static func storeBody(_ byteCount: Int64, _ store: FolderStore) async throws {
    let chunk = [UInt8](repeating: 67, count: 64 * 1024)
    let start = ContinuousClock.now
    let writer = try await store.begin(
      key(0), variant: [], metadata: metadata, expectedByteCount: byteCount, continuing: nil)
    var left = byteCount
    while left > 0 {
      try await writer.append(left < chunk.count ? Array(chunk.prefix(Int(left))) : chunk)
      left -= min(left, Int64(chunk.count))
    }
    try await writer.commit()
    report("seconds", (ContinuousClock.now - start) / .seconds(1))
  }

  static func serveBody(_ byteCount: Int64, _ store: FolderStore) async throws {
    let start = ContinuousClock.now
    guard let entry = await store.entries(for: key(0)).first else { fatalError("the entry is missing") }
    var count: Int64 = 0
    for try await chunk in entry.body.source.chunks() { count += Int64(chunk.count) }
    guard count == byteCount else { fatalError("bytes are missing") }
    report("seconds", (ContinuousClock.now - start) / .seconds(1))
  }

  /// Sends requests for 100 URLs, to which a cache responds.
  static func respond(_ count: Int, _ folder: String) async throws {
    let stub = StubTransport { _ in
      .bytes(
        [UInt8](repeating: 66, count: 1024),
        fields: [
          .date: HTTPDate(secondsSince1970: Int64(time(nil))).text ?? "", .cacheControl: "max-age=3600",
          .contentType: "application/json", .eTag: "\"33a64df5\"", .vary: "Accept", .server: "example",
        ])
    }
    let caches: [(String, ResponseCache?)] = [
      ("memory ", .memory()), ("folder ", try .folder(folder, maximumByteCount: 1 << 30)), ("stub ", nil),
    ]
    for (name, cache) in caches {
      var configuration = Session.Configuration(baseURL: "https://api.example.com/v1/")
      configuration.cache = cache
      let session = Session(configuration, transport: stub)
      for number in 0..<100 { _ = try await session.get("users/\(number)", decoding: .bytes) }
      let sent = stub.requests.count
      var times: [Double] = []
      for number in 0..<count {
        let path = "users/\(number % 100)"
        let start = ContinuousClock.now
        guard try await session.get(.init(path), decoding: .bytes).count == 1024 else {
          fatalError("bytes are missing")
        }
        times.append((ContinuousClock.now - start) / .microseconds(1))
      }
      guard cache == nil || stub.requests.count == sent else { fatalError("a request was sent") }
      report(times, name)
      await session.invalidate()
    }
  }

  static func report(_ times: [Double], _ name: String = "") {
    let sorted = times.sorted()
    report(name + "median", sorted[sorted.count / 2])
    report(name + "mean", times.reduce(0, +) / Double(times.count))
    report(name + "99th", sorted[sorted.count * 99 / 100])
  }

  static func report(_ name: String, _ figure: Double) { print(name, figure) }

  /// The peak memory of this process in MiB.
  static var peakMemory: Double {
    let status = (try? Descriptor.open("/proc/self/status", flags: O_RDONLY).content(upTo: 8192)) ?? []
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line.flatMap { Double($0.filter(\.isNumber)) } ?? 0) / 1024
  }
}
