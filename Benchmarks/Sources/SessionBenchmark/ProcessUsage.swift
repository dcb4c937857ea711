import Foundation

/// The resources that this process has used.
enum ProcessUsage {
  /// The processor time of all threads in seconds.
  static var processorTime: Double { processorTime(usage(of: RUSAGE_SELF)) }

  /// The processor time of the child processes that have ended, in seconds.
  static var childProcessorTime: Double { processorTime(usage(of: RUSAGE_CHILDREN)) }

  private static func processorTime(_ usage: rusage) -> Double {
    [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
  }

  /// The number of times that a thread has waited: for a socket, or to be woken by another thread.
  static var waitCount: Int { usage(of: RUSAGE_SELF).ru_nvcsw }

  private static func usage(of who: __rusage_who) -> rusage {
    var usage = rusage()
    getrusage(who.rawValue, &usage)
    return usage
  }

  /// Returns the peak and the current size of resident memory in bytes.
  static func memory() throws -> (peak: Int, now: Int) {
    var sizes: [Substring: Int] = [:]
    for line in try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "\t" }
      if words.count == 3 { sizes[words[0]] = Int(words[1]).map { $0 * 1024 } }
    }
    return (sizes["VmHWM:"] ?? 0, sizes["VmRSS:"] ?? 0)
  }

  /// Lets the peak begin at the current size.
  static func resetPeak() throws { try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs")) }

  /// Raises the limit of open descriptors to the maximum that the system allows.
  static func allowManyDescriptors() throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
