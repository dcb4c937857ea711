import Foundation
import SluiceFuzz
import SluiceFuzzTargets

/// The target that `--target=NAME` selects, for the lifetime of the process.
///
/// SAFETY: `initialize` writes it once, before libFuzzer runs the first input, on the thread that runs all inputs.
nonisolated(unsafe) private var target: FuzzTarget?

/// Selects the target. libFuzzer calls this once, before the first input.
///
/// The option is `--target=NAME`, since libFuzzer ignores options that begin with two hyphens. Without it, the function
/// prints all targets and exits with 0; if the name is unknown, it prints them and exits with 64.
///
/// - Returns: 0.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafePointer<CChar>?>>
) -> CInt {
  let option = "--target="
  let name = CommandLine.arguments.first { $0.hasPrefix(option) }?.dropFirst(option.count)
  unsafe target = name.flatMap { $0 == Canary.name ? Canary.target : FuzzTarget.named(String($0)) }
  if unsafe target == nil {
    listTargets()
    exit(name == nil ? 0 : 64)
  }
  return 0
}

/// Prints the name and the maximum byte count of every target.
///
/// This is a separate function, so that nothing is still referenced when the process exits, which would be reported as
/// a leak.
private func listTargets() {
  print("--target=NAME, one of these, with the maximum byte count of an input:")
  for target in FuzzTarget.all { print(target.name, target.maximumByteCount) }
}

/// Runs the selected target. libFuzzer calls this with every input.
///
/// If a property is broken, the process aborts, which libFuzzer reports as a crash.
///
/// - Parameters:
///   - start: The first byte of the input, or `nil` if it is empty.
///   - count: The number of bytes of the input.
/// - Returns: 0.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // SAFETY: libFuzzer passes `count` bytes at `start` that are valid during the call, and they are copied.
  let bytes = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  do {
    try unsafe target?.run(bytes)
  } catch {
    FileHandle.standardError.write(Data("broken: \(error)\n".utf8))
    abort()
  }
  return 0
}
