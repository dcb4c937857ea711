import CLibFuzzer
import Glibc
import SluiceFuzz

// The functions that libFuzzer calls, apart from `LLVMFuzzerInitialize`.

// SAFETY: The engine passes pointers to memory that is valid during the call, with its size. It is copied.

/// Runs the selected target for an input.
///
/// If a property is broken, the function minimizes the input, prints it, and aborts, which the engine reports as a
/// crash.
///
/// - Parameters:
///   - start: The first byte of the input, or `nil` if it is empty.
///   - count: The number of bytes of the input.
/// - Returns: 0.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // SAFETY: The engine passes `count` bytes at `start` that are valid during the call, and they are copied.
  let bytes = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let target = LibFuzzer.target else { return 0 }
  let running = LibFuzzer.running
  running?.record(bytes)
  defer { running?.clear() }
  do {
    try target.run(bytes)
  } catch {
    Standard.error.print(Broken(target, error, bytes).description)
    abort()
  }
  return 0
}

/// Changes an input in place.
///
/// - Parameters:
///   - start: The first byte of the input. There is room for `maximumCount` bytes.
///   - count: The number of bytes of the input.
///   - maximumCount: The maximum number of bytes of the changed input.
///   - seed: The seed of the choices.
/// - Returns: The number of bytes of the changed input.
@_cdecl("LLVMFuzzerCustomMutator")
func mutate(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ maximumCount: Int, _ seed: CUnsignedInt)
  -> Int
{
  guard let mutation = LibFuzzer.mutation else {
    return unsafe sluice_libfuzzer_mutate(start, count, maximumCount)
  }
  // SAFETY: The engine passes `count` bytes at `start`, which are copied.
  let bytes = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let changed = mutation.mutated(bytes, upTo: maximumCount, seed: seed) else {
    // SAFETY: The function gets what the engine passed.
    return unsafe sluice_libfuzzer_mutate(start, count, maximumCount)
  }
  return unsafe copy(changed, to: start, upTo: maximumCount)
}

/// Combines two inputs.
///
/// - Parameters:
///   - first: The first byte of an input.
///   - firstCount: Its number of bytes.
///   - second: The first byte of another input.
///   - secondCount: Its number of bytes.
///   - output: Room for `maximumCount` bytes.
///   - maximumCount: The maximum number of bytes of the result.
///   - seed: The seed of the choices.
/// - Returns: The number of bytes of the result.
@_cdecl("LLVMFuzzerCustomCrossOver")
func crossOver(
  _ first: UnsafePointer<UInt8>?, _ firstCount: Int, _ second: UnsafePointer<UInt8>?, _ secondCount: Int,
  _ output: UnsafeMutablePointer<UInt8>, _ maximumCount: Int, _ seed: CUnsignedInt
) -> Int {
  guard let mutation = LibFuzzer.mutation else { return 0 }
  // SAFETY: The engine passes both inputs with their counts, and they are copied.
  let (a, b) = unsafe (
    [UInt8](UnsafeBufferPointer(start: first, count: firstCount)),
    [UInt8](UnsafeBufferPointer(start: second, count: secondCount))
  )
  return unsafe copy(
    mutation.crossed(a, with: b, upTo: maximumCount, seed: seed), to: output, upTo: maximumCount)
}

/// Copies bytes into the engine's memory.
private func copy(_ bytes: [UInt8], to start: UnsafeMutablePointer<UInt8>, upTo maximumCount: Int) -> Int {
  let count = min(bytes.count, maximumCount)
  // SAFETY: The engine has room for `maximumCount` bytes at `start`.
  unsafe bytes.withUnsafeBufferPointer { source in
    if let base = source.baseAddress { unsafe start.update(from: base, count: count) }
  }
  return count
}

/// The `main` of a program named `fuzz` that is not linked with libFuzzer, by the name that SwiftPM gives it.
///
/// Runs the engine that is linked as a library, such as AFL++'s, or a plain search, which no engine is needed for.
@_cdecl("fuzz_main")
func mainWithoutLibFuzzer(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
  // SAFETY: The arguments are those of the process, which live as long as it does.
  let status = unsafe sluice_run_engine(count, arguments)
  guard status == -1 else { return status }
  guard let target = LibFuzzer.target else { return 64 }
  return PlainSearch(target, Options(CommandLine.arguments)).exitCode
}
