import Foundation
import SluiceFuzzing

/// The one that `--target=NAME` names, for as long as the process lives.
nonisolated(unsafe) private var target: FuzzTarget?

/// libFuzzer calls this once, before anything else. It passes over options that begin with two hyphens.
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

/// A function of its own, so that nothing is held at the exit behind it, which would look like a leak.
private func listTargets() {
  print("--target=NAME, one of these, with the most bytes of an input:")
  for target in FuzzTarget.all { print(target.name, target.maximumByteCount) }
}

/// libFuzzer calls this with every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // SAFETY: libFuzzer's input is `count` bytes from `start` for as long as the call lasts, and is copied.
  let bytes = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  do {
    try unsafe target?.run(bytes)
  } catch {
    FileHandle.standardError.write(Data("broken: \(error)\n".utf8))
    abort()
  }
  return 0
}
