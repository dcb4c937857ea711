internal import CWorker
import FoundationEssentials
import Glibc

/// The program or a library, with an address in it.
struct CodePlace {
  let path: String
  /// The distance of the address from its start.
  let offset: UInt

  /// The result is `nil` if the address is in none.
  init?(_ address: UInt) {
    var start: UnsafeRawPointer?
    // SAFETY: The address is only looked up, and the path lives as long as the library is loaded.
    guard let path = unsafe sluice_image(UnsafeRawPointer(bitPattern: address), &start) else { return nil }
    self.path = unsafe String(cString: path)
    offset = address - UInt(bitPattern: start)
  }

  /// Whether it is in a library of the system or of Swift.
  var isInSystem: Bool {
    let name = path.split(separator: "/").last ?? ""
    return Self.systemLibraries.contains { name.hasPrefix($0) }
  }

  private static let systemLibraries = [
    "libswift", "libFoundation", "lib_Foundation", "libdispatch", "libTesting", "libXCTest", "libc.so",
    "libm.so", "libgcc_s", "libpthread", "libstdc++", "ld-linux", "linux-vdso",
  ]
}

/// The names and places of calls.
package enum Symbols {
  private static let maximumCallCount = 8

  /// Returns the calls with return addresses, the innermost first, without those of libraries and of the kit.
  ///
  /// LLVM's symbolizer, which belongs to Swift's toolchain, finds them. There are none without it.
  static func calls(at addresses: [UInt]) -> [String] {
    guard let symbolizer else { return [] }
    // Where a call returns to may be another line.
    let places = addresses.compactMap { CodePlace($0 &- 1) }.filter { !$0.isInSystem }.prefix(24)
    // Without arguments, it would read its standard input.
    if places.isEmpty { return [] }
    let arguments = places.map { place in
      let path = place.path.hasPrefix("/") ? place.path : "/proc/\(getpid())/exe"
      return "\"\(path)\" 0x\(String(place.offset, radix: 16))"
    }
    var lines: [String] = []
    guard let process = try? ChildProcess(symbolizer, arguments: arguments) else { return [] }
    guard process.finish({ lines.append($0) }) else { return [] }
    return Array(calls(in: lines).prefix(maximumCallCount))
  }

  /// Reads the output of the symbolizer: two lines for each call, its function and its place.
  static func calls(in lines: [String]) -> [String] {
    let lines = lines.filter { !$0.isEmpty }
    return stride(from: 0, to: lines.count - 1, by: 2).compactMap { index in
      let (name, place) = (demangled(lines[index]), lines[index + 1])
      guard !place.hasPrefix("??"), !hidden.contains(where: { place.contains($0) || name.hasPrefix($0) })
      else {
        return nil
      }
      return "\(name) at \(place)"
    }
  }

  private static let hidden = [
    "/FuzzKit/SluiceFuzz/", "/FuzzKit/CWorker/", "<compiler-generated>", "Swift runtime failure", "merged ",
  ]

  /// The path of LLVM's symbolizer beside the compiler that Swift's library belongs to, or `nil` if there is none.
  private static let symbolizer: String? = {
    // SAFETY: A metatype is an address, here one in the library, which is only looked up.
    let type = unsafe unsafeBitCast(Int.self as Any.Type, to: UInt.self)
    guard let library = CodePlace(type)?.path else { return nil }
    // The library is in lib/swift/linux.
    let path = library.split(separator: "/").dropLast(4).map { "/\($0)" }.joined() + "/bin/llvm-symbolizer"
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }()

  /// Returns the name of a symbol as in the source, or the symbol itself if it is not one of Swift's.
  package static func demangled(_ symbol: String) -> String {
    // SAFETY: The runtime reads the bytes during the call, and returns memory that the caller frees.
    guard symbol.hasPrefix("$s"), let name = unsafe swift_demangle(symbol, symbol.utf8.count, nil, nil, 0)
    else {
      return symbol
    }
    defer { unsafe free(name) }
    return unsafe String(cString: name)
  }
}
