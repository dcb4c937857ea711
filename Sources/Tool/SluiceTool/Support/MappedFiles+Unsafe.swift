internal import Glibc
internal import Sluice

/// The files that are mapped into the memory of this process: the code and constants of the program and its libraries.
enum MappedFiles {
  /// Returns the memory of all pages that are the same as in their files to the system.
  ///
  /// The system reads a page from its file when it is used again. Mappings with changed pages stay, such as those with
  /// addresses that the loader filled in, or with the breakpoints of a debugger. Without `/proc`, nothing happens.
  ///
  /// - Parameter addresses: Those of mappings that no other thread removes meanwhile. Defaults to all.
  static func release(_ addresses: Range<UInt> = 0..<UInt.max) {
    guard let file = try? Descriptor.open("/proc/self/smaps", flags: O_RDONLY),
      let bytes = try? file.content(upTo: 1 << 20)
    else { return }
    // SAFETY: These mappings cannot be written to, and none of their pages differs from the file. So each byte has the
    // same value before and after the call.
    for mapping in unchanged(in: bytes) where addresses.contains(mapping.lowerBound) {
      unsafe madvise(UnsafeMutableRawPointer(bitPattern: mapping.lowerBound), mapping.count, MADV_DONTNEED)
    }
  }

  /// Returns the addresses of the mappings of files that cannot be written to, and have no changed pages.
  ///
  /// - Parameter list: The content of `/proc/self/smaps`, as in proc_pid_smaps(5).
  static func unchanged(in list: [UInt8]) -> [Range<UInt>] {
    var found: [Range<UInt>] = []
    var mapping: Range<UInt>?
    var start = 0
    while let end = list.span.firstIndex(of: UInt8(ascii: "\n"), from: start) {
      let line = list[start..<end]
      start = end + 1
      if line.starts(with: "Anonymous:".utf8) {
        let count = line.dropFirst("Anonymous:".utf8.count).drop { $0 == UInt8(ascii: " ") }
        if let mapping, count.elementsEqual("0 kB".utf8) { found.append(mapping) }
        mapping = nil
      } else if let first = line.first, !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) {
        mapping = unwritableFile(in: line)
      }
    }
    return found
  }

  /// Returns the addresses of a mapping, or `nil` if it can be written to, or is not that of a file.
  ///
  /// - Parameter line: The first line of a mapping: addresses, permissions, offset, device, inode and path.
  private static func unwritableFile(in line: ArraySlice<UInt8>) -> Range<UInt>? {
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
    guard words.count == 6, words[1].elementsEqual("r--p".utf8) || words[1].elementsEqual("r-xp".utf8),
      !words[4].elementsEqual("0".utf8)
    else { return nil }
    let addresses = words[0].split(separator: UInt8(ascii: "-")).compactMap {
      UInt(String(decoding: $0, as: UTF8.self), radix: 16)
    }
    return addresses.count == 2 && addresses[0] < addresses[1] ? addresses[0]..<addresses[1] : nil
  }
}
