import CLibFuzzer
import Glibc

/// The names of functions in a stack.
enum SymbolName {
  /// Returns the name as in the source, or `symbol` itself if it is not one of Swift's.
  static func demangled(_ symbol: String) -> String {
    // SAFETY: The runtime reads the bytes during the call, and returns memory that the caller frees.
    guard symbol.hasPrefix("$s"), let name = unsafe swift_demangle(symbol, symbol.utf8.count, nil, nil, 0)
    else {
      return symbol
    }
    defer { unsafe free(name) }
    return unsafe String(cString: name)
  }
}
