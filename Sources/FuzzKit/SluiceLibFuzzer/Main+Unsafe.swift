import CLibFuzzer

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
