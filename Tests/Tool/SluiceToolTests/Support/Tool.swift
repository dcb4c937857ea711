import FoundationEssentials
// Builds the tool.
import SluiceMain
import Testing

/// The path of the built tool, which is in the same folder as the tests.
let toolPath: String = {
  let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  return URL(filePath: tests ?? CommandLine.arguments[0]).deletingLastPathComponent().path() + "sluice"
}()

/// Starts the tool, without waiting for its end.
func start(
  _ arguments: String..., input: Run.Stream = .null, output: Run.Stream = .pipe, errors: Run.Stream = .pipe,
  environment: [String: String] = [:]
) throws -> Run {
  try Run(toolPath, arguments, input: input, output: output, errors: errors, environment: environment)
}

/// Runs the tool and waits for its end.
func sluice(
  _ arguments: String..., input: Run.Stream = .null, output: Run.Stream = .pipe, errors: Run.Stream = .pipe,
  environment: [String: String] = [:]
) throws -> Outcome {
  try sluice(arguments, input: input, output: output, errors: errors, environment: environment)
}

/// Runs the tool and waits for its end.
func sluice(
  _ arguments: [String], input: Run.Stream = .null, output: Run.Stream = .pipe, errors: Run.Stream = .pipe,
  environment: [String: String] = [:]
) throws -> Outcome {
  try Run(toolPath, arguments, input: input, output: output, errors: errors, environment: environment)
    .finish()
}

/// Returns whether a program is installed, for tests that need other programs.
func isInstalled(_ program: String) -> Bool {
  (try? Run("sh", ["-c", "command -v \(program)"]).finish().end) == .exited(0)
}
