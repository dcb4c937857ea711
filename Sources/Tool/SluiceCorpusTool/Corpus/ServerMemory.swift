internal import Glibc
internal import Sluice
internal import SluiceTool

/// The resident memory of a server's process, as `/proc/N/status` has it.
struct ServerMemory {
  /// The number of bytes, now and at its peak.
  struct Sample: Equatable {
    var current: Int64
    var peak: Int64
  }

  let process: Int
  private(set) var before: Sample
  private(set) var after: Sample?
  /// The largest number of bytes of all samples.
  private(set) var peak: Int64

  /// Takes the first sample.
  ///
  /// - Throws: ``Failure`` if there is no such process.
  init(ofProcess process: Int) throws(Failure) {
    guard let sample = Self.sample(ofProcess: process) else {
      throw Failure(.inputMissing, "process-missing", "there is no process \(process)")
    }
    self.process = process
    before = sample
    after = sample
    peak = sample.current
  }

  /// Takes another sample. ``after`` is `nil` if the process has ended.
  mutating func update() {
    after = Self.sample(ofProcess: process)
    guard let after else { return }
    // The peak that the system knows may be older than the first sample.
    let isNewPeak = after.peak > before.peak
    peak = max(peak, after.current, isNewPeak ? after.peak : 0)
  }

  /// The memory in one line.
  var line: String {
    guard let after else { return "memory: process \(process) has ended" }
    return "memory of process \(process): \(QuantityText.bytes(before.current)) before, "
      + "\(QuantityText.bytes(after.current)) after, \(QuantityText.bytes(peak)) at its peak"
  }

  /// The numbers of bytes. That at the end is `null` if the process has ended.
  var json: JSON.Value {
    [
      "process": .number(process), "before": .number(before.current),
      "after": after.map { .number($0.current) } ?? nil, "peak": .number(peak),
    ]
  }

  private static func sample(ofProcess process: Int) -> Sample? {
    guard let file = try? Descriptor.open("/proc/\(process)/status", flags: O_RDONLY),
      let bytes = try? file.content(upTo: 64 << 10)
    else { return nil }
    return sample(in: String(decoding: bytes, as: UTF8.self))
  }

  /// Returns the sample in the text of a status, or `nil` if it has none, as that of a process that has ended.
  static func sample(in status: String) -> Sample? {
    var values: [Substring: Int64] = [:]
    for line in status.split(separator: "\n") {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard words.count == 3, words[2] == "kB", let number = Int64(words[1]) else { continue }
      let (count, overflow) = number.multipliedReportingOverflow(by: 1024)
      if !overflow { values[words[0]] = count }
    }
    guard let current = values["VmRSS:"], let peak = values["VmHWM:"] else { return nil }
    return Sample(current: current, peak: peak)
  }
}
