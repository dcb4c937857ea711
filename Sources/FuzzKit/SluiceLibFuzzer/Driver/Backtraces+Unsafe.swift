import CLibFuzzer
import Glibc

/// The backtraces that Swift prints when a program crashes.
enum Backtraces {
  /// Starts the program again without backtraces, unless the environment says whether to print them.
  ///
  /// The runtime installs its signal handlers before the first line of the program, and libFuzzer installs none where
  /// there are some. A crash would print a backtrace, and save no input.
  static func turnOff() {
    // SAFETY: The arguments are those of the process, which live as long as it does, and the paths are constants.
    guard sluice_has_libfuzzer() != 0, unsafe getenv("SWIFT_BACKTRACE") == nil else { return }
    unsafe setenv("SWIFT_BACKTRACE", "enable=no", 0)
    // It returns only if it fails. Then, the search continues with backtraces.
    _ = unsafe execv("/proc/self/exe", CommandLine.unsafeArgv)
  }
}
