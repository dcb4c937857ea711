import Foundation
import SluiceFuzz
import SluiceFuzzTargets

// Runs every input of a corpus through the checks of its target: `sluice-replay CORPUS`. Exits with 1 if a property is
// broken, and with 64 if the argument is missing.
guard let path = CommandLine.arguments.dropFirst().first else { exit(64) }
let corpus = URL(filePath: path)
var failures = 0
for target in FuzzTarget.all {
  for input in try target.file(in: corpus).inputs {
    do {
      try target.run(input.bytes)
    } catch {
      failures += 1
      print("\(target.name)/\(input.name ?? "\(input.line)"): \(error)")
    }
  }
}
exit(failures == 0 ? 0 : 1)
