import Foundation
import SluiceFuzz
import SluiceFuzzTargets

// Runs every file of a corpus through the checks of its target: `sluice-replay CORPUS`. Exits with 1 if a property is
// broken, and with 64 if the argument is missing.
guard let path = CommandLine.arguments.dropFirst().first else { exit(64) }
let corpus = URL(filePath: path)
var failures = 0
for target in FuzzTarget.all {
  for file in try target.files(in: corpus) {
    do {
      try target.run([UInt8](Data(contentsOf: file)))
    } catch {
      failures += 1
      print("\(file.path): \(error)")
    }
  }
}
exit(failures == 0 ? 0 : 1)
